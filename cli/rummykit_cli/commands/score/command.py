"""`rummy score`: set a sheet up or go on with one, talk over it, print it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from rummykit.engine.books import Books
from rummykit.engine.ruleset import Ruleset
from rummykit.errors import RecordError, SetupError
from rummykit.i18n import mark, reason_of, say
from rummykit.parts import MatchOptions
from rummykit.plugin.plugins import Plugins
from rummykit.rules import TableRules, from_json
from rummykit.rules.document import LONGEST_NAME
from rummykit_cli import INTERRUPTED
from rummykit_cli.commands.salvage import carry_over, offer
from rummykit_cli.commands.score.dialogue import RESERVED, Dialogue
from rummykit_cli.commands.score.storage import Sheet, StoredSheet, find_sheet, sheets, sole_keeper
from rummykit_cli.commands.targets import read_file_or_target
from rummykit_cli.lines import print_document, print_json
from rummykit_cli.plugged import installed
from rummykit_cli.prompt import Leave, Prompt, left
from rummykit_cli.render.console import HarmlessConsole
from rummykit_cli.render.plain import Screen
from rummykit_cli.render.sheet import books_json, match_csv, tell_length
from rummykit_session.storage.store import short_name


@dataclass(frozen=True)
class ScoreRequest:
    """What the command line asked for."""

    target: str | None
    rules: Path | None
    players: str | None
    resume: bool
    as_json: bool
    as_csv: bool
    rounds: int | None = None
    target_score: int | None = None
    into: Path | None = None

    @property
    def match_options(self) -> dict[str, object]:
        """The options of the match that the command line sets."""
        if self.rounds is not None:
            return {"rounds": self.rounds}
        if self.target_score is not None:
            return {"target": self.target_score}
        return {}

    @property
    def for_a_script(self) -> bool:
        """Whether the sheet itself is to be printed, and nothing else where a script reads."""
        return self.as_json or self.as_csv


def run_score(request: ScoreRequest) -> int:
    """Keep a score sheet until the match is over or everybody leaves; return the exit code."""
    if request.as_json and request.as_csv:
        raise SetupError(say("Choose either --json or --csv."))
    if request.into is not None and not request.resume:
        raise SetupError(say("--into goes with --resume."))
    if request.rounds is not None and request.target_score is not None:
        raise SetupError(say("Choose either --rounds or --target."))
    plugins = installed()
    if request.resume and request.for_a_script:
        sheet = StoredSheet.read(_find(request, plugins), plugins)
        _print(sheet.kept().books, sheet.path, request)
        return 0
    # Where the sheet itself is printed, the talk must stand elsewhere.
    screen = Screen(HarmlessConsole(stderr=request.for_a_script))
    prompt = Prompt(err=request.for_a_script)
    try:
        dialogue = _opened(request, plugins, screen, prompt)
    except (Leave, KeyboardInterrupt) as stop:
        screen.line()
        screen.line(say("You left before the first round; nothing is saved."))
        return INTERRUPTED if isinstance(stop, KeyboardInterrupt) else 0
    code = _hold(dialogue, screen)
    if request.for_a_script:
        _print(dialogue.books, dialogue.sheet.path, request)
    return code


def _hold(dialogue: Dialogue, screen: Screen) -> int:
    try:
        dialogue.hold()
    except (Leave, KeyboardInterrupt) as stop:
        code = left(stop, say("You left the table."), err=screen.console.stderr)
        screen.line(say("Every answer so far is saved."))
        screen.unbroken(say("Go on with: {command}", command=_going_on(dialogue)))
        return code
    except RecordError as error:
        if not dialogue.sheet.path.is_file():
            raise
        message = mark("All answers before it are saved. Go on with: {command}")
        raise RecordError(f"{error}\n{say(message, command=_going_on(dialogue))}") from error
    finally:
        dialogue.sheet.close()
    screen.unbroken(say("The sheet is kept in {path}.", path=dialogue.sheet.path))
    return 0


def _going_on(dialogue: Dialogue) -> str:
    """Return the command that goes on with the sheet."""
    return f'rummy score --resume "{short_name(dialogue.sheet.path)}"'


# -- setting up ----------------------------------------------------------------------------------------------


def _find(request: ScoreRequest, plugins: Plugins) -> Path:
    if request.rules is not None or request.players is not None or request.match_options:
        raise SetupError(say("A resumed sheet goes on as it was set up; use --resume without other options."))
    return find_sheet(request.target, plugins)


def _opened(request: ScoreRequest, plugins: Plugins, screen: Screen, prompt: Prompt) -> Dialogue:
    if not request.resume:
        return _started(request, plugins, screen, prompt)
    path, kind = _find(request, plugins), sheets(plugins)
    if request.into is not None:
        carry_over(path, request.into, kind)
        path = request.into
    if not path.is_file():
        raise RecordError(say("there is no such file."), path=path)
    lock = sole_keeper(path)
    try:
        sheet = StoredSheet.read(path, plugins)  # now that nobody else writes to it
    except RecordError as error:
        lock.release()
        return _opened(replace(request, target=str(path), into=offer(path, error, kind)), plugins, screen, prompt)
    screen.unbroken(say("Going on with {path}.", path=sheet.path))
    if sheet.torn:
        screen.line(say("Its last line was only half written and is left out; that answer was never accepted."))
    return Dialogue(Sheet(sheet, lock), screen, prompt)


def _started(request: ScoreRequest, plugins: Plugins, screen: Screen, prompt: Prompt) -> Dialogue:
    if request.rules is None and request.target is None:
        raise SetupError(say("Name a game, for example: {command}", command="rummy score rummy17"))
    table_rules = read_file_or_target(request.rules, request.target, None, plugins)
    if request.match_options:
        table_rules = _with_match(table_rules, request.match_options, plugins)
    rules, names = _table(request, table_rules, plugins, screen, prompt)
    if request.match_options:
        check_length(rules)
    screen.line(say("The score sheet for {game}. 'help' lists what you can say.", game=rules.title))
    if length := tell_length(rules.match, rules.players):
        screen.line(length)
    try:
        sheet = Sheet.create(rules, names)
    except OSError as error:
        raise SetupError(say("The sheet cannot be written: {reason}.", reason=reason_of(error))) from error
    return Dialogue(sheet, screen, prompt)


def _with_match(table_rules: TableRules, options: Mapping[str, object], plugins: Plugins) -> TableRules:
    """Return the rules with other options of the match, checked just as those of a file are."""
    data = table_rules.to_json()
    match = data["match"]
    assert isinstance(match, dict)
    usual = dict.fromkeys(MatchOptions.one_of, "off")
    return from_json({**data, "match": {**match, **usual, **options}}, plugins, name="")


def check_length(rules: Ruleset) -> None:
    """Raise `SetupError` for a game that does not leave the length of its match to the options."""
    match = getattr(rules.table_rules.rules, "match", None)
    if not isinstance(match, MatchOptions) or not rules.match.by_options or rules.match.options != match:
        message = mark("{game} itself decides how long a match is; leave out --rounds and --target.")
        raise SetupError(say(message, game=rules.title))


def _table(
    request: ScoreRequest, table_rules: TableRules, plugins: Plugins, screen: Screen, prompt: Prompt
) -> tuple[Ruleset, tuple[str, ...]]:
    """Return the game and who plays it: as the command or the house rules say, or else as people answer."""
    named = table_rules.names if request.players is None else read_names(request.players)
    if named is not None:
        names = checked_names(named)
        return plugins.assemble(table_rules, len(names)), names
    while True:
        try:
            names = read_names(prompt.read(say("Who is playing? (names, with commas, clockwise as you sit)") + ": "))
            return plugins.assemble(table_rules, len(names)), names
        except SetupError as error:
            screen.line(str(error), style="yellow")


def read_names(text: str) -> tuple[str, ...]:
    """Read the names of the players; raise `SetupError` for one that cannot be used.

    >>> read_names("Anna, Ben,Carla")
    ('Anna', 'Ben', 'Carla')
    """
    return checked_names(tuple(name.strip() for name in text.split(",")))


def checked_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names; raise `SetupError` if answers could not tell them apart from each other or from commands."""
    if names == ("",):
        raise SetupError(say("Type a name."))
    for at, name in enumerate(names):
        if not name:
            raise SetupError(say("Between two commas a name is missing."))
        if len(name) > LONGEST_NAME or not name.isprintable() or "," in name:
            message = mark("'{name}' cannot be a name: a name has 1 to {number} printable characters and no comma.")
            raise SetupError(say(message, number=LONGEST_NAME, name=name))
        if name.isdecimal():
            raise SetupError(say("'{name}' is a number; name everybody who plays: Anna,Ben,Carla.", name=name))
        if name.casefold() in RESERVED:
            raise SetupError(say("Nobody can be called '{name}' here: that word has a meaning of its own.", name=name))
        if name.casefold() in map(str.casefold, names[:at]):
            raise SetupError(say("Two people cannot both be called '{name}'.", name=name))
    return names


def _print(books: Books, path: Path, request: ScoreRequest) -> None:
    """Print the sheet for a script."""
    if request.as_csv:
        print_document(match_csv(books))
        return
    dealer = None if books.is_over else books.names[books.dealer]
    data = {"variant": books.rules.variant, **books_json(books), "dealer": dealer, "file": str(path)}
    print_json(data)
