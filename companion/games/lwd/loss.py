"""How a round is lost: the die that is given up, the next Liar; and corrected card counts."""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.command import number, player, verb
from companion.core.event import Referee
from companion.core.fact import Fact, Flag, Seat
from companion.core.names import counted, listed
from companion.core.outcome import finish_if_over
from companion.core.param import Arguments, Candidate, Incomplete, everybodys
from companion.core.seats import is_somebody
from companion.core.value import Annotated, replace
from companion.errors import Refused
from companion.games.lwd.decks import CardCount
from companion.games.lwd.state import (
    State,
    begin_next_round,
    example_size,
    lose_command,
    possible_die_sizes,
    replace_deck,
    winners_by_rules,
)
from companion.games.lwd.turns import is_number, require_cards

if TYPE_CHECKING:
    from companion.core.offer import Trial

# A die that is given up


class DieLost(Fact[State], kind="die.lost"):
    """The loser of a round gives up a die with this many cards, and is the next Liar, or out.

    Older logs also record that the player is `out`, and who is the next `liar`.
    """

    seat: Seat
    cards: CardCount
    out: Flag | None = None
    liar: Seat | None = None

    def check(self, state: State, referee: Referee) -> None:
        require_cards(state, self.seat)
        _require_loser(state, self.seat, referee)
        _require_possible_size(state, self.seat, self.cards, referee)

    def apply(self, state: State) -> State:
        seat, record = self.seat, state.challenged_round
        hand = record.hands[seat] if record is not None and record.hands else ()
        deck = state.decks[seat].after_giving_up(self.cards, hand)
        return begin_next_round(replace_deck(state, seat, deck), seat)

    def describe(self, before: State, after: State) -> str:
        left = after.decks[self.seat].size
        line = f"{after.name(self.seat)} gives up a die with {counted(self.cards, 'card')}: "
        if left:
            return f"{line}{counted(left, 'card')} left, and is the Liar"
        line += "none left, and is out"
        return (
            line
            if winners_by_rules(after).winners
            else f"{line}; {after.name(after.liar)} is the Liar"
        )


def _require_loser(state: State, seat: int, referee: Referee) -> None:
    """Refuse a player who has not lost: by the cards, or without them one of the last two."""
    record = state.challenged_round
    if record is None or record.guesser is None:
        return
    name = state.name(seat)
    if record.loser is None or record.last_guess is None:
        last_two = [record.guesser, record.challenger]
        names = listed([state.name(one) for one in last_two if one is not None], "or")
        referee.require(
            seat in last_two,
            "LW-32",
            f"{names} has lost this round, not {name}: one guessed, and the other challenged.",
            lose_command(state),
        )
        return
    guess, there = record.last_guess.guess.label, record.there or 0
    verdict = "was right" if record.was_right else "was wrong"
    were = "one was" if there == 1 else f"{there or 'none'} were"
    referee.require(
        seat == record.loser,
        "LW-31" if record.was_right else "LW-32",
        f"{state.name(record.loser)} has lost this round, not {name}: {guess} {verdict}, "
        f"{were} there.",
        lose_command(state),
    )


def _require_possible_size(state: State, seat: int, cards: int, referee: Referee) -> None:
    name, deck, fitting = state.name(seat), state.decks[seat], possible_die_sizes(state, seat)
    if cards in fitting:
        return
    dice, handle = state.dice(seat), state.seats[seat].handle
    held = f"are {deck.in_dice} cards" if deck.in_dice != 1 else "is one card"
    made = "" if dice is None else f" in {dice} dice" if dice > 1 else " in one die"
    correct = f"`companion lwd cards {handle} N` corrects the number."
    referee.refuse(
        "LW-14" if cards == 1 and fitting and fitting[0] > 1 else "LW-33",
        f"{name}'s die cannot hold {cards}: there {held}{made}, "
        f"and each die has {_size_words(fitting)}.",
        f"`companion lwd lose {handle} {example_size(fitting)}`" if fitting else correct,
    )
    if cards > deck.size:  # not even with a house rule, after which `refuse` returns
        raise Refused(
            f"{name} has only {counted(deck.size, 'card')}, so {cards} cannot be given up.",
            correct,
        )


def _size_words(fitting: Sequence[int]) -> str:
    """The sizes in words: `2, 3 or 4 cards`."""
    if not fitting:
        return "no cards"
    few = listed([str(size) for size in fitting], "or")
    shown = few if len(fitting) <= 3 else f"{fitting[0]} to {fitting[-1]}"
    return f"{shown} card{'s' * (tuple(fitting) != (1,))}"


def _losers(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    from companion.core.offer import from_turn, people

    state = trial.state
    yield from people(state, from_turn(state, state.liar))


def _sizes(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """How many cards may be in the loser's die, whether the loser is named or known."""
    state = trial.state
    loser = args.get("player", state.loser)
    for size in () if loser is None else map(str, possible_die_sizes(state, loser)):
        if "player" in args or not is_somebody(state.seats, size):
            yield size, "a single card" if size == "1" else "cards in the die"


Loser = Annotated[
    int | None,
    player(
        belongs_here=lambda state, words: len(words) > 1 or not is_number(state, words[0]),
        candidates=_losers,
    ),
]
DieSize = Annotated[
    int | None,
    number(1, 99, what="number of cards", example=lose_command, candidates=_sizes),
]


def _seats_that_may_lose(state: State) -> Collection[int]:
    """The loser, if the cards show who that is; otherwise everybody."""
    return everybodys(state) if state.loser is None else (state.loser,)


@verb("the loser gives up a die", whose=_seats_that_may_lose)
def lose(action: Action[State], player: Loser = None, cards: DieSize = None) -> None:
    """The loser of a round gives up a die: this many cards.

    The name may be left out if the cards show who lost. The loser is the next Liar.

    Examples:
      companion lwd lose ana 2
      companion lwd lose 2
      companion lwd lose            if all dice of the loser are the same size
    """
    state = action.state
    seat = state.loser if player is None else player
    if seat is None:
        raise Incomplete("Who lost the round?", lose_command(state), "player")
    require_cards(state, seat)
    if cards is None:
        fitting = possible_die_sizes(state, seat)
        if len(fitting) != 1:
            raise Incomplete(
                f"How many cards were in the die that {state.name(seat)} gave up?",
                f"`companion lwd lose {state.seats[seat].handle} {example_size(fitting)}`",
                "cards",
            )
        cards = fitting[0]
    action.add(DieLost(seat=seat, cards=cards))
    finish_if_over(action, winners_by_rules(action.state), "cards")


def say_losses_alone(state: State) -> str:
    """Say how to go on without entering guesses."""
    if state.round > 1:
        return ""
    return f"Or enter only who lost each round: {lose_command(state)}."


def say_loss(state: State) -> str:
    """Ask the loser for a die."""
    loser = state.loser
    if loser is None:
        return f"Who lost the round? For example {lose_command(state)}."
    fitting, name = possible_die_sizes(state, loser), state.name(loser)
    if len(fitting) == 1:
        die = counted(fitting[0], "card")
        return f"{name} gives up a die, {die}, unseen: `companion lwd lose`."
    between = "or" if len(fitting) == 2 else "to"
    sizes = f"{fitting[0]} {between} {fitting[-1]} cards" if fitting else "all that is left"
    return f"{name} gives up a die, {sizes}, unseen: {lose_command(state)}."


# A corrected number of cards


class CardsCounted(Fact[State], kind="cards.counted"):
    """A player has this many cards, whatever was known before."""

    seat: Seat
    cards: CardCount

    def check(self, state: State, referee: Referee) -> None:
        if state.decks[self.seat].size == self.cards:
            raise Refused(
                f"{state.name(self.seat)} has {self.cards} cards already.", "`companion table`"
            )

    def apply(self, state: State) -> State:
        """The player may be out after that, or back in (LW-21)."""
        seat = self.seat
        was_in = state.decks[seat].size > 0
        state = replace_deck(state, seat, state.decks[seat].after_counting(self.cards))
        if state.decks[seat].size:
            if not was_in and state.guess_to_challenge is not None:
                state = replace(state, turn=state.next_in(state.guess_to_challenge.seat))
            return state
        if state.loser == seat:
            return begin_next_round(state, seat)
        return replace(
            state,
            liar=state.next_in(seat) if state.liar == seat else state.liar,
            turn=state.next_in(seat) if state.turn == seat else state.turn,
            swap_seat=None if state.swap_seat == seat else state.swap_seat,
        )

    def describe(self, before: State, after: State) -> str:
        return f"{after.name(self.seat)} has {counted(self.cards, 'card')}"


def _owners(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    from companion.core.offer import from_turn, people

    state = trial.state
    for seat in from_turn(state, state.turn):
        yield from people(state, [seat], f"has {counted(state.decks[seat].size, 'card')}")


def _example_count(state: State) -> str:
    return f"`companion lwd cards {state.seats[state.turn].handle} 4`"


Owner = Annotated[int, player(candidates=_owners)]
NewCount = Annotated[
    int,
    number(
        0,
        99,
        name="N",
        what="number of cards",
        example=_example_count,
    ),
]


@verb("corrects how many there are", name="cards")
def count_cards(action: Action[State], player: Owner, count: NewCount) -> None:
    """Correct how many cards a player has.

    Examples:
      companion lwd cards ana 4
    """
    action.add(CardsCounted(seat=player, cards=count))
    finish_if_over(action, winners_by_rules(action.state), "cards")
