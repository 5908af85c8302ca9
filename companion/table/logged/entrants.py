"""Who played, as it was typed: `ana=41`, `ben=12,5+3`, `Cho`; commas may stand between them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.names import folded, more_of, proper_name, short, unaccented
from companion.core.numbers import LONGEST_NUMBER
from companion.errors import Ambiguous, Invalid

MOST_PLAYERS = 100
_NUMBER = re.compile(r"[+\-−]?([0-9]+)(?:[.,]([0-9]{1,6}))?")
_TERMS = re.compile(r"(?<=[0-9])(?=[+\-−])")
_CUT_NUMBER = re.compile(r".*=(?:.*[+\-−])?\s*[0-9]+")
_DECIMALS = re.compile(r"\s*[0-9]{1,6}\s*(?:[+\-−][+\-−.0-9]*)?")
_SUCH_AS = "`ana=41`, `ben=12.5` or `cho=-3`; a name alone where nobody knows the points."


class Entrant(NamedTuple):
    """Somebody who played, by the name that was typed, and their points where they were entered."""

    name: str
    score: int | float | None = None


def entrants(typed: Iterable[str]) -> list[Entrant]:
    """Everybody who was typed, in that order. Raises Invalid for what is no name or no points."""
    found = [_entrant(one) for text in typed for one in parted(text)]
    if len(found) > MOST_PLAYERS:
        raise Invalid(
            f"A play has at most {MOST_PLAYERS} players; these are {len(found)}.",
            "Perhaps some of the words are one name: put it in quotes.",
        )
    return found


def parted(text: str) -> list[str]:
    """What stands between the commas of a text; not those of a number such as `12,5`."""
    found: list[str] = []
    for part in text.split(","):
        if found and _DECIMALS.fullmatch(part) and _CUT_NUMBER.fullmatch(found[-1]):
            found[-1] = f"{found[-1].strip()},{part.strip()}"
        elif part.strip():
            found.append(part)
    return found


def _entrant(text: str) -> Entrant:
    name, equals, number = text.rpartition("=")
    if not equals:
        name = text
    if not name.strip() or _NUMBER.fullmatch(name.strip()):
        raise Invalid(f"“{short(text.strip())}” names nobody.", f"Points behind a name: {_SUCH_AS}")
    return Entrant(proper_name(name, "player"), points(number, name) if equals else None)


def points(text: str, name: str) -> int | float:
    """Points as they were typed for somebody, or a sum. Raises Invalid for what is no number."""
    value = 0.0
    for term in _TERMS.split(text.strip()):
        found = _NUMBER.fullmatch(term)
        if found is None or len(found[1]) > LONGEST_NUMBER:
            raise Invalid(
                f"“{short(text.strip())}” is no number of points for {short(name.strip())}.",
                _SUCH_AS,
            )
        value += float(term.replace("−", "-").replace(",", "."))
    value = round(value, 6)
    return int(value) if value == int(value) else value


def named(
    found: Sequence[Entrant], players: Iterable[Mapping[str, Any]], new: bool
) -> list[Entrant]:
    """The same by the names that the group has: exactly, or by a beginning that only one has.

    With `new`, nobody is meant by a beginning. Raises Invalid for somebody who is there twice,
    Ambiguous for a beginning of several names.
    """
    known = [str(who["name"]) for who in players]
    here: dict[str, str] = {}
    called = []
    for one in found:
        name = called_here(one.name, known, new)
        if folded(name) in here:
            before = here[folded(name)]
            twice = f"{name} is there twice" + (
                "." if before == one.name else f": as “{before}” and as “{one.name}”."
            )
            raise Invalid(twice, "Each player once; two of one name as `Ana B` and `Ana C`.")
        here[folded(name)] = one.name
        called.append(one._replace(name=name))
    return called


def called_here(name: str, known: Sequence[str], new: bool) -> str:
    """The name here of somebody who was typed; the typed one for somebody new. Raises Ambiguous."""
    wanted = folded(name)
    exact = next((one for one in known if folded(one) == wanted), None)
    if exact is not None or new:
        return exact or name
    plain = unaccented(wanted)
    begun = [one for one in known if unaccented(folded(one)).startswith(plain)]
    if len(begun) > 1:
        raise Ambiguous(
            f"“{short(name)}” could be {' or '.join(begun[:4])}.",
            begun,
            f"{more_of(name, begun)} If it is somebody new, the same with `--new`.",
        )
    return begun[0] if begun else name
