"""Dice as people write them: `2d6`, `d20+3`, `4d6kh3`, `3dF`, `d%`; parsing, rolling, showing."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from companion.core.names import short
from companion.errors import Invalid

if TYPE_CHECKING:
    from random import Random

MOST_DICE, MOST_SIDES, MOST_ROLLS, MOST_ADDED = 100, 1000, 20, 9999
_LONGEST = 9
SUCH_AS = "Such as `2d6`, `d20+3`, `4d6kh3` (the highest three), `3dF` or `d%`."
_DICE = re.compile(r"(\d*)d(\d+|%|f)(?:(kh|kl)(\d+))?([+-]\d+)?", re.ASCII | re.IGNORECASE)
_FATE = {-1: "−", 0: "0", 1: "+"}


class Dice(NamedTuple):
    """Dice that are rolled together: `many` of them, with faces from `lowest` to `highest`.

    The `kept` ones count, the `best` or the worst; `added` is added to their sum.
    """

    expression: str
    many: int
    lowest: int
    highest: int
    kept: int
    best: Literal["kh", "kl"] = "kh"
    added: int = 0


class Roll(NamedTuple):
    """The result of a roll: the `faces` in the order rolled, and the places of those `kept`."""

    expression: str
    faces: tuple[int, ...]
    kept: tuple[int, ...]
    added: int

    @property
    def sum(self) -> int:
        """The sum of the kept faces and `added`."""
        return sum(self.faces[place] for place in self.kept) + self.added

    @property
    def data(self) -> dict[str, Any]:
        """The roll as logs and documents hold it."""
        return {
            "dice": self.expression,
            "faces": list(self.faces),
            "kept": list(self.kept),
            "sum": self.sum,
        }


def dice_of(words: Sequence[str]) -> list[Dice]:
    """Parse dice. Raises Invalid."""
    if len(words) > MOST_ROLLS:
        raise Invalid(
            f"{len(words)} rolls are too many at once.", f"At most {MOST_ROLLS} in one line."
        )
    return [_read(word) for word in words]


def _read(word: str) -> Dice:
    text = word.strip().replace("−", "-")
    found = _DICE.fullmatch(text)
    if found is None:
        raise Invalid(f"“{short(word)}” is no dice.", SUCH_AS)
    count, sides, best, kept, added = found.groups()
    many = _number(count or "1", "dice", 1, MOST_DICE)
    if sides in ("f", "F"):
        lowest, highest = -1, 1
    else:
        lowest, highest = 1, 100 if sides == "%" else _number(sides, "sides", 2, MOST_SIDES)
    if kept is not None and not 1 <= int(kept[:_LONGEST]) <= many:
        raise Invalid(
            f"“{short(word)}” keeps {short(kept)} of {many} dice.",
            f"A number from 1 to {many}: `{many}d6kh1`.",
        )
    more = 0 if added is None else _number(added[1:], "points on top", 0, MOST_ADDED)
    return Dice(
        text.lower().replace("f", "F"),
        many,
        lowest,
        highest,
        many if kept is None else int(kept),
        "kl" if (best or "").lower() == "kl" else "kh",
        -more if added and added[0] == "-" else more,
    )


def _number(digits: str, what: str, least: int, most: int) -> int:
    if len(digits) > _LONGEST or not least <= int(digits) <= most:
        raise Invalid(f"{short(digits)} {what} cannot be rolled.", f"From {least} to {most}.")
    return int(digits)


def rolled(dice: Dice, chance: "Random") -> Roll:
    """Roll the dice."""
    faces = tuple(chance.randint(dice.lowest, dice.highest) for _ in range(dice.many))
    best_first = sorted(range(dice.many), key=faces.__getitem__, reverse=dice.best == "kh")
    kept = tuple(sorted(best_first[: dice.kept]))
    return Roll(dice.expression, faces, kept, dice.added)


def roll_words(data: Mapping[str, Any]) -> str:
    """Return a roll on a line, from a log's data: `2d6+3: 4 2 +3 = 9`; dropped dice are in
    brackets.
    """
    faces, kept = data["faces"], set(data["kept"])
    fate = "dF" in data["dice"]
    shown = [_FATE.get(face, str(face)) if fate else str(face) for face in faces]
    words = [word if place in kept else f"({word})" for place, word in enumerate(shown)]
    added = data["sum"] - sum(face for place, face in enumerate(faces) if place in kept)
    if added:
        words.append(f"{'+' if added > 0 else '−'}{abs(added)}")
    line = f"{data['dice']}: {' '.join(words)}"
    return (
        line if len(words) == 1 and not fate else f"{line} = {str(data['sum']).replace('-', '−')}"
    )
