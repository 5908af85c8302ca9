"""A challenge: the cards that are revealed, what they say of the guess before, and who has lost."""

import re
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import TYPE_CHECKING, Annotated

from companion.core.action import Action
from companion.core.command import number, player, verb, words
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import folded
from companion.core.param import Arguments, Candidate
from companion.core.seats import PlayerSeat, find_seat, is_somebody
from companion.core.shapes import AMOUNT, each_seat, list_of, maybe
from companion.core.value import replace
from companion.errors import Invalid, Refused
from companion.games.lwd.decks import (
    CARD,
    POWER_SIGN,
    WILDCARD,
    is_power,
    number_on,
    read_card,
    showing,
    slips_of_all,
    slips_of_count,
    slips_of_hand,
)
from companion.games.lwd.state import (
    Showdown,
    State,
    dice_range,
    next_round,
    showdown_of,
    start_with,
)
from companion.games.lwd.turns import in_turn, require_going_on, require_turn

if TYPE_CHECKING:
    from companion.core.offer import Trial


class GuessChallenged(Fact[State], kind="guess.challenged"):
    """The guess before is challenged. What lay there is entered in one of three ways, if at all.

    `cards` are the top cards of all together, `hands` those of each player, `there` is how many
    show what was guessed.
    """

    seat: Seat
    cards: Annotated[Sequence[str] | None, maybe(list_of(CARD))]
    hands: Annotated[Sequence[Sequence[str]] | None, maybe(each_seat(list_of(CARD)))]
    there: Annotated[int | None, maybe(AMOUNT)]

    @property
    def revealed(self) -> Sequence[str] | None:
        """The cards of everybody; None where none were entered."""
        if self.hands is None:
            return self.cards
        return [card for hand in self.hands for card in hand]

    def check(self, state: State, referee: Referee) -> None:
        """Refuse a challenge out of turn, of no guess, and cards that cannot lie there."""
        require_going_on(state)
        referee.require(
            bool(state.guesses) or state.skipped > 0,
            "LW-28",
            "There is no guess yet that could be challenged.",
            f"`companion lwd guess {state.seats[state.turn].handle} 2x5`",
        )
        require_turn(state, self.seat, referee)
        if state.skipped and (self.revealed is not None or self.there is not None):
            raise Refused(
                "The guess that was challenged was not entered, so nobody can say whether it was "
                "right.",
                "`companion lwd challenge` alone, then who lost; or `companion undo` and enter it.",
            )
        for card in self.revealed or ():
            _require_card(state, card, referee)
        if self.hands is not None:
            _require_hands(state, self.hands, referee)
        if self.cards is not None:
            _require_all(state, len(self.cards), referee)
        if self.there is not None:
            _require_there(state, self.there, referee)

    def apply(self, state: State) -> State:
        showdown = self.ending(state)
        if showdown.hands:
            pairs = zip(state.decks, showdown.hands, strict=True)
            state = replace(state, decks=tuple(deck.showing(hand) for deck, hand in pairs))
        state = replace(state, showdown=showdown, swapper=None)
        # Whoever was counted out in the middle of a round has no die to give up.
        if showdown.loser is not None and not state.decks[showdown.loser].cards:
            return next_round(state, showdown.loser)
        return state

    def describe(self, before: State, after: State) -> str:
        if self.hands is None:
            cards = " ".join(self.cards or ())
        else:
            shown = [(after.name(seat), hand) for seat, hand in enumerate(self.hands) if hand]
            cards = "; ".join(f"{name} {' '.join(hand)}" for name, hand in shown)
        with_cards = f" ({cards})" if cards else ""
        found = verdict(after, self.ending(before))
        return f"{after.name(self.seat)} challenges{with_cards}: {found}"

    def ending(self, state: State) -> Showdown:
        """The round as the challenge ends it: what was there and who has lost, if that is known."""
        showdown = showdown_of(state)._replace(challenger=self.seat, there=self.there)
        said, cards = showdown.said, self.revealed
        if self.hands is not None:
            showdown = showdown._replace(hands=tuple(tuple(hand) for hand in self.hands))
        if said is None:
            return showdown
        if cards is not None:
            showdown = showdown._replace(there=showing(said.guess, cards))
        if showdown.right is None:
            return showdown
        return showdown._replace(loser=self.seat if showdown.right else said.seat)


def _require_hands(state: State, hands: Sequence[Sequence[str]], referee: Referee) -> None:
    for seat, hand in enumerate(hands):
        fitting = dice_range(state, seat)
        dice = "one die" if fitting == range(1, 2) else f"{_between(fitting)} dice"
        referee.require(
            len(hand) in fitting,
            "LW-29",
            f"{state.name(seat)} has {dice} and shows as many cards, not {len(hand)}.",
            f"A card for each die of everybody: {example_hands(state)}.",
        )


def _require_all(state: State, cards: int, referee: Referee) -> None:
    ranges = [dice_range(state, seat) for seat in range(len(state.seats))]
    low, high = sum(dice[0] for dice in ranges), sum(dice[-1] for dice in ranges)
    each = ", ".join(f"{state.name(seat)} {_between(ranges[seat])}" for seat in state.still_in)
    referee.require(
        low <= cards <= high,
        "LW-29",
        f"There are {_between(range(low, high + 1))} dice ({each}), and so as many top cards, "
        f"not {cards}.",
        f"A card for each die: all together, {example_cards(state)}, or player by player, "
        f"{example_hands(state)}.",
    )


def _require_there(state: State, there: int, referee: Referee) -> None:
    most = _most_dice(state)
    referee.require(
        there <= most,
        "LW-29",
        f"There are {most} dice{'' if state.dice_count else ' at most'}, so {there} of them "
        "cannot show it.",
        "`--there` is how many dice show what was guessed.",
    )


def _require_card(state: State, card: str, referee: Referee) -> None:
    if card == WILDCARD:
        referee.require(
            state.variant.wildcards,
            "LW-38",
            "There are no wildcards in this game.",
            f"{start_with(state, wildcards=True)} begins a game with them.",
        )
        return
    if is_power(card):
        referee.require(
            state.variant.power,
            "LW-45",
            "There are no power cards in this game.",
            f"{start_with(state, power=True)} begins a game with them.",
        )
    on_it = number_on(card)
    if on_it is None:
        if state.last is not None and not state.last.on_power:
            raise Refused(
                "A power card is also the number on it, and that was not entered (A-LW-11).",
                "`p5` for a power card with a 5.",
            )
        return
    referee.require(
        1 <= on_it <= state.highest,
        "LW-24",
        f"No card shows {on_it}: the numbers are 1 to {state.highest}.",
        f"Numbers with commas between them: {example_cards(state)}.",
    )


def _between(numbers: range) -> str:
    low, high = numbers[0], numbers[-1]
    return str(low) if low == high else f"{low} to {high}"


def _most_dice(state: State) -> int:
    return sum(dice_range(state, seat)[-1] for seat in range(len(state.seats)))


def verdict(state: State, showdown: Showdown) -> str:
    """What a challenge brought to light, in words."""
    if showdown.said is None:
        return "the guess was not entered"
    guesser, guess = state.name(showdown.said.seat), showdown.said.guess
    if showdown.right is None or showdown.loser is None:
        return f"{guesser}'s {guess.shown}; what lies there was not entered"
    there = f"{showdown.there or 'none'} {'is' if (showdown.there or 0) < 2 else 'are'} there"
    how = "right" if showdown.right else "not right"
    return f"{there}, so {guesser}'s {guess.shown} was {how} and {state.name(showdown.loser)} loses"


# What is typed


_EXAMPLE = (5, 2, 6, 3, 1, 4)
"""Numbers on cards for examples of what may be typed: those of one deck."""


def example_cards(state: State) -> str:
    """How the top cards of all together are entered: a card for each die."""
    cards = [card for hand in _example_hands(state).values() for card in hand]
    return f"`--reveal {','.join(cards)}`"


def example_hands(state: State) -> str:
    """The same player by player."""
    hands = _example_hands(state).items()
    each = [f"{state.seats[seat].handle}={','.join(hand)}" for seat, hand in hands]
    return f"`--reveal {' '.join(each)}`"


def _example_hands(state: State) -> dict[int, list[str]]:
    """Cards for as many dice as everybody has, or has at least."""
    numbers = map(str, cycle(_EXAMPLE))
    return {seat: list(islice(numbers, dice_range(state, seat)[0])) for seat in state.still_in}


Revealed = tuple[list[str] | None, list[list[str]] | None]
"""The cards of all together, or hand by hand."""


def read_cards(state: State, words: Sequence[str]) -> Revealed:
    """The cards of all together, or hand by hand: `5,5,2,w` or `ana=5,2` for each player.

    Raises Invalid for both at once, or a card that there is not; NotFound for a name.
    """
    if not any(_parts(word.rpartition("=")[2]) for word in words):
        raise Invalid("No card is revealed.", f"{example_cards(state)}, or leave it out.")
    named = ["=" in word for word in words]
    if any(named) and not all(named):
        raise Invalid(
            "Some cards are entered player by player, and some are not.",
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


def _cards_among(seats: Sequence[PlayerSeat], words: Sequence[str], behind: bool) -> list[str]:
    """Those words of a challenge that are cards, and no player: they may be many, of which the
    option takes the first; or there is no option.

    Letters alone may be cards too where they stand `behind` the option, or beside other cards.
    """
    others = [word for word in words if not is_somebody(seats, word)]
    cards = [word for word in others if "=" in word or "," in word or word[:1].isdigit()]
    letters = (WILDCARD, POWER_SIGN) if behind or cards else ()
    return [word for word in others if word in cards or folded(word) in letters]


def _challengers(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """Whoever has the turn, in front of all else."""
    from companion.core.offer import people

    if "reveal" not in args and "there" not in args:
        yield from people(trial.state, in_turn(trial), "whose turn it is")


def _may_reveal(trial: "Trial[State]", args: Arguments[State]) -> bool:
    """Whether cards may be entered: of a guess that was, if nothing else says what was there."""
    return bool(trial.state.guesses) and not trial.state.skipped and "there" not in args


def _verdicts(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """How many may show what was guessed, and who loses then."""
    state = trial.state
    if state.guesses and not state.skipped:
        said = state.guesses[-1]
        for there in range(_most_dice(state) + 1):
            loser = state.turn if there >= said.guess.times else said.seat
            yield str(there), f"{state.name(loser)} loses the round"


Challenger = Annotated[
    int,
    player(
        default_from=lambda state: state.turn,
        belongs_here=lambda state, words: True,
        candidates=_challengers,
    ),
]
Reveal = Annotated[
    Revealed | None,
    words(
        read_cards,
        metavar="CARDS",
        help="All top cards: `5,5,2,w,p3`, or `ana=5,2 ben=w,3`.",
        own_words=lambda state, words, behind: _cards_among(state.seats, words, behind),
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
        help="Or only how many show what was guessed.",
        about="how many dice show what was guessed",
        candidates=_verdicts,
    ),
]


def _one_player(state: State, words: Sequence[str]) -> Invalid:
    handle = state.seats[state.turn].handle
    return Invalid("One player challenges.", f"`companion lwd challenge {handle}`")


@verb("the guess before", too_many=_one_player)
def challenge(
    action: Action[State], player: Challenger, *, reveal: Reveal = None, there: There = None
) -> None:
    """Challenge the guess before: who was right, and who loses.

    w is a wildcard, p3 a power card with a 3. Without cards, the table says who has lost.

    \b
    Examples:
      companion lwd challenge cho --reveal 5,5,2,w,1,6
      companion lwd challenge --reveal ana=5,2 ben=w,3
      companion lwd challenge cho --there 4
    """
    if there is not None and reveal is not None:
        raise Invalid("The cards say how many there are.", "`--reveal` or `--there`, not both.")
    before, (cards, hands) = action.state, reveal or (None, None)
    action.add(GuessChallenged(seat=player, cards=cards, hands=hands, there=there))
    state, triggered = action.state, action.state.triggered
    for seat, hand in enumerate(hands or ()):
        numbers = [on_it for who, on_it in triggered if who == seat]
        for slip in slips_of_hand(state.name(seat), state.decks[seat], numbers, hand):
            action.warn(slip)
    if cards is not None:
        for slip in slips_of_all(state.decks, len(triggered), cards):
            action.warn(slip)
    if there is not None and before.last is not None:
        dice = [dice_range(before, seat)[-1] for seat in range(len(before.seats))]
        for slip in slips_of_count(before.decks, dice, before.last, there):
            action.warn(slip)
