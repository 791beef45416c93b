"""What a player can ask for besides moves: help, the moves there are, the rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rummykit.cards import JOKER_SIGN, Pack
from rummykit.engine.actions import (
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
)
from rummykit.engine.views import BuybackView, View
from rummykit.errors import did_you_mean
from rummykit.i18n import current, mark, say, say_number
from rummykit.refusals import TABLE_CITATIONS, TABLE_RULES
from rummykit_cli.prompt import REARRANGE, may_rearrange
from rummykit_cli.render.log import Log
from rummykit_cli.render.plain import Screen

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

MEANINGS = {
    "draw": mark("Take the top card of the stock, or the open card, to begin your turn."),
    "claim": mark("Take the open card although it is not your turn; you are asked whenever you may."),
    "pass": mark("Do without what you are offered, or place no card in this turn."),
    "meld": mark("Lay one or more sets or runs from your hand on the table."),
    "layoff": mark("Add a card of your hand to a meld on the table."),
    "swap": mark("Put the real card in the place of a joker on the table, and get the joker for it."),
    "arrange": mark("Take melds on the table apart and lay their cards anew, together with cards of your hand."),
    "discard": mark("Put a card on the discard pile, which ends your turn."),
    "knock": mark("Discard a card and end the round with few points left in your hand."),
    "call": mark("Discard a card and end the round with all your other cards in melds."),
    "end": mark("End your turn without a discard."),
    "buyback": mark("Say whether you buy back into the match."),
}
"""What each move does, in every game that has it."""

BUYBACK = BuyBack.verb


# -- help ------------------------------------------------------------------------------------------------


def show_help(screen: Screen, view: View | BuybackView, topic: str) -> None:
    """Explain a move or a command, or all that this game has."""
    if topic in COMMANDS:
        screen.item(say(COMMANDS[topic]))
    elif topic in VERBS:
        screen.item(say(MEANINGS[topic]))
        if VERBS[topic] is not BuyBack and VERBS[topic] not in view.rules.flow.offered:
            screen.item(say("This game goes without it."))
        else:
            show_form(screen, view, topic)
    elif topic:
        no_help = say("There is no help for '{topic}'.", topic=topic)
        screen.line(f"{no_help}{did_you_mean(topic, [*VERBS, *COMMANDS])}", style="yellow")
    else:
        if isinstance(view, View):
            screen.line(_how_cards_are_written(view.rules.pack))
            if any(suit.sign for suit in view.rules.pack.suits):
                screen.line(_how_suits_are_written(view.rules.pack))
        for name in _verbs_of(view):
            show_form(screen, view, name)
        for name, text in COMMANDS.items():
            if name != REARRANGE or Rearrange in view.rules.flow.offered:
                screen.item(say(text))


def show_form(screen: Screen, view: View | BuybackView, name: str) -> None:
    """Print how a move is written, with cards of the player's own if there is such a move."""
    kind = VERBS[name]
    form: str = kind.form
    if form != name:  # a bare command is typed as it is
        form = say(form)
    if kind not in _CLEAR and isinstance(view, View):
        if now := _example([action for action in view.legal if isinstance(action, kind)]):
            form += "      " + say("for example: {example}", example=now)
        elif later := _example(_later(kind, view)):
            form += "      " + say("later, for example: {example}", example=later)
    screen.item(form)


_CLEAR = (Draw, Claim, Pass, EndTurn, BuyBack)
"""Moves whose form says it all."""


def _example(actions: Sequence[Action]) -> Action | None:
    """Return one of the moves, if possible one that costs no joker."""
    without = [action for action in actions if JOKER_SIGN not in str(action)]
    return next(reversed(without or actions), None)


def _later(kind: type[Action], view: View) -> Sequence[Action]:
    """Return moves of a kind that the player's cards may serve for later in the turn."""
    if kind is LayDown:
        return list(view.rules.finder.naturals(view.hand))
    if kind is LayOff and view.melded[view.seat]:
        return [action for meld in view.table for action, _ in meld.additions if action.placed.card in view.cards]
    return [Discard(card) for card in view.cards] if kind is Discard else []


def _verbs_of(view: View | BuybackView) -> Collection[str]:
    """Return the moves to explain: those of this game, or the answers to an offer."""
    if isinstance(view, BuybackView):
        return (BUYBACK,)
    return [name for name, kind in VERBS.items() if kind in view.rules.flow.offered]


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


def _how_suits_are_written(pack: Pack) -> str:
    """Tell the letters of the suits, which a screen shows by signs if it has them."""
    has_signs = current().signs
    letters = [f"{suit.code} {suit.sign if has_signs else say(suit.name)}" for suit in pack.suits]
    return say("The letters of the suits: {letters}.", letters=", ".join(letters))


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
        log.tell_house_rules(view.rules)


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
        value = view.rules.table_rules.written(option)
        screen.item(say("at this table: {option} = {value}", option=option, value=value))
