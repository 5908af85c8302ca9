"""What is read only when somebody asks for it."""

import pytest

from companion.core.value import Lazy, resolved
from companion.errors import NotFound


def test_it_is_read_once_and_not_before():
    read = []
    cards = Lazy(lambda: read.append("cards") or {"tag": 1})
    assert read == []
    assert cards.value is cards.value
    assert read == ["cards"]


def test_what_cannot_be_read_says_so_whenever_it_is_asked_for():
    def gone():
        raise NotFound("There is no box.", "")

    cards = Lazy(gone)
    for _ in range(2):
        with pytest.raises(NotFound):
            _ = cards.value


def test_what_is_known_already_is_taken_as_it_is():
    assert resolved(Lazy(lambda: 3)) == resolved(3) == 3
    assert resolved(None) is None
