"""Templates of booklets: every text is a message, paragraphs cite rules, and mistakes are told in a sentence."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

import pytest

from rummykit.booklet import Chapter, Example, PrintedTable
from rummykit.booklet.prose import core_templates, messages, write
from rummykit.errors import PluginError
from rummykit.i18n import Language
from rummykit.plugin.plugins import Plugins
from rummykit.refusals import Reason
from rummykit.scenario import resolve

PLUGINS = Plugins.discover()
Written = Callable[[str], Sequence[Chapter]]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Written:
    """Writes a booklet of Deutsches Rommé with a template of a package that was just installed."""
    package = f"templates_{abs(hash(request.node.name))}"
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    game = PLUGINS.assemble(resolve(PLUGINS, "deutsches_romme"), 3)

    numbers = count()

    def write_it(template: str) -> Sequence[Chapter]:
        file = f"number_{next(numbers)}.jinja"  # another one each time, as templates are remembered
        (tmp_path / package / file).write_text(template, "utf-8")
        try:
            return write(f"{package}/{file}", game, {3: game.deal}, wanted=2)
        finally:
            sys.modules.pop(package, None)

    return write_it


CHAPTER = '{% chapter "Claiming" %}@{% endchapter %}'


def test_text_is_said_with_the_variables_it_names(written: Written) -> None:
    (chapter,) = written(
        CHAPTER.replace("@", "{% rule CLAIM_LAP %}{% set cards = 3 %}Take\n  {cards} now.{% endrule %}")
    )
    (paragraph,) = chapter.paragraphs
    assert (chapter.title, paragraph.text) == ("Claiming", "Take 3 now.")
    assert (paragraph.rule, paragraph.reason) == ("CLUB-ROUND-02", Reason.CLAIM_LAP)


def test_it_is_said_in_the_language_that_is_spoken(written: Written) -> None:
    template = CHAPTER.replace("@", '{% rule "X-01" %}Nobody may owe chips.{% endrule %}')
    with Language.of("de", ["rummykit"]).spoken():
        (chapter,) = written(template)
    assert chapter.paragraphs[0].text == "Niemand darf Chips schuldig bleiben."


def test_what_says_nothing_is_left_out(written: Written) -> None:
    told = '{% rule "X-01" %}{% if wanted == 3 %}Three.{% endif %}{% endrule %}'
    assert written(CHAPTER.replace("@", told)) == ()
    assert len(written(CHAPTER.replace("@", told.replace("3", "2")))) == 1


def test_a_paragraph_has_examples_and_a_table(written: Written) -> None:
    template = """{% rule "X-01" %}
      Look:
      {% judged "5h 6h 7h" %}a run{% endjudged %}
      {% judged "5h 6h 8h" %}a run{% endjudged %}
      {% melds "5h 6h 7h", "7s 7h 7d", name="Ben" %}what {name} has{% endmelds %}
      {% cards "Ah", legal=false %}an ace{% endcards %}
      {{ table([say("Card"), say("Points")], [["A", 11]]) }}
    {% endrule %}"""
    (chapter,) = written(CHAPTER.replace("@", template))
    (paragraph,) = chapter.paragraphs
    assert paragraph.examples == (
        Example("5h 6h 7h", "a run"),
        Example("5h 6h 8h", "not a run: there is a gap", legal=False),
        Example("5h 6h 7h | 7s 7h 7d", "what Ben has"),
        Example("Ah", "an ace", legal=False, is_meld=False),
    )
    assert paragraph.table == PrintedTable(("Card", "Points"), (("A", "11"),))


def test_translators_find_every_message() -> None:
    template = """{% chapter "The deal" %}
      {# not this #}
      {% rule "X-01", name=1 %}
        First of
        {name}.

        Second.
        {% count laps %}One {name}.{% many %}{number} laps of {name}.{% endcount %}
        {% cards "5h" %}a card{% endcards %}
        {{ table([say("Card")], rows) }}
      {% endrule %}
    {% endchapter %}"""
    assert messages(template, "booklet.jinja") == [
        "The deal",
        "First of {name}.",
        "Second.",
        ("One {name}.", "{number} laps of {name}."),
        "a card",
        "Card",
    ]


@pytest.mark.parametrize(
    ("template", "sentence"),
    [
        ("\n{% rule %}", "line 2: "),
        (
            "{% chapter 'A' %}{% rule 'X' %}It costs {price}.{% endrule %}{% endchapter %}",
            "line 1: 'price' is undefined",
        ),
        ("{% chapter 'A' %}Lost.{% endchapter %}", "line 1: text stands in no paragraph: Lost."),
        ("Lost.", "text stands in no paragraph: Lost."),
        ("{% include 'gone.jinja' %}", "There is no template 'gone.jinja'."),
        ("{% include 'claims.jinja' %}", "There is no template 'claims.jinja'. Did you mean claiming.jinja?"),
        (
            "{% set ids = {'stock_ends': 'X'} %}{% chapter 'A' %}{% include 'stock.jinja' %}{% endchapter %}",
            "it needs the id 'stock_end'; set it in `ids`, beside stock_ends. Did you mean stock_ends?",
        ),
        ("\n\n{% chapter 'A' %}\n{% rule NOBODY %}Hm.{% endrule %}{% endchapter %}", "line 4: 'NOBODY' is undefined"),
        ("{% chapter 'A' %}{% rule 'X' %}{% judged '5x' %}a{% endjudged %}B{% endrule %}{% endchapter %}", "5x"),
        ("{% count 3 %}One.{% many %}{% endcount %}", "has one message for one, and after {% many %} one for many"),
        ("{% chapter 'A' %}{% rule wanted %}B.{% endrule %}{% endchapter %}", "2 is not a rule"),
        (
            "{% chapter 'A' %}{% rule POOL_JOKER_SET %}B.{% endrule %}{% endchapter %}",
            "no rule is cited for POOL_JOKER_SET",
        ),
        ("{% chapter 'A' %}{% rule 'X' %}{{ scoring.gold }}.{% endrule %}{% endchapter %}", "has no attribute 'gold'"),
    ],
)
def test_a_mistake_is_told_with_its_place(written: Written, template: str, sentence: str) -> None:
    with pytest.raises(PluginError) as caught:
        written(template)
    assert sentence in str(caught.value)


def test_the_templates_of_core_tell_what_they_need() -> None:
    found = core_templates()
    assert found["last_joker.jinja"].ids == {"end": True, "last_joker": False}
    assert found["last_joker.jinja"].names["factor"] is False
    assert found["first_meld.jinja"].names["counting"] is True
    assert all(template.about.endswith(".") for template in found.values())
