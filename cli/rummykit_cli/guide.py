"""What a player can ask for besides moves: help, the moves there are, the rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rummykit.actions import (
    BUYBACK_YES,
    VERBS,
    Action,
    BuyBack,
    Claim,
    Discard,
    Draw,
    EndTurn,
    LayDown,
    LayOff,
    Pass,
    Rearrange,
    verb,
)
from rummykit.cards import Pack
from rummykit.errors import did_you_mean
from rummykit.language import mark, say, say_number
from rummykit.notation import EXAMPLES
from rummykit.reasons import TABLE_CITATIONS, TABLE_RULES, plain
from rummykit.views import BuybackView, View
from rummykit_cli.log import Log
from rummykit_cli.prompt import REARRANGE, may_rearrange
from rummykit_cli.screen import Screen

COMMANDS = {
    "help": mark("help, or help MOVE: how to write moves, with your own cards"),
    "moves": mark("moves: list the moves you can make now"),
    "show": mark("show: print the table again"),
    "sort": mark("sort colour, sort value: order your hand"),
    "log": mark("log: the last moves again"),
    "rule": mark("rule NAME: read a rule that a refusal names; without a name an overview, and your house rules"),
    REARRANGE: mark(
        "rearrange: lay the table anew step by step (take, put, undo); nothing is played before you say done"
    ),
    "hint": mark("hint: a hint in three steps, what to look at, the move, and why; hints are counted"),
    "undo": mark("undo: take back your last move of this turn, as long as no hidden card was seen"),
    "quit": mark("quit: leave; the game is saved"),
}

BUYBACK = verb(BUYBACK_YES)


# -- help ------------------------------------------------------------------------------------------------


def show_help(screen: Screen, view: View | BuybackView, topic: str) -> None:
    """Explain a move or a command, or all that this game has."""
    if topic in COMMANDS:
        screen.item(say(COMMANDS[topic]))
    elif topic in VERBS:
        show_form(screen, view, topic)
    elif topic:
        no_help = say("There is no help for '{topic}'.", topic=topic)
        screen.line(f"{no_help}{did_you_mean(topic, [*VERBS, *COMMANDS])}", style="yellow")
    else:
        if isinstance(view, View):
            screen.line(_how_cards_are_written(view.rules.pack))
        for name in _verbs_of(view):
            show_form(screen, view, name)
        for name, text in COMMANDS.items():
            if name != REARRANGE or Rearrange in view.rules.flow.offered:
                screen.item(say(text))


def show_form(screen: Screen, view: View | BuybackView, name: str) -> None:
    """Print how a move is written, with cards of the player's own if there is such a move."""
    form, example = EXAMPLES[name], example_of(VERBS[name], view)
    if form != name:  # a bare command is typed as it is
        form = say(form)
    if example is not None:
        form += "      " + say("for example: {example}", example=example)
    screen.item(form)


def example_of(kind: type[Action], view: View | BuybackView) -> Action | None:
    """Return a move of this kind with cards of the player's own: one to make now, or later in the turn."""
    if kind in (Draw, Claim, Pass, EndTurn, BuyBack) or isinstance(view, BuybackView):
        return None  # their form says it all
    found = [action for action in view.legal if isinstance(action, kind)]
    if found:
        return found[-1]
    if kind is LayDown:
        return next(iter(view.rules.finder.naturals(view.hand)), None)
    if kind is LayOff:
        own = [action for meld in view.table for action, _ in meld.additions if action.placed.card in view.cards]
        return next(iter(own), None)
    return Discard(view.cards[-1]) if kind is Discard and view.cards else None


def _verbs_of(view: View | BuybackView) -> Collection[str]:
    """Return the moves to explain: those of this game, or the answers to an offer."""
    if isinstance(view, BuybackView):
        return (BUYBACK,)
    return [name for name in EXAMPLES if VERBS[name] in view.rules.flow.offered]


def _how_cards_are_written(pack: Pack) -> str:
    """Explain the notation, with cards as one types them."""
    first, last = pack.natural(6, 0), pack.natural(len(pack.ranks) - 1, len(pack.suits) - 1)
    suit = say(pack.suit_word)
    text = say("Cards: value first, then {suit}: {cards}.", suit=suit, cards=f"{first} {last}")
    jokers = pack.cards[pack.naturals :]
    if not jokers:
        return text
    joker, stands_for = str(jokers[0]), pack.natural(6, max(jokers[0].suit, 0))
    placed = f"{joker}={stands_for}"
    return text + " " + say("A joker is {joker}; standing for a card: {placed}.", joker=joker, placed=placed)


# -- moves and rules -------------------------------------------------------------------------------------


def show_moves(screen: Screen, view: View | BuybackView) -> None:
    """List the moves of the player who is to act."""
    for action in view.legal:
        screen.item(str(action))
    if isinstance(view, View) and may_rearrange(view):
        screen.item(say("Of the ways to rearrange the table one is listed at most; try yours with 'rearrange'."))


def show_rule(log: Log, view: View | BuybackView, name: str) -> None:
    """Print a rule with the options that decide it, or the rules of a topic; without a name tell what there is."""
    screen = log.screen
    book = {**view.rules.rulebook, **TABLE_RULES}
    topic = [rule for rule in book if _topic(rule) == name or name in _topic(rule).split("-")]
    if name in book:
        screen.line(f"{name}: {say(book[name])}")
        _show_options(screen, view, name)
    elif topic:
        for rule in topic:
            screen.line(f"{rule}: {say(book[rule])}")
    elif name:
        no_rule = say("There is no rule {name}.", name=name)
        screen.line(f"{no_rule}{did_you_mean(name, book)}", style="yellow")
    else:
        _show_topics(screen, book)
        log.tell_house_rules(view.rules.table_rules)


def _show_topics(screen: Screen, book: Mapping[str, str]) -> None:
    """Print how many rules there are on what, and how the first of each begins."""
    topics: dict[str, list[str]] = {}
    for rule in book:
        topics.setdefault(_topic(rule), []).append(rule)
    named = next(iter(topics))
    message = mark("The rules by topic: 'rule {topic}' prints those of a topic, 'rule {rule}' a single one.")
    screen.line(say(message, topic=named, rule=topics[named][0]))
    width = max(map(len, topics))
    for topic, rules in topics.items():
        count = say_number("{number} rule", "{number} rules", len(rules), number=f"{len(rules):>2}")
        line = f"  {topic:<{width}}  {count}: {say(book[rules[0]])}"
        room = screen.console.width
        screen.line(line if len(line) <= room else f"{line[: room - 3]}...")


def _topic(rule: str) -> str:
    """Return a rule's name without its number.

    >>> _topic("R17-MELD-02")
    'R17-MELD'
    """
    return rule.rpartition("-")[0]


def _show_options(screen: Screen, view: View | BuybackView, rule: str) -> None:
    """Say which options decide a rule at this table."""
    citations = {**TABLE_CITATIONS, **view.rules.citations}
    cited = {citation.option for citation in citations.values() if citation.rule == rule}
    for option in sorted(option for option in cited if option):
        value = plain(view.rules.table_rules.value(option))
        screen.item(say("at this table: {option} = {value}", option=option, value=value))
