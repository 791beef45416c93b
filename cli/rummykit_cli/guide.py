"""What a player is asked for and may ask for, in words: the request, help, the moves there are, the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rummykit.cards import JOKER_SIGN, Pack, Row
from rummykit.engine import actions
from rummykit.engine.actions import Action
from rummykit.engine.views import BuybackView, View
from rummykit.errors import did_you_mean
from rummykit.i18n import current, mark, say, say_number
from rummykit.refusals import TABLE_CITATIONS, TABLE_RULES
from rummykit_cli.plugged import installed
from rummykit_cli.render.log import house_rules
from rummykit_cli.render.plain import Line

ARRANGE = actions.Rearrange.verb
MOST_DRAWS = 8
"""So many of the ways to draw are told where the pile may be taken from any depth."""
REARRANGE = "rearrange"
"""The command that rearranges step by step, which is easier than the move in one line."""

COMMANDS = {
    "help": mark("help, or help MOVE: how to write moves, with your own cards"),
    "moves": mark("moves: list the moves you can make now"),
    "show": mark("show: print the table again"),
    "sort": mark("sort colour, sort value: sort your hand by colour or by value"),
    "log": mark("log: show the last moves again"),
    "rule": mark("rule NAME: read a rule that a refusal names; without a name an overview, and your house rules"),
    REARRANGE: mark(
        "rearrange: rearrange the table step by step (take, put, undo); nothing is played until you say done"
    ),
    "hint": mark("hint: a hint in three steps, what to look at, the move, and why; hints are counted"),
    "undo": mark("undo: take back your last move of this turn, as long as no hidden card was seen"),
    "quit": mark("quit: leave; the game is saved"),
}

MEANINGS = {
    "draw": mark("Take the top card of the stock, or the open card, to begin your turn."),
    "claim": mark("Take the open card although it is not your turn; you are asked whenever you may."),
    "pass": mark("Decline what you are offered, or place no card in this turn."),
    "meld": mark("Lay one or more sets or runs from your hand on the table."),
    "layoff": mark("Add a card from your hand to a meld on the table."),
    "swap": mark("Replace a joker on the table with the real card, and get the joker in return."),
    "arrange": mark("Take melds on the table apart and make new ones, together with cards from your hand."),
    "discard": mark("Put a card on the discard pile, which ends your turn."),
    "knock": mark("Discard a card and end the round with few points left in your hand."),
    "call": mark("Discard a card and end the round with all your other cards in melds."),
    "end": mark("End your turn without a discard."),
    "late": mark("End the turn of a player whose time is over. The clock of the table makes this move, and no player."),
    "buyback": mark("Say whether you buy back into the match."),
}
"""What each move does, in every game that has it."""

BUYBACK = actions.BuyBack.verb


# -- help ------------------------------------------------------------------------------------------------


def help_on(view: View | BuybackView, topic: str) -> Iterator[Line]:
    """Explain a move or a command, or all that this game has."""
    verbs = view.rules.flow.verbs
    if topic in COMMANDS:
        yield Line.item(say(COMMANDS[topic]))
    elif (kind := verbs.get(topic)) is not None:
        yield Line.item(say(MEANINGS.get(topic) or kind.meaning))
        if kind is actions.Late and view.rules.flow.lateness is not None:
            return
        if kind is not actions.BuyBack and kind not in view.rules.flow.offered:
            yield Line.item(say("There is no such move in this game."))
        else:
            yield form_of(topic, view)
    elif topic:
        no_help = say("There is no help for '{topic}'.", topic=topic)
        yield Line.warning(f"{no_help}{did_you_mean(topic, [*verbs, *COMMANDS])}")
    else:
        if isinstance(view, View):
            yield Line(_how_cards_are_written(view.rules.pack))
            if any(suit.sign for suit in view.rules.pack.suits):
                yield Line(_how_suits_are_written(view.rules.pack))
        for name in _verbs_of(view):
            yield form_of(name, view)
        for name, text in COMMANDS.items():
            if name != REARRANGE or actions.Rearrange in view.rules.flow.offered:
                yield Line.item(say(text))


def form_of(name: str, view: View | BuybackView) -> Line:
    """Return how a move is written, with cards of the player's own if there is such a move."""
    kind = view.rules.flow.verbs[name]
    form: str = kind.form
    if form != name:  # a bare command is typed as it is
        form = say(form)
    if kind not in _CLEAR and isinstance(view, View):
        if now := _example([action for action in view.legal if isinstance(action, kind)]):
            form += "      " + say("for example: {example}", example=now)
        elif later := _example(_later(kind, view)):
            form += "      " + say("later, for example: {example}", example=later)
    return Line.item(form)


_CLEAR = (actions.Draw, actions.Claim, actions.Pass, actions.EndTurn, actions.BuyBack)
"""Moves whose form says it all."""


def _example(moves: Sequence[Action]) -> Action | None:
    """Return one of the moves, if possible one that costs no joker."""
    without = [move for move in moves if JOKER_SIGN not in str(move)]
    return next(reversed(without or moves), None)


def _later(kind: type[Action], view: View) -> Sequence[Action]:
    """Return moves of a kind that the player's cards may serve for later in the turn."""
    if kind is actions.LayDown:
        return list(view.rules.finder.naturals(view.hand))
    if kind is actions.LayOff and view.melded[view.seat]:
        return [action for meld in view.table for action, _ in meld.additions if action.placed.card in view.cards]
    return [actions.Discard(card) for card in view.cards] if kind is actions.Discard else []


def _verbs_of(view: View | BuybackView) -> Collection[str]:
    """Return the moves to explain: those of this game, or the answers to an offer."""
    if isinstance(view, BuybackView):
        return (BUYBACK,)
    return [name for name, kind in view.rules.flow.verbs.items() if kind in view.rules.flow.offered]


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
    return text + " " + say("A joker is {joker}; one that stands for a card: {placed}.", joker=joker, placed=placed)


def _how_suits_are_written(pack: Pack) -> str:
    """Tell the letters of the suits, which a screen shows by signs if it has them."""
    has_signs = current().signs
    suits = pack.suits
    letters = [f"{one.code} {one.sign if has_signs and one.sign != one.code else say(one.name)}" for one in suits]
    return say("The letters of the suits: {letters}.", letters=", ".join(letters))


# -- moves and rules -------------------------------------------------------------------------------------


def moves_of(view: View | BuybackView) -> Iterator[Line]:
    """List the moves of the player who is to act."""
    for action in view.legal:
        yield Line.item(str(action))
    if isinstance(view, View) and may_rearrange(view):
        yield Line.item(say("At most one way to rearrange the table is listed; try your own with 'rearrange'."))


def rules_about(name: str, view: View | BuybackView) -> Iterator[Line]:
    """Return a rule with the options that decide it, or the rules of a topic; without a name, what there is."""
    book = {**view.rules.rulebook, **TABLE_RULES}
    chapters = installed().booklet(view.rules.table_rules).chapters
    told = {*TABLE_RULES, *(paragraph.rule for chapter in chapters for paragraph in chapter.paragraphs)}
    named = [rule for rule in book if name in (rule, _topic(rule), *_topic(rule).split("-"))]
    for rule in named:
        yield Line(f"{rule}: {say(book[rule])}")
        if rule not in told:
            yield Line.item(say("The booklet of this table does not tell this rule."))
    if name in book:
        yield from _options_of(name, view)
    elif name and not named:
        no_rule = say("There is no rule {name}.", name=name)
        yield Line.warning(f"{no_rule}{did_you_mean(name, book)}")
    elif not name:
        yield from _topics({rule: text for rule, text in book.items() if rule in told})
        yield from house_rules(view.rules)


def _topics(book: Mapping[str, str]) -> Iterator[Line]:
    """Tell how many rules of a booklet there are on what, and how the first of each begins."""
    topics: dict[str, list[str]] = {}
    for rule in book:
        topics.setdefault(_topic(rule), []).append(rule)
    named = next(iter(topics))
    message = mark("The rules by topic: 'rule {topic}' prints those of a topic, 'rule {rule}' a single one.")
    yield Line(say(message, topic=named, rule=topics[named][0]))
    width = max(map(len, topics))
    for topic, rules in topics.items():
        count = say_number("{number} rule", "{number} rules", len(rules), number=f"{len(rules):>2}")
        yield Line(f"  {topic:<{width}}  {count}: {say(book[rules[0]])}", in_one=True)


def _topic(rule: str) -> str:
    """Return a rule's name without its number.

    >>> _topic("R17-MELD-02")
    'R17-MELD'
    """
    return rule.rpartition("-")[0]


def _options_of(rule: str, view: View | BuybackView) -> Iterator[Line]:
    """Say which options decide a rule at this table."""
    citations = {**TABLE_CITATIONS, **view.rules.citations}
    cited = {citation.option for citation in citations.values() if citation.rule == rule}
    for option in sorted(option for option in cited if option):
        value = view.rules.table_rules.written(option)
        yield Line.item(say("at this table: {option} = {value}", option=option, value=value))


# -- what is expected ------------------------------------------------------------------------------------


def request(view: View | BuybackView) -> str:
    """Return what is expected of the player who is to act."""
    if isinstance(view, BuybackView):
        return say("Do you want to buy back? ({moves})", moves=_row(view.legal))
    if view.stage == "claim":
        return say("Do you want the open card {card}? ({moves})", card=view.open_card, moves=_row(view.legal))
    if view.stage in ("draw", "exchange"):
        return _request_draw(view)
    return say(_REQUESTS.get(view.stage) or _request_play(view), moves=_words(view))


def _request_draw(view: View) -> str:
    # Where an open card must be used at once there are many ways to take it: the first one shows how.
    ways = {
        action.source if isinstance(action, actions.Draw) else type(action): str(action)
        for action in reversed(view.legal)
    }
    moves, card = ", ".join(reversed(ways.values())), view.open_card
    if view.stage == "exchange":
        return say("Your last exchange ({moves}; the open card is {card})", moves=moves, card=card)
    if len(view.spread) > 1 and len(ways) > 1:
        cards = Row(view.pile)
        return say("Draw a card ({moves}; the discards are {cards})", moves=_row(view.legal[:MOST_DRAWS]), cards=cards)
    if len(ways) == 1:
        return say("Draw a card ({moves})", moves=moves)
    return say("Draw a card ({moves}; the open card is {card})", moves=moves, card=card)


_REQUESTS = {
    "last_discard": mark("Discard a card to finish your exchange ({moves})"),
    "play_or_draw": mark("Place cards, or pass and draw ({moves})"),
}


def _request_play(view: View) -> str:
    """Return the message for somebody who has drawn: what else he may do before the turn ends, and how it ends."""
    kinds = {type(action) for action in view.legal}
    if kinds == {actions.Discard} and len(view.cards) == 1:
        return mark("Discard your last card to go out ({moves})")
    if kinds == {actions.Discard}:
        return mark("Discard a card to end your turn ({moves})")
    if actions.Discard in kinds and not view.rules.flow.lays_out:
        return mark("Discard a card, or end the round with it ({moves})")
    if actions.Discard in kinds:
        return mark("Lay out cards, or discard one ({moves})")
    if actions.EndTurn in kinds:
        return mark("Lay out more cards, or end your turn ({moves})")
    return mark("Lay out cards ({moves})")


def _row(moves: Iterable[Action]) -> str:
    return ", ".join(map(str, moves))


def _words(view: View) -> str:
    """Return the words that begin a move, in the order of a turn."""
    possible = {action.verb for action in view.legal}
    if may_rearrange(view):
        possible.add(ARRANGE)
    return ", ".join(REARRANGE if word == ARRANGE else word for word in view.rules.flow.verbs if word in possible)


def may_rearrange(view: View) -> bool:
    """Whether the player can lay the table anew; of all the ways to do it, one is listed at most."""
    rearranging = view.rules.flow.rearranging
    if rearranging is None or not rearranging.allowed or not view.melded[view.seat]:
        return False
    return rearranging.same_turn or not view.opened_now
