"""Who sits where, who begins, who gets the marker: drawn, and told as drawn."""

from random import Random

import pytest

from companion.core.seats import seats_for
from companion.errors import Invalid, Refused
from companion.table.plays import enter, tools
from companion.table.plays import start as starting
from companion.table.plays.start import Beginning, beginning, means_random
from companion.table.plays.views import show_log
from tests.desks import Desks

NAMES = ["Ana", "Ben", "Cho"]


def always(desks: Desks, seed: int) -> object:
    desk = desks()
    desk.chance = lambda entry: Random(seed)
    return desk


def test_nothing_is_drawn_that_nobody_asked_for(desks):
    desk = desks()
    desk.chance = None
    assert beginning(desk, NAMES, "ben", None) == Beginning(NAMES, "ben")


def test_every_order_and_everybody_comes_up(desks):
    drawn = [beginning(always(desks, seed), NAMES, "random", "random") for seed in range(200)]
    assert len({tuple(one.names) for one in drawn}) == 6
    assert {one.first for one in drawn} == set(NAMES)
    assert all(one.drawn == ("seats", "first") and sorted(one.names) == NAMES for one in drawn)


def test_somebody_who_is_called_so_is_meant(desks):
    assert not means_random(seats_for(["Ana", "Random"]), "random")
    assert not means_random(seats_for(["Ana", "Random!"]), "random")
    assert means_random(seats_for(["Ana", "Randomir"]), "Random")
    assert beginning(desks(), ["Ana", "Random"], "random", None).drawn == ()


def test_another_order_than_a_drawn_one_is_refused(desks):
    with pytest.raises(Invalid, match="not an order"):
        beginning(desks(), NAMES, None, "ana")


def test_a_marker_that_stays_is_no_entry(desks):
    starting.start(desks(), "bwd", NAMES, None, {})
    stays = next(seed for seed in range(99) if Random(seed).randrange(3) == 0)
    goes = next(seed for seed in range(99) if Random(seed).randrange(3) == 2)
    reply = enter.first(always(desks, stays), "random")
    assert reply.lines == ("Drawn: Ana, who has the first-player marker already.",)
    assert len(show_log(desks()).document()["entries"]) == 1
    reply = enter.first(always(desks, goes), "random")
    assert reply.lines[0] == "first-player marker to Cho, drawn"
    assert len(show_log(desks()).document()["entries"]) == 2


def test_nothing_is_drawn_in_a_play_that_is_over(desks):
    starting.start(desks(), "bwd", NAMES, None, {})
    enter.finish(desks(), ["ana"], False)
    with pytest.raises(Refused):
        enter.first(desks(), "random")


def test_dice_are_noted_only_where_that_is_asked(desks):
    rolled = tools.roll(desks(), ["2d6"]).document()
    assert rolled["play"] is None
    assert len(rolled["rolls"]) == 1
    starting.start(desks(), "bwd", NAMES, None, {})
    tools.roll(desks(), ["2d6"])
    assert len(show_log(desks()).document()["entries"]) == 1
    noted = tools.roll(desks(), ["2d6", "3dF"], into_log=True)
    assert noted.document()["play"] == "bwd-1"
    last = show_log(desks()).document()["entries"][-1]
    assert all(line in str(last) for line in noted.lines[:2])
