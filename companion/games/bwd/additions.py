"""Cards that come into the tableau: named by the players, or drawn from the reserve."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.command import player, verb, word, words
from companion.core.event import Referee
from companion.core.fact import Fact
from companion.core.names import listed
from companion.core.param import A_CARD, Arguments, Candidate, everybodys
from companion.core.shapes import FLAG, SEAT, WHOLE, maybe
from companion.core.value import Annotated, replace
from companion.errors import Invalid, NotFound, Refused
from companion.games.bwd import deal, tableau
from companion.games.bwd.catalogue import Card, Catalogue, numbered_key
from companion.games.bwd.consequence import Consequence, Entry, Mismatch
from companion.games.bwd.faces import CARD, key_in_play
from companion.games.bwd.names import about_card, card_word, seats_from_turn
from companion.games.bwd.state import State, plus_one
from companion.games.bwd.tableau import CardLaid

if TYPE_CHECKING:
    from random import Random

    from companion.core.offer import Trial


# A card that comes in


class CardAdded(Fact[State], kind="card.added", counts=False):
    """A card comes in, `over` another one if it `overwrites` one that is in the tableau.

    `by` is the player whose card it is: `together` if all players reveal theirs in setup. `drawn`:
    from the reserve, by the companion. Older logs lack its `number` and what it overwrites.
    """

    card: Annotated[str, CARD]
    number: Annotated[int | None, maybe(WHOLE)] = 0
    over: Annotated[str | None, maybe(CARD)]
    by: Annotated[int | None, maybe(SEAT)]
    replacement: Annotated[bool, FLAG]
    overwrites: Annotated[str, CARD] = ""
    together: Annotated[bool, FLAG] = False
    drawn: Annotated[bool, FLAG] = False

    def check(self, state: State, referee: Referee, cards: Catalogue) -> None:
        """Refuse a second entry of a card; in setup, one from another set or beyond each player's
        share.
        """
        card = self.card
        if card in state.cards():
            raise Refused(
                f"{cards.title(card)} is already in the tableau.",
                f"`companion bwd add {cards.typed(card)} --over CARD` puts it on the card that it "
                "overwrites.",
            )
        referee.require(
            state.phase == "setup" or not (self.together or self.drawn),
            "BWD-69" if self.drawn else "BWD-64",
            f"Setup is over, and {cards.title(card)} is {'drawn' if self.drawn else 'added'} "
            "in it.",
            f"`companion bwd add {cards.typed(card)}` adds a card that comes into play now.",
        )
        whose = self.by if self.together else None
        tableau.require_on_what_it_names(
            state, card, self.over, self.overwrites or None, whose, referee, cards
        )
        setup = state.setup
        if setup is None or state.phase != "setup":
            return
        deal.require_of_the_set(setup, card, self.number or None, referee, cards)
        if self.by is None:
            deal.require_in_reserve(state, card, self.drawn, referee, cards)
        else:
            deal.require_may_add(state, setup, card, self.by, referee, cards)

    def apply(self, state: State) -> State:
        """Put it on what it covers, or beside all others."""
        card, over, by = self.card, self.over, self.by
        if self.overwrites:
            state = tableau.laid_on(state, (card,), over)
        else:
            # Earlier logs do not record which card is named, and a covering card was on top.
            stack = state.stack_of(over) if over is not None else ()
            state = tableau.laid_on(state, (card,), stack[-1] if stack else None)
        state = replace(state, tableau_known=True)
        if over is not None:
            state = replace(state, discs=tableau.discs_moved_up(state, card))
        if state.phase != "setup" or state.setup is None:
            return state
        if by is not None:
            state = replace(state, added=plus_one(state.added, by))
            if self.together:
                state = replace(state, revealed=(*state.revealed, (card, by)))
        # A card that nobody adds replaces another if one is to be replaced, whatever it did when it
        # came in.
        replacing = by is None and state.replacements > 0
        return replace(state, replacements=state.replacements + (over is not None) - replacing)

    def describe(self, before: State, after: State, cards: Catalogue) -> str:
        who = f"{after.name(self.by)} adds" if self.by is not None else "added:"
        line = f"{who} {cards.card(self.card).title}"
        return f"{line}, over {cards.card(self.over).title}" if self.over else line


def _not_full(
    entry: Entry, due: Sequence[CardAdded], drawn: Sequence[CardAdded]
) -> Mismatch | None:
    """Explain a draw that leaves the tableau short although the reserve has more cards (BWD-69)."""
    lacking = deal.missing(entry.after) or entry.after.replacements
    if not lacking or not entry.after.reserve():
        return None
    return Mismatch(
        "BWD-69",
        f"Cards are drawn until the tableau is full, and {lacking} would be missing.",
        "`companion bwd fill` draws what is missing.",
    )


DRAWS_UNTIL_FULL = Consequence(
    CardAdded,
    CardAdded,
    due=lambda entry: (),  # the drawn cards are random; `_not_full` counts them
    explain=_not_full,
    follows=lambda added: added.drawn,
)


def add_cards(
    action: Action[State], cards: Sequence[str], by: int | None, over: str | None
) -> None:
    """Put cards into the tableau, each on top of what it overwrites (BWD-234, BWD-238).

    `over` is what an unknown card overwrites. A card beside the one that it overwrites goes on top
    of it: its text may have been unknown when it came in.
    """
    if over is not None and len(cards) != 1:
        raise Invalid("`--over` goes with one card.", "Add the overwriting card alone.")
    for text in cards:
        card = action.reference.find(text)
        held = deal.holder(action.state, key_in_play(action.state, card))
        whose = by if by is not None else held
        _add_one(action, card, whose, over)


def fill_up(action: Action[State], chance: "Random") -> None:
    """Draw from the reserve until the tableau is full: replacements first (BWD-71, BWD-69)."""
    state = action.state
    deal.dealt_setup(state)
    if state.hands is None:
        raise Refused(
            "The reserve is unknown: the companion did not deal the cards.",
            "Draw one from the stack and enter it: `companion bwd add NUMBER`.",
        )
    adding = deal.waiting(state)
    if adding:
        names = listed([state.name(seat) for seat in adding])
        raise Refused(
            f"{names} still {'has' if len(adding) == 1 else 'have'} cards to add.",
            "`companion bwd add NUMBER`; the reserve is what is left after that.",
        )
    if not deal.missing(state) and not state.replacements:
        raise Refused(
            f"The tableau is full: {len(state.active_cards())} active cards.",
            "The tags are next: `companion bwd tag ana.1 CARD`.",
        )
    while action.state.replacements or deal.missing(action.state):
        reserve = action.state.reserve() or ()
        if not reserve:
            gone = "The reserve has run out: play with the cards in the tableau (A-BW-26)."
            if not action.drafts:
                raise Refused(gone, "The tags are next: `companion bwd tag ana.1 CARD`.")
            action.warn(gone)
            return
        key = chance.choice(sorted(reserve))
        _add_one(action, action.reference.card(key), None, None, drawn=True)


def _add_one(
    action: Action[State], card: Card, by: int | None, over: str | None, *, drawn: bool = False
) -> None:
    """Add one card; one that is in the tableau goes on the card that it names, if any."""
    state, catalogue = action.state, action.reference
    key = key_in_play(state, card)
    named = over or card.overwrites
    covered = tableau.key_named(state, catalogue, named) if named else None
    there = covered is not None and covered in state.cards()
    if over is not None and not there:
        raise NotFound(
            f"{catalogue.card(covered or '').title} is not in the tableau, so nothing covers it.",
            "Add the card without `--over`.",
        )
    if key in state.cards() and covered is not None and there and not card.core:
        whose = tableau.whose_turn(state, key)
        over = tableau.below(state, covered, whose)
        action.add(CardLaid(card=key, over=over, overwrites=covered))
        return
    setup = state.setup if state.phase == "setup" else None
    full = setup is not None and bool(setup.active) and not deal.cards_left_to_add(state)
    together = by is not None and setup is not None and bool(setup.dealt)
    whose = by if together else None
    action.add(
        CardAdded(
            card=key,
            number=card.number,
            over=tableau.below(state, covered, whose) if covered is not None and there else None,
            by=by,
            # If all players add cards, one that nobody added came from the reserve.
            replacement=drawn or (by is None and setup is not None and state.replacements > 0),
            overwrites=covered or "",
            together=together,
            drawn=drawn,
        )
    )
    if full and not drawn:
        active = len(action.state.active_cards())
        action.warn(f"The tableau was full: {active} cards are active now.")


# Finding the card


def _cards(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """The cards that may come in, then those beside the card that they overwrite."""
    catalogue, state = trial.reference, trial.state
    for key in (*_outside(state, catalogue), *_to_lay(state, catalogue)):
        about = _whose(state, key)
        for typed in card_word(catalogue, state, key):
            yield typed, about or about_card(catalogue.card(key), typed)


def _outside(state: State, catalogue: Catalogue) -> list[str]:
    """Return the cards outside the tableau: those dealt, those of the set, or all."""
    if state.phase == "setup" and state.setup is not None and state.setup.cards:
        keys = list(state.setup.cards)
    elif state.phase == "setup" and state.hands is not None:
        keys = [card for hand in state.hands for card in hand]
    else:
        chosen = state.setup if state.phase == "setup" else None
        numbers = catalogue.numbers if chosen is None else chosen.numbers
        named = [card.key for card in catalogue.cards if not card.core]
        keys = [*named, *(catalogue.card(numbered_key(number)).key for number in numbers)]
    there = {key for card in state.cards() for key in catalogue.card(card).keys}
    return [
        key_in_play(state, catalogue.card(key)) for key in dict.fromkeys(keys) if key not in there
    ]


def _to_lay(state: State, catalogue: Catalogue) -> list[str]:
    """Return the cards of the tableau beside the card that they overwrite: their texts may have
    been entered late.
    """
    found = []
    for stack in state.stacks:
        named = catalogue.card(stack[0]).overwrites
        keys = catalogue.card(named).keys if named else ()
        if any(key in state.cards() and key not in stack for key in keys):
            found.append(stack[0])
    return found


def _whose(state: State, key: str) -> str:
    """Return the player to whom a card was dealt that is still to be added."""
    if state.hands is None or state.setup is None or min(state.added) >= state.setup.adds:
        return ""
    dealt = [seat for seat, hand in enumerate(state.hands) if key in hand]
    return f"dealt to {state.name(dealt[0])}" if dealt else ""


def _owners(trial: "Trial[State]") -> list[int]:
    adding = deal.to_add(trial.state)
    return [*adding, *(seat for seat in seats_from_turn(trial) if seat not in adding)]


def _whose_card(state: State, seat: int) -> Sequence[int]:
    """Return whose entry a new card is: its player's; after setup, the current player's, too."""
    if state.phase == "setup":
        return (seat,)
    return everybodys(state) if state.turn is None else (seat, state.turn)


AddedCards = Annotated[Sequence[str], words(name="CARD...", sort=A_CARD, candidates=_cards)]
Owner = Annotated[
    int | None,
    player(
        _owners,
        name="",
        metavar="PLAYER",
        help="Whose card it is.",
        about="whose card it is",
        whose=_whose_card,
        when=lambda trial, args: "cards" in args,
        lifts_refusal=True,
    ),
]
Covered = Annotated[
    str | None,
    word(
        sort=A_CARD,
        metavar="CARD",
        help="Which card it overwrites.",
        about="which card it covers",
        candidates=lambda trial, args: tableau.typed_cards(trial, trial.state.active_cards()),
        when=lambda trial, args: "cards" in args,
    ),
]


@verb("put cards into the tableau")
def add(
    action: Action[State], cards: AddedCards, *, by: Owner = None, over: Covered = None
) -> None:
    """Put cards into the tableau.

    Examples:
      companion bwd add 17 22 --by ana
      companion bwd add opportunity
      companion bwd add 41 --over re-roll      even if it is in the tableau now
    """
    catalogue: Catalogue = action.reference
    add_cards(action, catalogue.whole_names(cards), by, over)


@verb("draw from the reserve")
def fill(action: Action[State]) -> None:
    """Draw from the reserve until enough cards are active.

    Examples:
      companion bwd fill
    """
    fill_up(action, action.chance)
