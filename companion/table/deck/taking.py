"""Takes a copy from elsewhere, as it was planned, and tells of it."""

from companion.core.event import CHANGED, Draft
from companion.core.log import Log
from companion.core.names import counted
from companion.core.reply import Reply
from companion.errors import Conflict
from companion.table.boxes import use
from companion.table.copies import copy_ids
from companion.table.deck.finding import boxes_differ
from companion.table.deck.net_change import net_change
from companion.table.deck.planning import Plan
from companion.table.desk import Desk

SHOWN = 20
"""So many changes are told one by one."""


def carry_out(desk: Desk, plan: Plan) -> None:
    """Do what was planned. Raises Conflict where somebody else was there meanwhile."""
    if plan.ours is None:
        _begin(desk, plan)
    elif plan.events or plan.drafts:
        with desk.store.change_log(plan.ref) as held:
            if tuple(held.events) != plan.ours.log.events:
                raise Conflict(
                    f"Somebody else told something of {plan.ours.name} just now.",
                    "Look again: the same command shows what would change.",
                )
            log = plan.ours.log.extended(plan.drafts, desk.now())
            held.append([*plan.events, *log.events[len(plan.ours.log.events) :]])


def _begin(desk: Desk, plan: Plan) -> None:
    log = Log(tuple(plan.events))
    if plan.name:
        log = log.extended([Draft(CHANGED, {"name": plan.name})], desk.now())
    first = boxes_differ(plan.game) and not copy_ids(desk, plan.game)
    desk.ensure_group()
    desk.store.create_log(plan.ref, log.events)
    if first:
        use(desk, plan.game, [plan.ref.id])


def told(desk: Desk, plan: Plan, done: bool) -> Reply:
    """What is otherwise with what was taken, or would be."""
    lines = net_change(desk, plan)
    many = len(lines)
    called = plan.name or (plan.ours or plan.theirs).name
    if plan.ours is None:
        heading = f"{called} {'is' if done else 'would be'} a new box here, as {plan.ref.id}."
    elif not plan.events and not plan.drafts:
        heading = f"{called}: all that they tell is known here."
    elif not many:
        taken = "was taken over" if done else "would be taken over"
        heading = f"{called}: what they told {taken}; no card is other than it was."
    else:
        taken = "taken over" if done else "would be taken over"
        heading = f"{called}: {counted(many, 'change')} {taken}."
    shown = [f"  {line}" for line in lines[:SHOWN]]
    if many > SHOWN:
        shown.append(f"  … and {many - SHOWN} more")
    nothing_new = plan.ours is not None and not plan.events and not plan.drafts
    step = [] if done or nothing_new else ["→ The same with `--yes` does it."]
    return Reply(
        document=lambda: {
            "copy": plan.ref.id,
            "game": plan.game.id,
            "name": called,
            "new": plan.ours is None,
            "taken": done,
            "changes": lines,
            "notes": list(plan.notes),
        },
        lines=(heading, *shown, *plan.notes, *step),
    )
