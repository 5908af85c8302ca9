"""Fixtures of the tests of what is done at a table."""

import os
import time

import pytest


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
