"""From a walk to melds: the cards are laid as the walk says, and spare jokers are put where there is room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from rummykit.arrange.deal import Run, as_run, as_set
from rummykit.arrange.rank_sets import Group
from rummykit.arrange.run_counts import JOKER, NATURAL, NEW
from rummykit.arrange.walked import Walked
from rummykit.cards import Placed
from rummykit.melds import MIN_LENGTH, Meld, MeldRules, Shape


class _Growing:
    """A run while it is laid: the level of its first card, and its cards as a word."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.word = ""


class Layer:
    """Makes the melds of walks."""

    def __init__(self, melds: MeldRules) -> None:
        self._melds = melds
        self._ranks = len(melds.pack.ranks)
        self._jokers = melds.pack.cards[melds.pack.naturals :]
        self._runs: dict[Run, Meld] = {}
        self._sets: dict[tuple[int, Group], Meld] = {}

    def lay(self, walked: Walked, jokers: int, table: Sequence[Meld], restore: bool = True) -> list[Meld] | None:
        """Return the melds of a walk, with all these jokers in them; None if that breaks a limit or there is no room.

        Melds of the table that lie as before get a spare joker only if no other meld can take it. *restore* says
        whether to cut long runs where a run of the table comes out of that as it was.
        """
        # In the order of the table: that of a set would differ from process to process, and with it the melds.
        old = dict.fromkeys(as_run(meld) for meld in table if meld.shape is Shape.RUN)
        runs = [
            piece
            for suit in range(len(walked.links))
            for run in self._of_suit(walked, suit)
            for piece in (self._as_before(run, old) if restore else [run])
        ]
        if not all(self._fits(run) for run in runs if self._melds.wrap or JOKER in run.word):
            return None
        spare = (
            jokers - sum([run.word.count(JOKER) for run in runs]) - sum([group.jokers for _, group in walked.groups])
        )
        if spare < 0:
            return None
        laid = [self._run(run) for run in runs] + [self._set(rank, group) for rank, group in walked.groups]
        return self._with_spare(laid, spare, set(table)) if spare else laid

    # -- runs --------------------------------------------------------------------------------------

    def _of_suit(self, walked: Walked, suit: int) -> list[Run]:
        links = walked.links[suit]
        # Runs that come in at the start of a circle began before the walk did: they go behind those open at its end.
        incoming = [_Growing(0) for _ in links]
        growing = list(incoming)
        closed: list[_Growing] = []
        for level, of_suits in enumerate(walked.moves):
            moves = of_suits[suit]
            if not moves and not growing:
                continue
            after = []
            going_on = set()
            for source, card in moves:
                if source == NEW:
                    run = _Growing(level)
                else:
                    run = growing[source]
                    going_on.add(source)
                run.word += card
                after.append(run)
            closed += [run for at, run in enumerate(growing) if at not in going_on]
            growing = after
        runs = [run for run in closed + growing if run not in incoming]
        if links:
            goes_on = {id(growing[at]): upper for at, upper in zip(links, incoming, strict=True)}
            runs = self._round_the_circle(runs, incoming, goes_on)
        return [self._filled(suit, run.first + walked.cut, run.word) for run in runs]

    def _round_the_circle(
        self, runs: list[_Growing], incoming: list[_Growing], goes_on: dict[int, _Growing]
    ) -> list[_Growing]:
        """Return runs with what they go on with at the start of the circle, none longer than a run can be."""
        whole = []
        waiting = list(incoming)
        for run in [*runs, *incoming]:
            # An incoming run that is not behind any other comes from itself: it goes round for ever.
            if run in incoming and run not in waiting:
                continue
            word, part = run.word, goes_on.get(id(run))
            while part in waiting:
                waiting.remove(part)
                if part is not run:
                    word += part.word
                part = goes_on.get(id(part))
            pieces = -(-len(word) // self._ranks)
            cuts = [len(word) * at // pieces for at in range(pieces + 1)]
            for low, high in pairwise(cuts):
                piece = _Growing(run.first + low)
                piece.word = word[low:high]
                whole.append(piece)
        return whole

    def _filled(self, suit: int, start: int, word: str) -> Run:
        """Put jokers at the ends of a run that is too short."""
        missing = MIN_LENGTH - len(word)
        if missing <= 0:
            return Run(suit, start, word)
        ways = [Run(suit, start - low, JOKER * low + word + JOKER * (missing - low)) for low in range(missing + 1)]
        return next((run for run in ways if self._fits(run)), ways[0])

    def _as_before(self, run: Run, old: Iterable[Run]) -> list[Run]:
        """Cut a long run so that runs of the table come out of it as they were."""
        pieces = [run]
        for other in old:
            if other.suit != run.suit:
                continue
            for number, piece in enumerate(pieces):
                before = self._offset(other, piece)
                after = len(piece.word) - before - len(other.word)
                if (
                    len(piece.word) > len(other.word)
                    and piece.word[before : before + len(other.word)] == other.word
                    and all(rest == 0 or (rest >= MIN_LENGTH and JOKER not in piece.word) for rest in (before, after))
                ):
                    below = Run(run.suit, piece.start, piece.word[:before])
                    above = Run(run.suit, other.start + len(other.word), piece.word[before + len(other.word) :])
                    pieces[number : number + 1] = [part for part in (below, other, above) if part.word]
                    break
        return pieces

    def _offset(self, run: Run, longer: Run) -> int:
        """Return where a run would start within a longer one; behind its end if it cannot."""
        offset = run.start - longer.start
        if self._melds.wrap:
            return offset % self._ranks
        return offset if offset >= 0 else len(longer.word)

    def _as_written(self, run: Run) -> Run:
        """Return a run of a circle as it is written: from a rank on, and if it is a full circle from the first."""
        suit, start, word = run
        start %= self._ranks
        if len(word) == self._ranks and start:
            return Run(suit, 0, word[-start:] + word[:-start])
        return Run(suit, start, word)

    def _fits(self, run: Run) -> bool:
        """Whether a run may lie there, by the limits on length, place and jokers."""
        melds = self._melds
        if melds.wrap:
            run = self._as_written(run)
        if not MIN_LENGTH <= len(run.word) <= melds.longest_run:
            return False
        if not melds.wrap and (run.start < 0 or run.start + len(run.word) > len(melds.line)):
            return False
        adjacent = melds.max_adjacent_jokers
        if adjacent is not None and JOKER * (adjacent + 1) in run.word:
            return False
        if run.word.count(NATURAL) < melds.min_naturals:
            return False
        return melds.max_jokers is None or run.word.count(JOKER) <= melds.max_jokers

    def _run(self, run: Run) -> Meld:
        if self._melds.wrap:
            run = self._as_written(run)
        meld = self._runs.get(run)
        if meld is None:
            cards = []
            for place, sign in enumerate(run.word, run.start):
                card = self._melds.pack.natural(self._melds.line[place], run.suit)
                cards.append(Placed(card) if sign == NATURAL else Placed(self._jokers[0], card))
            meld = self._runs[run] = self._melds.make(Shape.RUN, cards, run.start)
        return meld

    def _set(self, rank: int, group: Group) -> Meld:
        meld = self._sets.get((rank, group))
        if meld is None:
            cards = [Placed(self._melds.pack.natural(rank, suit)) for suit in group.suits]
            cards += [Placed(self._jokers[0]) for _ in range(group.jokers)]
            meld = self._sets[rank, group] = self._melds.make(Shape.SET, cards)
        return meld

    # -- spare jokers ------------------------------------------------------------------------------

    def _with_spare(self, laid: list[Meld], spare: int, untouched: set[Meld]) -> list[Meld] | None:
        while True:
            for at in sorted(range(len(laid)), key=lambda at: laid[at] in untouched):
                while spare:
                    longer = self._with_joker(laid[at])
                    if longer is None:
                        break
                    laid[at] = longer
                    spare -= 1
            if not spare:
                return laid
            roomier = self._with_more_room(laid)
            if roomier is None:
                return None
            laid = roomier

    def _with_more_room(self, laid: list[Meld]) -> list[Meld] | None:
        """Lay the same cards as melds that can take more jokers; None if no simple way is seen."""
        for at, meld in enumerate(laid):
            # Two short runs have more ends than a long one.
            if meld.shape is Shape.RUN and len(meld) >= 2 * MIN_LENGTH and not meld.jokers:
                suit, start, word = as_run(meld)
                lower = self._run(Run(suit, start, word[:MIN_LENGTH]))
                upper = self._run(Run(suit, start + MIN_LENGTH, word[MIN_LENGTH:]))
                return [*laid[:at], lower, upper, *laid[at + 1 :]]
        # Full sets of three ranks in a row are as many runs of three as there are suits.
        suits = range(len(self._melds.pack.suits))
        full = {as_set(meld)[0]: meld for meld in laid if meld.shape is Shape.SET and len(meld) == len(suits)}
        full = {rank: meld for rank, meld in full.items() if not meld.jokers}
        for start in range(self._melds.starts):
            ranks = self._melds.line[start : start + MIN_LENGTH]
            if len(set(ranks)) == MIN_LENGTH and all(rank in full for rank in ranks):
                rest = list(laid)
                for rank in ranks:
                    rest.remove(full[rank])
                return rest + [self._run(Run(suit, start, NATURAL * MIN_LENGTH)) for suit in suits]
        return None

    def _with_joker(self, meld: Meld) -> Meld | None:
        if meld.shape is Shape.SET:
            rank, group = as_set(meld)
            limit = self._melds.max_jokers
            if len(meld) == len(self._melds.pack.suits) or (limit is not None and group.jokers >= limit):
                return None
            return self._set(rank, group._replace(jokers=group.jokers + 1))
        run = as_run(meld)
        for longer in (run._replace(word=run.word + JOKER), Run(run.suit, run.start - 1, JOKER + run.word)):
            if self._fits(longer):
                return self._run(longer)
        return None

    # -- what is left of the table -----------------------------------------------------------------

    def count_disturbed(self, table: Sequence[Meld], laid: Sequence[Meld]) -> int:
        """Return how many melds of the table are in no new meld as they were, each in one of its own."""
        new = Counter(laid)
        changed = []
        for meld in table:
            if new[meld] > 0:
                new[meld] -= 1
            else:
                changed.append(meld)
        others = list(new.elements())
        disturbed = 0
        for meld in changed:
            host = next((other for other in others if self._is_within(meld, other)), None)
            if host is None:
                disturbed += 1
            else:
                others.remove(host)
        return disturbed

    def _is_within(self, meld: Meld, larger: Meld) -> bool:
        """Whether a meld lies in a larger one as it was, so that cards were only added."""
        if meld.shape is not larger.shape or len(meld) > len(larger):
            return False
        if meld.shape is Shape.SET:
            (rank, group), (other_rank, other) = as_set(meld), as_set(larger)
            return rank == other_rank and set(group.suits) <= set(other.suits) and group.jokers <= other.jokers
        run, longer = as_run(meld), as_run(larger)
        at = self._offset(run, longer)
        word = longer.word * 2 if self._melds.wrap and len(longer.word) == self._ranks else longer.word
        return run.suit == longer.suit and word[at : at + len(run.word)] == run.word
