"""Which hooks are called while a game is set up, who is asked, and what comes back; for authors of plugins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rummykit.plugin.discovery import Plugin, manager_of, one_line

if TYPE_CHECKING:
    from pluggy import HookImpl, Result


@dataclass(frozen=True)
class Asked:
    """A plugin whose implementation of a hook takes part in a call, and whether it wraps those after it."""

    plugin: str
    wraps: bool


@dataclass(frozen=True)
class HookCall:
    """A call of a hook: what it was given, whom it asked, the first first, and what came back or went wrong.

    Of those that do not wrap, the first with an answer is the last to be asked.
    """

    hook: str
    given: Mapping[str, object]
    asked: tuple[Asked, ...]
    answer: object
    error: str | None = None

    @property
    def arguments(self) -> Mapping[str, str]:
        """What it was given, each in a word: a number as it is, a mapping by its keys, a part by its kind."""
        return {name: _word(value) for name, value in self.given.items()}

    @property
    def outcome(self) -> str:
        """What came back, in one line that may be long, or what went wrong."""
        if self.error is not None:
            return self.error
        text = _keys(self.answer) if isinstance(self.answer, Mapping) else repr(self.answer)
        return " ".join(text.split())


@contextmanager
def traced(plugins: Sequence[Plugin]) -> Iterator[list[HookCall]]:
    """Collect the calls that are made to these plugins together, a variant and its mods, as a game asks them."""
    calls: list[HookCall] = []
    names = {id(plugin.game): plugin.name for plugin in plugins}

    def after(
        outcome: Result[Any], hook: str, implementations: Sequence[HookImpl], given: Mapping[str, object]
    ) -> None:
        # Pluggy asks the last one first.
        asked = tuple(
            Asked(names[id(one.plugin)], wraps=one.wrapper or one.hookwrapper) for one in reversed(implementations)
        )
        failed = outcome.exception
        answer = None if failed else outcome.get_result()
        calls.append(HookCall(hook, dict(given), asked, answer, one_line(failed) if failed else None))

    undo = manager_of(*(plugin.game for plugin in plugins)).add_hookcall_monitoring(lambda *_: None, after)
    try:
        yield calls
    finally:
        undo()


def _word(value: object) -> str:
    if isinstance(value, Mapping):
        return _keys(value)
    return repr(value) if isinstance(value, int | str | None) else type(value).__name__


def _keys(value: Mapping[Any, object]) -> str:
    return f"{{{', '.join(str(getattr(key, 'name', key)) for key in value)}}}"
