"""House-rule files in a real editor: what its YAML language server makes of our schema.

The server is yaml-language-server from npm; the variable RUMMYKIT_YAML_LS holds the path of its program.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from house_rule_files import uncommented

pytestmark = pytest.mark.npm

SERVER = "RUMMYKIT_YAML_LS"
PATIENCE = 60
"""Seconds to wait for an answer on a slow machine."""


class Editor:
    """Speaks the language server protocol over the server's standard input and output."""

    def __init__(self, server: str, folder: Path) -> None:
        self._server = subprocess.Popen([server, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        self._came: queue.Queue[dict[str, Any]] = queue.Queue()
        self._asked = 0
        self._version = 0
        threading.Thread(target=self._listen, daemon=True).start()
        about = {"textDocument": {"hover": {"contentFormat": ["markdown"]}, "completion": {}}}
        self.ask("initialize", {"processId": os.getpid(), "rootUri": folder.as_uri(), "capabilities": about})
        self._tell("initialized", {})
        # All it needs lies in the folder: it must not look for schemas on the network.
        yaml = {"validate": True, "hover": True, "completion": True, "schemaStore": {"enable": False}}
        self._tell("workspace/didChangeConfiguration", {"settings": {"yaml": yaml}})

    def open(self, file: Path, text: str) -> list[dict[str, Any]]:
        """Show a text to the server as if it were in the file; return what it underlines."""
        self._version += 1
        about = {"uri": file.as_uri(), "version": self._version, "languageId": "yaml", "text": text}
        self._tell("textDocument/didOpen", {"textDocument": about})
        found = self._wait(
            lambda came: (
                came.get("method") == "textDocument/publishDiagnostics" and came["params"]["uri"] == file.as_uri()
            )
        )
        return list(found["params"]["diagnostics"])

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        """Send a request and return the answer."""
        self._asked += 1
        self._send({"id": self._asked, "method": method, "params": params})
        return self._wait(lambda came: came.get("id") == self._asked and "method" not in came)["result"]

    def at(self, what: str, file: Path, line: int, column: int) -> Any:
        """Ask for the completion or hover at a position, counted from 0."""
        where = {"textDocument": {"uri": file.as_uri()}, "position": {"line": line, "character": column}}
        return self.ask(f"textDocument/{what}", where)

    def close(self) -> None:
        self._server.kill()
        self._server.wait()

    def _wait(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            came = self._came.get(timeout=PATIENCE)
            if wanted(came):
                return came
            if "method" in came and "id" in came:
                # The server asks for settings of ours; it has been told all of them.
                asked = came["params"].get("items", []) if isinstance(came.get("params"), dict) else []
                self._send({"id": came["id"], "result": [None for _ in asked]})

    def _tell(self, method: str, params: dict[str, Any]) -> None:
        self._send({"method": method, "params": params})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._server.stdin is not None
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._server.stdin.flush()

    def _listen(self) -> None:
        output = self._server.stdout
        assert output is not None
        while line := output.readline():
            length = 0
            while line.strip():
                name, _, value = line.decode("ascii").partition(":")
                length = int(value) if name.lower() == "content-length" else length
                line = output.readline()
            self._came.put(json.loads(output.read(length)))


def rummy(*arguments: str) -> str:
    done = subprocess.run([sys.executable, "-m", "rummykit_cli", *arguments], capture_output=True, check=True)
    return done.stdout.decode("utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the schema, as a player sets it up."""
    folder = tmp_path_factory.mktemp("table")
    (folder / "rummykit.schema.json").write_text(rummy("rules", "schema"), "utf-8")
    return folder


@pytest.fixture(scope="module")
def editor(folder: Path) -> Iterator[Editor]:
    server = os.environ.get(SERVER)
    if not server:
        pytest.fail(f"These tests need yaml-language-server from npm; say in {SERVER} where its program is.")
    editor = Editor(server, folder)
    yield editor
    editor.close()


@pytest.fixture(scope="module")
def new() -> list[str]:
    """The lines of a new file, with a title and all its options set."""
    text = uncommented(rummy("rules", "new", "deutsches_romme", "--preset", "club", "--all"))
    return text.replace("# title:", "title:").splitlines()


def line_of(lines: list[str], start: str) -> int:
    return next(number for number, line in enumerate(lines) if line.strip().startswith(start))


def show(editor: Editor, folder: Path, name: str, lines: list[str]) -> tuple[Path, list[dict[str, Any]]]:
    file = folder / name
    return file, editor.open(file, "\n".join(lines) + "\n")


def test_nothing_is_underlined_in_a_new_file(editor: Editor, folder: Path, new: list[str]) -> None:
    assert show(editor, folder, "good.yaml", new)[1] == []


def test_a_typo_is_underlined(editor: Editor, folder: Path, new: list[str]) -> None:
    at = line_of(new, "min_with_joker:")
    lines = [*new[:at], new[at].replace("min_with_joker", "min_with_jokre"), *new[at + 1 :]]
    (found,) = show(editor, folder, "typo.yaml", lines)[1]
    start, end = found["range"]["start"], found["range"]["end"]
    assert lines[at][start["character"] : end["character"]] == "min_with_jokre"
    assert start["line"] == end["line"] == at
    assert "min_with_jokre" in found["message"]


def test_a_value_out_of_range_is_underlined(editor: Editor, folder: Path, new: list[str]) -> None:
    at = line_of(new, "min_with_joker:")
    lines = [*new[:at], "    min_with_joker: 400", *new[at + 1 :]]
    (found,) = show(editor, folder, "range.yaml", lines)[1]
    assert found["range"]["start"]["line"] == at
    assert "120" in found["message"]


def test_completion_offers_the_options_of_a_section(editor: Editor, folder: Path, new: list[str]) -> None:
    header = new[: line_of(new, "rules:")]
    lines = [*header, "rules:", "  first_meld:", "    "]
    file, _ = show(editor, folder, "completion.yaml", lines)
    offered = editor.at("completion", file, len(lines) - 1, 4)
    names = {item["label"] for item in offered["items"]}
    assert {"from_lap", "min", "max_jokers"} <= names
    assert "penalty" not in names


def test_completion_offers_the_values_of_a_choice(editor: Editor, folder: Path, new: list[str]) -> None:
    lines = [*new[: line_of(new, "rules:")], "rules:", "  lay_offs:", "    on: "]
    file, _ = show(editor, folder, "choice.yaml", lines)
    offered = editor.at("completion", file, len(lines) - 1, len(lines[-1]))
    assert {"none", "own", "any"} <= {item["label"] for item in offered["items"]}


def test_hover_shows_the_meaning(editor: Editor, folder: Path, new: list[str]) -> None:
    file, _ = show(editor, folder, "hover.yaml", new)
    shown = editor.at("hover", file, line_of(new, "min_with_joker:"), 8)
    text = shown["contents"]["value"].replace("\\", "")  # markdown's escapes
    assert "points it must reach where a joker is in it (a whole number from 0 to 120 or same)" in text
