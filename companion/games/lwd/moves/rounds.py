"""A round: the number, the guesses, the challenge, the die that is lost."""

from collections.abc import Sequence

from companion.core.action import Action
from companion.core.ending import settle
from companion.errors import Invalid
from companion.games.lwd.choices import how_to_lose, likely_size, lost_sizes
from companion.games.lwd.guesses import Guess
from companion.games.lwd.moves.slips import warn_of_all, warn_of_hand
from companion.games.lwd.rules.outcome import outcome
from companion.games.lwd.rules.record import following
from companion.games.lwd.rules.turns import require_cards
from companion.games.lwd.state import State


def state_number(action: Action[State], number: int) -> None:
    """The Liar says how many dice everybody makes."""
    action.add("number.stated", seat=action.state.liar, dice=number)
    most = max(deck.cards for deck in action.state.decks)
    if number > most:
        action.warn(f"Nobody has {number} cards: all dice are single cards (A-LW-01).")


def guess(action: Action[State], seat: int, made: Guess) -> None:
    """A guess; one of more than there are dice is allowed, and the table is told."""
    action.add("guess.made", seat=seat, count=made.times, number=made.number)
    dice = action.state.all_dice
    if dice is not None and made.times > dice:
        action.warn(f"There are only {dice} dice on the table (A-LW-07).")


def advance(action: Action[State]) -> None:
    """On to the next player: a guess was made, and nobody tells which."""
    action.add("turn.passed", seat=action.state.turn)


def challenge(
    action: Action[State],
    seat: int,
    cards: Sequence[str] | None,
    hands: Sequence[Sequence[str]] | None,
    there: int | None,
) -> None:
    """A challenge, with what lies there: all cards, hand by hand, or how many count."""
    if there is not None and (cards is not None or hands is not None):
        raise Invalid("The cards say how many there are.", "`--reveal` or `--there`, not both.")
    action.add(
        "guess.challenged",
        seat=seat,
        cards=None if cards is None else list(cards),
        hands=None if hands is None else [list(hand) for hand in hands],
        there=there,
    )
    for other, hand in enumerate(hands or ()):
        warn_of_hand(action, other, hand)
    if cards is not None:
        warn_of_all(action, cards)


def loser(action: Action[State], seat: int | None) -> int:
    """Who gives up a die: whoever is named, or who has lost. Raises Invalid, or Refused."""
    if seat is not None:
        return seat
    showdown = action.state.showdown
    if showdown is None or showdown.loser is None:
        raise Invalid("Who has lost the round?", how_to_lose(action.state))
    return showdown.loser


def lose(action: Action[State], seat: int, cards: int | None) -> None:
    """The loser gives up a die; where all dice are alike, the number goes without saying."""
    require_cards(action.state, seat)
    if cards is None:
        fitting = lost_sizes(action.state, seat)
        if len(fitting) != 1:
            name, handle = action.state.name(seat), action.state.seats[seat].handle
            raise Invalid(
                f"How many cards were in the die that {name} gave up?",
                f"`companion lwd lose {handle} {likely_size(fitting)}`",
            )
        cards = fitting[0]
    data = {"seat": seat, "cards": cards}
    action.add("die.lost", **data, **following(action.state, data))
    settle(action, outcome(action.state), "cards")


def count_cards(action: Action[State], seat: int, cards: int) -> None:
    """How many cards somebody has, whatever was told before."""
    action.add("cards.counted", seat=seat, cards=cards)
    settle(action, outcome(action.state), "cards")
