"""The checks that look on while games are played."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from rummykit.engine.actions import Draw, Rearrange, Source, SwapJoker, is_own
from rummykit.engine.match import Match
from rummykit.engine.notation import read_action
from rummykit.engine.records import Record
from rummykit.engine.state import is_value
from rummykit.errors import NotationError, RecordError
from rummykit.i18n import say
from rummykit.melds import meets
from rummykit.refusals import DECIDING_NUMBERS, TABLE_RULES, Refusal
from rummykit_kit.broken import Broken, Crashed, asking, is_for_citations, why
from rummykit_kit.game import MOST_DECISIONS, GeneratedGame, Watcher
from rummykit_kit.views import ViewsBlind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummykit.cards import Card, Pack
    from rummykit.engine.actions import Action
    from rummykit.engine.round import Round
    from rummykit.engine.ruleset import Ruleset
    from rummykit.engine.scoring import RoundScore, ScoreItem
    from rummykit.engine.table import Outcome, TableMeld
    from rummykit.melds import Meld


class _Position(Watcher):
    """A check of every position: after the deal, after every trial and after every move."""

    def look(self, round: Round, after: Action | None) -> None:
        """Look at a round after the deal, or after a move."""
        raise NotImplementedError

    def dealt(self, game: GeneratedGame) -> None:
        """Look at the deal."""
        self.look(game.round, None)

    def examined(self, game: GeneratedGame) -> None:
        """Look at the round after every trial."""
        for trial in game.examination.trials:
            with game.trying(trial.action):
                self.look(trial.round, trial.action)

    def after(self, game: GeneratedGame, action: Action) -> None:
        """Look at the round after the move."""
        self.look(game.round, action)


class CardsConserved(_Position):
    """Every card of the pack is in exactly one place, after every move."""

    def look(self, round: Round, after: Action | None) -> None:
        """Count the cards."""
        assert_cards_conserved(round, after)


def assert_cards_conserved(round: Round, after: Action | None = None) -> None:
    """Raise `Broken` unless all places that hold cards make up the pack, whatever was done."""
    pack = round.rules.pack
    heaps = [*round.hands, round.pool, *[meld.meld.heap for meld in round.table.values()]]
    places = [kind for heap in heaps for kind in pack.kinds(heap)] + round.stock + round.pile
    places += [round.turned_up] if round.turned_up >= 0 else []
    for name, kept in round.rules.flow.state.items():
        places += [card.kind for card in kept.cards_in(round.state[name], round.rules.sides)]
    if sorted(places) != _whole(pack):
        raise Broken(f"{_when(after)} {_misplaced(round, places)}.")
    if round.rules.deal.pool_jokers and any(hand & pack.joker_bits for hand in round.hands):
        raise Broken(f"{_when(after)} a joker of the pool is in a hand.")


def _when(after: Action | None) -> str:
    return "After the deal" if after is None else f"After '{after}'"


@lru_cache(maxsize=4)
def _whole(pack: Pack) -> list[int]:
    return sorted(pack.kinds(pack.everything))


def _misplaced(round: Round, places: list[int]) -> str:
    pack = round.rules.pack
    there, wanted = Counter(places), Counter(pack.kinds(pack.everything))
    missing = " ".join(pack.cards[kind].text for kind in (wanted - there).elements())
    added = " ".join(pack.cards[kind].text for kind in (there - wanted).elements())
    found = [f"{missing} is nowhere"] if missing else []
    return " and ".join(found + ([f"there is one {added} too many"] if added else []))


class TableLegal(_Position):
    """Every meld on the table follows the meld rules, and no card leaves the table but a joker swapped into a hand."""

    def __init__(self) -> None:
        self._known: dict[int, TableMeld] = {}
        """Those found legal before, by their identity; they are kept, so that no other object can have it."""
        self._lay = self._lie = Counter[int]()
        """The cards on the table before the move, and where it was looked at last."""

    def after(self, game: GeneratedGame, action: Action) -> None:
        """Look at the table after the move."""
        super().after(game, action)
        self._lay = self._lie

    def look(self, round: Round, after: Action | None) -> None:
        """Look at the table."""
        self._lie = Counter(placed.card.kind for meld in round.table.values() for placed in meld.meld.cards)
        gone = self._lay - self._lie
        if isinstance(after, SwapJoker) and not after.homes and gone.total() <= len(after.swaps):
            gone = Counter({kind: more for kind, more in gone.items() if not _is_wild(round, kind)})
        if gone:
            cards = " ".join(round.rules.pack.cards[kind].text for kind in gone.elements())
            raise Broken(f"{_when(after)} {cards} has left the table.")
        for meld in round.table.values():
            if id(meld) not in self._known:
                _assert_meld(meld, round, _when(after))
                self._known[id(meld)] = meld


def _is_wild(round: Round, kind: int) -> bool:
    return round.rules.melds.is_wild(round.rules.pack.cards[kind])


def _assert_meld(meld: TableMeld, round: Round, when: str) -> None:
    rules = round.rules.melds
    if rules.problem(meld.meld) is not None or meld.meld not in rules.readings(meld.meld.cards):
        raise Broken(f"{when} meld {meld.number} on the table ({meld}) is not a meld.")
    if sorted(map(str, meld.meld.cards)) != sorted(str(placed) for placed, _ in meld.laid):
        raise Broken(f"{when} meld {meld.number} ({meld}) has other cards than those that are noted as laid.")


class ListedMovesPass(Watcher):
    """Every move that is listed passes the check, and none is listed twice."""

    def refused(self, game: GeneratedGame, action: Action, refusal: Refusal) -> None:
        """Tell it."""
        raise Broken(f"'{action}' is listed, but the check refuses it: {why(refusal)}")

    def examined(self, game: GeneratedGame) -> None:
        """Check every listed move."""
        if len(set(game.legal)) < len(game.legal):
            twice = next(action for action in game.legal if game.legal.count(action) > 1)
            raise Broken(f"'{twice}' is listed twice.")
        for listed, refusal in game.examination.listed:
            if refusal is not None:
                self.refused(game, listed, refusal)


class TurnsCanEnd(Watcher):
    """No move leads into a dead end: after it whoever is to act has a move, and so on to the end of the turn."""

    def examined(self, game: GeneratedGame) -> None:
        """Look for a way on after every trial."""
        for trial in game.examination.trials:
            with game.trying(trial.action):
                if trial.round.outcome is None and not trial.round.legal_actions():
                    name = trial.round.names[trial.round.actor]
                    raise Broken(f"After '{trial.action}' {name} is to act, but no move is listed.")

    def over(self, game: GeneratedGame) -> None:
        """Find out whether somebody has nothing to do."""
        if game.stuck:
            raise Broken(f"{game.match.names[game.match.actor]} is to act, but no move is listed.")


class UnlistedMovesRefused(Watcher):
    """A move that is not listed is refused by the check."""

    def examined(self, game: GeneratedGame) -> None:
        """Look for moves that pass and are not listed."""
        listed = set(game.legal)
        for made_up, refusal in game.examination.made_up:
            if refusal is None and made_up not in listed and not isinstance(made_up, Rearrange):
                raise Broken(f"'{made_up}' is not listed, but the check lets it pass.")


class NotationReadsBack(Watcher):
    """The text of every move is read as that very move."""

    def before(self, game: GeneratedGame, action: Action) -> None:
        """Read the move."""
        self._read(game, action)

    def examined(self, game: GeneratedGame) -> None:
        """Read every listed move."""
        for listed, refusal in game.examination.listed:
            if refusal is None:
                self._read(game, listed)

    def _read(self, game: GeneratedGame, action: Action) -> None:
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


class OwnMovesTold(Watcher):
    """Every move of the game's own has an example that can be read, a sentence for the log, and a worth by the view."""

    def examined(self, game: GeneratedGame) -> None:
        """Look at every such move that is listed."""
        for action, refusal in game.examination.listed:
            if refusal is None and is_own(action):
                self._look(game, action)

    def _look(self, game: GeneratedGame, action: Action) -> None:
        for text in (action.you, action.they):
            try:
                sentence = say(text, name="Anna", **action.values)
            except (KeyError, IndexError, ValueError):
                names = ", ".join(["name", *action.values])
                raise Broken(f"The log cannot tell '{action}' in the words '{text}': there is only {names}.") from None
            if not sentence.endswith((".", "!")) or "{" in sentence:
                raise Broken(f"The log tells '{action}' in words that are not a sentence: {sentence!r}.")
        if "{name}" not in action.they:
            raise Broken(f"The log does not say who made '{action}': {action.they!r} has no {{name}}.")
        view, flow = game.examination.views[game.round.actor], game.rules.flow
        try:
            worth, why_good, example = flow.worth(view, action), flow.why(view, action), action.example(game.round)
        except Exception as error:
            raise Broken(f"'{action}' cannot be judged, or has no example: {error!r}.") from None
        if not isinstance(worth, int | float | None) or not isinstance(why_good, str | None):
            raise Broken(f"'{action}' is worth {worth!r} because of {why_good!r}, which are not a number and a text.")
        if example is None or type(example) is not type(action):
            raise Broken(f"'{action}' is listed, but the example for such moves is {example!r}.")


class RefusalsExplained(Watcher):
    """Every refusal cites an existing rule and says what is wrong in a full sentence."""

    def examined(self, game: GeneratedGame) -> None:
        """Look at every refusal."""
        for made_up, refusal in game.examination.made_up:
            if refusal is not None:
                self._look(game, made_up, refusal)

    def _look(self, game: GeneratedGame, action: Action, refusal: Refusal) -> None:
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
            raise Broken(f"'{action}' is refused with words that are not a sentence: {sentence!r}.")


class RoundsEnd(Watcher):
    """Every round ends."""

    most_decisions = MOST_DECISIONS
    shortens = False

    def over(self, game: GeneratedGame) -> None:
        """Find out why the game is over."""
        if len(game.moves) >= MOST_DECISIONS and not game.is_over:
            raise Broken(f"After {len(game.moves)} moves the round goes on.")


class NothingCrashes(Watcher):
    """No part raises an error, whatever legal or illegal move it is asked about."""

    tells_crashes = True

    def examined(self, game: GeneratedGame) -> None:
        """Ask for everything."""
        _ = game.examination.trials, game.examination.made_up, game.examination.views

    def crashed(self, game: GeneratedGame, crash: Crashed) -> None:
        """Tell the error, which no other check does."""
        if not is_for_citations(crash, game.rules):
            raise Broken(str(crash))


class ScoresAddUp(Watcher):
    """A round has a total for every seat: the sum of its items times the factor, each by an existing rule."""

    def examined(self, game: GeneratedGame) -> None:
        """Look at what lies on the table already."""
        with asking("Counting what lies on the table"):
            items = game.examination.views[0].standing
        for item in items:
            _assert_item(game, item)

    def over(self, game: GeneratedGame) -> None:
        """Add up, score once more, and score with everybody in another seat."""
        if not game.is_over:
            return
        score, round = game.match.scores[0], game.round
        _assert_sums(game, score)
        with asking("Scoring a round once more"):
            before = round.fingerprint()
            sides, scoring = round.rules.sides, round.rules.scoring
            again = scoring.score(round).of_sides(sides)
            if round.fingerprint() != before:
                raise Broken("Scoring a round changes the round.")
            if again.totals != score.totals:
                raise Broken(f"The same round is scored {score.totals} and then {again.totals}.")
            for by in range(1, round.players):
                if {tuple(sorted((seat + by) % round.players for seat in side)) for side in sides} != set(sides):
                    continue  # others would be partners
                turned = scoring.score(seated_further(round, by)).of_sides(sides).totals
                if turned != (*score.totals[-by:], *score.totals[:-by]):
                    raise Broken(
                        f"With everybody {by} seat(s) further on, the points are {turned} instead of {score.totals} "
                        "moved on likewise."
                    )


def _assert_sums(game: GeneratedGame, score: RoundScore) -> None:
    players = game.round.players
    if len(score.totals) != players or len(score.factors) != players:
        raise Broken(f"{players} players have {len(score.totals)} totals and {len(score.factors)} factors.")
    for item in score.items:
        _assert_item(game, item)
    for seat, total in enumerate(score.totals):
        points = sum(item.points[seat] for item in score.items)
        if total != points * score.factors[seat]:
            name = game.match.names[seat]
            raise Broken(f"{name} has {total} points, but the items make {points} times {score.factors[seat]}.")


def _assert_item(game: GeneratedGame, item: ScoreItem) -> None:
    players = game.round.players
    if len(item.points) != players or len(item.counts) not in (0, players):
        raise Broken(f"The item '{item.key}' does not have points, and counts if any, for {players} players.")
    if item.rule not in game.rules.rulebook and item.rule not in TABLE_RULES:
        raise Broken(f"The item '{item.key}' cites the rule '{item.rule}', which is not in the rulebook.")
    if not item.title:
        raise Broken(f"The item '{item.key}' has no title.")


def seated_further(round: Round, by: int) -> Round:
    """Return a finished round as it would be with everybody sitting *by* seats further on."""
    players, moved = round.players, round.copy()

    def seat(old: int) -> int:
        return (old + by) % players if old >= 0 else old

    def bits(old: int) -> int:
        return sum(1 << seat(each) for each in range(players) if old >> each & 1)

    def outcome(old: Outcome | None) -> Outcome | None:
        return replace(old, seat=seat(old.seat)) if old is not None and old.seat is not None else old

    moved.hands = round.hands[-by:] + round.hands[:-by]
    moved.names = (*round.names[-by:], *round.names[:-by])
    moved.dealer, moved.active, moved.actor = seat(round.dealer), seat(round.active), seat(round.actor)
    moved.discarder = seat(round.discarder)
    moved.melded, moved.gone = bits(round.melded), bits(round.gone)
    moved.skips_draw, moved.lap_seen = bits(round.skips_draw), bits(round.lap_seen)
    for name, kept in round.rules.flow.state.items():
        if kept.per != "table":
            moved.keep(name, (*round.state[name][-by:], *round.state[name][:-by]))
    moved.totals = (*round.totals[-by:], *round.totals[:-by])
    moved.announced, moved.outcome = outcome(round.announced), outcome(round.outcome)
    moved.table = {
        number: replace(meld, owner=seat(meld.owner), laid=tuple((placed, seat(who)) for placed, who in meld.laid))
        for number, meld in round.table.items()
    }
    return moved


class CopiesIndependent(Watcher):
    """A move made on a copy of a round changes nothing in the round itself."""

    def examined(self, game: GeneratedGame) -> None:
        """Look at the round after every trial."""
        for trial in game.examination.trials:
            if not trial.independent:
                raise Broken(f"'{trial.action}' made on a copy of the round has changed the round itself.")


class MovesRemembered(Watcher):
    """The history that everybody is shown has every move of the round, and the card that lay open before it."""

    def __init__(self) -> None:
        self._open: list[Card | None] = []

    def before(self, game: GeneratedGame, action: Action) -> None:
        """Note the open card."""
        self._open.append(game.round.open_card)

    def examined(self, game: GeneratedGame) -> None:
        """Compare the moves so far with what a view tells of them."""
        told = [(move.seat, move.action, move.open_card) for move in game.examination.views[0].history]
        made = [(seat, action, card) for (seat, action), card in zip(game.moves, self._open, strict=False)]
        if told != made:
            at = next((at for at, pair in enumerate(zip(told, made, strict=False)) if pair[0] != pair[1]), len(told))
            what = f"'{made[at][1]}'" if at < len(made) else f"'{told[at][1]}', which was not made,"
            raise Broken(f"Move {at + 1}, {what} is not in the history as it was made.")


class WildAsTurnedUp(Watcher):
    """What is wild stays wild for the round: the ranks of the rules, and those of the card turned up."""

    def dealt(self, game: GeneratedGame) -> None:
        """Look at the deal."""
        self._look(game, None)

    def after(self, game: GeneratedGame, action: Action) -> None:
        """Look at the round after the move."""
        self._look(game, action)

    def _look(self, game: GeneratedGame, after: Action | None) -> None:
        round, ranks = game.round, game.rules.pack.ranks
        wanted, turn_up = set(game.rules.melds.wild_ranks), game.rules.deal.turn_up
        if turn_up is not None:
            wanted.update(turn_up.wild(game.rules.pack.cards[round.turned_up]))
        if set(round.rules.melds.wild_ranks) != wanted:
            found, named = (
                " ".join(ranks[rank] for rank in sorted(some)) or "nothing"
                for some in (round.rules.melds.wild_ranks, wanted)
            )
            raise Broken(f"{_when(after)} the wild ranks are {found}, but by rules and deal {named}.")


class HandsArranged(Watcher):
    """What finder and arranger make of a hand are melds of the rules, made of its cards, and the rest is left over."""

    def after(self, game: GeneratedGame, action: Action) -> None:
        """Ask for the hand of whoever acts."""
        if not game.is_one_of(20):
            return
        rules, hand = game.round.rules, game.round.hands[game.round.actor]
        pack, arranger = rules.pack, rules.arranger
        for lay in (*rules.finder.naturals(hand), *rules.finder.with_jokers(hand)):
            self._check(rules, "The finder", hand, lay.melds, None)
        answers = (
            arranger.most_cards(hand),
            arranger.least_left(hand, rules.card_values),
            arranger.all_but(hand.bit_count(), hand),
        )
        for best in answers:
            if best is None:
                raise Broken(f"The arranger cannot leave all cards of {pack.text(hand)} over.")
            self._check(rules, "The arranger", hand, best.melds, best.left)

    def _check(self, rules: Ruleset, who: str, hand: int, melds: Sequence[Meld], left: int | None) -> None:
        pack, rest = rules.pack, Counter(rules.pack.kinds(hand))
        for meld in melds:
            if meld not in rules.melds.find(meld.cards):
                raise Broken(f"{who} makes {meld} of {pack.text(hand)}, which is not a meld.")
            rest.subtract(pack.kinds(meld.heap))
        if min(rest.values(), default=0) < 0:
            raise Broken(f"{who} makes {_row(melds)} of {pack.text(hand)}, which has not all of these cards.")
        if left is not None and +rest != Counter(pack.kinds(left)):
            raise Broken(f"{who} makes {_row(melds)} of {pack.text(hand)} and leaves '{pack.text(left)}' over.")


def _row(melds: Sequence[Meld]) -> str:
    return " | ".join(map(str, melds)) or "nothing"


class ConditionsMet(Watcher):
    """Where a hand must meet a condition, the arranger's answer to it does, and leaves no less than without it."""

    def after(self, game: GeneratedGame, action: Action) -> None:
        """Ask for the hand of whoever acts."""
        rules = game.round.rules
        condition = rules.flow.hand_condition
        if condition is None or not game.is_one_of(10):
            return
        hand, values = game.round.hands[game.round.actor], rules.card_values
        best = rules.arranger.meeting(condition.demands, hand, values)
        if best is None:
            return
        if not meets(best.melds, condition.demands):
            raise Broken(
                f"Asked for {condition.told}, the arranger makes {_row(best.melds)} of {rules.pack.text(hand)}."
            )
        least = rules.arranger.least_left(hand, values, thorough=True)
        with_it, without = (sum(values[kind] for kind in rules.pack.kinds(one.left)) for one in (best, least))
        if best.exact and least.exact and with_it < without:
            raise Broken(f"Of {rules.pack.text(hand)} the arranger leaves less over with a condition than without.")


class PileTakenAsTold(Watcher):
    """Who takes from the pile gets the cards that the move names: the open one and those beneath it, in their order."""

    def before(self, game: GeneratedGame, action: Action) -> None:
        """Keep the pile, the hand and whose turn it is."""
        round = game.round
        self._pile, self._seat, self._hand = round.pile[:], round.actor, round.hands[round.actor]

    def after(self, game: GeneratedGame, action: Action) -> None:
        """Compare what has gone from the pile with what has come to the hand or was laid at once."""
        if not isinstance(action, Draw) or action.source is not Source.DISCARD:
            return
        round, pack, drawing = game.round, game.rules.pack, game.rules.flow.drawing
        count = len(self._pile) if drawing.reach == "whole" else action.cards
        taken, left = self._pile[-count:], self._pile[:-count]
        if action.cards > 1 and not drawing.spread:
            raise Broken(f"'{action}' takes cards of the pile that nobody could see.")
        if round.pile != left:
            shown = " ".join(pack.cards[kind].text for kind in round.pile)
            raise Broken(f"After '{action}' the pile is {shown or 'empty'}, which is not what the move leaves of it.")
        if action.use is None and round.hands[self._seat] != pack.add_all(self._hand, taken):
            raise Broken(f"'{action}' does not bring the cards of the pile to the hand.")
        if action.cards > 1 and round.owed != taken[0]:
            raise Broken(f"After '{action}' {pack.cards[taken[0]].text} need not be used.")


class StateDeclared(_Position):
    """All that a game keeps in a round is declared, and its values can be copied, compared and shown."""

    def look(self, round: Round, after: Action | None) -> None:
        """Look at what is kept."""
        declared = round.rules.flow.state
        for name in sorted({*vars(round)} - {*type(round).__annotations__}):
            raise Broken(f"The round has '{name}', which no part declares in 'keeps'.")
        for name in sorted({*round.state} ^ {*declared}):
            raise Broken(f"'{name}' is kept in the round, but not as the parts declare it in 'keeps'.")
        for name, value in round.state.items():
            if not is_value(value):
                raise Broken(f"'{name}' is kept as {value!r}, which cannot be copied and compared.")
            if declared[name].per != "table" and not (isinstance(value, tuple) and len(value) == round.players):
                raise Broken(f"'{name}' is kept for each seat, but is {value!r}.")


class PartnersAgree(Watcher):
    """What belongs to a side, all its seats have: the first meld, what is kept for sides, the points and the total."""

    def after(self, game: GeneratedGame, action: Action) -> None:
        """Compare partners after the move."""
        round = game.round
        of_sides: dict[str, Sequence[object]] = {
            "their first meld": [round.has_melded(seat) for seat in range(round.players)],
            "the total": round.totals,
        }
        for name, kept in round.rules.flow.state.items():
            if kept.per == "side":
                of_sides[f"'{name}'"] = round.state[name]
        for side in round.rules.sides:
            for what, values in of_sides.items():
                if any(values[seat] != values[side[0]] for seat in side):
                    told = ", ".join(f"{round.names[seat]} {values[seat]}" for seat in side)
                    raise Broken(f"{_when(action)} {what} differs between partners: {told}.")


class RecordsReplay(Watcher):
    """A game is the same when it is replayed from its record: the same cards, the same points.

    Moves that are refused or cannot be read are the concern of other checks, and so is a game that never goes the same
    way twice.
    """

    def over(self, game: GeneratedGame) -> None:
        """Replay the moves as they are written, and in some games the record file."""
        with asking("Replaying the moves"):
            again = Match(game.rules, game.setup.seed, game.match.names)
            for made, (_, action) in enumerate(game.moves):
                if not _is_move(action, again):
                    if _is_move(action, _played_again(game, made).match) and _goes_the_same_way(game):
                        raise Broken(f"Replayed, '{action}' is not possible any more.", game.told(made + 1))
                    return
                again.apply(action)
        problem = _difference(game.match, again) or (self._from_file(game) if game.is_one_of(6) else None)
        if problem and _goes_the_same_way(game):
            raise Broken(problem)

    def _from_file(self, game: GeneratedGame) -> str | None:
        with TemporaryDirectory() as folder, asking("Replaying a record"):
            path = Path(folder) / "game.rummy"
            path.write_bytes(game.match.record.encode())
            try:
                return _difference(game.match, Record.read(path).replay(game.subject.plugins))
            except RecordError as error:
                line = f"line {error.line} of the record: " if error.line else ""
                return f"The record cannot be replayed; {line}{error.args[0]}"


def _is_move(action: Action, match: Match) -> bool:
    """Whether the text of a move is read as this move, and it is legal."""
    try:
        return read_action(str(action), match.round) == action and match.check(action) is None
    except NotationError:
        return False


def _difference(match: Match, again: Match) -> str | None:
    if [score.totals for score in match.scores] != [score.totals for score in again.scores]:
        return f"Replayed, the round brings {again.totals} instead of {match.totals} points."
    if match.fingerprint() != again.fingerprint():
        return f"Replayed, the game comes to another state ({_changed(match, again)})."
    return None


def _changed(match: Match, again: Match) -> str:
    one, other = vars(match.round), vars(again.round)
    names = [name for name in sorted({*one, *other} - {"rules"}) if one.get(name) != other.get(name)]
    return ", ".join(names) or "in the books of the match"


def _goes_the_same_way(game: GeneratedGame) -> bool:
    """Whether the game is the same whenever it is played; once could be chance."""
    state = game.match.fingerprint()
    return all(_played_again(game, len(game.moves)).match.fingerprint() == state for _ in range(8))


def _played_again(game: GeneratedGame, moves: int) -> GeneratedGame:
    """Play the first moves of a game once more, by the same chance and with nobody looking on."""
    return GeneratedGame(game.subject, game.setup, game.rules, most=moves).play()


class Deterministic(Watcher):
    """The same seed, rules and choices give the same game, in every process."""

    def over(self, game: GeneratedGame) -> None:
        """Play the game once more."""
        if not game.is_one_of(2):
            return
        again = _played_again(game, len(game.moves))
        for made, ((_, action), (_, other)) in enumerate(zip(game.moves, again.moves, strict=False)):
            if str(action) != str(other):
                told = game.told(made)
                raise Broken(f"The same choice is '{action}' one time and '{other}' the other time.", told)
        if game.match.fingerprint() != again.match.fingerprint():
            what = _changed(game.match, again.match)
            raise Broken(f"The same moves come to another state when they are made again ({what}).")


WATCHERS: tuple[type[Watcher], ...] = (
    NothingCrashes, CardsConserved, TableLegal, ListedMovesPass, TurnsCanEnd, UnlistedMovesRefused,
    NotationReadsBack, OwnMovesTold, RefusalsExplained, CopiesIndependent, ViewsBlind,
    MovesRemembered, WildAsTurnedUp, HandsArranged, ConditionsMet,
    PileTakenAsTold, StateDeclared, PartnersAgree, RoundsEnd, ScoresAddUp, RecordsReplay,
    Deterministic,
)  # fmt: skip
"""All of them, as they look on together in one game."""
