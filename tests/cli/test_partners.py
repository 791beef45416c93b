"""Players who play together, at the command line: sheets by side, melds of both, one win."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from cli.command import Result, rummy

MOD = """\
from dataclasses import replace

from rummykit import hookimpl
from rummykit.engine.deal import opposite
from rummykit.plugin.info import Mod


@hookimpl
def rummykit_mod():
    return Mod("partners", "Partners play together.", rules={"PAR-01": "Partners play together."})


@hookimpl(wrapper=True)
def rummykit_deal(players):
    deal = yield
    return replace(deal, sides=opposite(players)) if players == 4 else deal
"""
RULES = "variant: deutsches_romme\nmods: [partners]\nmatch: {rounds: 2}\n"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the record of a match of partners, and its log."""
    folder = tmp_path_factory.mktemp("partners")
    (folder / "partners.py").write_text(MOD, "utf-8")
    (folder / "party.yaml").write_text(RULES, "utf-8")
    watched = with_mod(folder, "play", "--rules", "party.yaml", "--watch", "--players", "random,random,random,random")
    (folder / "log.txt").write_text(watched.out, "utf-8")
    return folder


def with_mod(folder: Path, *arguments: object, typed: str = "") -> Result:
    result = rummy(folder, "--plugin", "partners.py", *arguments, typed=typed)
    assert result.code == 0, result.text
    return result


def sides(folder: Path) -> list[list[str]]:
    found: list[list[str]] = json.loads(with_mod(folder, "replay", "last", "--json").out)["sides"]
    return found


def test_the_sheet_has_a_column_for_each_side_and_one_side_wins(played: Path) -> None:
    log, together = (played / "log.txt").read_text("utf-8"), [" & ".join(side) for side in sides(played)]
    assert [len(name.split(" & ")) for name in together] == [2, 2]
    assert all(name in log for name in together)
    (won,) = [line for line in log.splitlines() if "win together with" in line]
    assert won.split(" win together")[0].replace(" and ", " & ") in together


def test_scripts_get_the_sides_and_one_total_for_each(played: Path) -> None:
    told = json.loads(with_mod(played, "replay", "last", "--json").out)
    assert told["winners"] in told["sides"]
    assert told["totals"][:2] == told["totals"][2:]
    rows = list(csv.DictReader(io.StringIO(with_mod(played, "sheet", "last", "--csv").out)))
    assert {row["player"] for row in rows} == {" & ".join(side) for side in told["sides"]}
    assert [row["round"] for row in rows] == ["1", "1", "2", "2"]


def test_exports_show_partners_and_melds_of_sides(played: Path) -> None:
    told = json.loads(with_mod(played, "export", "last", "--format", "json").out)
    assert told["winners"] in told["sides"]
    page = with_mod(played, "export", "last", "--format", "html").out
    shown = [" & ".join(side) for side in told["sides"]]
    assert any(f'"{name}"' in page or f'"{name.replace("&", chr(92) + "u0026")}"' in page for name in shown)
    partner = {one: other for side in told["sides"] for one, other in (side, side[::-1])}
    text = with_mod(played, "export", "last", "--format", "text").out
    assert all(f"with {name}" in page for name in partner)
    assert all(name in text for name in shown)


def test_the_list_of_games_tells_of_the_side_that_won(played: Path) -> None:
    assert "won together." in with_mod(played, "games").text


def test_a_score_sheet_for_real_cards_adds_up_what_partners_have(played: Path) -> None:
    typed = "".join(f"{line}\n" for line in ("Dora", "Anna", "no", "10", "20", "30", "Ben", "no", "5", "6", "7"))
    kept = with_mod(played, "score", "--rules", "party.yaml", "--players", "Anna,Ben,Carla,Dora", typed=typed)
    assert "Anna & Carla" in kept.out
    assert "Ben & Dora" in kept.out
    assert "Anna and Carla win together with 31." in kept.text
