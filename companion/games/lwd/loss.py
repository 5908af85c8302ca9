"""How a round is lost: the die that is given up, the next Liar; and cards counted anew."""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from companion.core.action import Action
from companion.core.command import number, player, verb
from companion.core.event import Referee
from companion.core.fact import Fact, Flag, Seat
from companion.core.names import counted, listed
from companion.core.outcome import finish_if_over
from companion.core.param import Arguments, Candidate, Incomplete, everybodys
from companion.core.seats import is_somebody
from companion.core.value import replace
from companion.errors import Refused
from companion.games.lwd.decks import CardCount
from companion.games.lwd.state import (
    State,
    how_to_lose,
    likely_size,
    lost_sizes,
    next_round,
    outcome,
    with_deck,
)
from companion.games.lwd.turns import is_number, require_cards

if TYPE_CHECKING:
    from companion.core.offer import Trial

# A die that is given up


class DieLost(Fact[State], kind="die.lost"):
    """The loser of a round gives up a die with so many cards.

    Who is out with it, and who is the next Liar, follows from it. Older logs say so as well: `out`,
    and the `liar`.
    """

    seat: Seat
    cards: CardCount
    out: Flag | None = None
    liar: Seat | None = None

    def check(self, state: State, referee: Referee) -> None:
        """Refuse a die of somebody who has not lost, or that cannot hold so many cards."""
        require_cards(state, self.seat)
        _require_loser(state, self.seat, referee)
        _require_fitting(state, self.seat, self.cards, referee)

    def apply(self, state: State) -> State:
        seat, showdown = self.seat, state.showdown
        hand = showdown.hands[seat] if showdown is not None and showdown.hands else ()
        deck = state.decks[seat].given(self.cards, hand)
        return next_round(with_deck(state, seat, deck), seat)

    def describe(self, before: State, after: State) -> str:
        left = after.decks[self.seat].cards
        line = f"{after.name(self.seat)} gives up a die with {counted(self.cards, 'card')}: "
        if left:
            return f"{line}{counted(left, 'card')} left, and is the Liar"
        line += "none left, and is out"
        return line if outcome(after).winners else f"{line}; {after.name(after.liar)} is the Liar"


def _require_loser(state: State, seat: int, referee: Referee) -> None:
    """Who lost by what was revealed; where nothing was, one of the two between whom it was."""
    showdown = state.showdown
    if showdown is None or showdown.guesser is None:
        return
    name = state.name(seat)
    if showdown.loser is None or showdown.said is None:
        between = [showdown.guesser, showdown.challenger]
        names = listed([state.name(one) for one in between if one is not None], "or")
        referee.require(
            seat in between,
            "LW-32",
            f"{names} has lost this round, and not {name}: it was between the two.",
            how_to_lose(state),
        )
        return
    guess, there = showdown.said.guess.shown, showdown.there or 0
    verdict = "was right" if showdown.right else "was not right"
    were = "one was" if there == 1 else f"{there or 'none'} were"
    referee.require(
        seat == showdown.loser,
        "LW-31" if showdown.right else "LW-32",
        f"{state.name(showdown.loser)} has lost this round, and not {name}: {guess} {verdict}, "
        f"{were} there.",
        how_to_lose(state),
    )


def _require_fitting(state: State, seat: int, cards: int, referee: Referee) -> None:
    """Refuse more cards, or fewer, than a die of somebody's can hold."""
    name, deck, fitting = state.name(seat), state.decks[seat], lost_sizes(state, seat)
    if cards in fitting:
        return
    dice, handle = state.dice(seat), state.seats[seat].handle
    held = f"are {deck.in_dice} cards" if deck.in_dice != 1 else "is one card"
    made = "" if dice is None else f" in {dice} dice" if dice > 1 else " in one die"
    puts_right = f"`companion lwd cards {handle} N` puts the number right."
    referee.refuse(
        "LW-14" if cards == 1 and fitting and fitting[0] > 1 else "LW-33",
        f"A die of {name}'s cannot hold {cards}: there {held}{made}, "
        f"and each die has {_size_words(fitting)}.",
        f"`companion lwd lose {handle} {likely_size(fitting)}`" if fitting else puts_right,
    )
    if cards > deck.cards:
        raise Refused(f"There {held} of {name}'s, so {cards} cannot be given up.", puts_right)


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
    """How many cards may be in a die of the loser, who need not be named."""
    state = trial.state
    known = None if state.showdown is None else state.showdown.loser
    loser = args.get("player", known)
    for size in () if loser is None else map(str, lost_sizes(state, loser)):
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
    number(1, 99, what="number of cards", example=how_to_lose, candidates=_sizes),
]


def _whose(state: State) -> Collection[int]:
    """Whoever has lost by what was revealed."""
    loser = None if state.showdown is None else state.showdown.loser
    return everybodys(state) if loser is None else (loser,)


@verb("the loser gives up a die", whose=_whose)
def lose(action: Action[State], player: Loser = None, cards: DieSize = None) -> None:
    """The loser of a round gives up a die: so many cards.

    Without a name, whoever has lost by what was revealed. The loser is the next Liar.

    \b
    Examples:
      companion lwd lose ana 2
      companion lwd lose 2
      companion lwd lose            all dice of the loser are alike
    """
    state = action.state
    seat = player
    if seat is None:
        seat = None if state.showdown is None else state.showdown.loser
        if seat is None:
            raise Incomplete("Who has lost the round?", how_to_lose(state), "player")
    require_cards(state, seat)
    if cards is None:
        fitting = lost_sizes(state, seat)
        if len(fitting) != 1:
            raise Incomplete(
                f"How many cards were in the die that {state.name(seat)} gave up?",
                f"`companion lwd lose {state.seats[seat].handle} {likely_size(fitting)}`",
                "cards",
            )
        cards = fitting[0]
    action.add(DieLost(seat=seat, cards=cards))
    finish_if_over(action, outcome(action.state), "cards")


def say_losses_alone(state: State) -> str:
    """Remind a table that enters no guesses how to go on."""
    if state.round > 1:
        return ""
    return f"Just what is lost, round by round: {how_to_lose(state)}."


def say_loss(state: State) -> str:
    """Ask the loser for a die."""
    loser = None if state.showdown is None else state.showdown.loser
    if loser is None:
        return f"Who has lost the round? Such as {how_to_lose(state)}."
    fitting, name = lost_sizes(state, loser), state.name(loser)
    if len(fitting) == 1:
        die = counted(fitting[0], "card")
        return f"{name} gives up a die, {die}, unseen: `companion lwd lose`."
    between = "or" if len(fitting) == 2 else "to"
    sizes = f"{fitting[0]} {between} {fitting[-1]} cards" if fitting else "all that is left"
    return f"{name} gives up a die, {sizes}, unseen: {how_to_lose(state)}."


# Cards counted anew


class CardsCounted(Fact[State], kind="cards.counted"):
    """A player has so many cards, whatever was known before."""

    seat: Seat
    cards: CardCount

    def check(self, state: State, referee: Referee) -> None:
        """Refuse the number that is known already."""
        if state.decks[self.seat].cards == self.cards:
            raise Refused(
                f"{state.name(self.seat)} has {self.cards} cards already.", "`companion table`"
            )

    def apply(self, state: State) -> State:
        """The state with that number: somebody may be out by it, or back in (LW-21)."""
        seat = self.seat
        was_in = state.decks[seat].cards > 0
        state = with_deck(state, seat, state.decks[seat].counted(self.cards))
        if state.decks[seat].cards:
            if not was_in and state.guesses and not state.skipped:
                state = replace(state, turn=state.next_in(state.guesses[-1].seat))
            return state
        if state.showdown is not None and state.showdown.loser == seat:
            return next_round(state, seat)
        return replace(
            state,
            liar=state.next_in(seat) if state.liar == seat else state.liar,
            turn=state.next_in(seat) if state.turn == seat else state.turn,
            swapper=None if state.swapper == seat else state.swapper,
        )

    def describe(self, before: State, after: State) -> str:
        return f"{after.name(self.seat)} has {counted(self.cards, 'card')}"


def _owners(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    from companion.core.offer import from_turn, people

    state = trial.state
    for seat in from_turn(state, state.turn):
        yield from people(state, [seat], f"has {counted(state.decks[seat].cards, 'card')}")


def _not_counted(state: State, args: Arguments[State]) -> tuple[str, str]:
    name, word = state.name(args["player"]), args.words_of("player")[0]
    return f"How many cards has {name}?", f"`companion lwd cards {word} 4`"


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
        optional=True,
        explain_missing=_not_counted,
    ),
]


@verb("corrects how many there are", name="cards")
def count_cards(action: Action[State], player: Owner, count: NewCount) -> None:
    """Correct how many cards a player has.

    \b
    Examples:
      companion lwd cards ana 4
    """
    action.add(CardsCounted(seat=player, cards=count))
    finish_if_over(action, outcome(action.state), "cards")
