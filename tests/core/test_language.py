"""What people read, in their language: the German here is a small catalogue of a package on the path."""

from collections.abc import Callable
from contextvars import copy_context
from importlib.metadata import EntryPoint
from pathlib import Path
from threading import Barrier, Thread

import pytest
from core_german import translate

from rummykit.cards import FRENCH_RANKS, FRENCH_SUITS, Pack, Row
from rummykit.engine.scoring import ShownHand
from rummykit.errors import NotationError, SetupError
from rummykit.i18n import (
    IN_ENGLISH,
    Language,
    Later,
    current,
    either,
    languages,
    listed,
    mark,
    say,
    say_number,
    spoken,
)
from rummykit.melds import MeldRules
from rummykit.plugin.plugins import Plugins

PutPackage = Callable[..., Path]

PACK = Pack(FRENCH_SUITS, FRENCH_RANKS, copies=2, plain_jokers=2)
MELDS = MeldRules(PACK, high_ace=True)


# -- saying ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("Ben", "Ben"),
        (7, "7"),
        (PACK.card("Jh"), "Jh"),
        (PACK.placed("*=Jh"), "*=Jh"),
        ((PACK.card("5c"), PACK.card("6c"), "more"), "5c, 6c and more"),
        ([1, 2], "1 and 2"),
        (Row(PACK.placed_cards("5c * Qd")), "5c * Qd"),
        (Later("you have {points} points", points=7), "you have 7 points"),
        ("{other}", "{other}"),
    ],
)
def test_a_message_takes_whatever_is_told_of(value: object, said: str) -> None:
    assert say("Here: {value}.", value=value) == f"Here: {said}."
    assert spoken(value) == said


def test_a_message_is_said_in_the_language_of_the_context(german: Language) -> None:
    assert say("{name} draws from the stock.", name="Ben") == "Ben draws from the stock."
    with german.spoken():
        assert current() is german
        assert say("{name} draws from the stock.", name="Ben") == "Ben zieht vom Stapel."
    assert current() is IN_ENGLISH


@pytest.mark.parametrize(("number", "english", "in_german"), [(1, "1 card", "1 Karte"), (3, "3 cards", "3 Karten")])
def test_a_number_decides_the_form(german: Language, number: int, english: str, in_german: str) -> None:
    assert say_number("{number} card", "{number} cards", number) == english
    with german.spoken():
        assert say_number("{number} card", "{number} cards", number) == in_german


def test_what_no_catalogue_has_is_said_in_english(german: Language) -> None:
    with german.spoken():
        assert say("Nobody translated {this}.", this=PACK.card("Qh")) == "Nobody translated Dh."
        assert say_number("{number} thing", "{number} things", 2) == "2 things"
        assert say("") == ""


def test_what_is_said_later_is_said_in_the_language_of_its_reader(german: Language) -> None:
    later = Later("{name} draws from the stock.", name=Later("Most sets"))
    with german.spoken():
        assert str(later) == "Die meisten Sätze zieht vom Stapel."
        made_in_german = Later("{name} draws from the stock.", name=Later("Most sets"))
    assert str(later) == "Most sets draws from the stock."
    assert made_in_german == later
    assert hash(made_in_german) == hash(later)


def test_a_marked_message_is_said_elsewhere(german: Language) -> None:
    with german.spoken():
        assert mark("Most sets") == "Most sets"
        assert say(mark("Most sets")) == "Die meisten Sätze"


@pytest.mark.parametrize(
    ("items", "together", "choice"),
    [
        ([], "", ""),
        (["a"], "a", "a"),
        (["a", "b"], "a und b", "a oder b"),
        (["a", "b", Later("Most sets")], "a, b und Die meisten Sätze", "a, b oder Die meisten Sätze"),
        ([PACK.card("Qh"), ("x", "y")], "Dh und x und y", "Dh oder x und y"),
    ],
)
def test_things_in_a_row(german: Language, items: list[object], together: str, choice: str) -> None:
    with german.spoken():
        assert (listed(items), either(items)) == (together, choice)


# -- cards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "signs", "jack", "meld", "hand"),
    [
        ("en", False, "Jh", "10h Jh *=Qh", "10h Jh *=Qh, left Qd"),
        ("en", True, "J♥", "10♥ J♥ *=Q♥", "10♥ J♥ *=Q♥, left Q♦"),
        ("de", False, "Bh", "10h Bh *=Dh", "10h Bh *=Dh, übrig Dd"),
        ("de", True, "B♥", "10♥ B♥ *=D♥", "10♥ B♥ *=D♥, übrig D♦"),
    ],
)
@pytest.mark.usefixtures("german")
def test_cards_as_people_read_them(code: str, signs: bool, jack: str, meld: str, hand: str) -> None:
    cards = PACK.placed_cards("10h Jh *=Qh")
    (laid,) = MELDS.readings(cards)
    shown = ShownHand(0, (laid,), (PACK.card("Qd"),), 10)
    with Language.of(code, ["toy_german"], signs).spoken():
        assert PACK.card("Jh").spoken == jack
        assert PACK.card("*").spoken == "*"
        assert (laid.spoken, Row(cards).spoken, shown.spoken) == (meld, meld, hand)
        # As text they stay as they are: records and moves have one notation.
        assert (str(laid), str(Row(cards)), str(shown)) == ("10h Jh *=Qh", "10h Jh *=Qh", "10h Jh *=Qh, left Qd")


def test_a_shown_hand_without_a_meld(german: Language) -> None:
    shown = ShownHand(0, (), (PACK.card("Qd"),), 10)
    assert (str(shown), shown.spoken) == ("no meld, left Qd", "no meld, left Qd")
    with german.spoken():
        assert (str(shown), shown.spoken) == ("no meld, left Qd", "keine Meldung, übrig Dd")


@pytest.mark.parametrize(
    ("typed", "read"),
    [("Bh", "Jh"), ("bh", "Jh"), ("B♥", "Jh"), ("Dd", "Qd"), ("dd", "Qd"), ("Jh", "Jh"), ("10s", "10s"), ("A♠", "As")],
)
def test_cards_are_read_by_the_ranks_of_the_language(german: Language, typed: str, read: str) -> None:
    with german.spoken():
        assert PACK.card(typed) is PACK.card(read)
        assert PACK.placed(f"*={typed}").stands_for is PACK.card(read)


@pytest.mark.parametrize("typed", ["Bh", "Dd", "B♥"])
def test_other_languages_do_not_know_these_ranks(typed: str) -> None:
    with pytest.raises(NotationError, match=f"'{typed}' is not a card of this pack"):
        PACK.card(typed)


# -- languages and contexts --------------------------------------------------------------------------------


def test_a_language_that_nobody_speaks(german: Language) -> None:
    with pytest.raises(SetupError) as caught:
        Language.of("dee", ["toy_german"])
    assert str(caught.value) == "There is no language 'dee', only: en, de. Did you mean de?"
    assert Language.of("en", ["toy_german"]).text("Most sets") == "Most sets"
    assert german.text("Most sets") == "Die meisten Sätze"


def test_only_compiled_catalogues_make_a_language(put_package: PutPackage) -> None:
    folder = put_package("toy_words", {"locale/fr/LC_MESSAGES/rummykit.po": ""})
    translate(folder, "hu", {})
    translate(folder, "de", {})
    put_package("toy_mute")
    assert languages(["toy_words", "toy_mute"]) == ["en", "de", "hu"]
    assert languages([]) == ["en"]


def test_a_language_is_left_again_after_an_error(german: Language) -> None:
    def fail() -> None:
        with german.spoken():
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert current() is IN_ENGLISH


def test_every_context_has_its_own_language(german: Language) -> None:
    one, other = copy_context(), copy_context()
    one.run(german.speak)
    assert one.run(say, "Most sets") == "Die meisten Sätze"
    assert other.run(say, "Most sets") == "Most sets"
    assert say("Most sets") == "Most sets"


def test_two_people_are_served_at_once(german: Language) -> None:
    both_speak, heard = Barrier(2), {}

    def serve(name: str, language: Language) -> None:
        language.speak()
        both_speak.wait(timeout=10)
        heard[name] = say("Most sets")

    threads = [Thread(target=serve, args=person) for person in (("Anna", german), ("Ben", IN_ENGLISH))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=10)
    assert heard == {"Anna": "Die meisten Sätze", "Ben": "Most sets"}
    assert say("Most sets") == "Most sets"


# -- catalogues of several packages ------------------------------------------------------------------------


def test_the_catalogues_of_all_packages_are_asked_in_their_order(put_package: PutPackage, german: Language) -> None:
    translate(put_package("toy_more"), "de", {"Most sets": "Anders", "Most runs": "Die meisten Folgen"})
    put_package("toy_mute")
    with Language.of("de", ["toy_mute", "toy_german", "toy_more"]).spoken():
        assert say("Most sets") == "Die meisten Sätze"
        assert say("Most runs") == "Die meisten Folgen"
        assert say_number("{number} card", "{number} cards", 2) == "2 Karten"


TOY_PLUGIN = """
import pluggy
from rummykit.plugin.info import BotInfo, Variant

hookimpl = pluggy.HookimplMarker("rummykit")

@hookimpl
def rummykit_variant():
    return Variant("toy", {"en": "Toy", "eo": "Ludilo"}, (2, 4), "A toy.")

class Bots:
    @hookimpl
    def rummykit_bots(self):
        return [BotInfo("toy", "A toy.", lambda: None)]

bots = Bots()
"""


def test_a_strangers_plugin_brings_its_own_catalogue(put_package: PutPackage) -> None:
    translate(put_package("toy_plugin", {"__init__.py": TOY_PLUGIN}), "eo", {"A toy.": "Ludilo."})
    plugins = Plugins.load([EntryPoint("toy", "toy_plugin", "rummykit")])
    assert plugins.packages == ["rummykit", "toy_plugin"]
    info = plugins.by_variant["toy"].variant
    assert info is not None
    with Language.of("eo", plugins.packages).spoken():
        assert (info.title, say(info.summary)) == ("Ludilo", "Ludilo.")
    assert (info.title, say(info.summary)) == ("Toy", "A toy.")


def test_an_object_of_a_package_brings_its_catalogue_too(put_package: PutPackage) -> None:
    translate(put_package("toy_plugin", {"parts.py": TOY_PLUGIN}), "eo", {"A toy.": "Ludilo."})
    plugins = Plugins.load([EntryPoint("toy", "toy_plugin.parts:bots", "rummykit")])
    assert plugins.packages == ["rummykit", "toy_plugin"]
    assert Language.of("eo", plugins.packages).text("A toy.") == "Ludilo."


def test_a_plugin_that_is_a_lone_module_has_no_catalogue(put_package: PutPackage) -> None:
    (put_package("toy_mute").parent / "toy_module.py").write_text(TOY_PLUGIN)
    plugins = Plugins.load([EntryPoint("toy", "toy_module", "rummykit")])
    assert (plugins.problems, [plugin.package for plugin in plugins.loaded]) == ((), ["toy_module"])
    assert plugins.packages == ["rummykit"]
    assert languages(plugins.packages) == languages(["rummykit"])
