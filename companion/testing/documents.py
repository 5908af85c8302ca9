"""Checks documents by their formats: `mistakes(document, "table")` lists what is wrong.

The formats are JSON Schemas in `data/formats/`; see `companion.reference.formats`.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from companion import games
from companion.core.schemas import URN
from companion.reference.formats import Formats


@cache
def formats(folders: tuple[str, ...] = ()) -> Formats:
    """All formats, including those in these data folders of other packages' games."""
    return Formats(games.game_ids(), folders)


@cache
def validator(name: str, folders: tuple[str, ...] = ()) -> Draft202012Validator:
    """The validator for the format of that name."""
    known = formats(folders)
    return Draft202012Validator(known.schema(name), registry=registry(folders))


def mistakes(document: Any, name: str, folders: Sequence[str] = ()) -> list[str]:
    """What is wrong with a document of that format, a line each; empty if it is valid."""
    return [_describe(error) for error in validator(name, tuple(folders)).iter_errors(document)]


def of_any(document: Any, names: Iterable[str], folders: Sequence[str] = ()) -> list[str]:
    """What is wrong with a document that should have one of these formats; empty if it has."""
    found = []
    for name in names:
        wrong = mistakes(document, name, folders)
        if not wrong:
            return []
        found.append((wrong, name))
    fewest, name = min(found, key=lambda one: len(one[0]))
    return [f"as {name}: {line}" for line in fewest]


def answer_mistakes(
    document: Any, command: Sequence[str], folders: Sequence[str] = ()
) -> list[str]:
    """What is wrong with what a command printed with `--json`.

    `command` are the words typed. Each answer within a document of the shell must have some format.
    """
    known = formats(tuple(folders))
    names = known.answers(" ".join(word for word in command if not word.startswith("-")))
    if not names:
        return [f"`{' '.join(command)}` has no format"]
    wrong = of_any(document, names, folders)
    if not wrong and names == ("shell",):
        answers = [line["answer"] for line in document["lines"] if "answer" in line]
        wrong = [line for answer in answers for line in of_any(answer, _in_shell(known), folders)]
    return wrong


def _in_shell(known: Formats) -> list[str]:
    return ["table", "shell-verbs", "shell-help", *known.printed]


@cache
def registry(folders: tuple[str, ...] = ()) -> Registry:
    """All formats, to resolve references between them."""
    known = formats(folders)
    return Registry().with_resources(
        (f"{URN}{name}", Resource.from_contents(known.schema(name))) for name in known.names
    )


def _describe(error: Any) -> str:
    """Describe one mistake: where it is, and what; of several alternatives, the likeliest."""
    from jsonschema.exceptions import best_match

    deepest = best_match([error]) or error
    return f"{deepest.json_path}: {_short(deepest.message)}"


def _short(message: str) -> str:
    return message if len(message) < 300 else f"{message[:140]} … {message[-140:]}"
