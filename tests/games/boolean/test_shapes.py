"""Plays of Boolean Dice that are no such thing: how many sit there, which game it is."""

from companion.core.event import Event
from companion.core.seats import seats_for
from companion.core.shapes import Context, misfit
from companion.games.boolean.game import GAME


def fault(variant: str, players: int, **options: object) -> str | None:
    """What is wrong with the beginning of a play."""
    seats = seats_for([f"P{number}" for number in range(players)])
    data = {
        "game": "boolean",
        "seats": [seat._asdict() for seat in seats],
        "first": 0,
        "options": {"variant": variant, **options},
    }
    return misfit(Event(1, 1, "play.started", data, ""), GAME.all_shapes, Context.at(seats))


def test_a_game_is_for_so_many_and_a_house_may_have_more_of_some():
    for variant, fitting in (
        ("white-black-roll", {2, 3, 10, 11}),
        ("liar", {2, 3, 12, 13}),
        ("stack", {2}),
        ("shut-the-box", {2}),
        ("sort", {1}),
        ("spy", {2, 8, 9}),
    ):
        sound = {players for players in range(1, 14) if fault(variant, players) is None}
        assert fitting <= sound
        assert 1 not in sound or variant == "sort"
        if variant in ("stack", "shut-the-box", "sort"):
            assert sound == fitting


def test_a_game_that_there_is_not_and_a_clock_without_end_are_damage():
    assert "options.variant" in str(fault("poker", 2))
    assert "options.minutes" in str(fault("white-black-roll", 2, minutes=601))
