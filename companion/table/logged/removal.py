"""`play delete`, `play restore`: a play that counts no more, and is kept; and back again."""

from companion.core.event import DELETED, RESTORED, Draft
from companion.core.reply import Reply
from companion.errors import Refused
from companion.table.desk import Desk
from companion.table.logged.logs import held
from companion.table.logged.result import summary_line


def delete_play(desk: Desk, text: str) -> Reply:
    """Take a play out of all lists and counts; its log stays.

    Raises Refused for one that goes on or is deleted already, and what naming it wrongly does.
    """
    desk.ensure_group()
    with desk.changing_group() as document, held(desk, text) as found:
        play = found.record.play
        if found.record.status == "deleted":
            raise Refused(
                f"{play} is deleted already.", f"`companion play restore {play}` brings it back."
            )
        if found.record.status == "live":
            raise Refused(
                f"{play} goes on: what goes on is not deleted.",
                f"`companion finish --abandon --play {play}` breaks it off; then it can be.",
            )
        line = summary_line(found.record)
        found.write(desk, [Draft(DELETED, {})])
        if document.get("current") == play:
            del document["current"]
    return Reply(
        document=lambda: {"group": desk.group, "play": play, "deleted": True},
        lines=(
            f"{line}: deleted. It counts no more, and is in no list.",
            f"→ `companion play restore {play}` brings it back; `companion plays --deleted` lists "
            "those that are.",
        ),
    )


def restore_play(desk: Desk, text: str) -> Reply:
    """Let a play count again that was deleted. Raises Refused for one that was not."""
    desk.ensure_group()
    with desk.changing_group(), held(desk, text) as found:
        play = found.record.play
        if found.record.status != "deleted":
            raise Refused(
                f"{play} is not deleted: there is nothing to restore.",
                "`companion plays --deleted` lists those that are.",
            )
        after = found.write(desk, [Draft(RESTORED, {})])
    return Reply(
        document=lambda: {"group": desk.group, "play": play, "deleted": False},
        lines=(f"{summary_line(after)}: restored. It counts again.",),
    )
