"""What people type for guesses and for cards that are revealed."""

import re
from collections.abc import Callable, Sequence

from companion.core.names import folded, short
from companion.core.numbers import whole
from companion.core.seats import Seat, find_seat, is_somebody
from companion.errors import Invalid
from companion.games.lwd.choices import cards_such_as, hands_such_as
from companion.games.lwd.guesses import NAMES, POWER, Guess, Subject, plural
from companion.games.lwd.rules.reveal import POWER_SIGN, WILDCARD
from companion.games.lwd.state import State

_GUESS = re.compile(r"(\d+)\s*[x×*]\s*(\w+)")
_TIMES = ("x", "×", "*")
_MOST = 9999


def guess(text: str) -> Guess:
    """A guess as it is typed: `3x5`, `3xfives`, `2xpower`, `2xp`. Raises Invalid."""
    found = _GUESS.fullmatch(folded(text))
    count = None if found is None else whole(found[1], 0, _MOST)
    subject = None if found is None else _subject(found[2])
    if count is None or subject is None:
        raise Invalid(
            f"“{short(text)}” is no guess.",
            "How many, then of what: `3x5` is three fives, `2xpower` two power cards.",
        )
    return Guess(count, subject)


def joined(words: Sequence[str], is_number: Callable[[str], bool]) -> list[str]:
    """The words of a guess with `3 5`, `3 x 5`, `3 fives` or `2x power` as the one that it means.

    `is_number` says of a word that it is one, and no player.
    """
    told = [word for word in words if folded(word) not in _TIMES]
    if len(told) > 1:
        count, subject = told[-2].rstrip("".join(_TIMES)), folded(told[-1])
        known = subject.isalpha() and _subject(subject) is not None
        if is_number(count) and (known or is_number(subject) or len(told) < len(words)):
            return [*told[:-2], f"{count}x{subject}"]
    return list(words)


def is_guess(text: str) -> bool:
    """Whether something is meant as a guess rather than as a name."""
    return _GUESS.fullmatch(folded(text)) is not None


def _subject(text: str) -> Subject | None:
    """What a guess is about: a number, by its name as well, or power cards."""
    if text and any(name.startswith(text) for name in ("powers", "powercards")):
        return POWER
    for number, name in enumerate(NAMES, 1):
        if text in (name, plural(name)):
            return number
    return whole(text, 1, 99)


def reveal(state: State, told: Sequence[str]) -> tuple[list[str] | None, list[list[str]] | None]:
    """The cards of all together, or hand by hand: `5,5,2,w` or `ana=5,2` for each player.

    Raises Invalid for both at once, or a card that there is not; NotFound for a name.
    """
    if not told:
        return None, None
    if not any(_parts(word.rpartition("=")[2]) for word in told):
        raise Invalid("No card is revealed.", f"{cards_such_as(state)}, or leave it out.")
    named = ["=" in word for word in told]
    if any(named) and not all(named):
        raise Invalid(
            "Some cards are told player by player, and some are not.",
            f"All together, {cards_such_as(state)}; or each with a name, {hands_such_as(state)}.",
        )
    if not any(named):
        return [card(part) for word in told for part in _parts(word)], None
    hands: list[list[str]] = [[] for _ in state.seats]
    for word in told:
        name, _, cards = word.partition("=")
        hands[find_seat(state.seats, name)] += [card(part) for part in _parts(cards)]
    return None, hands


def revealed(seats: Sequence[Seat], words: Sequence[str], behind: bool) -> list[str]:
    """Those words of a challenge that are cards, and no player.

    Letters alone may be cards too where they stand `behind` the option, or beside other cards.
    """
    others = [word for word in words if not is_somebody(seats, word)]
    cards = [word for word in others if "=" in word or "," in word or word[:1].isdigit()]
    letters = (WILDCARD, POWER_SIGN) if behind or cards else ()
    return [word for word in others if word in cards or folded(word) in letters]


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
