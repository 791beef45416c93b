import json
from pathlib import Path

import pytest
from rules_toy import TOYS, Night, Toys, load, problems, refused

from rummykit.parts import MatchOptions
from rummykit.rules import (
    ByPlayers,
    HouseRuleError,
    Place,
    Problem,
    TableRules,
    from_variant,
    load_file,
    load_text,
    preset_description,
)

GOOD = """\
variant: sheet
preset: club
mods: [night, loud]
players: [Anna, Ben]
rules:
  deal:
    hand_size: {2: 6, 3: 4}
    side: left
  claiming:
    claim_limit: null
    claim_values: [3, 4]
  night:
    lamps: 0
match:
  rounds: 3
"""


def rules(text: str) -> str:
    """Return a file with these lines under rules; they start on line 3."""
    return "variant: sheet\nrules:\n" + "".join(f"  {line}\n" for line in text.splitlines())


def write(directory: Path, **files: str) -> Path:
    for name, text in files.items():
        (directory / f"{name}.yaml").write_text(text, encoding="utf-8")
    return directory / f"{next(iter(files))}.yaml"


def file_problems(path: Path) -> tuple[Problem, ...]:
    with pytest.raises(HouseRuleError) as caught:
        load_file(path, TOYS)
    return caught.value.problems


# What a good file gives


def test_a_good_file() -> None:
    table = load(GOOD)
    assert (table.variant, table.preset, table.mods, table.players) == (
        "sheet", "club", ("night", "loud"), ("Anna", "Ben"),
    )  # fmt: skip
    dumped = table.rules.model_dump()
    assert dumped["deal"]["hand_size"] == {2: 6, 3: 4}
    assert dumped["claiming"]["claims"] is True
    assert dumped["claiming"]["claim_limit"] is None
    assert dumped["claiming"]["claim_values"] == (3, 4)
    assert table.mod_rules == {"night": Night(lamps=0)}
    assert table.rules.match == MatchOptions(rounds=3)


def test_origins_say_where_an_option_was_set() -> None:
    origins = {path: str(origin) for path, origin in load(GOOD).origins.items()}
    assert origins == {
        ("claiming", "claims"): "preset 'club'",
        ("claiming", "claim_limit"): "t.yaml:10:5",
        ("claiming", "claim_values"): "t.yaml:11:5",
        ("deal", "hand_size"): "t.yaml:7:5",
        ("deal", "side"): "t.yaml:8:5",
        ("night", "lamps"): "t.yaml:13:5",
        ("match", "rounds"): "t.yaml:15:3",
    }


def test_the_defaults_are_the_model_s() -> None:
    table = load("variant: sheet")
    assert table.rules == TOYS.options_model("sheet")()
    assert table.rules.match.rounds == 4
    assert (table.preset, table.mods, table.players, table.origins) == (None, (), None, {})


def test_keys_with_nothing_below_change_nothing() -> None:
    assert load("variant: sheet\nmods:\nrules:\nmatch:\n") == load("variant: sheet")
    assert load("variant: sheet\nrules:\n  deal:\n") == load("variant: sheet")


def test_from_variant() -> None:
    assert from_variant("sheet", TOYS) == load("variant: sheet")
    table = from_variant("sheet", TOYS, preset="club")
    assert (table.preset, table.rules.match.rounds) == ("club", 2)


@pytest.mark.parametrize(
    ("variant", "preset", "message"),
    [
        ("sheat", None, "unknown variant 'sheat'; expected one of sheet, grumpy, bare; did you mean sheet?"),
        ("sheet", "klub", "unknown preset 'klub'; expected one of club, 101; did you mean club?"),
        ("bare", "klub", "unknown preset 'klub'; expected no preset, there are none"),
    ],
)
def test_from_variant_without_such_a_name(variant: str, preset: str | None, message: str) -> None:
    with pytest.raises(HouseRuleError) as caught:
        from_variant(variant, TOYS, preset=preset)
    assert str(caught.value) == message


# Top-level keys


def test_variant_is_needed() -> None:
    refused("players: 2", "t.yaml:1:1", "the variant is missing")


def test_unknown_variant() -> None:
    refused("variant: shet\nrules: {x: 1}", "t.yaml:1:10", "unknown variant 'shet'", "did you mean sheet?")


@pytest.mark.parametrize("value", ["3", "[sheet]", "~", "true", "''", "{a: b}"])
def test_variant_is_a_name(value: str) -> None:
    refused(f"variant: {value}", "t.yaml:1:10", "variant cannot be", "expected the name of a variant")


def test_preset_that_looks_like_a_number() -> None:
    refused("variant: sheet\npreset: 101", "t.yaml:2:9", "the number 101", "the name of a preset", '"101"')
    assert load("variant: sheet\npreset: '101'").preset == "101"


def test_a_preset_may_say_how_many_usually_play() -> None:
    toys = Toys(duo="players: 2", trio="players: 3\nrules: {deal: {packs: 1}}")
    assert from_variant("sheet", toys, preset="duo").players == 2
    assert load_text("variant: sheet\npreset: trio", toys).players == 3
    assert load_text("variant: sheet\npreset: trio\nplayers: [Ann, Ben]", toys).players == ("Ann", "Ben")
    assert load_text("variant: sheet\npreset: club", toys).players is None


def test_unknown_preset() -> None:
    refused("variant: sheet\npreset: clubb", "t.yaml:2:9", "unknown preset", "did you mean club?")


@pytest.mark.parametrize("text", ["- a\n- b", "just text", "3"])
def test_a_file_is_a_mapping(text: str) -> None:
    refused(text, "t.yaml:1:1", "a file of house rules cannot be")


def test_a_file_that_is_all_tag() -> None:
    refused("!x {variant: sheet}", "t.yaml:1:1", "tags")


def test_unknown_key() -> None:
    refused("variant: sheet\nplayer: 2", "t.yaml:2:1", "unknown key 'player'", "did you mean players?")
    refused("variant: sheet\nqqqqq: 2", "t.yaml:2:1", "unknown key 'qqqqq'", "variant, preset, extends")


def test_unknown_key_without_a_variant() -> None:
    first, second = problems("varant: sheet\nmatch: {rounds: 99}")
    assert str(first) == "t.yaml:1:1: the variant is missing; expected a line such as `variant: …`"
    assert str(second).endswith("did you mean variant?")


def test_section_or_option_at_the_top() -> None:
    refused("variant: sheet\ndeal: {packs: 2}", "t.yaml:2:1", "section 'deal' belongs under rules")
    refused("variant: sheet\npacks: 2", "t.yaml:2:1", "option 'packs' belongs in rules: deal")
    refused("variant: sheet\nrounds: 2", "t.yaml:2:1", "option 'rounds' belongs in match")
    refused("variant: sheet\nhandsize: 2", "t.yaml:2:1", "did you mean hand_size in rules: deal?")


@pytest.mark.parametrize(
    ("value", "place", "words"),
    [
        ("1", "2:1", "cannot be played by 1; expected from 2 to 5 players"),
        ("6", "2:1", "cannot be played by 6"),
        ("-3", "2:1", "cannot be played by -3"),
        ("2-6", "2:1", "cannot be played by 6"),
        ("1-3", "2:1", "cannot be played by 1"),
        ("3-2", "2:10", "players cannot be the text '3-2'"),
        ("[a, b, c, d, e, f]", "2:1", "cannot be played by 6"),
        ("2.0", "2:10", "players cannot be the number 2.0; expected a number of players, a range"),
        ("true", "2:10", "players cannot be true"),
        ("two", "2:10", "players cannot be the text 'two'"),
        ("", "2:9", "players cannot be empty"),
        ("{a: b}", "2:10", "players cannot be a mapping"),
        ("[]", "2:10", "a list of 0"),
        ("[Anna]", "2:10", "a list of 1"),
        ("[Anna, 3]", "2:17", "a player's name cannot be the number 3"),
        ("[Anna, [Ben]]", "2:17", "a player's name cannot be a list"),
        ("[Anna, ' ']", "2:17", "a player cannot be called ' '"),
        (r'[Anna, "\e[31m"]', "2:17", r"a player cannot be called '\x1b[31m'"),
        (f"[Anna, {'x' * 21}]", "2:17", "a player cannot be called 'xxx"),
        ("[Anna, !x Ben]", "2:17", "tags"),
    ],
)
def test_players(value: str, place: str, words: str) -> None:
    refused(f"variant: sheet\nplayers: {value}", f"t.yaml:{place}", words)


def test_fixed_number_of_players() -> None:
    refused("variant: bare\nplayers: 3", "t.yaml:2:1", "bare cannot be played by 3; expected 2 players")
    assert load("variant: bare\nplayers: 2").players == 2


# Sections and options


def test_unknown_section() -> None:
    refused(rules("dael: {packs: 2}"), "t.yaml:3:3", "sheet has no section 'dael'", "did you mean deal?")
    refused(rules("zzz: 3"), "t.yaml:3:3", "expected one of deal, claiming")
    refused(rules("pakcs: 3"), "t.yaml:3:3", "did you mean packs in rules: deal?")
    refused("variant: bare\nrules: {zzz: 1}", "t.yaml:2:9", "expected no sections")


def test_option_directly_under_rules() -> None:
    refused(rules("packs: 2"), "t.yaml:3:3", "option 'packs' belongs in rules: deal")
    refused(rules("rounds: 2"), "t.yaml:3:3", "option 'rounds' belongs in match")


def test_match_under_rules() -> None:
    refused(rules("match: {rounds: 2}"), "t.yaml:3:3", "match belongs at the top of the file")


def test_unknown_option() -> None:
    refused(rules("deal:\n  pakcs: 2"), "t.yaml:4:5", "deal has no option 'pakcs'", "did you mean packs?")
    refused(rules("deal:\n  clams: true"), "t.yaml:4:5", "did you mean claims in rules: claiming?")
    refused("variant: sheet\nmatch:\n  round: 2", "t.yaml:3:3", "match has no option", "did you mean rounds?")


def test_option_in_the_wrong_section() -> None:
    refused(
        rules("deal:\n  claims: true"),
        "t.yaml:4:5",
        "option 'claims' belongs in rules: claiming, not in deal",
    )
    refused(rules("deal:\n  rounds: 3"), "t.yaml:4:5", "belongs in match, not in deal")


@pytest.mark.parametrize("value", ["3", "[a]", "text"])
def test_rules_and_sections_are_mappings(value: str) -> None:
    refused(f"variant: sheet\nrules: {value}", "t.yaml:2:8", "'rules' cannot be", "expected sections")
    refused(rules(f"deal: {value}"), "t.yaml:3:9", "'deal' cannot be", "expected options")
    refused(f"variant: sheet\nmatch: {value}", "t.yaml:2:8", "'match' cannot be", "expected options")


def test_names_of_sections_and_options_are_texts() -> None:
    refused(rules("3: {packs: 2}"), "t.yaml:3:3", "a key cannot be the number 3", "the name of a section")
    refused(rules("deal: {true: 2}"), "t.yaml:3:10", "a key cannot be true", "the name of an option")


@pytest.mark.parametrize(
    ("line", "place", "words"),
    [
        ("deal: {packs: four}", "17", "deal.packs cannot be the text 'four'; expected a whole number"),
        ("deal: {packs: '2'}", "17", "cannot be the text '2'; expected a whole number"),
        ("deal: {packs: 2.0}", "17", "cannot be the number 2.0"),
        ("deal: {packs: true}", "17", "cannot be true"),
        ("deal: {packs: 4}", "17", "cannot be the number 4; expected a whole number from 1 to 3"),
        (f"deal: {{packs: {'9' * 80}}}", "17", "cannot be the number 999"),
        ("deal: {packs: .nan}", "17", "cannot be the number .nan"),
        ("deal: {packs: }", "16", "cannot be empty"),
        ("deal: {packs: [2]}", "17", "cannot be a list"),
        ("deal: {packs: {a: 2}}", "17", "cannot be a mapping"),
        ("deal: {first_seat: lft}", "22", "expected dealer, left or random; did you mean left?"),
        ("deal: {first_seat: 3}", "22", "cannot be the number 3; expected dealer, left or random"),
        ("deal: {side: rihgt}", "16", "expected left or right; did you mean right?"),
        ("deal: {hand_size: 7}", "21", "expected a whole number from 3 to 6, or one for each"),
        ("deal: {hand_size: {2: 7}}", "25", "deal.hand_size[2] cannot be the number 7"),
        ("deal: {hand_size: {two: 5}}", "22", "deal.hand_size cannot have the key the text 'two'"),
        ("deal: {hand_size: {0: 5}}", "22", "deal.hand_size cannot have the key the number 0"),
        ("deal: {hand_size: {}}", "21", "cannot be a mapping"),
        ("claiming: {claims: off}", "22", "write true or false"),
        ("claiming: {claims: Yes}", "22", "expected true or false; did you mean true?"),
        ("claiming: {claims: 'true'}", "22", "write true or false"),
        ("claiming: {claims: maybe}", "22", "cannot be the text 'maybe'; expected true or false"),
        ("claiming: {claims: 1}", "22", "cannot be the number 1; expected true or false"),
        ("claiming: {claim_limit: none}", "27", "expected a whole number from 1 to 9 or null"),
        ("claiming: {claim_values: [1, x]}", "32", "claiming.claim_values[1] cannot be the text 'x'"),
        ("claiming: {claim_values: 3}", "28", "expected a list of a whole number"),
        ("claiming: {claim_word: halleluja}", "26", "claiming.claim_word: a word to call out has at most 8"),
        ("claiming: {claim_word: [3]}", "26", "cannot be a list; expected a text"),
        ("deal: {packs: !x 3}", "17", "tags"),
        ("claiming: {claim_values: [1, !x 3]}", "32", "tags"),
        ("deal: {hand_size: {2: !x 3}}", "25", "tags"),
        ("deal: !x {packs: 3}", "9", "tags"),
    ],
)  # fmt: skip
def test_wrong_values(line: str, place: str, words: str) -> None:
    refused(rules(line), f"t.yaml:3:{place}", words)


def test_broken_top_level_values_are_reported_once() -> None:
    for key in ("variant", "preset", "extends", "mods", "players", "rules", "match"):
        first = "" if key == "variant" else "variant: sheet\n"
        (problem,) = problems(f"{first}{key}: !x y")
        assert "tags" in problem.message


def test_all_problems_at_once_and_in_order() -> None:
    text = rules("deal:\n  packs: 9\n  side: up\n  nope: 1\nclaiming: {claims: on}\nzzz: 1") + "players: 77\nwhat: 1\n"
    found = problems(text)
    assert [(problem.place.line, problem.place.column) for problem in found] == [
        (4, 12), (5, 11), (6, 5), (7, 22), (8, 3), (9, 1), (10, 1),
    ]  # fmt: skip
    assert str(HouseRuleError(found)).count("\n") == 6


def test_a_problem_behind_an_alias_is_reported_where_it_stands() -> None:
    refused(rules("deal: {packs: &n 9}\nclaiming: {claim_limit: *n}"), "t.yaml:3:17", "deal.packs")


def test_problems_as_json() -> None:
    (problem,) = problems("variant: sheet\nplayers: 2\nplayers: 3")
    assert problem.as_json() == {
        "file": "t.yaml", "line": 3, "column": 1, "message": "'players' is already set on line 2",
        "expected": None, "nearest": None, "also": [{"file": "t.yaml", "line": 2, "column": 1}],
    }  # fmt: skip
    assert Place("t.yaml").as_json() == {"file": "t.yaml", "line": None, "column": None}
    json.dumps(problem.as_json())


# Contradictions


def test_contradiction_names_every_place() -> None:
    problem = refused(
        rules("claiming:\n  claim_limit: 3\n  claims: false"), "t.yaml:5:5", "claim_limit needs claims: true"
    )
    assert problem.also == (Place("t.yaml", 4, 5),)


def test_contradiction_with_a_default_names_what_was_set() -> None:
    problem = refused(
        "variant: sheet\nmatch:\n  all_out: split", "t.yaml:3:3", "all_out: split needs match.elimination"
    )
    assert problem.also == ()


def test_contradiction_with_a_preset_is_the_file_s() -> None:
    text = "variant: sheet\npreset: club\nrules:\n  claiming:\n    claims: false\n"
    problem = refused(text, "t.yaml:5:5", "claim_limit needs claims")
    assert problem.also == (Place("preset 'club'", 5, 5),)
    toys = Toys(odd="rules: {claiming: {claims: true}}\nmatch: {elimination: 90, all_out: split}")
    problem = refused("variant: sheet\npreset: odd\nmatch: {rounds: 9}", "t.yaml:3:9", "all_out", toys=toys)
    assert problem.also == (Place("preset 'odd'", 2, 26),)


def test_what_a_file_says_of_a_match_replaces_what_it_inherits() -> None:
    toys = Toys(odd="match: {elimination: 90}")
    match = load("variant: sheet\npreset: odd\nmatch: {rounds: 9}", toys).rules.match
    assert (match.rounds, match.elimination) == (9, None)
    refused(
        "variant: sheet\nmatch:\n  rounds: 9\n  target: 90", "t.yaml:3:3", "match.rounds and match.target contradict"
    )


def test_contradiction_that_no_line_is_to_blame_for() -> None:
    refused(rules("deal: {side: right}"), "t.yaml:1:1", "one pack cannot go right")


def test_contradiction_with_the_players() -> None:
    text = rules("deal: {hand_size: {2: 6, 5: 6}}") + "players: 5\n"
    problem = refused(text, "t.yaml:3:10", "not enough cards")
    assert problem.also == (Place("t.yaml", 4, 1),)


def test_value_missing_for_the_players() -> None:
    text = rules("deal: {hand_size: {2: 6, 3: 6}}") + "players: 4\n"
    problem = refused(text, "t.yaml:3:10", "hand_size has no value for 4 players, only for 2 and 3")
    assert problem.also == (Place("t.yaml", 4, 1),)


def test_a_gap_is_a_mistake_where_nobody_says_that_so_many_never_play() -> None:
    text = rules("deal: {hand_size: {2: 6, 3: 6}}")
    refused(text, "t.yaml:3:10", "hand_size has no value for 4 players, only for 2 and 3", "players: …")
    assert load(text + "players: 2-3\n").player_range == range(2, 4)
    assert load(text + "players: 2-3\n").players is None
    problem = refused(text + "players: 2-4\n", "t.yaml:3:10", "hand_size has no value for 4 players")
    assert problem.also == (Place("t.yaml", 4, 1),)
    assert load_text("variant: sheet\npreset: few\n" + text[15:], Toys(few="players: 2-3")).players is None


def test_checks_of_a_plugin_s_own() -> None:
    refused("variant: grumpy\nrules: {loud: {packs: 3}}", "t.yaml:1:1", "three packs are too loud")
    refused(
        "variant: sheet\nmods: [strict]\nrules: {strict: {needed: 2}}",
        "t.yaml:3:9",
        "strict: two is never enough",
    )


# Mods


def test_unknown_mod() -> None:
    refused("variant: sheet\nmods: [nihgt]", "t.yaml:2:8", "unknown mod 'nihgt'", "did you mean night?")


def test_mod_listed_twice() -> None:
    problem = refused("variant: sheet\nmods: [night, night]", "t.yaml:2:15", "the mod 'night' is listed twice")
    assert problem.also == (Place("t.yaml", 2, 8),)


@pytest.mark.parametrize(("value", "column"), [("night", 7), ("3", 7), ("{a: 1}", 7), ("[3]", 8), ("[[night]]", 8)])
def test_mods_are_a_list_of_names(value: str, column: int) -> None:
    refused(f"variant: sheet\nmods: {value}", f"t.yaml:2:{column}", "mods cannot be", "a list of names")


def test_broken_mod_is_reported_once() -> None:
    refused("variant: sheet\nmods: [!x night]", "t.yaml:2:8", "tags")


def test_section_of_a_mod_that_is_not_listed() -> None:
    refused(rules("night: {lamps: 1}"), "t.yaml:3:3", "'night' is a mod that this table does not use")


def test_section_of_a_mod_without_options() -> None:
    refused("variant: sheet\nmods: [loud]\nrules: {loud: {x: 1}}", "t.yaml:3:9", "the mod 'loud' has no options")


def test_mod_named_like_a_section() -> None:
    refused("variant: grumpy\nmods: [loud]", "t.yaml:2:8", "the mod 'loud' has the name of a section of grumpy")


def test_wrong_value_in_a_mod() -> None:
    text = "variant: sheet\nmods: [night]\nrules: {night: {lamps: 5, lamp: 1}}"
    first, second = problems(text)
    assert "night.lamps cannot be the number 5; expected a whole number from 0 to 4" in str(first)
    assert "night has no option 'lamp'" in str(second)


# Presets


@pytest.mark.parametrize(
    ("preset", "start", "words"),
    [
        ("rules:\n  deal: {packs: 9}", "preset 'odd':2:17", "deal.packs cannot be the number 9"),
        ("rules: [", "preset 'odd':1:9", "never closed"),
        ("", "preset 'odd':1:1", "nothing in this file"),
        ("variant: sheet", "preset 'odd':1:1", "unknown key 'variant'; expected description, players, rules, match"),
        ("rules: {night: {lamps: 1}}", "preset 'odd':1:9", "sheet has no section 'night'"),
        ("description: 3", "preset 'odd':1:14", "a description cannot be the number 3"),
        ("description: {en: 3}", "preset 'odd':1:19", "a description cannot be the number 3"),
        (
            "description: {3: x}",
            "preset 'odd':1:15",
            "a key cannot be the number 3; expected the name of a language",
        ),
        ("description: {en: !x y}", "preset 'odd':1:19", "tags"),
        ("rules: {deal: {packs: 2}, deal: {}}", "preset 'odd':1:27", "already set"),
    ],
)
def test_error_in_a_preset(preset: str, start: str, words: str) -> None:
    refused("variant: sheet\npreset: odd", start, words, toys=Toys(odd=preset))


def test_preset_description() -> None:
    assert preset_description("sheet", "club", TOYS) == {"en": "as the club plays it"}
    assert preset_description("sheet", "101", TOYS) == {"en": "a hundred", "de": "hundert"}
    with pytest.raises(HouseRuleError, match="a description cannot be"):
        preset_description("sheet", "odd", Toys(odd="description: [a]"))


# Files that extend files


def test_later_layers_win(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        child="extends: parent.yaml\nmatch: {rounds: 9}\n",
        parent="extends: root.yaml\nrules: {deal: {packs: 3}}\nplayers: 3\n",
        root="variant: sheet\npreset: club\nmatch: {rounds: 8}\nrules: {deal: {packs: 2, first_seat: dealer}}\n",
    )
    table = load_file(path, TOYS)
    assert (table.variant, table.preset, table.players) == ("sheet", "club", 3)
    dumped = table.rules.model_dump()
    assert (dumped["deal"]["packs"], dumped["deal"]["first_seat"]) == (3, "dealer")
    assert (table.rules.match.rounds, dumped["claiming"]["claims"]) == (9, True)
    assert str(table.origins["deal", "packs"]) == f"{tmp_path / 'parent.yaml'}:2:16"


def test_a_child_cannot_start_from_another_preset_than_its_parent(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        child="extends: parent.yaml\npreset: '101'\n",
        parent="extends: root.yaml\nmatch: {rounds: 7}\n",
        root="variant: sheet\npreset: club\n",
    )
    (problem,) = file_problems(path)
    assert str(problem).startswith(
        f"{path}:2:1: the preset '101' is not 'club' of the extended file; expected the same"
    )
    assert problem.also == (Place(str(tmp_path / "root.yaml"), 2, 1),)


@pytest.mark.parametrize(("child", "parent"), [("club", "club"), ("club", None), (None, "club")])
def test_a_line_of_files_starts_from_one_preset(tmp_path: Path, child: str | None, parent: str | None) -> None:
    def said(preset: str | None) -> str:
        return f"preset: {preset}\n" if preset else ""

    path = write(
        tmp_path,
        child="extends: parent.yaml\n" + said(child),
        parent=f"variant: sheet\n{said(parent)}match: {{rounds: 7}}\n",
    )
    table = load_file(path, TOYS)
    assert (table.preset, table.rules.match.rounds) == ("club", 7)
    assert table.rules.model_dump()["claiming"]["claims"] is True


def test_the_parent_may_leave_the_variant_to_the_child(tmp_path: Path) -> None:
    path = write(tmp_path, child="variant: sheet\nextends: parent.yaml\n", parent="match: {rounds: 7}\n")
    assert load_file(path, TOYS).rules.match.rounds == 7


def test_no_variant_in_any_file(tmp_path: Path) -> None:
    path = write(tmp_path, child="players: 2\nextends: parent.yaml\n", parent="match: {rounds: 7}\n")
    (problem,) = file_problems(path)
    assert str(problem).startswith(f"{path}:1:1: the variant is missing")


def test_another_variant_than_the_parent_s(tmp_path: Path) -> None:
    path = write(tmp_path, child="extends: parent.yaml\nvariant: bare\n", parent="variant: sheet\n")
    (problem,) = file_problems(path)
    assert str(problem).startswith(f"{path}:2:1: the variant 'bare' is not 'sheet'")
    assert problem.also == (Place(str(tmp_path / "parent.yaml"), 1, 1),)


def test_mods_are_inherited_or_replaced(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        child="extends: parent.yaml\nrules: {night: {lamps: 4}}\n",
        parent="variant: sheet\nmods: [night]\nrules: {night: {lamps: 1}}\n",
        other="extends: parent.yaml\nmods: [loud]\n",
        wrong="extends: parent.yaml\nmods: []\nrules: {night: {lamps: 4}}\n",
    )
    assert load_file(path, TOYS).mod_rules == {"night": Night(lamps=4)}
    other = load_file(tmp_path / "other.yaml", TOYS)
    assert (other.mods, other.mod_rules, other.origins) == (("loud",), {}, {})
    (problem,) = file_problems(tmp_path / "wrong.yaml")
    assert "a mod that this table does not use" in problem.message


def test_problems_of_all_files_are_reported(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        child="extends: parent.yaml\nmatch: {rounds: 3}\nx: 1\n",
        parent="variant: sheet\npreset: klub\nmatch: {rounds: 99}\nplayers: 9\ny: {a: 1, a: 2}\n",
    )
    found = file_problems(path)
    assert [(Path(problem.place.file).stem, problem.place.line) for problem in found] == [
        ("child", 3), ("parent", 2), ("parent", 3), ("parent", 4), ("parent", 5), ("parent", 5),
    ]  # fmt: skip


def test_missing_parent_is_reported_with_the_chain(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        child="variant: sheet\nextends: sub/../parent.yaml\nmatch: 3\n",
        parent="extends: gone.yaml\nwhat: 3",
    )
    found = file_problems(path)
    assert [(Path(problem.place.file).stem, problem.place.line) for problem in found] == [
        ("child", 3), ("parent", 1), ("parent", 2),
    ]  # fmt: skip
    parent = tmp_path / "parent.yaml"
    assert str(found[1]) == f"{parent}:1:1: cannot extend 'gone.yaml': no such file ({path} → {parent} → gone.yaml)"


def test_bad_parents(tmp_path: Path) -> None:
    write(tmp_path, broken="rules: [", itself="variant: sheet\nextends: itself.yaml\n")
    for name, words in {
        ".": "this is a directory",
        '"a\\0b"': "embedded null",
        "x" * 5000: "cannot be read",
    }.items():
        (problem,) = file_problems(write(tmp_path, child=f"variant: sheet\nextends: {name}\n"))
        assert (problem.place.line, problem.place.column) == (2, 1)
        assert words in problem.message
    (problem,) = file_problems(write(tmp_path, child="variant: sheet\nextends: broken.yaml\n"))
    assert str(problem).startswith(f"{tmp_path / 'broken.yaml'}:1:9: this bracket is never closed")
    (problem,) = file_problems(write(tmp_path, child="variant: sheet\nextends: 3\n"))
    assert "the path of another file" in str(problem)


@pytest.mark.parametrize(
    "content",
    [
        b"root:x:0:0:root:/root:/bin/bash\n",
        b"password: hunter2\n",
        b"[hunter2]\nkey = 'hunter2\n",
        b"hunter2: [\n",
        b"- hunter2\n",
        b"\xff\xfeh\0u\0n\0t\0e\0r\0002\0",
        b"\x7fELF\0\0hunter2",
        b"hunter2 \xfc\n",
        b"",
    ],
)
def test_nothing_of_a_file_that_holds_no_rules_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "other").write_bytes(content)
    (problem,) = file_problems(write(tmp_path, child="variant: sheet\nextends: other\n"))
    assert str(problem.place).endswith("child.yaml:2:1")
    assert problem.message.startswith("cannot extend 'other': this ")
    assert not any(word in str(problem) for word in ("hunter2", "bin/bash", "h\\x00"))


def test_files_too_large_together(tmp_path: Path) -> None:
    large = "variant: sheet\n#" + "x" * 600_000 + "\n"
    (problem,) = file_problems(write(tmp_path, child=f"{large}extends: parent.yaml\n", parent=large))
    assert "these files are larger than 1 MiB together" in problem.message


def test_files_in_a_circle(tmp_path: Path) -> None:
    path = write(tmp_path, a="variant: sheet\nextends: b.yaml\n", b="extends: c.yaml\n", c="# c\nextends: ./a.yaml\n")
    (problem,) = file_problems(path)
    assert str(problem).startswith(f"{tmp_path / 'c.yaml'}:2:1: cannot extend './a.yaml'")
    assert "in a circle" in problem.message
    assert f"a.yaml → {tmp_path / 'b.yaml'} → {tmp_path / 'c.yaml'} → ./a.yaml" in problem.message


def test_a_file_cannot_extend_itself_by_another_name(tmp_path: Path) -> None:
    (tmp_path / "link.yaml").symlink_to("a.yaml")
    (problem,) = file_problems(write(tmp_path, a="variant: sheet\nextends: link.yaml\n"))
    assert "in a circle" in problem.message


def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").symlink_to("y.yaml")
    (tmp_path / "y.yaml").symlink_to("x.yaml")
    (problem,) = file_problems(write(tmp_path, a="variant: sheet\nextends: x.yaml\n"))
    assert "cannot be read" in problem.message


def test_too_many_files_in_a_row(tmp_path: Path) -> None:
    files = {f"f{i}": f"extends: f{i + 1}.yaml\n" for i in range(30)}
    (problem,) = file_problems(write(tmp_path, **files, f30="variant: sheet\n"))
    assert "more than 20 files in a row" in problem.message


def test_extends_from_a_text(tmp_path: Path) -> None:
    path = write(tmp_path, parent="variant: sheet\nmatch: {rounds: 7}\n")
    assert load_text("extends: parent.yaml", TOYS, base=tmp_path).rules.match.rounds == 7
    assert load_text(f"extends: {path}", TOYS).rules.match.rounds == 7
    refused("variant: sheet\nextends: parent.yaml", "t.yaml:2:1", "has no directory to start from")


def test_table_rules_are_plain_values() -> None:
    table = load(GOOD)
    assert isinstance(table, TableRules)
    assert isinstance(table.rules.model_copy().model_dump()["deal"]["hand_size"], dict)
    assert isinstance(vars(vars(table.rules)["deal"])["hand_size"], ByPlayers)
