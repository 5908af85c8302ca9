"""Lines that are read without Typer, which takes longer to import than most of them take to run.

What a line holds is read from the declarations of which Typer's commands are made. Only a line that
is right is read here: help, completion, and all that is not quite right is Typer's.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion import games
from companion.cli.commands import COMMANDS
from companion.cli.common import FILES, keep_common
from companion.cli.declared import DeskCommand, declared_in
from companion.core.names import cleaned
from companion.core.offer import Line
from companion.core.param import AGAINST, Param
from companion.core.verb import Verb
from companion.core.verbs import VerbGroup
from companion.table.desk import Desk

Run = Callable[[Desk], Any]


def understood(argv: Sequence[str]) -> Run | None:
    """What a line does; None if it is for Typer to read."""
    if len(argv) and argv[0] in games.OWN:
        return _of_game(argv[0], argv[1:])
    found = _own(argv[0]) if argv else None
    if found is None:
        return None
    line = _Line(found, argv[1:])
    if not line.is_right:
        return None

    def run(desk: Desk) -> Any:
        line.keep(desk)
        return found.at(desk, line.read)

    return run


def _own(name: str) -> DeskCommand | None:
    place = COMMANDS.get(name)
    if place is None or place not in QUICK:
        return None
    return declared_in(f"companion.cli.commands.{place}").get(name)


QUICK = ("entries", "tools", "lookup")
"""The modules whose commands are declared by `cli.declared`."""


def _of_game(game: str, words: Sequence[str]) -> Run | None:
    """What a line of a game's verb does."""
    declared = games.verbs(game)
    if not words or words[0] not in declared.names:
        return None
    found, rest = declared.find(words[0]), words[1:]
    if isinstance(found, VerbGroup):
        if not rest or rest[0] not in found.by_name:
            return None
        found, rest = found.by_name[rest[0]], rest[1:]
    verb, line = found, _Line(found, rest)
    if not line.is_right:
        return None

    def run(desk: Desk) -> Any:
        from companion.table.plays import verbs

        desk.asked.game = game
        line.keep(desk)
        return verbs.run(desk, verb, line.read)

    return run


class _Line:
    """The words behind a command, if they are right: `read`, and its `common` options."""

    def __init__(self, verb: Verb[Any], words: Sequence[str]) -> None:
        self.read = Line()
        self.common: list[tuple[str, Any]] = []
        self._options = {name: it for it in verb.options for name in (it.name, it.short) if name}
        self._against = {it.against: it for it in verb.options if it.against}
        self._takes = {
            "--group": verb.of_group,
            "--play": verb.of_play,
            "--house": verb.of_house,
        }
        self._names_file = any(map(_is_file, verb.places))
        self.is_right = all(self._take(word, value) for word, value in _parts(words, self._valued))
        self.is_right = self.is_right and _has_room(verb, len(self.read.arguments))

    def _valued(self, name: str) -> bool:
        """Whether an option takes the word behind it."""
        param = self._options.get(name)
        return self._takes.get(name, False) if param is None else not param.is_flag

    def _take(self, word: str, value: str | None) -> bool:
        """Take a word, or an option with its value; whether that is right."""
        if not word.startswith("-"):
            self.read = self.read.also(word if self._names_file else cleaned(word))
            return bool(word)
        if word in self._options:
            return self._option(self._options[word], value)
        if word in self._against and value is None:
            return self._once(self._against[word], AGAINST)
        kept = word == "--json" if value is None else self._takes.get(word, False)
        if not kept or any(word == name for name, _ in self.common):
            return False
        self.common.append((word, True if value is None else cleaned(value)))
        return True

    def _option(self, param: Param[Any, Any], value: str | None) -> bool:
        if param.is_flag:
            return value is None and self._once(param, "")
        if value is None:
            return False
        value = value if _is_file(param) else cleaned(value)
        if param.repeated:
            self.read = self.read.having(param.name, value)
            return True
        return self._once(param, value)

    def _once(self, param: Param[Any, Any], value: str) -> bool:
        if param.name in self.read.options:
            return False
        if not param.default or value != param.default:  # which `Arguments` knows
            self.read = self.read.having(param.name, value)
        return True

    def keep(self, desk: Desk) -> None:
        """Keep the common options at the desk. Raises Invalid for one that says nothing."""
        for name, value in self.common:
            keep_common(desk.asked, name, value)


def _parts(words: Sequence[str], valued: Callable[[str], bool]) -> Iterator[tuple[str, str | None]]:
    """The words, an option with its value; one that cannot be told has the name `-`."""
    rest = iter(words)
    for word in rest:
        if not word.startswith("--") or len(word) < 3:
            yield ("-" if word.startswith("-") else word), None
            continue
        name, equals, value = word.partition("=")
        if not equals and valued(name):
            value = next(rest, "")
            if not value or value.startswith("-"):
                yield "-", None
                continue
            equals = "="
        yield name, value if equals else None


def _is_file(param: Param[Any, Any]) -> bool:
    """Whether it is the name of a file, which may be any."""
    return param.sort.name == "file" or any(word in param.shown for word in FILES)


def _has_room(verb: Verb[Any], words: int) -> bool:
    """Whether so many words may stand behind it, as Typer counts them."""
    places = verb.places
    if not places:
        return words == 0
    if verb.needs_whole_line:
        return words > 0 or all(place.optional for place in places)
    least = sum(not place.optional for place in places)
    return least <= words and (words <= len(places) or any(it.repeated for it in places))
