"""The deal: the cards of a set, dealt to everybody, and the missing cards of the tableau in setup
(BWD-61 to BWD-79). Adding them is in `additions`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.command import verb
from companion.core.event import Referee
from companion.core.fact import Fact
from companion.core.shapes import each_seat, list_of
from companion.core.value import Annotated, replace
from companion.errors import Refused
from companion.games.bwd.catalogue import Catalogue, numbered_key
from companion.games.bwd.faces import CARD, key_in_play
from companion.games.bwd.state import CORE, Setup, State

if TYPE_CHECKING:
    from random import Random

# Missing cards


def missing(state: State) -> int:
    """Return the number of active cards that the tableau still lacks (BWD-69, BWD-79)."""
    wanted = state.setup.active if state.setup is not None else 0
    return max(0, wanted - len(state.active_cards()))


def cards_left_to_add(state: State) -> int:
    """Return the number of cards that setup still needs from anybody: each player's, one for every
    overwriting card (BWD-71), and what is missing in active ones (BWD-69, BWD-79).
    """
    if state.setup is None or not state.setup.dealt:
        return 0
    covering = sum(len(stack) - 1 for stack in state.stacks)
    each = state.setup.adds * len(state.seats)
    return max(missing(state), each + covering - icon_cards(state))


def waiting(state: State) -> list[int]:
    """Return the players who still have dealt cards to add."""
    adds = state.setup.adds if state.setup is not None else 0
    return [seat for seat, count in enumerate(state.added) if count < adds]


def to_add(state: State) -> list[int]:
    """Return the players who still have cards to add; empty if it is unknown who added the cards so
    far.
    """
    all_known = any(state.added) and icon_cards(state) == sum(state.added)
    whose = state.hands is not None or all_known
    return waiting(state) if whose else []


def how_to_fill(state: State) -> str:
    """Say how the next card comes into the tableau in setup."""
    adding = to_add(state)
    if adding:
        return f"`companion bwd add NUMBER --by {state.seats[adding[0]].handle}`"
    return "`companion bwd add NUMBER`" if state.hands is None else "`companion bwd fill`"


def holder(state: State, card: str) -> int | None:
    """Return the player to whom a card was dealt; None after all have added theirs: then it is from
    the reserve.
    """
    if state.hands is None or not waiting(state):
        return None
    return next((seat for seat, hand in enumerate(state.hands) if card in hand), None)


def icon_cards(state: State) -> int:
    """Return the number of cards in the tableau besides the core cards, including covered ones."""
    return sum(1 for _ in state.cards()) - len(CORE)


def say_cards(state: State) -> str:
    """Say which cards setup still lacks, with the command that adds them."""
    setup = state.setup
    if setup is None or not setup.dealt or state.phase != "setup":
        return ""
    if state.hands is None and not any(state.added) and not icon_cards(state):
        return (
            f"Shuffle cards {setup.first} to {setup.last}, deal {setup.dealt // len(state.seats)} "
            "to each; enter what is added with `companion bwd add NUMBER --by NAME`. "
            "Or `companion bwd deal`."
        )
    lacking = cards_left_to_add(state)
    if not lacking or state.reserve() == ():
        return ""
    adding = [f"{state.name(seat)} {setup.adds - state.added[seat]}" for seat in to_add(state)]
    if adding:
        by = "" if state.hands is not None else " --by NAME"
        return f"Cards still to add: {', '.join(adding)}: `companion bwd add NUMBER{by}`."
    have = f"{len(state.active_cards())} of {setup.active} cards are active"
    how = "`companion bwd fill`" if state.hands is not None else "`companion bwd add NUMBER`"
    return f"{have}, {lacking} more to add: {how}."


# Limits of setup


def require_of_the_set(
    setup: Setup, card: str, number: int | None, referee: Referee, cards: Catalogue
) -> None:
    """Refuse a card outside the set, by its number if that is known."""
    if setup.cards:
        referee.require(
            card in setup.cards,
            "BWD-55" if setup.id == "V1" else "BWD-56",
            f"{cards.title(card)} is not one of the cards of set {setup.id}.",
            "A set of your own: start without `--set` and add the cards.",
        )
    elif number is not None:
        rules = {"6-29": "BWD-58", "30-54": "BWD-59"}
        referee.require(
            setup.first <= number <= setup.last,
            rules.get(setup.id, "BWD-75"),
            f"Card {number} is not in this set, which is {setup.first} to {setup.last}.",
            "Look at the number printed on the card.",
        )


def require_in_reserve(
    state: State, card: str, drawn: bool, referee: Referee, cards: Catalogue
) -> None:
    """A card added by nobody was dealt and left over. The companion draws it only if needed;
    players may enter any, and the tableau shows whether it replaces another one (BWD-71).
    """
    referee.require(
        state.hands is None or any(card in hand for hand in state.hands),
        "BWD-69",
        f"{cards.title(card)} is not in the reserve: it was not dealt.",
        "`companion bwd fill` draws for you; `companion table` shows the reserve.",
    )
    unknown = drawn or state.hands is None
    seat = next(iter(to_add(state)), None) if unknown else holder(state, card)
    if seat is not None:
        referee.refuse(
            "BWD-67",
            f"{state.name(seat)} still has cards to add; the reserve is what is left after that.",
            f"`companion bwd add NUMBER --by {state.seats[seat].handle}`",
        )
    if drawn:
        referee.require(
            bool(state.replacements or missing(state)),
            "BWD-69",
            f"The tableau is full without {cards.title(card)}.",
            "The tags are next: `companion bwd tag ana.1 CARD`.",
        )


def require_may_add(
    state: State, setup: Setup, card: str, by: int, referee: Referee, cards: Catalogue
) -> None:
    """Refuse more cards of a player than each adds, or one that was dealt to somebody else."""
    two = len(state.seats) == 2
    experienced = setup.id == "all"
    rule = {
        (False, False): "BWD-64",
        (False, True): "BWD-65",
        (True, False): "BWD-77",
        (True, True): "BWD-78",
    }[experienced, two]
    referee.require(
        state.added[by] < setup.adds,
        rule,
        f"Each player adds {setup.adds}, and {cards.title(card)} is one too many for "
        f"{state.name(by)}.",
        "`companion bwd fill` draws from the reserve."
        if state.hands is not None
        else "A card from the reserve belongs to nobody: leave out `--by`.",
    )
    if state.hands is not None and card not in state.hands[by]:
        referee.refuse(
            "BWD-64",
            f"{cards.title(card)} is not among the cards dealt to {state.name(by)}.",
            f"{state.name(by)} has {', '.join(cards.title(held) for held in state.hands[by])}.",
        )


# Dealing


class CardsDealt(Fact[State], kind="cards.dealt", counts=False):
    """Everybody has a hand of cards, by seat."""

    hands: Annotated[Sequence[Sequence[str]], each_seat(list_of(CARD))]

    def check(self, state: State, referee: Referee) -> None:
        """Refuse dealing twice, or outside setup."""
        if state.hands is not None:
            raise Refused("The cards are already dealt.", "`companion undo` takes the deal back.")
        if state.phase != "setup":
            raise Refused(
                "Cards are dealt in setup, which is over.",
                "`companion bwd add CARD` adds a card that comes into play.",
            )

    def apply(self, state: State) -> State:
        # The tableau is known from now on.
        return replace(state, hands=tuple(map(tuple, self.hands)), tableau_known=True)

    def describe(self, before: State, after: State, cards: Catalogue) -> str:
        hands = (
            f"{after.name(seat)} {', '.join(cards.card(card).title for card in hand)}"
            for seat, hand in enumerate(self.hands)
        )
        return f"dealt: {'; '.join(hands)}"


def deal_cards(action: Action[State], chance: "Random") -> None:
    """Deal the set's cards evenly at random; the outcome is recorded (BWD-61)."""
    setup = dealt_setup(action.state)
    out = set(action.state.cards())  # By a house rule, a play may begin with other cards.
    deck = [
        key_in_play(action.state, action.reference.card(numbered_key(n))) for n in setup.numbers
    ]
    deck = [card for card in deck if card not in out]
    if len(deck) < setup.dealt:
        raise Refused(
            f"Only {len(deck)} cards of the set are left to deal, but {setup.dealt} are needed.",
            "`companion undo` takes back what was added.",
        )
    drawn = chance.sample(deck, setup.dealt)
    each = setup.dealt // len(action.state.seats)
    players = range(len(action.state.seats))
    hands = [drawn[n * each : (n + 1) * each] for n in players]
    action.add(CardsDealt(hands=hands))


def dealt_setup(state: State) -> Setup:
    """Return the set, if its cards are dealt. Raises Refused."""
    if state.setup is None or not state.setup.dealt:
        raise Refused(
            "No cards are dealt in this play: it began without a set of icon cards, or with a "
            "basic one.",
            "`companion start bwd … --set 6-29`, `--set 30-54` or `--set all`.",
        )
    return state.setup


@verb("let the companion deal")
def deal(action: Action[State]) -> None:
    """Let the companion shuffle and deal.

    Examples:
      companion bwd deal
    """
    deal_cards(action, action.chance)
