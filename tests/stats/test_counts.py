"""How wins came together: every point of a few plays, and of many what a picture shows."""

import json
from random import Random

import pytest

from companion.stats.counts import Point, WinCurve, Wins

from .records import played


def won_by(number, winner):
    return played(number, *(f"{who}*" if who == winner else who for who in ("Ana", "Ben")))


def counted(plays, most):
    wins = Wins(most)
    for number, winners in enumerate(plays, 1):
        wins.add(won_by(number, winners))
    return wins


def test_of_a_few_plays_every_point_is_there():
    wins = counted(["Ana", "Ben", "Ana"], most=10)
    assert [(it.number, it.wins) for it in wins.curves["Ana"].points] == [(1, 1), (2, 1), (3, 2)]
    assert wins.curves["Ben"].wins == 1


def test_cooperative_plays_are_no_points_of_a_curve():
    wins = Wins()
    wins.add(played(1, "Ana*", "Ben*", coop=True))
    assert (wins.plays, wins.curves) == (0, {})


@pytest.mark.parametrize("count", [7, 8, 9, 100, 1000])
def test_of_many_plays_some_points_and_always_the_last(count):
    curve = WinCurve(most=8)
    for number in range(1, count + 1):
        curve.add(Point(number, f"2025-01-01T00:00:{number:02}Z", number))
    assert len(curve.points) <= 9
    assert len(curve.points) >= min(count, 4)
    assert curve.points[0].number == 1
    assert curve.points[-1] == (count, f"2025-01-01T00:00:{count:02}Z", count)
    gaps = {b.number - a.number for a, b in zip(curve.points, curve.points[1:-1], strict=False)}
    assert len(gaps) <= 1  # evenly, but for the end


@pytest.mark.parametrize("most", [None, 4])
def test_what_is_kept_goes_on_as_if_it_had_never_stopped(most):
    random = Random(7)
    winners = [random.choice(("Ana", "Ben")) for _ in range(50)]
    whole = counted(winners, most)
    begun = counted(winners[:23], most)
    kept = Wins.from_json(json.loads(json.dumps(begun.to_json())))
    for number, name in enumerate(winners[23:], 24):
        kept.add(won_by(number, name))
    assert kept.to_json() == whole.to_json()


@pytest.mark.parametrize("data", [None, [], [1, 2], {"plays": 3}, [4, 1, "", "", {"Ana": [1]}]])
def test_what_is_no_such_thing_is_refused(data):
    with pytest.raises(ValueError, match=r"no wins|values to unpack"):
        Wins.from_json(data)
