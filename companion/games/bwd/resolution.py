"""Resolving a die: by whom, when, and what has to be entered with it.

What an icon does is in `resolve`, with the verb. What was entered about a resolution is recorded in
`DieResolved`; everything else follows from that: what a number scores (`points`), which icon erases
itself (`erasure`), who takes the die of The Window (`dice`).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from companion.core.event import Referee
from companion.core.fact import Fact, Seat, Text
from companion.core.names import listed
from companion.core.play import HIGHEST_AMOUNT
from companion.core.shapes import list_of, maybe, object_of, one_of, shape_of
from companion.core.value import Annotated
from companion.errors import Illegal
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.consequence import Entry
from companion.games.bwd.copies import FaceCopied, copying, require_copied, require_same_copy
from companion.games.bwd.faces import CARD, DIE, ICON, describe_die, with_face_as_named, with_field
from companion.games.bwd.rounds import (
    how_to_resolve,
    out_of_phase,
    pending,
    resolve_command,
    steps_to,
)
from companion.games.bwd.state import (
    COMMON,
    LOWEST_SCORE,
    PHASE_TITLES,
    RESOLVING,
    Die,
    Face,
    LastResolution,
    State,
)
from companion.games.bwd.tag_rules import can_tag, taggable
from companion.games.bwd.wards import in_force, require_fizzling

_DONE = ("tag", "erase", "reroll", "points", "did")
"""Possible effects of an icon, as facts or in words."""
EFFECTS = (*_DONE, "nothing", "fizzled")

# A resolution as it is recorded


class DieResolved(Fact[State], kind="die.resolved", counts=False):
    """A die is resolved by its active face: `how` in words, and its effects (`told`).

    `stoppers` are the cards that may have made it fizzle; `copies` is the face that it copies.
    Older logs have only words.
    """

    die: Annotated[str, DIE]
    seat: Seat
    how: Text
    face: Annotated[str | None, maybe(ICON)]
    told_: Annotated[Sequence[str] | None, list_of(one_of(*EFFECTS))] = None
    stoppers: Annotated[Sequence[str] | None, list_of(CARD)] = None
    copies: Annotated[Mapping[str, Any] | None, object_of(shape_of(FaceCopied))] = None

    @property
    def effects(self) -> Sequence[str]:
        """Its effects, as far as entered."""
        return self.told_ or ()

    @property
    def copied(self) -> FaceCopied | None:
        """The face that it copies, if any."""
        return None if self.copies is None else FaceCopied.from_json(self.copies)

    def acting(self, before: State) -> Face | None:
        """The face whose effect is used: the copied one, or else the one on top."""
        copied = self.copied
        return before.die(self.die).top if copied is None else Face(copied.icon, copied.card)

    def command(self, die: Die) -> str:
        """Return the command that resolves it, without backquotes, with the copied die."""
        return resolve_command(die, None if self.copied is None else self.copied.die)

    def interpret(self, state: State) -> "DieResolved":
        copied = self.copied
        if copied is None:
            return self
        return with_field(self, "copies", with_face_as_named(copied, state, copied.icon).to_json())

    def check(self, state: State, referee: Referee, cards: Catalogue) -> None:
        """Require that players resolve own dice in turn, by their active faces, once in a phase."""
        die, seat = state.die(self.die), self.seat
        if not require_resolvable_now(state, die, seat, referee, cards):
            return
        shown = die.top is not None and die.top.icon == self.face
        if not shown:
            entered = cards.title(self.face) if self.face else "a blank face"
            referee.refuse(
                "BWD-114",
                f"{die.id} does not show {entered}.",
                f"`companion bwd roll {die.id}=…` enters what is on top.",
            )
        if self.told_ is None or not shown:
            return
        if seat == state.turn:
            _require_in_its_phase(state, die, referee, cards)
        if self.stoppers is not None:
            require_fizzling(state, self.stoppers, referee)
        copied = self.copied
        require_same_copy(state, die, copied, referee, cards)
        if copied is not None:
            require_copied(state, die, copied, referee, cards)
        face = self.acting(state)
        if face is not None and face.icon is not None:
            _require_its_effect(state, die, face, self, referee, cards)

    def apply(self, state: State) -> State:
        die, icon = state.die(self.die), self.face
        face = die.top if die.top is not None and die.top.icon == icon else Face(icon)
        copied, place = self.copied, die.active
        if copied is not None:
            state, face = copying(state, die, icon, copied)
        fizzled = "fizzled" in self.effects
        last = None
        if place is not None and icon is not None:
            last = LastResolution(self.seat, place, icon, face, fizzled)
        done = die.resolved | {(state.phase, self.seat)}
        return state.with_die(die._replace(resolved=done, last=last), last_resolved=die.key)

    def describe(self, before: State, after: State, cards: Catalogue) -> str:
        shown, copied = cards.title(self.face), self.copied
        line = f"{after.name(self.seat)} resolves {after.die(self.die).id} ({shown})"
        if copied is not None:
            line += f" as {after.die(copied.die).id} ({cards.title(copied.icon)})"
        return f"{line}: {self.how}" if self.how else line


# Which die may be resolved


def require_resolvable_now(
    state: State, die: Die, seat: int, referee: Referee, cards: Catalogue
) -> bool:
    """Refuse a die that cannot be resolved now, whatever it shows.

    False if a house rule allows it in a phase in which nothing is resolved: then nothing else is
    checked.
    """
    if state.phase not in RESOLVING:
        referee.refuse(
            "BWD-102",
            f"Dice are resolved in First, Main and Last. Now it is: {PHASE_TITLES[state.phase]}.",
            "`companion undo` goes back to the turns of this round."
            if state.phase == "check"
            else "Enter what was rolled (`companion bwd roll ana.1=…`), then `companion next`.",
        )
        return False
    referee.require(
        seat == die.owner,
        "BWD-139",
        f"{die.id} is not {state.name(seat)}'s: players resolve their own dice.",
        f"`companion bwd claim {state.seats[seat].handle} {die.id}` if it changed hands.",
    )
    if seat != state.turn:
        _refuse_out_of_turn(state, die, seat, referee, cards)
    referee.require(
        not state.has_resolved(seat, die),
        "BWD-132",
        f"{state.name(seat)} has already resolved {die.id} in this phase; "
        "after a re-roll, it does not resolve again.",
        "To enter more about it, undo its entry (`companion log`) and resolve it again. "
        f"After an extra turn: `companion bwd again {state.seats[seat].handle}`; the icon that "
        "granted it stays resolved (A-BW-23).",
    )
    return True


def _refuse_out_of_turn(
    state: State, die: Die, seat: int, referee: Referee, cards: Catalogue
) -> None:
    turn = state.turn
    left = [] if turn is None else pending(state, cards, turn)
    still = (
        f", with {listed([describe_die(one, cards) for one in left])} to resolve" if left else ""
    )
    referee.refuse(
        "BWD-110",
        f"{die.id} is {state.name(seat)}'s, and it is "
        f"{state.name(turn) if turn is not None else 'nobody'}'s turn{still}.",
        f"{how_to_resolve(state, cards, left[0])}; `companion next --skip` when that turn is "
        "over, though not entered."
        if left
        else "`companion next` when that turn is over, entered or not.",
    )


def _require_in_its_phase(state: State, die: Die, referee: Referee, cards: Catalogue) -> None:
    """Require a phase for which the icon has text, or Main for a blank face."""
    against = out_of_phase(state, cards, die)
    if not against:
        return
    left = pending(state, cards, state.turn) if state.turn is not None else []
    first = f"{how_to_resolve(state, cards, left[0])} first; then " if left else ""
    referee.refuse(
        against,
        f"{describe_die(die, cards)} has nothing to resolve in the {state.phase.title()} phase.",
        '`--house "caught up"` if your table agrees.'
        if against == "A-BW-06"
        else f"{first}`companion next` goes on. To enter a card's phases: "
        "`companion bwd card set CARD --phase …`.",
    )


def _require_its_effect(
    state: State, die: Die, face: Face, fact: DieResolved, referee: Referee, cards: Catalogue
) -> None:
    """Require that numbers score, and that an icon that can do something does it: players cannot
    choose.
    """
    icon, effects = face.icon or "", fact.effects
    if not effects and is_number(icon):
        return
    title, plainly = cards.title(icon), f"`{fact.command(die)}`"
    if is_number(icon):
        if int(icon) == 0:
            referee.require(
                "points" not in effects and "fizzled" not in effects,
                "BWD-145",
                "A 0 never changes points: it erases itself.",
                f"{plainly}, without `{'--points' if 'points' in effects else '--fizzle'}`.",
            )
        else:
            points = scored_by(state, fact.seat, face, ())
            referee.require(
                "nothing" not in effects or not points,
                "BWD-143",
                f"A number always scores: {title} on {die.id} {brings(points)} "
                f"{state.name(fact.seat)}.",
                f"{plainly}; `--points` with `--did` if something changes what it scores.",
            )
        return
    if not in_force(state, cards, face.card):
        referee.require(
            set(_DONE).isdisjoint(effects) and "fizzled" not in effects,
            "BWD-142",
            f"{title} does not work now: its card is neutralized, covered or not in the tableau, "
            "so it only erases itself.",
            f"{plainly}, without `--fizzle`."
            if "fizzled" in effects
            else f"{plainly}, without what it did.",
        )
    elif "nothing" in effects:
        _require_nothing_to_do(state, die, face, fact, referee, cards)


def _require_nothing_to_do(
    state: State, die: Die, face: Face, fact: DieResolved, referee: Referee, cards: Catalogue
) -> None:
    """Refuse `--nothing` for icons that roll (BWD-34), and for a Tag or Erase that can act."""
    title, again = cards.title(face.icon or ""), f"`{fact.command(die)}"
    referee.require(
        face.icon not in ("re-roll", "the-window"),
        "BWD-34",
        f"{title} on {die.id} rolls a die, so it always does something.",
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
        f"{title} on {die.id} has to erase a face: there is always one with something on it, "
        "at least its own (A-BW-32).",
        f"{again} --erase DIE:FACE`",
    )


def is_due(state: State, cards: Catalogue, die: Die) -> bool:
    """Whether a die that shows something can be resolved now."""
    for _, _, there in steps_to(state, cards, die):
        state = there
    die = state.die(die.key)
    if die.owner is None or out_of_phase(state, cards, die):
        return False
    try:
        return require_resolvable_now(state, die, die.owner, Referee(), cards)
    except Illegal:
        return False


# A resolution, and what was entered with it


class Resolution:
    """A part of an entry in which a die resolves: the fact, and what was entered with it."""

    def __init__(self, part: Entry, fact: DieResolved) -> None:
        self.part = part
        self.fact = fact
        self.seat = fact.seat
        self.before = part.before
        self.cards: Catalogue = part.reference
        self.die = self.before.die(fact.die)
        self.effects = fact.effects
        self.face = fact.acting(self.before) or Face()
        self.icon = self.face.icon or ""

    @property
    def shown(self) -> str:
        """The die with its active icon."""
        return describe_die(self.die, self.cards)

    @property
    def command(self) -> str:
        """The command that resolves it, without its ticks."""
        return self.fact.command(self.die)


def _resolution(part: Entry) -> Resolution | None:
    """Return the resolution in a part; None if it has no consequences: in older logs, or if a house
    rule let a die resolve that shows something else.
    """
    _, fact = next(part.facts(DieResolved))
    top = part.before.die(fact.die).top
    if fact.told_ is None or top is None or top.icon != fact.face:
        return None
    return Resolution(part, fact)


def _resolutions(entry: Entry) -> list[Resolution]:
    found = (part.once(_resolution) for part in entry.from_each(DieResolved))
    return [one for one in found if one is not None]


def parts_where(follows: Callable[[Resolution], bool]) -> Callable[[Entry], list[Entry]]:
    """The parts of an entry whose resolution has a consequence of some kind."""
    return lambda entry: [it.part for it in entry.once(_resolutions) if follows(it)]


def resolved_in(part: Entry) -> Resolution:
    """The resolution in a part from `parts_where`."""
    it = part.once(_resolution)
    assert it is not None
    return it


def works(state: State, cards: Catalogue, face: Face, effects: Collection[str]) -> bool:
    """Whether an icon has its card's effect, also by a house rule."""
    return in_force(state, cards, face.card) or not set(_DONE).isdisjoint(effects)


def rolls_the_common_die(it: Resolution) -> bool:
    """Whether The Window is resolved, and works."""
    core = it.face.card is not None and it.cards.card(it.face.card).core
    stopped = "nothing" in it.effects or "fizzled" in it.effects
    is_window = core and it.icon == "the-window" and not stopped
    return is_window and works(it.before, it.cards, it.face, it.effects)


# Scoring numbers


def scored_by(state: State, seat: int, face: Face, effects: Collection[str]) -> int:
    """Return the points that a number scores by itself; 0 if other points were entered."""
    if not is_number(face.icon or "") or not {"points", "nothing", "fizzled"}.isdisjoint(effects):
        return 0
    number = max(-HIGHEST_AMOUNT, min(int(face.icon or ""), HIGHEST_AMOUNT))
    return 0 if number < 0 and not state.scores[seat] else number


def brings(points: int) -> str:
    """“brings 3 to”, “takes 2 from”: a name follows."""
    return f"brings {points} to" if points > 0 else f"takes {-points} from"


# What has to be entered with it


def require_complete(entry: Entry, referee: Referee) -> None:
    """Refuse a resolution without its required facts: a blank face is tagged, a core icon has its
    effect, other points have a reason.
    """
    for it in entry.once(_resolutions) if "die.resolved" in entry.kinds else ():
        if "fizzled" not in it.effects:
            _require_complete(it, referee)


def _require_complete(it: Resolution, referee: Referee) -> None:
    if it.die.top is not None and it.die.top.icon is None:
        _require_filled(it, referee)
    elif is_number(it.icon):
        if "points" in it.effects and "did" not in it.effects:
            _require_its_points(it, referee)
    elif rolls_the_common_die(it):
        rolls = (event.data["faces"] for event in it.part.events if event.kind == "dice.rolled")
        referee.require(
            any(COMMON in faces for faces in rolls),
            "BWD-199",
            f"{it.shown} rolls the common die, and {it.before.name(it.seat)} takes it.",
            f"`{it.command}` enters it again.",
        )
    elif it.icon == "tag" and not it.effects and works(it.before, it.cards, it.face, it.effects):
        core = it.face.card is not None and it.cards.card(it.face.card).core
        referee.require(
            not core or not can_tag(it.before, it.cards),
            "BWD-28",
            f"{it.shown} has to tag: there is a face with room.",
            f"`{it.command}` enters it again.",
        )


def _require_filled(it: Resolution, referee: Referee) -> None:
    """A blank face has to be tagged; with no card left to tag nothing happens (A-BW-18)."""
    die, cards = it.die, it.cards
    face = it.part.after.die(die.key).faces[die.active or 0]
    named = taggable(it.before, cards)
    if face.icon is not None or ("tag" not in it.effects and not named):
        return
    if "tag" in it.effects:
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
    """Points that differ from those of the number are entered together with their cause."""
    seat, before = it.seat, it.before
    due = scored_by(before, seat, it.face, ())
    scores = [max(LOWEST_SCORE, has + due * (n == seat)) for n, has in enumerate(before.scores)]
    as_due = f"{brings(due)} {before.name(seat)}" if due else "changes no points"
    referee.require(
        [*it.part.after.scores] == scores,
        "BWD-143",
        f"{it.shown} {as_due}, and nothing that was entered changes this.",
        f"`{it.command}`; `--points` with `--did` if something changes what it scores.",
    )
