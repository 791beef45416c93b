"""The colours of suits: within a palette they differ, also for those who do not tell red from green."""

from __future__ import annotations

from io import StringIO
from itertools import combinations

import pytest
from rich.color import Color, ColorSystem
from rich.console import Console

from cli.command import PLUGINS
from rummykit.cards import Pack
from rummykit.i18n import Language
from rummykit.rules import from_variant
from rummykit_cli.render.palettes import COLOUR_BLIND, FOUR_COLOURS, PALETTES, STANDARD, Palette, colour_of
from rummykit_cli.render.plain import Screen

Triple = tuple[float, float, float]

# How the eye of somebody without red or green cones sees linear light (Machado, Oliveira and Fernandes 2009).
PROTANOPIA = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998))
DEUTERANOPIA = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))

CLEARLY = 15
"""A difference between two colours, in CIE 1976, that nobody overlooks; one of 2 can just be seen."""


def packs() -> list[Pack]:
    """Every pack of the variants and presets we ship."""
    found = {}
    for variant, plugin in PLUGINS.by_variant.items():
        if plugin.distribution.startswith("rummykit "):
            for preset in (None, *PLUGINS.presets(variant)):
                pack = PLUGINS.assemble_for_any(from_variant(variant, PLUGINS, preset=preset)).pack
                found[pack.suits] = pack
    return list(found.values())


PACKS = packs()


def colours(pack: Pack, palette: Palette) -> list[str]:
    return [colour_of(suit, palette) for suit in pack.suits]


def test_there_are_packs_with_suits_and_with_colours() -> None:
    assert {len(pack.suits) for pack in PACKS} == {4, 5}
    assert {pack.suit_word for pack in PACKS} == {"suit", "colour"}


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_all_suits_of_a_pack_differ(palette: Palette) -> None:
    for pack in PACKS:
        known = colours(pack, palette)
        if palette is STANDARD and pack.suit_word == "suit":
            assert known == ["", "red", "red", ""], "as on real cards, where only the signs differ"
        else:
            assert len(set(known)) == len(pack.suits)


@pytest.mark.parametrize("palette", [FOUR_COLOURS, COLOUR_BLIND])
def test_they_differ_on_a_terminal_with_sixteen_colours(palette: Palette) -> None:
    for pack in PACKS:
        known = [Color.parse(colour or "default") for colour in colours(pack, palette)]
        assert len({colour.downgrade(ColorSystem.STANDARD).number for colour in known}) == len(known)


@pytest.mark.parametrize("eye", [PROTANOPIA, DEUTERANOPIA])
def test_nobody_confuses_the_colours_for_the_colour_blind(eye: tuple[Triple, Triple, Triple]) -> None:
    for pack in PACKS:
        known = [colour for colour in colours(pack, COLOUR_BLIND) if colour]
        for one, other in combinations(known, 2):
            assert difference(seen(one, eye), seen(other, eye)) > CLEARLY, (one, other)


def test_the_screen_uses_the_palette_and_keeps_the_sign() -> None:
    (french,) = [pack for pack in PACKS if pack.suit_word == "suit"]
    shown = {}
    with Language(signs=True).spoken():
        for name, palette in PALETTES.items():
            out = StringIO()
            console = Console(file=out, force_terminal=True, color_system="truecolor", no_color=False)
            Screen(console, palette).line(Screen(console, palette).cards(french, [french.card("7d")]))
            shown[name] = out.getvalue()
    assert all("7♦" in text for text in shown.values())
    assert len(set(shown.values())) == len(PALETTES)


# -- seeing ----------------------------------------------------------------------------------------------


def seen(colour: str, eye: tuple[Triple, Triple, Triple]) -> Triple:
    """Return a colour as this eye sees it, in CIELAB."""
    light = [_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5)]
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, light, strict=True)))) for row in eye
    )
    x = _cube_root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
    y = _cube_root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = _cube_root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Triple, other: Triple) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _cube_root(value: float) -> float:
    return float(value ** (1 / 3)) if value > 0.008856 else 7.787 * value + 16 / 116
