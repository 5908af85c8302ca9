"""What people type for guesses and for cards that are revealed."""

import re
from collections.abc import Callable, Sequence

from companion.core.names import folded, short
from companion.core.numbers import whole
from companion.core.seats import Seat, find_seat, is_somebody
from companion.errors import Invalid
from companion.games.lwd.guesses import POWER, Guess
from companion.games.lwd.rules.reveal import POWER_SIGN, WILDCARD

_GUESS = re.compile(r"(\d+)\s*[x×*]\s*(\w+)")
_MOST = 9999


def guess(text: str) -> Guess:
    """A guess as it is typed: `3x5`, `2xpower`, `2xp`. Raises Invalid."""
    found = _GUESS.fullmatch(folded(text))
    count = None if found is None else whole(found[1], 0, _MOST)
    subject = "" if found is None else found[2]
    number = whole(subject, 1, 99)
    if count is None or (number is None and not _is_power(subject)):
        raise Invalid(
            f"“{short(text)}” is no guess.",
            "How many, then of what: `3x5` is three fives, `2xpower` two power cards.",
        )
    return Guess(count, POWER if number is None else number)


def joined(words: Sequence[str], is_number: Callable[[str], bool]) -> list[str]:
    """The words of a guess with `3 5`, or `3 x 5`, as the one that it means."""
    told = [word for word in words if folded(word) not in ("x", "×", "*")]
    if len(told) > 1 and is_number(told[-2]) and (is_number(told[-1]) or len(told) < len(words)):
        return [*told[:-2], "x".join(told[-2:])]
    return list(words)


def is_guess(text: str) -> bool:
    """Whether something is meant as a guess rather than as a name."""
    return _GUESS.fullmatch(folded(text)) is not None


def _is_power(text: str) -> bool:
    return bool(text) and ("powers".startswith(text) or "powercards".startswith(text))


def reveal(
    seats: Sequence[Seat], told: Sequence[str]
) -> tuple[list[str] | None, list[list[str]] | None]:
    """The cards of all together, or hand by hand: `5,5,2,w` or `ana=5,2` for each player.

    Raises Invalid for both at once, or a card that there is not; NotFound for a name.
    """
    if not told:
        return None, None
    if not any(_parts(word.rpartition("=")[2]) for word in told):
        raise Invalid("No card is revealed.", "`--reveal 5,5,2,1`, or leave it out.")
    named = ["=" in word for word in told]
    if any(named) and not all(named):
        raise Invalid(
            "Some cards are told player by player, and some are not.",
            "All together, `--reveal 5,5,2,1`; or each with a name, `--reveal ana=5,2 ben=6,3`.",
        )
    if not any(named):
        return [card(part) for word in told for part in _parts(word)], None
    hands: list[list[str]] = [[] for _ in seats]
    for word in told:
        name, _, cards = word.partition("=")
        hands[find_seat(seats, name)] += [card(part) for part in _parts(cards)]
    return None, hands


def is_revealed(seats: Sequence[Seat], word: str) -> bool:
    """Whether a word behind `--reveal` is more of what is revealed, and no player."""
    if is_somebody(seats, word):
        return False
    return "=" in word or word[:1].isdigit() or folded(word) in (WILDCARD, POWER_SIGN)


def _parts(text: str) -> list[str]:
    return [part for part in re.split(r"[,\s]+", text.strip()) if part]


def card(text: str) -> str:
    """A card as the log has it: `5`, `w`, `p`, `p5`. Raises Invalid."""
    typed = folded(text)
    if typed and "wildcard".startswith(typed):
        return WILDCARD
    if typed and POWER.startswith(typed):
        return POWER_SIGN
    digits = typed.removeprefix(POWER_SIGN)
    number = whole(digits, 1, 99)
    if number is None:
        raise Invalid(
            f"“{short(text)}” is no card.",
            "A number, `w` for a wildcard, `p5` for a power card with a 5.",
        )
    return f"{POWER_SIGN if typed != digits else ''}{number}"
