"""Whatever is typed where a number belongs, the answer is a sentence and never a mistake of ours.

The program runs here without COMPANION_TRACEBACK, as at a table: what slips through would show as
“The companion itself made a mistake”.
"""

import pytest

LONG = "9" * 5000
NO_NUMBERS = ["²", "٣", LONG, "3.0", "-0", ""]

# Every argument that takes a number, as words with `{}` for it.
PLACES = [
    ["score", "ana", "{}"],
    ["score", "ana", "+{}"],
    ["score", "ana", "={}"],
    ["score", "ana{}"],
    ["score", "ana+{}"],
    ["undo", "{}"],
    ["redo", "{}"],
    ["resume", "{}"],
    ["table", "--play", "{}"],
    ["start", "bwd", "Ana", "Ben", "--target", "{}"],
    ["start", "bwd", "Ana", "Ben", "--set", "{}"],
    ["bwd", "dot", "ana.1", "{}"],
    ["bwd", "dash", "ana.1", "{}"],
    ["bwd", "erase", "ana.{}"],
    ["bwd", "erase", "ana.1:{}"],
    ["bwd", "erase", "ana.1#{}"],
    ["bwd", "dice", "--of", "{}"],
    ["bwd", "tag", "ana.1", "{}"],
    ["bwd", "tag", "ana.1", "points", "--put", "{}=ana.1"],
    ["bwd", "roll", "ana.1={}"],
    ["bwd", "roll", "ana.1#{}"],
    ["bwd", "write", "ana.1", "{}"],
    ["bwd", "replace", "ana.1:points", "{}"],
    ["bwd", "resolve", "ana.1", "--points", "{}"],
    ["bwd", "resolve", "ana.1", "--points", "ben={}"],
    ["bwd", "pay", "ana", "{}"],
    ["bwd", "steal", "ana", "ben", "{}"],
    ["bwd", "add", "{}"],
    ["bwd", "neutralize", "{}"],
    ["bwd", "card", "show", "{}"],
    ["bwd", "card", "set", "{}", "--name", "Zoom"],
    ["bwd", "card", "set", "17", "--number", "{}"],
    ["bwd", "card", "set", "investment", "--number", "{}"],
    ["bwd", "card", "set", "17", "--overwrites", "{}"],
    ["bwd", "card", "set", "17", "--prerequisite", "{}"],
]


@pytest.fixture
def begun(companion, monkeypatch):
    """Ana has told of her first die; mistakes of the program are polite."""
    companion.must("start bwd Ana Ben")
    companion.must("bwd write ana.1 3 -2 tag")
    monkeypatch.delenv("COMPANION_TRACEBACK")
    return companion


def entered(companion) -> object:
    return companion("log --json").json


@pytest.mark.parametrize("number", NO_NUMBERS, ids=lambda number: repr(number[:8]))
def test_what_is_no_number_is_refused_in_a_sentence(begun, number):
    """In every place; an empty value clears a field of a card."""
    before = entered(begun)
    for words in PLACES:
        if not number and words[:3] == ["bwd", "card", "set"] and words[-1] == "{}":
            continue
        ran = begun("", *(word.replace("{}", number) for word in words))
        assert ran.code in (1, 2), words
        assert "itself made a mistake" not in ran.err, words
        message, *hint = ran.err.splitlines()
        assert message.endswith((".", "?", ")")), words
        assert len(message) < 400, words
        assert len(hint) <= 1, words
        assert ran.out == "", words
    assert entered(begun) == before


def test_blanks_around_a_number_are_taken_away_or_refused(begun):
    """Names and amounts are taken without outer blanks, as a shell may leave them."""
    for words in PLACES:
        ran = begun("", *(word.replace("{}", " 3 ") for word in words))
        assert ran.code in (0, 1, 2), words
        assert "itself made a mistake" not in ran.err, words


@pytest.mark.parametrize("icon", ["²", "٣", "#²", "#", "-0", "+", LONG, "#" + LONG])
def test_an_icon_that_only_looks_like_a_number_is_an_icon_or_refused(begun, icon):
    begun("bwd card set 17 --name Sq --icon", icon)
    for line in (
        "bwd add 17",
        "bwd tag ana.2 17",
        "bwd roll ana.2=17 ana.1=3 --virtual",
        "next",
        "next",
        "bwd resolve ana.2",
        "table",
        "table --json",
        "log",
        "bwd card list",
        "bwd dice",
    ):
        assert "itself made a mistake" not in begun(line).err, line
