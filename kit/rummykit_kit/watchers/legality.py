"""Checks of the three faces of legality: the list, the check, and the notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummykit.actions import Rearrange
from rummykit.errors import NotationError
from rummykit.notation import read_action
from rummykit.reasons import DECIDING_NUMBERS, TABLE_RULES, Refusal
from rummykit_kit.broken import Broken
from rummykit_kit.crashes import Crashed, why
from rummykit_kit.game import Game, Watcher

if TYPE_CHECKING:
    from rummykit.actions import Action


class ListedMovesPass(Watcher):
    """What is listed may be played, and there is always something listed."""

    name = "listed_moves_pass"
    sentence = "Every move that is listed passes the check, none is listed twice, and whoever is to act has one."

    def refused(self, game: Game, action: Action, refusal: Refusal) -> None:
        """Tell it."""
        raise Broken(f"'{action}' is listed, but the check refuses it: {why(refusal)}")

    def before(self, game: Game, action: Action) -> None:
        """Check every listed move."""
        if not game.examined:
            return
        if len(set(game.legal)) < len(game.legal):
            twice = next(action for action in game.legal if game.legal.count(action) > 1)
            raise Broken(f"'{twice}' is listed twice.")
        for listed, refusal in game.examination.listed:
            if refusal is not None:
                self.refused(game, listed, refusal)

    def over(self, game: Game) -> None:
        """Find out whether somebody has nothing to do."""
        if game.stuck:
            raise Broken(f"{game.match.names[game.match.actor]} is to act, but no move is listed.")


class UnlistedMovesRefused(Watcher):
    """What is not listed is refused, but for the moves that the listing leaves out because they are too many."""

    name = "unlisted_moves_refused"
    sentence = "A move that is not listed is refused by the check."

    def before(self, game: Game, action: Action) -> None:
        """Look for moves that pass and are not listed."""
        if game.examined:
            listed = set(game.legal)
            for made_up, refusal in game.examination.made_up:
                if refusal is None and made_up not in listed and not isinstance(made_up, Rearrange):
                    raise Broken(f"'{made_up}' is not listed, but the check lets it pass.")


class NotationReadsBack(Watcher):
    """What a move is written as is read as this move."""

    name = "notation_reads_back"
    sentence = "The text of every move is read as that very move."

    def before(self, game: Game, action: Action) -> None:
        """Read the move, and now and then every listed one."""
        self._read(game, action)
        if game.examined:
            for listed, refusal in game.examination.listed:
                if refusal is None:
                    self._read(game, listed)

    def _read(self, game: Game, action: Action) -> None:
        try:
            read = read_action(str(action), game.round)
        except NotationError as error:
            raise Broken(f"'{action}' is listed, but it cannot be read: {error}") from None
        except Exception as error:
            raise Crashed(f"Reading '{action}'", error) from error
        if isinstance(read, Refusal):
            raise Broken(f"'{action}' is listed, but reading it is refused: {why(read)}")
        if read != action:
            raise Broken(f"'{action}' is listed, but it is read as another move: {read!r} instead of {action!r}.")


class RefusalsExplained(Watcher):
    """Whoever is refused reads why, and by which rule."""

    name = "refusals_explained"
    sentence = "Every refusal cites a rule that there is, and says in a full sentence what is wrong."

    def before(self, game: Game, action: Action) -> None:
        """Look at every refusal."""
        if game.examined:
            for made_up, refusal in game.examination.made_up:
                if refusal is not None:
                    self._look(game, made_up, refusal)

    def _look(self, game: Game, action: Action, refusal: Refusal) -> None:
        if refusal.rule not in game.rules.rulebook and refusal.rule not in TABLE_RULES:
            raise Broken(f"'{action}' is refused by the rule '{refusal.rule}', which is not in the rulebook.")
        try:
            sentence = refusal.sentence
        except StopIteration:
            numbers = f"{', '.join(DECIDING_NUMBERS[:-1])} or {DECIDING_NUMBERS[-1]}"
            raise Broken(f"'{action}' is refused in words for one or for many, but without {numbers}.") from None
        except Exception as error:
            raise Broken(f"The sentence that refuses '{action}' cannot be filled in: {error!r}.") from None
        if not sentence.endswith(".") or "{" in sentence:
            raise Broken(f"'{action}' is refused by what is no sentence: {sentence!r}.")
