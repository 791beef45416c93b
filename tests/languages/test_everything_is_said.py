"""Whatever a command prints goes through the catalogues.

In a language that is English in brackets, all words stand in brackets. The language is a stranger's distribution on the
path, and the commands are the real ones.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from cli.command import environment, rummy_in
from rummykit.plugin.plugins import Plugins
from rummykit.rules import shapes
from rummykit_kit.catalogues import messages

BAD_RULES = """\
variant: deutsches_romme
preset: clubs
rules:
  first_meld:
    first_meld_min: 400
    first_meld_mim: 30
  claims:
    allowed: perhaps
match:
  rounds: 3
"""

TYPED = {
    "rummy17": "help\nrule\nmoves\ndraw stock\nmeld 2r 6r 9r\nmeld 2r 6q\n17?\nhint\nhint\nhint\nundo\nlog\nquit\n",
    "raeuber_romme": "rearrange\ndiscard *\nsort value\nshow\nquit\n",
    "wiener_rummy": "help\nhint\ndraw discard\nknock 3c\nquit\n",
}

PLUGINS = Plugins.discover()
CODES = re.compile(r"\S*[_/~=>|*\d:.-]\S*")
"""Options, paths, cards, rule ids and numbers."""
TO_TYPE = frozenset(
    re.findall(
        r"\w+",
        """help rule rules moves show sort colour value log rearrange arrange take put done hint undo quit draw stock
        discard claim pass meld layoff swap knock call end yes no play resume replay sheet correct csv rummy name
        language palette theme pace system standard normal club""",
    )
)
NAMES = {"Anna", "Ben", "Cem", "greedy", "random", "TABLE", "MATCH"}
TITLES = {word for plugin in PLUGINS.loaded if plugin.variant for word in plugin.variant.title.split()}
CHOICES = {
    choice
    for variant in PLUGINS.variants()
    for section in vars(PLUGINS.options_model(variant)()).values()
    for field in type(section).model_fields.values()
    for choice in (*shapes.choices(field), "true", "false", "null")
}
OPTIONS = {
    name
    for variant in PLUGINS.variants()
    for section, options in PLUGINS.options_model(variant)()
    for name in (section, *type(options).model_fields)
}
SAME_EVERYWHERE = TO_TYPE | NAMES | TITLES | CHOICES | OPTIONS


@pytest.fixture(scope="module")
def bracketing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A distribution whose language is English in brackets."""
    site = tmp_path_factory.mktemp("site")
    about, locale = site / "rummykit_eo-1.0.dist-info", site / "rummykit_eo" / "locale" / "eo" / "LC_MESSAGES"
    about.mkdir()
    locale.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: rummykit-eo\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[rummykit]\nesperanto = rummykit_eo\n")
    (site / "rummykit_eo" / "__init__.py").touch()
    catalogue = Catalog("eo")
    for package in [*PLUGINS.packages, "rummykit_session", "rummykit_cli"]:
        for message in messages(package):
            forms = tuple(f"⟦{form}⟧" for form in message) if isinstance(message, tuple) else f"⟦{message}⟧"
            catalogue.add(message, forms)
    with (locale / "rummykit.mo").open("wb") as file:
        write_mo(file, catalogue)
    return site


def left_over(printed: str) -> list[str]:
    """Return the words that stand in no brackets and are not the same in every language."""
    text, before = printed, ""
    while text != before:
        before, text = text, re.sub(r"⟦[^⟦⟧]*(⟧|\.\.\.\n)", " ", text)  # what does not fit a line is cut off
    words = re.findall(r"[^\W\d_]{3,}", CODES.sub(" ", text))
    return [word for word in words if word not in SAME_EVERYWHERE]


CASES = [
    (["variants"], ""),
    (["games"], ""),
    (["settings"], ""),
    (["rules", "check", "bad.yaml"], ""),
    (["rules", "show", "deutsches_romme:club"], ""),
    (["rules", "explain", "claims"], ""),
    (["rules", "book", "wiener_rummy"], ""),
    (["referee", "deutsches_romme", "5c 6c * 8c"], ""),
    (["referee", "deutsches_romme", "5c 6c 8c"], ""),
    (["play", "rummy17", "--seed", "5", "--players", "Anna,greedy"], TYPED["rummy17"]),
    (["play", "raeuber_romme", "--seed", "5", "--players", "Anna,greedy"], TYPED["raeuber_romme"]),
    (["play", "wiener_rummy", "--seed", "5", "--players", "Anna,greedy"], TYPED["wiener_rummy"]),
    (["play", "rummy17", "--watch", "--seed", "5", "--players", "2"], ""),
    (["score", "rummy17", "--players", "Anna,Ben"], "help\nquit\n"),
]


@pytest.mark.parametrize(("arguments", "typed"), CASES, ids=[" ".join(arguments[:3]) for arguments, _ in CASES])
def test_nothing_is_printed_past_the_catalogues(
    bracketing: Path, tmp_path: Path, arguments: list[str], typed: str
) -> None:
    (tmp_path / "bad.yaml").write_text(BAD_RULES)
    env = {**environment(tmp_path), "PYTHONPATH": str(bracketing)}
    done = rummy_in(tmp_path, env, *arguments, "--lang", "eo", typed=typed)
    printed = done.out + done.err
    assert "⟦" in printed
    assert left_over(printed) == []
