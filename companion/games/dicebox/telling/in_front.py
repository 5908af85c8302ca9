"""What is in play: the words of the rulebook that matter now, the most urgent first."""

from collections.abc import Iterator

from companion.core.entry import Mention
from companion.core.names import listed
from companion.games.dicebox.board import SQUARES, dead_squares
from companion.games.dicebox.choices import must_place
from companion.games.dicebox.state import SEED, State


def in_front(state: State) -> Iterator[Mention]:
    """The end, the turn at hand, the board, and what is special at this table."""
    if state.status != "live" or state.over:
        yield Mention("end-of-game", "the board is done" if state.over else "the game is over")
        yield Mention("winning", "who has won")
    elif not state.seeded:
        yield Mention("setup", "now")
        if not state.drafted:
            yield Mention("draft", f"{len(state.picks)} of 8 dice are told")
        yield Mention("seed", f"{state.name(state.turn)} rolls it")
    else:
        yield from _turn(state)
    if state.seeded and state.status == "live":
        yield Mention("differ-by-one", "what fits")
        yield Mention("several-neighbours", "on most squares")
    dead = [SQUARES[square] for square in dead_squares(state.numbers)]
    if dead:
        yield Mention("dead-square", listed(dead[:6]) + (", …" if len(dead) > 6 else ""))
    yield Mention("tally", "the points of every colour")
    if len(state.seats) == 3:
        whose = listed(list(state.unclaimed)) if state.colors_told else "the colour that is left"
        yield Mention("unclaimed-colour", whose)
    if any(len(own) == 2 for own in state.colors):
        yield Mention("two-colours", "both count")
    if any(die is not None and die.color == SEED for die in state.grid):
        yield Mention("seed", "on c3")


def _turn(state: State) -> Iterator[Mention]:
    name = state.name(state.turn)
    yield Mention("turn", f"{name}'s")
    if not state.dice[state.turn]:
        yield Mention("remaining-dice", f"{name} has none left")
        return
    match must_place(state, state.turn):
        case True:
            yield Mention("must-place", f"something of {name}'s fits")
        case False:
            yield Mention("no-play", f"nothing of {name}'s fits")
            yield Mention("reroll", f"{name} rolls all dice")
        case None:
            yield Mention("must-place", f"if something of {name}'s fits")
            yield Mention("no-play", "if nothing does")
