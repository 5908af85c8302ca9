"""Rounds: Roll, First, Main seat by seat from the marker, Last, Check (BWD-102); which dice resolve
in which, and how phases and turns begin.

`untold` records whether open steps were done but not entered (`--skip`); older logs lack it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.fact import Fact
from companion.core.names import listed
from companion.core.shapes import FLAG, SEAT, Context, Wrong, maybe, one_of
from companion.core.value import Annotated, replace
from companion.games.bwd import setup
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.faces import describe_die, dice_not_entered
from companion.games.bwd.state import COMMON, PHASE_TITLES, RESOLVING, Die, Face, Phase, State
from companion.games.bwd.tag_rules import can_tag, taggable
from companion.games.bwd.wards import card_on, in_force, only_waits

_ORDER = ("roll", *RESOLVING, "check")
_OUT_OF_TURN = {"first": "BWD-105", "main": "BWD-110", "last": "BWD-162"}
_SKIP_HINT = "If that was done but not entered: `companion next --skip`."

Step = tuple[Phase, int | None]
BLANK_FACE = "blank"
CHOICES = {
    BLANK_FACE: " --tag CARD",
    "tag": " --tag CARD --on DIE",
    "erase": " --erase DIE:FACE",
    "re-roll": " --reroll DIE=ICON",
    "the-window": " --reroll common=ICON",
}
"""The options that have to be entered for icons that leave a choice."""


def has_effect(state: State, catalogue: Catalogue, die: Die, phase: Phase) -> bool:
    """Whether the active face of a die has anything to resolve in that phase.

    Blank faces and cards that name no phase resolve in Main (A-BW-04, BWD-108), others in the
    phases that they name, also to erase themselves while their card does not work (A-BW-05). A
    card with only a ward or an always-effect has nothing to resolve. The active face must be known.
    """
    card = card_on(catalogue, die.top)
    if card is None:
        return phase == "main" and die.top is not None
    return phase in (card.phases or (() if only_waits(state, catalogue, die.top) else ("main",)))


def may_resolve(state: State, catalogue: Catalogue, die: Die, phase: Phase) -> bool:
    """Whether the die may resolve in that phase: the phases of some cards are unknown."""
    card = card_on(catalogue, die.top)
    unknown = card is not None and not card.phases
    return has_effect(state, catalogue, die, phase) or (unknown and phase == "main")


def out_of_phase(state: State, catalogue: Catalogue, die: Die) -> str:
    """The id of the rule by which a die cannot be resolved in this phase; empty if it can."""
    if may_resolve(state, catalogue, die, state.phase):
        return ""
    card = card_on(catalogue, die.top)
    if card is None:
        return "A-BW-04"
    return "A-BW-06" if "first" in card.phases and state.phase != "first" else "A-BW-05"


def pending(state: State, catalogue: Catalogue, seat: int) -> list[Die]:
    """The dice that a player still has to resolve in this phase (BWD-113)."""
    return [
        die
        for die in state.dice_of(seat)
        if has_effect(state, catalogue, die, state.phase) and not state.has_resolved(seat, die)
    ]


def has_unfinished_turn(state: State, catalogue: Catalogue, seat: int) -> bool:
    """Whether a turn cannot be skipped: it has dice to resolve, or none of them was entered."""
    unknown = dice_not_entered(state, seat)
    return bool(pending(state, catalogue, seat)) or 0 < len(unknown) == len(state.dice_of(seat))


def next_step(state: State, catalogue: Catalogue) -> Step:
    """The next phase and turn that has something to resolve (BWD-105, BWD-162)."""
    if state.phase in ("setup", "open", "check"):
        return "roll", None
    for step in steps_after(state):
        phase, seat = step
        if seat is None or phase == "main":
            return step
        if any(has_effect(state, catalogue, die, phase) for die in state.dice_of(seat)):
            return step
    return "check", None


def steps_after(state: State) -> Iterator[Step]:
    """All phases and turns that may still come in this round, last the check."""
    round_: list[Step] = [(phase, seat) for phase in RESOLVING for seat in state.turns()]
    here = (state.phase, state.turn)
    yield from round_[round_.index(here) + 1 :] if here in round_ else round_
    yield "check", None


def resolve_command(die: Die, copies: str | None = None) -> str:
    """The command that resolves a die, without backquotes; `copies` is the die that it copies."""
    return f"companion bwd resolve {die.id}" + (f" --copies {copies}" if copies else "")


def find_acting_face(state: State, catalogue: Catalogue, die: Die) -> tuple[Face | None, bool]:
    """The face that a die resolves as, also if it copies, and whether it only erases itself."""
    for face in (die.top, state.acting_face(die)):
        number = face is not None and is_number(face.icon or "")
        card = card_on(catalogue, face)
        if card is not None and not number and not in_force(state, catalogue, card.key):
            return face, True
    return state.acting_face(die), False


def choices(state: State, catalogue: Catalogue, die: Die) -> tuple[str, str]:
    """Return the options that are needed to resolve a die; or if there are none, the reason, in
    words.
    """
    face, idle = find_acting_face(state, catalogue, die)
    if idle:
        return "", "its card does not work now, so it erases itself"
    icon = BLANK_FACE if face is not None and face.icon is None else face and face.icon
    if icon == BLANK_FACE and not taggable(state, catalogue):
        return "", "no card is left to tag it with"
    if icon == "tag" and not can_tag(state, catalogue):
        return "", "no face has room, so it erases itself"
    return CHOICES.get(icon or "", ""), ""


def how_to_resolve(state: State, catalogue: Catalogue, die: Die) -> str:
    """The command that resolves a die, with the options that its face needs."""
    return f"`{resolve_command(die)}{choices(state, catalogue, die)[0]}`"


def dice_left_behind(state: State, catalogue: Catalogue, seat: int) -> list[Die]:
    """The dice that would stay unresolved if a player took a turn now: those of the player whose
    turn it is, and of all whose turns come between."""
    if state.turn is None or state.turn == seat:
        return []
    order = state.turns()
    left = pending(state, catalogue, state.turn)
    for between in order[order.index(state.turn) + 1 : order.index(seat)]:
        left += pending(state, catalogue, between)
        left += dice_not_entered(state, between) if state.phase == "main" else []
    return left


def default_tagger(state: State, die: Die) -> int | None:
    """Who tags without `--by`: the player whose turn it is; outside of turns, the owner of the die.

    The common die is tagged in turn order in setup (BWD-97).
    """
    if state.turn is not None:
        return state.turn
    if state.phase == "setup" and die.id == COMMON:
        return next((seat for seat in state.order() if seat not in state.common_tags), None)
    return die.owner


def phase_title(state: State) -> str:
    """Where in the round the table is: `Main, Ana's turn`."""
    title = "" if state.phase == "open" else PHASE_TITLES[state.phase]
    return f"{title}, {state.name(state.turn)}'s turn" if state.turn is not None else title


# A phase begins, or somebody's turn of it


def _turns_are_resolved(data: Any, context: Context) -> Wrong | None:
    resolving = data["phase"] in RESOLVING
    return None if (data["turn"] is not None) is resolving else ("turn", data["turn"])


class PhaseBegun(Fact[State], kind="phase.begun", counts=False, together=_turns_are_resolved):
    """A phase begins, or a player's `turn` of it.

    `untold`: open steps were done but not entered (older logs lack it). `rolled`: the round began
    by entering a roll.
    """

    phase: Annotated[Phase, one_of(*_ORDER)]
    turn: Annotated[int | None, maybe(SEAT)]
    untold: Annotated[bool | None, FLAG] = None
    rolled: Annotated[bool | None, FLAG] = None

    def check(self, state: State, referee: Referee, cards: Catalogue) -> None:
        """Require phases and turns in order, without gaps, and no unresolved die."""
        in_order = self._is_in_order(state)
        referee.require(
            in_order,
            "BWD-102",
            f"“{PHASE_TITLES[self.phase]}” cannot follow “{PHASE_TITLES[state.phase]}”: "
            "a round is rolled, resolved in First, Main and Last in turn order, and checked.",
            "`companion next` goes on to what comes next.",
        )
        if self.untold is None or not in_order:
            return
        if self.phase == "roll":
            setup.require_set_up(state, self.untold, referee)
            referee.require(
                self.rolled is not False or state.has_dice_entered or state.phase == "check",
                "BWD-102",
                "No dice were entered, so no phases begin.",
                "`companion next` ends the round; `companion bwd roll ana.1=…` enters dice.",
            )
        if not self.untold:
            _require_nothing_left(state, referee, cards)
        due, named = next_step(state, cards), (self.phase, self.turn)
        if due != named:
            missed = due if _place(state, due) < _place(state, named) else named
            referee.refuse(
                _OUT_OF_TURN.get(missed[0], "BWD-102"),
                f"{_step(state, due)} comes next, not {_step(state, named)}.",
                "`companion next` goes on to it.",
            )

    def _is_in_order(self, state: State) -> bool:
        if self.phase == "roll":
            return state.phase in ("setup", "open", "check")
        if state.phase not in _ORDER:
            return False
        if self.phase == state.phase and self.turn is not None and state.turn is not None:
            seats = state.turns()
            return seats.index(self.turn) > seats.index(state.turn)
        return _ORDER.index(self.phase) > _ORDER.index(state.phase)

    def apply(self, state: State) -> State:
        if self.phase != state.phase and any(die.last or die.granted for die in state.dice):
            dice = tuple(die._replace(last=None, granted=frozenset()) for die in state.dice)
            state = replace(state, dice=dice)
        state = replace(state, phase=self.phase, turn=self.turn, last_resolved=None)
        if self.phase != "roll":
            return state
        return replace(
            state,
            lead=state.first,
            dice=tuple(
                die._replace(
                    resolved=frozenset(), active=None if die.owner is not None else die.active
                )
                for die in state.dice
            ),
        )

    def describe(self, before: State, after: State, cards: Catalogue) -> str:
        title = phase_title(after)
        if self.phase == "roll":
            return f"round {after.round}: {title}"
        open_yet = self.untold and before.turn is not None
        left = pending(before, cards, before.turn or 0) if open_yet else []
        return f"{title}{note_skipped_dice(left)}"


def _require_nothing_left(state: State, referee: Referee, cards: Catalogue) -> None:
    """Refuse to end a turn before all dice with known faces are resolved."""
    if state.phase not in RESOLVING or state.turn is None:
        return
    left = pending(state, cards, state.turn)
    if left:
        name, dice = state.name(state.turn), listed([describe_die(die, cards) for die in left])
        referee.refuse(
            "BWD-113" if state.phase == "main" else "BWD-139",
            f"{name} still has {dice} to resolve.",
            f"{how_to_resolve(state, cards, left[0])}. {_SKIP_HINT}",
        )


def _place(state: State, step: Step) -> tuple[int, int]:
    phase, seat = step
    return _ORDER.index(phase), -1 if seat is None else state.turns().index(seat)


def _step(state: State, step: Step) -> str:
    phase, seat = step
    title = f"“{PHASE_TITLES[phase]}”"
    return title if seat is None else f"{state.name(seat)}'s turn of {title}"


def note_skipped_dice(left: Sequence[Die]) -> str:
    """Return the log's note about skipped dice."""
    verb = "were" if len(left) > 1 else "was"
    dice = listed([die.id for die in left])
    return f" ({dice} {verb} resolved, not entered)" if left else ""


def begin(action: Action[State], phase: Phase, turn: int | None, *, rolled: bool = False) -> None:
    """Begin a phase, or a player's turn of it; a round may begin by entering what was `rolled`."""
    of_round = {"rolled": rolled} if phase == "roll" else {}
    action.add(PhaseBegun(phase=phase, turn=turn, untold=action.skip, **of_round))


# On to the turn of a die


def begin_turn_for(action: Action[State], die: Die) -> None:
    """Go on to the turn in which its player may resolve a die, if nothing is left before that.

    If no such turn comes in this round, nothing happens, and the check of the entry refuses it.
    """
    for phase, turn, _ in steps_to(action.state, action.reference, die):
        if action.state.turn is not None:
            warn_of_unknown(action, [action.state.turn])
        begin(action, phase, turn)
        action.begin_entry()


def steps_to(
    state: State, catalogue: Catalogue, die: Die
) -> Iterator[tuple[Phase, int | None, State]]:
    """The phases and turns up to where a die may be resolved, each with the state in it."""

    def here(state: State, seat: int) -> bool:
        return (
            state.turn == seat
            and not state.has_resolved(seat, die)
            and may_resolve(state, catalogue, die, state.phase)
        )

    if die.owner is None:
        return
    if state.turn == die.owner and state.has_resolved(die.owner, die):
        others = state.turns()[state.turns().index(state.turn) + 1 :]
        if any(pending(state, catalogue, seat) for seat in others):
            return  # Nothing is left here, and the phase is not over: the check will say that.
    if state.phase not in ("roll", *RESOLVING) or not any(
        seat == die.owner and may_resolve(state, catalogue, die, phase)
        for phase, seat in steps_after(state)
    ):
        return
    while not here(state, die.owner):
        if state.turn is not None and has_unfinished_turn(state, catalogue, state.turn):
            return
        phase, turn = next_step(state, catalogue)
        if phase == "check":
            return
        state = PhaseBegun(phase=phase, turn=turn).apply(state)
        yield phase, turn, state
        die = state.die(die.key)
        assert die.owner is not None


def warn_of_unknown(action: Action[State], seats: Iterable[int]) -> None:
    """Warn of dice that are skipped although their faces are unknown."""
    unknown = [die.id for seat in seats for die in dice_not_entered(action.state, seat)]
    if unknown:
        action.warn(
            f"It is unknown what {listed(unknown)} {'show' if len(unknown) > 1 else 'shows'}."
        )
