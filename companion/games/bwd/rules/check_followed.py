"""What has to follow from a resolution: what a number scores, which icon erases itself."""

from collections.abc import Sequence
from typing import Any

from companion.core.event import Event
from companion.core.referee import Referee
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.rules.copies import acting, copied_die
from companion.games.bwd.rules.resolution import (
    NO_EFFECT,
    ONE_SHOT,
    ROLLS,
    ZERO,
    brings,
    scored_by,
    why_erased,
    works,
)
from companion.games.bwd.rules.room import can_tag, taggable
from companion.games.bwd.rules.rounds import resolving, spoken
from companion.games.bwd.state import COMMON, LOWEST_SCORE, Die, Face, State

Data = Any

_REASONS = {NO_EFFECT: "it has no effect", ONE_SHOT: "it is for use once"}


def resolutions_followed(
    states: Sequence[State], events: Sequence[Event], referee: Referee, cards: Catalogue
) -> None:
    """Refuse a resolution that lacks what follows from it, or tells what does not follow."""
    places = [place for place, event in enumerate(events) if event.kind == "die.resolved"]
    for place, end in zip(places, [*places[1:], len(events)], strict=False):
        if "told" in events[place].data:
            _followed(states[place : end + 1], events[place:end], referee, cards)


def _followed(
    states: Sequence[State], events: Sequence[Event], referee: Referee, cards: Catalogue
) -> None:
    """Look at one resolution and what was entered with it."""
    before, data, rest = states[0], events[0].data, events[1:]
    die = before.die(data["die"])
    if die.top is None or die.top.icon != data["face"]:
        return
    done = next((n for n, event in enumerate(rest) if _erases_itself(event, die)), len(rest))
    itself = rest[done] if done < len(rest) else None
    now = states[1 + done]  # What it led to, before it erased itself.
    if die.top.icon is None:
        _blank_filled(before, now, die, data["told"], referee, cards)
        return
    _carried_out(before, rest, now, data, referee, cards)
    rolled = any(event.kind in ROLLS for event in rest[:done])
    why = why_erased(before, now, rolled, data, cards)
    _erased(die, acting(before, data), why, itself, referee, cards)


def _erases_itself(event: Event, die: Die) -> bool:
    data = event.data
    return (
        event.kind == "face.erased"
        and data.get("by") == "itself"
        and (data["die"], data["face"]) == (die.key, die.active)
    )


def _blank_filled(
    before: State, now: State, die: Die, told: Sequence[str], referee: Referee, cards: Catalogue
) -> None:
    """A blank face has to be tagged; with no card left to tag nothing happens (A-BW-18)."""
    face = now.die(die.key).faces[die.active or 0]
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
    face = acting(before, data)
    again = f"`{resolving(die, copied_die(data))}` tells it anew."
    if face is None or "fizzled" in told:
        return
    if is_number(face.icon or ""):
        due = scored_by(before, seat, face, told)
        kind = "points.gained" if due > 0 else "points.lost"
        follows = [(kind, seat, abs(due))] if due else []
        if "points" in told:
            _as_the_number_says(before, now, die, data, referee, cards)
        elif _points(rest) != follows:
            name = before.name(seat)
            referee.refuse(
                "BWD-143" if due else "BWD-26",
                f"{spoken(die, cards)} {brings(due)} {name}, which it did not as it was resolved."
                if due
                else f"{spoken(die, cards)} changes no points of {name}'s, which it did as it was "
                "resolved.",
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


def _as_the_number_says(
    before: State, now: State, die: Die, data: Data, referee: Referee, cards: Catalogue
) -> None:
    """Other points than those of the number are told together with what changed them."""
    seat, told, face = data["seat"], data["told"], acting(before, data)
    due = 0 if face is None else scored_by(before, seat, face, ())
    scores = [max(LOWEST_SCORE, has + due * (n == seat)) for n, has in enumerate(before.scores)]
    as_due = f"{brings(due)} {before.name(seat)}" if due else "changes no points"
    referee.require(
        "did" in told or [*now.scores] == scores,
        "BWD-143",
        f"{spoken(die, cards)} {as_due}, and nothing was told that would change this.",
        f"`{resolving(die, copied_die(data))}`; `--points` with `--did` where something changes "
        "what it scores.",
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
    shown, reason = spoken(die, cards), _REASONS.get(why or told, why or told)
    referee.refuse(
        _rule_of(why or told, icon),
        f"{shown} erases itself, as {reason}; it stayed as it was resolved."
        if why
        else f"{shown} stays: it erased itself as {reason}, and that is so no longer.",
        f"`companion bwd resolve {die.id}` tells it anew.",
    )


def _rule_of(why: str, icon: str) -> str:
    """The rule by which an icon erases itself for that reason."""
    if why == NO_EFFECT:
        return "BWD-27" if icon.startswith("-") else "BWD-28" if icon == "tag" else "BWD-26"
    return {ZERO: "BWD-145", ONE_SHOT: "BWD-233"}.get(why, "BWD-142")
