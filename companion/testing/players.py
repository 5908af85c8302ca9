"""Who plays a game by chance: what the kit has to know of it, and moves that all games share."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from companion.core.action import Action
from companion.core.event import Event
from companion.core.game import Game
from companion.core.play import ABANDONED, FINISHED, PlayState

Move = Callable[[Action[Any], Any], None]
"""Adds what happened to an action, as a command does; the second argument is the reference."""
Facts = Sequence[tuple[str, Mapping[str, Any]]]
"""The facts of an action: each one's kind and data."""


class RandomPlayer(ABC):
    """Plays a game by chance, so that the kit need not know it. Only `moves` has to be written.

    A box with several games has one for each of them. The same `random` has to give the same play.
    """

    game: ClassVar[Game[Any]]
    name: ClassVar[str] = ""
    """What its plays are called in the ids of tests; empty for the game's id."""
    typed: ClassVar[Sequence[str]] = ()
    """The words of `start` before the players."""
    seats: ClassVar[tuple[int, int] | None] = None
    """The fewest and the most players, where they are not those of the whole box."""
    plays: ClassVar[int] = 12
    """How many plays it takes until every kind of entry was made, with seeds from 0."""
    entries: ClassVar[int] = 20
    """How many entries a play has on average, at least: of shorter ones the kit learns little."""
    rests: ClassVar[bool] = True
    """Whether an entry may rest on an earlier one, so that this one cannot always be taken back."""
    by_example: ClassVar[bool] = False
    """Whether what comes next may show how a line looks that the table has to fill in:
    `companion bwd tag DIE CARD`, or a card that need not fit."""

    def copy(self, random: Random) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """What the group entered for its box before the play: kinds of `box_rules` with their data.

        Empty where nothing is known of it, which is also a game that keeps no book of its box.
        """
        return ()

    def options(self, reference: Any, names: Sequence[str], random: Random) -> Mapping[str, Any]:
        """What the game's `start` recorded: the options that `Game.opening` is given."""
        return {}

    def copy_of(self, options: Mapping[str, Any]) -> str:
        """The id of the box that a play with these options goes by; a group may have several."""
        return self.game.id

    @abstractmethod
    def moves(self, state: Any, reference: Any, random: Random) -> Move:
        """One entry, chosen by chance. It may be refused; then another one is asked for.

        Often enough legal for plays to get somewhere, now and then anything at all.
        """

    def without_secrets(self, event: Event) -> Event:
        """An event without what only one player may know, if the game's offers know nothing of it.

        Lines of offered words are tried on plays of such events.
        """
        return event

    def same(self, state: PlayState, facts: Facts, again: Facts | None) -> bool:
        """Whether an entry makes the same facts when it is entered again after something is gone.

        `again` is None where it is refused. Override it for facts that depend on how they were
        entered, such as a number that a turn keeps: what the log holds has to stay possible.
        """
        return facts == again

    def may_lack(self, words: Sequence[str]) -> bool:
        """Whether a line of offered words may be incomplete at its end: not all can be offered."""
        return True

    def __repr__(self) -> str:
        return self.called

    @property
    def called(self) -> str:
        """Its name in the ids of tests: `lwd`, `boolean_liar`."""
        return self.name or self.game.id

    def table(self) -> tuple[int, int]:
        """The fewest and the most players at its tables."""
        return self.seats or (self.game.fewest_players, self.game.most_players)


# What the random players of several games do alike


def any_seat(state: PlayState, random: Random) -> int:
    """Somebody's seat."""
    return random.randrange(len(state.seats))


def go_on(state: PlayState, random: Random) -> Move:
    """`companion next`."""
    return lambda action, reference: action.game.advance(action)


def end(state: PlayState, random: Random) -> Move:
    """Rarely the end: a play that has ended takes no further entries. Mostly `companion next`."""
    chance = random.random()
    if chance < 0.08:
        return lambda action, _: action.add(FINISHED, winners=[0], why="table")
    if chance < 0.12:
        return lambda action, _: action.add(ABANDONED)
    return go_on(state, random)


def shared_move(game: Game[Any], state: PlayState, random: Random) -> Move:
    """What can be entered in every play: points, who is first, what comes next, an end."""
    moves: list[Callable[[PlayState, Random], Move]] = [go_on, end]
    if game.keeps_points:
        moves += [_points, _points, _points]
    if game.keeps_marker:
        moves += [_marker]
    return random.choice(moves)(state, random)


def _points(state: PlayState, random: Random) -> Move:
    kind = random.choice(("points.gained", "points.gained", "points.lost", "points.set"))
    seat, points = any_seat(state, random), random.randint(0, 4)
    return lambda action, _: action.add(kind, seat=seat, points=points)


def _marker(state: PlayState, random: Random) -> Move:
    if random.random() < 0.5:
        return lambda action, _: action.add("marker.passed")
    seat = any_seat(state, random)
    return lambda action, _: action.add("marker.given", seat=seat)
