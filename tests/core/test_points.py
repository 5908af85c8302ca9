import pytest

from companion.core import points
from companion.errors import Invalid


@pytest.mark.parametrize(("text", "number"), [("+3", 3), ("3", 3), ("-2", -2), ("−2", -2)])
def test_signed_changes(text, number):
    assert points.signed_change(text) == number


@pytest.mark.parametrize("text", ["=3", "x", ""])
def test_a_change_that_is_not_signed(text):
    with pytest.raises(Invalid):
        points.signed_change(text)


@pytest.mark.parametrize("text", ["0", "-2", "=2", "x"])
def test_an_amount_to_move_is_above_zero(text):
    with pytest.raises(Invalid):
        points.amount(text)
    assert points.amount("3") == 3
