"""Which guess beats which, the least that does, and how guesses are typed."""

from itertools import product

import pytest

from companion.errors import Invalid
from companion.games.lwd.guesses import POWER, Guess, beats, least_above, reaches, read_guess
from companion.games.lwd.state import least
from companion.testing.plays import refused
from tests.games.lwd.tables import table


def g(text: str) -> Guess:
    return read_guess(text)


def shown(guesses) -> list[str]:
    return [guess.typed for guess in guesses]


@pytest.mark.rule("LW-25", "LW-26", "LW-27")
@pytest.mark.parametrize(
    ("old", "higher", "not_higher"),
    [
        ("3x5", "4x5 3x6 4x6 9x5", "3x5 2x5 3x4 2x6 4x4 9x1"),
        ("1x1", "1x2 2x1", "1x1"),
        ("4x6", "5x6 9x6", "4x6 4x5 5x5 3x6"),
    ],
)
def test_one_number_rises_and_the_other_does_not_fall(old, higher, not_higher):
    assert all(beats(g(new), g(old)) for new in higher.split())
    assert not any(beats(g(new), g(old)) for new in not_higher.split())


@pytest.mark.rule("LW-53", "LW-54", "A-LW-09")
@pytest.mark.parametrize(
    ("old", "least"),
    [("3x5", 3), ("1x1", 1), ("2x6", 4), ("7x2", 4), ("1x3", 2), ("6x6", 4), ("8x1", 5)],
)
def test_power_cards_beat_a_number_by_more_than_half_of_the_larger(old, least):
    """Three fives: half of five, rounded down, is two, and so three power cards."""
    assert not beats(Guess(least - 1, POWER), g(old))
    assert beats(Guess(least, POWER), g(old))


@pytest.mark.rule("LW-55", "LW-56", "A-LW-09")
@pytest.mark.parametrize(
    ("old", "higher", "not_higher"),
    [
        ("2xpower", "1x5 5x1 3x5 1x6 9x1", "4x4 1x4 4x1 3x3"),
        ("1xpower", "3x1 1x3 2x3", "2x2 1x2 2x1"),
        ("3xpower", "7x1 9x6", "6x6 1x6"),
    ],
)
def test_a_number_beats_power_cards_by_more_than_the_double(old, higher, not_higher):
    assert all(beats(g(new), g(old)) for new in higher.split())
    assert not any(beats(g(new), g(old)) for new in not_higher.split())


@pytest.mark.rule("A-LW-10")
def test_from_power_cards_to_power_cards_the_count_rises():
    assert beats(g("3xpower"), g("2xpower"))
    assert not beats(g("2xpower"), g("2xpower"))
    assert not beats(g("1xpower"), g("2xpower"))


@pytest.mark.parametrize(
    ("old", "power", "least"),
    [
        (None, False, ["1x1"]),
        (None, True, ["1x1", "1xpower"]),
        ("3x5", False, ["4x5", "3x6"]),
        ("3x6", False, ["4x6"]),
        ("3x5", True, ["4x5", "3x6", "3xpower"]),
        ("2xpower", True, ["1x5", "5x1", "3xpower"]),
        ("3xpower", True, ["7x1", "4xpower"]),
    ],
)
def test_the_least_that_beats_a_guess(old, power, least):
    before = None if old is None else g(old)
    assert shown(least_above(before, 6, power)) == least


@pytest.mark.parametrize("highest", [6, 8])
@pytest.mark.parametrize("power", [False, True])
def test_what_beats_a_guess_has_no_less_than_one_of_the_least(highest, power):
    """And the least beat it themselves."""
    numbers = [*range(1, highest + 1), *([POWER] if power else [])]
    guesses = [Guess(times, number) for times, number in product(range(1, 20), numbers)]
    for old in guesses:
        least = least_above(old, highest, power)
        assert all(beats(one, old) for one in least)
        for new in guesses:
            reached = any(reaches(new, one) for one in least)
            assert beats(new, old) == reached, (old, new)


# As typed


@pytest.mark.parametrize(
    ("typed", "guess"),
    [
        ("3x5", Guess(3, 5)),
        ("3X5", Guess(3, 5)),
        ("3×5", Guess(3, 5)),
        ("3*5", Guess(3, 5)),
        (" 3x5 ", Guess(3, 5)),
        ("12x6", Guess(12, 6)),
        ("2xpower", Guess(2, POWER)),
        ("2xp", Guess(2, POWER)),
        ("2xpowers", Guess(2, POWER)),
        ("3xsixes", Guess(3, 6)),
        ("1xten", Guess(1, 10)),
        ("0x5", Guess(0, 5)),
    ],
)
def test_a_guess_as_it_is_typed(typed, guess):
    assert read_guess(typed) == guess


@pytest.mark.parametrize(
    "typed", ["", "x5", "3x", "35", "3-5", "-1x5", "3x5x2", "3xw", "²x5", "1.5x2", "2x0"]
)
def test_what_is_no_guess(typed):
    with pytest.raises(Invalid, match="is no guess"):
        read_guess(typed)


@pytest.mark.parametrize(
    ("guess", "said"),
    [("3x5", "3 fives"), ("1x5", "1 five"), ("2x6", "2 sixes"), ("2xp", "2 power cards")],
)
def test_a_guess_as_it_is_said(guess, said):
    assert g(guess).said == said


# At the table


@pytest.mark.rule("LW-26", "LW-27")
def test_a_guess_that_does_not_rise_is_told_the_least_that_would():
    t = table().round(3).guess("3x5")
    with refused("LW-27", "2×6 does not beat 3×5", "count may not fall", "4×5 or 3×6"):
        t.guess("2x6")
    with refused("LW-27", "number may not fall"):
        t.guess("4x4")
    with refused("LW-27", "number may not fall"):
        t.guess("3x4")
    with refused("LW-26", "3×5 was guessed already"):
        t.guess("3x5")


@pytest.mark.rule("LW-24")
@pytest.mark.parametrize("guess", ["3x7", "1x8", "2x99"])
def test_numbers_go_from_one_to_six(guess):
    with refused("LW-24", "the numbers are 1 to 6"):
        table().round(3).guess(guess)


@pytest.mark.rule("A-LW-07")
def test_the_least_is_once_and_more_than_there_are_dice_is_told():
    t = table("Ana Ben").round(2)
    with refused("A-LW-07", "0×5 guesses nothing"):
        t.guess("0x5")
    t.guess("5x1")
    assert t.warned == ["There are only 4 dice on the table (A-LW-07)."]


@pytest.mark.rule("A-LW-08")
def test_sixes_on_all_dice_can_still_be_raised():
    t = table("Ana Ben").round(2).guess("4x6")
    assert t.warned == []
    t.guess("5x6")
    assert "only 4 dice" in t.warned[0]


@pytest.mark.rule("LW-20", "LW-21")
def test_the_liar_guesses_first_and_then_it_goes_clockwise():
    t = table("Ana Ben Cho", first="ben").round(3)
    with refused("LW-20", "Ben is the Liar and guesses first, not Ana"):
        t.guess("ana 1x1")
    t.guess("ben 1x1")
    with refused("LW-21", "It is Cho's turn, and not Ana's"):
        t.guess("ana 2x1")
    t.guess("cho 2x1").guess("ana 3x1")
    assert t.turn == "ben"


def test_a_guess_that_went_untold_is_passed_over():
    t = table().round(3).guess("2x5").next()
    assert (t.turn, t.state.untold) == ("cho", True)
    with refused("LW-26", "3×5 is too low", "from 2×5 on", "3×6 or 4×5"):
        t.guess("cho 3x5")  # Ben guessed 3×5 or 2×6, at the least.
    t.guess("cho 4x5")
    assert not t.state.untold


@pytest.mark.parametrize("power", [False, True])
@pytest.mark.parametrize("untold", [0, 1, 2])
@pytest.mark.parametrize("first", ["1x1", "2x5", "3x6", "1xpower", "2xpower", None])
def test_above_untold_guesses_is_what_can_be_above_some_of_them(first, untold, power):
    """Against trying all that may have been guessed, one after another."""
    if not power and first is not None and "power" in first:
        return
    numbers = [Guess(times, number) for times in range(1, 10) for number in range(1, 7)]
    powers = [Guess(times, POWER) for times in range(1, 10)] if power else []
    every = [*numbers, *powers]
    t = table(power=power).round(3)
    reached = [read_guess(first)] if first else []
    if first:
        t.guess(first)
    for _ in range(untold):
        t.next()
        reached = [g for g in every if not reached or any(beats(g, low) for low in reached)]
    possible = {g for g in every if not reached or any(beats(g, low) for low in reached)}
    assert {g for g in every if any(reaches(g, low) for low in least(t.state))} == possible


@pytest.mark.rule("LW-32")
def test_whoever_made_an_untold_guess_may_have_lost_and_nobody_else():
    t = table().round(2).guess("3x5").next().next().challenge("ana")
    with refused("LW-32", "Cho or Ana has lost this round, and not Ben", "lose cho 2"):
        t.lose("ben", 2)
    assert t.lose("cho", 2).cards == "ana 6 ben 6 cho 4"


def test_over_an_untold_guess_on_power_cards_a_number_may_have_fallen():
    """Three fives, three power cards that nobody told, seven ones."""
    t = table(power=True).round(3).guess("3x5").next().guess("cho 7x1")
    assert t.state.last == Guess(7, 1)


def test_what_cannot_be_raised_any_more_is_to_be_challenged():
    t = table("Ana Ben").round(2).guess("4x6")
    assert t.todo == (
        "Ben's turn: nothing higher can be there. `companion lwd challenge --there 2` "
        "(or `--reveal` and 4 cards)."
    )


def test_the_turn_after_an_untold_guess_is_told_without_what_is_refused():
    t = table().round(3).guess("2x5").next()
    assert "the guess before was not told" in t.todo
    assert "--there" not in t.todo


def test_of_what_beats_the_guess_the_example_is_one_that_can_be_there():
    t = table("Ana Ben").round(3).guess("6x5")
    assert "at least 7×5 or 6×6: `companion lwd guess 6x6`" in t.todo


@pytest.mark.parametrize("typed", ["2 power", "2x power", "2 x power", "ana 2 powers"])
def test_power_cards_may_be_guessed_in_several_words(companion, typed):
    companion.must("start lwd Ana Ben --power")
    told = companion.must(f"lwd guess {typed} --json").json
    assert told["guess"] == {"count": 2, "number": "power"}
