"""A challenge: the cards that are revealed, what they say of the guess before, and who has lost."""

import re
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import TYPE_CHECKING, Annotated, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import folded
from companion.core.param import A_TEXT, Arguments, Candidate, number, player, several
from companion.core.seats import Seat, find_seat, is_somebody
from companion.core.shapes import AMOUNT, SEAT, each_seat, list_of, maybe
from companion.core.value import replace
from companion.core.verb import Verb
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


class GuessChallenged(TypedDict):
    """The guess before is challenged. Of the three ways to tell what lay there, at most one is;
    `cards` are those of all together, `there` is how many show what was guessed."""

    seat: Annotated[int, SEAT]
    cards: Annotated[list[str] | None, maybe(list_of(CARD))]
    hands: Annotated[list[list[str]] | None, maybe(each_seat(list_of(CARD)))]
    there: Annotated[int | None, maybe(AMOUNT)]


def _check(state: State, data: GuessChallenged, referee: Referee) -> None:
    """Refuse a challenge out of turn, of no guess, and cards that cannot lie there."""
    require_going_on(state)
    referee.require(
        bool(state.guesses) or state.untold > 0,
        "LW-28",
        "There is no guess yet that could be challenged.",
        f"`companion lwd guess {state.seats[state.turn].handle} 2x5`",
    )
    require_turn(state, data["seat"], referee)
    told = data["cards"] is not None or data["hands"] is not None or data["there"] is not None
    if state.untold and told:
        raise Refused(
            "The guess that was challenged was not told, so nobody can say whether it was right.",
            "`companion lwd challenge` alone, then who lost; or `companion undo` and tell it.",
        )
    for card in _revealed(data) or ():
        _require_card(state, card, referee)
    if data["hands"] is not None:
        _require_hands(state, data["hands"], referee)
    if data["cards"] is not None:
        _require_all(state, len(data["cards"]), referee)
    if data["there"] is not None:
        _require_there(state, data["there"], referee)


def _revealed(data: GuessChallenged) -> Sequence[str] | None:
    """The cards of everybody; None where none were told."""
    hands = data["hands"]
    return data["cards"] if hands is None else [card for hand in hands for card in hand]


def _require_hands(state: State, hands: Sequence[Sequence[str]], referee: Referee) -> None:
    for seat, hand in enumerate(hands):
        fitting = dice_range(state, seat)
        dice = "one die" if fitting == range(1, 2) else f"{_between(fitting)} dice"
        referee.require(
            len(hand) in fitting,
            "LW-29",
            f"{state.name(seat)} has {dice} and shows as many cards, not {len(hand)}.",
            f"A card for each die of everybody: {hands_such_as(state)}.",
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
        f"A card for each die: all together, {cards_such_as(state)}, or player by player, "
        f"{hands_such_as(state)}.",
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
                "A power card is also the number on it, and that was not told (A-LW-11).",
                "`p5` for a power card with a 5.",
            )
        return
    referee.require(
        1 <= on_it <= state.highest,
        "LW-24",
        f"No card shows {on_it}: the numbers are 1 to {state.highest}.",
        f"Numbers with commas between them: {cards_such_as(state)}.",
    )


def _between(numbers: range) -> str:
    low, high = numbers[0], numbers[-1]
    return str(low) if low == high else f"{low} to {high}"


def _most_dice(state: State) -> int:
    return sum(dice_range(state, seat)[-1] for seat in range(len(state.seats)))


def challenged(state: State, data: GuessChallenged) -> Showdown:
    """The round as a challenge ends it: what was there and who has lost, as far as was told."""
    showdown = showdown_of(state)._replace(challenger=data["seat"], there=data["there"])
    said, hands, cards = showdown.said, data["hands"], _revealed(data)
    if hands is not None:
        showdown = showdown._replace(hands=tuple(tuple(hand) for hand in hands))
    if said is None:
        return showdown
    if cards is not None:
        showdown = showdown._replace(there=showing(said.guess, cards))
    if showdown.right is None:
        return showdown
    return showdown._replace(loser=data["seat"] if showdown.right else said.seat)


def _apply(state: State, data: GuessChallenged) -> State:
    showdown = challenged(state, data)
    if showdown.hands:
        pairs = zip(state.decks, showdown.hands, strict=True)
        state = replace(state, decks=tuple(deck.showing(hand) for deck, hand in pairs))
    state = replace(state, showdown=showdown, swapper=None)
    # Whoever was counted out in the middle of a round has no die to give up.
    if showdown.loser is not None and not state.decks[showdown.loser].cards:
        return next_round(state, showdown.loser)
    return state


def verdict(state: State, showdown: Showdown) -> str:
    """What a challenge brought to light, in words."""
    if showdown.said is None:
        return "the guess was not told"
    guesser, guess = state.name(showdown.said.seat), showdown.said.guess
    if showdown.right is None or showdown.loser is None:
        return f"{guesser}'s {guess.shown}; what lies there was not told"
    there = f"{showdown.there or 'none'} {'is' if (showdown.there or 0) < 2 else 'are'} there"
    how = "right" if showdown.right else "not right"
    return f"{there}, so {guesser}'s {guess.shown} was {how} and {state.name(showdown.loser)} loses"


def _tell(before: State, data: GuessChallenged, after: State) -> str:
    hands = data["hands"]
    if hands is not None:
        cards = "; ".join(
            f"{after.name(seat)} {' '.join(hand)}" for seat, hand in enumerate(hands) if hand
        )
    else:
        cards = " ".join(data["cards"] or ())
    shown = f" ({cards})" if cards else ""
    found = verdict(after, challenged(before, data))
    return f"{after.name(data['seat'])} challenges{shown}: {found}"


GUESS_CHALLENGED = Kind("guess.challenged", GuessChallenged, apply=_apply, tell=_tell, check=_check)


def challenge(
    action: Action[State],
    seat: int,
    cards: Sequence[str] | None = None,
    hands: Sequence[Sequence[str]] | None = None,
    there: int | None = None,
) -> None:
    """A challenge, with what lies there: all cards, hand by hand, or how many count.

    The table is told of slips: of what was revealed, and the decks cannot hold.
    """
    if there is not None and (cards is not None or hands is not None):
        raise Invalid("The cards say how many there are.", "`--reveal` or `--there`, not both.")
    told: GuessChallenged = {
        "seat": seat,
        "cards": None if cards is None else list(cards),
        "hands": None if hands is None else [list(hand) for hand in hands],
        "there": there,
    }
    action.add(GUESS_CHALLENGED, told)
    state, triggered = action.state, action.state.triggered
    for other, hand in enumerate(hands or ()):
        numbers = [on_it for who, on_it in triggered if who == other]
        for slip in slips_of_hand(state.name(other), state.decks[other], numbers, hand):
            action.warn(slip)
    if cards is not None:
        for slip in slips_of_all(state.decks, len(triggered), cards):
            action.warn(slip)


# What is typed


_SUCH_AS = (5, 2, 6, 3, 1, 4)
"""Numbers on cards for examples of what may be typed: those of one deck."""


def cards_such_as(state: State) -> str:
    """How the top cards of all together are told: a card for each die."""
    cards = [card for hand in _such_hands(state).values() for card in hand]
    return f"`--reveal {','.join(cards)}`"


def hands_such_as(state: State) -> str:
    """The same player by player."""
    hands = _such_hands(state).items()
    told = [f"{state.seats[seat].handle}={','.join(hand)}" for seat, hand in hands]
    return f"`--reveal {' '.join(told)}`"


def _such_hands(state: State) -> dict[int, list[str]]:
    """Cards for as many dice as everybody has, or has at least."""
    numbers = map(str, cycle(_SUCH_AS))
    return {seat: list(islice(numbers, dice_range(state, seat)[0])) for seat in state.still_in}


Revealed = tuple[list[str] | None, list[list[str]] | None]
"""The cards of all together, or hand by hand."""


def read_cards(state: State, told: Sequence[str]) -> Revealed:
    """The cards of all together, or hand by hand: `5,5,2,w` or `ana=5,2` for each player.

    Raises Invalid for both at once, or a card that there is not; NotFound for a name.
    """
    if not any(_parts(word.rpartition("=")[2]) for word in told):
        raise Invalid("No card is revealed.", f"{cards_such_as(state)}, or leave it out.")
    named = ["=" in word for word in told]
    if any(named) and not all(named):
        raise Invalid(
            "Some cards are told player by player, and some are not.",
            f"All together, {cards_such_as(state)}; or each with a name, {hands_such_as(state)}.",
        )
    if not any(named):
        return [read_card(part) for word in told for part in _parts(word)], None
    hands: list[list[str]] = [[] for _ in state.seats]
    for word in told:
        name, _, cards = word.partition("=")
        hands[find_seat(state.seats, name)] += [read_card(part) for part in _parts(cards)]
    return None, hands


def _parts(text: str) -> list[str]:
    return [part for part in re.split(r"[,\s]+", text.strip()) if part]


def _cards_among(seats: Sequence[Seat], words: Sequence[str], behind: bool) -> list[str]:
    """Those words of a challenge that are cards, and no player: they may be many, of which the
    option takes the first; or there is no option.

    Letters alone may be cards too where they stand `behind` the option, or beside other cards.
    """
    others = [word for word in words if not is_somebody(seats, word)]
    cards = [word for word in others if "=" in word or "," in word or word[:1].isdigit()]
    letters = (WILDCARD, POWER_SIGN) if behind or cards else ()
    return [word for word in others if word in cards or folded(word) in letters]


def _challengers(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
    """Whoever has the turn, in front of all else."""
    from companion.core.offer import people

    if _REVEAL not in told and _THERE not in told:
        yield from people(trial.state, in_turn(trial), "whose turn it is")


def _may_reveal(trial: "Trial[State]", told: Arguments[State]) -> bool:
    """Whether cards may be told: of a guess that was told, and of which nothing is yet."""
    return bool(trial.state.guesses) and not trial.state.untold and _THERE not in told


def _verdicts(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
    """How many may show what was guessed, and who loses then."""
    state = trial.state
    if state.guesses and not state.untold:
        said = state.guesses[-1]
        for there in range(_most_dice(state) + 1):
            loser = state.turn if there >= said.guess.times else said.seat
            yield str(there), f"{state.name(loser)} loses the round"


_PLAYER = player(optional=True, takes=lambda state, words: True, candidates=_challengers)
_REVEAL = several(
    "--reveal",
    A_TEXT,
    read_cards,
    metavar="CARDS",
    help="All top cards: `5,5,2,w,p3`, or `ana=5,2 ben=w,3`.",
    gathers=lambda state, words, behind: _cards_among(state.seats, words, behind),
    about="all top cards: 5,5,2,1",
    when=_may_reveal,
)
_THERE = number(
    "--there",
    0,
    99,
    what="number of dice",
    example="`--there 4`",
    metavar="N",
    help="Or only how many show what was guessed.",
    about="how many dice show what was guessed",
    candidates=_verdicts,
)


def _plan(action: Action[State], told: Arguments[State]) -> None:
    seat = told.get(_PLAYER, action.state.turn)
    challenge(action, seat, *told.get(_REVEAL, (None, None)), told.get(_THERE))


def _one_player(state: State, words: Sequence[str]) -> Invalid:
    handle = state.seats[state.turn].handle
    return Invalid("One player challenges.", f"`companion lwd challenge {handle}`")


CHALLENGE = Verb[State](
    name="challenge",
    about="the guess before",
    help="""Challenge the guess before: who was right, and who loses.

    w is a wildcard, p3 a power card with a 3. Without cards, the table says who has lost.

    \b
    Examples:
      companion lwd challenge cho --reveal 5,5,2,w,1,6
      companion lwd challenge --reveal ana=5,2 ben=w,3
      companion lwd challenge cho --there 4
    """,
    params=(_PLAYER, _REVEAL, _THERE),
    plan=_plan,
    surplus=_one_player,
)
