"""All eight missions: which are possible now, and the verb that enters one."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.box import PlayView
from companion.core.command import verb, words
from companion.core.names import counted, folded
from companion.core.param import Arguments, Candidate, Incomplete
from companion.core.reply import Reply
from companion.core.seats import find_seat, is_somebody
from companion.core.value import Annotated
from companion.errors import CompanionError, Refused
from companion.games.boolean.spy.attacks import infiltrate, scout
from companion.games.boolean.spy.mission import (
    TURNCOAT_FLAG,
    ConfirmsTraining,
    Mission,
    MissionAction,
    PossibleMission,
    Recruited,
    WhichDie,
    choose,
    is_beginning,
    names_player,
)
from companion.games.boolean.spy.own_missions import (
    free,
    recruit,
    recruit_turncoat,
    rest,
    target,
    train,
)
from companion.games.boolean.spy.state import SpyState

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.core.offer import Trial

MISSIONS: tuple[Mission[Any], ...] = (
    *(recruit, target, infiltrate, scout, rest),
    *(recruit_turncoat, free, train),
)
_BY_NAME: Mapping[str, Mission[Any]] = {mission.name: mission for mission in MISSIONS}
_OTHER_NAMES = {mission.also: mission.name for mission in MISSIONS if mission.also}
"""Other words for missions, which are accepted but not offered."""


# What is possible now


def possible_missions(state: SpyState) -> list[PossibleMission]:
    """The missions that are possible and can be paid for now, cheaper ones first."""
    left, ready = state.now.most_left, state.ready
    found = [
        way
        for mission in MISSIONS
        if not mission.fact.needs_agent or ready is None or ready > 0
        for way in mission.possible_missions(state)
        if left is None or way.orders <= left
    ]
    return sorted(found, key=lambda way: way.orders)


def worthwhile_missions(state: SpyState) -> list[PossibleMission]:
    """The possible missions without a Rest with the last Order, and a Nudge of a turncoat."""
    last = state.now.most_left == 1
    return [
        way
        for way in possible_missions(state)
        if not (way.mission is rest and last) and way.words != f"{target.name} no"
    ]


def _listed(state: SpyState, found: list[PossibleMission]) -> dict[str, Any]:
    return {
        "turn": state.name(state.mover),
        "orders_left": state.now.left,
        "ready": state.ready,
        "missions": [
            {
                "mission": way.mission.name,
                "title": way.title,
                "target": way.target,
                "orders": way.orders,
                "command": f"companion boolean mission {way.words}",
            }
            for way in found
        ],
    }


def _drawn(seen: PlayView[SpyState], found: list[PossibleMission]) -> "list[Block]":
    from companion.core.blocks import Column, Fit, Heading, Paragraph, Span, Table

    heading = Heading("Missions", seen.game.where(seen.state))
    if not found:
        return [heading, *(Paragraph(step) for step in seen.game.todo(seen.state, None))]
    columns = (Column("Orders", "right"), Column("Mission"), Column("Enter", wraps=True))
    rows = tuple(
        (Span(str(way.orders), "strong"), Span(way.title, "name"), f"mission {way.words}")
        for way in found
    )
    narrow = Table((columns[0], columns[2]), tuple((orders, typed) for orders, _, typed in rows))
    note = Span(f"In full: `companion boolean mission {found[0].words}`.", "muted")
    return [heading, Fit((Table(columns, rows), narrow)), Paragraph(note)]


# Parameters


def _is_player(state: SpyState, word: str, then: str) -> bool:
    """Whether a word before another one names the player, not a mission."""
    missions = (*_BY_NAME, *_OTHER_NAMES)
    if not is_beginning(then, missions):
        return False
    if is_somebody(state.seats, word) or not is_beginning(word, missions):
        return True
    return folded(then) in missions and names_player(state.seats, word)


def _read(state: SpyState, words: Sequence[str]) -> tuple[int, Mission[Any], Sequence[str]]:
    """Read whose mission it is, which one, and the words after it. Raises Invalid or Ambiguous."""
    seat = state.mover
    if len(words) > 1 and _is_player(state, words[0], words[1]):
        seat, words = find_seat(state.seats, words[0]), words[1:]
    name = choose(words[0], tuple(_BY_NAME), _OTHER_NAMES, "mission")
    return seat, _BY_NAME[name], words[1:]


def _is_mover(state: SpyState, word: str) -> bool:
    try:
        return find_seat(state.seats, word) == state.mover
    except CompanionError:
        return False


def _next(trial: "Trial[SpyState]", args: Arguments[SpyState]) -> Iterable[Candidate]:
    """The missions, cheaper ones first; then what may follow one."""
    state, words = trial.state, args.words_of("words")
    if len(words) == 1 and words[0] not in _BY_NAME and _is_mover(state, words[0]):
        words = ()
    if not words:
        for one in sorted(MISSIONS, key=lambda one: one.fact.price()):
            yield one.name, f"{one.fact.title}, {counted(one.fact.price(), 'Order')}"
        return
    _, mission, behind = _read(state, words)
    options = {f"--{key}": args.words_of(key) for key in _OPTIONS if key in args}
    inner = mission.arguments(state, behind, options)
    for param in inner.open:
        yield from () if param.candidates is None else param.candidates(trial, inner) or ()


_OPTIONS = ("field", "turncoat", "die", "yes")

Words = Annotated[
    tuple[int, Mission[Any], Sequence[str]],
    words(
        _read,
        name="MISSION...",
        optional=True,
        metavar="[PLAYER] MISSION...",
        duplicates=True,
        candidates=_next,
        whose=lambda state, read: (read[0],),
        explain_missing=lambda state, args: (
            "Which mission?",
            "`companion boolean mission` shows them.",
        ),
    ),
]
TurncoatOnIt = Annotated[bool, TURNCOAT_FLAG.but(when=lambda trial, args: "words" in args)]


@verb("a mission")
def mission(
    action: Action[SpyState],
    words: Words,
    *,
    field: Recruited = None,
    turncoat: TurncoatOnIt = False,
    die: WhichDie = None,
    yes: ConfirmsTraining = False,
) -> None:
    """Enter a mission; without words, see which are possible.

    For an infiltration, enter failed, loyal or lost, or the colours that agent and victim show.

    Examples:
      companion boolean mission
      companion boolean mission recruit 3 --field 1
      companion boolean mission target field             a Nudge; desk, or no
      companion boolean mission infiltrate ben lost      or loyal, or failed
      companion boolean mission infiltrate ben lost --turncoat
      companion boolean mission infiltrate ben agency white black
      companion boolean mission scout ben agency
      companion boolean mission rest
      companion boolean mission turncoat field
      companion boolean mission free yes --die 3w-band
      companion boolean mission train field
    """
    seat, found, behind = words
    options = {"--field": field, "--turncoat": turncoat or None, "--die": die, "--yes": yes or None}
    typed = {name: (str(value),) for name, value in options.items() if value is not None}
    try:
        found.enter(MissionAction(action, seat), found.arguments(action.state, behind, typed))
    except Incomplete as problem:  # missing words belong to `words`
        raise Incomplete(problem.message, problem.hint, "words") from None


@mission.alone(lambda trial: trial.state.status == "live" and trial.state.now.step == "missions")
def show_missions(seen: PlayView[SpyState]) -> Reply:
    """The possible missions of the current turn. Raises Refused before its Orders."""
    state = seen.state
    if state.status != "live":
        raise Refused(f"This play is {state.status}.", "`companion table` shows how it ended.")
    if state.now.step == "orders":
        raise Refused(
            f"Missions take Orders, and {state.name(state.mover)}'s desk agents were not rolled "
            "yet.",
            "Enter how many came up friendly: `companion boolean orders 2`.",
        )
    found = possible_missions(state)
    return Reply(
        document=lambda: {"play": seen.play, **_listed(state, found)},
        blocks=lambda: _drawn(seen, found),
    )
