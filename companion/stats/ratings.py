"""How strong everybody is, with how sure that is: Plackett–Luce ratings, play after play."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.core.record import Part, PlayRecord, is_anonymous
from companion.stats.tally import best_way, people

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

SCALE = 40
"""Points of ours for one of the model's: everybody begins at 1000 ± 333."""
SURE = 3
"""So many times the uncertainty is taken off for what somebody is at least."""


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


def places(parts: Sequence[Part]) -> list[int] | None:
    """In which place each player ended, 1 for the first; those in one place share it.

    Whoever has won is first. All others follow by their points, where everybody's are known and
    whoever has won has the most of them, or the fewest: then the points tell who was nearer to it.
    Else they share one place. None where nobody has won, or everybody: that compares nobody.
    """
    winners = sum(part.won for part in parts)
    if not 0 < winners < len(parts):
        return None
    way = best_way(tuple(parts))
    if not way:
        return [1 if part.won else winners + 1 for part in parts]
    values = [-way * (part.score or 0) for part in parts]
    return [
        1
        if part.won
        else 1 + sum(other.won or values[place] < value for place, other in enumerate(parts))
        for part, value in zip(parts, values, strict=True)
    ]


def history(plays: Iterable[PlayRecord]) -> list[Step]:
    """The ratings after each play that compares players, in the order of the plays.

    Raises ImportError where openskill is not installed.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {}
    counts: dict[str, tuple[int, int]] = {}
    steps: list[Step] = []
    for play in plays:
        parts = people(play.parts)
        ranks = places(parts) if len(parts) == len(play.parts) else None
        if ranks is None:
            continue
        teams = [[known.get(part.name) or model.rating(name=part.name)] for part in parts]
        rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
        told: list[Rating] = []
        for part, (after,) in zip(parts, rated, strict=True):
            if is_anonymous(part.name):  # another stranger each time
                continue
            known[part.name] = after
            played, won = counts.get(part.name, (0, 0))
            counts[part.name] = (played + 1, won + part.won)
            told.append(_told(part.name, after, counts[part.name]))
        steps.append(Step(play, tuple(told)))
    return steps


def latest(steps: Iterable[Step]) -> list[Rating]:
    """Everybody's rating in the end, the best first by what they are at least."""
    found = {rating.name: rating for step in steps for rating in step.ratings}
    return sorted(found.values(), key=lambda rating: (-rating.at_least, rating.name))


def _told(name: str, rating: "PlackettLuceRating", counts: tuple[int, int]) -> Rating:
    return Rating(name, rating.mu * SCALE, rating.sigma * SCALE, *counts)
