"""Writing and checking the catalogues of a package: one on the path that a plugin's author might have written."""

from collections.abc import Callable, Mapping
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from rummykit_kit.catalogues import MessageId, catalogue_file, faults, main, messages, update

PutPackage = Callable[..., Path]

PLUGIN = '''
from enum import Enum

import pluggy
from pydantic import Field

from rummykit.rules import HouseRules, Section
from rummykit.plugin.info import BotInfo, Variant
from rummykit.i18n import Numbered
from rummykit.refusals import Citation, Reason

hookimpl = pluggy.HookimplMarker("rummykit")


class Why(Enum):
    TIRED = "You are too tired."
    SLOW = Numbered("{count} card is too slow.", "{count} cards are too slow.")


class Deal(Section):
    """Who gets toys.

    This line is for readers of the source.
    """

    toys: int = Field(3, ge=1, le=5, description="toys for everybody")


class MoreDeal(Deal):
    """Who gets many toys."""

    dolls: int = Field(3, ge=1, le=5, description="dolls for everybody")


class ToyRules(HouseRules):
    """The house rules of the toy."""

    deal: MoreDeal = MoreDeal()


@hookimpl
def rummykit_variant():
    return Variant(
        "toy",
        {"en": "Toy"},
        (2, 4),
        "A game with toys.",
        options=ToyRules,
        rules={"TOY-01": "Toys are shared."},
        citations={reason: Citation("TOY-01") for reason in (Why.TIRED, Why.SLOW, Reason.ROUND_OVER)},
        presets={"nursery": "description: As in the nursery.\\nrules: {}", "plain": "rules: {}"},
    )


@hookimpl
def rummykit_bots():
    return [BotInfo("doll", "A bot that plays nicely.", lambda: None)]
'''

WORDS = """
def tell(say, say_number, mark, Later, name, count):
    title = mark("Most toys")
    yield say("{name} plays.", name=name)
    yield say_number("{number} toy", "{number} toys", count)
    yield Later("a long message "
                "in two lines")
    yield say(title)
    print("not said")
"""
"""Without an import of core, whose own messages take a while to find."""

CALLED: list[MessageId] = [
    "Most toys",
    "{name} plays.",
    ("{number} toy", "{number} toys"),
    "a long message in two lines",
]

GOOD: Mapping[str, str | tuple[str, ...]] = {
    "Most toys": "Die meisten Spielzeuge",
    "{name} plays.": "{name} spielt.",
    "{number} toy": ("ein Spielzeug", "{number} Spielzeuge"),
    "a long message in two lines": "eine lange Nachricht in zwei Zeilen",
}


@pytest.fixture
def toy(put_package: PutPackage) -> Path:
    """A package that says something; its folder."""
    return put_package("toy", {"words.py": WORDS})


def test_the_templates_of_a_booklet_are_read(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (toy / "booklet").mkdir()
    (toy / "booklet" / "dolls.jinja").write_text('{% rule "TOY-01" %}All dolls sleep.{% endrule %}')
    (toy / "booklet.jinja").write_text(
        '{% chapter "Toys" %}{% rule "TOY-01" %}{toys} for all.{% endrule %}{% endchapter %}'
    )
    (toy / "page.jinja").write_text("No booklet.")
    assert messages("toy") == [*CALLED, "All dolls sleep.", "Toys", "{toys} for all."]
    update("toy", "de")
    assert "'All dolls sleep.' is not translated (de)." in faults("toy", "de")
    (toy / "booklet.jinja").write_text("\n{% chapter %}")
    assert main(["check", "toy", "de"]) == 1
    assert capsys.readouterr().err.startswith("toy/booklet.jinja, line 2: ")


def write_words(toy: Path, *calls: str) -> None:
    """Let the package say something else."""
    (toy / "words.py").write_text("\n    ".join(["def tell(say, say_number):", *calls]))


def translate(texts: Mapping[str, str | tuple[str, ...]]) -> None:
    """Write translations into the catalogue, as a translator does, without compiling it."""
    file = catalogue_file("toy", "de")
    with file.open("rb") as opened:
        catalogue: Catalog = read_po(opened, "de")
    for message, text in texts.items():
        catalogue[message].string = text
    with file.open("wb") as opened:
        write_po(opened, catalogue)


def translations() -> dict[MessageId, object]:
    with catalogue_file("toy", "de").open("rb") as opened:
        return {message.id: message.string for message in read_po(opened, "de") if message.id}


def compiled() -> GNUTranslations:
    with catalogue_file("toy", "de").with_suffix(".mo").open("rb") as opened:
        return GNUTranslations(opened)


# -- what a package says -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("toy")
def test_calls_are_found_in_their_order() -> None:
    assert messages("toy") == CALLED


def test_what_core_says_too_is_for_core_to_translate(put_package: PutPackage) -> None:
    said = "from rummykit.i18n import say\n\ndef tell():\n    say('Most toys')\n    say('The round is over.')\n"
    put_package("toy", {"words.py": said})
    assert messages("toy") == ["Most toys"]


def test_what_plugins_tell_is_found(put_package: PutPackage) -> None:
    put_package("toy", {"__init__.py": PLUGIN}, plugin=True)
    found = messages("toy")
    assert set(found) == {
        "You are too tired.",
        ("{count} card is too slow.", "{count} cards are too slow."),
        "Who gets toys.",
        "toys for everybody",
        "Who gets many toys.",
        "dolls for everybody",
        "A game with toys.",
        "A bot that plays nicely.",
        "Toys are shared.",
        "As in the nursery.",
    }
    assert len(found) == len(set(found))


@pytest.mark.usefixtures("toy")
def test_a_package_leaves_to_another_what_that_translates(put_package: PutPackage) -> None:
    said = "import toy.words\n\ndef tell(say):\n    say('Most toys')\n    say('Fewest toys')\n"
    put_package("other_toy", {"words.py": said})
    assert messages("other_toy") == ["Most toys", "Fewest toys"]
    update("toy", "de")
    assert messages("other_toy") == ["Fewest toys"]


def test_core_says_its_reasons_and_the_rules_of_any_table() -> None:
    found = messages("rummykit")
    assert "The round is over." in found
    assert "Only the player who is asked may act, with a move that fits the moment." in found
    assert "chips a buy-back costs" in found
    assert "claim the open card or pass" in found


# -- bringing catalogues up to date ------------------------------------------------------------------------


@pytest.mark.usefixtures("toy")
def test_a_new_catalogue_has_every_message_and_no_translation() -> None:
    assert update("toy", "de") == catalogue_file("toy", "de")
    assert translations() == {
        "Most toys": "",
        "{name} plays.": "",
        ("{number} toy", "{number} toys"): ("", ""),
        "a long message in two lines": "",
    }
    assert compiled().gettext("Most toys") == "Most toys"


def test_an_update_adds_what_is_new_removes_what_is_gone_and_keeps_the_rest(toy: Path) -> None:
    update("toy", "de")
    translate(GOOD)
    write_words(toy, "say('{name} plays.')", "say('new')", "say_number('{number} toy', '{number} toys', 1)")
    update("toy", "de")
    assert translations() == {
        "{name} plays.": "{name} spielt.",
        "new": "",
        ("{number} toy", "{number} toys"): ("ein Spielzeug", "{number} Spielzeuge"),
    }
    said = compiled()
    assert said.gettext("{name} plays.") == "{name} spielt."
    assert said.gettext("Most toys") == "Most toys"
    assert said.ngettext("{number} toy", "{number} toys", 1) == "ein Spielzeug"


@pytest.mark.usefixtures("toy")
def test_an_update_leaves_the_mark_of_what_somebody_has_to_look_at() -> None:
    file = update("toy", "de")
    translate(GOOD)
    marked = file.read_text("utf-8").replace('msgid "Most toys"', '# is it?\n#, fuzzy\nmsgid "Most toys"')
    file.write_text(marked, "utf-8")
    update("toy", "de")
    assert "# is it?\n#, fuzzy\n" in file.read_text("utf-8")
    assert compiled().gettext("Most toys") == "Most toys"
    assert "'Most toys' is not translated (de)." in faults("toy", "de")


@pytest.mark.usefixtures("toy")
def test_an_update_of_what_is_up_to_date_changes_nothing() -> None:
    file = update("toy", "de")
    before = file.read_bytes(), file.with_suffix(".mo").read_bytes()
    update("toy", "de")
    assert (file.read_bytes(), file.with_suffix(".mo").read_bytes()) == before


# -- faults --------------------------------------------------------------------------------------------------


def translated(texts: Mapping[str, str | tuple[str, ...]]) -> list[str]:
    """Make a catalogue that is complete but for these texts, and return its faults."""
    update("toy", "de")
    translate({**GOOD, **texts})
    update("toy", "de")
    return faults("toy", "de")


@pytest.mark.usefixtures("toy")
def test_a_complete_catalogue_has_no_faults() -> None:
    assert translated({}) == []


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("message", "text", "fault"),
    [
        ("Most toys", "", "'Most toys' is not translated (de)."),
        ("{number} toy", ("ein Spielzeug", ""), "('{number} toy', '{number} toys') is not translated (de)."),
        ("{name} plays.", "Er spielt.", "'Er spielt.' fills in other names than '{name} plays.' (de)."),
        ("{name} plays.", "{who} spielt.", "'{who} spielt.' fills in other names than '{name} plays.' (de)."),
        ("Most toys", "Meiste {toys}", "'Meiste {toys}' fills in other names than 'Most toys' (de)."),
    ],
)
def test_what_is_wrong_with_a_translation(message: str, text: str | tuple[str, ...], fault: str) -> None:
    assert translated({message: text})[0] == fault


@pytest.mark.usefixtures("toy")
def test_a_language_without_a_catalogue() -> None:
    assert faults("toy", "hu") == ["toy has no catalogue for hu."]


def test_messages_that_are_missing_or_stale(toy: Path) -> None:
    translated({})
    write_words(toy, "say('new')", "say('Most toys')", "say('{name} plays.')", "say('a long message in two lines')")
    assert faults("toy", "de") == [
        "'new' is not in rummykit.po (de).",
        "('{number} toy', '{number} toys') is translated (de), but nobody says it.",
    ]


@pytest.mark.usefixtures("toy")
def test_a_catalogue_that_is_not_compiled() -> None:
    translated({})
    not_compiled = "rummykit.mo (de) is not compiled from its .po file."
    translate({"Most toys": "Meiste Spielzeuge"})
    assert faults("toy", "de") == [not_compiled]
    update("toy", "de")
    assert faults("toy", "de") == []
    catalogue_file("toy", "de").with_suffix(".mo").unlink()
    assert faults("toy", "de") == [not_compiled]


# -- the command -----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("toy")
def test_the_command_updates_and_checks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["update", "toy", "de", "hu"]) == 0
    assert [Path(line).parts[-3] for line in capsys.readouterr().out.splitlines()] == ["de", "hu"]
    assert main(["check", "toy", "de", "hu"]) == 1
    assert capsys.readouterr().out.count("is not translated") == 2 * len(CALLED)
    assert translated({}) == []
    assert main(["check", "toy", "de"]) == 0
    assert capsys.readouterr().out == "toy: all translated.\n"


@pytest.mark.parametrize("arguments", [[], ["check"], ["update", "toy"], ["translate", "toy", "de"]])
def test_the_command_explains_itself(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("Write: python -m rummykit_kit.catalogues update|check")


def test_a_package_that_is_not_there() -> None:
    with pytest.raises(SystemExit, match="There is no package 'no_such_package'"):
        main(["check", "no_such_package", "de"])
