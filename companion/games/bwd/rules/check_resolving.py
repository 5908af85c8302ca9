"""What the rules refuse when a die is resolved, and what has to follow from it."""

from collections.abc import Sequence
from typing import Any

from companion.core.event import Event
from companion.core.names import listed
from companion.core.referee import Referee
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.rules.copies import acting, copied, still_copies
from companion.games.bwd.rules.fizzling import can_fizzle
from companion.games.bwd.rules.in_force import card_on, in_force
from companion.games.bwd.rules.record import record
from companion.games.bwd.rules.resolution import (
    EFFECTS,
    NO_EFFECT,
    ONE_SHOT,
    ROLLS,
    ZERO,
    scored_by,
    why_erased,
    works,
)
from companion.games.bwd.rules.room import can_tag, taggable
from companion.games.bwd.rules.rounds import may_resolve, pending, spoken
from companion.games.bwd.state import COMMON, PHASE_TITLES, RESOLVING, Die, Face, State

Data = Any


def die_resolved(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """A die of whoever's turn it is, by what it shows, once a phase, where it has text."""
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
    if "told" not in data or die.top is None or die.top.icon != data["face"]:
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


def _out_of_turn(state: State, die: Die, seat: int, referee: Referee, cards: Catalogue) -> None:
    turn = state.turn
    left = [] if turn is None else pending(state, cards, turn)
    still = f", with {listed([spoken(one, cards) for one in left])} to resolve" if left else ""
    referee.refuse(
        "BWD-110",
        f"{die.id} is {state.name(seat)}'s, and it is "
        f"{state.name(turn) if turn is not None else 'nobody'}'s turn{still}.",
        f"`companion bwd resolve {left[0].id}`; `companion next --untold` when that turn is over "
        "though nobody told."
        if left
        else "`companion next` when that turn is over, told or not.",
    )


def _in_its_phase(state: State, die: Die, referee: Referee, cards: Catalogue) -> None:
    """An icon resolves in the phases that it has text for, a blank face in Main."""
    card = card_on(cards, die.top)
    late = card is not None and "first" in card.phases and state.phase != "first"
    referee.require(
        may_resolve(state, cards, die, state.phase),
        "A-BW-04" if card is None else "A-BW-06" if late else "A-BW-05",
        f"{spoken(die, cards)} has nothing to resolve in the {state.phase.title()} phase.",
        '`--house "caught up"` where the table finds that fair.'
        if late
        else "`companion next` goes on; `companion bwd card set` tells a card's phases.",
    )


def _does_as_it_must(
    state: State, die: Die, face: Face, data: Data, referee: Referee, cards: Catalogue
) -> None:
    """Numbers score, and what can do something does it: that is nobody's choice."""
    icon, told = face.icon or "", data["told"]
    title, plainly = cards.title(icon), f"`companion bwd resolve {die.id}`"
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
                f"A number always scores: {title} on {die.id} {_brings(points)} "
                f"{state.name(data['seat'])}.",
                f"{plainly}; `--points` with `--did` where something changes what it scores.",
            )
        return
    if not in_force(state, cards, face.card):
        referee.require(
            EFFECTS.isdisjoint(told),
            "BWD-142",
            f"{title} does not work now: its card is neutralized, covered or not in the tableau, "
            "so it only erases itself.",
            "Leave out what it did.",
        )
    elif "nothing" in told:
        _is_idle(state, die, face, referee, cards)


def _brings(points: int) -> str:
    return f"brings {points} to" if points > 0 else f"takes {-points} from"


def _is_idle(state: State, die: Die, face: Face, referee: Referee, cards: Catalogue) -> None:
    """Rolling is never nothing (BWD-34), and neither is what Tag and Erase can do."""
    title, again = cards.title(face.icon or ""), f"`companion bwd resolve {die.id}"
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


def resolutions_followed(
    before: State, events: Sequence[Event], referee: Referee, cards: Catalogue
) -> None:
    """Refuse a resolution that lacks what follows from it, or tells what does not follow."""
    places = [place for place, event in enumerate(events) if event.kind == "die.resolved"]
    if not places:
        return
    state = before
    for event in events[: places[0]]:
        state = record(state, event)
    for place, end in zip(places, [*places[1:], len(events)], strict=True):
        resolved, *rest = events[place:end]
        if "told" in resolved.data:
            state = _followed(state, resolved, rest, referee, cards)
        else:
            for event in (resolved, *rest):
                state = record(state, event)


def _followed(
    before: State, resolved: Event, rest: Sequence[Event], referee: Referee, cards: Catalogue
) -> State:
    """Look at one resolution and what was entered with it; the state after that."""
    data = resolved.data
    die = before.die(data["die"])
    now, rolled, itself = record(before, resolved), False, None
    for event in rest:
        if _erases_itself(event, die):
            itself = event
            break
        now = record(now, event)
        rolled = rolled or event.kind in ROLLS
    if die.top is not None and die.top.icon == data["face"]:
        if die.top.icon is None:
            _blank_filled(before, now, die, data["told"], referee, cards)
        else:
            _carried_out(before, rest, now, data, referee, cards)
            why = why_erased(before, now, rolled, data, cards)
            _erased(die, acting(before, data), why, itself, referee, cards)
    if itself is not None:
        for event in rest[rest.index(itself) :]:
            now = record(now, event)
    return now


def _erases_itself(event: Event, die: Die) -> bool:
    data = event.data
    return (
        event.kind == "face.erased"
        and data.get("by") == "itself"
        and (data["die"], data["face"]) == (die.id, die.active)
    )


def _blank_filled(
    before: State, now: State, die: Die, told: Sequence[str], referee: Referee, cards: Catalogue
) -> None:
    """A blank face has to be tagged; with no card left to tag nothing happens (A-BW-18)."""
    face = now.die(die.id).faces[die.active or 0]
    named = taggable(before, cards)
    if face.icon is not None or ("tag" not in told and not named):
        return
    if "tag" in told:
        referee.refuse(
            "BWD-116",
            f"The blank face on top of {die.id} is the one to tag.",
            f"`--put ICON={die.id}:active` says which icon goes there.",
        )
        return
    referee.refuse(
        "BWD-116",
        f"{die.id} shows a blank face: it has to be tagged.",
        f"`companion bwd resolve {die.id} --tag CARD`; active: "
        + ", ".join(cards.card(card).title for card in named[:14])
        + ".",
    )


def _carried_out(
    before: State,
    rest: Sequence[Event],
    now: State,
    data: Data,
    referee: Referee,
    cards: Catalogue,
) -> None:
    """What an icon does by itself was done: a number scores, The Window rolls and takes."""
    die, seat, told = before.die(data["die"]), data["seat"], data["told"]
    face, again = acting(before, data), f"`companion bwd resolve {die.id}` tells it anew."
    if face is None or "fizzled" in told:
        return
    if is_number(face.icon or ""):
        due = scored_by(before, seat, face, told)
        kind = "points.gained" if due > 0 else "points.lost"
        follows = [(kind, seat, abs(due))] if due else []
        if "points" not in told and _points(rest) != follows:
            referee.refuse(
                "BWD-143" if due else "BWD-26",
                f"{spoken(die, cards)} {_brings(due)} {before.name(seat)}."
                if due
                else f"{spoken(die, cards)} changes no points of {before.name(seat)}'s.",
                again,
            )
        return
    if not works(before, cards, face, told) or "nothing" in told:
        return
    core = face.card is not None and cards.card(face.card).core
    if core and face.icon == "the-window":
        rolls = any(e.kind == "dice.rolled" and COMMON in e.data["faces"] for e in rest)
        referee.require(
            rolls and now.die(COMMON).owner == seat,
            "BWD-199" if not rolls else "BWD-200",
            f"{spoken(die, cards)} rolls the common die, and {before.name(seat)} takes it.",
            again,
        )
    elif core and face.icon == "tag" and not told:
        referee.require(
            not can_tag(before, cards),
            "BWD-28",
            f"{spoken(die, cards)} has to tag: there is a face with room.",
            again,
        )


def _points(events: Sequence[Event]) -> list[tuple[str, int, int]]:
    kinds = ("points.gained", "points.lost")
    return [(e.kind, e.data["seat"], e.data["points"]) for e in events if e.kind in kinds]


def _erased(
    die: Die, face: Face | None, why: str, itself: Event | None, referee: Referee, cards: Catalogue
) -> None:
    """An icon erases itself where that follows, and only there."""
    told = "" if itself is None else itself.data["why"]
    if told == why:
        return
    icon = face.icon if face is not None and face.icon is not None else ""
    shown = spoken(die, cards)
    referee.refuse(
        _rule_of(why or told, icon),
        f"{shown} erases itself: {why}."
        if why
        else f"{shown} stays where it is, and did erase itself: {told}.",
        f"`companion bwd resolve {die.id}` tells it anew.",
    )


def _rule_of(why: str, icon: str) -> str:
    """The rule by which an icon erases itself for that reason."""
    if why == NO_EFFECT:
        return "BWD-27" if icon.startswith("-") else "BWD-28" if icon == "tag" else "BWD-26"
    return {ZERO: "BWD-145", ONE_SHOT: "BWD-233"}.get(why, "BWD-142")
