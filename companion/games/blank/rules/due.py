"""Cards that somebody still has to draw, as far as the words of rules and effects can be read.

A hand counts when all rules and effects have been carried out (BL-101). What is sure is an effect
that says nothing but who draws how many, and that is triggered for sure by the cards played last.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import NamedTuple

from companion.core.names import folded
from companion.core.numbers import whole
from companion.games.blank.deck.wording import parsed
from companion.games.blank.rules.triggers import triggered
from companion.games.blank.state import Happening, Move, State

_WHO = {
    "all": r"(?:all|each|every)(?: of)?(?: the)? players?|everybody|everyone",
    "others": r"(?:all|each|every)(?: of)?(?: the)? others?(?: players?)?|every(?:body|one) else",
    "next": r"(?:the )?next player",
    "previous": r"(?:the )?previous player",
    "self": r"(?:(?:the|that|this|the same) )?(?:player|person)|you|they|he or she"
    r"|(?:(?:the )?(?:player|person) who|whoever) \w+ (?:it|that|this|(?:the|that|this) card)",
}
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_DRAWS = re.compile(
    rf"(?:(?:{'|'.join(f'(?P<{who}>{words})' for who, words in _WHO.items())}) "
    r"(?:must |has to |have to |shall |should )?)?"
    rf"draws? (?P<count>{'|'.join(_NUMBERS)}|[1-9][0-9]?)"
    r"(?: (?:more|extra|new|game))?(?P<cards> cards?)?"
    r"(?: each)?(?: from the (?:draw )?(?:pile|deck))?(?: each)?(?: as a penalty)?"
)


class _Due(NamedTuple):
    """So many cards for a seat, and the rule or effect that says so."""

    seat: int
    cards: int
    why: str


class Owed(NamedTuple):
    """So many cards that somebody still has to draw, and the rules and effects that say so."""

    cards: int
    why: tuple[str, ...]

    @property
    def told(self) -> str:
        """The rules and effects, as they are told."""
        return "; ".join(why.rstrip(".") for why in self.why)


def still_draws(state: State, seat: int, colours: Mapping[str, str]) -> Owed | None:
    """What a player still has to draw by rules and effects; nothing where nothing is sure.

    What was drawn since the cards were played settles as many. Where a hand was told anew, others
    than the one who played may have drawn before. With nothing to draw, nobody does (A-BL-09).
    """
    return _owed(state, state.recent[-1], seat, colours)


def never_drawn(state: State, seat: int, colours: Mapping[str, str]) -> list[Owed]:
    """What a player had to draw by earlier moves and did not, since that hand is empty."""
    since = takewhile(lambda passed: seat in passed.empty, reversed(state.passed))
    owed = [_owed(state, passed.move, seat, colours) for passed in since]
    return [one for one in reversed(owed) if one is not None]


def _owed(state: State, move: Move, seat: int, colours: Mapping[str, str]) -> Owed | None:
    """What a player had to draw by a move, and did not before the next one."""
    left = state.draw_pile + state.below_top
    if not move.acts or not left or (seat in move.counted and seat != move.acts[0].seat):
        return None
    found = [due for due in _dues(state, move, colours) if due.seat == seat]
    cards = sum(due.cards for due in found) - _has_drawn(move, seat)
    return Owed(min(cards, left), tuple(due.why for due in found)) if cards > 0 else None


def drawing(state: State) -> list[int]:
    """Those who drew since the last cards were played, as some effect says.

    What was drawn with a Penalty may have been for that alone.
    """
    move = state.recent[-1]
    punished = {act.seat for act in move.acts if act.what == "penalty"}
    seats = range(len(state.seats)) if move.acts else ()
    return [seat for seat in seats if seat not in punished and _has_drawn(move, seat)]


def _has_drawn(move: Move, seat: int) -> int:
    """How many cards somebody drew since those of a move were played."""
    return move.drawn[seat] if move.drawn else 0


def _dues(state: State, move: Move, colours: Mapping[str, str]) -> Iterator[_Due]:
    """What is to be drawn because of the cards of a move, and of what came of them."""
    for act in move.acts:
        told = []
        if act.what == "played" and act.card is not None and act.card.effect:
            told.append((f"the effect of {act.card.called}", act.card.effect))
        rules = triggered(act, act.rules, colours).surely
        told += [(f"rule {rule.label}", rule.text) for rule in rules]
        for name, text in told:
            for seat, count in _drawing(state, act, text):
                yield _Due(seat, count, f"{name}: {text}")


def _drawing(state: State, act: Happening, text: str) -> Iterator[tuple[int, int]]:
    """Who draws how many by a text, if it says that and nothing else."""
    words = parsed(text)
    found = _DRAWS.fullmatch(folded(f"{words.target} {words.effect}").strip(" .!"))
    if found is None or (found["cards"] is None and found["count"] in ("a", "an")):
        return
    who = next((who for who in _WHO if found[who]), "self")
    count = _NUMBERS.get(found["count"]) or whole(found["count"], 1, 99) or 0
    seats = range(len(state.seats))
    if who in ("next", "previous"):
        if state.direction == act.direction:  # Else it is for the table to say who that is.
            step = act.direction if who == "next" else -act.direction
            yield (act.seat + step) % len(seats), count
        return
    for seat in seats:
        if who == "all" or (seat == act.seat) is (who == "self"):
            yield seat, count
