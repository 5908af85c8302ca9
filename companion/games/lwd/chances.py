"""How likely it was that at least so many dice show what was guessed, before they were revealed.

The top cards of a player's dice are as random as cards drawn from the deck: it was split and
shuffled unseen, however many cards are in each die. Exact, but for floating-point rounding.

What may be in a deck is computed change by change (`decks.DeckChange`), from what everybody could
know. A card that was given up or swapped unseen may be any card, all equally likely; of a hand that
was shown, any die may have been given up. An impossible entry (a mistake, a house rule) is ignored.
Only the cards that matter are told apart: those with the numbers in question or seen before, and
wildcards.
"""

from collections.abc import Callable, Iterable, Sequence
from math import comb
from typing import NamedTuple

from companion.games.lwd.decks import WILDCARD, Deck, DeckChange, Hand, face_on
from companion.games.lwd.guesses import HIGHEST, POWER, Face

Content = tuple[int, ...]
"""What a deck may hold: how many cards of each number that matters, then wildcards, then others."""

Ways = Iterable[tuple[Content, float]]
"""What a content may become by a change, each with its chance."""


class KnownRound(NamedTuple):
    """What everybody knew before the cards were revealed, player by player.

    The `decks`, how many `dice` each was split into, and the numbers on the power cards that were
    `triggered`, and so were on top (None for an unknown number).
    """

    decks: tuple[Deck, ...]
    dice: tuple[int, ...]
    triggered: tuple[tuple[int | None, ...], ...] = ()

    @property
    def extra_faces(self) -> range:
        """The numbers above 6 that are in the game."""
        changes = [change for deck in self.decks for change in deck.changes]
        extras = [change.face for change in changes if change.kind == "extra"]
        return range(HIGHEST + 1, max(extras, default=HIGHEST) + 1)


class PowerShare(NamedTuple):
    """How many of the cards that the decks were dealt from are power cards."""

    powers: int
    cards: int


def chance_at(least: Sequence[float], times: int) -> float:
    """The chance of at least `times`, from `chances_of_at_least`; 0 for more than all dice."""
    return least[times] if times < len(least) else 0.0


def chances_of_at_least(
    known: KnownRound, subject: Face, share: PowerShare | None = None
) -> list[float]:
    """The chances that at least 0, 1, 2, … of the dice show a number, or a power card.

    `share` is needed for power cards. Raises ValueError without it.
    """
    if subject == POWER:
        if share is None:
            raise ValueError("how many power cards there are has to be known")
        chances = _chances_of_powers(known, share)
    else:
        chances = _chances_of_number(known, int(subject))
    return [1.0, *(min(1.0, sum(chances[times:])) for times in range(1, len(chances)))]


def _chances_of_number(known: KnownRound, number: int) -> list[float]:
    """The chances that 0, 1, 2, … dice show a number; wildcards do, too (LW-42)."""
    each = []
    for deck, dice, triggered in _players(known):
        numbers = [number, *(number for number in triggered if number is not None)]
        possible = possible_decks(deck.without_aside(), numbers)
        place = possible.place(number)
        counted = [possible.wild, *([] if place is None else [place])]
        needed = [possible.place(number) for number in triggered if number is not None]
        tops = [0] * (possible.others + 1)
        for at in needed:
            if at is not None:
                tops[at] += 1
        each.append(_chances_on_top(possible.chances, dice, counted, tops))
    return _chances_of_sum(each)


def _chances_of_powers(known: KnownRound, share: PowerShare) -> list[float]:
    """The chances of 0, 1, 2, … power cards on top.

    Every card that decks were dealt from may be one, but no wildcard (A-LW-18) and no card that was
    added later. As decks are dealt, split, given up and swapped unseen, the cards on top are as
    random as cards drawn from all of these. Hands that were shown are not counted in, so it is
    exact only without them: how powers are spread over several known decks is not worked out.
    """
    each = []
    for deck, dice, triggered in _players(known):
        possible = possible_decks(deck.without_aside(), known.extra_faces).without_plain()
        tops = [0] * possible.others + [len(triggered)]
        each.append(_chances_on_top(possible.chances, dice, [possible.others], tops))
    dealt, sure = _chances_of_sum(each), sum(map(len, known.triggered))
    left = PowerShare(share.powers - sure, share.cards - sure)
    chances = [0.0] * len(dealt)
    for cards, chance in enumerate(dealt):
        drawn = cards - sure
        for powers in range(max(drawn, 0) + 1):
            chances[min(powers + sure, len(dealt) - 1)] += chance * _chance_of_drawing(
                left, drawn, powers
            )
    return chances


def _chance_of_drawing(share: PowerShare, cards: int, powers: int) -> float:
    """The chance that this many of some cards are power cards, where they are drawn from all."""
    if cards <= 0 or share.powers <= 0:
        return float(powers == 0)
    ways = comb(share.powers, powers) * comb(share.cards - share.powers, cards - powers)
    return ways / comb(share.cards, cards) if share.cards >= cards else float(powers == cards)


def _players(known: KnownRound) -> Iterable[tuple[Deck, int, tuple[int | None, ...]]]:
    triggered = known.triggered or ((),) * len(known.decks)
    return zip(known.decks, known.dice, triggered, strict=True)


def _chances_on_top(
    chances: dict[Content, float], dice: int, counted: Sequence[int], tops: Sequence[int]
) -> list[float]:
    """The chances that 0, 1, 2, … of a player's dice show cards that are `counted`: these are
    places in a content. At least the cards in `tops` are on top, unless that is impossible."""
    found = [0.0] * (dice + 1)
    for needed in (tops, [0] * len(tops)):
        for content, chance in chances.items():
            every = comb(sum(content), dice)
            for showing, ways in _ways_on_top(content, dice, counted, needed).items():
                found[showing] += chance * ways / every
        if whole := sum(found):
            return [part / whole for part in found]
    return [1.0, *found[1:]]


def _ways_on_top(
    content: Content, dice: int, counted: Sequence[int], needed: Sequence[int]
) -> dict[int, int]:
    """In how many ways 0, 1, 2, … top cards are `counted`, with those `needed` among them."""
    ways = {(0, 0): 1}
    for place, (count, least) in enumerate(zip(content, needed, strict=True)):
        more: dict[tuple[int, int], int] = {}
        for (cards, showing), so_far in ways.items():
            for drawn in range(least, min(count, dice - cards) + 1):
                key = cards + drawn, showing + (drawn if place in counted else 0)
                more[key] = more.get(key, 0) + so_far * comb(count, drawn)
        ways = more
    return {showing: count for (cards, showing), count in ways.items() if cards == dice}


def _chances_of_sum(each: Sequence[Sequence[float]]) -> list[float]:
    """The chances of the sum of independent numbers."""
    together = [1.0]
    for chances in each:
        longer = [0.0] * (len(together) + len(chances) - 1)
        for a, first in enumerate(together):
            for b, second in enumerate(chances):
                longer[a + b] += first * second
        together = longer
    return together


# What a deck may hold


class PossibleDecks(NamedTuple):
    """What a deck may hold: the numbers that matter, and the chance of every content."""

    numbers: tuple[int, ...]
    chances: dict[Content, float]

    @property
    def wild(self) -> int:
        """The place of wildcards in a content."""
        return len(self.numbers)

    @property
    def others(self) -> int:
        """The place of all other cards in a content."""
        return len(self.numbers) + 1

    def place(self, number: int) -> int | None:
        """The place of a number in a content; None for a number that does not matter."""
        return self.numbers.index(number) if number in self.numbers else None

    def without_plain(self) -> "PossibleDecks":
        """The same decks, with the numbers up to 6 among the other cards."""
        plain = sum(number <= HIGHEST for number in self.numbers)
        chances: dict[Content, float] = {}
        for content, chance in self.chances.items():
            after = _add(content[plain:], len(content) - plain - 1, sum(content[:plain]))
            chances[after] = chances.get(after, 0.0) + chance
        return PossibleDecks(self.numbers[plain:], chances)


def _change(chances: dict[Content, float], ways: Callable[[Content], Ways]) -> dict[Content, float]:
    """The chances after a change; `ways` says what a content may become."""
    found: dict[Content, float] = {}
    for content, chance in chances.items():
        for after, part in ways(content):
            found[after] = found.get(after, 0.0) + chance * part
    return found


def _change_repeatedly(
    chances: dict[Content, float], times: int, ways: Callable[[Content], Ways]
) -> dict[Content, float]:
    for _ in range(times):
        chances = _change(chances, ways)
    return chances


def _add(content: Content, place: int, by: int) -> Content:
    """A content with more cards at a place, or fewer."""
    return (*content[:place], content[place] + by, *content[place + 1 :])


def _deal_each_number(now: PossibleDecks, content: Content) -> Ways:
    """One card of each number from 1 to 6 is dealt."""
    plain = [number for number in now.numbers if number <= HIGHEST]
    for number in plain:
        content = _add(content, now.numbers.index(number), 1)
    return [(_add(content, now.others, HIGHEST - len(plain)), 1.0)]


def _deal_any(now: PossibleDecks, content: Content) -> Ways:
    """A card is dealt that may have any number from 1 to 6."""
    plain = [number for number in now.numbers if number <= HIGHEST]
    for number in plain:
        yield _add(content, now.numbers.index(number), 1), 1 / HIGHEST
    if len(plain) < HIGHEST:
        yield _add(content, now.others, 1), (HIGHEST - len(plain)) / HIGHEST


def _remove_any(content: Content) -> Ways:
    """Any of the cards is taken away."""
    cards = sum(content)
    if not cards:
        return [(content, 1.0)]
    return [
        (_add(content, place, -1), count / cards) for place, count in enumerate(content) if count
    ]


def _swap_any(now: PossibleDecks, content: Content) -> Ways:
    """Any card but a wildcard is swapped for a wildcard."""
    plain = sum(content) - content[now.wild]
    if not plain:
        return [(content, 1.0)]
    return [
        (_add(_add(content, place, -1), now.wild, 1), count / plain)
        for place, count in enumerate(content)
        if count and place != now.wild
    ]


def possible_decks(deck: Deck, wanted: Sequence[int]) -> PossibleDecks:
    """What a deck may hold; the `wanted` numbers matter, and those that were shown."""
    cards = [card for change in deck.changes for card in change.hand]
    shown = {number for card in cards if (number := face_on(card))}
    numbers = tuple(sorted({*wanted, *shown}))
    now = PossibleDecks(numbers, {(0,) * (len(numbers) + 2): 1.0})
    for change in deck.changes:
        now = now._replace(chances=_chances_after(now, change))
    return now


def _chances_after(now: PossibleDecks, change: DeckChange) -> dict[Content, float]:
    match change.kind:
        case "dealt":
            return _change(now.chances, lambda content: _deal_each_number(now, content))
        case "random":
            return _deal_some(now, change.count)
        case "extra":
            place = now.place(change.face)
            added = now.others if place is None else place
            return _change(now.chances, lambda content: [(_add(content, added, 1), 1.0)])
        case "swapped":
            return _change(now.chances, lambda content: _swap_any(now, content))
        case "shown":
            return _show(now, change.hand)
        case "left out":
            return _change_repeatedly(now.chances, change.count, _remove_any)
        case "given":
            return _give_up_die(now, change)
        case "counted":  # any cards are missing, or others were added
            more = change.count - sum(next(iter(now.chances)))
            if more > 0:
                return _deal_some(now, more)
            return _change_repeatedly(now.chances, -more, _remove_any)


def _deal_some(now: PossibleDecks, cards: int) -> dict[Content, float]:
    return _change_repeatedly(now.chances, cards, lambda content: _deal_any(now, content))


# What shown cards say about a deck


def _show(now: PossibleDecks, hand: Hand) -> dict[Content, float]:
    """These were the top cards: contents that make that likely become likelier."""
    tops = _tops(now, hand)
    if tops is None:
        return now.chances
    weighed = {
        content: chance * ways
        for content, chance in now.chances.items()
        if (ways := _ways(content, tops))
    }
    whole = sum(weighed.values())
    if not whole:
        return now.chances
    return {content: weight / whole for content, weight in weighed.items()}


def _give_up_die(now: PossibleDecks, change: DeckChange) -> dict[Content, float]:
    """A die is given up: one of the cards that were shown and any below it, or any cards."""
    tops = _tops(now, change.hand) if change.hand else None
    below = change.count - 1
    if tops is None or not all(
        _ways(content, tops) and sum(content) - sum(tops) >= below for content in now.chances
    ):
        return _change_repeatedly(now.chances, change.count, _remove_any)
    hidden = {
        tuple(count - top for count, top in zip(content, tops, strict=True)): chance
        for content, chance in now.chances.items()
    }
    hidden = _change_repeatedly(hidden, below, _remove_any)
    shown = sum(tops)
    return _change(
        hidden,
        lambda rest: [
            (
                tuple(
                    count + top - (at == place)
                    for at, (count, top) in enumerate(zip(rest, tops, strict=True))
                ),
                many / shown,
            )
            for place, many in enumerate(tops)
            if many
        ],
    )


def _tops(now: PossibleDecks, hand: Hand) -> Content | None:
    """A hand as a content; None if the number on one of its cards is unknown."""
    tops = (0,) * (len(now.numbers) + 2)
    for card in hand:
        number = face_on(card)
        place = now.wild if card == WILDCARD else None if number is None else now.place(number)
        if place is None:
            return None
        tops = _add(tops, place, 1)
    return tops


def _ways(content: Content, tops: Content) -> int:
    """In how many ways these cards may be on top."""
    product = 1
    for count, top in zip(content, tops, strict=True):
        product *= comb(count, top)
    return product
