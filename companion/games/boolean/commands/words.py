"""What several verbs take: the play of one of the six, players, dice, whole numbers."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.action import Action
from companion.core.names import short
from companion.core.numbers import whole
from companion.core.reply import Reply
from companion.core.seats import Seat, is_somebody
from companion.errors import Invalid, Refused
from companion.games.boolean.state import State
from companion.games.boolean.variants import variant_of
from companion.table.entering import AtDesk, enter


def enter_in(ctx: AtDesk, variants: tuple[str, ...], plan: Callable[[Action[Any]], None]) -> Reply:
    """Make one entry in the play at hand, of one of these games. Raises Refused."""

    def checked(action: Action[Any]) -> None:
        require_variant(action.state, variants)
        plan(action)

    return enter(ctx, checked)


def require_variant(state: State, variants: tuple[str, ...]) -> None:
    """Refuse a verb of another of the six games. Raises Refused."""
    if state.variant not in variants:
        mine = variant_of(state.variant)
        theirs = " or ".join(variant_of(name).title for name in variants)
        raise Refused(
            f"This is a play of {mine.title}, and that belongs to {theirs}.",
            "`companion table` says what comes next here; "
            f"`{variant_of(variants[0]).command}` begins the other.",
        )


def who_and_what(
    seats: Sequence[Seat], words: Sequence[str], is_value: Callable[[str], bool]
) -> tuple[list[str], list[str]]:
    """The names among words, and the values. Somebody may be called `white`, or `2`.

    What could be both is a name in front of a value, and a value where it stands alone.
    """
    values = [word for word in words if is_value(word)]
    names = [word for word in words if not is_value(word)]
    if not names and len(values) > 1 and is_somebody(seats, values[0]):
        names.append(values.pop(0))
    return names, values


def number(text: str, what: str, example: str, least: int = 0, most: int = 99) -> int:
    """A whole number as it was typed. Raises Invalid; `what` is what it should be."""
    found = whole(text.strip(), least, most)
    if found is None:
        raise Invalid(f"“{short(text)}” is no {what}.", f"A whole number: {example}.")
    return found
