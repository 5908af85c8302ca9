"""How likely guesses are: against counting every deck, every discard and every top card."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest

from companion.games.lwd.chances.deck import contents
from companion.games.lwd.chances.odds import at_least, distribution
from companion.games.lwd.deck import Deck, Step
from companion.games.lwd.guesses import POWER, Guess
from companion.games.lwd.rules.reveal import showing
from tests.games.lwd.tables import table

SHARE = Fraction(1, 4)
"""Of the cards that are dealt, so many are power cards."""


def plain(cards: int = 6, wildcard: bool = False) -> Deck:
    return Deck.dealt(cards, random=False, wildcard=wildcard)


# Every way, one by one


def decks_of(steps: tuple[Step, ...], power: bool) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Every deck that may have come about, card by card, with its chance."""
    if not steps:
        yield (), Fraction(1)
        return
    *before, (what, number) = steps
    for deck, chance in decks_of(tuple(before), power):
        for after, part in list(outcomes(deck, what, number, power)):
            yield after, chance * part


def outcomes(deck, what, number, power):
    match what:
        case "dealt":
            for signs in product("p ", repeat=number) if power else [" " * number]:
                cards = tuple(f"{sign}{card}".strip() for card, sign in enumerate(signs, start=1))
                yield deck + cards, chance_of(signs, power)
        case "random":
            for cards in product(range(1, 7), repeat=number):
                for signs in product("p ", repeat=number) if power else [" " * number]:
                    told = tuple(f"{s}{c}".strip() for c, s in zip(cards, signs, strict=True))
                    yield deck + told, Fraction(1, 6**number) * chance_of(signs, power)
        case "extra":
            yield (*deck, str(number)), Fraction(1)
        case "given":
            ways = list(combinations(range(len(deck)), len(deck) - number))
            for kept in ways:
                yield tuple(deck[at] for at in kept), Fraction(1, len(ways))
        case "swapped":
            plain_cards = [at for at, card in enumerate(deck) if card != "w"]
            for at in plain_cards:
                yield (*deck[:at], "w", *deck[at + 1 :]), Fraction(1, len(plain_cards))


def chance_of(signs, power):
    if not power:
        return Fraction(1)
    powers = list(signs).count("p")
    return SHARE**powers * (1 - SHARE) ** (len(signs) - powers)


def counted(decks: list[Deck], dice: list[int], guess: Guess) -> Fraction:
    """The chance that a guess is right, by counting."""
    together = {0: Fraction(1)}
    for deck, tops in zip(decks, dice, strict=True):
        here: dict[int, Fraction] = {}
        for cards, chance in decks_of(deck.steps, guess.on_power):
            ways = list(combinations(cards, tops))
            for top in ways:
                at = showing(guess, top)
                here[at] = here.get(at, Fraction(0)) + chance / len(ways)
        found: dict[int, Fraction] = {}
        for (a, p), (b, q) in product(together.items(), here.items()):
            found[a + b] = found.get(a + b, Fraction(0)) + p * q
        together = found
    return sum((chance for times, chance in together.items() if times >= guess.times), Fraction(0))


CASES = {
    "plain": ([plain(), plain()], [3, 2]),
    "given": ([plain().given(2), plain().given(3)], [2, 2]),
    "wildcards": ([plain(6, True), plain(6, True)], [3, 2]),
    "swaps": ([plain(6, True).given(2).swapped(), plain(6, True)], [2, 3]),
    "random": ([Deck.dealt(3, random=True, wildcard=False), plain()], [2, 3]),
    "bigger": ([Deck(8, (Step("dealt", 6), Step("random", 2))), plain()], [3, 2]),
    "all": ([Deck(6, (Step("dealt", 4), Step("random", 2), Step("swapped", 1))).given(2)], [3]),
    "extra": ([Deck(7, (*plain().steps, Step("extra", 7))), plain().given(1)], [3, 2]),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("guess", ["1x5", "2x5", "3x5", "1x7", "2xpower"])
def test_the_chance_is_that_of_counting_every_way(case, guess):
    decks, dice = CASES[case]
    times, _, subject = guess.partition("x")
    asked = Guess(int(times), POWER if subject == "power" else int(subject))
    chance = at_least(decks, dice, asked, float(SHARE))
    assert chance == pytest.approx(float(counted(decks, dice, asked)), abs=1e-12)


def test_one_die_of_a_plain_deck_shows_a_five_in_one_of_six():
    assert at_least([plain()], [1], Guess(1, 5)) == pytest.approx(1 / 6)
    assert at_least([plain()], [6], Guess(1, 5)) == pytest.approx(1)
    assert at_least([plain()], [6], Guess(2, 5)) == 0


def test_what_was_given_up_unseen_changes_nothing_for_a_die():
    """The top card of what is left is as good as the top card of all."""
    for cards in range(5):
        assert at_least([plain().given(cards)], [1], Guess(1, 5)) == pytest.approx(1 / 6)


@pytest.mark.parametrize("seed", range(6))
def test_chances_of_all_counts_are_one_together_and_fall_as_the_count_rises(seed):
    random = Random(seed)
    decks = [plain(random.choice((6, 9, 12)), random.random() < 0.5) for _ in range(5)]
    dice = [random.randint(1, 5) for _ in decks]
    chances = distribution(decks, dice, 4)
    assert sum(chances) == pytest.approx(1)
    least = [at_least(decks, dice, Guess(times, 4)) for times in range(1, sum(dice) + 2)]
    assert least == sorted(least, reverse=True)
    assert least[-1] == 0


def test_against_a_simulation_with_its_error():
    """Two players, wildcards, a discard and a swap: 20,000 rounds, dealt and shuffled."""
    random, decks, dice = Random(7), [plain(6, True).given(2).swapped(), plain(6, True)], [2, 3]
    guess, rounds, right = Guess(2, 5), 20_000, 0
    for _ in range(rounds):
        tops: list[str] = []
        for deck, count in zip(decks, dice, strict=True):
            cards: list[str] = []
            for what, number in deck.steps:
                random.shuffle(cards)
                if what == "dealt":
                    cards += [str(card) for card in range(1, number + 1)]
                elif what == "given":
                    cards = cards[number:]
                else:
                    cards.remove(next(card for card in cards if card != "w"))
                    cards.append("w")
            tops += random.sample(cards, count)
        right += showing(guess, tops) >= guess.times
    chance = at_least(decks, dice, guess)
    error = (chance * (1 - chance) / rounds) ** 0.5
    assert abs(right / rounds - chance) < 4 * error


def test_a_number_that_was_put_right_counts_as_cards_that_came_or_went():
    """Fewer than told: some were given up; more: they may be any."""
    fewer, more = plain().counted(4), plain().counted(8)
    assert at_least([fewer], [1], Guess(1, 5)) == pytest.approx(1 / 6)
    assert at_least([more], [8], Guess(2, 5)) == pytest.approx(1 - (5 / 6) ** 2)
    assert all(content.cards == 8 for content in contents(more, 5, None))


def test_only_wildcards_left():
    deck = Deck(1, (Step("dealt", 1), Step("swapped", 1), Step("swapped", 1)))
    assert at_least([deck], [1], Guess(1, 6)) == 1


# What is asked for


def played(**variant):
    return table(**variant).round(3).guess("2x5")


def test_cards_that_came_in_the_round_are_in_no_die():
    t = table(power=True).round(3).trigger("ana", 2, extra=True)
    dice = [t.state.dice(seat) for seat in range(3)]
    assert at_least(t.state.decks, dice, Guess(1, 7)) == 0
    assert at_least(t.state.decks, dice, Guess(1, 5)) == pytest.approx(1 - 0.5**3)
    t.guess("1x1").challenge("ben", there=9).lose().round(3)
    dice = [t.state.dice(seat) for seat in range(3)]
    assert at_least(t.state.decks, dice, Guess(1, 7)) > 0


@pytest.fixture
def evening(companion):
    companion.must("start lwd Ana Ben Cho")
    companion.must("lwd round 3")
    companion.must("lwd guess 3x5")
    return companion


def test_odds_are_off_during_a_round_unless_all_want_them(evening):
    ran = evening("lwd odds 3x5")
    assert ran.code == 1
    assert "would tell too much" in ran.err
    assert evening.must("lwd odds 3x5 --spoil --json").json["chance"] == pytest.approx(0.125)


def test_odds_are_told_of_the_round_that_is_over_and_of_the_one_before(evening):
    evening.must("lwd challenge ben --there 2")
    told = evening.must("lwd odds --json").json
    assert told["guess"] == {"count": 3, "number": 5}
    assert told["chance"] == pytest.approx(0.125)
    assert (told["dice"], told["exact"], told["there"]) == (9, True, 2)
    assert told["at_least"][:4] == pytest.approx([1, 0.875, 0.5, 0.125])
    evening.must("lwd lose")
    assert evening.must("lwd odds --json").json == told
    assert "12.5 %" in evening.must("lwd odds").out
    assert evening.must("lwd odds 1x2 --json").json["there"] is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("lwd odds 3x7", "No card shows a 7."),
        ("lwd odds 0x5", "guesses nothing"),
        ("lwd odds five", "is no guess"),
        ("lwd odds 2xpower", "has to be told"),
        ("lwd odds 2xpower --share 7/6", "no share"),
        ("lwd odds 2xpower --share 1", "no share"),
        ("lwd odds 2x5 --share 1/6", "`--share` is about"),
    ],
)
def test_what_cannot_be_asked(evening, line, said):
    evening.must("lwd challenge ben --there 2")
    ran = evening(line)
    assert ran.code == 2
    assert said in ran.err


def test_nothing_is_told_of_a_round_of_which_nothing_is_known(companion):
    companion.must("start lwd Ana Ben Cho")
    assert "No round with dice" in companion("lwd odds 3x5").err
    companion.must("lwd guess 3x5")
    assert "how many dice there are" in companion("lwd odds 3x5 --spoil").err
    companion.must("lwd challenge --there 2")
    assert "how many dice there are" in companion("lwd odds").err
    companion.must("lwd lose ana 2")
    assert "No round with dice" in companion("lwd odds").err
    companion.must("lwd round 2")
    assert "How likely is what" in companion("lwd odds --spoil").err


def test_power_cards_need_their_share(companion):
    companion.must("start lwd Ana Ben --power")
    companion.must("lwd round 3")
    companion.must("lwd guess 1xpower")
    companion.must("lwd challenge --there 0")
    told = companion.must("lwd odds --share 9/36 --json").json
    assert told["chance"] == pytest.approx(1 - 0.75**6)
