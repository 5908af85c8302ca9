"""How a round is lost: the die that is given up, the next Liar; and cards counted anew."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import counted, listed, short
from companion.core.numbers import whole
from companion.core.outcome import settle
from companion.core.param import Arguments, Candidate, Incomplete, a_number, number, one, player
from companion.core.seats import is_somebody
from companion.core.shapes import FLAG, SEAT
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Invalid, Refused
from companion.games.lwd.decks import MANY
from companion.games.lwd.state import (
    UNTIL,
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


class DieLost(TypedDict):
    """The loser of a round gives up a die with so many cards.

    `out`: whether that was the last one; `liar` is the Liar of the next round. Neither stands there
    where the game is over with it, or in older logs.
    """

    seat: Annotated[int, SEAT]
    cards: Annotated[int, MANY]
    out: NotRequired[Annotated[bool, FLAG]]
    liar: NotRequired[Annotated[int, SEAT]]


def _check_lost(state: State, data: DieLost, referee: Referee) -> None:
    """Refuse a die of somebody who has not lost, or that cannot hold so many cards."""
    require_cards(state, data["seat"])
    _require_loser(state, data["seat"], referee)
    _require_fitting(state, data["seat"], data["cards"], referee)
    _require_same_following(state, data, referee)


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
        f"and each die has {_sizes_told(fitting)}.",
        f"`companion lwd lose {handle} {likely_size(fitting)}`" if fitting else puts_right,
    )
    if cards > deck.cards:
        raise Refused(f"There {held} of {name}'s, so {cards} cannot be given up.", puts_right)


def _sizes_told(fitting: Sequence[int]) -> str:
    """The sizes in words: `2, 3 or 4 cards`."""
    if not fitting:
        return "no cards"
    few = listed([str(size) for size in fitting], "or")
    told = few if len(fitting) <= 3 else f"{fitting[0]} to {fitting[-1]}"
    return f"{told} card{'s' * (tuple(fitting) != (1,))}"


def _require_same_following(state: State, data: DieLost, referee: Referee) -> None:
    """Refuse a die with which somebody else would be out, or the next Liar; older entries hold
    neither.

    Where the game would be over with it, that is what is refused (LW-6, LW-8).
    """
    found = _following(state, data) if "out" in data or "liar" in data else None
    if found is None:
        return
    hint = "`companion log` has the numbers for `companion undo`."
    out, liar = found
    was, now = ("out" if gone else "still in" for gone in (data.get("out"), out))
    referee.require(
        data.get("out", out) == out,
        "LW-7" if state.variant.until == UNTIL[1] else "LW-6",
        f"{state.name(data['seat'])} was {was} after this die, and would be {now} then.",
        hint,
    )
    told = data.get("liar", liar)
    referee.require(
        told == liar,
        "LW-34",
        f"{state.name(told)} was the Liar after this die, and {state.name(liar)} would be then.",
        hint,
    )


def _following(state: State, data: DieLost) -> tuple[bool, int] | None:
    """What is recorded with a lost die: whether its giver is out, and who is the next Liar.

    Nothing where the game is over with it: its end tells all of that.
    """
    after = _apply_lost(state, data)
    if outcome(after).winners:
        return None
    return not after.decks[data["seat"]].cards, after.liar


def _apply_lost(state: State, data: DieLost) -> State:
    seat, showdown = data["seat"], state.showdown
    hand = showdown.hands[seat] if showdown is not None and showdown.hands else ()
    return next_round(with_deck(state, seat, state.decks[seat].given(data["cards"], hand)), seat)


def _tell_lost(before: State, data: DieLost, after: State) -> str:
    seat = data["seat"]
    left = after.decks[seat].cards
    line = f"{after.name(seat)} gives up a die with {counted(data['cards'], 'card')}: "
    if left:
        return f"{line}{counted(left, 'card')} left, and is the Liar"
    line += "none left, and is out"
    return line if outcome(after).winners else f"{line}; {after.name(after.liar)} is the Liar"


DIE_LOST = Kind("die.lost", DieLost, apply=_apply_lost, tell=_tell_lost, check=_check_lost)


def lose(action: Action[State], seat: int | None = None, cards: int | None = None) -> None:
    """The loser gives up a die; where all dice are alike, the number goes without saying.

    Without a seat, whoever has lost by what was revealed. Raises Incomplete where nobody can tell.
    """
    state = action.state
    if seat is None:
        seat = None if state.showdown is None else state.showdown.loser
        if seat is None:
            raise Incomplete("Who has lost the round?", how_to_lose(state), _LOSER)
    require_cards(state, seat)
    if cards is None:
        fitting = lost_sizes(state, seat)
        if len(fitting) != 1:
            raise Incomplete(
                f"How many cards were in the die that {state.name(seat)} gave up?",
                f"`companion lwd lose {state.seats[seat].handle} {likely_size(fitting)}`",
                _SIZE,
            )
        cards = fitting[0]
    told: DieLost = {"seat": seat, "cards": cards}
    following = _following(state, told)
    if following is not None:
        told["out"], told["liar"] = following
    action.add(DIE_LOST, told)
    settle(action, outcome(action.state), "cards")


def _losers(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
    from companion.core.offer import from_turn, people

    state = trial.state
    yield from people(state, from_turn(state, state.liar))


def _sizes(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
    """How many cards may be in a die of the loser, who need not be named."""
    state = trial.state
    known = None if state.showdown is None else state.showdown.loser
    loser = told.get(_LOSER, known)
    for size in () if loser is None else map(str, lost_sizes(state, loser)):
        if _LOSER in told or not is_somebody(state.seats, size):
            yield size, "a single card" if size == "1" else "cards in the die"


_LOSER = player(
    optional=True,
    takes=lambda state, words: len(words) > 1 or not is_number(state, words[0]),
    candidates=_losers,
)
_SIZE = number(
    "CARDS", 1, 99, what="number of cards", example=how_to_lose, optional=True, candidates=_sizes
)


LOSE = Verb[State](
    name="lose",
    about="the loser gives up a die",
    help="""The loser of a round gives up a die: so many cards.

    Without a name, whoever has lost by what was revealed. The loser is the next Liar.

    \b
    Examples:
      companion lwd lose ana 2
      companion lwd lose 2
      companion lwd lose            all dice of the loser are alike
    """,
    params=(_LOSER, _SIZE),
    plan=lambda action, told: lose(action, told.get(_LOSER), told.get(_SIZE)),
)


def say_losses_alone(state: State) -> str:
    """A table that tells no guesses is told how."""
    if state.round > 1:
        return ""
    return f"Just what is lost, round by round: {how_to_lose(state)}."


def say_loss(state: State) -> str:
    """The loser is asked for a die."""
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


class CardsCounted(TypedDict):
    """Somebody has so many cards, whatever was told before."""

    seat: Annotated[int, SEAT]
    cards: Annotated[int, MANY]


def _check_counted(state: State, data: CardsCounted, referee: Referee) -> None:
    seat, cards = data["seat"], data["cards"]
    if state.decks[seat].cards == cards:
        raise Refused(f"{state.name(seat)} has {cards} cards already.", "`companion table`")


def _apply_counted(state: State, data: CardsCounted) -> State:
    """Somebody may be out by it, or back in: turns go on clockwise from the last guess (LW-21)."""
    seat = data["seat"]
    was_in = state.decks[seat].cards > 0
    state = with_deck(state, seat, state.decks[seat].counted(data["cards"]))
    if state.decks[seat].cards:
        if not was_in and state.guesses and not state.untold:
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


def _tell_counted(before: State, data: CardsCounted, after: State) -> str:
    return f"{after.name(data['seat'])} has {counted(data['cards'], 'card')}"


CARDS_COUNTED = Kind(
    "cards.counted", CardsCounted, apply=_apply_counted, tell=_tell_counted, check=_check_counted
)


def count_cards(action: Action[State], seat: int, cards: int) -> None:
    """How many cards somebody has, whatever was told before."""
    action.add(CARDS_COUNTED, CardsCounted(seat=seat, cards=cards))
    settle(action, outcome(action.state), "cards")


def _plan_count(action: Action[State], told: Arguments[State]) -> None:
    seat, word = told[_WHOSE], told[_HOW_MANY]
    cards = whole(word.strip(), 0, 99)
    if cards is None:
        such_as = f"`companion lwd cards {told.typed(_WHOSE)[0]} 4`"
        raise Invalid(f"“{short(word)}” is no number of cards.", f"A whole number: {such_as}.")
    count_cards(action, seat, cards)


def _owners(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
    from companion.core.offer import from_turn, people

    state = trial.state
    for seat in from_turn(state, state.turn):
        yield from people(state, [seat], f"has {counted(state.decks[seat].cards, 'card')}")


def _not_counted(state: State, told: Arguments[State]) -> tuple[str, str]:
    name, word = state.name(told[_WHOSE]), told.typed(_WHOSE)[0]
    return f"How many cards has {name}?", f"`companion lwd cards {word} 4`"


_WHOSE = player(candidates=_owners)
_HOW_MANY = one("N", a_number(0, 99), optional=True, metavar="N", missing=_not_counted)

CARDS = Verb[State](
    name="cards",
    about="puts right how many there are",
    help="""Put right how many cards a player has.

    \b
    Examples:
      companion lwd cards ana 4
    """,
    params=(_WHOSE, _HOW_MANY),
    plan=_plan_count,
)
