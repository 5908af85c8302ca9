"""How likely guesses are: against counting every deck, every hand, every discard, card by card."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from companion.games.lwd.chances import (
    KnownRound,
    PowerShare,
    chance_at,
    chances_of_at_least,
    possible_decks,
)
from companion.games.lwd.decks import Deck, DeckChange, count_matching
from companion.games.lwd.guesses import POWER, Guess
from tests.games.lwd.tables import table


def plain(cards: int = 6, wildcard: bool = False) -> Deck:
    return Deck.dealt(cards, random=False, wildcard=wildcard)


def chance(decks: list[Deck], dice: list[int], guess: Guess, triggered=()) -> float:
    known = KnownRound(tuple(decks), tuple(dice), triggered)
    return chance_at(chances_of_at_least(known, guess.face), guess.count)


# Every way, one by one


def decks_of(changes: tuple[DeckChange, ...]) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Every deck that may have come about, card by card, with its weight by what was seen."""
    if not changes:
        yield (), Fraction(1)
        return
    *before, change = changes
    for deck, weight in decks_of(tuple(before)):
        for after, part in outcomes(deck, change):
            yield after, weight * part


def outcomes(deck, change):
    number, seen = change.count, change.hand
    match change.kind:
        case "dealt":
            yield deck + tuple(str(card) for card in range(1, number + 1)), Fraction(1)
        case "random":
            for cards in product("123456", repeat=number):
                yield deck + cards, Fraction(1, 6**number)
        case "extra":
            yield (*deck, str(change.face)), Fraction(1)
        case "shown":
            # What was on top of the dice; the cards keep their places, to be known again.
            hands = list(combinations(deck, number))
            yield deck, Fraction(sum(sorted(hand) == sorted(seen) for hand in hands), len(hands))
        case "left out":
            yield from outcomes(deck, DeckChange("given", number))
        case "given" if seen:
            # One of the dice that showed these cards, and what lay below its top card.
            ways = list(permutations(range(len(deck)), len(seen)))
            fitting = [tops for tops in ways if tuple(deck[at] for at in tops) == seen]
            for tops in fitting:
                rest = [at for at in range(len(deck)) if at not in tops]
                for top in tops:
                    below = list(combinations(rest, number - 1))
                    for gone in below:
                        kept = [at for at in range(len(deck)) if at not in (top, *gone)]
                        part = Fraction(1, len(fitting) * len(tops) * len(below))
                        yield tuple(deck[at] for at in kept), part
        case "given":
            ways = list(combinations(range(len(deck)), len(deck) - number))
            for kept in ways:
                yield tuple(deck[at] for at in kept), Fraction(1, len(ways))
        case "swapped":
            plain_cards = [at for at, card in enumerate(deck) if card != "w"]
            for at in plain_cards:
                yield (*deck[:at], "w", *deck[at + 1 :]), Fraction(1, len(plain_cards))


def counted(decks: list[Deck], dice: list[int], number: int, triggered=()) -> list[float]:
    """The chances of 0, 1, 2, … dice or more that show a number, by counting."""
    together = {0: Fraction(1)}
    for seat, (deck, tops) in enumerate(zip(decks, dice, strict=True)):
        here: dict[int, Fraction] = {}
        needed = [str(number) for number in triggered[seat]] if triggered else []
        for cards, weight in decks_of(deck.changes):
            ways = list(combinations(cards, tops))
            for top in ways:
                if all(top.count(card) >= needed.count(card) for card in needed):
                    at = count_matching(Guess(1, number), top)
                    here[at] = here.get(at, Fraction(0)) + weight / len(ways)
        whole = sum(here.values())
        found: dict[int, Fraction] = {}
        for (a, p), (b, q) in product(together.items(), here.items()):
            found[a + b] = found.get(a + b, Fraction(0)) + p * q / whole
        together = found
    return [
        float(sum(part for times, part in together.items() if times >= least))
        for least in range(sum(dice) + 1)
    ]


def seen(deck: Deck, hand: str, given: int = 0) -> Deck:
    cards = tuple(hand.split())
    deck = deck.after_showing(cards)
    return deck.after_giving_up(given, cards) if given else deck


BIGGER = (DeckChange("dealt", 6), DeckChange("random", 1))
CASES = {
    "plain": ([plain(), plain()], [3, 2]),
    "given": ([plain().after_giving_up(2), plain().after_giving_up(3)], [2, 2]),
    "wildcards": ([plain(6, True), plain(6, True)], [3, 2]),
    "swaps": ([plain(6, True).after_giving_up(2).after_swapping(), plain(6, True)], [2, 3]),
    "random": ([Deck.dealt(3, random=True, wildcard=False), plain()], [2, 3]),
    "bigger": ([Deck(8, (DeckChange("dealt", 6), DeckChange("random", 2))), plain()], [3, 2]),
    "smaller": ([plain(4), plain(3)], [2, 2]),
    "all": (
        [
            Deck(
                7, (DeckChange("dealt", 6), DeckChange("random", 1), DeckChange("swapped", 1))
            ).after_giving_up(2)
        ],
        [2],
    ),
    "extra": (
        [Deck(7, (*plain().changes, DeckChange("extra", 1, face=7))), plain().after_giving_up(1)],
        [3, 2],
    ),
    "a hand was shown": ([seen(plain(), "5 2 1"), plain()], [3, 2]),
    "and a die given up": ([seen(plain(), "5 2", 4), seen(plain(), "1 2 3", 2)], [2, 2]),
    "twice": ([seen(seen(plain(), "1 5", 2), "3 5", 2), plain()], [2, 1]),
    "with wildcards": ([seen(plain(6, True), "w 5 1", 2).after_swapping(), plain()], [2, 1]),
    "of a random deck": ([seen(Deck.dealt(3, random=True, wildcard=False), "5 5", 2)], [1]),
    "given up unseen": (
        [seen(Deck.dealt(3, random=True, wildcard=False), "5 1").after_giving_up(2)],
        [1],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_chance_is_that_of_counting_every_way(case):
    decks, dice = CASES[case]
    for number in (5, 1, 7):
        found = chances_of_at_least(KnownRound(tuple(decks), tuple(dice)), number)
        assert found == pytest.approx(counted(decks, dice, number), abs=1e-12)


def test_power_cards_that_were_triggered_are_on_top():
    decks, dice = (
        [Deck(7, (DeckChange("dealt", 6), DeckChange("random", 1))), plain(6, True)],
        [3, 2],
    )
    for triggered, number in product([((4,), ()), ((5, 4), ()), ((5,), (1, 2))], (5, 4, 2)):
        found = chances_of_at_least(KnownRound(tuple(decks), tuple(dice), triggered), number)
        assert found == pytest.approx(counted(decks, dice, number, triggered), abs=1e-12)


def test_a_power_card_that_was_triggered_is_there_for_certain():
    assert chance([plain(), plain()], [2, 2], Guess(1, 4), ((4,), ())) == 1


def powers_counted(cards: str, decks: list[str], dice: list[int], times: int) -> Fraction:
    """The chance of so many power cards on top, of cards that are dealt in every order."""
    hits = ways = 0
    for order in set(permutations(cards)):
        dealt, hands = list(order), []
        for deck in decks:
            hand = [dealt.pop() if card == "?" else card for card in deck]
            hands.append(hand)
        for tops in product(*(combinations(h, d) for h, d in zip(hands, dice, strict=True))):
            ways += 1
            hits += sum(card == "p" for top in tops for card in top) >= times
    return Fraction(hits, ways)


@pytest.mark.parametrize("wild", [False, True])
def test_power_cards_are_dealt_without_being_put_back(wild):
    """Eight cards, three of them power cards, to two players; with one wildcard each, or none."""
    decks = [Deck(3, (DeckChange("random", 3), *([DeckChange("swapped", 1)] if wild else [])))] * 2
    least = chances_of_at_least(KnownRound(tuple(decks), (2, 1)), POWER, PowerShare(3, 8))
    hand = "??w" if wild else "???"
    for times in (1, 2, 3):
        expected = powers_counted("ppp     ", [hand, hand], [2, 1], times)
        assert chance_at(least, times) == pytest.approx(float(expected), abs=1e-12)


@pytest.mark.parametrize("triggered", [((2,), ()), ((2,), (3,)), ((1, 2), ())])
def test_the_other_power_cards_are_among_the_other_cards(triggered):
    """Two decks of 1 to 3, three of the six cards with a power, two dice each: all that can be."""
    least = chances_of_at_least(
        KnownRound((plain(3), plain(3)), (2, 2), triggered), POWER, PowerShare(3, 6)
    )
    found = []
    cards = list(product((0, 1), (1, 2, 3)))
    for powers in combinations(cards, 3):
        for tops in product(combinations(cards[:3], 2), combinations(cards[3:], 2)):
            on_top = {card for hand in tops for card in hand if card in powers}
            if all((seat, one) in on_top for seat in (0, 1) for one in triggered[seat]):
                found.append(len(on_top))
    for times in (1, 2, 3, 4):
        part = sum(on_top >= times for on_top in found) / len(found)
        assert chance_at(least, times) == pytest.approx(part, abs=1e-12)


def test_no_more_power_cards_are_on_top_than_there_are():
    known = KnownRound((plain(),) * 3, (6,) * 3)
    least = chances_of_at_least(known, POWER, PowerShare(1, 18))
    assert least[:2] == pytest.approx([1, 1])
    assert max(least[2:]) == 0
    sure = chances_of_at_least(known._replace(triggered=((4,), (), ())), POWER, PowerShare(4, 36))
    assert sure[1] == pytest.approx(1)
    assert 0 < sure[2] < 1


def test_one_die_of_a_plain_deck_shows_a_five_in_one_of_six():
    assert chance([plain()], [1], Guess(1, 5)) == pytest.approx(1 / 6)
    assert chance([plain()], [6], Guess(1, 5)) == pytest.approx(1)
    assert chance([plain()], [6], Guess(2, 5)) == 0


def test_what_was_given_up_unseen_changes_nothing_for_a_die():
    """The top card of what is left is as good as the top card of all."""
    for cards in range(5):
        assert chance([plain().after_giving_up(cards)], [1], Guess(1, 5)) == pytest.approx(1 / 6)


def test_chances_of_all_counts_fall_as_the_count_rises():
    decks, dice = [plain(12, True), plain(9), plain(6), plain(6, True), plain()], [5, 4, 3, 2, 1]
    least = chances_of_at_least(KnownRound(tuple(decks), tuple(dice)), 4)
    assert (len(least), least[0]) == (sum(dice) + 1, 1)
    assert least == sorted(least, reverse=True)
    assert chance(decks, dice, Guess(sum(dice) + 1, 4)) == 0


def test_a_number_that_was_put_right_counts_as_cards_that_came_or_went():
    """Fewer than before: some were given up; more: they may be any."""
    fewer, more = plain().after_counting(4), plain().after_counting(8)
    assert chance([fewer], [1], Guess(1, 5)) == pytest.approx(1 / 6)
    assert chance([more], [8], Guess(2, 5)) == pytest.approx(1 - (5 / 6) ** 2)
    assert all(sum(content) == 8 for content in possible_decks(more, [5]).chances)


def test_only_wildcards_left():
    deck = Deck(1, (DeckChange("random", 1), DeckChange("swapped", 1), DeckChange("swapped", 1)))
    assert chance([deck], [1], Guess(1, 6)) == 1


# What is asked for


def test_cards_that_came_in_the_round_are_in_no_die():
    t = table(power=True).round(3).trigger("ana", 2, extra=True)
    dice = [t.state.dice(seat) for seat in range(3)]
    assert chance(list(t.state.decks), dice, Guess(1, 7)) == 0
    assert chance(list(t.state.decks), dice, Guess(1, 5)) == pytest.approx(1 - 0.5**3)
    t.guess("1x1").challenge("ben", there=9).lose().round(3)
    dice = [t.state.dice(seat) for seat in range(3)]
    assert chance(list(t.state.decks), dice, Guess(1, 7)) > 0


# What cannot be so tells nothing


def test_a_hand_that_cannot_be_of_a_deck_changes_nothing():
    slip = plain().after_showing(("5", "5"))
    assert chance([slip], [2], Guess(1, 5)) == chance([plain()], [2], Guess(1, 5))


def test_a_die_that_cannot_have_been_given_up_is_any_cards():
    slip = plain().after_showing(("5", "1", "2")).after_giving_up(5, ("5", "1", "2"))
    expected = plain().after_showing(("5", "1", "2")).after_giving_up(5)
    assert chance([slip], [1], Guess(1, 5)) == pytest.approx(chance([expected], [1], Guess(1, 5)))


def test_a_power_card_that_cannot_be_there_is_not_counted_in():
    triggered = ((9,), ())
    assert chance([plain(), plain()], [2, 2], Guess(1, 5), triggered) == pytest.approx(
        chance([plain(), plain()], [2, 2], Guess(1, 5))
    )
    twice = ((4, 4), ())
    assert chance([plain(), plain()], [2, 2], Guess(1, 5), twice) == pytest.approx(
        chance([plain(), plain()], [2, 2], Guess(1, 5))
    )


def test_cards_that_came_later_are_no_power_cards():
    later = Deck(2, (DeckChange("random", 1), DeckChange("extra", 1, face=7)))
    least = chances_of_at_least(KnownRound((later,), (2,)), POWER, PowerShare(6, 6))
    assert least == pytest.approx([1, 1, 0])


@pytest.mark.parametrize("triggered", [(), ((None,), ())])
def test_numbers_that_were_shown_say_nothing_about_powers(triggered):
    share, unseen = PowerShare(6, 36), [plain().after_giving_up(2), plain()]
    seen = [plain().after_showing(("5", "2", "3")).after_giving_up(2, ("5", "2", "3")), plain()]
    odds = [
        chances_of_at_least(KnownRound(tuple(decks), (2, 3), triggered), POWER, share)
        for decks in (unseen, seen)
    ]
    assert odds[1] == pytest.approx(odds[0])


def test_how_many_power_cards_there_are_has_to_be_known():
    with pytest.raises(ValueError, match="has to be known"):
        chances_of_at_least(KnownRound((plain(),), (2,)), POWER)
