"""Fixtures of the tests of the store."""

import pytest


@pytest.fixture
def quick_disk() -> None:
    """Here, what is written waits for the disk, as at a table."""
