"""Random players: what the kit needs to know about a game, and moves that all games share."""

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
    """Plays a game by chance, so that the kit need not know the game. Only `moves` is required.

    A box with several games has a player for each. The same `random` has to make the same play.
    """

    game: ClassVar[Game[Any]]
    name: ClassVar[str] = ""
    """The name of its plays in the ids of tests; empty for the game's id."""
    typed: ClassVar[Sequence[str]] = ()
    """The words of `start` before the players."""
    seats: ClassVar[tuple[int, int] | None] = None
    """The fewest and the most players, if they differ from those of the box."""
    plays: ClassVar[int] = 12
    """The number of plays, with seeds from 0, in which every kind of entry is made."""
    entries: ClassVar[int] = 20
    """The least average number of entries of a play: shorter ones prove little."""
    rests: ClassVar[bool] = True
    """Whether an entry may depend on an earlier one, which then cannot always be undone."""
    by_example: ClassVar[bool] = False
    """Whether next steps may show an example that the table has to fill in: `companion bwd tag DIE
    CARD`, or a card that need not fit.
    """

    def copy(self, random: Random) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """What the group entered about its box before the play: kinds of `box_rules` with their
        data.

        Empty if nothing is known about it, or if the game records nothing about its box.
        """
        return ()

    def options(self, reference: Any, names: Sequence[str], random: Random) -> Mapping[str, Any]:
        """The options that the game's `start` recorded, for `Game.opening`."""
        return {}

    def copy_of(self, options: Mapping[str, Any]) -> str:
        """The id of the box for a play with these options; a group may have several."""
        return self.game.id

    @abstractmethod
    def moves(self, state: Any, reference: Any, random: Random) -> Move:
        """Choose an entry by chance. It may be refused; then another one is chosen.

        It should be legal often enough for plays to get somewhere, and now and then anything at
        all.
        """

    def without_secrets(self, event: Event) -> Event:
        """Remove secrets from an event that the game's offers do not know about.

        Lines of offered words are tried on plays of such events.
        """
        return event

    def same(self, state: PlayState, facts: Facts, again: Facts | None) -> bool:
        """Whether an entry makes the same facts when it is entered again without some earlier ones.

        `again` is None if it is refused. Override it for facts that depend on how they were
        entered, such as the number of a turn: the recorded facts still have to be possible.
        """
        return facts == again

    def may_lack(self, words: Sequence[str]) -> bool:
        """Whether a line of offered words may be incomplete, as some words cannot be offered."""
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


# Shared by the random players of several games


def any_seat(state: PlayState, random: Random) -> int:
    """A random seat."""
    return random.randrange(len(state.seats))


def go_on(state: PlayState, random: Random) -> Move:
    """Go on, as with `companion next`."""
    return lambda action, reference: action.game.advance(action)


def end(state: PlayState, random: Random) -> Move:
    """Rarely end the play, as it then takes no further entries; mostly go on."""
    chance = random.random()
    if chance < 0.08:
        return lambda action, _: action.add(FINISHED, winners=[0], why="table")
    if chance < 0.12:
        return lambda action, _: action.add(ABANDONED)
    return go_on(state, random)


def shared_move(game: Game[Any], state: PlayState, random: Random) -> Move:
    """A random move that is possible in every game: points, first player, going on, or an end."""
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
