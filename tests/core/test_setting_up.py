"""Setting a game up: hooks that fail then, and games that cannot be set up."""

from collections.abc import Callable
from pathlib import Path

import pytest
from strangers import GAME, rummy17_plays

import rummykit
from rummykit.errors import PluginError, SetupError
from rummykit.plugin.plugins import Plugins
from rummykit.rules import from_variant, load_text
from rummykit.scenario import Scenario, resolve

Install = Callable[..., Path]


# -- hooks that fail when a game is set up ---------------------------------------------------------


def test_a_hook_that_is_missing(install: Install) -> None:
    install("my-game", "my_game = my_module", GAME.format(id="my_game"))
    plugins = Plugins.discover()
    assert plugins.problems == ()
    with pytest.raises(PluginError) as caught:
        plugins.options_model("my_game")
    assert str(caught.value) == "The variant of the plugin 'my_game' of my-game 1.0 has no options."


def test_a_part_that_is_missing(install: Install) -> None:
    with_options = GAME.format(id="my_game").replace('"A game."', '"A game.", options="rummykit.rules:HouseRules"')
    install("my-game", "my_game = my_module", with_options)
    plugins = Plugins.discover()
    rules = resolve(plugins, "my_game")
    with pytest.raises(PluginError, match=r"The plugin 'my_game' of my-game 1.0 does not implement rummykit_pack."):
        plugins.assemble(rules, 2)


MOD = """
    from rummykit import hookimpl
    from rummykit.engine.deal import Deal
    from rummykit.plugin.info import Mod

    @hookimpl
    def rummykit_mod():
        return Mod("my_mod", "A mod.")
"""


def test_a_hook_that_raises(install: Install) -> None:
    more = """
    @hookimpl(wrapper=True)
    def rummykit_turn():
        flow = yield
        raise ZeroDivisionError("oh dear")
    """
    install("my-mod", "my_mod = my_mod_module", MOD + more)
    with pytest.raises(PluginError) as caught:
        Scenario("rummy17", mods=["my_mod"])
    message = str(caught.value)
    assert message.startswith("rummykit_turn of rummy17 failed (rummykit ")
    assert message.endswith(", my-mod 1.0): ZeroDivisionError: oh dear (my_mod_module.py, line 13)")
    rummy17_plays(Plugins.discover())


def test_a_part_that_is_none(install: Install) -> None:
    source = (
        "from rummykit import hookimpl\nfrom rummykit.plugin.info import Mod\n"
        "@hookimpl\ndef rummykit_mod(): return Mod('bad_mod', 'A mod.')\n"
        "@hookimpl(wrapper=True)\ndef rummykit_deal():\n    yield\n    return 'all of them'\n"
    )
    install("bad-mod", "bad_mod = bad_module", source)
    plugins = Plugins.discover()
    sentence = r"^rummykit_deal of rummy17 \(.*bad-mod 1.0\) returned 'all of them', which is not a Deal\.$"
    with pytest.raises(PluginError, match=sentence):
        plugins.assemble(load_text("variant: rummy17\nmods: [bad_mod]\n", plugins), 2)


def test_a_mod_whose_options_fail_is_in_nobodys_way(install: Install) -> None:
    install(
        "bad-mod",
        "bad_mod = bad_module",
        "from rummykit import hookimpl\nfrom rummykit.plugin.info import Mod\n"
        "@hookimpl\ndef rummykit_mod(): return Mod('bad_mod', 'A mod.', options=lambda: 1 / 0)\n",
    )
    plugins = Plugins.discover()
    assert load_text("variant: rummy17\n", plugins).variant == "rummy17"
    with pytest.raises(PluginError, match=r"'bad_mod' of .* failed to provide its options: ZeroDivisionError"):
        load_text("variant: rummy17\nmods: [bad_mod]\n", plugins)


# -- games that cannot be set up -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (1, {}, "Rummy 17 is for 2 to 6 players, not 1."),
        (7, {}, "Rummy 17 is for 2 to 6 players, not 7."),
        (6, {"deal": {"cards": 14}}, "deal.cards: 14 for 6 players needs 85 of 85 cards and leaves no stock"),
        (3, {"deal": {"cards": {2: 10, 4: 9}}}, "deal.cards has no value for 3 players, only for 2 and 4"),
    ],
)
def test_a_game_that_cannot_be_set_up(players: int, options: dict[str, dict[str, object]], sentence: str) -> None:
    plugins = Plugins.discover()
    with pytest.raises(SetupError) as caught:
        plugins.assemble(resolve(plugins, "rummy17", **options), players)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("deal", "cards", "needed", "pack"),
    [("Deal(45)", 45, 91, 90), ("Deal(42, pool_jokers=True)", 42, 85, 85), ("Deal(45, upcard=False)", 45, 90, 90)],
)
def test_a_pack_that_cannot_serve_the_hands(install: Install, deal: str, cards: int, needed: int, pack: int) -> None:
    install("my-mod", "my_mod = my_mod_module", MOD + f"    @hookimpl\n    def rummykit_deal(): return {deal}\n")
    with pytest.raises(SetupError) as caught:
        Scenario("rummy17", mods=["my_mod"])
    assert str(caught.value) == (
        f"2 players with {cards} cards each need {needed} cards and at least one for the stock, "
        f"but the pack has {pack}."
    )


def test_every_core_reason_has_a_rule_in_rummy_17() -> None:
    plugins = Plugins.discover()
    assert plugins.assemble(from_variant("rummy17", plugins), 2).uncited() == []


def test_no_line_of_core_names_a_variant() -> None:
    core = Path(rummykit.__file__).parent
    words = {"R17-", "ROM-", "CLUB-", *Plugins.discover().by_variant}
    named = [(file.name, word) for file in core.rglob("*.py") for word in words if word in file.read_text("utf-8")]
    # Old names are answered with the new ones, those of a variant's own options too.
    assert [found for found in named if found[0] != "old_names.py"] == []
