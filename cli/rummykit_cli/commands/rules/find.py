"""`rummy rules find`: options, values and rules by words, in whatever language these are typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rummykit.booklet.comparing import sentences
from rummykit.errors import RummyKitError
from rummykit.i18n import current, say
from rummykit.lookup import found_in, near, words
from rummykit.plugin.plugins import Plugins
from rummykit.refusals import TABLE_RULES
from rummykit.rules import TableRules, from_variant, shapes
from rummykit_cli.commands.rules.explain import all_homes
from rummykit_cli.commands.rules.new import about, yaml_value
from rummykit_cli.language import all_languages
from rummykit_cli.lines import echo, print_json, wrapped
from rummykit_cli.plugged import installed

_MOST = 10
"""So many options and so many rules are printed."""


class Text(NamedTuple):
    """Words by which an option or a rule may be found, and what is shown then: the sentence in which they stand."""

    of: str
    owner: str
    said: str
    shown: str
    weight: int = 0
    """How much it says about the matter, among texts with equal words."""
    language: str = "en"


class Found(NamedTuple):
    """What was found: an option or a rule, the games that have it, and the sentence, in the language of the words."""

    of: str
    owners: tuple[str, ...]
    text: Text


def find_words(typed: Sequence[str], variant: str | None, as_json: bool) -> int:
    """Print the options and the rules in which words are found; return 1 if there are none."""
    plugins = installed()
    if variant is not None:
        plugins.plugin_of(variant)
    options, rules = list[Text](), list[Text]()
    games = [game for name in plugins.variants() if variant in (None, name) for game in _games(name, plugins)]
    for language in all_languages():
        with language.spoken():
            options += (text._replace(language=language.code) for text in _options(games, variant, plugins))
            rules += (text._replace(language=language.code) for text in _rules(games, plugins))
    query = [word for text in typed for word in words(text).values()]
    found = {"options": _best(query, options), "rules": _best(query, rules)}
    is_found, close = any(found.values()), list[str]()
    if not is_found:
        known = {word: shown for text in options + rules for word, shown in words(text.said).items()}
        close = list(dict.fromkeys(one for word in query for one in near(word, known)))
    if as_json:
        print_json({**{name: [_as_json(one) for one in some] for name, some in found.items()}, "near": close})
    elif is_found:
        for line in _lines(**found):
            echo(line)
    else:
        echo(say("Nothing is found by '{words}'.", words=" ".join(typed)), err=True)
        if close:
            echo(say("Words near it: {words}", words=", ".join(close)), err=True)
    return 0 if is_found else 1


# -- what can be found -------------------------------------------------------------------------------------


def _games(variant: str, plugins: Plugins) -> Iterator[tuple[str, TableRules]]:
    """Yield a variant and its presets as tables, named as other commands take them."""
    for preset in (None, *plugins.presets(variant)):
        yield f"{variant}:{preset}" if preset else variant, from_variant(variant, plugins, preset=preset)


def _options(games: Sequence[tuple[str, TableRules]], variant: str | None, plugins: Plugins) -> Iterator[Text]:
    for home in all_homes(plugins):
        if variant not in (None, home.owner):
            continue
        meaning, path, kind = say(home.field.description or ""), home.path, home.kind
        own = [
            meaning,
            *shapes.choices(home.field),
            say(kind.question(home.option)),
            say(kind.also_called(home.option)),
        ]
        yield Text(path, home.owner, path, meaning, 3)
        yield Text(path, home.owner, " ".join([path, *own]), meaning, 2)
        yield Text(path, home.owner, " ".join([path, about(kind), say(kind.also_called(""))]), meaning)
        playing: dict[str, list[str]] = {}
        for game, table in games:
            if table.variant == home.owner:
                playing.setdefault(yaml_value(_value(table, home.section, home.option)), []).append(game)
        for value, players in playing.items():
            yield Text(path, home.owner, value, say("{value}: played by {games}", value=value, games=players), 1)


def _value(table: TableRules, section: str, option: str) -> object:
    return table.sections[section].model_dump(mode="json")[option]


def _rules(games: Sequence[tuple[str, TableRules]], plugins: Plugins) -> Iterator[Text]:
    """Yield the sentences of rule sheets and of the booklets of all games."""
    for game, table in games:
        if game == table.variant:
            for rule, text in {**TABLE_RULES, **plugins.rulebook(game)}.items():
                yield from (Text(rule, game, sentence, sentence, 1) for sentence in sentences(say(text)))
        try:
            booklet = plugins.booklet(table)
        except RummyKitError:
            continue
        for paragraph in (paragraph for chapter in booklet.chapters for paragraph in chapter.paragraphs):
            for sentence in sentences(paragraph.text):
                yield Text(paragraph.rule, table.variant, sentence, sentence)


def _best(query: Sequence[str], texts: Sequence[Text]) -> list[Found]:
    """Return what is found, the best first, each by the sentence in which the words are found best."""
    found: dict[str, list[tuple[tuple[int, int], Text]]] = {}
    for text in texts:
        if score := found_in(query, words(text.said)):
            found.setdefault(text.of, []).append(((score, text.weight), text))
    best = []
    for name, some in sorted(found.items(), key=lambda item: max(rank for rank, _ in item[1]), reverse=True):
        # What is said in the reader's language comes before what fits better in another one.
        _, shown = max(some, key=lambda ranked: (ranked[1].language == current().code, ranked[0]))
        best.append(Found(name, tuple(dict.fromkeys(text.owner for _, text in some)), shown))
    return best


# -- in lines, and as data ---------------------------------------------------------------------------------


def _lines(options: Sequence[Found], rules: Sequence[Found]) -> Iterator[str]:
    if options:
        yield say("Options:")
        yield from _few(options)
        yield "  " + say("Read on: {command}", command=f"rummy rules explain {options[0].of}")
    if rules:
        yield say("Rules:")
        yield from _few(rules)


def _few(found: Sequence[Found]) -> Iterator[str]:
    for one in found[:_MOST]:
        yield f"  {one.of} ({', '.join(one.owners)})"
        yield wrapped(one.text.shown, "    ")
    if more := found[_MOST:]:
        yield "  " + say("and {number} more; --variant keeps to one game, --json has all", number=len(more))


def _as_json(found: Found) -> dict[str, object]:
    return {"name": found.of, "variants": found.owners, "language": found.text.language, "text": found.text.shown}
