"""Every house rule of Räuber-Rommé: those of Deutsches Rommé, and what is different here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

import rummykit_deutsches_romme.house_rules as romme
from rummykit.houserules import Contradiction, Section
from rummykit.houserules.options import needs
from rummykit.language import say


class Deal(romme.Deal):
    """The cards, who gets how many, and who begins."""

    faces: Literal["french", "numbers"] = Field(
        "french", description="suits with faces worth ten, or four colours with numbers from 1 to 13"
    )


class Draw(romme.Draw):
    """The shape of a turn, drawing, and how a round ends when nothing moves any more."""

    use_discard_pile: bool = Field(True, description="whether there are discards")
    draw_mode: Literal["draw_then_play", "play_or_draw"] = Field(
        "draw_then_play", description="whether a turn begins with a draw, or one either places cards or draws"
    )


class Swaps(romme.Swaps, defaults={"swapped_joker_use": "meld_or_layoff"}):
    """Exchanging a joker on the table for the card it stands for."""


class Rearranging(Section):
    """Taking the melds on the table apart."""

    rearrange: Literal["none", "full"] = Field("full", description="whether melds may be taken apart and laid anew")
    rearrange_requires_hand_card: bool = Field(
        True, description="whether every rearrangement must place a card from the hand"
    )
    joker_free_only_if_dissolved: bool = Field(
        False,
        description="whether a joker may leave its meld, or change its meaning, only if no two natural cards of that "
        "meld stay together",
    )

    idle_without = (
        ("joker_free_only_if_dissolved", "rearrange", "full"),
        ("joker_free_only_if_dissolved", *romme.ANY_JOKERS),
    )


class RaeuberRommeRules(romme.RommeRules):
    """The house rules of Räuber-Rommé."""

    questions = (
        "deal.jokers",
        "deal.hand_size",
        "first_meld.first_meld_min",
        "first_meld.max_jokers_first_meld",
        "rearranging.rearrange_requires_hand_card",
        "rearranging.joker_free_only_if_dissolved",
        "melds.ace_wrap",
        "draw.taken_discard_must_be_used",
        "going_out.final_discard_required",
        "match.match_mode",
    )

    deal: Deal = Deal()
    draw: Draw = Draw()
    swaps: Swaps = Swaps()
    rearranging: Rearranging = Rearranging()

    def contradictions(self, players: int | None) -> Iterator[Contradiction]:
        """Yield what cannot be played together."""
        yield from super().contradictions(players)
        if self.rearranging.rearrange == "full" and self.lay_offs.layoff == "none":
            yield Contradiction(
                (("rearranging", "rearrange"), ("lay_offs", "layoff")),
                say("rearrange: full adds cards to melds, but layoff is none"),
            )
        with_pile = self.draw.use_discard_pile
        for section, option, value, needs_pile in _PILE:
            if getattr(getattr(self, section), option) == value and needs_pile != with_pile:
                yield Contradiction(
                    ((section, option), ("draw", "use_discard_pile")),
                    needs(option, value, "use_discard_pile", needs_pile),
                )


_PILE: tuple[tuple[str, str, object, bool], ...] = (
    ("deal", "initial_upcard", True, True),
    ("draw", "taken_discard_must_be_used", "meld", True),
    ("draw", "taken_discard_must_be_used", "meld_or_layoff", True),
    ("draw", "may_discard_taken_card", False, True),
    ("draw", "stock_exhaustion", "reshuffle", True),
    ("claiming", "claims", True, True),
    ("going_out", "final_discard_required", True, True),
    # With a pile every turn ends with a discard and so begins with a draw; no rule sheet knows another way.
    ("draw", "draw_mode", "play_or_draw", False),
    ("draw", "stock_exhaustion", "play_on_until_all_pass", False),
)
"""Values that mean something only with a discard pile, or only without one."""
