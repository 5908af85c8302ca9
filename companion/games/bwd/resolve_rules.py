"""What happens when a die is resolved: by whom, when, and what has to be told with it.

What an icon does is in `effects`, how a resolution is kept in `resolution`, what is typed in
`resolve_verb`.
"""

from collections.abc import Callable

from companion.core.consequence import Entered
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import listed
from companion.core.value import replace
from companion.errors import Illegal
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.faces import changed, settling, spoken
from companion.games.bwd.points import brings, scored_by
from companion.games.bwd.resolution import (
    DONE,
    RESOLVED,
    DieResolved,
    FaceCopied,
    Resolution,
    acting,
    command,
    copying,
    require_copied,
    require_same_copy,
    resolution,
    rolls_the_common_die,
    works,
)
from companion.games.bwd.rolls import DICE_ROLLED
from companion.games.bwd.rounds import how_to_resolve, out_of_phase, pending, steps_to
from companion.games.bwd.state import (
    COMMON,
    LOWEST_SCORE,
    PHASE_TITLES,
    RESOLVING,
    Did,
    Die,
    Face,
    State,
)
from companion.games.bwd.tag_rules import can_tag, taggable
from companion.games.bwd.wards import can_fizzle, in_force

# Which die may resolve


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
        f"{how_to_resolve(state, cards, left[0])}; `companion next --untold` when that turn is "
        "over though nobody told."
        if left
        else "`companion next` when that turn is over, told or not.",
    )


def _in_its_phase(state: State, die: Die, referee: Referee, cards: Catalogue) -> None:
    """An icon resolves in the phases that it has text for, a blank face in Main."""
    against = out_of_phase(state, cards, die)
    if not against:
        return
    left = pending(state, cards, state.turn) if state.turn is not None else []
    first = f"{how_to_resolve(state, cards, left[0])} first; then " if left else ""
    referee.refuse(
        against,
        f"{spoken(die, cards)} has nothing to resolve in the {state.phase.title()} phase.",
        '`--house "caught up"` where the table finds that fair.'
        if against == "A-BW-06"
        else f"{first}`companion next` goes on. To enter a card's phases: "
        "`companion bwd card set CARD --phase …`.",
    )


# A resolution as it is kept


_settle_copy: Callable[[State, FaceCopied], FaceCopied] = settling("icon")


def _settle(state: State, data: DieResolved) -> DieResolved:
    copies = data.get("copies")
    return data if copies is None else changed(data, "copies", _settle_copy(state, copies))


def _check(state: State, data: DieResolved, referee: Referee, cards: Catalogue) -> None:
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
    require_same_copy(state, die, data.get("copies"), referee, cards)
    if "copies" in data:
        require_copied(state, die, data["copies"], referee, cards)
    face = acting(state, data)
    if face is not None and face.icon is not None:
        _does_as_it_must(state, die, face, data, referee, cards)


def _does_as_it_must(
    state: State, die: Die, face: Face, data: DieResolved, referee: Referee, cards: Catalogue
) -> None:
    """Numbers score, and what can do something does it: that is nobody's choice."""
    icon, told = face.icon or "", data["told"]
    if not told and is_number(icon):
        return
    title, plainly = cards.title(icon), f"`{command(data, die)}`"
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
    state: State, die: Die, face: Face, data: DieResolved, referee: Referee, cards: Catalogue
) -> None:
    """Rolling is never nothing (BWD-34), and neither is what Tag and Erase can do."""
    title, again = cards.title(face.icon or ""), f"`{command(data, die)}"
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


def _apply(state: State, data: DieResolved) -> State:
    die, seat = state.die(data["die"]), data["seat"]
    place, icon = die.active, data["face"]
    face = die.top if die.top is not None and die.top.icon == icon else Face(icon)
    if "copies" in data:
        state, face = copying(state, die, icon, data["copies"])
    fizzled = "fizzled" in data.get("told", ())
    did = None if place is None or icon is None else Did(seat, place, icon, face, fizzled)
    state = state.with_die(die._replace(resolved=die.resolved | {(state.phase, seat)}, did=did))
    return replace(state, just=die.key)


def _tell(before: State, data: DieResolved, after: State, catalogue: Catalogue) -> str:
    shown = catalogue.title(data["face"])
    line = f"{after.name(data['seat'])} resolves {after.die(data['die']).id} ({shown})"
    if "copies" in data:
        told = data["copies"]
        line += f" as {after.die(told['die']).id} ({catalogue.title(told['icon'])})"
    return f"{line}: {data['how']}" if data["how"] else line


# What has to be told with it


def _goes_with(part: Entered[State], referee: Referee) -> None:
    """A blank face is tagged, a core icon did what it does; other points have a reason."""
    it = part.once(resolution)
    if it is None or "fizzled" in it.told:
        return
    if it.die.top is not None and it.die.top.icon is None:
        _require_filled(it, referee)
    elif is_number(it.icon):
        if "points" in it.told and "did" not in it.told:
            _require_its_points(it, referee)
    elif rolls_the_common_die(it):
        rolls = (event.data["faces"] for event in part.events if event.kind == DICE_ROLLED.name)
        referee.require(
            any(COMMON in faces for faces in rolls),
            "BWD-199",
            f"{it.shown} rolls the common die, and {it.before.name(it.seat)} takes it.",
            f"`{command(it.data, it.die)}` tells it anew.",
        )
    elif it.icon == "tag" and not it.told and works(it.before, it.cards, it.face, it.told):
        core = it.face.card is not None and it.cards.card(it.face.card).core
        referee.require(
            not core or not can_tag(it.before, it.cards),
            "BWD-28",
            f"{it.shown} has to tag: there is a face with room.",
            f"`{command(it.data, it.die)}` tells it anew.",
        )


def _require_filled(it: Resolution, referee: Referee) -> None:
    """A blank face has to be tagged; with no card left to tag nothing happens (A-BW-18)."""
    die, cards = it.die, it.cards
    face = it.part.after.die(die.key).faces[die.active or 0]
    named = taggable(it.before, cards)
    if face.icon is not None or ("tag" not in it.told and not named):
        return
    if "tag" in it.told:
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


def _require_its_points(it: Resolution, referee: Referee) -> None:
    """Other points than those of the number are told together with what changed them."""
    seat, before = it.seat, it.before
    due = scored_by(before, seat, it.face, ())
    scores = [max(LOWEST_SCORE, has + due * (n == seat)) for n, has in enumerate(before.scores)]
    as_due = f"{brings(due)} {before.name(seat)}" if due else "changes no points"
    referee.require(
        [*it.part.after.scores] == scores,
        "BWD-143",
        f"{it.shown} {as_due}, and nothing was told that would change this.",
        f"`{command(it.data, it.die)}`; `--points` with `--did` where something changes "
        "what it scores.",
    )


DIE_RESOLVED = Kind(
    RESOLVED,
    DieResolved,
    apply=_apply,
    tell_with=_tell,
    check_with=_check,
    settle=_settle,
    counts=False,
    goes_with=_goes_with,
)


def may_resolve_any(state: State, cards: Catalogue) -> bool:
    """Whether a die can be resolved now, be it after turns in which nothing is left."""
    return any(is_due(state, cards, die) for die in state.dice if die.top is not None)


def is_due(state: State, cards: Catalogue, die: Die) -> bool:
    """Whether a die that shows something can be resolved now."""
    for _, _, there in steps_to(state, cards, die):
        state = there
    die = state.die(die.key)
    if die.owner is None or out_of_phase(state, cards, die):
        return False
    try:
        return may_come_now(state, die, die.owner, Referee(), cards)
    except Illegal:
        return False
