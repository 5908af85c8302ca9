"""Ratings: who is better than whom, and how sure that is."""

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.record import Part
from companion.stats.ratings import Ladder, history, latest, places

from .records import histories, of_catan, played

pytest.importorskip("openskill")


def parts(*texts: str) -> tuple[Part, ...]:
    return played(1, *texts).parts


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("Ana* 15", "Ben 9", "Cho 12"), [1, 3, 2]),
        (("Ana* 15", "Ben 9", "Cho 9"), [1, 2, 2]),
        (("Ana* 15", "Ben* 14", "Cho 9"), [1, 1, 3]),
        # The fewest points have won: then they place the others, too.
        (("Ana 70", "Ben* 61", "Cho 65"), [3, 1, 2]),
        # Whoever has won does not have the most points, nor the fewest: they mean something else.
        (("Ana* 5", "Ben 9", "Cho 2"), [1, 2, 2]),
        (("Ana* 9", "Ben 9", "Cho 2"), [1, 2, 2]),
        (("Ana*", "Ben 9", "Cho 2"), [1, 2, 2]),
        (("Ana*", "Ben", "Cho"), [1, 2, 2]),
    ],
)
def test_winners_come_first_and_points_place_the_rest_where_they_mean_it(texts, expected):
    assert places(parts(*texts)) == expected


@pytest.mark.parametrize("texts", [("Ana", "Ben"), ("Ana*", "Ben*"), ("Ana*",), ("Ana",), ()])
def test_a_play_that_compares_nobody_gives_no_places(texts):
    assert places(parts(*texts)) is None


def test_everybody_begins_alike_and_a_win_lifts_whoever_won():
    (step,) = history([played(1, "Ana*", "Ben")])
    ana, ben = step.ratings
    assert ana.rating > 1000 > ben.rating
    assert ana.rating - 1000 == pytest.approx(1000 - ben.rating)
    assert ana.uncertainty < 1000 / 3
    assert (ana.plays, ana.wins, ben.wins) == (1, 1, 0)
    assert ana.at_least == pytest.approx(ana.rating - 3 * ana.uncertainty)


def test_two_wins_of_two_are_less_sure_than_most_of_many():
    plays = [played(n, "Ana*" if n % 4 else "Ana", "Ben" if n % 4 else "Ben*") for n in range(60)]
    plays += [played(60, "Cho*", "Dan"), played(61, "Cho*", "Dan")]
    ratings = {it.name: it for it in latest(history(plays))}
    assert ratings["Cho"].uncertainty > ratings["Ana"].uncertainty
    assert ratings["Ana"].at_least > ratings["Cho"].at_least
    assert latest(history(plays))[0].name == "Ana"


def test_plays_that_compare_nobody_are_no_steps():
    plays = [played(1, "Ana", "Ben"), played(2, "Ana*", "Ana"), of_catan(played(3, "Ana*", "Ben"))]
    assert [step.play.play for step in history(plays)] == ["bwd-3"]


def test_where_a_play_says_that_the_fewest_win_they_place_the_others():
    three = parts("Ana* 9", "Ben 9", "Cho 2")
    assert places(three) == [1, 2, 2]
    assert places(three, lowest=True) == [1, 3, 2]
    assert places(parts("Ana*", "Ben 9", "Cho 2"), lowest=True) == [1, 2, 2]


def test_a_team_is_rated_as_a_team_and_a_cooperative_play_compares_nobody():
    ladder = Ladder()
    step = ladder.add(played(1, "Ana/reds* 5", "Cho/blues 3", "Ben/Reds* 5", "Dan/blues 3"))
    assert [it.name for it in step.ratings] == ["Ana", "Cho", "Ben", "Dan"]
    ana, cho, ben, dan = (it.rating for it in step.ratings)
    assert ana == ben > 1000 > cho == dan
    alone = Ladder().add(played(1, "Ana* 5", "Cho 3"))
    assert ana < alone.ratings[0].rating  # of two who won, each has done a part of it
    assert ladder.add(played(2, "Ana*", "Ben*", "Cho", coop=True)) is None
    assert (ladder.compared, ladder.together) == (1, 1)


def test_all_of_one_team_against_nobody_compare_nobody():
    assert Ladder().add(played(1, "Ana/reds*", "Ben/reds")) is None


@given(histories(), st.data())
def test_a_ladder_in_pieces_is_the_ladder_of_all(plays, data):
    cut = data.draw(st.integers(0, len(plays)))
    kept, whole = Ladder(), Ladder()
    for play in plays[:cut]:
        kept.add(play)
    kept = Ladder.from_json(json.loads(json.dumps(kept.to_json())))
    for play in plays[cut:]:
        kept.add(play)
    for play in plays:
        whole.add(play)
    assert kept.to_json() == whole.to_json()


@pytest.mark.parametrize("data", [None, 7, [1, 2], [1, 2, 3], [1, 2, [["Ana", 25]]], [1, 2, [7]]])
def test_what_is_no_ladder_is_said_to_be_none(data):
    with pytest.raises(ValueError, match=r"no ladder|unpack"):
        Ladder.from_json(data)


@given(histories())
def test_the_same_plays_give_the_same_ratings(plays):
    assert latest(history(plays)) == latest(history(plays))


def test_without_openskill_that_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(ImportError):
        history([played(1, "Ana*", "Ben")])
