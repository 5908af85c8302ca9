"""Zones of the clock: a day here may be another one there."""

import os
import time

import pytest

EVERYWHERE = ("UTC", "Europe/Berlin", "America/Los_Angeles", "Pacific/Auckland")
"""Where tests of dates are run: east and west of UTC, and on the other side of the date line."""


@pytest.fixture
def lives_in():
    """Moves to a zone of the clock, such as `America/Los_Angeles`, until the test is over."""
    if not hasattr(time, "tzset"):
        pytest.skip("this system has one zone for all programs")
    before = os.environ["TZ"]

    def move(zone: str) -> None:
        os.environ["TZ"] = zone
        time.tzset()

    yield move
    move(before)


@pytest.fixture(params=EVERYWHERE)
def everywhere(request, lives_in):
    """Runs a test in several zones."""
    lives_in(request.param)
