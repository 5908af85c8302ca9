"""Score-only play: points, the marker, rounds and the end, the same for every game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.event import Event
from companion.core.play import PlayState, apply_play, check_play, describe_play, signed
from companion.core.seats import seats_for
from companion.errors import Refused, TooNew


def play(*scores: int, first: int = 0, **more: object) -> PlayState:
    names = ("Ana", "Ben", "Cho", "Dee")[: len(scores)]
    return PlayState(seats=seats_for(names), scores=scores, first=first, **more)


def event(kind: str, **data: object) -> Event:
    return Event(0, 0, kind, data, "")


def after(state: PlayState, kind: str, lowest: int | None = 0, **data: object) -> PlayState:
    return apply_play(state, event(kind, **data), lowest)


def told(state: PlayState, kind: str, lowest: int | None = 0, **data: object) -> str:
    return describe_play(state, event(kind, **data), after(state, kind, lowest, **data))


# Points


@pytest.mark.parametrize(
    ("kind", "points", "score"),
    [
        ("points.gained", 4, 7),
        ("points.lost", 2, 1),
        ("points.lost", 9, 0),
        ("points.set", 11, 11),
        ("points.set", 0, 0),
    ],
)
def test_points_come_go_and_are_set_and_stop_at_the_lowest(kind, points, score):
    assert after(play(3, 5), kind, seat=0, points=points).scores == (score, 5)


def test_a_game_without_a_lowest_score_goes_below_nothing():
    assert after(play(3, 5), "points.lost", lowest=None, seat=1, points=9).scores == (3, -4)


@given(st.integers(0, 50), st.integers(1, 99), st.integers(0, 20))
def test_a_loss_never_leads_below_the_floor_and_never_gains(score, loss, floor):
    score = max(score, floor)
    left = after(play(score), "points.lost", lowest=floor, seat=0, points=loss).scores[0]
    assert floor <= left <= score


def test_a_line_of_the_log_says_what_changed_from_what_to_what():
    line = told(play(3, 5), "points.gained", seat=1, points=4)
    for fact in ("Ben", "+4", "5", "9"):
        assert fact in line


def test_a_loss_that_stopped_at_the_floor_says_what_was_lost_in_fact_and_what_was_asked():
    line = told(play(3, 5), "points.lost", seat=0, points=9)
    assert "−3" in line
    assert "3 → 0" in line
    assert "−9" in line
    whole = told(play(3, 5), "points.lost", seat=0, points=3)
    assert whole.count("−3") == 1


@pytest.mark.parametrize(("number", "text"), [(3, "+3"), (0, "±0"), (-2, "−2")])
def test_changes_are_written_with_a_real_sign(number, text):
    assert signed(number) == text


# The marker and rounds


def test_the_marker_goes_left_and_around_the_table():
    state = play(3, 3, 3, first=2)
    assert state.order() == (2, 0, 1)
    assert after(state, "marker.passed").first == 0
    assert "Ana" in told(state, "marker.passed")


def test_the_marker_can_be_given_to_anybody():
    assert after(play(3, 3, 3), "marker.given", seat=2).first == 2


def test_a_round_that_ends_passes_the_marker():
    state = after(play(3, 3, first=1), "round.ended", why="nobody has 13")
    assert (state.round, state.first) == (2, 0)
    line = told(play(3, 3, first=1), "round.ended", why="nobody has 13")
    assert "nobody has 13" in line
    assert "Ana" in line


@pytest.mark.parametrize(("first", "holder"), [(None, 2), (0, 0), (1, 1)])
def test_a_round_may_say_who_is_first_in_the_next_one(first, holder):
    state = after(play(3, 3, 3, first=1), "round.ended", why="nobody has 13", first=first)
    assert (state.round, state.first) == (2, holder)


def test_of_a_marker_that_there_is_not_nothing_is_told():
    ended = event("round.ended", why="all have guessed")
    before, later = play(3, 3), play(3, 3, first=1)
    assert describe_play(before, ended, later, marker=False) == "round 1 ends: all have guessed"
    assert "marker" in describe_play(before, ended, later)


@pytest.mark.parametrize(
    ("scores", "leaders"), [((3, 5), (1,)), ((5, 3, 5), (0, 2)), ((0, 0), (0, 1))]
)
def test_leaders_are_all_who_have_the_most(scores, leaders):
    assert play(*scores).leaders() == leaders


# The end


def test_a_finished_play_has_its_winners():
    state = after(play(13, 5), "play.finished", winners=[0], why="13")
    assert (state.status, state.winners) == ("finished", (0,))
    assert "Ana has won" in told(play(13, 5), "play.finished", winners=[0], why="13")
    assert "Ana and Ben have won" in told(play(5, 5), "play.finished", winners=[0, 1], why="-")
    assert "Nobody" in told(play(5, 5), "play.finished", winners=[], why="-")


def test_a_draw_is_won_by_nobody():
    ended = told(play(5, 5), "play.finished", winners=[0, 1], why="a draw at 5")
    assert ended == "a draw between Ana and Ben at 5"


def test_an_abandoned_play_has_none():
    state = after(play(13, 5), "play.abandoned")
    assert (state.status, state.winners) == ("abandoned", ())


@pytest.mark.parametrize("status", ["finished", "abandoned"])
def test_a_play_that_is_over_takes_no_entry_but_a_name(status):
    over = play(13, 5, status=status)
    with pytest.raises(Refused, match=status) as refusal:
        check_play(over, event("points.gained", seat=0, points=1))
    assert "undo" in refusal.value.hint
    check_play(over, event("seat.renamed", seat=0, name="Anna"))


def test_a_live_play_takes_entries():
    assert check_play(play(3, 5), event("points.gained", seat=0, points=1)) is None


# Names, and what nobody knows


def test_a_renamed_player_gets_a_handle_of_the_new_name_and_logs_keep_the_old_one():
    state = after(play(3, 5), "seat.renamed", seat=0, name="Anna")
    assert state.seats[0] == ("Anna", "anna", "ana")
    assert state.seats[0].key == "ana"
    again = after(state, "seat.renamed", seat=0, name="Zoë")
    assert again.seats[0] == ("Zoë", "zoë", "ana")
    line = told(play(3, 5), "seat.renamed", seat=0, name="Anna")
    assert "Ana" in line
    assert "Anna" in line


def test_a_kind_that_nobody_knows_came_from_a_newer_companion():
    with pytest.raises(TooNew, match=r"spaceship\.launched"):
        after(play(3, 5), "spaceship.launched")
