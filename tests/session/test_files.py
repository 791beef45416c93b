"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rummykit_session.storage.files import GrowingFile, write_file


def test_what_is_there_already_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("a", "link"):
        with pytest.raises(FileExistsError):
            write_file(tmp_path / name, b"new")
    assert (tmp_path / "a").read_bytes() == b"old"
    assert not (tmp_path / "nowhere").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "link"]


def test_it_replaces_where_that_is_asked_for_even_behind_a_link(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    write_file(tmp_path / "link", b"new", over=True)
    assert (tmp_path / "a").read_bytes() == b"new"
    assert (tmp_path / "link").is_symlink()


def test_what_a_killed_program_has_left_beside_a_file_goes_with_the_next_one(tmp_path: Path) -> None:
    names = [".a.0123456789ab.new", ".b.0123456789ab.new", ".a.notes.new", ".a.ba9876543210.new"]
    for name in names:
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (0, 0))
    os.utime(tmp_path / names[-1])  # somebody may be writing it just now
    write_file(tmp_path / "a", b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*names[1:], "a"])


def test_only_regular_files_are_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "folder"):
        with pytest.raises(OSError, match="it is not a regular file"):
            write_file(tmp_path / name, b"new", over=True)
    assert (tmp_path / "pipe").is_fifo()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "pipe"]


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "a").write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    for name, over in (("a", True), ("b", False)):
        with pytest.raises(OSError, match="No space"):
            write_file(tmp_path / name, b"new", over=over)
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"old")]


def test_file_systems_without_links_are_served_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unsupported(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", unsupported)
    write_file(tmp_path / "a", b"new")
    with pytest.raises(FileExistsError):
        write_file(tmp_path / "a", b"newer")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"new")]


# -- files that grow -----------------------------------------------------------------------------------------


@pytest.fixture
def growing(tmp_path: Path) -> Iterator[GrowingFile]:
    (tmp_path / "a.txt").write_bytes(b"one\ntwo\nhalf a li")
    file = GrowingFile(tmp_path / "a.txt", 8)
    yield file
    file.close()


def test_a_file_grows_and_goes_back_by_lines(growing: GrowingFile) -> None:
    growing.append(b"three\n")
    assert growing.path.read_bytes() == b"one\ntwo\nthree\n"
    growing.go_back(4)
    growing.append(b"new\n")
    assert (growing.path.read_bytes(), growing.size) == (b"one\nnew\n", 8)


def test_a_last_line_without_its_end_gets_one(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"one\ntwo")
    GrowingFile(tmp_path / "a", 7).close()
    assert (tmp_path / "a").read_bytes() == b"one\ntwo\n"


def test_a_line_that_finds_no_room_is_not_there_at_all(growing: GrowingFile) -> None:
    resource = pytest.importorskip("resource", reason="limits are a thing of POSIX systems")
    limits, heard = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            growing.append(b"a line for which there is no room\n")
        assert growing.path.read_bytes() == b"one\ntwo\n"
        growing.append(b"short\n")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, heard)
    assert growing.path.read_bytes() == b"one\ntwo\nshort\n"


def removed(path: Path) -> None:
    path.unlink()


def folder_removed(path: Path) -> None:
    path.unlink()
    path.parent.rmdir()


def replaced(path: Path) -> None:
    path.with_name("other").write_bytes(b"one\ntwo\n")
    path.with_name("other").replace(path)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def written_to(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"by others\n")


@pytest.mark.parametrize(
    ("happened", "kept_in"),
    [
        (removed, "a.txt"),
        (folder_removed, "a.txt"),
        (replaced, "a-2.txt"),
        (emptied, "a-2.txt"),
        (written_to, "a-2.txt"),
    ],
)
@pytest.mark.parametrize("does", [lambda file: file.append(b"three\n"), lambda file: file.go_back(4)])
def test_nothing_is_lost_when_others_touch_the_file(
    growing: GrowingFile, happened: Callable[[Path], None], kept_in: str, does: Callable[[GrowingFile], None]
) -> None:
    happened(growing.path)
    theirs = growing.path.read_bytes() if growing.path.exists() else b"one\ntwo\n"
    before = growing.path
    with pytest.raises(OSError, match="something else has removed or changed the file"):
        does(growing)
    assert growing.path.name == kept_in
    assert growing.path.read_bytes() == b"one\ntwo\n"
    assert before.read_bytes() == theirs, "what others have written stays"
