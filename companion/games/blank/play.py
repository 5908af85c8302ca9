"""Cards that are played, and which one lies on top."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import capital, counted, listed
from companion.core.param import A_CARD, Arguments, Candidate, Incomplete, Param, flag, several
from companion.core.seats import find_seat
from companion.core.shapes import FLAG, SEAT, some_of
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import CompanionError, Refused
from companion.games.blank.cards import OF_EACH
from companion.games.blank.hands import lying, require_in_hand, with_hand
from companion.games.blank.in_play import card_words, faces_on, warn_of, who_and_what
from companion.games.blank.order import give_turn, passed_by, turn_over, with_cards
from companion.games.blank.penalties import faults_of, misplay, take_penalty
from companion.games.blank.reference import at_table
from companion.games.blank.state import CARD, CardTold, Happening, Move, Played, State

if TYPE_CHECKING:
    from companion.core.offer import Trial

# Played


class CardsPlayed(TypedDict):
    """Cards go on the discard pile, the last one on top; the turn is over."""

    seat: Annotated[int, SEAT]
    cards: Annotated[list[CardTold], some_of(CARD)]


def _check_played(state: State, data: CardsPlayed, referee: Referee) -> None:
    seat, cards = data["seat"], [Played.from_json(card) for card in data["cards"]]
    name = state.name(seat)
    require_in_hand(state, seat, len(cards), referee)
    back = "it goes" if len(cards) == 1 else "they go"
    cost = f"with `--penalty`: {back} back to the hand, with a card as Penalty"
    wrong = misplay(state.top, cards)
    if seat != state.turn:
        referee.refuse(
            "BL-84",
            f"It is {state.name(state.turn)}'s turn, not {name}'s.",
            f'{_whose_it_is(state, seat)} A mistake: {cost}. By a rule card: `--house "rule …"`.',
        )
    if wrong is not None:
        _, rule, why = wrong
        referee.refuse(
            rule,
            f"{capital(why)}.",
            f'The same line {cost}. If a rule card allows it, `--house "…"`.',
        )


def _whose_it_is(state: State, seat: int) -> str:
    """How it becomes somebody's turn; whoever had the last one goes again, or all others went.

    After a Penalty that one is over, and what it brought is not played (BL-65, BL-66).
    """
    if seat != state.last:
        turn = f"If it is {state.name(seat)}'s turn, and others went untold"
        return f"{turn}: the same line with `--turn`."
    return (
        f"{state.name(seat)}'s turn is over. Others went since, untold: `companion next` for each, "
        "then the same line. Once more, by a rule: with `--turn`."
    )


def _apply_played(state: State, data: CardsPlayed) -> State:
    seat, cards = data["seat"], [Played.from_json(card) for card in data["cards"]]
    top = cards[-1]
    hands = tuple(
        max(0, count - len(cards) * (other == seat)) if other in state.told else None
        for other, count in enumerate(state.hands)
    )
    moment = state.moment + 1
    before = state.top if len(cards) == 1 else None
    act = Happening(
        "played", top, len(cards), hands, seat, state.rules, state.direction, moment, before
    )
    passed = passed_by(state)
    return with_hand(
        replace(turn_over(state, seat), moment=moment),
        seat,
        -len(cards),
        recent=(state.recent[-1], Move((act,), moment=moment)),
        passed=passed,
        top=top,
        under=None,
        discards=state.discards + len(cards),
        lying=(*state.lying, *lying(*cards)),
    )


def _tell_played(before: State, data: CardsPlayed, after: State) -> str:
    seat = data["seat"]
    cards = [Played.from_json(card).called for card in data["cards"]]
    on_top = ", the last one on top" if len(cards) > 1 else ""
    left = counted(after.hands[seat], "card")
    return f"{after.name(seat)} plays {listed(cards)}{on_top}: {left} left"


CARDS_PLAYED = Kind(
    "cards.played", CardsPlayed, _apply_played, _tell_played, _check_played, counts=False
)


def play_cards(
    action: Action[State], seat: int, cards: Sequence[Played], colours: Mapping[str, str]
) -> None:
    """Cards go on the discard pile, the last one on top; what it triggers is told.

    `colours` are those of the suits in the boxes that are played with.
    """
    from companion.games.blank.triggers import tell_rules

    _warn_of_too_many(action, cards)
    action.add(CARDS_PLAYED, CardsPlayed(seat=seat, cards=[card.record() for card in cards]))
    top = cards[-1]
    if top.effect:
        action.lines.append(f"Effect of {top.called}: {top.effect}")
    tell_rules(action, action.state.recent[-1].acts[0], colours, beside=bool(top.effect))


def take_back(action: Action[State], seat: int, cards: Sequence[Played]) -> None:
    """Cards that should not have been played go back, and cost what they cost (BL-84 to BL-94)."""
    wrong = faults_of(action.state, seat, cards)
    if not wrong and action.state.top is None:
        wrong = ["no-match"]  # Only the table sees what lies there, and says so.
    if not wrong:
        require_in_hand(action.state, seat, len(cards), action.referee)
        raise Refused(
            f"Nothing is wrong with that: {action.state.name(seat)} may play it.",
            "Leave out `--penalty`.",
        )
    take_penalty(action, seat, wrong, None, [card.record() for card in cards])


def _warn_of_too_many(action: Action[State], cards: Sequence[Played]) -> None:
    """Two of each are in a box; nothing printed says so, and nothing is refused (A-BL-18).

    Counted are the discards since they were shuffled last.
    """
    state = action.state
    lie = Counter(state.lying)
    for card in cards:
        lie[str(card.face)] += 1
        lie[card.home] += 1
    most = most_of_a_face(state)
    for card in dict.fromkeys(cards):
        count, of_home = lie[str(card.face)], lie[card.home]
        if count > most:
            action.warn(f"A {_ordinal(count)} {card.face}, where there are {most} (A-BL-18).")
        elif card.copy is not None and len(state.boxes) > 1 and of_home > OF_EACH:
            box = f"{card.mark}{card.face}"
            action.warn(f"A {_ordinal(of_home)} {box}, where there are {OF_EACH} (A-BL-18).")


def most_of_a_face(state: State) -> int:
    """How many cards of a face there are, of all boxes."""
    return OF_EACH * max(1, len(state.boxes))


def _ordinal(number: int) -> str:
    words = {3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh"}
    return words.get(number, f"{number}th")


# The card on top


class CardTurned(TypedDict):
    """A card lies on top; it `covers` what was known to lie there."""

    card: Annotated[CardTold, CARD]
    covers: NotRequired[Annotated[bool, FLAG]]


def _apply_turned(state: State, data: CardTurned) -> State:
    """The card on top is told. Where another one lay there, it was covered, and that untold; in
    setup, it was told wrong.
    """
    card, lay = Played.from_json(data["card"]), state.top or state.under
    other = lay is not None and lay.face != card.face
    corrects = state.top is not None and state.setting_up
    covered = other and not corrects and bool(data.get("covers"))
    known = state.top is not None or (lay is not None and not other)
    return replace(
        state,
        top=card,
        under=None,
        discards=state.discards + covered,
        untold=state.untold or other,
        lying=state.lying if known else (*state.lying, *lying(card)),
    )


def _tell_turned(before: State, data: CardTurned, after: State) -> str:
    return f"{Played.from_json(data['card']).called} lies on top"


CARD_TURNED = Kind("card.turned", CardTurned, _apply_turned, _tell_turned, counts=False)


def turn_up(action: Action[State], card: Played) -> None:
    """The card that lies on top now; another one that was known to lie there is covered by it."""
    action.add(CARD_TURNED, CardTurned(card=card.record(), covers=True))


# The verbs


def _plan_play(action: Action[State], told: Arguments[State]) -> None:
    state = action.state
    boxes = at_table(state, action.reference)
    seat, cards = who_and_what(state, told[_CARDS], boxes)
    if not cards:
        raise Incomplete(
            f"What does {state.name(seat)} play?",
            f"`companion blank play {state.seats[seat].handle} 4-hexagon`",
            _CARDS,
        )
    found = [boxes.card(text) for text in cards]
    warn_of(action, found)
    played = [one.card for one in found]
    if told[_TURN] and seat != state.turn:
        give_turn(action, seat)
    if told[_PENALTY]:
        take_back(action, seat, played)
        return
    play_cards(action, seat, played, boxes.colours)
    # Told of the card on top alone: what lies below it does nothing (BL-56).
    action.lines += found[-1].hints


def _fitting(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
    """Cards of which not all lie on the discard pile, by what was told; and who may play."""
    state, boxes = trial.state, at_table(trial.state, trial.reference)
    seat, cards = state.turn, list[str]()
    if _CARDS in told:
        seat, cards = who_and_what(state, told[_CARDS], boxes)
    last = seat in state.told and len(cards) >= max(1, state.hands[seat])
    if last or _PENALTY in told:
        return
    lie = Counter(state.lying)
    lie.update(str(boxes.card(name).card.face) for name in cards)
    faces = [face for face in faces_on(state.top) if lie[str(face)] < most_of_a_face(state)]
    top = state.top
    if top is not None and seat == state.turn and trial.house is None:
        faces = [face for face in faces if face.matches(top.face)]  # No other is worth a trial.
    yield from ((word, about) for word, about in card_words(boxes, faces) if word not in cards)
    if _CARDS not in told:
        yield from with_cards(lambda trial: (trial.state.turn,))(trial, told)


def _is_anothers(trial: "Trial[State]", told: Arguments[State]) -> bool:
    """Whether the cards are of somebody whose turn it is not, and nobody calls that wrong."""
    if _CARDS not in told or _PENALTY in told:
        return False
    try:
        seat, _ = who_and_what(trial.state, told[_CARDS], at_table(trial.state, trial.reference))
    except CompanionError:
        return False
    return seat != trial.state.turn


def _is_wrong(trial: "Trial[State]", told: Arguments[State]) -> bool:
    """Whether something is wrong with the cards; what lies there untold, only the table sees."""
    if _CARDS not in told:
        return False
    state, boxes = trial.state, at_table(trial.state, trial.reference)
    try:
        seat, cards = who_and_what(state, told[_CARDS], boxes)
        return bool(faults_of(state, seat, [boxes.card(text).card for text in cards]))
    except CompanionError:
        return False


def _whose(state: State, words: Sequence[str]) -> list[int]:
    """Whoever is named in front of the cards, or whose turn it is, as in `who_and_what`."""
    try:
        return [find_seat(state.seats, words[0])]
    except CompanionError:
        return [state.turn]


_CARDS = several(
    "[PLAYER] CARD...",
    A_CARD,
    candidates=_fitting,
    whose=_whose,
)
_TURN = flag(
    "--turn",
    "It is that player's turn: others went untold.",
    whose=lambda state, value: [state.turn],
    about="it is that player's turn",
    when=_is_anothers,
    mends=True,
)
_PENALTY = flag(
    "--penalty", "It was wrong: take the Penalty for it.", about="it was wrong", when=_is_wrong
)

PLAY = Verb[State](
    name="play",
    about="cards that somebody plays",
    help="""Cards that somebody plays, the last one on top.

    Without a name: whoever's turn it is.

    \b
    Examples:
      companion blank play ana 4-hexagon
      companion blank play 4-hexagon 4-circle      4-circle ends up on top
      companion blank play ana toll                a customised card, by its title
      companion blank play ben red 4 --turn        it is Ben's turn after all
      companion blank play ben 2-circle --penalty  it did not match
      companion blank play ben 2-shield --house "rule 7 lets anybody jump in"
    """,
    params=(_CARDS, _TURN, _PENALTY),
    plan=_plan_play,
)


def _plan_top(action: Action[State], told: Arguments[State]) -> None:
    found = at_table(action.state, action.reference).card(told[_ON_TOP])
    warn_of(action, [found])
    turn_up(action, found.card)


def _any_card(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
    if _ON_TOP not in told:
        yield from card_words(at_table(trial.state, trial.reference), faces_on(None))


_ON_TOP: Param[State, str] = several(
    "CARD", A_CARD, lambda state, words: " ".join(words), candidates=_any_card
)

TOP = Verb[State](
    name="top",
    about="which card lies on top",
    help="""Tell which card lies on top.

    \b
    Examples:
      companion blank top 3-circle
    """,
    params=(_ON_TOP,),
    plan=_plan_top,
)
