"""What the rules refuse about faces: tagging, erasing, replacing."""

from typing import Any

from companion.core.referee import Referee
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.rules.check_setup import tagged_in_setup
from companion.games.bwd.rules.conditions import behind
from companion.games.bwd.rules.record import drawn, with_face
from companion.games.bwd.rules.room import carriers, serving
from companion.games.bwd.rules.rounds import tagger
from companion.games.bwd.state import COMMON, Die, Face, State

Data = Any


def active_card(state: State, card: str, referee: Referee, cards: Catalogue) -> None:
    """Refuse a card whose icons cannot be tagged now."""
    title = cards.title(card)
    match state.card_state(card):
        case "neutralized":
            referee.refuse(
                "BWD-231",
                f"{title} is neutralized: its icons cannot be tagged.",
                f"`companion bwd restore {cards.typed(card)}` when it is face-up again.",
            )
        case "overwritten":
            top = state.stack_of(card)[-1]
            referee.refuse(
                "BWD-236",
                f"{title} is covered by {cards.title(top)}: its icons cannot be tagged.",
                f"Take what covers it, `{cards.typed(top)}` (BWD-171).",
            )
        case None if state.told and card:
            referee.refuse(
                "BWD-84",
                f"{title} is not in the tableau, so it cannot be tagged.",
                f"`companion bwd add {cards.typed(card)}` when it has come into play.",
            )


def card_tagged(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """An active card, blank faces (or the prerequisite), the nearest dice first."""
    active_card(state, data["card"], referee, cards)
    needs, chosen = set(data["needs"]), data["die"]
    typed = cards.typed(data["card"])
    by = data.get("by")
    tagged_in_setup(state, state.die(chosen), by, typed, referee)
    if data.get("assumed"):
        _who_tags(state, by, state.die(chosen), referee)
    if data.get("trailing") and by is not None:
        behind(state, by, cards.title(data["card"]), referee)
    for die_id, place, icon in data["placed"]:
        die = state.die(die_id)
        face = die.faces[place]
        if needs:
            _prerequisite(state, needs, face, data["card"], die, by, referee, cards)
        else:
            referee.require(
                face.blank,
                "BWD-85",
                f"{die.id} has {cards.title(face.icon or '')} there: icons go on blank faces.",
                f"`companion bwd replace {die.typed(place)} …` writes over a face.",
            )
            _nearest_dice_first(state, state.die(chosen), die, referee)
        state = with_face(state, die_id, place, drawn(state, die_id, place, icon, data["card"]))
    if data["undrawn"] and not needs:
        referee.require(
            not any(die.blanks() for die in state.dice),
            "BWD-264",
            "There is still a blank face in play, so every icon has to be drawn.",
            "Name it: `--put ICON=DIE`.",
        )


def _who_tags(state: State, by: int | None, die: Die, referee: Referee) -> None:
    """Where nobody said who tags, it is whoever it is now."""
    due = tagger(state, die)
    who, told = ("nobody" if seat is None else state.name(seat) for seat in (due, by))
    in_setup = "BWD-97" if die.id == COMMON else "BWD-83"
    referee.require(
        due == by,
        "BWD-110" if state.turn is not None else in_setup,
        f"It is {who} who tags {die.id}, and not {told}.",
        f"`companion bwd tag {die.id} CARD --by NAME` says who does.",
    )


def _prerequisite(
    state: State,
    needs: set[str],
    face: Face,
    card: str,
    die: Die,
    by: int | None,
    referee: Referee,
    cards: Catalogue,
) -> None:
    """The face must carry what the complex icon needs, or an icon of what covers that (A-BW-21)."""
    wanted = " or ".join(sorted({cards.title(need) for need in needs}))
    found = cards.title(face.icon) if face.icon else "nothing"
    if {face.card, face.icon} & serving(state, needs):
        return
    referee.refuse(
        "BWD-245",
        f"{cards.title(card)} goes only on a face with {wanted}, and that of {die.id} has {found}.",
        _where_it_goes(state, needs, by, die, cards),
    )


def _where_it_goes(
    state: State, needs: set[str], by: int | None, chosen: Die, cards: Catalogue
) -> str:
    """A face for a complex icon, on the dice that may be tagged now; without one, another card."""
    dice = [chosen, *(die for die in state.dice if die.id != chosen.id)]
    if state.phase == "setup":  # One's own dice, or the common one (BWD-83, BWD-97).
        dice = [die for die in dice if die.id == chosen.id or {die.owner, chosen.owner} == {by}]
    found = [(die, place) for die in dice for place in carriers(state, die, sorted(needs))]
    if not found:
        return "There is no such face to be tagged now: choose another card."
    die, place = found[0]
    return (
        f"Name a face that has it, such as `{die.id}:{cards.typed(die.faces[place].icon or '')}`."
    )


def _nearest_dice_first(state: State, chosen: Die, die: Die, referee: Referee) -> None:
    """Excess icons: the chosen die, then its controller's others, then any (A-BW-01)."""
    if die.id == chosen.id:
        return
    referee.require(
        not chosen.blanks(),
        "BWD-85",
        f"{chosen.id} still has a blank face: the icons of one card go on one die.",
        f"Put it on {chosen.id}.",
    )
    own = chosen.owner is not None and chosen.owner == die.owner
    nearer = [
        other.id
        for other in state.dice
        if chosen.owner is not None and other.owner == chosen.owner and other.blanks()
    ]
    if not own and nearer:
        referee.refuse(
            "BWD-263",
            f"Excess icons go on {nearer[0]} first: it belongs to the same player.",
            f"Put it on {' or '.join(nearer)}.",
        )


def face_erased(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """There must be something on the face, and it is what was named."""
    die = state.die(data["die"])
    face = die.faces[data["face"]]
    referee.require(
        not face.clean,
        "BWD-190",
        f"That face of {die.id} is blank: there is nothing to erase.",
        "Name a face by what is drawn on it, such as `ana.1:investment`.",
    )
    if "icon" in data and not face.clean:
        _still_there(face, die.id, data["icon"], "BWD-190", "erased", referee, cards)


def _still_there(
    face: Face,
    die_id: str,
    icon: str | None,
    rule: str,
    done: str,
    referee: Referee,
    cards: Catalogue,
) -> None:
    referee.require(
        face.icon == icon,
        rule,
        f"{die_id} has no {cards.title(icon) if icon else 'blank'} there that could be {done}.",
        "`companion bwd dice` shows what is on it.",
    )


def face_marked(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """Dots and dashes go on the face that was meant."""
    icon, die = data["icon"], state.die(data["die"])
    referee.require(
        die.faces[data["face"]].icon == icon,
        "BWD-216",
        f"{die.id} has no {cards.title(icon) if icon else 'blank'} there that could be marked.",
        "`companion bwd dice` shows what is on it.",
    )


def face_replaced(state: State, data: Data, referee: Referee, cards: Catalogue) -> None:
    """The card of the new icon must be active; a number needs none. The face is what was named."""
    if "over" in data:
        die = state.die(data["die"])
        face = die.faces[data["face"]]
        _still_there(face, die.id, data["over"], "BWD-253", "replaced", referee, cards)
    if data["card"] is not None and not is_number(data["icon"]):
        active_card(state, data["card"], referee, cards)
