"""`rummy rules explain`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic.fields import FieldInfo

from rummykit.errors import PluginError, RummyKitError, SetupError, did_you_mean
from rummykit.i18n import either, mark, say
from rummykit.plugin.plugins import Plugins
from rummykit.refusals import TABLE_CITATIONS, TABLE_RULES
from rummykit.rules import HouseRules, Section, TableRules, from_variant, load_text, shapes
from rummykit.rules.grammar import old_names
from rummykit.rules.schema import KEYS
from rummykit_cli.commands.rules.new import yaml_value
from rummykit_cli.commands.rules.readings import Reading, in_order, readings, why_untold
from rummykit_cli.commands.rules.tables import Key
from rummykit_cli.lines import echo, print_json, warn, wrapped
from rummykit_cli.plugged import installed


@dataclass(frozen=True)
class Home:
    """An option where it is at home: in a section of a variant, or in a mod, whose only section is its own."""

    owner: str
    is_mod: bool
    section: str
    option: str
    kind: type[Section]
    default: object

    @property
    def field(self) -> FieldInfo:
        """What the model says of the option."""
        return self.kind.model_fields[self.option]

    @property
    def key(self) -> Key:
        """The option as the loader names it."""
        return self.section, self.option

    @property
    def path(self) -> str:
        """The option with its section, as refusals name it."""
        return f"{self.section}.{self.option}"

    @property
    def reading(self) -> tuple[str, str, str]:
        """What makes options of several variants the same one: its place, its meaning, what it accepts."""
        return self.path, self.field.description or "", shapes.expected(self.field)


def explain_option(name: str, variant: str | None, as_json: bool) -> None:
    """Print what an option means, what it accepts, and how every variant and preset has it."""
    plugins = installed()
    if variant is not None:
        plugins.plugin_of(variant)
    if name in KEYS and not any(name in plugins.options_model(each).sections() for each in plugins.variants()):
        if as_json:
            print_json([{"key": name, "meaning": KEYS[name]}])
        else:
            echo("\n".join(_key_lines(name)))
        return
    found = find(name, variant, [*all_homes(plugins)])
    if as_json:
        print_json([_as_json(home, plugins) for home in found])
        return
    readings: dict[tuple[str, str, str], list[Home]] = {}
    for home in found:
        readings.setdefault(home.reading, []).append(home)
    echo("\n\n".join("\n".join(_lines(homes, plugins)) for homes in readings.values()))


def find(name: str, variant: str | None, homes: list[Home]) -> list[Home]:
    """Return where an option is at home, named with or without its section; SetupError if nowhere."""
    everywhere = [home for home in homes if name in (home.option, home.path)]
    found = [home for home in everywhere if variant is None or home.owner == variant]
    if found:
        return found
    if everywhere:
        owners = list(dict.fromkeys(home.owner for home in everywhere))
        message = mark("{variant} has no option '{option}', only {others}.")
        raise SetupError(say(message, variant=variant, option=name, others=owners))
    own = [home for home in homes if variant is None or home.owner == variant]
    inside = dict.fromkeys(home.option for home in own if home.section == name)
    if inside:
        message = mark("'{section}' is a section, not an option; its options are {options}.")
        raise SetupError(say(message, section=name, options=", ".join(inside)))
    if new := _new_names(name, own):
        raise SetupError(say("{old} is now {new}", old=f"'{name}'", new=new) + ".")
    # The bare names first: a wrong section before a right name must not hide it.
    hint = did_you_mean(name.rpartition(".")[2], [home.option for home in own])
    hint = hint or did_you_mean(name, [home.path for home in own])
    raise SetupError(say("There is no option '{option}'.", option=name) + hint)


def _new_names(name: str, homes: list[Home]) -> str:
    """Return what an option of the first edition is called now, nothing if there was none of this name."""
    known = {home.path for home in homes}
    answers = [new for old, news in old_names().items() if name in (old, old.partition(".")[2]) for new in news]
    return either(answer for answer in answers if answer in known)


def all_homes(plugins: Plugins) -> Iterator[Home]:
    """Yield every option of every variant and mod."""
    for variant in plugins.variants():
        try:
            model = plugins.options_model(variant)
        except PluginError as error:
            # One broken plugin must not keep the others from being explained.
            warn(error)
            continue
        yield from of_variant(variant, model)
    for name in plugins.mods():
        if mod := plugins.mod_options(name):
            yield from _of_section(name, True, name, mod, mod())


def of_variant(variant: str, model: type[HouseRules]) -> Iterator[Home]:
    """Yield every option of a variant, in the order of its model."""
    defaults = model()
    for name, section in model.sections().items():
        yield from _of_section(variant, False, name, section, getattr(defaults, name))


def _of_section(owner: str, is_mod: bool, name: str, model: type[Section], defaults: Section) -> Iterator[Home]:
    values = defaults.model_dump(mode="json")
    for option in model.model_fields:
        yield Home(owner, is_mod, name, option, model, values[option])


# -- what there is to know ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Explanation:
    """An option in one of its homes: who plays which value, how each reads in the booklet, and the rules behind it.

    Values are kept as a file writes them. ``untold`` is why there is nothing to read of any value, if so.
    """

    home: Home
    presets: Mapping[str, object]
    readings: Mapping[str, Reading]
    """Every value as the game itself would read it."""
    in_games: Mapping[str, Reading | None]
    """What the game and each preset that sets the option play, as their own booklets read it."""
    rules: Mapping[str, str]
    untold: str | None
    unless: Mapping[str, tuple[str, ...]]
    """The games whose own booklet tells nothing of what is read, each with the options that would have to change."""

    @property
    def values(self) -> list[object]:
        """The values that are read, and those that are played."""
        return [*(reading.value for reading in self.readings.values()), self.home.default, *self.presets.values()]

    def played_by(self, value: object) -> list[str]:
        """Return the game, if a value is its default, and the presets that set it."""
        owner = self.home.owner
        return [
            *([owner] if value == self.home.default else []),
            *(f"{owner}:{preset}" for preset, own in self.presets.items() if own == value),
        ]

    def told(self, value: object) -> list[tuple[str | None, Reading | None]]:
        """Return how a value reads in each of the games that play it, or in none: how it would read."""
        games = self.played_by(value)
        usual = self.readings.get(yaml_value(value))
        return [(game, self.in_games.get(game)) for game in games] if games else [(None, usual)]

    def texts(self, value: object) -> tuple[str, ...]:
        """Return what booklets say of a value."""
        return tuple(dict.fromkeys(text for _, reading in self.told(value) for text in _texts(reading)))


def _texts(reading: Reading | None) -> tuple[str, ...]:
    return tuple(said.text for said in reading.said) if reading else ()


def explanation(home: Home, plugins: Plugins) -> Explanation:
    """Return what there is to know of an option in one of its homes."""
    tables, table = _presets(home, plugins), _table(home, plugins)
    presets = {name: _plain(own, home) for name, own in tables.items()}
    if table is None:
        return Explanation(home, presets, {}, {}, {}, None, {})
    played = [home.default, *presets.values()]
    games = {home.owner: table, **{f"{home.owner}:{name}": own for name, own in tables.items()}}
    found = {game: readings(own, home.key, home.field, played, plugins) for game, own in games.items()}
    # What a game plays is read inside it: there other options may make something else of it.
    in_games, unless = dict[str, Reading | None](), dict[str, tuple[str, ...]]()
    for game, own in games.items():
        in_games[game] = reading = next((one for one in found[game] if one.value == _plain(own, home)), None)
        if reading and reading.said:
            if inside := reading.inside(plugins.booklet(own)):
                in_games[game] = inside
            elif options := reading.unless(own):
                unless[game] = tuple(options)
    told = [said.rule for readings in found.values() for reading in readings for said in reading.said]
    # The rules of a mod are listed in any case, so nobody is told why the booklet is silent.
    is_told = bool(told) or home.is_mod
    return Explanation(
        home,
        presets,
        {yaml_value(reading.value): reading for reading in found[home.owner]},
        in_games,
        _rules(home, table, told, plugins),
        None if is_told else why_untold(table, home.key, home.field, home.default, plugins),
        unless,
    )


def _presets(home: Home, plugins: Plugins) -> dict[str, TableRules]:
    """Return the tables of the presets that set the option."""
    names = [] if home.is_mod else plugins.presets(home.owner)
    tables = {name: from_variant(home.owner, plugins, preset=name) for name in names}
    return {name: table for name, table in tables.items() if home.key in table.origins}


def _plain(table: TableRules, home: Home) -> object:
    return table.sections[home.section].model_dump(mode="json")[home.option]


def _table(home: Home, plugins: Plugins) -> TableRules | None:
    """Return a table that has the option at its default: of the variant, or of the first one that can take the mod."""
    for variant in plugins.variants() if home.is_mod else [home.owner]:
        mods = f"mods: [{yaml_value(home.owner)}]" if home.is_mod else ""
        try:
            table = load_text(f"variant: {yaml_value(variant)}\n{mods}\n", plugins)
            plugins.assemble_for_any(table)
        except RummyKitError:
            continue
        return table
    return None


def _rules(home: Home, table: TableRules, told: list[str], plugins: Plugins) -> dict[str, str]:
    """Return the rules that refusals because of the option cite, those that its readings have, and all of a mod."""
    game = plugins.assemble_for_any(table)
    cited = [c.rule for c in {**TABLE_CITATIONS, **game.citations}.values() if c.option == home.path]
    own = [rule for rule in game.rulebook if rule not in plugins.rulebook(table.variant)] if home.is_mod else []
    book = {**TABLE_RULES, **game.rulebook}
    return {rule: book[rule] for rule in dict.fromkeys([*cited, *told, *own]) if rule in book}


# -- in words, and as data ---------------------------------------------------------------------------------


def _key_lines(name: str) -> Iterator[str]:
    yield name
    yield wrapped(say("meaning: {meaning}", meaning=say(KEYS[name])), "  ")
    if name in ("title", "notes"):
        yield wrapped(say("This is for people to read: play is the same, whatever it says."), "    ", "- ")


def _lines(homes: list[Home], plugins: Plugins) -> Iterator[str]:
    path, meaning, accepts = homes[0].reading
    found = [explanation(home, plugins) for home in homes]
    yield path
    yield wrapped(say("meaning: {meaning}", meaning=say(meaning)), "  ")
    yield wrapped(say("values:  {values}", values=accepts), "  ")
    for value in in_order(homes[0].field, [value for one in found for value in one.values]):
        yield from _value_lines(value, [one for one in found if value in one.values])
    rules = {rule: text for one in found for rule, text in one.rules.items()}
    if rules:
        yield "  " + say("rules:")
        yield from (wrapped(say(text), "    ", f"{rule}: ") for rule, text in rules.items())


def _value_lines(value: object, found: list[Explanation]) -> Iterator[str]:
    """Yield a value with who plays it, and how it reads; once for all games in which it reads the same."""
    by_texts: dict[tuple[str, ...], list[tuple[Explanation, str | None, Reading | None]]] = {}
    for one in found:
        for game, reading in one.told(value):
            by_texts.setdefault(_texts(reading), []).append((one, game, reading))
    is_played = any(game for same in by_texts.values() for _, game, _ in same)
    for same in by_texts.values():
        yield f"  {yaml_value(value)}: {_who(same, is_played)}"
        sayings: dict[str, list[str]] = {}
        for said in (said for _, _, reading in same if reading for said in reading.said):
            sayings.setdefault(said.text, []).append(said.rule)
        for text, rules in sayings.items():
            yield wrapped(f"{text} [{', '.join(dict.fromkeys(rules))}]", "    ", "- ")
        silent = "" if sayings else say("The booklet says nothing of it: what it says of other values is not played.")
        for sentence in dict.fromkeys(one.untold or silent for one, _, _ in same):
            yield from [wrapped(sentence, "    ", "- ")] if sentence else []


def _who(same: list[tuple[Explanation, str | None, Reading | None]], is_played: bool) -> str:
    unless: dict[tuple[str, ...], list[str]] = {}
    for one, game, _ in same:
        if game:
            name = say("the mod {mod}", mod=game) if one.home.is_mod else game
            unless.setdefault(one.unless.get(game, ()), []).append(name)
    told = [say("played by {games}", games=games) for games in [unless.pop((), [])] if games]
    idle = mark("does nothing in {games} without a change of {options}")
    told += [say(idle, games=games, options=options) for options, games in unless.items()]
    if told:
        return "; ".join(told)
    owners = [one.home.owner for one, _, _ in same]
    if is_played:
        return say("possible in {games}", games=owners)
    return say("no game or preset plays it; possible in {games}", games=owners)


def _as_json(home: Home, plugins: Plugins) -> dict[str, object]:
    found = explanation(home, plugins)
    return {
        "mod" if home.is_mod else "variant": home.owner,
        "section": home.section,
        "option": home.option,
        "meaning": home.field.description,
        "values": shapes.expected(home.field),
        "choices": list(shapes.choices(home.field)),
        "default": home.default,
        "presets": found.presets,
        "readings": [
            {
                "value": value,
                "played_by": [game for game in found.played_by(value) if _texts(found.in_games[game]) == texts],
                "texts": [{"rule": said.rule, "text": said.text} for said in reading.said] if reading else [],
            }
            for value in in_order(home.field, found.values)
            for texts, reading in {_texts(reading): reading for _, reading in found.told(value)}.items()
        ],
        "untold": found.untold,
        "unless": found.unless,
        "rules": found.rules,
    }
