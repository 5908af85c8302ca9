"""A player's turn: cards played or drawn, Penalties, and whose turn it is next."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.action import Action
from companion.core.names import listed
from companion.core.seats import find_seat
from companion.errors import Refused
from companion.games.blank.due import first_done, never_drawn
from companion.games.blank.moves.missed import warn_of_missed
from companion.games.blank.reference import colours_of
from companion.games.blank.rules.check import faults, require_in_hand
from companion.games.blank.state import Fault, Happening, OpenRule, Played, State
from companion.games.blank.suits import OF_EACH
from companion.games.blank.triggers import triggered

Colours = Mapping[str, str]
"""The colours of the suits in the boxes that are played with."""
_NO_COLOURS: Colours = {}
ONE_PLAY: frozenset[Fault] = frozenset({"mixed-cards", "no-match"})
"""What may be wrong with the cards of one play, and costs one card (A-BL-02)."""


def play_cards(action: Action[State], seat: int, cards: Sequence[Played], colours: Colours) -> None:
    """Cards go on the discard pile, the last one on top; what it triggers is told."""
    _warn_of_too_many(action, cards)
    action.add("cards.played", seat=seat, cards=[card.record() for card in cards])
    top = cards[-1]
    if top.effect:
        action.lines.append(f"Effect of {top.called}: {top.effect}")
    _tell_rules(action, action.state.recent[-1].acts[0], colours, beside=bool(top.effect))


def take_back(action: Action[State], seat: int, cards: Sequence[Played]) -> None:
    """Cards that should not have been played go back, and cost what they cost (BL-84 to BL-94)."""
    wrong = faults(action.state, seat, cards)
    if not wrong and action.state.top is None:
        wrong = ["no-match"]  # Only the table sees what lies there, and says so.
    if not wrong:
        require_in_hand(action.state, seat, len(cards), action.referee)
        raise Refused(
            f"Nothing is wrong with that: {action.state.name(seat)} may play it.",
            "Leave out `--penalty`.",
        )
    take_penalty(action, seat, wrong, None, [card.record() for card in cards])


def draw_cards(action: Action[State], seat: int, count: int, why: str) -> None:
    """Cards that an effect or a rule makes somebody draw: no Penalty, and no end of a turn."""
    action.add("cards.drawn", seat=seat, count=count, why=why)
    _tell_rules(action, Happening("drawn", at_once=count))


def discard_cards(action: Action[State], seat: int, count: int, top: Played | None) -> None:
    """Cards that an effect lets somebody discard; the one on `top`, if it was named."""
    told = {} if top is None else {"top": top.record()}
    action.add("cards.discarded", seat=seat, count=count, **told)
    _tell_rules(action, Happening("discarded", top, count))


def take_penalty(
    action: Action[State],
    seat: int,
    wrong: Sequence[Fault],
    called_by: int | None,
    cards: Sequence[Mapping[str, Any]] = (),
    colours: Colours = _NO_COLOURS,
) -> None:
    """A card for each fault, and the end of the turn of whoever's it is (BL-66, BL-94, A-BL-04).

    `cards` are those that were played wrongly, where they are told. What goes together neither with
    each other nor with the top card was one play, and is one Penalty (A-BL-02).
    """
    state = action.state
    if set(wrong) >= ONE_PLAY:
        wrong = [fault for fault in wrong if fault != "no-match"]
        action.warn(
            "Cards that do not go together, and do not match either, are one Penalty (A-BL-02). "
            "Another play's is told in a line of its own."
        )
    if state.draw_pile < len(wrong) and not state.may_shuffle:
        there = f"only {state.draw_pile}" if state.draw_pile else "nothing"
        missing = "that draw is skipped" if len(wrong) == 1 else "the rest is skipped"
        action.warn(f"There is {there} left to draw or to shuffle: {missing} (A-BL-09).")
    if "missed-rule" in wrong:
        warn_of_missed(action, seat, colours)
    told: dict[str, Any] = {"cards": list(cards)} if cards else {}
    drawn = min(len(wrong), state.draw_pile)
    if drawn < len(wrong):
        told["drawn"] = drawn
    action.add("penalty.taken", seat=seat, called_by=called_by, **{"for": list(wrong)}, **told)
    _tell_rules(action, Happening("penalty"))
    if drawn:
        _tell_rules(action, Happening("drawn", at_once=drawn))


def turn_up(action: Action[State], card: Played) -> None:
    """The card that lies on top now; another one that was known to lie there is covered by it."""
    action.add("card.turned", card=card.record(), covers=True)


def count_hand(action: Action[State], seat: int, count: int) -> None:
    """So many cards are in a hand; what it lacks was played or discarded, untold.

    Raises Refused where that is known. In a log it is no news only once something is taken back,
    and stands.
    """
    state = action.state
    if seat in state.told and count == state.hands[seat]:
        raise Refused(f"{state.name(seat)} has {count} by what was told.", "Nothing is entered.")
    action.add("hand.counted", seat=seat, count=count, settles=True)


def give_turn(action: Action[State], seat: int) -> None:
    """It is somebody's turn: others went untold, or one goes again.

    Raises Refused where it is that player's as it is. In a log it is so only once something is
    taken back, and stands.
    """
    state = action.state
    if seat == state.turn:
        raise Refused(f"It is {state.name(seat)}'s turn already.", "Nothing is entered.")
    action.add("turn.given", seat=seat)


def advance(action: Action[State]) -> None:
    """`next`: the turn goes on, though nobody told what was played."""
    action.add("turn.passed", seat=action.state.turn)


def win(action: Action[State], name: str | None, put_right: bool = False, play: str = "") -> None:
    """Somebody's hand is empty, and all effects are done: that player has won (BL-4).

    A count that was told otherwise is `put_right` first. `play` is what the boxes know it by.
    """
    state = action.state
    if put_right and name is not None:
        seat = find_seat(state.seats, name)
        if state.hands[seat]:
            count_hand(action, seat, 0)
        state = action.state
    colours = colours_of(state, action.reference) if state.emptied else {}
    empty = first_done(state, colours)
    if name is None:
        if not empty:
            raise Refused(
                "By what was told, nobody's hand is empty.",
                f"Name who has won: `companion blank win {state.seats[0].handle} --empty`.",
            )
        seat = empty[0]
    else:
        seat = find_seat(state.seats, name)
    # Those before in the order are refused (A-BL-07): of those behind, the table is told.
    others = [other for other in empty if other != seat]
    some = seat in state.told and state.hands[seat] > 0  # As a house rule has it.
    why = "named by the table" if some else "no cards left"
    told = {"play": play} if play and state.boxes else {}
    owed = never_drawn(state, seat, colours) if seat in empty else None
    action.add("play.finished", winners=[seat], why=why, **told)
    if owed is not None:
        action.warn(
            f"{state.name(seat)} had to draw before the next card was played, and nothing is told "
            f"of it ({owed.told}). Nobody pointed it out: it does not count (BL-75)."
        )
    _warn_of_others(action, state, seat, others)


def _warn_of_others(action: Action[State], state: State, seat: int, others: Sequence[int]) -> None:
    """Tell of the other hands that are empty as well, and why each comes behind."""
    ahead = [other for other in others if other in state.empty_before(seat)]
    behind = [other for other in others if other not in ahead]
    at_once = [other for other in behind if state.emptied_at_once(seat, other)]
    later = [other for other in behind if other not in at_once]
    _warn_of_empty(action, ahead, "a hand counts once all effects are done (BL-101).")
    clockwise = "the player whose turn it was comes first, then the others clockwise (A-BL-07)."
    _warn_of_empty(action, at_once, clockwise)
    _warn_of_empty(action, later, "whoever is first to have none has won (BL-4).")


def _warn_of_empty(action: Action[State], others: Sequence[int], why: str) -> None:
    """Tell of hands that are empty as well, and why they come behind."""
    if others:
        verb = "has" if len(others) == 1 else "have"
        names = listed([action.state.name(other) for other in others])
        action.warn(f"{names} {verb} no cards left either: {why}")


def _warn_of_too_many(action: Action[State], cards: Sequence[Played]) -> None:
    """Two of each are in a box; nothing printed says so, and nothing is refused (A-BL-18).

    Counted are the discards since they were shuffled last.
    """
    state = action.state
    lying = Counter(state.lying)
    for card in cards:
        lying[str(card.face)] += 1
        lying[card.home] += 1
    most = OF_EACH * max(1, len(state.boxes))
    for card in dict.fromkeys(cards):
        count, of_home = lying[str(card.face)], lying[card.home]
        if count > most:
            action.warn(f"A {_ordinal(count)} {card.face}, where there are {most} (A-BL-18).")
        elif card.copy is not None and len(state.boxes) > 1 and of_home > OF_EACH:
            box = f"{card.mark}{card.face}"
            action.warn(f"A {_ordinal(of_home)} {box}, where there are {OF_EACH} (A-BL-18).")


def _ordinal(number: int) -> str:
    words = {3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh"}
    return words.get(number, f"{number}th")


def _tell_rules(
    action: Action[State], event: Happening, colours: Colours = _NO_COLOURS, beside: bool = False
) -> None:
    """The rules that an event triggers; `beside` an effect, their order is to be agreed on."""
    found = triggered(event, action.state.rules, colours)
    told = set(action.lines)
    surely = [f"Rule {_line(rule)}" for rule in found.surely]
    perhaps = [f"Perhaps rule {_line(rule)}" for rule in found.perhaps]
    action.lines += [line for line in (*surely, *perhaps) if line not in told]
    if len(found.surely) + beside > 1:
        action.lines.append("Agree on the order.")


def _line(rule: OpenRule) -> str:
    return f"{rule.label}: {rule.text}"
