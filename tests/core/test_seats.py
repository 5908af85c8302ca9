"""Seats: everybody can be told apart, and so can their dice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.names import cleaned_name, folded
from companion.core.seats import (
    LONGEST_HANDLE,
    find_seat,
    is_somebody,
    renamed,
    seat_called,
    seats_for,
)
from companion.errors import Ambiguous, Illegal, Invalid, NotFound
from companion.games.bwd.game import GAME as BWD

names = st.lists(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
    .map(cleaned_name)
    .filter(bool)
    | st.sampled_from(["Ana", "Ana!", "ana2", "Ana 2", "ana-2", "common", "Common!", "!!!", "?"]),
    min_size=1,
    max_size=6,
    unique_by=folded,
)


@given(names)
def test_handles_differ_for_any_names_that_differ(people):
    handles = [seat.handle for seat in seats_for(people)]
    assert len(set(handles)) == len(people)


@given(names)
def test_a_handle_is_short_and_holds_nothing_that_separates(people):
    for seat in seats_for(people, ["common"]):
        assert seat.handle
        assert len(seat.handle) <= LONGEST_HANDLE + 2
        assert all(sign.isalnum() or sign == "-" for sign in seat.handle)
        assert seat.handle != "common"


@given(names)
def test_everybody_is_found_by_full_name(people):
    seats = seats_for(people)
    for place, seat in enumerate(seats):
        assert find_seat(seats, seat.name) == place


def test_the_order_is_the_order_given():
    assert [(seat.name, seat.handle) for seat in seats_for(["Cho Ling", "Ana", "José"])] == [
        ("Cho Ling", "cho-ling"),
        ("Ana", "ana"),
        ("José", "josé"),
    ]


def test_what_the_game_has_names_for_is_not_called_after_a_player():
    assert [seat.handle for seat in seats_for(["Common"])] == ["common"]
    reserved = ["common", "common-player"]
    (common,) = seats_for(["Common!"], reserved)
    assert common.handle not in reserved
    assert "common" in BWD.reserved_handles


@pytest.mark.parametrize("double", ["Ana", "ana", " ANA ", "A\u004ea"])
def test_two_of_one_name_are_refused(double):
    with pytest.raises(Ambiguous) as refusal:
        seats_for(["Ana", "Ben", double])
    assert refusal.value.candidates[0] == "Ana"


def test_a_player_needs_a_name():
    with pytest.raises(Invalid):
        seats_for(["Ana", " "])


def test_a_seat_goes_by_name_handle_or_the_beginning_of_either():
    seats = seats_for(["Ana-Lena", "Ana Maria", "Ben"])
    assert find_seat(seats, "b") == 2
    assert find_seat(seats, "ana-m") == 1
    assert find_seat(seats, "ANA-LENA") == 0
    with pytest.raises(Ambiguous):
        find_seat(seats, "ana")


def test_whoever_does_not_sit_here_is_not_found_and_those_who_do_are_named():
    with pytest.raises(NotFound) as refusal:
        find_seat(seats_for(["Ana", "Ben"]), "Zzzzz")
    assert "Ana" in refusal.value.hint
    assert "Ben" in refusal.value.hint


def test_somebody_is_called_exactly_so():
    seats = seats_for(["Ana", "R4", "José!"])
    assert all(is_somebody(seats, name) for name in ("ana", "r4", " R4 ", "JOSÉ!", "josé"))
    assert not any(is_somebody(seats, name) for name in ("an", "r", "", "ben"))


# Whoever is renamed


def test_a_former_name_answers_in_full_alone_and_only_where_it_means_nobody_else():
    seats = renamed(seats_for(["Ana", "Ben", "Cho"]), 0, "Yara")
    assert find_seat(seats, "ana") == 0
    for short in ("a", "an"):
        with pytest.raises(NotFound):
            find_seat(seats, short)
    seats = renamed(seats, 1, "Anabel")
    assert find_seat(seats, "an") == find_seat(seats, "ana") == 1
    seats = renamed(seats, 2, "Ana")
    assert find_seat(seats, "ana") == 2


def test_a_new_handle_is_like_no_other_and_none_that_is_reserved():
    seats = renamed(seats_for(["Ana", "Ben"]), 0, "Ben!")
    assert [seat.handle for seat in seats] == ["ben2", "ben"]
    assert renamed(seats, 1, "Common", ("common",))[1].handle == "common-player"


def test_where_nobody_has_to_be_meant_nobody_is_named_as_near():
    """For words of which some are no names: the same people are found, and a slip finds nobody."""
    seats = renamed(seats_for(["Ana-Lena", "Ben"]), 1, "Cho")
    assert [seat_called(seats, text) for text in ("ana", "lena", "CHO", "ben")] == [0, None, 1, 1]
    assert seat_called(seats, "no-match") is None
    with pytest.raises(NotFound, match="No player here is named “an-lena”") as caught:
        find_seat(seats, "an-lena")
    assert caught.value.hint == "Did you mean Ana-Lena?"
    with pytest.raises(Ambiguous):
        seat_called(seats_for(["Ana", "Anton"]), "an")


def test_a_table_of_nobody_lists_no_names():
    with pytest.raises(Illegal, match=r"for 2 to \d+ players, not 0\.$"):
        BWD.seat_players([])
