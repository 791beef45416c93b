"""Plugins as strangers install them: real distributions on the path, broken ones and good ones."""

import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from textwrap import dedent

import pytest
from strangers import GAME, rummy17_plays

import rummykit
from rummykit.errors import PluginError
from rummykit.plugin.plugins import Plugins
from rummykit.rules import from_variant

Install = Callable[..., Path]


def sentence_of(name: str) -> str:
    """The one problem of discovery; and the other plugins are none the worse for it."""
    plugins = Plugins.discover()
    (problem,) = plugins.problems
    assert problem.name == name
    assert "\n" not in problem.sentence
    assert name not in [plugin.name for plugin in plugins.loaded]
    rummy17_plays(plugins)
    return problem.sentence


# -- what is installed -----------------------------------------------------------------------------


def test_rummy_17_is_a_plugin_like_any_other() -> None:
    plugins = Plugins.discover()
    assert plugins.problems == ()
    plugin = plugins.plugin_of("rummy17")
    assert plugin.distribution.startswith("rummykit ")
    assert plugin.version == plugin.distribution.split()[1]
    assert {"rummykit_variant", "rummykit_turn", "rummykit_scoring"} <= set(plugin.hooks)
    assert plugins.variants()["rummy17"] == (2, 6)
    assert plugin.variant is not None
    assert plugin.variant.title == "Rummy 17"
    assert set(plugins.presets("rummy17")) == {"first_game", "five_rounds"}
    assert "R17-JOK-03" in plugins.rulebook("rummy17")


def test_every_bot_is_listed_by_its_name() -> None:
    plugins = Plugins.discover()
    assert [bot.name for plugin in plugins.loaded for bot in plugin.bots] == list(plugins.bots)
    assert all(bot.summary for bot in plugins.bots.values())


def test_an_unknown_variant_is_told_with_the_nearest() -> None:
    with pytest.raises(PluginError, match=r"There is no variant 'rumy17'; installed: .*Did you mean rummy17\?"):
        Plugins.discover().plugin_of("rumy17")
    with pytest.raises(PluginError, match=r"There is no variant 'rummy17'; installed: none."):
        Plugins(()).plugin_of("rummy17")


def test_listing_variants_loads_nothing_heavy() -> None:
    code = """
        import sys
        from rummykit.plugin.plugins import Plugins
        plugins = Plugins.discover()
        assert "rummy17" in plugins.variants(), plugins
        heavy = {"pydantic", "yaml", "typer", "rich", "packaging", "rummykit.rules"} & set(sys.modules)
        sys.exit(f"imported: {heavy}" if heavy else 0)
    """
    done = subprocess.run([sys.executable, "-c", dedent(code)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# -- plugins that cannot be used -------------------------------------------------------------------


def test_two_distributions_with_one_plugin_name(install: Install) -> None:
    install("game-one", "my_game = module_one", GAME.format(id="one"))
    install("game-two", "my_game = module_two", GAME.format(id="two"), version="2.5")
    assert sentence_of("my_game") == (
        "The plugin name 'my_game' is taken by both game-one 1.0 and game-two 2.5; uninstall one of them."
    )


def test_nobody_takes_the_name_of_a_builtin_plugin(install: Install) -> None:
    install("copy-cat", "rummy17 = copy_module", GAME.format(id="copy"))
    plugins = Plugins.discover()
    (problem,) = plugins.problems
    assert problem.sentence.startswith("The plugin name 'rummy17' is that of a plugin of rummykit ")
    assert problem.sentence.endswith(", so the one of copy-cat 1.0 is left out.")
    assert "rummy17" in plugins.by_variant


def test_a_range_of_players_that_is_none(install: Install) -> None:
    install("game-one", "my_game = module_one", GAME.format(id="one").replace("2, 4", "5, 4"))
    assert "from 5 to 4 players is not a range of two or more" in sentence_of("my_game")


def test_one_distribution_with_a_plugin_name_twice(install: Install) -> None:
    install("game-one", "my_game = module_one\nmy_game = module_two", GAME.format(id="one"))
    assert "'my_game' is taken by both entries of game-one 1.0;" in sentence_of("my_game")


def test_two_distributions_with_one_variant(install: Install) -> None:
    install("copy-cat", "the_copy = copy_module", GAME.format(id="rummy17"))
    sentence = sentence_of("the_copy")
    assert sentence.startswith("The variant 'rummy17' is brought by both rummykit ")
    assert sentence.endswith(" and copy-cat 1.0; the plugin 'the_copy' is left out.")


def test_two_distributions_with_one_mod(install: Install) -> None:
    mod = """
        from rummykit import hookimpl
        from rummykit.plugin.info import Mod

        @hookimpl
        def rummykit_mod():
            return Mod("night", "Dark.")
    """
    install("night-one", "night_one = night_module_one", mod)
    install("night-two", "night_two = night_module_two", mod)
    assert "The mod 'night' is brought by both night-one 1.0 and night-two 1.0;" in sentence_of("night_two")
    assert [plugin.name for plugin in Plugins.discover().loaded if plugin.mod and plugin.mod.id == "night"] == [
        "night_one"
    ]


def test_two_distributions_with_one_bot(install: Install) -> None:
    bot = """
        from rummykit import hookimpl
        from rummykit.plugin.info import BotInfo

        @hookimpl
        def rummykit_bots():
            return [BotInfo("sleepy", "Plays the first move.", lambda: lambda view, random: view.legal[0])]
    """
    install("bots-one", "bots_one = bots_module_one", bot)
    install("bots-two", "bots_two = bots_module_two", bot)
    assert "The bot 'sleepy' is brought by both bots-one 1.0 and bots-two 1.0;" in sentence_of("bots_two")
    assert Plugins.discover().bots["sleepy"].summary == "Plays the first move."


def test_a_misspelt_hook(install: Install) -> None:
    install(
        "my-game",
        "my_game = my_module",
        """
        from rummykit import hookimpl

        @hookimpl
        def rummykit_varient():
            return None
        """,
    )
    assert sentence_of("my_game") == (
        "The plugin 'my_game' of my-game 1.0 has an unknown hook 'rummykit_varient'. Did you mean rummykit_variant?"
    )


def test_a_misspelt_hook_of_a_game_is_not_blamed_on_another(install: Install) -> None:
    install(
        "my-game",
        "my_game = my_module",
        """
        from rummykit import hookimpl
        from rummykit.plugin.info import Variant
        from rummykit.rules import HouseRules

        @hookimpl
        def rummykit_variant():
            return Variant("my_game", {"en": "Mine"}, (2, 3), "Mine.", HouseRules, {"M-01": "X."}, {}, game="my_hooks")
        """,
    )
    install(
        "my-hooks", "unused = my_hooks", "from rummykit import hookimpl\n\n@hookimpl\ndef rummykit_pak(): return None"
    )
    plugins = Plugins.discover()
    with pytest.raises(PluginError, match=r"^The plugin 'my_game' of my-game 1.0 has an unknown hook"):
        plugins.assemble(from_variant("my_game", plugins), 2)


def test_a_misspelt_hook_of_an_object(install: Install) -> None:
    install(
        "my-game",
        "my_game = my_module:plugin",
        """
        from rummykit import hookimpl

        class MyGame:
            @hookimpl
            def rummykit_varient(self):
                return None

        plugin = MyGame()
        """,
    )
    sentence = sentence_of("my_game")
    assert "The plugin 'my_game' of my-game 1.0" in sentence
    assert "rummykit_varient" in sentence


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (
            "import no_such_module",
            "The plugin 'my_game' of my-game 1.0 could not be loaded: ModuleNotFoundError: No module named "
            "'no_such_module' (my_module.py, line 1)",
        ),
        ("def broken(:\n    pass", "could not be loaded: SyntaxError: "),
        ("raise ValueError()", "could not be loaded: ValueError: no reason given"),
        ("raise ValueError('two\\nlines')", "could not be loaded: ValueError: two lines"),
        ("raise SystemExit('enough')", "could not be loaded: SystemExit: enough"),
    ],
)
def test_a_plugin_that_cannot_be_imported(install: Install, source: str, sentence: str) -> None:
    install("my-game", "my_game = my_module", source)
    assert sentence in sentence_of("my_game")


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (
            "def rummykit_variant(): raise KeyError('titles')",
            "The plugin 'my_game' of my-game 1.0 failed in rummykit_variant: KeyError: 'titles'",
        ),
        ("def rummykit_variant(): return 'my_game'", "TypeError: 'my_game' is not a Variant"),
        ("def rummykit_mod(): return 'my_mod'", "TypeError: 'my_mod' is not a Mod"),
        ("def rummykit_bots(): return [print]", "is not a BotInfo"),
        ("def rummykit_bots(): return 5", "TypeError: 'int' object is not iterable"),
        (
            "def rummykit_variant(players): return None",
            "The plugin 'my_game' of my-game 1.0 has an unknown argument 'players' in rummykit_variant, "
            "which has none.",
        ),
        (
            "def rummykit_pack(rules, player): return None",
            "has an unknown argument 'player' in rummykit_pack, which has rules, players, mods. Did you mean players?",
        ),
        ("def rummykit_variant(): raise SystemExit(3)", "failed in rummykit_variant: SystemExit: 3"),
        (
            "def rummykit_variant():\n    from rummykit.plugin.info import Variant\n"
            "    return Variant('a', 'A Game', (2, 4), 'x')",
            "titles of the variant a are not a mapping; write {'en': 'A Game'}",
        ),
        (
            "def rummykit_mod():\n    from rummykit.plugin.info import Mod\n    return Mod('a', None)",
            "the summary of a is None, not a line of text",
        ),
        ("def rummykit_variant(): return 1 / 0", "ZeroDivisionError: division by zero (my_module.py, line 3)"),
    ],
)
def test_a_plugin_that_answers_wrongly(install: Install, body: str, sentence: str) -> None:
    install("my-game", "my_game = my_module", f"from rummykit import hookimpl\n@hookimpl\n{body}\n")
    assert sentence in sentence_of("my_game")


def test_a_wrapper_that_wraps_nothing(install: Install) -> None:
    source = "from rummykit import hookimpl\n@hookimpl(wrapper=True)\ndef rummykit_turn(): return None\n"
    install("my-game", "my_game = my_module", source)
    assert "The plugin 'my_game' of my-game 1.0 does not fit the hooks: PluginValidationError: " in sentence_of(
        "my_game"
    )


def test_a_plugin_that_is_a_variant_and_a_mod(install: Install) -> None:
    more = """
    from rummykit.plugin.info import Mod

    @hookimpl
    def rummykit_mod():
        return Mod("my_mod", "A mod.")
    """
    install("my-game", "my_game = my_module", GAME.format(id="my_game") + more)
    assert "brings the variant my_game and the mod my_mod; it can only bring one of them." in sentence_of("my_game")


@pytest.mark.parametrize("needed", ["rummykit>=2,<3", "RummyKit (>=2)", 'rummykit>=99; python_version > "3"'])
def test_a_plugin_for_another_version(install: Install, needed: str) -> None:
    install("my-game", "my_game = my_module", GAME.format(id="my_game"), needs=["numpy", needed])
    sentence = sentence_of("my_game")
    assert sentence.startswith("The plugin 'my_game' of my-game 1.0 needs rummykit ")
    assert sentence.endswith(f", but rummykit {rummykit.__version__} is installed.")
    assert "my_module" not in sys.modules, "it was imported all the same"
    with pytest.raises(PluginError, match=r"The plugin 'my_game' of my-game 1.0 needs rummykit "):
        Plugins.discover().plugin_of("my_game")


@pytest.mark.parametrize(
    "needed", ["rummykit", "rummykit>=0.1,<9", "rummykit>=99; extra == 'dev'", "rummykit-bots>=99", "?!"]
)
def test_a_plugin_for_this_version(install: Install, needed: str) -> None:
    install("my-game", "my_game = my_module", GAME.format(id="my_game"), needs=[needed])
    plugins = Plugins.discover()
    assert plugins.problems == ()
    assert plugins.plugin_of("my_game").distribution == "my-game 1.0"


def test_a_broken_variant_says_why_it_cannot_be_played(install: Install) -> None:
    install("my-game", "my_game = my_module", "import no_such_module")
    with pytest.raises(PluginError, match=r"The plugin 'my_game' of my-game 1.0 could not be loaded"):
        Plugins.discover().plugin_of("my_game")


def test_an_entry_point_of_no_distribution() -> None:
    good, bad = EntryPoint("rummy17", "rummykit_rummy17", "rummykit"), EntryPoint("gone", "gone_module", "rummykit")
    plugins = Plugins.load([good, bad])
    assert plugins.plugin_of("rummy17").version == "unknown"
    assert "The plugin 'gone' of an unknown distribution could not be loaded" in plugins.problems[0].sentence
