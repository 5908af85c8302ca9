"""Who played and who won, of what somebody typed."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.names import folded
from companion.errors import Ambiguous, CompanionError, Invalid
from companion.table.logged.result import (
    MOST_PLAYERS,
    Ending,
    Entrant,
    Result,
    ending_line,
    entrants,
    named,
    result,
)

NAMES = ("Ana", "Ben", "Cho", "Dan")
SCORES = st.integers(-999, 999) | st.integers(-9990, 9990).map(lambda tenths: tenths / 10)


def told(*typed: str) -> list[tuple[str, float | None]]:
    return [tuple(one) for one in entrants(typed)]


def winners(typed: str, **ending: object) -> list[str]:
    found = result(entrants(typed.split()), Ending(**ending))  # type: ignore[arg-type]
    return [part.name for part in found.parts if part.won]


def test_points_are_typed_in_many_ways():
    assert told("ana=41", "ben=12,5", "cho=-3", "dan=−3", "eve=+2.50", "fay") == [
        *(("ana", 41), ("ben", 12.5), ("cho", -3), ("dan", -3), ("eve", 2.5), ("fay", None))
    ]
    assert told("ana=41,ben=12,5,cho", "Eve B=3") == [
        *(("ana", 41), ("ben", 12.5), ("cho", None), ("Eve B", 3))
    ]
    assert type(entrants(["ana=41.0"])[0].score) is int


@given(st.lists(st.tuples(st.sampled_from(NAMES), SCORES | st.none()), max_size=8))
def test_what_is_written_with_commas_is_read_as_without(people):
    each = [name if score is None else f"{name}={score:g}" for name, score in people]
    written = [one.replace(".", ",") for one in each]
    assert told(*each) == told(*written) == told(",".join(written)) == told(", ".join(each))


@pytest.mark.parametrize(
    "typed", ["ana=x", "ana=", "=3", "41", "ana=1e5", "ana=12345678901", "a=٣"]
)
def test_what_is_no_player_with_points(typed):
    with pytest.raises(Invalid):
        entrants([typed])


def test_there_is_an_end_of_players():
    assert len(entrants([f"p{number}" for number in range(MOST_PLAYERS)])) == MOST_PLAYERS
    with pytest.raises(Invalid, match="at most 100 players, not 101"):
        entrants([f"p{number}" for number in range(MOST_PLAYERS + 1)])


def test_people_are_found_by_the_beginning_of_a_name():
    players = [{"name": "Ana"}, {"name": "Annette"}, {"name": "Zoë"}]

    def called(*typed: str, new: bool = False) -> list[str]:
        return [one.name for one in named(entrants(typed), players, new)]

    assert called("ANA", "ann", "zoe", "Ben") == ["Ana", "Annette", "Zoë", "Ben"]
    assert called("ann", new=True) == ["ann"]
    with pytest.raises(Ambiguous, match="could be Ana or Annette"):
        called("an")
    with pytest.raises(Invalid, match="Ana is named twice"):
        called("ana", "Ana")


@given(st.dictionaries(st.sampled_from(NAMES), SCORES, min_size=2), st.booleans())
def test_the_best_points_win_and_a_tie_is_shared(points, lowest):
    found = result([Entrant(*one) for one in points.items()], Ending(lowest=lowest))
    best = (min if lowest else max)(points.values())
    assert {part.name for part in found.parts if part.won} == {
        name for name, score in points.items() if score == best
    }
    assert found.tied == (list(points.values()).count(best) > 1)
    assert found.lowest is lowest


@given(
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from(["red", "blue", "green"]), min_size=2),
    st.dictionaries(st.sampled_from(["red", "blue", "green"]), st.integers(0, 5)),
)
def test_all_of_a_team_have_its_points_and_win_with_it(sides, points):
    teams = [
        f"{side}={','.join(name for name, its in sides.items() if its == side)}"
        for side in sorted(set(sides.values()))
    ]
    given_to: set[str] = set()
    people = []
    for name, side in sides.items():
        score = points.get(side) if side not in given_to else None
        given_to.add(side)
        people.append(Entrant(name, score))
    if len(teams) == 1:
        with pytest.raises(Invalid, match="All are in one team"):
            result(people, Ending(teams=teams))
        return
    found = result(people, Ending(teams=teams))
    assert {part.name: part.team for part in found.parts} == sides
    assert all(part.score == points.get(part.team) for part in found.parts)
    here = {side: points[side] for side in sides.values() if side in points}
    best = max(here.values(), default=None)
    assert {part.team for part in found.parts if part.won} == {
        side for side, score in here.items() if score == best
    }


def test_who_won_may_be_said_otherwise():
    assert winners("ana=3 ben=9", won=["ana"]) == ["ana"]
    assert winners("ana=3 ben=9", won=["ana,ben"]) == ["ana", "ben"]
    assert winners("ana ben") == []
    assert winners("ana=9") == []
    assert winners("ana=9", won=["ana"]) == ["ana"]
    teams = ("red=ana,ben", "blue=cho")
    assert winners("ana ben cho", teams=teams, won=["ben"]) == ["ana", "ben"]
    assert winners("ana ben cho", teams=teams, won=["blue"]) == ["cho"]


def test_all_win_or_nobody_does_against_the_game():
    assert winners("ana ben", coop="won") == ["ana", "ben"]
    assert winners("ana ben", coop="lost") == []
    assert winners("ana ben", coop="won", won=["ana", "ben"]) == ["ana", "ben"]
    for ending in ({"won": ["ana"]}, {"lowest": True}, {"teams": ["red=ana", "blue=ben"]}):
        with pytest.raises(Invalid):
            winners("ana ben", coop="won", **ending)


def test_how_it_ended_is_told_in_a_line():
    def line(typed: str, **ending: object) -> str:
        return ending_line(result(entrants(typed.split()), Ending(**ending)))  # type: ignore[arg-type]

    assert line("Ana=41 Ben=38") == "Ana 41, Ben 38 — Ana won"
    assert line("Ana=4 Ben=4") == "Ana 4, Ben 4 — Ana and Ben share the win"
    assert line("Ana Ben") == "Ana, Ben — no winner recorded"
    assert line("Ana Ben", coop="lost") == "Ana, Ben — lost together"
    teams = ["red=Ana,Ben", "blue=Cho"]
    assert line("Ana=4 Ben Cho=3", teams=teams) == "red (Ana and Ben) 4, blue (Cho) 3 — red won"
    assert ending_line(Result(())) == " — no winner recorded"


@given(
    st.lists(st.text(max_size=12), min_size=1, max_size=4),
    st.lists(st.text(max_size=12), max_size=2),
    st.lists(st.text(max_size=12), max_size=2),
    st.none() | st.text(max_size=5),
)
def test_whatever_is_typed_is_understood_or_refused(people, won, teams, coop):
    with suppress(CompanionError):
        found = result(named(entrants(people), [], False), Ending(won, False, teams, coop))
        assert len({folded(part.name) for part in found.parts}) == len(found.parts)
