"""How likely guesses are: against counting every deck, every hand, every discard, card by card."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb

import pytest

from companion.games.lwd.chances import KnownRound, PowerShare, compute_odds, possible_decks
from companion.games.lwd.decks import Deck, DeckChange, count_matching
from companion.games.lwd.guesses import POWER, Face, Guess
from tests.games.lwd.tables import table


def plain(cards: int = 6, wildcard: bool = False) -> Deck:
    return Deck.dealt(cards, random=False, wildcard=wildcard)


def chance(decks: list[Deck], dice: list[int], guess: Guess, triggered=()) -> float:
    return compute_odds(KnownRound(tuple(decks), tuple(dice), triggered), guess.face).chance(
        guess.count
    )


def chances_of_at_least(known: KnownRound, face: Face, share: PowerShare | None = None):
    return compute_odds(known, face, share).at_least


# Every way, one by one


def decks_of(
    changes: tuple[DeckChange, ...], powers: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Every deck that may have come about, card by card, with its weight by what was seen.

    Of the numbers that were dealt, these are on `powers`.
    """
    if not changes:
        yield (), Fraction(1)
        return
    *before, change = changes
    for deck, weight in decks_of(tuple(before), powers):
        for after, part in outcomes(deck, change, powers):
            yield after, weight * part


def is_shown(card: str, shown: str) -> bool:
    """Whether a card is the one that was shown, `p` being any power card."""
    return card == shown or (shown == "p" and card.startswith("p"))


def fits(cards, shown) -> bool:
    return any(all(map(is_shown, order, shown)) for order in permutations(cards))


def outcomes(deck, change, powers=()):
    number, seen = change.count, change.hand
    match change.kind:
        case "dealt":
            faces = range(1, number + 1)
            yield deck + tuple(f"{'p' * (face in powers)}{face}" for face in faces), Fraction(1)
        case "random":
            for cards in product("123456", repeat=number):
                yield deck + cards, Fraction(1, 6**number)
        case "extra":
            yield (*deck, str(change.face)), Fraction(1)
        case "shown":
            # What was on top of the dice; the cards keep their places, to be known again.
            hands = list(combinations(deck, number))
            yield deck, Fraction(sum(fits(hand, seen) for hand in hands), len(hands))
        case "left out":
            yield from outcomes(deck, DeckChange("given", number))
        case "given" if seen:
            # One of the dice that showed these cards, and what lay below its top card.
            ways = list(permutations(range(len(deck)), len(seen)))
            fitting = [tops for tops in ways if all(map(is_shown, [deck[at] for at in tops], seen))]
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
        assert least[times] == pytest.approx(float(expected), abs=1e-12)


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
        assert least[times] == pytest.approx(part, abs=1e-12)


POWER_CASES = {
    "shown": ([seen(plain(), "p5 2 3"), plain()], [2, 2], ()),
    "and a die given up": ([seen(plain(), "p5 p2 p3", 2), seen(plain(), "p5 p1 p4")], [2, 2], ()),
    "none of them has a power": ([seen(plain(), "5 2", 4), seen(plain(), "1 2 3", 2)], [2, 2], ()),
    "twice": ([seen(seen(plain(), "p1 5", 2), "3 5", 2), plain()], [2, 1], ()),
    "a number is unknown": ([seen(plain(), "p 5", 3), seen(plain(), "p 1")], [2, 2], ()),
    "given up unseen": ([seen(plain(), "p5 1").after_giving_up(2), plain()], [2, 3], ()),
    "with a wildcard": ([seen(plain(6, True), "w p5 1", 2).after_swapping(), plain()], [2, 2], ()),
    "with an extra card": ([seen(plain(), "p5 1").after_extra(7).after_gathering()], [3], ()),
    "of fewer cards": ([seen(plain(5), "p5 1", 2), plain()], [2, 2], ()),
    "triggered, too": ([seen(plain(), "p5 2"), plain()], [2, 2], ((5,), (3, None))),
}


@pytest.mark.parametrize("case", POWER_CASES)
def test_hands_that_were_shown_say_where_power_cards_are(case):
    """Every choice of power cards among those that were dealt, and every shuffle of each."""
    decks, dice, triggered = POWER_CASES[case]
    share = PowerShare(6, 36)
    together = {(0, 0): Fraction(1)}
    for seat, (deck, count) in enumerate(zip(decks, dice, strict=True)):
        here: dict[tuple[int, int], Fraction] = {}
        for powers in (set_of for size in range(7) for set_of in combinations(range(1, 7), size)):
            for cards, weight in decks_of(deck.changes, powers):
                for top in combinations(cards, count):
                    numbers = triggered[seat] if triggered else ()
                    showing = sum(card.startswith("p") for card in top)
                    named = [f"p{number}" in top for number in numbers if number is not None]
                    if all(named) and showing >= len(numbers):
                        key = len(powers), showing
                        here[key] = here.get(key, Fraction(0)) + weight
        more: dict[tuple[int, int], Fraction] = {}
        for ((a, b), p), ((c, d), q) in product(together.items(), here.items()):
            more[a + c, b + d] = more.get((a + c, b + d), Fraction(0)) + p * q
        together = more
    # The power cards that were not dealt are any of the others.
    unseen = share.cards - 6 * len(decks)
    weights = {
        key: weight * comb(unseen, share.powers - key[0])
        for key, weight in together.items()
        if key[0] <= share.powers
    }
    found = compute_odds(KnownRound(tuple(decks), tuple(dice), triggered), POWER, share)
    assert found.is_exact
    for least in range(sum(dice) + 1):
        part = sum(weight for (_, showing), weight in weights.items() if showing >= least)
        assert found.chance(least) == pytest.approx(float(part / sum(weights.values())), abs=1e-12)


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
    assert all(sum(content.cards) == 8 for content in possible_decks(more, 5).chances)


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


def test_odds_are_called_exact_only_if_all_that_was_seen_is_counted_in():
    """Not where a hand is impossible, a power card has no number, or hands were not entered."""
    slip = plain().after_showing(("5", "5"))
    again = seen(seen(plain(), "p5 1"), "5 2")
    nameless = seen(plain(), "p 1")
    bigger = Deck.dealt(7, random=False, wildcard=False)
    for deck, face, exact in (
        *((plain(), 5, True), (slip, 5, False), (slip, POWER, False)),
        *((again, 5, True), (again, POWER, False)),
        *((nameless, 5, False), (nameless, POWER, True)),
        *((seen(bigger, "p5 1"), 5, False), (seen(bigger, "p5 1"), POWER, True)),
    ):
        found = compute_odds(KnownRound((deck,), (2,)), face, PowerShare(6, 36))
        assert found.is_exact == exact, (deck, face)
    for deck, exact in ((plain(), True), (seen(plain(), "5 2"), False)):
        nameless = compute_odds(KnownRound((deck,), (2,), ((None,),)), 5)
        assert nameless.is_exact == exact
    for triggered, exact in (((4,), True), ((4, 4), False), ((9,), False)):
        odds = compute_odds(KnownRound((plain(),), (2,), (triggered,)), POWER, PowerShare(6, 36))
        assert odds.is_exact == exact
    for cards, exact in ((), False), (("p4,1,2,3",), False), (("ana=p4,1", "ben=2,3"), True):
        t = table("Ana Ben", power=True).round(2).trigger("ana", 4).guess("1x1")
        t.challenge("ben", *cards, there=None if cards else 1).lose("ben", 2).round(2)
        known = KnownRound(t.state.decks, (2, 2))
        assert compute_odds(known, 5).is_exact
        assert compute_odds(known, POWER, PowerShare(6, 36)).is_exact == exact


def test_a_share_fits_the_cards_that_were_seen():
    three = KnownRound((seen(plain(), "p5 p1 p2"),), (2,))
    with pytest.raises(ValueError, match="more power cards were seen"):
        compute_odds(three, POWER, PowerShare(2, 36))
    assert compute_odds(three, POWER, PowerShare(3, 36)).chance(1) == pytest.approx(12 / 15)


def test_how_many_power_cards_there_are_has_to_be_known():
    with pytest.raises(ValueError, match="has to be known"):
        chances_of_at_least(KnownRound((plain(),), (2,)), POWER)
