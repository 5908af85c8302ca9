"""Reads lines without Typer, which takes longer to import than most of them take to run.

Lines are read by the declarations that Typer's commands are made from. Only correct lines are read
here: help, completion and everything with a mistake is left to Typer.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any

from companion import games
from companion.cli.declared import FILES, TEXTS, find_command, keep_common
from companion.core.command import AnyVerb
from companion.core.names import cleaned
from companion.core.offer import Line
from companion.core.param import OPPOSITE, Param
from companion.core.verbs import VerbGroup
from companion.table.desk import Desk


def understood(desk: Desk, argv: Sequence[str]) -> Callable[[], Any] | None:
    """A function that runs the line; None if Typer has to read it. Raises errors about names."""
    name = argv[0] if argv else ""
    if name in games.OWN:
        return _verb(desk, name, argv[1:])
    if name == "start" and len(argv) > 1 and not argv[1].startswith("-"):
        return _start(desk, argv[1:])
    found = find_command(argv)
    if found is None:
        return None
    command, words = found
    return _right(desk, command, words, command.at)


def unquoted(argv: Sequence[str]) -> str:
    """A hint if several words after an option are probably one text: `--house we always do`."""
    declared = _declared(argv)
    if declared is None:
        return ""
    texts = [name for it in declared.options if it.metavar in TEXTS for name in it.names]
    for option in (*texts, *(["--house"] if declared.of_house else [])):
        if option in argv:
            words = list(takewhile(str.isalpha, argv[argv.index(option) + 1 :]))
            if len(words) > 1:
                return f'Put a text of several words in quotes: `{option} "{" ".join(words)}"`.'
    return ""


def _declared(argv: Sequence[str]) -> AnyVerb | None:
    """The built-in verb or command that a line begins with, if any."""
    if argv[:1] == ["start"]:
        game = next((word for word in argv if word in games.OWN), None)
        return None if game is None else games.verbs(game).start
    if argv and argv[0] in games.OWN:
        found = _named(games.verbs(argv[0]), argv[1:])
    else:
        found = find_command(argv)
    return None if found is None else found[0]


def _named(declared: Any, words: Sequence[str]) -> tuple[AnyVerb, Sequence[str]] | None:
    """The verb of a game that words begin with, and the words after it."""
    if not words or words[0] not in declared.names:
        return None
    found = declared.find(words[0])
    if not isinstance(found, VerbGroup):
        return found, words[1:]
    verb = found.by_name.get(words[1]) if len(words) > 1 else None
    return None if verb is None else (verb, words[2:])


def _verb(desk: Desk, game: str, words: Sequence[str]) -> Callable[[], Any] | None:
    found = _named(games.verbs(game), words)
    if found is None:
        return None
    verb, words = found

    def run(desk: Desk, line: Line) -> Any:
        from companion.table.plays import verbs

        desk.options.game = game
        return verbs.run(desk, verb, line)

    return _right(desk, verb, words, run)


def _start(desk: Desk, words: Sequence[str]) -> Callable[[], Any] | None:
    from companion.table.plays.titles import started

    game, *rest = started(desk, list(words))
    if game not in games.OWN:
        return None
    start = games.verbs(game).start

    def run(desk: Desk, line: Line) -> Any:
        from companion.table.plays import verbs

        return verbs.begin(desk, games.game(game), start, line)

    return _right(desk, start, rest, run)


def _right(
    desk: Desk, verb: AnyVerb, typed: Sequence[str], run: Callable[[Desk, Line], Any]
) -> Callable[[], Any] | None:
    """A function that runs the words after a command; None if they are not correct."""
    words = Words(verb, typed)
    if not words.are_right:
        return None

    def do() -> Any:
        words.keep(desk)
        return run(desk, words.line)

    return do


class Words:
    """The words after a command, if they `are_right`: its `line`, and the `common` options."""

    def __init__(self, verb: AnyVerb, typed: Sequence[str]) -> None:
        self.line = Line()
        self.common: list[tuple[str, Any]] = []
        self._options = {name: it for it in verb.options for name in it.names}
        self._opposites = {it.opposite: it for it in verb.options if it.opposite}
        self._takes = {"--group": verb.of_group, "--play": verb.of_play, "--house": verb.of_house}
        self._given: set[str] = set()
        self._places, self._apart = verb.places, not verb.needs_whole_line
        self.are_right = all(self._take(word, value) for word, value in self._parts(typed))
        self.are_right = self.are_right and _has_room(verb, len(self.line.arguments))

    def _parts(self, typed: Sequence[str]) -> Iterator[tuple[str, str | None]]:
        """The words, each option with its value; `-` for an option whose value is missing."""
        rest = iter(typed)
        for word in rest:
            if not word.startswith("-"):
                yield word, None
                continue
            name, equals, value = word.partition("=") if word.startswith("--") else (word, "", "")
            if not equals and self._valued(name):
                value = next(rest, "-")
                equals = "" if value.startswith("-") else "="
                name = name if equals else "-"
            yield name, value if equals else None

    def _valued(self, name: str) -> bool:
        """Whether an option takes the next word as its value."""
        param = self._options.get(name)
        return self._takes.get(name, False) if param is None else not param.is_flag

    def _take(self, word: str, value: str | None) -> bool:
        """Take a word, or an option with its value; return whether it is correct."""
        if not word.startswith("-"):
            self.line = self.line.also(word if self._is_file_next() else cleaned(word))
            return bool(word)
        if word in self._options:
            return self._option(self._options[word], value)
        if word in self._opposites:
            return value is None and self._once(self._opposites[word], OPPOSITE)
        known = word == "--json" if value is None else self._takes.get(word, False)
        if not known or any(word == name for name, _ in self.common):
            return False
        self.common.append((word, True if value is None else cleaned(value)))
        return True

    def _is_file_next(self) -> bool:
        """Whether the next word is the name of a file, as Typer sees it."""
        at = min(len(self.line.arguments), len(self._places) - 1)
        return any(map(_is_file, self._places[at:][:1] if self._apart else self._places))

    def _option(self, param: Param, value: str | None) -> bool:
        if param.is_flag or value is None:
            return param.is_flag and value is None and self._once(param, "")
        value = value if _is_file(param) else cleaned(value)
        if not param.repeated:
            return self._once(param, value)
        self.line = self.line.having(param.name, value)
        return True

    def _once(self, param: Param, value: str) -> bool:
        if param.name in self._given:
            return False
        self._given.add(param.name)
        if not param.default or value != param.default:  # `Arguments` knows the default
            self.line = self.line.having(param.name, value)
        return True

    def keep(self, desk: Desk) -> None:
        """Store the common options at the desk. Raises Invalid for an empty one."""
        desk.options.takes_house = self._takes["--house"]
        for name, value in self.common:
            keep_common(desk.options, name, value)


def _is_file(param: Param) -> bool:
    """Whether a parameter takes the name of a file."""
    return param.sort.name == "file" or any(word in param.shown for word in FILES)


def _has_room(verb: AnyVerb, words: int) -> bool:
    """Whether that number of arguments is allowed, as Typer counts them."""
    places = verb.places
    if verb.needs_whole_line and places:
        return words > 0 or all(place.optional for place in places)
    least = sum(not place.optional for place in places)
    return least <= words and (words <= len(places) or any(it.repeated for it in places))
