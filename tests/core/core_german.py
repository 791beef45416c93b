"""A small German catalogue, and how a test gives one to a package."""

from collections.abc import Mapping
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from rummykit.refusals import Reason

Texts = Mapping[str | tuple[str, str], str | tuple[str, str]]

GERMAN: Texts = {
    "J": "B",
    "Q": "D",
    "{name} draws from the stock.": "{name} zieht vom Stapel.",
    "Most sets": "Die meisten Sätze",
    "meld": "auslegen",
    "lay off": "anlegen",
    "discard": "ablegen",
    "suit": "Farbe",
    "no meld": "keine Meldung",
    "{melds}, left {cards}": "{melds}, übrig {cards}",
    "a whole number": "eine ganze Zahl",
    "{first} and {last}": "{first} und {last}",
    "{first} or {last}": "{first} oder {last}",
    "unknown variant {name}": "die Variante {name} gibt es nicht",
    "Did you mean {name}?": "Meinst du {name}?",
    "'{word}' is not a move; moves are {moves}.": "'{word}' ist kein Zug; Züge sind {moves}.",
    ("{number} card", "{number} cards"): ("{number} Karte", "{number} Karten"),
    Reason.RUN_WRAP.value: "{meld} ist keine Folge: nach {last} kommt nicht {first}.",
    Reason.MELD_MIXED.value: "{meld} ist keine Meldung: die Karten haben weder Wert noch {suit} gemeinsam.",
    Reason.NOT_IN_HAND.value: "Du hast {cards} nicht.",
    Reason.NOT_NOW.value: "Du kannst jetzt nicht {verb}, nur {expected}.",
    Reason.KNOCK_TOO_MUCH.value: (
        "{count} Punkt bleibt übrig, höchstens {needed} dürfen es sein: {cards}.",
        "{count} Punkte bleiben übrig, höchstens {needed} dürfen es sein: {cards}.",
    ),
}


def translate(folder: Path, code: str, texts: Texts) -> None:
    """Write the compiled catalogue of a package."""
    catalogue = Catalog(code)
    for message, text in texts.items():
        catalogue.add(message, text)
    file = folder / "locale" / code / "LC_MESSAGES" / "rummykit.mo"
    file.parent.mkdir(parents=True)
    with file.open("wb") as opened:
        write_mo(opened, catalogue)
