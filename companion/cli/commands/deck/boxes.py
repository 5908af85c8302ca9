"""`companion deck`: shows, exports, imports and mixes boxes."""

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from companion import games
from companion.cli.declared import command
from companion.cli.output import spelled
from companion.core.command import flag, word, words
from companion.core.offer import Line
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.errors import Invalid, Refused, Unusable
from companion.table.boxes import inventory
from companion.table.boxes.group_boxes import named_box, typed_names
from companion.table.desk import Desk
from companion.table.files import STANDARD, read_json, require_not_ours, short_name, write_bytes

if TYPE_CHECKING:
    from companion.boxes.archive import Archive


def copies(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    """All boxes, as they are typed."""
    return typed_names(desk)


Copy = Annotated[str, copies, word(metavar="BOX")]


@command("deck list", play=False)
def list_(desk: Desk) -> Reply:
    """List all boxes of all games.

    Examples:
      companion deck list
    """
    return inventory.list_boxes(desk)


@command("deck show", play=False)
def show(desk: Desk, copy: Copy) -> Reply:
    """See everything in a box.

    Examples:
      companion deck show friday
      companion deck show bwd
      companion deck show "dice box" --json
    """
    return inventory.show_box(desk, copy)


@command("deck history", play=False)
def history(desk: Desk, copy: Copy) -> Reply:
    """See the log of a box, entry by entry.

    Examples:
      companion deck history friday
    """
    return inventory.show_history(desk, named_box(desk, copy))


@command("deck export", play=False)
def export(
    desk: Desk,
    copy: Copy,
    *,
    output: Annotated[
        str | None, word(alias="-o", metavar="FILE", help="The file to write; - is a pipe.")
    ] = None,
) -> Reply:
    """Export a box to a file, with every revision.

    Examples:
      companion deck export friday -o friday.json
      companion deck export friday --json
    """
    from companion.table.boxes.take import archive_of

    archive = archive_of(desk, named_box(desk, copy))
    document = archive.to_json()
    if output is None or output == STANDARD:
        return Reply(document=lambda: document, text=_text(document))
    require_not_ours(output, "friday.json")
    write_bytes(output, _text(document).encode())
    count = len(archive.events)
    return Reply(
        document=lambda: {"copy": archive.copy, "file": output, "events": count},
        lines=(f"{archive.copy} is in {short_name(output)}, with all its {count} facts.",),
    )


def _text(document: object) -> str:
    return f"{spelled(json.dumps(document, ensure_ascii=False, indent=1))}\n"


Name = Annotated[str | None, word(metavar="NAME", help="The name of the box here, if it is new.")]


@command("deck import", play=False)
def import_(
    desk: Desk,
    file: Annotated[str, word()],
    *,
    name: Name = None,
    check: Annotated[bool, flag("Only show what would happen.")] = False,
) -> Reply:
    """Import a box from a file that `deck export` wrote.

    A box that is here already gets what is new in the file; nothing is overwritten.

    Examples:
      companion deck import friday.json
      companion deck import friday.json --name "Their Friday box"
    """
    from companion.table.boxes.take import carry_out, planned, take_reply

    plan = planned(desk, read_archive(file), name)
    if plan.drafts:
        raise Refused(
            f"This box and the one in {short_name(file)} have both changed.",
            f"`companion deck receive {file}` shows what would be added to yours.",
        )
    reply = take_reply(desk, plan, done=not check).settled(desk.options.as_json)
    if not check:
        carry_out(desk, plan)
    return reply


def read_archive(file: str) -> "Archive":
    """The box in a file. Raises Invalid, NotFound or TooNew."""
    from companion.boxes.archive import from_json

    try:
        document = read_json(file)
    except ValueError:
        raise Invalid(
            f"There is no JSON in {short_name(file)}.",
            "`companion deck export BOX -o FILE.json` writes one; `companion deck receive` reads "
            "pictures.",
        ) from None
    return from_json(document)


_GAME, _VERB = "blank", "mix"


@command(f"deck {_VERB}", play=False)
def mix(desk: Desk, names: Annotated[Sequence[str], words(metavar="BOX BOX...")]) -> Reply:
    """Mix several boxes to play with them at once.

    Examples:
      companion blank mix friday cellar
      companion deck mix friday cellar       does the same
    """
    from companion.table.plays.verbs import run

    declared = games.verbs(_GAME)
    if declared is None:
        raise Unusable("BLANK has no verb for that.", "Install the companion again.")
    desk.options.game = _GAME
    return run(desk, declared.by_name[_VERB], Line(tuple(names)))
