"""Dice as people write them."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.dice import MOST_DICE, MOST_SIDES, dice_of, roll_words, rolled
from companion.errors import Invalid


@given(
    st.integers(1, MOST_DICE),
    st.integers(2, MOST_SIDES),
    st.integers(-99, 99),
    st.data(),
)
def test_a_roll_is_what_is_kept_and_what_is_added(
    many: int, sides: int, added: int, data: st.DataObject
) -> None:
    kept, best = data.draw(st.integers(1, many)), data.draw(st.sampled_from(("kh", "kl")))
    word = f"{many}d{sides}{best}{kept}{added:+}"
    [dice] = dice_of([word])
    roll = rolled(dice, data.draw(st.randoms(use_true_random=False)))
    assert len(roll.faces) == many
    assert all(1 <= face <= sides for face in roll.faces)
    counted = [roll.faces[place] for place in roll.kept]
    in_order = sorted(roll.faces, reverse=best == "kh")
    assert sorted(counted, reverse=best == "kh") == in_order[:kept]
    assert roll.sum == sum(counted) + added


def test_one_word_is_one_kind_of_dice() -> None:
    d, two, fate, percent = dice_of(["d6", "2D20-1", "3df", "d%"])
    assert (d.many, d.lowest, d.highest) == (1, 1, 6)
    assert (two.many, two.highest, two.added) == (2, 20, -1)
    assert (fate.lowest, fate.highest, fate.expression) == (-1, 1, "3dF")
    assert (percent.lowest, percent.highest) == (1, 100)


@pytest.mark.parametrize(
    "word",
    [
        "",
        "6",
        "d",
        "d1",
        "0d6",
        "101d6",
        "d1001",
        "2d6kh3",
        "2d6kh0",
        "2d6+",
        "d٣",
        "d" + "9" * 5000,
    ],
)
def test_what_is_no_dice_is_refused(word: str) -> None:
    with pytest.raises(Invalid) as refused:
        dice_of([word])
    assert refused.value.hint
    assert len(refused.value.message) < 200


def test_too_many_rolls_at_once_are_refused() -> None:
    assert len(dice_of(["d6"] * 20)) == 20
    with pytest.raises(Invalid, match="21 rolls"):
        dice_of(["d6"] * 21)


def test_a_roll_is_told_die_by_die() -> None:
    told = {"dice": "3d6kl1-2", "faces": [4, 1, 6], "kept": [1], "sum": -1}
    assert roll_words(told) == "3d6kl1-2: (4) 1 (6) −2 = −1"
    assert roll_words({"dice": "d20", "faces": [17], "kept": [0], "sum": 17}) == "d20: 17"
    fate = {"dice": "3dF", "faces": [-1, 0, 1], "kept": [0, 1, 2], "sum": 0}
    assert roll_words(fate) == "3dF: − 0 + = 0"


def test_the_same_chance_rolls_the_same() -> None:
    [dice] = dice_of(["9d6"])
    assert rolled(dice, Random(7)) == rolled(dice, Random(7))
