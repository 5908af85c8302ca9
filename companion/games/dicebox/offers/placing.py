"""What may follow `place`: the dice that fit, and the squares on which they may lie."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from companion.core.names import listed
from companion.core.offer import Offer
from companion.core.offering import Line, Trial, people
from companion.core.seats import find_seat
from companion.errors import CompanionError
from companion.games.dicebox.board import BESIDE, SQUARES, filled_beside
from companion.games.dicebox.choices import gain, places_of, untold_places
from companion.games.dicebox.moves import named, turns
from companion.games.dicebox.moves.told import placed
from companion.games.dicebox.state import State

_FEW_SQUARES = 6


def place(trial: Trial[State], line: Line) -> Iterator[Offer]:
    """The dice that fit, then their squares; the player in turn need not be named."""
    state, words = trial.state, named.joined(line.arguments)
    seat, told = _of_whom(state, words)
    if not told:
        fits = [*_dice_that_fit(state, seat)]
        for die, about, square in fits:
            if _lies(trial, [*words, die, square]):
                yield Offer(die, about)
        for who, name in people(state, [] if words else [seat], "whose turn it is"):
            if any(_lies(trial, [who, die, square]) for die, _, square in fits):
                yield Offer(who, name)
    elif len(told) == 1 and named.is_die(told[0]):
        for at, name in enumerate(SQUARES):
            if filled_beside(state.numbers, at) and _lies(trial, [*words, name]):
                yield Offer(name, _beside(state, at))


def _of_whom(state: State, words: Sequence[str]) -> tuple[int, Sequence[str]]:
    """Who is named in front, or has the turn, and the words behind."""
    if words and not named.is_die(words[0]):
        with suppress(CompanionError):
            return find_seat(state.seats, words[0]), words[1:]
    return state.turn, words


def _dice_that_fit(state: State, seat: int) -> Iterator[tuple[str, str, str]]:
    """A player's dice as they are typed, with what is told of them, and the first of their squares.

    One's own colours and the highest come first.
    """
    fitting = [place for place in places_of(state, seat) if place[1]]
    if not state.all_known(seat):
        told = {die for die, _ in fitting}
        fitting += [place for place in untold_places(state, seat) if place[0] not in told]
    for die, squares in sorted(fitting, key=lambda place: -gain(state, seat, place[0])):
        shown = [SQUARES[at] for at in squares[:_FEW_SQUARES]]
        more = " …" if len(squares) > _FEW_SQUARES else ""
        yield die.typed, f"{die.told} on {listed(shown, 'or')}{more}", shown[0]


def _lies(trial: Trial[State], words: Sequence[str]) -> bool:
    """Whether a die may be placed as these words say."""
    return trial.stands(lambda action: turns.place(action, *placed(action.state, words)))


def _beside(state: State, square: int) -> str:
    """What lies at its sides: `beside 3 (c3) and 5 (d2)`."""
    around = [(other, state.grid[other]) for other in BESIDE[square]]
    lying = [f"{die.value} ({SQUARES[at]})" for at, die in around if die is not None]
    return f"beside {listed(lying)}"
