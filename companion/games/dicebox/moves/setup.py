"""Before the first turn: colours, the draft of four players, the Seed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.names import folded, listed
from companion.core.seats import Seat, find_seat, is_somebody
from companion.errors import Ambiguous, CompanionError, Invalid, Refused
from companion.games.dicebox.choices import begins_draft, picker
from companion.games.dicebox.moves import named
from companion.games.dicebox.moves.ending import settle
from companion.games.dicebox.state import COLORS, State

if TYPE_CHECKING:
    from random import Random


def colors_by_seat(seats: Sequence[Seat], words: Sequence[str]) -> list[list[str]]:
    """The colours of each seat, from `ana=red,yellow`. Raises Invalid or NotFound."""
    colors: list[list[str]] = [[] for _ in seats]
    for word in words:
        name, equals, told = word.partition("=")
        if not equals or not name.strip() or not told.strip():
            raise Invalid(f"“{word}” gives nobody a colour.", "`ana=red`, or `ana=red,yellow`.")
        if told.rstrip().endswith(","):
            raise Invalid(f"“{word}” ends with a comma.", "No blank behind it: `ana=red,yellow`.")
        colors[find_seat(seats, name)] += [named.color(part) for part in told.split(",")]
    return colors


def assign(action: Action[State], words: Sequence[str]) -> None:
    """Whose colour is which; who is not named keeps what was told before."""
    told = colors_by_seat(action.state.seats, words)
    before = action.state.colors
    colors = [own or list(old) for own, old in zip(told, before, strict=True)]
    untold = [seat for seat, own in enumerate(told) if not own]
    action.add("colors.assigned", colors=colors, untold=untold)
    settle(action)


def begin_draft(action: Action[State], chance: "Random") -> None:
    """Draw lots for who picks first (DB-14)."""
    action.add("draft.begun", seat=chance.randrange(len(action.state.seats)))


def draft(action: Action[State], words: Sequence[str]) -> None:
    """Dice that are picked, in order: `cho red dan blue`, or the colours alone.

    Raises Invalid for a name without a colour, Ambiguous for a word that may be either. Where one
    of several is refused, none is entered, and the hint has those before it.
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
        color = named.color(words[0])
        _add_pick(action, _next_picker(action.state, color), color)
        return 1
    if len(words) == 1:
        raise Invalid(
            f"Which colour does {action.state.name(seat)} pick?",
            f"`companion dicebox draft {action.state.seats[seat].handle} red`",
        )
    _add_pick(action, seat, named.color(words[1]))
    return 2


def _add_pick(action: Action[State], seat: int, color: str) -> None:
    first = begins_draft(action.state, seat)
    action.add("die.picked", seat=seat, color=color, first=first)


def _named(state: State, word: str, rest: Sequence[str]) -> int | None:
    """The seat that a word names; None for a colour. `b red` is somebody's pick, `b` is blue."""
    if is_somebody(state.seats, word) or not named.is_color(word):
        return find_seat(state.seats, word)
    begun = [who.name for who in state.seats if folded(who.name).startswith(folded(word))]
    if begun and rest and folded(word) not in COLORS:
        color = named.color(word)
        raise Ambiguous(
            f"“{word}” could be {listed([*begun, color], 'or')}.",
            [*begun, color],
            "Type more of it.",
        )
    return None


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


def seed(action: Action[State], value: int) -> None:
    """The Seed, as it was rolled, in the middle."""
    action.add("seed.placed", value=value)
    settle(action)


def give_turn(action: Action[State], seat: int) -> None:
    """Put right whose turn it is."""
    action.add("turn.given", seat=seat)


def count(action: Action[State], points: dict[str, int]) -> None:
    """The tally of a table that told no board."""
    action.add("tally.counted", points=points)
