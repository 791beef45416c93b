"""The golden playthroughs of all variants, played and replayed (see ``playthroughs.py``)."""

from __future__ import annotations

from pathlib import Path

from rummykit.engine.notation import read_action
from rummykit.engine.records import Record, SeatInfo
from rummykit.refusals import Refusal
from rummykit_session.storage.recording import RecordWriter

from .helpers import PLUGINS
from .playthroughs import Playthrough, folder_of, play, report


def test_playthrough(our_game: tuple[str, str | None]) -> None:
    game = Playthrough(*our_game)
    match = game.start()
    found: list[str] = []
    for name, text in game.moves:
        round, played = match.round, len(match.scores)
        play(match, name, text)
        if len(match.scores) > played:
            found += report(round, match.scores[-1])
    assert match.is_over
    found.append(f"= total: {' '.join(map(str, match.totals))}")
    assert found == game.expected


def test_playthrough_as_a_record(our_game: tuple[str, str | None], tmp_path: Path) -> None:
    game = Playthrough(*our_game)
    match = game.start()
    writer = RecordWriter.create(tmp_path / "game.rummy", match, [SeatInfo(name) for name in game.names])
    for _, text in game.moves:
        action = read_action(text, match.round)
        assert not isinstance(action, Refusal)
        writer.play(match, action)
    writer.close()
    again = Record.read(tmp_path / "game.rummy").replay(PLUGINS)
    assert again.fingerprint() == match.fingerprint()
    assert again.totals == match.totals


def test_every_game_has_its_playthrough(our_variant: str) -> None:
    games = {"default", *PLUGINS.presets(our_variant)}
    assert {file.stem for file in folder_of(our_variant).glob("*.txt")} == games
