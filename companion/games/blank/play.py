"""Play cards, and enter which one lies on top."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.command import flag, verb, words
from companion.core.event import Referee
from companion.core.fact import Fact, Flag, Seat
from companion.core.names import capital, counted, listed
from companion.core.param import A_CARD, Arguments, Candidate, Incomplete
from companion.core.seats import find_seat
from companion.core.shapes import some_of
from companion.core.value import Annotated, replace
from companion.errors import CompanionError, Refused
from companion.games.blank.cards import OF_EACH
from companion.games.blank.hands import pile_keys, require_in_hand, with_hand
from companion.games.blank.in_play import (
    card_candidates,
    faces_for,
    pass_on_warnings,
    split_player_and_cards,
)
from companion.games.blank.order import (
    end_turn,
    give_turn,
    past_moves_with_newest,
    players_with_counts,
)
from companion.games.blank.penalties import find_faults, find_misplay, take_penalty
from companion.games.blank.reference import at_table
from companion.games.blank.state import CARD_RECORD, Act, CardRecord, Move, PlayedCard, State

if TYPE_CHECKING:
    from companion.core.offer import Trial

# Played


class CardsPlayed(Fact[State], kind="cards.played", counts=False):
    """Cards go on the discard pile, the last one on top; the turn is over."""

    seat: Seat
    cards: Annotated[Sequence[Mapping[str, Any]], some_of(CARD_RECORD)]

    @property
    def played(self) -> list[PlayedCard]:
        """The cards, the last one on top."""
        return [PlayedCard.from_json(card) for card in self.cards]

    def check(self, state: State, referee: Referee) -> None:
        seat, cards, name = self.seat, self.played, state.name(self.seat)
        require_in_hand(state, seat, len(cards), referee)
        back = "it goes" if len(cards) == 1 else "they go"
        ways = (
            f"A mistake? Add `--penalty`: {back} back to the hand, with a card as a Penalty. "
            'Allowed by a rule card? `--house "…"`.'
        )
        wrong = find_misplay(state.top, cards)
        if seat != state.turn:
            referee.refuse(
                "BL-84",
                f"It is {state.name(state.turn)}'s turn, not {name}'s.",
                f"{_turn_hint(state, seat)} {ways}",
            )
        if wrong is not None:
            _, rule, why = wrong
            referee.refuse(rule, f"{capital(why)}.", ways)

    def apply(self, state: State) -> State:
        seat, cards = self.seat, self.played
        top = cards[-1]
        hands = tuple(
            max(0, count - len(cards) * (other == seat)) if other in state.known_hands else None
            for other, count in enumerate(state.hands)
        )
        moment = state.moment + 1
        before = state.top if len(cards) == 1 else None
        act = Act(
            "played", top, len(cards), hands, seat, state.rules, state.direction, moment, before
        )
        passed = past_moves_with_newest(state)
        return with_hand(
            replace(end_turn(state, seat), moment=moment),
            seat,
            -len(cards),
            recent_moves=(state.newest_move, Move((act,), moment=moment)),
            past_moves=passed,
            top=top,
            under=None,
            discards=state.discards + len(cards),
            pile_keys=(*state.pile_keys, *pile_keys(*cards)),
        )

    def describe(self, before: State, after: State) -> str:
        cards = [card.name for card in self.played]
        on_top = ", the last one on top" if len(cards) > 1 else ""
        left = counted(after.hands[self.seat], "card")
        return f"{after.name(self.seat)} plays {listed(cards)}{on_top}: {left} left"


def _turn_hint(state: State, seat: int) -> str:
    """How to enter that it is a player's turn, who may be the one who had the last turn.

    A card drawn as a Penalty is not played in the same turn (BL-65, BL-66).
    """
    if seat != state.last_seat:
        return f"If it is {state.name(seat)}'s turn, and turns were not entered: add `--turn`."
    return (
        f"{state.name(seat)}'s turn is over. If others had turns since, not entered: `companion "
        "next` for each, then enter this again. If a rule gives another turn: add `--turn`."
    )


def play_cards(
    action: Action[State], seat: int, cards: Sequence[PlayedCard], colours: Mapping[str, str]
) -> None:
    """Play cards, the last one on top, and say what it triggers; `colours` by suit."""
    from companion.games.blank.triggers import announce_rules

    _warn_of_too_many(action, cards)
    action.add(CardsPlayed(seat=seat, cards=[card.record() for card in cards]))
    top = cards[-1]
    if top.effect:
        action.lines.append(f"Effect of {top.name}: {top.effect}")
    announce_rules(action, action.state.newest_move.acts[0], colours, beside=bool(top.effect))


def take_back(action: Action[State], seat: int, cards: Sequence[PlayedCard]) -> None:
    """Take wrongly played cards back, with a Penalty (BL-84 to BL-94)."""
    wrong = find_faults(action.state, seat, cards)
    if not wrong and action.state.top is None:
        wrong = ["no-match"]  # only the table sees what lies there
    if not wrong:
        require_in_hand(action.state, seat, len(cards), action.referee)
        raise Refused(
            f"Nothing is wrong with that: {action.state.name(seat)} may play it.",
            "Leave out `--penalty`.",
        )
    take_penalty(action, seat, wrong, None, cards)


def _warn_of_too_many(action: Action[State], cards: Sequence[PlayedCard]) -> None:
    """Warn of more cards of a face since the last shuffle than there are (A-BL-18).

    They are not refused, as no rule says how many there are.
    """
    state = action.state
    lie = Counter(state.pile_keys)
    for card in cards:
        lie[str(card.face)] += 1
        lie[card.face_key] += 1
    most = count_of_face(state)
    for card in dict.fromkeys(cards):
        count, of_home = lie[str(card.face)], lie[card.face_key]
        if count > most:
            action.warn(f"The {_ordinal(count)} {card.face}, but there are only {most} (A-BL-18).")
        elif card.copy is not None and len(state.boxes) > 1 and of_home > OF_EACH:
            box = f"{card.mark}{card.face}"
            action.warn(f"The {_ordinal(of_home)} {box}, but there are only {OF_EACH} (A-BL-18).")


def count_of_face(state: State) -> int:
    """How many cards of a face there are in all boxes."""
    return OF_EACH * max(1, len(state.boxes))


def _ordinal(number: int) -> str:
    words = {3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh"}
    return words.get(number, f"{number}th")


# The card on top


class CardTurned(Fact[State], kind="card.turned", counts=False):
    """A card lies on top; one that `covers` was put there in a turn that was not entered."""

    card: CardRecord
    covers: Flag = False

    def apply(self, state: State) -> State:
        """If another card was on top, it is covered now; in setup it is corrected."""
        card, lay = PlayedCard.from_json(self.card), state.top or state.under
        other = lay is not None and lay.face != card.face
        corrects = state.top is not None and state.is_setup
        covered = other and not corrects and self.covers
        known = state.top is not None or (lay is not None and not other)
        return replace(
            state,
            top=card,
            under=None,
            discards=state.discards + covered,
            has_gaps=state.has_gaps or other,
            pile_keys=state.pile_keys if known else (*state.pile_keys, *pile_keys(card)),
        )

    def describe(self, before: State, after: State) -> str:
        return f"{PlayedCard.from_json(self.card).name} lies on top"


def put_on_top(action: Action[State], card: PlayedCard) -> None:
    """Put a card on top; another card that was there is covered."""
    action.add(CardTurned(card=card.record(), covers=True))


# Parameters


def _card_candidates(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """Cards that are not all on the discard pile, as far as entered, and who may play."""
    state, boxes = trial.state, at_table(trial.state, trial.reference)
    seat, cards = state.turn, list[str]()
    if "cards" in args:
        seat, cards = split_player_and_cards(state, args["cards"], boxes)
    most = max(state.hands[seat], trial.house is not None)  # a house rule may allow one more
    if (seat in state.known_hands and len(cards) >= most) or "penalty" in args:
        return
    lie = Counter(state.pile_keys)
    lie.update(str(boxes.card(name).card.face) for name in cards)
    faces = [face for face in faces_for(state.top) if lie[str(face)] < count_of_face(state)]
    top = state.top
    if top is not None and seat == state.turn and trial.house is None:
        faces = [face for face in faces if face.matches(top.face)]  # the others are refused
    yield from ((word, about) for word, about in card_candidates(boxes, faces) if word not in cards)
    if "cards" not in args:
        yield from players_with_counts(lambda trial: (trial.state.turn,))(trial, args)


def _is_out_of_turn(trial: "Trial[State]", args: Arguments[State]) -> bool:
    """Whether it is not that player's turn, and no Penalty is taken for it."""
    if "cards" not in args or "penalty" in args:
        return False
    try:
        seat, _ = split_player_and_cards(
            trial.state, args["cards"], at_table(trial.state, trial.reference)
        )
    except CompanionError:
        return False
    return seat != trial.state.turn


def _is_wrong(trial: "Trial[State]", args: Arguments[State]) -> bool:
    """Whether something is wrong with the cards, as far as the top card is known."""
    if "cards" not in args:
        return False
    state, boxes = trial.state, at_table(trial.state, trial.reference)
    try:
        seat, cards = split_player_and_cards(state, args["cards"], boxes)
        return bool(find_faults(state, seat, [boxes.card(text).card for text in cards]))
    except CompanionError:
        return False


def _acting_seats(state: State, words: Sequence[str]) -> list[int]:
    """The player named before the cards, or the one whose turn it is."""
    try:
        return [find_seat(state.seats, words[0])]
    except CompanionError:
        return [state.turn]


WhoAndCards = Annotated[
    Sequence[str],
    words(name="[PLAYER] CARD...", sort=A_CARD, candidates=_card_candidates, whose=_acting_seats),
]
IsTheirTurn = Annotated[
    bool,
    flag(
        "It is that player's turn; the others' were not entered.",
        whose=lambda state, value: [state.turn],
        about="it is that player's turn",
        when=_is_out_of_turn,
        lifts_refusal=True,
    ),
]
WasWrong = Annotated[
    bool,
    flag("It was wrong: take the Penalty for it.", about="it was wrong", when=_is_wrong),
]


@verb("play cards")
def play(
    action: Action[State],
    cards: WhoAndCards,
    *,
    turn: IsTheirTurn = False,
    penalty: WasWrong = False,
) -> None:
    """Play cards, the last one on top.

    Without a name: the player whose turn it is.

    Examples:
      companion blank play ana 4-hexagon
      companion blank play 4-hexagon 4-circle      4-circle ends up on top
      companion blank play ana toll                a customised card, by its title
      companion blank play ben red 4 --turn        it is Ben's turn after all
      companion blank play ben 2-circle --penalty  it did not match
      companion blank play ben 2-shield --house "rule 7 lets anybody jump in"
    """
    state = action.state
    boxes = at_table(state, action.reference)
    seat, names = split_player_and_cards(state, cards, boxes)
    if not names:
        raise Incomplete(
            f"What does {state.name(seat)} play?",
            f"`companion blank play {state.seats[seat].handle} 4-hexagon`",
            "cards",
        )
    found = [boxes.card(text) for text in names]
    pass_on_warnings(action, found)
    played = [one.card for one in found]
    if turn and seat != state.turn:
        give_turn(action, seat)
    if penalty:
        take_back(action, seat, played)
        return
    play_cards(action, seat, played, boxes.colours)
    # Only the top card has an effect (BL-56), so hints are about that one.
    action.lines += found[-1].hints


def _any_card_candidates(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    if "card" not in args:
        yield from card_candidates(at_table(trial.state, trial.reference), faces_for(None))


CardOnTop = Annotated[
    str,
    words(lambda state, words: " ".join(words), "CARD", A_CARD, candidates=_any_card_candidates),
]


@verb("enter which card lies on top")
def top(action: Action[State], card: CardOnTop) -> None:
    """Enter which card lies on top.

    Examples:
      companion blank top 3-circle
    """
    found = at_table(action.state, action.reference).card(card)
    pass_on_warnings(action, [found])
    put_on_top(action, found.card)
