"""`rummy export`: a recorded game as text, JSON and a page, for everybody or for one seat."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from cli.command import rummy
from cli.recordings import NAMES, PLUGINS, SEED, recorded
from rummykit.engine.records import Record

FORMATS = ("text", "json", "html")


@pytest.fixture
def over(home: Path) -> Path:
    recorded(home / "over.rummy", "rummy17", preset="five_rounds")
    return home / "over.rummy"


@pytest.fixture
def in_play(home: Path) -> Path:
    recorded(home / "game.rummy", "deutsches_romme", moves=25)
    return home / "game.rummy"


class Page(HTMLParser):
    """What a page is made of: every element with its attributes, its texts, and its data."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.scripts: list[str] = []
        self._within: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._within and self._within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        (self.scripts if "script" in self._within else self.texts).append(data)

    @property
    def data(self) -> Any:
        return json.loads(self.scripts[0])


# -- what is in it -----------------------------------------------------------------------------------------


def test_json_has_every_move_and_the_table_after_it(home: Path, over: Path) -> None:
    exported = json.loads(rummy(home, "export", over, "--format", "json").out)
    match = Record.read(over).start(PLUGINS)
    steps = iter(exported["steps"])
    assert next(steps)["action"] is None, "the first step is the deal"
    for action in Record.read(over).actions(match):
        round, mover = match.round, match.names[match.actor]
        match.apply(action)
        step = next(steps)
        assert (step["mover"], step["action"]) == (mover, str(action))
        assert mover in step["words"]
        table, pack = step["table"], round.rules.pack
        assert [player["hand"] for player in table["players"]] == [pack.text(hand) for hand in round.hands]
        assert [meld["cards"] for meld in table["melds"]] == [str(meld) for meld in round.table.values()]
        assert (table["stock"], table["pile"]) == (len(round.stock), len(round.pile))
        assert table["open_card"] == (round.open_card.text if round.open_card else None)
        if match.round is not round:
            assert step["round_over"]["score"]["totals"] == list(match.scores[-1].totals)
            assert next(steps)["table"]["round"] == match.round.number
    assert next(steps, None) is None
    assert exported["winners"] == [match.names[seat] for seat in match.winners]
    assert exported["rules"]["match"]["rounds"] == 5


def test_text_tells_the_moves_and_the_sheets(home: Path, over: Path) -> None:
    text = rummy(home, "export", over).out
    assert text.startswith("Rummy 17: Anna, Ben and Cem\nThe game is over: all hands are shown.\n")
    assert text.count(" deals.\n") == text.count("Round total") == 5
    replayed = rummy(home, "replay", over).out
    discards = [line for line in replayed.splitlines() if " discards " in line]
    assert discards == [line.split(maxsplit=1)[1] for line in text.splitlines() if " discards " in line]
    assert text.splitlines()[-1] in replayed


def test_a_page_has_a_step_for_everything_worth_telling(home: Path, over: Path) -> None:
    page = Page(rummy(home, "export", over, "--format", "html").out)
    told = rummy(home, "export", over).out
    steps = len(re.findall(r"^ +\d+  ", told, re.MULTILINE)) + 5
    assert len(page.data["tables"]) == steps
    entries = [attributes for tag, attributes in page.elements if tag == "li"]
    assert len(entries) == steps
    assert sum(attributes["class"] == "deal" for attributes in entries) == 5
    assert sum("data-from" in attributes for tag, attributes in page.elements if tag == "article") == 6


def test_a_page_refers_to_nothing_outside(home: Path, over: Path) -> None:
    html = rummy(home, "export", over, "--format", "html").out
    page = Page(html)
    assert not {tag for tag, _ in page.elements} & {"link", "img", "iframe", "object", "embed", "base", "a", "form"}
    assert not [attributes for _, attributes in page.elements if {"src", "href", "srcset"} & set(attributes)]
    assert not re.search(r"https?:|//[a-z]+\.|@import|url\(|fetch\(|XMLHttpRequest|WebSocket", html)
    policy = next(attributes["content"] for _, attributes in page.elements if "http-equiv" in attributes)
    assert policy is not None
    assert "default-src 'none'" in policy


def test_what_a_name_holds_is_never_code(home: Path) -> None:
    names = ("</script><b>Ann", '"><img src=x>', "<!--<script>")
    recorded(home / "game.rummy", "rummy17", names=names, moves=20)
    html = rummy(home, "export", "game.rummy", "--format", "html").out
    page = Page(html)
    assert [seat["name"] for seat in page.data["tables"][0]["seats"]] == list(names)
    assert len(page.scripts) == 2
    assert not {tag for tag, _ in page.elements} & {"b", "img"}
    assert any(f"{names[0]} discards" in text for text in page.texts)
    assert "<!--" not in html


# -- for whom it is ----------------------------------------------------------------------------------------


def test_a_game_in_play_is_told_as_all_see_it(home: Path, in_play: Path) -> None:
    written = rummy(home, "export", in_play, "-o", "game.json")
    assert "Wrote game.json. As everybody at the table sees it" in written.text
    exported = json.loads((home / "game.json").read_text("utf-8"))
    assert (exported["seat"], exported["hands"], exported["over"]) == (None, [], False)
    assert all(player["hand"] is None for step in exported["steps"] for player in step["table"]["players"])
    # The first step tells of the draw for seats, which all have seen.
    assert not any(" drew " in step["words"] for step in exported["steps"][1:])
    assert "seat" not in rummy(home, "export", in_play, "--format", "html").err


def test_a_seat_is_found_by_name_or_number(home: Path, in_play: Path) -> None:
    by_name = rummy(home, "export", in_play, "--format", "json", "--seat", "ben").out
    assert by_name == rummy(home, "export", in_play, "--format", "json", "--seat", "2").out
    exported = json.loads(by_name)
    assert (exported["seat"], exported["hands"]) == ("Ben", ["Ben"])
    for step in exported["steps"]:
        assert [player["name"] for player in step["table"]["players"] if player["hand"] is not None] == ["Ben"]
    assert any("Ben drew " in step["words"] for step in exported["steps"])
    assert not re.search("(Anna|Cem) drew ", by_name)


def test_the_seed_is_told_only_with_all_hands(home: Path, over: Path, in_play: Path) -> None:
    assert json.loads(rummy(home, "export", over, "--format", "json").out)["seed"] == SEED
    for record, seat in ((over, "Anna"), (in_play, "Anna"), (in_play, None)):
        for format in FORMATS:
            options = ("--seat", seat) if seat else ()
            exported = rummy(home, "export", record, "--format", format, *options).out
            # The hash of the record and the state would tell the seed to whoever tries all numbers.
            match = Record.read(record).replay(PLUGINS)
            for secret in (str(SEED), Record.read(record).hash, match.fingerprint(), record.name):
                assert secret not in exported


# -- where it goes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "begins"), [("g.txt", "Rummy 17"), ("g.JSON", "{"), ("g.htm", "<!doctype html>")])
def test_the_name_of_the_file_tells_the_format(home: Path, over: Path, name: str, begins: str) -> None:
    assert rummy(home, "export", over, "-o", name).code == 0
    assert (home / name).read_text("utf-8").startswith(begins)


def test_a_file_is_overwritten_only_by_force(home: Path, in_play: Path) -> None:
    (home / "g.txt").write_text("mine", encoding="utf-8")
    refused = rummy(home, "export", in_play, "-o", "g.txt")
    assert refused.code == 2
    assert "g.txt already exists; overwrite it with --force" in refused.text
    assert (home / "g.txt").read_text("utf-8") == "mine"
    assert rummy(home, "export", in_play, "-o", "g.txt", "--force").code == 0
    assert (home / "g.txt").read_text("utf-8").startswith("Deutsches Rommé")


def test_the_record_itself_is_never_overwritten(home: Path, in_play: Path) -> None:
    before = in_play.read_bytes()
    refused = rummy(home, "export", in_play, "-o", in_play, "--format", "text", "--force")
    assert refused.code == 2
    assert "is the record itself; choose another name." in refused.text
    assert in_play.read_bytes() == before


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--format", "htlm"], "There is no format 'htlm', only text, json or html. Did you mean html?"),
        (["-o", "game.pdf"], "The name game.pdf does not say which format is meant"),
        (["-o", "no/such/folder/g.txt"], "cannot be written: No such file or directory."),
        (["--seat", "Dora"], "Nobody called 'Dora' sits here, only Anna, Ben and Cem."),
        (["--seat", "4"], "Nobody called '4' sits here"),
    ],
)
def test_what_cannot_be_exported_is_one_sentence(home: Path, in_play: Path, options: list[str], why: str) -> None:
    result = rummy(home, "export", in_play, *options)
    assert (result.code, result.out) == (2, "")
    assert why in result.text
    assert not (home / "game.pdf").exists()


def test_names_and_all(home: Path) -> None:
    recorded(home / "game.rummy", "rummy17", names=("You", NAMES[1]), moves=12)
    told = rummy(home, "export", "game.rummy", "--seat", "you").out
    assert "You draw" in told or "You take" in told
    assert "You drew" in told or "You take" in told
    assert "       You: " in told, "the hand that was dealt"
