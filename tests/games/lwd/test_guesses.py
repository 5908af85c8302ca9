"""Which guess beats which, the least that does, and how guesses are typed."""

from itertools import product

import pytest

from companion.errors import Invalid
from companion.games.lwd.guesses import POWER, Guess, beats, is_at_least, lowest_above, read_guess
from companion.games.lwd.state import lowest_allowed
from tests.games.lwd.tables import table


def g(text: str) -> Guess:
    return read_guess(text)


@pytest.mark.rule("LW-25", "LW-26", "LW-27", "LW-55", "LW-56", "A-LW-09", "A-LW-10")
def test_one_number_rises_and_the_other_does_not_fall():
    """From power cards to a number, one of both is more than twice as high."""
    for old, higher, not_higher in (
        ("3x5", "4x5 3x6 4x6 9x5", "3x5 2x5 3x4 2x6 4x4 9x1"),
        ("1x1", "1x2 2x1", "1x1"),
        ("4x6", "5x6 9x6", "4x6 4x5 5x5 3x6"),
        ("2xpower", "1x5 5x1 3x5 1x6 9x1 3xpower", "4x4 1x4 4x1 3x3 2xpower 1xpower"),
        ("1xpower", "3x1 1x3 2x3", "2x2 1x2 2x1"),
        ("3xpower", "7x1 9x6", "6x6 1x6"),
    ):
        assert all(beats(g(new), g(old)) for new in higher.split())
        assert not any(beats(g(new), g(old)) for new in not_higher.split())


@pytest.mark.rule("LW-53", "LW-54", "A-LW-09")
def test_power_cards_beat_a_number_by_more_than_half_of_the_larger():
    """Three fives: half of five, rounded down, is two, and so three power cards."""
    for old, fewest in (
        *(("3x5", 3), ("1x1", 1), ("2x6", 4), ("7x2", 4)),
        *(("1x3", 2), ("6x6", 4), ("8x1", 5)),
    ):
        assert not beats(Guess(fewest - 1, POWER), g(old))
        assert beats(Guess(fewest, POWER), g(old))


def test_the_lowest_guesses_that_beat_another():
    for old, power, expected in (
        (None, False, "1x1"),
        (None, True, "1x1 1xpower"),
        ("3x5", False, "4x5 3x6"),
        ("3x6", False, "4x6"),
        ("3x5", True, "4x5 3x6 3xpower"),
        ("2xpower", True, "1x5 5x1 3xpower"),
        ("3xpower", True, "7x1 4xpower"),
    ):
        found = lowest_above(None if old is None else g(old), 6, power)
        assert " ".join(guess.text for guess in found) == expected


def beats_by_the_rules(new: Guess, old: Guess) -> bool:
    """The rules for two guesses, written out."""
    if new.on_power and old.on_power:
        return new.count > old.count
    if new.on_power:
        return new.count > max(old.count, int(old.face)) // 2
    if old.on_power:
        return max(new.count, int(new.face)) > 2 * old.count
    raised = int(new.face) - int(old.face), new.count - old.count
    return min(raised) >= 0 and max(raised) > 0


@pytest.mark.parametrize(("highest", "power"), [(6, False), (8, True)])
def test_what_beats_a_guess_is_at_least_one_of_the_lowest_above_it(highest, power):
    """Against the rules for two guesses."""
    numbers = [*range(1, highest + 1), *([POWER] if power else [])]
    guesses = [Guess(times, number) for times, number in product(range(1, 12), numbers)]
    for old in guesses:
        lowest = lowest_above(old, highest, power)
        for new in guesses:
            found = any(is_at_least(new, low) for low in lowest)
            assert beats(new, old) == found == beats_by_the_rules(new, old), (old, new)


def test_a_guess_as_it_is_typed_and_said():
    for typed, guess in (
        *((f"3{sign}5", Guess(3, 5)) for sign in "xX×*"),
        *((" 3x5 ", Guess(3, 5)), ("12x6", Guess(12, 6)), ("0x5", Guess(0, 5))),
        *((f"2x{power}", Guess(2, POWER)) for power in ("power", "p", "powers")),
        *(("3xsixes", Guess(3, 6)), ("1xten", Guess(1, 10))),
    ):
        assert g(typed) == guess
    for typed in ("", "x5", "3x", "35", "3-5", "-1x5", "3x5x2", "3xw", "²x5", "1.5x2", "2x0"):
        with pytest.raises(Invalid, match="is not a valid guess"):
            g(typed)
    said = " / ".join(g(typed).in_words for typed in ("3x5", "1x5", "2x6", "2xp"))
    assert said == "3 fives / 1 five / 2 sixes / 2 power cards"


@pytest.mark.parametrize("power", [False, True])
def test_above_guesses_not_entered_is_what_can_be_above_some_of_them(power):
    """Against trying all that may have been guessed, one after another."""
    numbers = [Guess(times, number) for times in range(1, 10) for number in range(1, 7)]
    every = [*numbers, *(Guess(times, POWER) for times in range(1, 10) if power)]
    for first in ("1x1", "2x5", "3x6", *(("1xpower", "2xpower") if power else ()), None):
        t = table(power=power).round(3)
        possible = [g(first)] if first else every
        if first:
            t.guess(first)
        for guesses_not_entered in range(3):
            if guesses_not_entered:
                t.next()
            if guesses_not_entered or first:
                possible = [new for new in every if any(beats(new, old) for old in possible)]
            lowest = lowest_allowed(t.state)
            assert [
                new for new in every if any(is_at_least(new, one) for one in lowest)
            ] == possible
