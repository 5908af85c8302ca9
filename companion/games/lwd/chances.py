"""How likely it was that at least so many dice show what was guessed, before they were revealed.

The top cards of a player's dice are as random as cards drawn from the deck: it was split and
shuffled unseen, however many cards are in each die. Chances are exact, but for floating-point
rounding, where `Odds.is_exact` says so.

What may be in a deck is computed change by change (`decks.DeckChange`), from what everybody could
know. A card that was given up or swapped unseen may be any card, all equally likely; of a hand that
was shown, any die may have been given up. A hand that a deck cannot have shown (a mistake, a house
rule) is left out, and the odds are not exact then.

Only the kinds of card that matter are told apart: those in question, those that were seen, and
wildcards. For a guess on a number, a power card is the number on it. For a guess on power cards,
`5` and `p5` are two kinds, and a card that was entered without the `p` is no power card.
"""

from collections.abc import Callable, Iterable, Sequence
from math import comb
from typing import NamedTuple

from companion.games.lwd.decks import (
    POWER_SIGN,
    WILDCARD,
    Deck,
    DeckChange,
    Hand,
    face_on,
    is_power,
)
from companion.games.lwd.guesses import HIGHEST, POWER, Face

PLAIN_FACES = range(1, HIGHEST + 1)
OTHER, OTHER_POWER = "other", POWER_SIGN
"""The kinds of all cards that do not matter: those without a power, and those with one."""


class KnownRound(NamedTuple):
    """What everybody knew before the cards were revealed, player by player.

    The `decks`, how many `dice` each was split into, and the numbers on the power cards that were
    `triggered`, and so were on top (None for an unknown number).
    """

    decks: tuple[Deck, ...]
    dice: tuple[int, ...]
    triggered: tuple[tuple[int | None, ...], ...] = ()


class PowerShare(NamedTuple):
    """How many of the cards that the decks were dealt from are power cards."""

    powers: int
    cards: int


class Odds(NamedTuple):
    """The chances that at least 0, 1, 2, … of the dice show what was guessed."""

    at_least: list[float]
    is_exact: bool

    def chance(self, count: int) -> float:
        """The chance of at least `count`; 0 for more than all dice."""
        return self.at_least[count] if count < len(self.at_least) else 0.0


def compute_odds(known: KnownRound, face: Face, share: PowerShare | None = None) -> Odds:
    """The odds that dice show a number, wildcards among them (LW-42), or power cards (A-LW-18).

    `share` is needed for power cards: any of the cards that were dealt may be one, all equally
    likely, but none that was added later. Raises ValueError without a share, or if it does not fit
    the cards that were seen.
    """
    if face == POWER and share is None:
        raise ValueError("how many power cards there are has to be known")
    dealt = sum(count_dealt(deck) for deck in known.decks)
    if face != POWER or share is None:
        share = PowerShare(0, dealt)
    triggered = known.triggered or ((),) * len(known.decks)
    is_exact, together = True, {(0, 0): 1.0}
    for deck, dice, faces in zip(known.decks, known.dice, triggered, strict=True):
        possible = possible_decks(deck.without_aside(), face, faces)
        showing = _chances_of_showing(possible, dice, face, faces)
        if showing is None:  # triggered cards that cannot be there
            is_exact, showing = False, _chances_of_showing(possible, dice, face, ())
        is_exact = is_exact and possible.is_exact
        together = _add_up(together, showing or {(0, 0): 1.0})
    chances = [0.0] * (sum(known.dice) + 1)
    for (powers, count), chance in together.items():
        # Up to here, every card that was dealt is a power card with a chance of 1/2, so that decks
        # can be worked out one by one. Now, a number of power cards that were dealt is as likely as
        # there are ways to have the others among the cards that were not. For example, 2 of 4 cards
        # have a power, and 2 were dealt. None, one or both of them had a power with chances of 1/4,
        # 1/2, 1/4; the other two cards have 2, 1 or no powers in 1, 2, 1 ways. So the chances are
        # as 1/4 to 1 to 1/4: one of the two, in 4 of 6 cases, as there are 6 pairs of 4 cards.
        if powers <= share.powers:
            chances[count] += chance * comb(share.cards - dealt, share.powers - powers)
    total = sum(chances)
    if not total:
        raise ValueError("more power cards were seen than there are, or more cards without a power")
    least = [min(1.0, sum(chances[count:]) / total) for count in range(1, len(chances))]
    return Odds([1.0, *least], is_exact)


def count_dealt(deck: Deck) -> int:
    """How many cards of a deck come from those that were dealt, also if they are gone since.

    Where a corrected number is higher than before, the cards that appeared count as dealt.
    """
    size = dealt = 0
    for change in deck.changes:
        before = size
        match change.kind:
            case "dealt" | "random" | "extra":
                size += change.count
            case "left out" | "given":
                size -= change.count
            case "counted":
                size = change.count
        if change.kind in ("dealt", "random", "left out") or (
            change.kind == "counted" and size > before
        ):
            dealt += size - before
    return dealt


# What is on top

Counts = tuple[int, ...]
"""How many cards of each kind, in the order of `PossibleDecks.kinds`."""
Showing = dict[tuple[int, int], float]
"""How likely it is that a player was dealt so many power cards, and so many dice show what was
guessed."""


def _chances_of_showing(
    possible: "PossibleDecks", dice: int, face: Face, triggered: Sequence[int | None]
) -> Showing | None:
    """What the dice of one player show, the triggered cards among it; None if that is impossible.

    Triggered cards without their number are counted in for a guess on power cards only.
    """
    on_power = face == POWER
    matching = [
        is_power(kind) if on_power else kind in (str(face), WILDCARD) for kind in possible.kinds
    ]
    needed = [
        sum(_kind(f"{POWER_SIGN}{number}", on_power) == kind for number in triggered if number)
        for kind in possible.kinds
    ]
    fewest = len(triggered) if on_power else 0
    found: Showing = {}
    for content, chance in possible.chances.items():
        for showing, ways in _ways_on_top(content.cards, dice, matching, needed).items():
            if showing >= fewest:
                key = content.powers, showing
                found[key] = found.get(key, 0.0) + chance * ways
    total = sum(found.values())
    return {key: chance / total for key, chance in found.items()} if total else None


def _ways_on_top(
    cards: Counts, dice: int, matching: Sequence[bool], needed: Sequence[int]
) -> dict[int, int]:
    """In how many ways 0, 1, 2, … top cards are `matching`, with those `needed` among them."""
    ways = {(0, 0): 1}
    for count, matches, least in zip(cards, matching, needed, strict=True):
        if not count and not least:
            continue
        more: dict[tuple[int, int], int] = {}
        for (drawn, showing), so_far in ways.items():
            for now in range(least, min(count, dice - drawn) + 1):
                key = drawn + now, showing + (now if matches else 0)
                more[key] = more.get(key, 0) + so_far * comb(count, now)
        ways = more
    return {showing: count for (drawn, showing), count in ways.items() if drawn == dice}


def _add_up(some: Showing, others: Showing) -> Showing:
    """What the dice of both show together: they are independent."""
    together: Showing = {}
    for (powers, showing), chance in some.items():
        for (more_powers, more_showing), part in others.items():
            key = powers + more_powers, showing + more_showing
            together[key] = together.get(key, 0.0) + chance * part
    return together


# What a deck may hold


class Content(NamedTuple):
    """What a deck may hold, and how many power cards the player was dealt, also if gone since."""

    cards: Counts
    powers: int = 0


Outcomes = Iterable[tuple[Content, float]]
"""What a content may become by a change, each with its chance."""


class PossibleDecks(NamedTuple):
    """What a deck may hold: the kinds of card that are told apart, the chance of every content.

    A kind is written as a card is typed: `5`, `p5`, `w`, and OTHER and OTHER_POWER for the rest. If
    `tells_powers` is False, a power card is of the kind of its number. `is_exact` is False if
    something that was seen could not be counted in.
    """

    kinds: tuple[str, ...]
    chances: dict[Content, float]
    tells_powers: bool
    is_exact: bool = True

    def place(self, face: int, power: bool = False) -> int:
        """The place of a card among the kinds."""
        kind = f"{POWER_SIGN if power else ''}{face}"
        return self.kinds.index(kind if kind in self.kinds else OTHER_POWER if power else OTHER)

    def places_of(self, card: str) -> list[int]:
        """The places that a card which was shown may have: several if its number is unknown."""
        if card != POWER_SIGN:
            return [self.kinds.index(_kind(card, self.tells_powers))]
        return [
            place
            for place, kind in enumerate(self.kinds)
            if (is_power(kind) if self.tells_powers else kind != WILDCARD)
        ]

    @property
    def size(self) -> int:
        """How many cards the deck has: as many in every content."""
        return sum(next(iter(self.chances)).cards)


def possible_decks(deck: Deck, face: Face, triggered: Sequence[int | None] = ()) -> PossibleDecks:
    """What a deck may hold, as far as it matters for a guess on this face."""
    tells_powers = face == POWER
    kinds_triggered = {
        _kind(f"{POWER_SIGN}{number}", tells_powers) for number in triggered if number is not None
    }
    needed = kinds_triggered if tells_powers else {*kinds_triggered, str(face)}
    last_seen = {
        _kind(card, tells_powers): at
        for at, change in enumerate(deck.changes)
        for card in change.hand
        if card not in (WILDCARD, POWER_SIGN)
    }
    kinds = (*sorted(needed | {*last_seen}), WILDCARD, OTHER, OTHER_POWER)
    nothing = Content((0,) * len(kinds))
    now = PossibleDecks(
        kinds, {nothing: 1.0}, tells_powers, tells_powers or not _in_doubt(deck, triggered)
    )
    for at, change in enumerate(deck.changes):
        now = _after(now, change)
        done = [kind for kind in last_seen if last_seen[kind] == at and kind not in needed]
        now = _merge(now, done)
    return now


def _in_doubt(deck: Deck, triggered: Sequence[int | None]) -> bool:
    """Whether power cards say more about the numbers in a deck than is counted in."""
    shown = {card for change in deck.changes for card in change.hand}
    happened = {change.kind for change in deck.changes}
    if POWER_SIGN in shown:  # one round's `p` and the next one's `p5` may be one card
        return True
    if None in triggered:
        # Any number is as likely on a triggered card without its number only where nothing tells
        # numbers apart. For example, a card that was shown as a `5`, without a power, is not it.
        return bool(happened & {"swapped", "extra", "random", "counted", "shown"})
    # One round's `5` and the next one's `p5` are two cards.
    return not deck.is_plain and (any(map(is_power, shown)) or len(triggered) > 0)


def _kind(card: str, tells_powers: bool) -> str:
    """The kind of a card that was shown, if its number is known."""
    if card == WILDCARD:
        return card
    return f"{POWER_SIGN if tells_powers and is_power(card) else ''}{face_on(card)}"


def _after(now: PossibleDecks, change: DeckChange) -> PossibleDecks:
    match change.kind:
        case "dealt":
            for face in PLAIN_FACES:
                now = _deal(now, [face])
        case "random":
            now = _repeat(now, change.count, lambda now: _deal(now, PLAIN_FACES))
        case "extra":
            place = now.place(change.face)
            now = _change(now, lambda content: [(_add(content, place, 1), 1.0)])
        case "swapped":
            wild = now.kinds.index(WILDCARD)
            now = _change(now, lambda content: _swap_any(content, wild))
        case "seen":  # people saw which cards have a power
            now = now._replace(is_exact=now.is_exact and not now.tells_powers)
        case "shown":
            now = _show(now, change.hand)
        case "left out":
            now = _repeat(now, change.count, lambda now: _change(now, _undeal_any(now)))
        case "given":
            now = _give_up_die(now, change)
        case "counted":  # any cards are missing, or others were added
            more = change.count - now.size
            now = _repeat(now, more, lambda now: _deal(now, PLAIN_FACES))
            now = _repeat(now, -more, lambda now: _change(now, _remove_any))
    return now


def _change(now: PossibleDecks, outcomes: Callable[[Content], Outcomes]) -> PossibleDecks:
    """The decks after a change; `outcomes` says what a content may become."""
    found: dict[Content, float] = {}
    for content, chance in now.chances.items():
        for after, part in outcomes(content):
            found[after] = found.get(after, 0.0) + chance * part
    return now._replace(chances=found)


def _merge(now: PossibleDecks, kinds: Sequence[str]) -> PossibleDecks:
    """Tell these kinds apart no more: they are not seen again. Far fewer contents are left."""
    moves = [
        (now.kinds.index(kind), now.kinds.index(OTHER_POWER if is_power(kind) else OTHER))
        for kind in kinds
    ]

    def outcomes(content: Content) -> Outcomes:
        for place, other in moves:
            count = content.cards[place]
            content = _add(_add(content, place, -count), other, count)
        return [(content, 1.0)]

    return _change(now, outcomes) if moves else now


def _repeat(
    now: PossibleDecks, times: int, change: Callable[[PossibleDecks], PossibleDecks]
) -> PossibleDecks:
    for _ in range(times):
        now = change(now)
    return now


def _add(content: Content, place: int, by: int, powers: int = 0) -> Content:
    """A content with more cards of a kind, or fewer; and with more power cards dealt, or fewer."""
    cards = content.cards
    return Content(
        (*cards[:place], cards[place] + by, *cards[place + 1 :]), content.powers + powers
    )


def _deal(now: PossibleDecks, faces: Sequence[int]) -> PossibleDecks:
    """A card is dealt that has one of these numbers; with a power or without, if that matters."""
    signs = (False, True) if now.tells_powers else (False,)
    part = 1 / (len(faces) * len(signs))
    places: dict[tuple[int, bool], float] = {}
    for face in faces:
        for power in signs:
            key = now.place(face, power), power
            places[key] = places.get(key, 0.0) + part
    return _change(
        now,
        lambda content: [
            (_add(content, place, 1, int(power)), chance)
            for (place, power), chance in places.items()
        ],
    )


def _remove_any(content: Content) -> Outcomes:
    """Any of the cards is taken away."""
    cards = sum(content.cards)
    if not cards:
        return [(content, 1.0)]
    return [
        (_add(content, place, -1), count / cards)
        for place, count in enumerate(content.cards)
        if count
    ]


def _undeal_any(now: PossibleDecks) -> Callable[[Content], Outcomes]:
    """Any of the cards was not dealt after all."""
    signs = [int(is_power(kind)) for kind in now.kinds]

    def outcomes(content: Content) -> Outcomes:
        cards = sum(content.cards)
        for place, count in enumerate(content.cards):
            if count:
                yield _add(content, place, -1, -signs[place]), count / cards

    return outcomes


def _swap_any(content: Content, wild: int) -> Outcomes:
    """Any card but a wildcard is swapped for a wildcard."""
    plain = sum(content.cards) - content.cards[wild]
    if not plain:
        return [(content, 1.0)]
    return [
        (_add(_add(content, place, -1), wild, 1), count / plain)
        for place, count in enumerate(content.cards)
        if count and place != wild
    ]


# What shown cards say about a deck


def _show(now: PossibleDecks, hand: Hand) -> PossibleDecks:
    """These were the top cards: contents that make that likely become likelier."""
    possible = _possible_tops(now, hand)
    weighed = {
        content: chance * ways
        for content, chance in now.chances.items()
        if (ways := sum(_count_ways(content.cards, tops) for tops in possible))
    }
    total = sum(weighed.values())
    if not total:
        return now._replace(is_exact=False)
    return now._replace(chances={content: part / total for content, part in weighed.items()})


def _give_up_die(now: PossibleDecks, change: DeckChange) -> PossibleDecks:
    """A die is given up: one of the cards that were shown and any below it, or any cards.

    For example, a deck of 1 to 6 showed 5 and 2 on two dice, and a die of 3 cards is given up.
    Below the two top cards lie 1, 3, 4 and 6. First, any two of these four are taken away: they
    may be the ones in that die. Then either the 5 or the 2 goes with them, with a chance of 1/2
    each, and the other one stays in the deck.
    """
    possible, below = _possible_tops(now, change.hand), change.count - 1
    if not change.hand or not all(
        sum(content.cards) - len(change.hand) >= below
        and any(_count_ways(content.cards, tops) for tops in possible)
        for content in now.chances
    ):
        now = now._replace(is_exact=now.is_exact and not change.hand)
        return _repeat(now, change.count, lambda now: _change(now, _remove_any))
    found: dict[Content, float] = {}
    for tops in possible:  # one, unless the number on a card is unknown
        hidden: dict[Content, float] = {}
        for content, chance in now.chances.items():
            ways = _count_ways(content.cards, tops)
            if ways:
                every = sum(_count_ways(content.cards, other) for other in possible)
                rest = tuple(count - top for count, top in zip(content.cards, tops, strict=True))
                hidden[Content(rest, content.powers)] = chance * ways / every
        left = _repeat(now._replace(chances=hidden), below, lambda now: _change(now, _remove_any))
        for rest_of, chance in left.chances.items():
            for place, many in enumerate(tops):
                if many:
                    cards = tuple(
                        count + top - (at == place)
                        for at, (count, top) in enumerate(zip(rest_of.cards, tops, strict=True))
                    )
                    after = Content(cards, rest_of.powers)
                    found[after] = found.get(after, 0.0) + chance * many / len(change.hand)
    return now._replace(chances=found)


def _possible_tops(now: PossibleDecks, hand: Hand) -> list[Counts]:
    """The kinds of the cards of a hand: several possibilities if a number is unknown."""
    found = {(0,) * len(now.kinds)}
    for card in hand:
        found = {
            (*tops[:place], tops[place] + 1, *tops[place + 1 :])
            for tops in found
            for place in now.places_of(card)
        }
    return sorted(found)


def _count_ways(cards: Counts, tops: Counts) -> int:
    """In how many ways these cards may be on top."""
    product = 1
    for count, top in zip(cards, tops, strict=True):
        if top:
            product *= comb(count, top)
    return product
