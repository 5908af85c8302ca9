"""The first line of a log tells with what a play was begun, where that is unlike usual."""

import pytest


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("", "Blank White Dice begins: Ana, Ben; Ana is first"),
        ("--first ben --target 13", "Blank White Dice begins: Ana, Ben; Ben is first"),
        (
            "--target 20 --set V1",
            "Blank White Dice begins: Ana, Ben; Ana is first; to 20 points, set V1",
        ),
        ("--set 6-29", "Blank White Dice begins: Ana, Ben; Ana is first; set 6-29"),
    ],
)
def test_only_what_is_unlike_usual_is_told(companion, options, told):
    companion.must(f"start bwd Ana Ben {options}")
    assert companion.must("log --json").json["entries"][0]["text"] == told


def test_dice_that_were_kept_are_told(companion):
    companion.must("start bwd Ana Ben")
    companion.must("bwd tag ana.1 tag")
    companion.must("finish --winner ana")
    companion.must("start bwd Ana Ben --dice kept --target 20")
    (begun,) = companion.must("log --json").json["entries"]
    assert begun["text"].endswith("Ana is first; to 20 points, kept dice")
    companion.must("bwd tag ana.1 tag")
    assert companion.must("log --json").json["entries"][0] == begun
