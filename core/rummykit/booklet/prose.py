"""Templates of booklets: prose in Jinja, in which every text is a message in the reader's language.

A template is named ``package/file.jinja``; core's own, one for every part of a game, need no package. What stands in it
outside of tags is a message: it is said in the language that is spoken, and translators find it. ``{points}`` in a
message is the variable `points` of the template. A blank line parts two messages. These tags are our own:

``{% chapter "Claiming" %} … {% endchapter %}``
    Paragraphs under a title; a chapter without any is left out.
``{% rule CLAIM_LAP %} … {% endrule %}``
    A paragraph about what is refused for a reason, whose rule it cites, or about a rule that is named by its id.
    Without text there is no paragraph. Variables may follow: ``{% rule FIRST_MELD_POINTS, points=first.min_points %}``.
``{% count laps %} … {% many %} … {% endcount %}``
    A message in two forms, for one and for many; both may say {number}.
``{% say points=30 %} … {% endsay %}``
    Text with variables of its own.
``{% judged cards %} … {% endjudged %}``
    Cards as an example with a caption; if they are not a meld at this table, the caption says what is wrong with them.
``{% melds cards, cards %} … {% endmelds %}``, ``{% cards cards, legal=false %} … {% endcards %}``
    Melds, or just cards, to be drawn with a caption.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, partialmethod
from importlib.resources import files
from string import Formatter
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import BaseLoader, Environment, StrictUndefined, TemplateNotFound, TemplateSyntaxError, meta, nodes
from jinja2.ext import Extension, extract_from_ast
from jinja2.lexer import Token, TokenStream

from rummykit.booklet import Chapter, Example, Paragraph, PrintedTable, sitting_down
from rummykit.cards import FRENCH_RANKS, JOKER_SIGN
from rummykit.engine.books import Standing
from rummykit.engine.deal import opposite
from rummykit.engine.round import Round
from rummykit.engine.table import Ending, Outcome, TableMeld
from rummykit.errors import PluginError, did_you_mean
from rummykit.i18n import either, listed, mark, say, say_number
from rummykit.melds import MIN_LENGTH, Meld, MeldProblem, MeldRules, meets
from rummykit.parts import PIPS, Discarding, SwappingJokers
from rummykit.refusals import TABLE_CITATIONS, Reason
from rummykit.rules.shapes import neighbours

if TYPE_CHECKING:
    from jinja2.parser import Parser

    from rummykit.engine.deal import Deal
    from rummykit.engine.ruleset import Ruleset
    from rummykit.engine.scoring import RoundScore

ENDING = ".jinja"
OURS = "templates"
"""The folder of core's own."""
SPACES = re.compile(r"[ \t\r\n]+")
BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
ACE, FOUR, FIVE, SEVEN, QUEEN, KING = 0, 3, 4, 6, 11, 12
"""Indices of the ranks in the examples."""
FACES = {"J": mark("jack"), "Q": mark("queen"), "K": mark("king")}
Caller = Callable[[], str]
Cards = tuple[str, ...]


class Template(NamedTuple):
    """What a template tells; the ids that it takes from ``ids`` and the names that it reads, each with whether it must
    be set."""

    about: str
    ids: Mapping[str, bool]
    names: Mapping[str, bool]


def write(template: str, game: Ruleset, deals: Mapping[int, Deal], **names: object) -> tuple[Chapter, ...]:
    """Return the chapters that a template tells of an assembled game; it also knows *names*.

    ``deals`` has how a round is dealt to every number of players that can play. A mistake in the template is a
    `PluginError` that says where it is.
    """
    writing = Writing(game, deals)
    try:
        stray = _environment().get_template(template).render(writing.names() | names)
    except TemplateSyntaxError as error:
        raise PluginError(f"{error.name}, line {error.lineno}: {error.message}") from error
    except TemplateNotFound as error:
        hint = did_you_mean(str(error.name), core_templates())
        raise PluginError(f"There is no template '{error.name}'.{hint}") from error
    except Exception as error:
        raise PluginError(f"{_place(error, template)}: {error}") from error
    if stray.strip():
        raise PluginError(f"{template}: text stands in no paragraph: {_one_line(stray)}")
    return tuple(writing.chapters)


def messages(source: str, name: str) -> list[str | tuple[str, str]]:
    """Return what a template says, in the order of its lines: messages, or their forms for one and for many.

    *name* is for the `PluginError` about a mistake in it.
    """
    try:
        parsed = _environment().parse(source, name)
    except TemplateSyntaxError as error:
        raise PluginError(f"{name}, line {error.lineno}: {error.message}") from error
    found: list[str | tuple[str, str]] = []
    for _, function, texts in extract_from_ast(parsed, ("say", "say_number")):
        one, *more = [texts] if isinstance(texts, str) else [text for text in texts or () if text is not None]
        found.append((one, more[0]) if function == "say_number" else one)
    return found


def core_templates() -> Mapping[str, Template]:
    """Return the templates of core's own by name: what each one tells, and what must be set before it is included."""
    folder = files(__package__) / OURS
    found = {}
    for name in sorted(file.name for file in folder.iterdir() if file.name.endswith(ENDING)):
        source = (folder / name).read_text("utf-8")
        parsed = _environment().parse(source, name)
        about = source.partition("{#")[2].partition("#}")[0]
        ids = {node.attr for node in parsed.find_all(nodes.Getattr) if _is_name(node.node, "ids")}
        own = {node.name for node in parsed.find_all(nodes.Name) if node.ctx != "load"}
        wanted = meta.find_undeclared_variables(parsed) - {"ids", *Reason.__members__} - own
        # What may be missing is asked for with `default` or `is defined`.
        spared = [
            node.node for node in parsed.find_all((nodes.Filter, nodes.Test)) if node.name in ("default", "defined")
        ]
        spared_ids = {node.attr for node in spared if isinstance(node, nodes.Getattr)}
        spared_names = {node.name for node in spared if isinstance(node, nodes.Name)}
        found[name] = Template(
            _one_line(about),
            {each: each not in spared_ids for each in sorted(ids)},
            {each: each not in spared_names for each in sorted(wanted)},
        )
    return found


def _is_name(node: nodes.Node | None, name: str) -> bool:
    return isinstance(node, nodes.Name) and node.name == name


def _place(error: Exception, template: str) -> str:
    """Return the template and the line at which something failed."""
    for frame in reversed(extract_tb(error.__traceback__)):
        if frame.filename.endswith(ENDING):
            return f"{frame.filename}, line {frame.lineno}"
    return template


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=_Packages(),
        extensions=[_Messages, _Tags],
        undefined=_Missing,
        autoescape=False,
        auto_reload=False,
    )
    environment.globals.update(Reason.__members__, say=say, say_number=say_number)
    return environment


class _Missing(StrictUndefined):
    """Says of an id that a template needs, or of a variable, what must be set before it is included."""

    @property
    def _undefined_message(self) -> str:
        name, names = str(self._undefined_name), self._undefined_obj
        if not isinstance(names, dict):
            return super()._undefined_message
        hint = did_you_mean(name, names)
        return f"it needs the id '{name}'; set it in `ids`, beside {listed(names) or 'no others'}.{hint}"


class _Packages(BaseLoader):
    """Finds templates in the packages that bring them."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, None]:
        package, slash, path = template.partition("/")
        try:
            file = files(package) / path if slash else files(__package__) / OURS / template
            return file.read_text("utf-8"), template, None
        except (OSError, ImportError):
            raise TemplateNotFound(template) from None


class _Messages(Extension):
    """Makes a message of every text: ``Nobody may owe chips.`` reads like ``{{ say("Nobody may owe chips.") }}``."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        for token in stream:
            if token.type != "data":
                yield token
                continue
            for text in BLANK_LINE.split(token.value):
                if message := _one_line(text):
                    yield from _saying(message, token.lineno)
                yield Token(token.lineno, "data", " ")


def _saying(message: str, line: int) -> Iterator[Token]:
    """Yield the call that says a message with the variables that it names."""
    call = [("variable_begin", "{{"), ("name", "say"), ("lparen", "("), ("string", message)]
    for name in dict.fromkeys(name for _, name, _, _ in Formatter().parse(message) if name):
        call += [("comma", ","), ("name", name), ("assign", "="), ("name", name)]
    call += [("rparen", ")"), ("variable_end", "}}")]
    yield from (Token(line, kind, value) for kind, value in call)


class _Tags(Extension):
    """Our own tags: each calls the method of `Writing` that has its name with what stands in it."""

    tags = {"chapter", "rule", "count", "say", "judged", "melds", "cards"}  # noqa: RUF012

    def parse(self, parser: Parser) -> nodes.Node | list[nodes.Node]:
        token = next(parser.stream)
        positional, several, named = self._arguments(parser)
        if token.value == "count":
            return self._count(parser, token.lineno, positional)
        body = parser.parse_statements((f"name:end{token.value}",), drop_needle=True)
        legal = [each for each in named if each.key == "legal"]
        given = [each for each in named if each.key != "legal"]
        if given:
            targets: list[nodes.Expr] = [nodes.Name(each.key, "param") for each in given]
            body = [nodes.With(targets, [each.value for each in given], body, lineno=token.lineno)]
        if token.value == "say":
            return body
        call = nodes.Call(nodes.Name(f"tell_{token.value}", "load"), positional, legal, several, None)
        if token.value == "chapter":
            call.args = [_call("say", positional)]
        return nodes.CallBlock(call, [], [], body, lineno=token.lineno)

    def _arguments(self, parser: Parser) -> tuple[list[nodes.Expr], nodes.Expr | None, list[nodes.Keyword]]:
        """Read what follows the name of a tag: expressions, ``*`` with a list of them, and names with values."""
        positional: list[nodes.Expr] = []
        several: nodes.Expr | None = None
        named: list[nodes.Keyword] = []
        while parser.stream.current.type != "block_end":
            if positional or several or named:
                parser.stream.expect("comma")
            if parser.stream.skip_if("mul"):
                several = parser.parse_expression()
            elif parser.stream.current.type == "name" and parser.stream.look().type == "assign":
                key = next(parser.stream)
                next(parser.stream)
                named.append(nodes.Keyword(key.value, parser.parse_expression(), lineno=key.lineno))
            else:
                positional.append(parser.parse_expression())
        return positional, several, named

    def _count(self, parser: Parser, line: int, positional: list[nodes.Expr]) -> nodes.Node:
        """Make one message of its two forms."""
        one = self._only_message(parser.parse_statements(("name:many",), drop_needle=True), parser, line)
        many = self._only_message(parser.parse_statements(("name:endcount",), drop_needle=True), parser, line)
        values = {each.key: each for each in [*one.kwargs, *many.kwargs] if each.key != "number"}
        call = _call("say_number", [one.args[0], many.args[0], *positional], list(values.values()))
        return nodes.Output([call], lineno=line)

    def _only_message(self, body: list[nodes.Node], parser: Parser, line: int) -> nodes.Call:
        said = [call for node in body for call in node.find_all(nodes.Call)]
        if len(said) != 1:
            parser.fail("{% count %} has one message for one, and after {% many %} one for many", line)
        return said[0]


def _call(name: str, arguments: list[nodes.Expr], named: list[nodes.Keyword] | None = None) -> nodes.Call:
    return nodes.Call(nodes.Name(name, "load"), arguments, named or [], None, None)


# -- what a template knows ----------------------------------------------------------------------------------


@dataclass
class Writing:
    """A booklet while it is written: the game it is about, and the chapters so far.

    Methods that begin with ``tell_`` are the tags of templates; the other public ones are functions in them.
    """

    game: Ruleset
    deals: Mapping[int, Deal]
    chapters: list[Chapter] = field(default_factory=list)
    _paragraphs: list[Paragraph] = field(default_factory=list)
    _examples: list[Example] = field(default_factory=list)
    _table: PrintedTable | None = None

    @property
    def deal(self) -> Deal:
        """How a round is dealt to the fewest players; with more of them only the size of a hand differs."""
        return next(iter(self.deals.values()))

    def names(self) -> dict[str, Any]:
        """Return all that a template knows by name."""
        game, flow, pack = self.game, self.game.flow, self.game.pack
        swaps = next((move for move in flow.moves if isinstance(move, SwappingJokers)), None)
        methods = {name: getattr(self, name) for name in dir(self) if callable(getattr(self, name)) and name[0] != "_"}
        return {
            **{reason.name: reason for reason in game.citations},
            **methods,
            "game": game,
            "rules": game.table_rules.rules,
            "deals": self.deals,
            "sitting": sitting_down(game.table_rules, self.deals),
            "hand_sizes": [(players, deal.hand_size) for players, deal in self.deals.items()],
            "deal": self.deal,
            "pack": pack,
            "has_faces": pack.ranks == FRENCH_RANKS,
            "melds": game.melds,
            "flow": flow,
            "discarding": flow.discarding if isinstance(flow.discarding, Discarding) else None,
            "swaps": swaps if swaps and swaps.allowed and game.melds.wild_bits else None,
            "scoring": _Wrapped(game.scoring),
            "match": game.match,
            "Standing": Standing,
            "opposite": opposite,
            "either": either,
            "added_up": added_up,
            "times": times,
            "ACE": ACE,
            "SEVEN": SEVEN,
            "QUEEN": QUEEN,
            "KING": KING,
            "MIN_LENGTH": MIN_LENGTH,
            "in_run": self._in_run,
        }

    @property
    def _in_run(self) -> int:
        """How many cards a run of the examples has; a game without any has no examples of them either."""
        fewest = self.game.melds.min_run
        return fewest if fewest <= len(self.game.pack.ranks) else MIN_LENGTH

    # -- tags ------------------------------------------------------------------------------------------

    def tell_chapter(self, title: str, caller: Caller) -> str:
        """Add a chapter, if there is anything in it."""
        self._paragraphs = []
        stray = caller().strip()
        if stray:
            raise PluginError(f"text stands in no paragraph: {stray}")
        if self._paragraphs:
            self.chapters.append(Chapter(title, tuple(self._paragraphs)))
        return ""

    def tell_rule(self, rule: Enum | str, caller: Caller) -> str:
        """Add a paragraph, if it says anything: about a rule, or about the one behind a reason for refusals."""
        self._examples, self._table = [], None
        text = _one_line(caller())
        if text:
            reason = rule if isinstance(rule, Enum) else None
            paragraph = Paragraph(self.rule_of(rule), text, tuple(self._examples), self._table, reason)
            self._paragraphs.append(paragraph)
        return ""

    def tell_judged(self, cards: str, caller: Caller) -> str:
        """Add an example with its caption if it is a meld here, or else with what is wrong with it."""
        problem = self._problem(cards)
        if "=" not in cards and (problem is None) != self._is_natural_meld(cards):
            return ""  # a card in it happens to be wild, so it shows something else
        caption = _one_line(caller()) if problem is None else self._fault(problem.reason)
        self._examples.append(Example(cards, caption, legal=problem is None))
        return ""

    def tell_melds(self, *groups: str, caller: Caller, legal: bool = True, is_meld: bool = True) -> str:
        """Add an example of melds on the table."""
        self._examples.append(Example(" | ".join(groups), _one_line(caller()), legal, is_meld))
        return ""

    tell_cards = partialmethod(tell_melds, is_meld=False)

    def table(self, heading: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
        """Put a table under the paragraph."""
        self._table = PrintedTable(tuple(map(str, heading)), tuple(tuple(map(str, row)) for row in rows))
        return ""

    # -- what the game says ----------------------------------------------------------------------------

    def rule_of(self, rule: Enum | str) -> str:
        """Return the id of a rule, or of the one that a refusal for this reason cites."""
        if isinstance(rule, str):
            return rule
        if not isinstance(rule, Enum):
            raise PluginError(f"{rule} is not a rule or a reason for a refusal")
        citation = self.game.citations.get(rule) or TABLE_CITATIONS.get(rule)
        if citation is None:
            raise PluginError(f"no rule is cited for {rule.name}")
        return citation.rule

    def is_meld(self, cards: str) -> bool:
        """Whether cards are a meld here, and the pack has them."""
        held = Counter(cards.split())
        pack = self.game.pack
        return all(number <= pack.copies for card, number in held.items() if JOKER_SIGN not in card) and (
            self._problem(cards) is None
        )

    def worths(self, melds: Iterable[str]) -> list[int]:
        """Return what each of some melds counts in a first meld."""
        return [self._meld(cards).worth(self.game.flow.laying_down.first.joker_counts) for cards in melds]

    def openings(self, jokers: int = 0) -> tuple[Cards, Cards]:
        """Return melds that are too little for a first meld, and some that will do; the first has so many jokers.

        They bring more and more points. Either is empty if there are none, or if they have too many cards for a turn
        or for a hand.
        """
        flow, first, too_few = self.game.flow, self.game.flow.laying_down.first, Cards()
        kept = isinstance(flow.discarding, Discarding) and flow.discarding.final_required
        held = min(deal.hand_size for deal in self.deals.values()) + (flow.draw_mode == "draw_then_play") - kept
        most = min(flow.max_hand_cards or held, held)
        in_run = self._in_run
        last = range(in_run - jokers, in_run)
        kings, high = self.a_set(KING, 1, jokers), self.row(range(KING - 4, KING + 1))
        low, higher = self.row(range(5, 5 + in_run), 3, last), self.row(range(KING - 5, KING), suit=1)
        four, some = self.group(KING, range(4), jokers), self.row(range(3, 3 + in_run))
        more: list[Cards] = [(kings, some), (four, some), (kings, high), (kings, high, higher)]
        if first.alone:
            more = [(high,), (self.row(range(KING - 6, KING + 1)),)]
        for laid in ((low,), (kings,), (four,), *more):
            if not all(map(self.is_meld, laid)):
                continue
            melds = [self._meld(cards) for cards in laid]
            if not meets(melds, first.demands):
                continue
            if first.meets(melds):
                return too_few, laid if sum(len(cards.split()) for cards in laid) <= most else ()
            too_few = laid
        return too_few, ()

    def values(self, cards: Iterable[str]) -> list[int]:
        """Return what every card costs that is left over."""
        return [self.game.scoring.card_penalty(self.game.pack.card(card)) for card in cards]

    def rank_rows(self, points: Sequence[int]) -> list[tuple[str, str, int | None]]:
        """Return rows of neighbouring ranks, from the two on, each by its first and last rank and what they count.

        Where all of a row count what they show it has no points. There are no rows where cards count as usual.
        """
        ranks, rows = self.game.pack.ranks, list[tuple[int, int, int | None]]()
        if tuple(points[1:]) == PIPS[1:]:
            return []
        for first, last, value in neighbours(list(enumerate(points))[1:]):
            shows = first == last and value == PIPS[first]
            if shows and rows and rows[-1][2] is None:
                first = rows.pop()[0]
            rows.append((first, last, None if shows else value))
        names = [say(FACES.get(rank, rank)) for rank in ranks]
        return [(names[first], names[last], value) for first, last, value in rows]

    def scored(
        self,
        names: Sequence[str],
        hands: Sequence[str],
        melds: Sequence[Sequence[str]] = (),
        last_card: str | None = None,
        side_cards: Sequence[str] = (),
        ending: str = "OUT",
    ) -> RoundScore:
        """Return the score of a round that the first of the players has ended, as it lies there then."""
        pack, rules = self.game.pack, self.game.melds
        small = replace(self.game.deal, hand_size=0, guaranteed_jokers=0, cut_joker_keep=False, sides=())
        round = Round(replace(self.game, players=len(names), deal=small), dealer=0, seed=0, names=names)
        round.hands = [pack.heap(hand) for hand in hands]
        own = [(seat, meld) for seat, laid in enumerate(melds) for meld in laid]
        round.table = {
            number: TableMeld.new(number, seat, rules.readings(rules.placed_cards(meld))[0], rules)
            for number, (seat, meld) in enumerate(own, 1)
        }
        round.melded = sum(1 << seat for seat, laid in enumerate(melds) if laid)
        round.side_cards = tuple(side_cards)
        round.outcome = Outcome(Ending[ending], 0, pack.card(last_card) if last_card else None)
        return self.game.scoring.score(round)

    def sheet_rows(self, score: RoundScore) -> list[list[str]]:
        """Return a score as it is written down, item by item; the sum only where something multiplies it."""
        rows = [[say(item.title), *map(str, item.points)] for item in score.items]
        if any(factor != 1 for factor in score.factors):
            sums = [sum(item.points[seat] for item in score.items) for seat in range(len(score.totals))]
            rows.append([say("Sum"), *map(str, sums)])
        return [*rows, [say("Score"), *map(str, score.totals)]]

    def worked_out(self, left: Iterable[str], score: RoundScore, seat: int) -> str:
        """Return the sum of a seat as one writes it: the cards left over, and what else the score counts."""
        values = self.values(left)
        terms = " + ".join(map(str, values)) or "0"
        for points in (item.points[seat] for item in score.items[1:]):
            if points:
                terms += f" {'+' if points > 0 else '−'} {abs(points)}"
        total = str(score.totals[seat])
        return terms if terms == total else f"{terms} = {total}"

    def _meld(self, cards: str, melds: MeldRules | None = None) -> Meld:
        melds = melds or self.game.melds
        return melds.readings(melds.placed_cards(cards))[0]

    def _is_natural_meld(self, cards: str) -> bool:
        """Whether cards are a meld where no others are wild than jokers."""
        return self._problem(cards, replace(self.game.melds, wild_ranks=())) is None

    def _problem(self, cards: str, melds: MeldRules | None = None) -> MeldProblem | None:
        try:
            self._meld(cards, melds)
        except MeldProblem as problem:
            return problem
        return None

    def _fault(self, reason: Enum) -> str:
        faults = {
            Reason.MELD_TOO_SHORT: say("too short"),
            Reason.SET_TOO_SHORT: say("too short"),
            Reason.RUN_TOO_SHORT: say("too short"),
            Reason.MELD_MIXED: say("neither a set nor a run"),
            Reason.SET_SAME_SUIT: say("not a set: a colour comes twice")
            if self.game.pack.has_colours
            else say("not a set: a suit comes twice"),
            Reason.RUN_GAP: say("not a run: there is a gap"),
            Reason.RUN_DUPLICATE: say("not a run: a card comes twice"),
            Reason.RUN_WRAP: say("not a run: it goes on beyond the end"),
            Reason.JOKER_COLOUR: say("the joker has another colour"),
            Reason.JOKER_TWIN: say("the joker stands for a card that is there already"),
            Reason.TOO_MANY_JOKERS: say("too many jokers"),
            Reason.TOO_FEW_NATURALS: say("too few natural cards"),
            Reason.JOKER_SHARE: say("too many jokers"),
            Reason.JOKER_HALF: say("too many jokers"),
            Reason.JOKER_AT_END: say("a joker at the end"),
            Reason.ADJACENT_JOKERS: say("too many jokers side by side"),
        }
        return next((fault for known, fault in faults.items() if known is reason), "") or say("not a meld")

    # -- cards of examples, by the indices of their ranks and suits --------------------------------------

    def row(self, ranks: Iterable[int], suit: int = 0, jokers_at: Collection[int] = ()) -> str:
        """Return cards of one suit; jokers at the places ``jokers_at``."""
        return " ".join(
            self._joker(at, rank, suit) if at in jokers_at else self.game.pack.natural(rank, suit).text
            for at, rank in enumerate(ranks)
        )

    def group(self, rank: int, suits: Sequence[int], jokers: int = 0) -> str:
        """Return cards of one rank; the last ``jokers`` are jokers."""
        naturals = len(suits) - jokers
        cards = [self.game.pack.natural(rank, suit).text for suit in suits[:naturals]]
        # A plain joker of a set stands for any missing suit, so nothing is written behind it.
        coloured = bool(self.game.pack.suit_jokers)
        cards += [self._joker(suit, rank, suit if coloured else None) for suit in suits[naturals:]]
        return " ".join(cards)

    def twins(self, rank: int, size: int, jokers: int = 0) -> str:
        """Return so many cards of one rank, every suit twice before the next one comes, if the pack has it twice."""
        pack = self.game.pack
        return self.group(rank, [at // min(2, pack.copies) % len(pack.suits) for at in range(size)], jokers)

    def a_set(self, rank: int, first: int = 0, jokers: int = 0) -> str:
        """Return a set as small as it may be, with the suits from *first* on, or with equal cards if it needs more."""
        size, suits = self.game.melds.min_set, len(self.game.pack.suits)
        if size > suits - first:
            return self.twins(rank, size, jokers) if size > suits else self.group(rank, range(size), jokers)
        return self.group(rank, range(first, first + size), jokers)

    def a_joker(self, number: int = 0) -> str:
        """Return a joker; where the pack has none a wild card, another one for every number as far as there are."""
        pack, wild = self.game.pack, self.game.melds.wild_ranks
        if pack.plain_jokers or not wild:
            return JOKER_SIGN
        return pack.natural(wild[0], (number + 1) % len(pack.suits)).text

    def _joker(self, number: int, rank: int, suit: int | None) -> str:
        """Return a joker that stands for a card; without a *suit* for any of the rank."""
        pack = self.game.pack
        if suit is None:
            joker = self.a_joker(number)
            return joker if joker == JOKER_SIGN else f"{joker}={JOKER_SIGN}"
        joker = f"{JOKER_SIGN}{pack.suits[suit].code}" if pack.suit_jokers else self.a_joker(number)
        return f"{joker}={pack.natural(rank, suit).text}"

    def wild_ranks(self) -> str:
        """Return the ranks that are wild besides the jokers, the lowest first."""
        return listed([say(self.game.pack.ranks[rank]) for rank in self.game.melds.wild_ranks])

    # -- hands that are shown --------------------------------------------------------------------------

    def few_left(self) -> Cards:
        """Return cards in no meld with which one may knock."""
        limit, (low, next_low, _) = self._knock_limit(), self._low_ranks()
        few = ((f"{low}d", f"{next_low}c"), (f"{low}d",), ())
        return next(cards for cards in few if limit is None or sum(self.values(cards)) <= limit)

    def much_left(self) -> Cards | None:
        """Return cards in no meld with which one may not knock, or None if any of those here would do."""
        limit, (low, next_low, third_low) = self._knock_limit(), self._low_ranks()
        high, next_high = self._natural_ranks(("K", "10", "Q", "J"))[:2]
        much = ((f"{low}d", f"{third_low}c"), (f"{high}d", f"{next_low}c"), (f"{high}d", f"{next_high}c"))
        return next((cards for cards in much if limit is not None and sum(self.values(cards)) > limit), None)

    def _low_ranks(self) -> Sequence[str]:
        return self._natural_ranks(("2", "3", "4", "5", "6"))[:3]

    def _natural_ranks(self, ranks: Iterable[str]) -> Sequence[str]:
        """Return those of some ranks that are not wild."""
        wild = [self.game.pack.ranks[rank] for rank in self.game.melds.wild_ranks]
        return [rank for rank in ranks if rank not in wild]

    def _knock_limit(self) -> int | None:
        knocking = self.game.flow.knocking
        return knocking.limit if knocking else None

    def hand_with(self, left: Sequence[str]) -> str:
        """Return a whole hand in groups: melds in which no card comes twice, and these cards left over."""
        melds, rest = self.game.melds, self.deal.hand_size - len(left)
        groups = []
        if rest >= melds.min_set + melds.min_run and self.is_meld(queens := self.a_set(QUEEN, 1)):
            groups.append(queens)
            rest -= melds.min_set
        longest = KING - FIVE + 1
        spades, first = min(longest, rest - melds.min_run), FIVE
        if rest <= longest or spades < melds.min_run:  # one run, which begins earlier if it must
            spades, first = rest, min(FIVE, KING + 1 - rest)
        groups.append(self.row(range(first, first + spades)))
        if rest > spades:
            groups.append(self.row(range(FOUR, FOUR + rest - spades), suit=1))
        return " | ".join([*groups, " ".join(left)] if left else groups)


class _Wrapped:
    """A scoring with all that it knows, and what the one knows that a mod has wrapped in it."""

    def __init__(self, scoring: object) -> None:
        self._scoring = scoring

    def __getattr__(self, name: str) -> Any:
        if hasattr(self._scoring, name):
            return getattr(self._scoring, name)
        for inner in getattr(self._scoring, "__dict__", {}).values():
            if hasattr(inner, "card_penalty"):
                return getattr(_Wrapped(inner), name)
        raise AttributeError(f"{type(self._scoring).__name__} has no {name}")


def added_up(numbers: Sequence[int]) -> str:
    """Return a sum as one writes it, or a single number as it is.

    >>> added_up([20, 11]), added_up([30])
    ('20 + 11 = 31', '30')
    """
    total = str(sum(numbers))
    return total if len(numbers) == 1 else f"{' + '.join(map(str, numbers))} = {total}"


TIMES = (mark("once"), mark("twice"), mark("three times"))


def times(number: int) -> str:
    """Return how often something may be done, as one says it.

    >>> times(2), times(7)
    ('twice', '7 times')
    """
    return say(TIMES[number - 1]) if number <= len(TIMES) else say("{number} times", number=number)


def _one_line(text: str) -> str:
    return SPACES.sub(" ", text).strip()
