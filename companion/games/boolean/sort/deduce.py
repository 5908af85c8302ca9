"""The verb `deduce`: which dice may be seen, and how likely each bottom is white."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import prod
from typing import Any, NamedTuple

from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Table, Text
from companion.core.box import Shelf
from companion.core.command import verb, words
from companion.core.names import counted, folded, listed, short
from companion.core.param import A_DIE
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.faces import (
    REROLLED,
    Faces,
    Views,
    guesses,
    parse_faces,
    require_faces,
    typed,
)
from companion.games.boolean.dice.the_ten import SET, by_id, find_die, in_order, the_ten


class DieChances(NamedTuple):
    """A seen die: its probability of being each of the ten, and of a `white` bottom.

    Impossible dice are left out.
    """

    dice: dict[str, Fraction]
    white: Fraction


class Deduction(NamedTuple):
    """All seen dice in order, and the number of ways in which they can be different dice."""

    found: tuple[DieChances, ...]
    ways: int


class _Fit(NamedTuple):
    """The number of ways in which a die can lie as seen, and of those with white below."""

    often: int
    white: int


def deduce_bottoms(seen: Sequence[Views], placed: Sequence[str] = ()) -> Deduction | None:
    """Deduce the bottoms from the visible faces of each die; None if different dice cannot look
    like that.

    The dice `placed` are known, and not among the seen ones.
    """
    fits = [_fits(views, placed) for views in seen]
    rows = [{die: fit.often for die, fit in fit_of.items()} for fit_of in fits]
    before, after = _sums(rows), _sums(rows[::-1])[::-1]
    total = sum(before[-1].values())
    if not total:
        return None
    found = []
    for place, fit_of in enumerate(fits):
        chances = {}
        for die, fit in fit_of.items():
            rest = _together(before[place], after[place + 1], _bit(die))
            if rest:
                chances[die] = Fraction(fit.often * rest, total)
        white = Fraction(0)
        for die, chance in chances.items():
            white += chance * Fraction(fit_of[die].white, fit_of[die].often)
        found.append(DieChances(chances, white))
    ways = _sums([dict.fromkeys(row, 1) for row in rows])
    return Deduction(tuple(found), sum(ways[-1].values()))


def possible_dice(views: Views, placed: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the dice that can have looked like that every time."""
    return tuple(_fits(views, placed))


def smallest_conflict(seen: Sequence[Views], placed: Sequence[str] = ()) -> tuple[int, ...]:
    """Return the smallest group of seen dice, by their places, that have too few possible dice.

    Empty if there is none.
    """
    fitting = [possible_dice(views, placed) for views in seen]
    for count in range(1, len(seen) + 1):
        for chosen in combinations(range(len(seen)), count):
            if len({die for place in chosen for die in fitting[place]}) < count:
                return chosen
    return ()


def _fits(views: Views, placed: Sequence[str]) -> dict[str, _Fit]:
    looks = [{guess.die.id: guess for guess in guesses(faces, placed)} for faces in views]
    fits = {}
    for die in by_id():
        if all(die in each for each in looks):
            once = prod(each[die].ways for each in looks[:-1])
            last = looks[-1][die]
            fits[die] = _Fit(once * last.ways, once * last.white_below)
    return fits


def _bit(die: str) -> int:
    return 1 << list(by_id()).index(die)


def _sums(rows: Sequence[dict[str, int]]) -> list[dict[int, int]]:
    """Return, for the first none, one, two … rows, the weights of all choices of different dice.

    They are added up by the chosen dice, each of which is a bit of a number.
    """
    sums = [{0: 1}]
    for row in rows:
        more: dict[int, int] = {}
        for used, weight in sums[-1].items():
            for die, factor in row.items():
                if not used & _bit(die):
                    chosen = used | _bit(die)
                    more[chosen] = more.get(chosen, 0) + weight * factor
        sums.append(more)
    return sums


def _together(before: dict[int, int], after: dict[int, int], taken: int) -> int:
    """Combine the weights of all choices before and after a row that use no die twice."""
    return sum(
        one * other
        for used, one in before.items()
        if not used & taken
        for rest, other in after.items()
        if not rest & (used | taken)
    )


def refuse_impossible(seen: Sequence[Views], placed: Sequence[str]) -> Refused:
    """Return the refusal of dice that cannot be different ones."""
    places = smallest_conflict(seen, placed)
    fitting = {die for place in places for die in possible_dice(seen[place], placed)}
    one = typed(seen[places[0]])
    look = listed(in_order([*fitting]), "or")
    if len(places) == 1 and len(seen[places[0]]) > 1 and not possible_dice(seen[places[0]]):
        return Refused(
            f"No die looks like {one.replace(REROLLED, ', and then ')}.",
            f"`{REROLLED}` joins what is seen of the same die before and after a roll.",
        )
    if len(places) == 1:
        could = listed(possible_dice(seen[places[0]]), "or")
        return Refused(
            f"{one} can only be {could}, which you entered as placed.",
            "Look again, or correct `--placed`.",
        )
    these = listed([typed(seen[place]) for place in places])
    return Refused(
        f"{these} are {len(places)} dice, but only {look} can look like that, and no two dice are "
        "alike.",
        "Look again: top first, then the sides in order.",
    )


_COLUMNS = (
    Column("", "right", read_aloud="No."),
    Column("Seen"),
    Column("Bottom"),
    Column("Die", wraps=True),
)
_FEW = 4
"""The most dice that are named for each seen one."""


def deduction_view(seen: Sequence[Views], deduce_bottoms: Deduction) -> list[Block]:
    """Return a row for each die: its bottom, and which of the ten it may be."""
    rows = tuple(
        (
            Span(str(number), "muted"),
            Span(typed(views), "name"),
            _bottom(found.white),
            _dice(found.dice),
        )
        for number, (views, found) in enumerate(zip(seen, deduce_bottoms.found, strict=True), 1)
    )
    ways = "is one way" if deduce_bottoms.ways == 1 else f"are {deduce_bottoms.ways} ways"
    note = (
        "Exact, if each die lies as it was rolled: no two of the ten are alike, and there "
        f"{ways} in which these can be different dice."
    )
    return [
        Heading("Bottoms", "from what you see"),
        Table(_COLUMNS, rows),
        *_advice(deduce_bottoms.found),
        Paragraph(Span(note, "muted")),
    ]


def deduction_report(seen: Sequence[Views], deduce_bottoms: Deduction) -> dict[str, Any]:
    """The chances of a white bottom, and of each die, from 0 to 1; `ways` as in `Deduction`."""
    return {
        "dice": [
            {
                "seen": typed(views),
                "white": float(found.white),
                "bottom": _sure_colour(found.white),
                "dice": {die: float(chance) for die, chance in found.dice.items()},
            }
            for views, found in zip(seen, deduce_bottoms.found, strict=True)
        ],
        "ways": deduce_bottoms.ways,
    }


def _sure_colour(white: Fraction) -> str | None:
    return {0: "black", 1: "white"}.get(int(white)) if white in (0, 1) else None


def _dice(chances: Mapping[str, Fraction]) -> str:
    """The likeliest dice, the most likely first."""
    likely = sorted(chances.items(), key=lambda item: -item[1])
    named = [die if chance == 1 else f"{die} {_percent(chance)}" for die, chance in likely[:_FEW]]
    more = len(likely) - len(named)
    return ", ".join([*named, *([f"or {counted(more, 'other')}"] if more else [])])


def _bottom(white: Fraction) -> Text:
    sure = _sure_colour(white)
    if sure is not None:
        return Span(f"{sure}, sure", "good")
    if white * 2 == 1:
        return "either, 50%"
    colour = "white" if white * 2 > 1 else "black"
    return f"{colour}, {_percent(max(white, 1 - white))}"


def _percent(chance: Fraction) -> str:
    """Format a probability in percent, from 1 to 99: never rounding to certainty."""
    return f"{min(99, max(1, round(100 * chance)))}%"


def _advice(found: Sequence[DieChances]) -> list[Block]:
    """Which dice are best for each area, if any are."""
    best: list[str | Span] = []
    for area in ("Black", "White"):
        chances = [each.white if area == "White" else 1 - each.white for each in found]
        top = max(chances)
        if top * 2 <= 1:
            continue
        numbers = [str(number) for number, chance in enumerate(chances, 1) if chance == top]
        best += ["; " if best else "Best for ", f"{area}: ", Span(listed(numbers, "or"), "strong")]
    return [Paragraph((*best, "."))] if best else []


# Parameters


_SEEN = 5
"""Visible faces of a die on the table: the top, and the sides."""


def parse_dice(
    words: Sequence[str], placed: Sequence[str]
) -> tuple[list[tuple[Faces, ...]], list[str]]:
    """Read the visible faces, die by die, and which dice are `placed`: `3c,2o`, or `3c 2o`.

    With `placed`, more names of dice may come among the faces; and commas may separate the faces of
    a die, `w,b,b,w,b`. Raises Invalid.
    """
    names = {name for die in the_ten() for name in (die.id, die.short)}
    seen: list[tuple[Faces, ...]] = []
    known = list(placed)
    for word in _COMMA.sub(",", " ".join(words)).split():
        parts = [folded(part) for part in word.split(",") if part]
        if placed and names.issuperset(parts) and len(set(parts)) == len(parts):
            known += parts
        else:
            seen += [views(part) for part in _dice_in(word)]
    if not seen:
        raise Invalid("Which faces do you see?", _HINT)
    return seen, parse_names(known)


def _dice_in(word: str) -> list[str]:
    """`w,b,b,w,b` is one die, `bbbbb,wbwbb` are two."""
    parts = [part for part in word.split(",") if part]
    one = parts and all(len(part) == 1 for part in parts)
    return ["".join(parts)] if one else parts


def views(text: str) -> tuple[Faces, ...]:
    """Read the visible faces of a die: `wbbwb`; `bbbbb+wbbbb` before and after a roll. Raises
    Invalid.
    """
    found = []
    for view in text.split(REROLLED):
        try:
            faces = parse_faces([view])
        except Invalid as problem:
            raise _refuse_view(view, problem) from None
        if not any(face is not None for face in faces):
            raise Invalid("Which faces do you see?", _HINT)
        if len(faces) > _SEEN:
            raise Invalid(
                f"“{short(view)}” has {len(faces)} faces, and you see only five, the top and the "
                "sides: no bottom before the end (BO-156).",
                _HINT,
            )
        found.append(require_faces(faces))
    return tuple(found)


def _refuse_view(view: str, problem: Invalid) -> Invalid:
    """Return the refusal of a word that is not a die's faces, but perhaps a die's name."""
    named = next((die for die in the_ten() if folded(view) in (die.id, die.short)), None)
    if named is None:
        return Invalid(problem.message, _HINT)
    return Invalid(
        f"“{short(view)}” is the name of a die, not the faces that you see.",
        f"If it lies in an area: `companion boolean deduce wbbwb --placed {named.short}`.",
    )


_HINT = (
    "The top, then the four sides in order, `w`, `b`, or `?`: "
    f"`companion boolean deduce wbbwb bbbbb`. Before and after a roll: `bbbbb{REROLLED}wbbbb`."
)
_COMMA = re.compile(r"\s*,\s*")


def parse_names(words: Sequence[str]) -> list[str]:
    """Read names of dice, `3c,2o`. Raises Invalid for a repeated one."""
    parts = [part for word in words for part in word.split(",") if part.strip()]
    found = [find_die(part).id for part in parts]
    twice = [die for place, die in enumerate(found) if die in found[:place]]
    if twice:
        raise Invalid(f"The {twice[0]} is named twice.", "No two dice are alike: leave one out.")
    return found


Seen = Annotated[Sequence[str], words(name="FACES...")]
Named = Annotated[
    Sequence[str],
    words(sort=A_DIE, metavar="DIE,…", help="Dice that you know already.", after_dash=True),
]


@verb("what the bottoms may be", of_play=False, of_group=False)
def deduce(shelf: Shelf[Any], faces: Seen, *, placed: Named = ()) -> Reply:
    """Find out what bottoms may be, from the faces that you see.

    For each die, enter the top, then the four sides in order: white or black, or ? for unseen. If a
    die was rolled, what you saw before helps, too: bbbbb+wbbbb. The more dice you enter, the
    better.

    Examples:
      companion boolean deduce wbbwb bbbbb
      companion boolean deduce bbbbb+wbbbb wwbwb bbbww
      companion boolean deduce wbbwb bbbbb --placed 3c,6
    """
    seen, known = parse_dice(faces, placed)
    if len(seen) + len(known) > SET:
        raise Invalid(
            f"There are {SET} dice, and you entered {len(seen) + len(known)}.",
            "Enter each die once, either what you see of it, or its name.",
        )
    found = deduce_bottoms(seen, known)
    if found is None:
        raise refuse_impossible(seen, known)

    def document() -> dict[str, Any]:
        return {**deduction_report(seen, found), "placed": known}

    return Reply(document=document, blocks=lambda: deduction_view(seen, found))
