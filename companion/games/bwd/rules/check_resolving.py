"""What the rules refuse when a die is resolved; what follows from that is `check_followed`."""

from typing import Any

from companion.core.names import listed
from companion.core.referee import Referee
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.rules.copies import acting, copied, copied_die, still_copies
from companion.games.bwd.rules.fizzling import can_fizzle
from companion.games.bwd.rules.in_force import in_force
from companion.games.bwd.rules.resolution import DONE, brings, scored_by
from companion.games.bwd.rules.room import can_tag
from companion.games.bwd.rules.rounds import (
    how_to_resolve,
    out_of_phase,
    pending,
    resolving,
    spoken,
)
from companion.games.bwd.state import PHASE_TITLES, RESOLVING, Die, Face, State

Data = Any


def die_resolved(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """A die of whoever's turn it is, by what it shows, once a phase, where it has text."""
    die, seat = state.die(data["die"]), data["seat"]
    if not may_come_now(state, die, seat, referee, cards):
        return
    shown = die.top is not None and die.top.icon == data["face"]
    if not shown:
        told = cards.title(data["face"]) if data["face"] else "a blank face"
        referee.refuse(
            "BWD-114",
            f"{die.id} does not show {told}.",
            f"`companion bwd roll {die.id}=…` tells what is on top.",
        )
    if "told" not in data or not shown:
        return
    if seat == state.turn:
        _in_its_phase(state, die, referee, cards)
    if "stoppers" in data:
        can_fizzle(state, data["stoppers"], referee)
    still_copies(state, die, data, referee, cards)
    if "copies" in data:
        copied(state, die, data, referee, cards)
    face = acting(state, data)
    if face is not None and face.icon is not None:
        _does_as_it_must(state, die, face, data, referee, cards)


def may_come_now(state: State, die: Die, seat: int, referee: Referee, cards: Catalogue) -> bool:
    """Refuse a die that is not to be resolved now, whatever it shows; False in no such phase."""
    if state.phase not in RESOLVING:
        referee.refuse(
            "BWD-102",
            "Dice are resolved in First, Main and Last, and now it is: "
            f"{PHASE_TITLES[state.phase]}.",
            "`companion undo` goes back to the turns of this round."
            if state.phase == "check"
            else "Tell what was rolled (`companion bwd roll ana.1=…`), then `companion next`.",
        )
        return False
    referee.require(
        seat == die.owner,
        "BWD-139",
        f"{die.id} is not {state.name(seat)}'s: players resolve the dice that they have.",
        f"`companion bwd claim {state.seats[seat].handle} {die.id}` if it changed hands.",
    )
    if seat != state.turn:
        _out_of_turn(state, die, seat, referee, cards)
    referee.require(
        not state.has_resolved(seat, die),
        "BWD-132",
        f"{state.name(seat)} has resolved {die.id} in this phase already; "
        "rolling it again gives no second time.",
        "To tell more of it, undo its entry (`companion log`) and resolve it anew. "
        f"After an extra turn: `companion bwd again {state.seats[seat].handle}`; the icon that "
        "granted it stays resolved (A-BW-23).",
    )
    return True


def _out_of_turn(state: State, die: Die, seat: int, referee: Referee, cards: Catalogue) -> None:
    turn = state.turn
    left = [] if turn is None else pending(state, cards, turn)
    still = f", with {listed([spoken(one, cards) for one in left])} to resolve" if left else ""
    referee.refuse(
        "BWD-110",
        f"{die.id} is {state.name(seat)}'s, and it is "
        f"{state.name(turn) if turn is not None else 'nobody'}'s turn{still}.",
        f"{how_to_resolve(left[0])}; `companion next --untold` when that turn is over "
        "though nobody told."
        if left
        else "`companion next` when that turn is over, told or not.",
    )


def _in_its_phase(state: State, die: Die, referee: Referee, cards: Catalogue) -> None:
    """An icon resolves in the phases that it has text for, a blank face in Main."""
    against = out_of_phase(state, cards, die)
    if not against:
        return
    referee.refuse(
        against,
        f"{spoken(die, cards)} has nothing to resolve in the {state.phase.title()} phase.",
        '`--house "caught up"` where the table finds that fair.'
        if against == "A-BW-06"
        else "`companion next` goes on; `companion bwd card set` tells a card's phases.",
    )


def _does_as_it_must(
    state: State, die: Die, face: Face, data: Data, referee: Referee, cards: Catalogue
) -> None:
    """Numbers score, and what can do something does it: that is nobody's choice."""
    icon, told = face.icon or "", data["told"]
    if not told and is_number(icon):
        return
    title, plainly = cards.title(icon), f"`{resolving(die, copied_die(data))}`"
    if is_number(icon):
        if int(icon) == 0:
            referee.require(
                "points" not in told and "fizzled" not in told,
                "BWD-145",
                "A 0 gains and loses nothing, whatever else is in force: it erases itself.",
                f"{plainly}, without `{'--points' if 'points' in told else '--fizzle'}`.",
            )
        else:
            points = scored_by(state, data["seat"], face, ())
            referee.require(
                "nothing" not in told or not points,
                "BWD-143",
                f"A number always scores: {title} on {die.id} {brings(points)} "
                f"{state.name(data['seat'])}.",
                f"{plainly}; `--points` with `--did` where something changes what it scores.",
            )
        return
    if not in_force(state, cards, face.card):
        referee.require(
            DONE.isdisjoint(told) and "fizzled" not in told,
            "BWD-142",
            f"{title} does not work now: its card is neutralized, covered or not in the tableau, "
            "so it only erases itself.",
            f"{plainly}, without `--fizzle`."
            if "fizzled" in told
            else f"{plainly}, without what it did.",
        )
    elif "nothing" in told:
        _is_idle(state, die, face, data, referee, cards)


def _is_idle(
    state: State, die: Die, face: Face, data: Data, referee: Referee, cards: Catalogue
) -> None:
    """Rolling is never nothing (BWD-34), and neither is what Tag and Erase can do."""
    title, again = cards.title(face.icon or ""), f"`{resolving(die, copied_die(data))}"
    referee.require(
        face.icon not in ("re-roll", "the-window"),
        "BWD-34",
        f"{title} on {die.id} rolls a die, and that is not nothing.",
        f"{again} --reroll DIE=ICON`",
    )
    referee.require(
        face.icon != "tag" or not can_tag(state, cards),
        "BWD-28",
        f"{title} on {die.id} has to tag: there is still a face with room.",
        f"{again} --tag CARD --on DIE`",
    )
    referee.require(
        face.icon != "erase",
        "BWD-190",
        f"{title} on {die.id} has to erase a face: there is one with something on it, if only "
        "its own (A-BW-32).",
        f"{again} --erase DIE:FACE`",
    )
