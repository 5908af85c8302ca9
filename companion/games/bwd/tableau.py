"""The tableau: where an overwriting card goes, and cards that are turned over and back."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.command import verb, word
from companion.core.event import Referee
from companion.core.fact import Fact
from companion.core.param import A_CARD, Candidate
from companion.core.value import Annotated, replace
from companion.errors import Refused
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.faces import CARD, key_in_play
from companion.games.bwd.names import about_card, card_word
from companion.games.bwd.state import State

if TYPE_CHECKING:
    from companion.core.offer import Trial

# Stacks


def below(state: State, named: str, by: int | None) -> str:
    """Return the card below one that overwrites `named`: the top of that stack (BWD-238).

    `by` is who adds it in setup. Cards of all players are revealed together and applied in turn
    order, whenever they are entered (BWD-241): cards of later players go on top.
    """
    stack = state.stack_of(named)
    if by is None:
        return stack[-1]
    order, whose = state.order(), dict(state.revealed)
    above = stack[stack.index(named) + 1 :]
    later = [card for card in above if card in whose and order.index(whose[card]) > order.index(by)]
    return stack[stack.index(later[0]) - 1] if later else stack[-1]


def whose_turn(state: State, card: str) -> int | None:
    """Return whose turn orders a card in the tableau during setup; None if it does not matter."""
    return dict(state.revealed).get(card) if state.phase == "setup" else None


def laid_on(state: State, cards: tuple[str, ...], over: str | None) -> State:
    """Return the state with these cards right above one in the tableau, or beside all others."""
    if over is None or not state.stack_of(over):
        return replace(state, stacks=(*state.stacks, cards))
    stacks = []
    for stack in state.stacks:
        if over in stack:
            place = stack.index(over) + 1
            stack = (*stack[:place], *cards, *stack[place:])
        stacks.append(stack)
    return replace(state, stacks=tuple(stacks))


def discs_moved_up(state: State, card: str) -> tuple[str | None, ...]:
    """Return the state with discs on covered cards moved to the top of their stack (A-BW-28)."""
    *covered, top = state.stack_of(card)
    below = {f"card:{each}" for each in covered}
    return tuple(
        # A disc may be on one icon of a card: `card:points:3`.
        f"card:{top}" if disc and ":".join(disc.split(":")[:2]) in below else disc
        for disc in state.discs
    )


def require_on_what_it_names(
    state: State,
    card: str,
    over: str | None,
    named: str | None,
    by: int | None,
    referee: Referee,
    cards: Catalogue,
) -> None:
    """Require that it is on the card that it names, if that is in the tableau, or on what covers
    it.

    `named` is None if unknown, as in earlier logs: then it is the card below.
    """
    base = over if named is None else named
    referee.require(
        over is None or over in state.cards(),
        "BWD-234",
        f"{cards.title(over or '')} is not in the tableau, so nothing covers it.",
        "First add the card that it overwrites.",
    )
    if base is None or base not in state.cards():
        return
    right = below(state, base, by)
    referee.require(
        over is not None,
        "BWD-234",
        f"{cards.title(card)} overwrites {cards.title(base)}, which is in the tableau.",
        f"`companion bwd add {cards.typed(card)}` puts it on top.",
    )
    referee.require(
        over in (None, right),
        "BWD-238" if right == state.stack_of(base)[-1] else "BWD-241",
        f"{cards.title(card)} goes on {cards.title(right)}, not on {cards.title(over or '')}.",
        "The newest goes on top; cards revealed together go in turn order.",
    )


# Laying a card on another one later


class CardLaid(Fact[State], kind="card.laid", counts=False):
    """A card goes on what it `overwrites`, with all that covers it: its text was entered after it
    came in.

    It is then right `over` another one: the one that it names, or what covers that.
    """

    card: Annotated[str, CARD]
    over: Annotated[str, CARD]
    overwrites: Annotated[str, CARD] = ""

    def check(self, state: State, referee: Referee, cards: Catalogue) -> None:
        """Require a card that was unknown when it came in, to go on what it overwrites."""
        card, over = self.card, self.over
        if card not in state.cards():
            raise Refused(
                f"{cards.title(card)} is not in the tableau.",
                f"`companion bwd add {cards.typed(card)}` puts it there.",
            )
        stack = state.stack_of(card)
        if stack[0] != card:
            raise Refused(
                f"{cards.title(card)} is already on {cards.title(stack[stack.index(card) - 1])}.",
                "`companion table` shows it.",
            )
        if over in stack:
            raise Refused(
                f"{cards.title(over)} is in that stack: no card goes on its own stack.",
                "Name the card that it overwrites.",
            )
        named, by = self.overwrites or over, whose_turn(state, card)
        require_on_what_it_names(state, card, over, named, by, referee, cards)

    def apply(self, state: State) -> State:
        """Move it with all that covers it: both texts may have been entered later."""
        moved = state.stack_of(self.card) or (self.card,)
        left = tuple(stack for stack in state.stacks if stack != moved)
        state = laid_on(replace(state, stacks=left), moved, self.over)
        state = replace(state, discs=discs_moved_up(state, self.card))
        if state.phase != "setup" or state.setup is None:
            return state
        return replace(state, replacements=state.replacements + 1)

    def describe(self, before: State, after: State, cards: Catalogue) -> str:
        return f"{cards.card(self.card).title} goes over {cards.card(self.over).title}"


# Turning cards over, and back


class CardNeutralized(Fact[State], kind="card.neutralized", counts=False):
    """A card is turned face-down: it cannot be tagged, and its icons erase themselves (BWD-230)."""

    card: Annotated[str, CARD]

    def check(self, state: State, referee: Referee, cards: Catalogue) -> None:
        """Require a face-up card in the tableau, as far as known."""
        if self.card in state.neutralized:
            raise Refused(
                f"{cards.title(self.card)} is already face-down.",
                f"`companion bwd restore {cards.typed(self.card)}`",
            )
        if self.card not in state.cards() and state.tableau_known:
            referee.refuse(
                "BWD-230",
                f"{cards.title(self.card)} is not in the tableau, so it cannot be neutralized.",
                "`companion table` shows the tableau.",
            )

    def apply(self, state: State) -> State:
        if self.card not in state.cards():
            # A card that was turned over is in the tableau, even if it was not entered.
            state = replace(state, stacks=(*state.stacks, (self.card,)))
        return replace(state, neutralized=state.neutralized | {self.card})

    def describe(self, before: State, after: State, cards: Catalogue) -> str:
        return f"{cards.title(self.card)} is neutralized"


class CardRestored(Fact[State], kind="card.restored", counts=False):
    """A card is face-up again."""

    card: Annotated[str, CARD]

    def check(self, state: State, referee: Referee, cards: Catalogue) -> None:
        """Require a face-down card."""
        if self.card not in state.neutralized:
            raise Refused(
                f"{cards.title(self.card)} is not face-down.", "`companion table` shows it."
            )

    def apply(self, state: State) -> State:
        return replace(state, neutralized=state.neutralized - {self.card})

    def describe(self, before: State, after: State, cards: Catalogue) -> str:
        return f"{cards.title(self.card)} is face-up again"


# Finding the card


def key_named(state: State, catalogue: Catalogue, text: str) -> str:
    """Return the id of a named card in this play."""
    return key_in_play(state, catalogue.find(text, set(state.cards())))


def typed_cards(trial: "Trial[State]", keys: Iterable[str]) -> Iterator[Candidate]:
    """Return cards as typed, with their texts."""
    catalogue = trial.reference
    for key in keys:
        for typed in card_word(catalogue, trial.state, key):
            yield typed, about_card(catalogue.card(key), typed)


FaceUpCard = Annotated[
    str,
    word(
        name="CARD",
        sort=A_CARD,
        candidates=lambda trial, args: typed_cards(trial, trial.state.active_cards()),
    ),
]
FaceDownCard = Annotated[
    str,
    word(
        name="CARD",
        sort=A_CARD,
        candidates=lambda trial, args: typed_cards(trial, sorted(trial.state.neutralized)),
    ),
]


@verb("turn a card face-down")
def neutralize(action: Action[State], card: FaceUpCard) -> None:
    """Turn a card face-down.

    It cannot be tagged then, and its icons erase themselves.

    Examples:
      companion bwd neutralize investment
    """
    catalogue = action.reference
    key = key_named(action.state, catalogue, card)
    action.add(CardNeutralized(card=key))
    stack = action.state.stack_of(key)
    if len(stack) > 1 and stack[-1] == key:
        action.warn(f"{catalogue.card(stack[-2]).title} below it stays covered (A-BW-20).")


@verb("turn a card face-up again")
def restore(action: Action[State], card: FaceDownCard) -> None:
    """Turn a card face-up again.

    Examples:
      companion bwd restore investment
    """
    action.add(CardRestored(card=key_named(action.state, action.reference, card)))


# As JSON


def card_entry(
    state: State, catalogue: Catalogue, key: str, stack: tuple[str, ...]
) -> dict[str, Any]:
    """Return a card of the tableau: its state, and what covers it."""
    card = catalogue.card(key)
    above = stack[stack.index(key) + 1 :]
    return {
        "card": card.title,
        "key": key,
        "number": card.number,
        "state": state.card_state(key),
        "under": catalogue.card(above[0]).title if above else None,
    }
