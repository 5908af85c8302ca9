"""The eight missions together: which can be carried out now, and the verb that tells one."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.box import PlayView
from companion.core.names import counted, folded
from companion.core.offer import Trial
from companion.core.param import A_TEXT, Arguments, Candidate, Incomplete, several
from companion.core.reply import Reply
from companion.core.seats import find_seat, is_somebody
from companion.core.verb import Verb
from companion.errors import CompanionError, Refused
from companion.games.boolean.spy.attacks import SCOUT
from companion.games.boolean.spy.field_agents import FREE, REST, TRAIN
from companion.games.boolean.spy.infiltration import INFILTRATE
from companion.games.boolean.spy.mission import (
    FIELD,
    GOES,
    SURE,
    WHICH,
    Mission,
    Way,
    begins,
    meant,
    names_player,
)
from companion.games.boolean.spy.recruits import RECRUIT, RECRUIT_TURNCOAT, TARGET
from companion.games.boolean.spy.state import SpyState

if TYPE_CHECKING:
    from companion.core.blocks import Block

MISSIONS: tuple[Mission[Any], ...] = (
    *(RECRUIT, TARGET, INFILTRATE, SCOUT, REST),
    *(RECRUIT_TURNCOAT, FREE, TRAIN),
)
_BY_NAME: Mapping[str, Mission[Any]] = {mission.name: mission for mission in MISSIONS}
_OTHER_NAMES = {mission.also: mission.name for mission in MISSIONS if mission.also}
"""Other words for missions, which are understood and not offered."""


# What can be carried out now


def ways(state: SpyState) -> list[Way]:
    """The missions that can be paid for and carried out now, cheaper ones first."""
    left, ready = state.now.room, state.ready
    found = [
        way
        for mission in MISSIONS
        if not mission.executed or ready is None or ready > 0
        for way in mission.ways(state)
        if left is None or way.orders <= left
    ]
    return sorted(found, key=lambda way: way.orders)


def worthwhile(state: SpyState) -> list[Way]:
    """The same without what is for nothing: a Rest with the last Order, a Nudge of a turncoat."""
    last = state.now.room == 1
    return [
        way
        for way in ways(state)
        if not (way.mission is REST and last) and way.words != f"{TARGET.name} no"
    ]


def _listed(state: SpyState, found: list[Way]) -> dict[str, Any]:
    """The missions that can be carried out now, for a program."""
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


def _drawn(seen: PlayView[SpyState], found: list[Way]) -> "list[Block]":
    """What each takes, what it is, how it is told; or what to do instead."""
    from companion.core.blocks import Column, Fit, Heading, Paragraph, Span, Table

    heading = Heading("Missions", seen.game.where(seen.state))
    if not found:
        return [heading, *(Paragraph(step) for step in seen.game.todo(seen.state, None))]
    columns = (Column("Orders", "right"), Column("Mission"), Column("As it is told", wraps=True))
    rows = tuple(
        (Span(str(way.orders), "strong"), Span(way.title, "name"), f"mission {way.words}")
        for way in found
    )
    narrow = Table((columns[0], columns[2]), tuple((orders, told) for orders, _, told in rows))
    note = Span(f"The first, in full: `companion boolean mission {found[0].words}`.", "muted")
    return [heading, Fit((Table(columns, rows), narrow)), Paragraph(note)]


def _show(seen: PlayView[SpyState], told: Arguments[SpyState]) -> Reply:
    """The missions of the turn at hand. Raises Refused before its Orders."""
    state = seen.state
    if state.status != "live":
        raise Refused(f"This play is {state.status}.", "`companion table` shows how it ended.")
    if state.now.step == "orders":
        raise Refused(
            f"Missions take Orders, and {state.name(state.mover)}'s desk agents have not been "
            "rolled yet.",
            "`companion boolean orders 2`, or however many of them are friendly.",
        )
    found = ways(state)
    return Reply(
        document=lambda: {"play": seen.play, **_listed(state, found)},
        blocks=lambda: _drawn(seen, found),
    )


# As it is typed


def _is_player(state: SpyState, word: str, then: str) -> bool:
    """Whether the word before another one is whose mission it is, and no mission itself."""
    missions = (*_BY_NAME, *_OTHER_NAMES)
    if not begins(then, missions):
        return False
    if is_somebody(state.seats, word) or not begins(word, missions):
        return True
    return folded(then) in missions and names_player(state.seats, word)


def _read(state: SpyState, words: Sequence[str]) -> tuple[int, Mission[Any], Sequence[str]]:
    """Whose mission it is, which one, and the words behind it. Raises Invalid or Ambiguous."""
    seat = state.mover
    if len(words) > 1 and _is_player(state, words[0], words[1]):
        seat, words = find_seat(state.seats, words[0]), words[1:]
    name = meant(words[0], tuple(_BY_NAME), _OTHER_NAMES, "mission")
    return seat, _BY_NAME[name], words[1:]


def _is_mover(state: SpyState, word: str) -> bool:
    try:
        return find_seat(state.seats, word) == state.mover
    except CompanionError:
        return False


def _next(trial: Trial[SpyState], told: Arguments[SpyState]) -> Iterable[Candidate]:
    """The missions, cheaper ones first; then what may be typed behind one."""
    state, words = trial.state, told.typed(_WORDS)
    if len(words) == 1 and words[0] not in _BY_NAME and _is_mover(state, words[0]):
        words = ()
    if not words:
        for one in sorted(MISSIONS, key=lambda one: one.price()):
            yield one.name, f"{one.title}, {counted(one.price(), 'Order')}"
        return
    _, mission, behind = _read(state, words)
    inner = mission.told(told, behind)
    for param in inner.open:
        yield from () if param.candidates is None else param.candidates(trial, inner) or ()


def _tell(action: Action[SpyState], told: Arguments[SpyState]) -> None:
    """A mission as it was typed. Raises Invalid for what belongs to another one."""
    seat, mission, behind = told[_WORDS]
    try:
        mission.plan(action, seat, mission.told(told, behind))
    except Incomplete as lacking:  # in whatever words it asks for more
        raise Incomplete(lacking.message, lacking.hint, _WORDS) from None


_WORDS = several(
    "MISSION...",
    A_TEXT,
    _read,
    optional=True,
    metavar="[PLAYER] MISSION...",
    again=True,
    candidates=_next,
    missing=lambda state, told: ("Which mission?", "`companion boolean mission` shows them."),
)

MISSION = Verb[SpyState](
    "mission",
    "what an agent does",
    """Tell a mission; without words, see those that can be paid for.

    An infiltration has failed, or its victim is loyal or lost; the colours that the agent and the
    victim show will do, too.

    \b
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
    """,
    (_WORDS, FIELD, GOES.but(when=lambda trial, told: _WORDS in told), WHICH, SURE),
    plan=_tell,
    show=_show,
    when=lambda state: state.status == "live" and state.now.step == "missions",
)
