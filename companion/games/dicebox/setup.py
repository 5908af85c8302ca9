"""Before the first turn: whose colour is which, and the draft of four players."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import folded, listed
from companion.core.param import Arguments, Candidate, Incomplete
from companion.core.seats import Seat, find_seat, is_somebody
from companion.core.shapes import SEAT, each_seat, list_of, mapping_of, one_of
from companion.core.value import replace
from companion.errors import Ambiguous, CompanionError, Invalid, Refused
from companion.games.dicebox.points import scored, settle
from companion.games.dicebox.state import (
    COLOR,
    COLORS,
    DICE_OF_EACH,
    Die,
    State,
    color_of,
    is_color,
)

if TYPE_CHECKING:
    from random import Random

    from companion.core.offer import Trial


class PlayStarted(TypedDict):
    """The options of `companion start`: `colors`, where they were told."""

    options: Annotated[
        dict[str, list[list[str]]], mapping_of(one_of("colors"), each_seat(list_of(COLOR)))
    ]


# Whose colour is which


class ColorsAssigned(TypedDict):
    """The colours of each seat; those who are `untold` were not named, and keep what was told."""

    colors: Annotated[list[list[str]], each_seat(list_of(COLOR))]
    untold: NotRequired[Annotated[list[int], list_of(SEAT)]]


def colors_by_seat(seats: Sequence[Seat], words: Sequence[str]) -> list[list[str]]:
    """The colours of each seat, from `ana=red,yellow`. Raises Invalid or NotFound."""
    colors: list[list[str]] = [[] for _ in seats]
    for word in words:
        name, equals, told = word.partition("=")
        if not equals or not name.strip() or not told.strip():
            raise Invalid(f"“{word}” gives nobody a colour.", "`ana=red`, or `ana=red,yellow`.")
        if told.rstrip().endswith(","):
            raise Invalid(f"“{word}” ends with a comma.", "No blank behind it: `ana=red,yellow`.")
        colors[find_seat(seats, name)] += [color_of(part) for part in told.split(",")]
    return colors


def assign(action: Action[State], told: Sequence[list[str]]) -> None:
    """Whose colour is which; who has none of those told keeps what was told before."""
    before = action.state.colors
    colors = [own or list(old) for own, old in zip(told, before, strict=True)]
    untold = [seat for seat, own in enumerate(told) if not own]
    action.add(COLORS_ASSIGNED, ColorsAssigned(colors=colors, untold=untold))
    settle(action)


def require_colors(
    seats: Sequence[Seat], colors: Sequence[Sequence[str]], referee: Referee
) -> None:
    """Refuse colours that the players cannot have: raises Illegal through the referee.

    Who has none yet may be told later.
    """
    for color in COLORS:
        owners = [who.name for who, own in zip(seats, colors, strict=True) if color in own]
        twice = any(list(own).count(color) > 1 for own in colors)
        both = "both" if len(owners) == 2 else "all"
        referee.require(
            len(owners) < 2 and not twice,
            "DB-9",
            f"{listed(owners)} cannot be {color} twice."
            if len(owners) == 1
            else f"{listed(owners)} cannot {both} be {color}.",
            "Another colour each: `ana=red ben=blue`.",
        )
    told = {len(own) for own in colors if own}
    several = [who.name for who, own in zip(seats, colors, strict=True) if len(own) > 1]
    referee.require(
        not several or (len(seats) == 2 and told == {2}),
        "DB-10",
        f"{listed(several)} {'has' if len(several) == 1 else 'have'} more than one colour; "
        "two each is for two players, and for both.",
        "One colour each: `ana=red ben=blue`; or two each, with two players.",
    )


def colors_told(state: State) -> str:
    """Whose colour is which, in words: `Ana red and yellow, Ben blue`."""
    pairs = zip(state.seats, state.colors, strict=True)
    return ", ".join(f"{who.name} {listed(list(own))}" for who, own in pairs if own)


def _check_assigned(state: State, data: ColorsAssigned, referee: Referee) -> None:
    """Refuse colours twice, or too many; and others for who was not named than were told before."""
    if data["colors"] == [list(own) for own in state.colors]:
        raise Refused("These are the colours already.", "`companion table` shows them.")
    for seat in data.get("untold", ()):
        own, told = list(state.colors[seat]), data["colors"][seat]
        referee.require(
            own == told,
            "DB-8",
            f"{state.name(seat)} was {listed(told) or 'without a colour'}, as told before, and is "
            f"{listed(own) or 'without a colour'} then.",
            "`companion log` has the numbers for `companion undo`.",
        )
    require_colors(state.seats, data["colors"], referee)


def colors_of_all(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
    """`ana=red`, a word each; with two players two colours each, too."""
    from companion.core.offer import people

    seats = range(len(trial.state.seats))
    named = {word.partition("=")[0] for word in told.words}
    pairs = combinations(COLORS, 2) if len(seats) == 2 else ()
    each = [",".join(colors) for colors in (*((color,) for color in COLORS), *pairs)]
    for who, _ in people(trial.state, seats):
        if who not in named:
            yield from ((f"{who}={colors}", "") for colors in each)


COLORS_ASSIGNED = Kind(
    "colors.assigned",
    ColorsAssigned,
    apply=lambda state, data: scored(replace(state, colors=tuple(map(tuple, data["colors"])))),
    tell=lambda before, data, after: f"the colours: {colors_told(after)}",
    check=_check_assigned,
)


def say_colors(state: State) -> str:
    """Whose colour is which, as long as that is not told."""
    each = zip(state.seats, ("red", "blue", "yellow", "white"), strict=False)
    told = " ".join(f"{who.handle}={color}" for who, color in each)
    one = f"Whose colour is which? `companion dicebox colors {told}`"
    if len(state.seats) != 2:
        return f"{one}."
    ana, ben = (who.handle for who in state.seats)
    return f"{one}, or two each: `companion dicebox colors {ana}=red,yellow {ben}=blue,white`."


# The draft


class DraftBegun(TypedDict):
    """Who picks first, as lots were drawn."""

    seat: Annotated[int, SEAT]


class DiePicked(TypedDict):
    """A pick; `first` is who began the draft."""

    seat: Annotated[int, SEAT]
    color: Annotated[str, COLOR]
    first: NotRequired[Annotated[int, SEAT]]


def picker(state: State) -> int | None:
    """Whose pick it is: whoever begins, in order, then back; None once all dice are told.

    Who told all dice by rolling them is left out.
    """
    if not state.drafts:
        return None
    count = len(state.seats)
    begins = state.first if state.drafting is None else state.drafting
    once = [(begins + step) % count for step in range(count)]
    order = [*once, *reversed(once)]
    for seat in state.picks:
        if seat in order:
            order.remove(seat)
    return next((seat for seat in order if Die(None) in state.dice[seat]), None)


def next_pick(state: State) -> str:
    """The command for the next pick; which colour is for the table to say."""
    seat = picker(state)
    handle = state.seats[state.first if seat is None else seat].handle
    color = next((color for color, dice in state.pool.items() if dice), COLORS[0])
    return f"`companion dicebox draft {handle} {color}`"


def may_draft(state: State) -> bool:
    """Whether lots may be drawn, or somebody may pick."""
    return state.drafts and (state.drafting is None or picker(state) is not None)


def say_draft(state: State) -> str:
    """Who is to pick a die, as long as dice are drafted."""
    seat = picker(state)
    if seat is None or state.placed:
        return ""
    if state.drafting is None:
        return "Draw lots for the first pick: `companion dicebox draft`."
    left = [color for color, dice in state.pool.items() if dice]
    return f"{state.name(seat)} picks a die, {listed(left, 'or')}: {next_pick(state)}."


def begin_draft(action: Action[State], chance: "Random") -> None:
    """Draw lots for who picks first (DB-14)."""
    action.add(DRAFT_BEGUN, DraftBegun(seat=chance.randrange(len(action.state.seats))))


def draft(action: Action[State], words: Sequence[str]) -> None:
    """Dice that are picked, in order: `cho red dan blue`, or the colours alone.

    Raises Incomplete for a name without a colour, Ambiguous for a word that may be either. Where
    one of several is refused, none is entered, and the hint has those before it.
    """
    picked = 0
    try:
        while picked < len(words):
            picked += _pick(action, words[picked:])
    except CompanionError as error:
        if picked:
            fine = " ".join(words[:picked])
            error.hint = f"None of these is entered. What fits: `companion dicebox draft {fine}`."
        raise


def _pick(action: Action[State], words: Sequence[str]) -> int:
    """One pick, told in the first word or two; how many they were."""
    seat = _named(action.state, words[0], words[1:])
    if seat is None:
        color = color_of(words[0])
        _add_pick(action, _next_picker(action.state, color), color)
        return 1
    if len(words) == 1:
        raise Incomplete(
            f"Which colour does {action.state.name(seat)} pick?",
            f"`companion dicebox draft {action.state.seats[seat].handle} red`",
        )
    _add_pick(action, seat, color_of(words[1]))
    return 2


def _add_pick(action: Action[State], seat: int, color: str) -> None:
    first = _first_to_pick(action.state, seat)
    action.add(DIE_PICKED, DiePicked(seat=seat, color=color, first=first))


def _named(state: State, word: str, rest: Sequence[str]) -> int | None:
    """The seat that a word names; None for a colour. `b red` is somebody's pick, `b` is blue."""
    if is_somebody(state.seats, word) or not is_color(word):
        return find_seat(state.seats, word)
    begun = [who.name for who in state.seats if folded(who.name).startswith(folded(word))]
    if begun and rest and folded(word) not in COLORS:
        color = color_of(word)
        raise Ambiguous(
            f"“{word}” could be {listed([*begun, color], 'or')}.",
            [*begun, color],
            "Type more of it.",
        )
    return None


def _first_to_pick(state: State, seat: int) -> int:
    """Who has begun the draft in which somebody picks: the first to pick, if nobody drew lots."""
    return seat if state.drafting is None else state.drafting


def _next_picker(state: State, color: str) -> int:
    """Whose pick it is, where only a colour was told. Raises Refused before somebody is first."""
    expected = picker(state)
    if expected is not None and state.drafting is None:
        raise Refused(
            "Nobody was told to pick first, and chance decides that (DB-14).",
            "`companion dicebox draft` draws lots; or name who it was: "
            f"`companion dicebox draft {state.seats[expected].handle} {color}`.",
        )
    return state.turn if expected is None else expected


def _require_draft(state: State, referee: Referee) -> None:
    if state.drafts:
        return
    count = len(state.seats)
    each = DICE_OF_EACH.get(count, 0)
    referee.refuse(
        "DB-11" if count == 2 else "DB-12",
        f"With {count} players nothing is drafted: {each} dice of each colour are dealt to "
        "everybody.",
        "`companion dicebox seed 3` comes next." if not state.seeded else "`companion table`",
    )


def _check_begun(state: State, data: DraftBegun, referee: Referee) -> None:
    """Refuse a draft where there is none, or that has begun."""
    _require_draft(state, referee)
    if state.drafting is not None:
        raise Refused(
            f"{state.name(state.drafting)} is the first to pick already.",
            f"{next_pick(state)} goes on." if picker(state) is not None else "`companion table`",
        )


def _check_picked(state: State, data: DiePicked, referee: Referee) -> None:
    """Refuse a pick out of order, of a colour that is gone, or after the last."""
    _require_draft(state, referee)
    seat, color = data["seat"], data["color"]
    referee.require(
        Die(None) in state.dice[seat],
        "DB-13",
        f"All of {state.name(seat)}'s dice are told: two are drafted by each player.",
        "`companion log` has the numbers that `undo` takes.",
    )
    began, begins = data.get("first", seat), _first_to_pick(state, seat)
    referee.require(
        "first" not in data or began == begins,
        "DB-15",
        f"{state.name(began)} began the draft, and {state.name(begins)} would have begun it then.",
        "`companion log` has the numbers for `companion undo`.",
    )
    expected = picker(state)
    if expected is not None:
        turned = len(state.picks) >= len(state.seats)
        referee.require(
            seat == expected or state.drafting is None,
            "DB-16" if turned else "DB-15",
            f"It is {state.name(expected)}'s pick, and not {state.name(seat)}'s: one die each in "
            + ("the opposite order now." if turned else "order, and then in the opposite one."),
            next_pick(state),
        )
    left = [one for one, dice in state.pool.items() if dice]
    referee.require(
        color in left,
        "DB-2",
        f"No {color} die is left to draft: there are six, and all are dealt.",
        f"{'There is' if len(left) == 1 else 'There are'} {listed(left)}."
        if left
        else "`companion table` shows all dice.",
    )


def _apply_picked(state: State, data: DiePicked) -> State:
    seat, held = data["seat"], state.dice[data["seat"]]
    place = held.index(Die(None)) if Die(None) in held else len(held)
    held = (*held[:place], Die(data["color"]), *held[place + 1 :])
    drafting = _first_to_pick(state, seat)
    return replace(state.with_dice(seat, held), picks=(*state.picks, seat), drafting=drafting)


def picks(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
    """Colours that are left, in the order of picks; with a name where nobody is first yet."""
    from companion.core.offer import from_turn, people

    seats = trial.state.seats
    # In front, who is called `Red` is meant, and no die.
    yield from ((one, "") for one in COLORS if told.words or not is_somebody(seats, one))
    if not told.words:
        for who, name in people(trial.state, from_turn(trial.state, trial.state.turn)):
            picks_of = (partial(draft, words=(who, color)) for color in COLORS)
            if any(map(trial.stands, picks_of)):
                yield who, name


DRAFT_BEGUN = Kind(
    "draft.begun",
    DraftBegun,
    apply=lambda state, data: replace(state, drafting=data["seat"]),
    tell=lambda before, data, after: f"{after.name(data['seat'])} picks first",
    check=_check_begun,
)
DIE_PICKED = Kind(
    "die.picked",
    DiePicked,
    apply=_apply_picked,
    tell=lambda before, data, after: f"{after.name(data['seat'])} picks {data['color']}",
    check=_check_picked,
)


KINDS: tuple[Kind[State, Any], ...] = (
    Kind("play.started", PlayStarted),
    COLORS_ASSIGNED,
    DRAFT_BEGUN,
    DIE_PICKED,
)
