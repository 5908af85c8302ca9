"""How strong players are, and how certain that is: Plackett–Luce ratings, play after play."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from companion.core.record import Part, PlayRecord, is_anonymous
from companion.stats.counts import GameCount, key_of, people, sides
from companion.stats.tally import score_direction

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

SCALE = 40
"""Our points for one of the model's: everybody begins at 1000 ± 333."""
SURE = 3
"""How many times the uncertainty is subtracted for the least likely rating."""


class Rating(NamedTuple):
    """What a player's plays say: as strong as `rating`, give or take `uncertainty`.

    `at_least` is what they are almost surely worth: it orders players, as somebody who has won
    twice of two is no better for sure than somebody who has won sixty of a hundred.
    """

    name: str
    rating: float
    uncertainty: float
    plays: int = 0
    wins: int = 0

    @property
    def at_least(self) -> float:
        """The rating with the uncertainty taken off, three times."""
        return self.rating - SURE * self.uncertainty


class Step(NamedTuple):
    """The ratings after a play of all who sat at it."""

    play: PlayRecord
    ratings: tuple[Rating, ...]


def places(parts: Sequence[Part], lowest: bool = False) -> list[int] | None:
    """In which place each player ended, 1 for the first; those in one place share it.

    Whoever has won is first. All others follow by their points, where everybody's are known and
    whoever has won has the most of them, or the fewest: then the points show who was nearer to it.
    Where a play says that the `lowest` points win, they decide, whoever has won. Else all others
    share one place. None where nobody has won, or everybody: that compares nobody.
    """
    winners = sum(part.won for part in parts)
    if not 0 < winners < len(parts):
        return None
    by_points = lowest and all(part.score is not None for part in parts)
    way = -1 if by_points else score_direction(tuple(parts))
    if not way:
        return [1 if part.won else winners + 1 for part in parts]
    values = [-way * (part.score or 0) for part in parts]
    return [
        1
        if part.won
        else 1 + sum(other.won or values[place] < value for place, other in enumerate(parts))
        for part, value in zip(parts, values, strict=True)
    ]


def _as_one(side: Sequence[Part]) -> Part:
    """A side as if it were one player: it has won if anybody in it has."""
    scores = {part.score for part in side}
    score = scores.pop() if len(scores) == 1 else None
    return side[0]._replace(score=score, won=any(part.won for part in side))


class Ladder:
    """Everybody's rating, play after play; it can be kept, and go on with the next play.

    A team is rated as a team: it wins as a whole. A cooperative play compares nobody. What adds a
    play raises ImportError where openskill is not installed.
    """

    def __init__(self) -> None:
        self.compared = 0
        """How many plays there were that compare players."""
        self.together = 0
        """How many cooperative plays were passed over."""
        self._players: dict[str, Rating] = {}
        self._strengths: dict[str, tuple[float, float]] = {}
        """Everybody's mean and deviation, as the model has them."""

    def add(self, play: PlayRecord) -> Step | None:
        """The ratings of a play's players after it; None if it compares nobody."""
        parts = people(play.parts)
        if play.coop:
            self.together += 1
            return None
        if len(parts) < len(play.parts) or not play.is_decided:
            return None
        teams = sides(parts)
        ranks = places([_as_one(side) for side in teams], play.lowest)
        if ranks is None:
            return None
        self.compared += 1
        model = self._model
        strengths = [[self._rated(model, part.name) for part in side] for side in teams]
        rated = model.rate(strengths, ranks=[float(rank) for rank in ranks])
        after_of = {
            part.name: after
            for side, ratings in zip(teams, rated, strict=True)
            for part, after in zip(side, ratings, strict=True)
        }
        updated: list[Rating] = []
        for part in parts:
            after = after_of[part.name]
            if is_anonymous(part.name):  # another stranger each time
                continue
            before = self._players.get(part.name)
            played, won = (0, 0) if before is None else (before.plays, before.wins)
            now = Rating(
                part.name, after.mu * SCALE, after.sigma * SCALE, played + 1, won + part.won
            )
            self._strengths[part.name] = after.mu, after.sigma
            self._players[part.name] = now
            updated.append(now)
        return Step(play, tuple(updated))

    @cached_property
    def _model(self) -> "PlackettLuce":
        from openskill.models import PlackettLuce  # where something is rated: it takes its time

        return PlackettLuce()

    def _rated(self, model: "PlackettLuce", name: str) -> "PlackettLuceRating":
        known = self._strengths.get(name)
        if known is None:
            return model.rating(name=name)
        return model.rating(mu=known[0], sigma=known[1], name=name)

    def ratings(self) -> list[Rating]:
        """Everybody's rating, sorted by `at_least`, the best first."""
        return sorted(self._players.values(), key=lambda it: (-it.at_least, it.name))

    def to_json(self) -> list[Any]:
        """The ladder as JSON primitives."""
        players = [
            [name, *self._strengths[name], it.plays, it.wins] for name, it in self._players.items()
        ]
        return [self.compared, self.together, players]

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The ladder from what `to_json` returned. Raises ValueError for anything else."""
        ladder = cls()
        try:
            ladder.compared, ladder.together, players = data
            for name, mu, sigma, plays, wins in players:
                ladder._strengths[name] = mu, sigma
                ladder._players[name] = Rating(name, mu * SCALE, sigma * SCALE, plays, wins)
        except TypeError as problem:
            raise ValueError(f"no ladder: {problem!r}") from None
        return ladder


class Ladders:
    """A ladder for each game by itself (see `key_of`)."""

    def __init__(self) -> None:
        self._games: dict[str, Ladder] = {}

    def add(self, play: PlayRecord) -> None:
        """Add a play to the ladder of its game. Raises ImportError as a ladder does."""
        self._games.setdefault(key_of(play), Ladder()).add(play)

    def of(self, game: GameCount) -> list[Rating]:
        """The ratings in a game, the best first."""
        return self._games.get(game.key, Ladder()).ratings()

    def to_json(self) -> dict[str, Any]:
        """The ladders as JSON primitives."""
        return {key: ladder.to_json() for key, ladder in self._games.items()}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The ladders from what `to_json` returned. Raises ValueError for anything else."""
        ladders = cls()
        if not isinstance(data, dict):
            raise ValueError("no ladders")
        ladders._games = {key: Ladder.from_json(ladder) for key, ladder in data.items()}
        return ladders


def history(plays: Iterable[PlayRecord]) -> list[Step]:
    """The ratings after each play that compares players, in the order of the plays.

    Raises ImportError where openskill is not installed.
    """
    ladder = Ladder()
    return [step for play in plays if (step := ladder.add(play)) is not None]


def latest(steps: Iterable[Step]) -> list[Rating]:
    """Everybody's final rating, sorted by `at_least`, the best first."""
    found = {rating.name: rating for step in steps for rating in step.ratings}
    return sorted(found.values(), key=lambda rating: (-rating.at_least, rating.name))
