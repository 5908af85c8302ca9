"""`roll`: dice of any kind, rolled by the companion; entered in a play only where that is asked."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.dice import dice_of, roll_words, rolled
from companion.core.reply import Reply

if TYPE_CHECKING:
    from companion.core.action import Action
    from companion.table.desk import Desk


def roll(desk: "Desk", words: Sequence[str], *, into_log: bool = False) -> Reply:
    """Roll dice as they are written; `into_log` enters them in the play at hand.

    Where chance is seeded, what is not entered is the same every time, as no entry tells it apart.
    Raises Invalid for what is no dice, NotFound where there is no play to enter them in.
    """
    dice = dice_of(words)
    if not into_log:
        rolls = [rolled(one, chance).data for chance in [desk.chance(0)] for one in dice]
        return _answer(rolls, None)
    made: list[list[dict[str, Any]]] = []

    def plan(action: "Action[Any]", reference: Any) -> None:
        chance = action.chance
        made.append([rolled(one, chance).data for one in dice])
        action.add("roll.noted", rolls=made[-1])

    ref = desk.play_ref()
    reply = desk.act(plan, ref)
    result = _answer(made[-1], ref.id)
    return result._replace(warnings=(*result.warnings, *reply.warnings))


def _answer(rolls: list[dict[str, Any]], play: str | None) -> Reply:
    lines = [roll_words(one) for one in rolls]
    if play is not None:
        lines.append(f"Noted in {play}; `companion undo` takes it out.")
    return Reply(document=lambda: {"rolls": rolls, "play": play}, lines=tuple(lines))
