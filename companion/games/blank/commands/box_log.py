"""`companion blank copy undo`, `redo`, `log`, `story`: what was told of a box, and when."""

from collections.abc import Iterator

import typer

from companion.arguments import Entry
from companion.core.event import REDONE, Draft
from companion.core.log import Wording
from companion.core.names import capital
from companion.core.reply import Reply
from companion.errors import CompanionError
from companion.games.blank.cards import Card, called
from companion.games.blank.commands.boxes import BoxName, CopyName, one_box
from companion.games.blank.commands.one_prize import require_no_second
from companion.games.blank.deck import Deck
from companion.games.blank.game import GAME
from companion.games.blank.state import State
from companion.table import copylog
from companion.table.copies import OpenCopy, open_copy
from companion.table.desk import Desk
from companion.table.options import takes
from companion.table.undo import entry_number

SAY = Wording(
    commands="companion blank copy",
    as_begun="nothing that was told of this box stands",
    beginning="the box itself",
    way_out="`companion blank rule add …` tells of a card.",
)

app = typer.Typer()


@app.command("undo")
@takes(play=False)
def undo_told(ctx: typer.Context, entry: Entry = None, copy: CopyName = None) -> Reply:
    """Take back what was told of a box last, or earlier.

    \b
    Examples:
      companion blank copy undo
      companion blank copy undo 5      entry 5 alone
    """
    box = one_box(ctx.obj, copy)
    return _with_warnings(ctx.obj, box, copylog.undo_told(ctx.obj, GAME, entry, SAY, box.ref.id))


@app.command("redo")
@takes(play=False)
def redo_told(ctx: typer.Context, entry: Entry = None, copy: CopyName = None) -> Reply:
    """Bring back what was taken back.

    \b
    Examples:
      companion blank copy redo
      companion blank copy redo 5      entry 5, even after later entries
    """
    box = one_box(ctx.obj, copy)
    _require_one_prize(ctx.obj, box, entry)
    return _with_warnings(ctx.obj, box, copylog.redo_told(ctx.obj, GAME, entry, SAY, box.ref.id))


def _require_one_prize(desk: Desk, box: OpenCopy, entry: str | None) -> None:
    """See to it that no second prize of a play is brought back, as none is written by hand."""
    number = None if entry is None else entry_number(entry, SAY.commands)
    fact = Draft(REDONE, {"action": box.log.entry_to_redo(number, SAY)})
    standing = box.log.extended([fact], desk.now()).standing()
    after = desk.box(GAME, lambda: standing)
    require_no_second(desk, box.ref.id, box.reference, after)


def _with_warnings(desk: Desk, before: OpenCopy, reply: Reply) -> Reply:
    """The reply, with what the play at hand has of the box otherwise than the box has it now."""
    try:
        state = desk.open().state
    except CompanionError:
        return reply
    if not isinstance(state, State) or state.status != "live":
        return reply
    now: Deck = open_copy(desk, GAME, before.ref.id).reference
    warnings = []
    for card_id, said, lies in _in_sight(state, before.ref.id):
        was, found = (deck.cards.get(card_id) for deck in (before.reference, now))
        if _says(was) == said != _says(found):
            what = "says otherwise in" if _says(found) else "is not in"
            warnings.append(
                f"{capital(called(card_id))} {lies} in this play, and {what} {now.name} now: "
                "it is played on as it was."
            )
    return reply._replace(warnings=(*reply.warnings, *warnings))


def _in_sight(state: State, copy: str) -> Iterator[tuple[str, str, str]]:
    """The cards of a box that everybody sees: which, what it says, and how it lies there."""
    for rule in state.rules:
        if rule.copy == copy and rule.card is not None:
            yield rule.card, rule.text, "lies open"
    top = state.top
    if top is not None and top.copy == copy and top.card is not None and top.effect:
        yield top.card, top.effect, "lies on top"


def _says(card: Card | None) -> str:
    """What a card of the deck says, as it is played with; nothing for one that is not in it."""
    if card is None or card.out or card.now is None:
        return ""
    return (card.agreed or card.now).wording.sentence


@app.command("log")
@takes(play=False)
def log_told(ctx: typer.Context, box: BoxName = None, copy: CopyName = None) -> Reply:
    """See all that was told of a box, with its numbers.

    \b
    Examples:
      companion blank copy log
      companion blank copy log friday --json
    """
    return copylog.show_told(ctx.obj, GAME, one_box(ctx.obj, box, copy).ref.id)


@app.command("story")
@takes(play=False)
def story(ctx: typer.Context, box: BoxName = None, copy: CopyName = None) -> Reply:
    """Read how a box came to be what it is.

    \b
    Examples:
      companion blank copy story
      companion blank copy story friday --json
    """
    from companion.games.blank.commands.annals import told_story

    return told_story(ctx.obj, one_box(ctx.obj, box, copy))
