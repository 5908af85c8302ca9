"""A challenge: the cards that are revealed, whether the guess was right, and who loses."""

import re
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.command import number, player, verb, words
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import folded
from companion.core.param import Arguments, Candidate
from companion.core.seats import PlayerSeat, find_seat, is_somebody
from companion.core.shapes import AMOUNT, each_seat, list_of, maybe
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.lwd.decks import (
    POWER_SIGN,
    REVEALED_CARD,
    WILDCARD,
    count_matching,
    face_on,
    find_mistakes_in_cards,
    find_mistakes_in_count,
    find_mistakes_in_hand,
    is_power,
    read_card,
)
from companion.games.lwd.state import (
    RoundRecord,
    State,
    begin_next_round,
    dice_range,
    round_so_far,
)
from companion.games.lwd.turns import (
    require_power,
    require_round_open,
    require_turn,
    require_wildcards,
    seat_in_turn,
)

if TYPE_CHECKING:
    from companion.core.offer import Trial


class GuessChallenged(Fact[State], kind="guess.challenged"):
    """The last guess is challenged: by whom, and at most one way of what was revealed.

    `cards` are the top cards of all players together, `hands` those of each player, `there` is how
    many of them show what was guessed; the other two are None.
    """

    seat: Seat
    cards: Annotated[Sequence[str] | None, maybe(list_of(REVEALED_CARD))]
    hands: Annotated[Sequence[Sequence[str]] | None, maybe(each_seat(list_of(REVEALED_CARD)))]
    there: Annotated[int | None, maybe(AMOUNT)]

    @property
    def revealed(self) -> Sequence[str] | None:
        """The top cards of all players; None if none were entered."""
        if self.hands is None:
            return self.cards
        return [card for hand in self.hands for card in hand]

    def check(self, state: State, referee: Referee) -> None:
        require_round_open(state)
        referee.require(
            state.has_guesses,
            "LW-28",
            "There is no guess yet to challenge.",
            f"`companion lwd guess {state.seats[state.turn].handle} 2x5`",
        )
        require_turn(state, self.seat, referee)
        if state.guesses_not_entered and (self.revealed is not None or self.there is not None):
            raise Refused(
                "The last guess was not entered, so the cards cannot show whether it was right.",
                "`companion lwd challenge` alone, then who lost; or `companion undo` and enter the "
                "guess.",
            )
        for card in self.revealed or ():
            _require_card_in_game(state, card, referee)
        if self.hands is not None:
            _require_card_for_each_die(state, self.hands, referee)
        if self.cards is not None:
            _require_card_count(state, len(self.cards), referee)
        if self.there is not None:
            _require_enough_dice(state, self.there, referee)

    def apply(self, state: State) -> State:
        record = self.record(state)
        if record.hands:
            pairs = zip(state.decks, record.hands, strict=True)
            state = replace(state, decks=tuple(deck.after_showing(hand) for deck, hand in pairs))
        state = replace(state, challenged_round=record, swap_seat=None)
        # A player whose cards were corrected to 0 in this round has no die to give up.
        if record.loser is not None and not state.decks[record.loser].size:
            return begin_next_round(state, record.loser)
        return state

    def describe(self, before: State, after: State) -> str:
        if self.hands is None:
            cards = " ".join(self.cards or ())
        else:
            shown = [(after.name(seat), hand) for seat, hand in enumerate(self.hands) if hand]
            cards = "; ".join(f"{name} {' '.join(hand)}" for name, hand in shown)
        with_cards = f" ({cards})" if cards else ""
        found = verdict(after, self.record(before))
        return f"{after.name(self.seat)} challenges{with_cards}: {found}"

    def record(self, state: State) -> RoundRecord:
        """The round after this challenge: what was there and who loses, if that is known."""
        record = round_so_far(state)._replace(challenger=self.seat, there=self.there)
        last, cards = record.last_guess, self.revealed
        if self.hands is not None:
            record = record._replace(hands=tuple(tuple(hand) for hand in self.hands))
        if last is None:
            return record
        if cards is not None:
            record = record._replace(there=count_matching(last.guess, cards))
        if record.was_right is None:
            return record
        return record._replace(loser=self.seat if record.was_right else last.seat)


def _require_card_for_each_die(
    state: State, hands: Sequence[Sequence[str]], referee: Referee
) -> None:
    for seat, hand in enumerate(hands):
        fitting = dice_range(state, seat)
        dice = "one die" if fitting == range(1, 2) else f"{_between(fitting)} dice"
        referee.require(
            len(hand) in fitting,
            "LW-29",
            f"{state.name(seat)} has {dice}, so shows as many cards, not {len(hand)}.",
            f"Enter a card for each die of each player: {example_hands(state)}.",
        )


def _require_card_count(state: State, cards: int, referee: Referee) -> None:
    ranges = [dice_range(state, seat) for seat in range(len(state.seats))]
    low, high = sum(dice[0] for dice in ranges), sum(dice[-1] for dice in ranges)
    each = ", ".join(f"{state.name(seat)} {_between(ranges[seat])}" for seat in state.still_in)
    referee.require(
        low <= cards <= high,
        "LW-29",
        f"There are {_between(range(low, high + 1))} dice ({each}), so as many top cards, "
        f"not {cards}.",
        f"Enter a card for each die: all together, {example_cards(state)}, or player by player, "
        f"{example_hands(state)}.",
    )


def _require_enough_dice(state: State, there: int, referee: Referee) -> None:
    most = _most_dice(state)
    referee.require(
        there <= most,
        "LW-29",
        f"There are {'' if state.liars_number else 'at most '}{most} dice, so {there} of them "
        "cannot show it.",
        "`--there` is how many dice show what was guessed.",
    )


def _require_card_in_game(state: State, card: str, referee: Referee) -> None:
    if card == WILDCARD:
        require_wildcards(state, referee)
        return
    if is_power(card):
        require_power(state, referee)
    face = face_on(card)
    if face is None:
        last = state.guess_to_challenge
        if last is not None and not last.guess.on_power:
            raise Refused(
                "A power card also counts as the number on it, which was not entered (A-LW-11).",
                "Enter `p5` for a power card with a 5.",
            )
        return
    referee.require(
        1 <= face <= state.highest,
        "LW-24",
        f"No card shows {face}: the numbers are 1 to {state.highest}.",
        f"Numbers with commas between them: {example_cards(state)}.",
    )


def _between(numbers: range) -> str:
    low, high = numbers[0], numbers[-1]
    return str(low) if low == high else f"{low} to {high}"


def _most_dice(state: State) -> int:
    return sum(dice_range(state, seat)[-1] for seat in range(len(state.seats)))


def verdict(state: State, record: RoundRecord) -> str:
    """What a challenge showed, in words."""
    if record.last_guess is None:
        return "the guess was not entered"
    guesser, guess = state.name(record.last_guess.seat), record.last_guess.guess
    if record.was_right is None or record.loser is None:
        return f"{guesser}'s {guess.label}; the cards were not entered"
    there = f"{record.there or 'none'} {'is' if (record.there or 0) < 2 else 'are'} there"
    how = "right" if record.was_right else "wrong"
    return f"{there}, so {guesser}'s {guess.label} was {how} and {state.name(record.loser)} loses"


# What is typed

_EXAMPLE = (5, 2, 6, 3, 1, 4)
"""The numbers on the cards in examples of what may be typed."""


def example_cards(state: State) -> str:
    """An example of the option for the top cards of all players together."""
    cards = [card for hand in _example_hands(state).values() for card in hand]
    return f"`--reveal {','.join(cards)}`"


def example_hands(state: State) -> str:
    """An example of the option for the top cards of each player."""
    hands = _example_hands(state).items()
    each = [f"{state.seats[seat].handle}={','.join(hand)}" for seat, hand in hands]
    return f"`--reveal {' '.join(each)}`"


def _example_hands(state: State) -> dict[int, list[str]]:
    numbers = map(str, cycle(_EXAMPLE))
    return {seat: list(islice(numbers, dice_range(state, seat)[0])) for seat in state.still_in}


Revealed = tuple[list[str] | None, list[list[str]] | None]
"""The cards of all players together, or each player's: one of the two, the other is None."""


def read_cards(state: State, words: Sequence[str]) -> Revealed:
    """Read the cards of all players together, `5,5,2,w`, or each player's, `ana=5,2`.

    Raises Invalid for both at once, or what is not a card; NotFound for a name.
    """
    if not any(_parts(word.rpartition("=")[2]) for word in words):
        raise Invalid("`--reveal` has no cards.", f"{example_cards(state)}, or leave it out.")
    named = ["=" in word for word in words]
    if any(named) and not all(named):
        raise Invalid(
            "Some cards have a player's name before them, and some have not.",
            f"All together, {example_cards(state)}; or each with a name, {example_hands(state)}.",
        )
    if not any(named):
        return [read_card(part) for word in words for part in _parts(word)], None
    hands: list[list[str]] = [[] for _ in state.seats]
    for word in words:
        name, _, cards = word.partition("=")
        hands[find_seat(state.seats, name)] += [read_card(part) for part in _parts(cards)]
    return None, hands


def _parts(text: str) -> list[str]:
    return [part for part in re.split(r"[,\s]+", text.strip()) if part]


def _cards_among(seats: Sequence[PlayerSeat], words: Sequence[str], has_option: bool) -> list[str]:
    """The words of a challenge that are cards, wherever they stand: `--reveal` may be left out.

    `w` and `p` count as cards only if the line `has_option`, or beside other cards.
    """
    others = [word for word in words if not is_somebody(seats, word)]
    cards = [word for word in others if "=" in word or "," in word or word[:1].isdigit()]
    letters = (WILDCARD, POWER_SIGN) if has_option or cards else ()
    return [word for word in others if word in cards or folded(word) in letters]


def _challengers(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    from companion.core.offer import people

    if "reveal" not in args and "there" not in args:
        yield from people(trial.state, seat_in_turn(trial), "whose turn it is")


def _may_reveal(trial: "Trial[State]", args: Arguments[State]) -> bool:
    """Whether `--reveal` is offered: the guess is known, and how many are there was not entered."""
    return trial.state.guess_to_challenge is not None and "there" not in args


def _verdicts(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """How many dice may show what was guessed, and who loses then."""
    state, last = trial.state, trial.state.guess_to_challenge
    if last is not None:
        for there in range(_most_dice(state) + 1):
            loser = state.turn if there >= last.guess.count else last.seat
            yield str(there), f"{state.name(loser)} loses the round"


Challenger = Annotated[
    int,
    player(
        default_from=lambda state: state.turn,
        belongs_here=lambda state, words: True,  # a word that is no card is the challenger
        candidates=_challengers,
    ),
]
Reveal = Annotated[
    Revealed | None,
    words(
        read_cards,
        metavar="CARDS",
        help="All top cards: `5,5,2,w,p3`, or `ana=5,2 ben=w,3`.",
        own_words=lambda state, words, has_option: _cards_among(state.seats, words, has_option),
        about="all top cards: 5,5,2,1",
        when=_may_reveal,
    ),
]
There = Annotated[
    int | None,
    number(
        0,
        99,
        what="number of dice",
        example="`--there 4`",
        metavar="N",
        help="Only how many dice show what was guessed.",
        about="how many dice show what was guessed",
        candidates=_verdicts,
    ),
]


def _one_player(state: State, words: Sequence[str]) -> Invalid:
    handle = state.seats[state.turn].handle
    return Invalid("Only one player challenges.", f"`companion lwd challenge {handle}`")


@verb("the last guess", too_many=_one_player)
def challenge(
    action: Action[State], player: Challenger, *, reveal: Reveal = None, there: There = None
) -> None:
    """Challenge the last guess: who was right, and who loses.

    w is a wildcard, p3 a power card with a 3. Without cards, enter who lost: `companion lwd lose`.

    Examples:
      companion lwd challenge cho --reveal 5,5,2,w,1,6
      companion lwd challenge --reveal ana=5,2 ben=w,3
      companion lwd challenge cho --there 4
    """
    if there is not None and reveal is not None:
        raise Invalid(
            "The cards already show how many there are.", "Enter `--reveal` or `--there`, not both."
        )
    before, (cards, hands) = action.state, reveal or (None, None)
    action.add(GuessChallenged(seat=player, cards=cards, hands=hands, there=there))
    state, triggered = action.state, action.state.triggered
    for seat, hand in enumerate(hands or ()):
        faces = [face for who, face in triggered if who == seat]
        for mistake in find_mistakes_in_hand(state.name(seat), state.decks[seat], faces, hand):
            action.warn(mistake)
    if cards is not None:
        for mistake in find_mistakes_in_cards(state.decks, cards, len(triggered)):
            action.warn(mistake)
    last = before.guess_to_challenge
    if there is not None and last is not None:
        dice = [dice_range(before, seat)[-1] for seat in range(len(before.seats))]
        for mistake in find_mistakes_in_count(before.decks, dice, last.guess, there):
            action.warn(mistake)
