"""`rummy plugin new`: names, refusals, and packages whose own tests pass."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rummykit import __version__
from rummykit.errors import SetupError
from rummykit.plugin.info import Variant
from rummykit.plugin.plugins import Plugin, Plugins
from rummykit_cli.commands.plugin.new import NewPlugin, compatible, new_package

from .command import PLUGINS, rummy
from .new_plugins import KINDS, PYTEST, Written, written

# -- names ----------------------------------------------------------------------------------------------


def refusal(name: str, *, mod: bool = False, base: str | None = None) -> str:
    """Why a plugin cannot be written."""
    with pytest.raises(SetupError) as caught:
        new_package(NewPlugin(name, base, mod), PLUGINS)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "better"),
    [
        ("my-game", "my_game"),
        ("MyGame", "my_game"),
        ("Römi 500", "romi_500"),
        ("500", "game_500"),
        ("my__game", "my_game"),
        ("_game", "game"),
        ("../game", "game"),
    ],
)
def test_a_name_is_made_of_letters_digits_and_underscores(name: str, better: str) -> None:
    said = refusal(name)
    assert said.startswith(
        f"'{name}' cannot be a plugin's name: a name is lower-case letters, digits and single underscores"
    )
    assert said.endswith(f"Try {better}.")


@pytest.mark.parametrize("name", ["", "___", "ラミー"])
def test_without_a_letter_no_better_name_is_offered(name: str) -> None:
    assert refusal(name).endswith("begins with a letter.")


def test_a_name_is_no_word_of_python() -> None:
    assert refusal("null") == (
        "'null' cannot be a plugin's name: house-rule files do not read it as a name. Try null_game."
    )
    assert refusal("class") == ("'class' cannot be a plugin's name: it is a reserved word of Python. Try class_game.")


def test_a_name_is_not_too_long() -> None:
    said = refusal("a_game_for_a_long_evening")
    assert said == (
        "'a_game_for_a_long_evening' cannot be a plugin's name: it has more than 20 characters. "
        "Try a_game_for_a_long_ev."
    )


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("wiener_rummy", "a variant"),
        ("greedy", "a bot"),
        ("bots", "an installed package"),
        ("cli", "an installed package"),
    ],
)
def test_a_name_is_not_taken(name: str, what: str) -> None:
    assert refusal(name) == f"The name '{name}' is taken: there is {what} of this name."


def test_a_better_name_is_not_taken_either() -> None:
    assert refusal("Wiener-Rummy").endswith("begins with a letter.")


@pytest.mark.parametrize("name", ["match", "deal", "rules", "players", "self"])
def test_a_mod_is_not_called_like_a_section_of_house_rules(name: str) -> None:
    assert refusal(name, mod=True) == f"A mod cannot be called '{name}': house rules have a section of this name."
    assert new_package(NewPlugin(name), PLUGINS)


# -- what else is refused ----------------------------------------------------------------------------------


def test_a_mod_begins_as_no_variant() -> None:
    assert refusal("my_mod", mod=True, base="wiener_rummy") == (
        "A mod can change any variant, so it does not start from one: leave out --from or --mod."
    )


def test_the_variant_to_begin_as_must_be_there(home: Path) -> None:
    result = rummy(home, "plugin", "new", "my_game", "--from", "wiener_romme")
    assert result.code == 2
    assert "There is no variant 'wiener_romme'" in result.text
    assert result.text.endswith("Did you mean wiener_rummy?")
    assert list(home.iterdir()) == []


def test_the_variant_to_begin_as_must_be_a_module() -> None:
    class Odd:
        """A plugin that is no module."""

    info = Variant("odd", {"en": "Odd"}, (2, 2), "Odd.")
    plugins = Plugins((*PLUGINS.loaded, Plugin("odd", "odd 1.0", "1.0", Odd(), variant=info)))
    with pytest.raises(SetupError, match=r"A variant cannot start from 'odd' of odd 1\.0: its options and rule"):
        new_package(NewPlugin("my_game", "odd"), plugins)


def test_a_folder_that_is_there_stays_as_it_is(home: Path) -> None:
    (home / "my_game").mkdir()
    (home / "my_game" / "notes.txt").write_text("mine", "utf-8")
    result = rummy(home, "plugin", "new", "my_game")
    assert result.code == 2
    assert result.text == "Error: my_game already exists; choose another name, or another place with --into."
    assert [file.name for file in (home / "my_game").iterdir()] == ["notes.txt"]


def test_a_place_that_cannot_be_written_is_one_sentence(home: Path) -> None:
    (home / "file").write_text("", "utf-8")
    result = rummy(home, "plugin", "new", "my_game", "--into", "file")
    assert result.code == 2
    assert result.text.startswith("Error: file/my_game cannot be written:")


# -- what is written ------------------------------------------------------------------------------------------


def test_it_says_what_was_written_and_what_to_do_next(home: Path) -> None:
    result = rummy(home, "plugin", "new", "my_game", "--into", "games")
    lines = result.out.splitlines()
    assert lines[0] == "Wrote games/my_game:"
    assert "  rummykit_my_game/presets/to_100.yaml" in lines
    assert lines[-4:] == [
        "Install it, test it, and play:",
        '  pip install -e "./games/my_game[test]"',
        '  pytest "./games/my_game"',
        "  rummy play my_game",
    ]
    assert {line.strip() for line in lines[1:-4]} == set(Written("my_game", home / "games/my_game").files)


def test_a_script_gets_json(home: Path) -> None:
    told = json.loads(rummy(home, "plugin", "new", "my_mod", "--mod", "--json").out)
    assert told["folder"] == "my_mod"
    assert sorted(told["files"]) == sorted(Written("my_mod", home / "my_mod").files)
    assert told["next"][-1] == 'rummy play --rules "./my_mod/ours.yaml"'


@pytest.mark.parametrize("kind", [(None, False), ("rummy17", False), (None, True)])
@pytest.mark.parametrize("name", ["x", "a_game_for_the_night"])
def test_names_of_any_length_leave_tidy_files(name: str, kind: tuple[str | None, bool]) -> None:
    for path, text in new_package(NewPlugin(name, *kind), PLUGINS).items():
        assert "NAME" not in path
        # The template of the booklet is one itself, but nothing in it is left to fill in.
        signs = ("{{", "raw %}") if path.endswith(".jinja") else ("{{", "}}", "{%", "{#")
        assert not any(sign in text for sign in signs)
        assert text == "" or (text.endswith("\n") and not text.endswith("\n\n"))
        assert all(line == line.rstrip() for line in text.splitlines())
        if path.endswith(".py"):
            compile(text, path, "exec")
            assert max(map(len, text.splitlines())) <= 120


@pytest.mark.parametrize("variant", sorted(PLUGINS.by_variant))
def test_every_variant_can_be_begun_from(variant: str) -> None:
    files = new_package(NewPlugin("my_game", variant), PLUGINS)
    assert f'game="rummykit_{variant}.game"' in files["rummykit_my_game/__init__.py"]
    assert f"import {PLUGINS.options_model(variant).__name__}" in files["rummykit_my_game/house_rules.py"].replace(
        "Match, ", ""
    )


def test_the_variant_of_another_distribution_becomes_a_dependency() -> None:
    stranger = PLUGINS.plugin_of("wiener_rummy")
    plugin = Plugin("wiener_rummy", "rummykit-wiener 1.4", "1.4", stranger.module, variant=stranger.variant)
    pyproject = new_package(NewPlugin("my_game", "wiener_rummy"), Plugins((plugin,)))["pyproject.toml"]
    assert f'dependencies = [\n  "{compatible(__version__)}",\n  "rummykit-wiener>=1.4",\n]' in pyproject


# -- the packages work ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=KINDS)
def plugin(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Written:
    name: str = request.param
    return written(tmp_path_factory.mktemp("plugins"), name, *KINDS[name])


# A plugin that is written from one of ours brings the tests of that one with it: they are many.
@pytest.mark.parametrize(
    "plugin", ["my_game", pytest.param("my_wiener", marks=pytest.mark.campaign), "my_mod"], indirect=True
)
def test_its_own_tests_pass(plugin: Written) -> None:
    result = plugin.run(*PYTEST)
    assert result.code == 0, result.out
    assert "skipped" not in result.out
    assert "warning" not in result.out


def test_it_is_listed(plugin: Written) -> None:
    listed = json.loads(plugin.rummy("plugins", "--json").out)
    assert listed["problems"] == []
    (entry,) = (entry for entry in listed["loaded"] if entry["name"] == plugin.name)
    assert plugin.name in (entry["variant"], entry["mod"])


def test_its_house_rules_are_good_and_are_played(plugin: Written) -> None:
    checked = plugin.rummy("rules", "check", "ours.yaml")
    assert (checked.code, checked.err) == (0, "")
    assert "good" in checked.out
    played = plugin.rummy("play", "--rules", "ours.yaml", "--watch", "--seed", "1", "--json")
    assert played.code == 0, played.err
    assert json.loads(played.out)["totals"]


def test_its_booklet_has_its_rules(plugin: Written) -> None:
    booklet = plugin.rummy("rules", "book", "ours.yaml")
    assert booklet.code == 0, booklet.err
    own = {"my_game": "[MYGAME-LAY-01]", "my_wiener": "[WIE-END-02]", "my_mod": "[MYMOD-02]"}
    assert own[plugin.name] in booklet.out


def test_its_presets_are_good(plugin: Written) -> None:
    presets = sorted(file.stem for file in plugin.package.glob("presets/*.yaml"))
    assert presets == {"my_game": ["to_100"], "my_wiener": ["one_round"], "my_mod": []}[plugin.name]
    for preset in presets:
        assert plugin.rummy("rules", "show", f"{plugin.name}:{preset}").code == 0
