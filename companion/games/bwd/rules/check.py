"""What the rules of Blank White Dice refuse. Each check looks at the state and one event alone.

Whatever depends on more than that (which faces a tag goes to, what an icon does) is worked out
before, and written into the event; so an entry that was recorded can be checked again at any time.
"""

from collections.abc import Callable
from typing import Any

from companion.core.event import Event
from companion.core.play import check_play
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.rules import check_cards, check_faces, check_setup
from companion.games.bwd.state import COMMON, PHASE_TITLES, RESOLVING, State

Data = Any

_ORDER = ("roll", *RESOLVING, "check")


def check(state: State, event: Event, referee: Referee, cards: Catalogue) -> None:
    """Refuse what the rules forbid. Raises Illegal through the referee, or Refused."""
    check_play(state, event)
    checker = _CHECKERS.get(event.kind)
    if checker is not None:
        checker(state, event.data, referee, cards)


def _die_resolved(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    die, seat = state.die(data["die"]), data["seat"]
    referee.require(
        state.phase in RESOLVING,
        "BWD-102",
        f"Dice are resolved in First, Main and Last, and now it is: {PHASE_TITLES[state.phase]}.",
        "`companion undo` goes back to the turns of this round."
        if state.phase == "check"
        else "Tell what was rolled (`companion bwd roll ana.1=…`), then `companion next`.",
    )
    if state.phase not in RESOLVING:
        return
    referee.require(
        die.top is not None and die.top.icon == data["face"],
        "BWD-114",
        f"{die.id} does not show {cards.title(data['face']) if data['face'] else 'a blank face'}.",
        f"`companion bwd roll {die.id}=…` tells what is on top.",
    )
    referee.require(
        seat == die.owner,
        "BWD-139",
        f"{die.id} is not {state.name(seat)}'s: players resolve the dice that they have.",
        f"`companion bwd claim {state.seats[seat].handle} {die.id}` if it changed hands.",
    )
    referee.require(
        seat == state.turn,
        "BWD-110",
        f"{die.id} is {state.name(seat)}'s, and it is "
        f"{state.name(state.turn) if state.turn is not None else 'nobody'}'s turn.",
        "`companion next` when that turn is over, told or not.",
    )
    referee.require(
        (state.phase, seat) not in die.resolved,
        "BWD-132",
        f"{state.name(seat)} has resolved {die.id} in this phase already; "
        "rolling it again gives no second time.",
        "To tell more of it, undo its entry (`companion log`) and resolve it anew. "
        f"After an extra turn: `companion bwd again {state.seats[seat].handle}`; the die that "
        "granted it stays resolved (A-BW-23).",
    )


def _dice_rolled(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    for die_id, place in data["faces"].items():
        icon = data["shows"][die_id]
        if place is not None and state.die(die_id).faces[place].icon != icon:
            referee.refuse(
                "BWD-114",
                f"{die_id} came up {cards.title(icon) if icon else 'blank'}, "
                "and has no such face then.",
                "`companion bwd dice` shows what is on it.",
            )


def _phase_begun(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    new, turn = data["phase"], data["turn"]
    if new == "roll":
        in_order = state.phase in ("setup", "open", "check")
    elif state.phase not in _ORDER:
        in_order = False
    elif new == state.phase and turn is not None and state.turn is not None:
        seats = state.turns()
        in_order = seats.index(turn) > seats.index(state.turn)
    else:
        in_order = _ORDER.index(new) > _ORDER.index(state.phase)
    referee.require(
        in_order,
        "BWD-102",
        f"“{PHASE_TITLES[new]}” cannot follow “{PHASE_TITLES[state.phase]}”: "
        "a round is rolled, resolved in First, Main and Last in turn order, and checked.",
        "`companion next` goes on to what comes next.",
    )
    if new == "roll":
        check_setup.round_begun(state, data, referee)


def _turn_repeated(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    referee.require(
        state.phase in RESOLVING,
        "BWD-266",
        "Another turn means resolving one's dice again, and no dice are being resolved now.",
        "`companion next` goes on to the Main phase.",
    )


def _die_claimed(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    if state.die(data["die"]).owner == data["seat"]:
        die = "the common die" if data["die"] == COMMON else data["die"]
        raise Refused(
            f"{state.name(data['seat'])} has {die} already.", "`companion table` shows it."
        )


def _dice_swapped(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    one, other = data["dice"]
    if state.die(one).owner == state.die(other).owner:
        raise Refused(
            f"{one} and {other} belong to the same player: nothing to swap.",
            "Name a die of each of the two.",
        )


def _points_stolen(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    if data["from"] == data["to"]:
        raise Refused("Nobody steals from themselves.", "Name the thief first, then the other.")


def _points_paid(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    has = state.scores[data["seat"]]
    referee.require(
        has >= data["points"],
        "BWD-154",
        f"{state.name(data['seat'])} has {has} and cannot pay {data['points']}: "
        "a price is paid whole or not at all.",
        "Nothing is paid, and what the payment buys does not happen.",
    )


def _points_set(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    referee.require(
        data["points"] >= 0,
        "BWD-25",
        "Points never fall below 0.",
        "`=0` is the lowest.",
    )


_CHECKERS: dict[str, Callable[[State, Data, Referee, Catalogue], None]] = {
    "card.tagged": check_faces.card_tagged,
    "face.erased": check_faces.face_erased,
    "face.replaced": check_faces.face_replaced,
    "face.dotted": check_faces.face_marked,
    "face.dashed": check_faces.face_marked,
    "die.resolved": _die_resolved,
    "dice.rolled": _dice_rolled,
    "phase.begun": _phase_begun,
    "turn.repeated": _turn_repeated,
    "die.claimed": _die_claimed,
    "dice.swapped": _dice_swapped,
    "points.stolen": _points_stolen,
    "points.paid": _points_paid,
    "points.set": _points_set,
    "cards.dealt": check_cards.cards_dealt,
    "card.added": check_cards.card_added,
    "card.neutralized": check_cards.card_neutralized,
    "card.restored": check_cards.card_restored,
    "disc.placed": check_cards.disc_placed,
    "disc.lifted": check_cards.disc_lifted,
}
