"""The tableau: where an overwriting card goes, cards that are turned over and back."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.offer import Trial
from companion.core.param import A_CARD, Candidate, one
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Refused
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.faces import CARD, key_in_play
from companion.games.bwd.names import about_card, card_word
from companion.games.bwd.state import State

# Stacks


def below(state: State, named: str, by: int | None) -> str:
    """The card that one is laid on which overwrites `named`: the top of that stack (BWD-238).

    `by` is who adds it in setup. What all players add is revealed together and goes on in turn
    order, whenever it is told (BWD-241): cards of players who come later go on top.
    """
    stack = state.stack_of(named)
    if by is None:
        return stack[-1]
    order, whose = state.order(), dict(state.revealed)
    above = stack[stack.index(named) + 1 :]
    later = [card for card in above if card in whose and order.index(whose[card]) > order.index(by)]
    return stack[stack.index(later[0]) - 1] if later else stack[-1]


def whose_turn(state: State, card: str) -> int | None:
    """Whose turn orders a card that lies in the tableau while it is set up; None for no matter."""
    return dict(state.revealed).get(card) if state.phase == "setup" else None


def laid_on(state: State, cards: tuple[str, ...], over: str | None) -> State:
    """The tableau with these cards right above one that lies there, or beside all others."""
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
    """A disc on a card that is covered now lies on the top one of its stack (A-BW-28)."""
    *covered, top = state.stack_of(card)
    below = {f"card:{each}" for each in covered}
    return tuple(
        # A disc may lie on one icon of a card: `card:points:3`.
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
    """It lies on the card that it names, where that lies in the tableau, or on what covers it.

    `named` is None where nobody told, as in earlier logs: it is what it was laid on, then.
    """
    base = over if named is None else named
    referee.require(
        over is None or over in state.cards(),
        "BWD-234",
        f"{cards.title(over or '')} is not in the tableau, so nothing covers it.",
        "Add the card that it names first.",
    )
    if base is None or base not in state.cards():
        return
    right = below(state, base, by)
    referee.require(
        over is not None,
        "BWD-234",
        f"{cards.title(card)} overwrites {cards.title(base)}, and that lies in the tableau.",
        f"`companion bwd add {cards.typed(card)}` lays it on top.",
    )
    referee.require(
        over in (None, right),
        "BWD-238" if right == state.stack_of(base)[-1] else "BWD-241",
        f"{cards.title(card)} goes on {cards.title(right)}, not on {cards.title(over or '')}.",
        "The newest goes on top; cards revealed together go in turn order.",
    )


# A card that is laid on another one later


class CardLaid(TypedDict):
    """A card goes on what it `overwrites`, with all that covers it: it was read after it came in.

    It lies right `over` another one then: what it names, or what covers that.
    """

    card: Annotated[str, CARD]
    over: Annotated[str, CARD]
    overwrites: NotRequired[Annotated[str, CARD]]


def _check_laid(state: State, data: CardLaid, referee: Referee, cards: Catalogue) -> None:
    """A card that nobody had read when it came in goes on what it overwrites."""
    card, over = data["card"], data["over"]
    if card not in state.cards():
        raise Refused(
            f"{cards.title(card)} is not in the tableau.",
            f"`companion bwd add {cards.typed(card)}` puts it there.",
        )
    stack = state.stack_of(card)
    if stack[0] != card:
        raise Refused(
            f"{cards.title(card)} lies on {cards.title(stack[stack.index(card) - 1])} already.",
            "`companion table` shows it.",
        )
    if over in stack:
        raise Refused(
            f"{cards.title(over)} lies there itself: nothing goes on its own stack.",
            "Name the card that it overwrites.",
        )
    named, by = data.get("overwrites", over), whose_turn(state, card)
    require_on_what_it_names(state, card, over, named, by, referee, cards)


def _apply_laid(state: State, data: CardLaid) -> State:
    """With all that covers it: the card was read after it had come in, and what it covers too."""
    moved = state.stack_of(data["card"]) or (data["card"],)
    left = tuple(stack for stack in state.stacks if stack != moved)
    state = laid_on(replace(state, stacks=left), moved, data["over"])
    state = replace(state, discs=discs_moved_up(state, data["card"]))
    if state.phase != "setup" or state.setup is None:
        return state
    return replace(state, replacements=state.replacements + 1)


def _tell_laid(before: State, data: CardLaid, after: State, catalogue: Catalogue) -> str:
    return f"{catalogue.card(data['card']).title} goes over {catalogue.card(data['over']).title}"


CARD_LAID = Kind(
    "card.laid",
    CardLaid,
    apply=_apply_laid,
    tell_with=_tell_laid,
    check_with=_check_laid,
    counts=False,
)

# Cards that are turned over, and back


class CardTurned(TypedDict):
    """A card lies face-down, or is face-up again."""

    card: Annotated[str, CARD]


def _check_neutralized(state: State, data: CardTurned, referee: Referee, cards: Catalogue) -> None:
    card = data["card"]
    if card in state.neutralized:
        raise Refused(
            f"{cards.title(card)} is face-down already.",
            f"`companion bwd restore {cards.typed(card)}`",
        )
    if card not in state.cards() and state.told:
        referee.refuse(
            "BWD-230",
            f"{cards.title(card)} is not in the tableau, so it cannot be neutralized.",
            "`companion table` shows the tableau.",
        )


def _apply_neutralized(state: State, data: CardTurned) -> State:
    if data["card"] not in state.cards():
        # Told or not, a card that was turned over lies in the tableau.
        state = replace(state, stacks=(*state.stacks, (data["card"],)))
    return replace(state, neutralized=state.neutralized | {data["card"]})


CARD_NEUTRALIZED = Kind[State, CardTurned](
    "card.neutralized",
    CardTurned,
    apply=_apply_neutralized,
    tell_with=lambda before, data, after, cards: f"{cards.title(data['card'])} is neutralized",
    check_with=_check_neutralized,
    counts=False,
)


def neutralize(action: Action[State], card: str) -> None:
    """Turn a card face-down: it cannot be tagged, and its icons erase themselves (BWD-230)."""
    catalogue = action.reference
    key = key_named(action.state, catalogue, card)
    action.add(CARD_NEUTRALIZED, CardTurned(card=key))
    stack = action.state.stack_of(key)
    if len(stack) > 1 and stack[-1] == key:
        action.warn(f"{catalogue.card(stack[-2]).title} below it stays covered (A-BW-20).")


def _check_restored(state: State, data: CardTurned, referee: Referee, cards: Catalogue) -> None:
    if data["card"] not in state.neutralized:
        raise Refused(
            f"{cards.title(data['card'])} is not face-down.", "`companion table` shows it."
        )


CARD_RESTORED = Kind[State, CardTurned](
    "card.restored",
    CardTurned,
    apply=lambda state, data: replace(state, neutralized=state.neutralized - {data["card"]}),
    tell_with=lambda before, data, after, cards: f"{cards.title(data['card'])} is face-up again",
    check_with=_check_restored,
    counts=False,
)


def restore(action: Action[State], card: str) -> None:
    """Turn a card face-up again."""
    key = key_named(action.state, action.reference, card)
    action.add(CARD_RESTORED, CardTurned(card=key))


# Which card is meant


def key_named(state: State, catalogue: Catalogue, text: str) -> str:
    """The id by which this play knows a card that somebody names."""
    return key_in_play(state, catalogue.find(text, set(state.cards())))


def typed_cards(trial: Trial[State], keys: Iterable[str]) -> Iterator[Candidate]:
    """Cards as they are typed, with what stands on them."""
    catalogue = trial.reference
    for key in keys:
        for word in card_word(catalogue, trial.state, key):
            yield word, about_card(catalogue.card(key), word)


_UP = one(
    "CARD", A_CARD, candidates=lambda trial, told: typed_cards(trial, trial.state.active_cards())
)
_DOWN = one(
    "CARD",
    A_CARD,
    candidates=lambda trial, told: typed_cards(trial, sorted(trial.state.neutralized)),
)

NEUTRALIZE = Verb[State](
    name="neutralize",
    about="turn a card face-down",
    help="""Turn a card face-down.

    It cannot be tagged then, and its icons erase themselves.

    \b
    Examples:
      companion bwd neutralize investment
    """,
    params=(_UP,),
    plan=lambda action, told: neutralize(action, told[_UP]),
)

RESTORE = Verb[State](
    name="restore",
    about="turn a card face-up again",
    help="""Turn a card face-up again.

    \b
    Examples:
      companion bwd restore investment
    """,
    params=(_DOWN,),
    plan=lambda action, told: restore(action, told[_DOWN]),
)

KINDS = (CARD_LAID, CARD_NEUTRALIZED, CARD_RESTORED)


# As JSON


def card_entry(
    state: State, catalogue: Catalogue, key: str, stack: tuple[str, ...]
) -> dict[str, Any]:
    """A card of the tableau: how it lies there, and under which."""
    card = catalogue.card(key)
    above = stack[stack.index(key) + 1 :]
    return {
        "card": card.title,
        "key": key,
        "number": card.number,
        "state": state.card_state(key),
        "under": catalogue.card(above[0]).title if above else None,
    }
