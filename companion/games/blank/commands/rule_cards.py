"""`companion blank rule …`: the catalogue of rule cards."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.errors import Invalid
from companion.games.blank.cards import Status
from companion.games.blank.commands.boxes import (
    By,
    CopyName,
    boxes,
    current,
    find_home,
    one_box,
    reply_about,
    write,
)
from companion.games.blank.commands.catalogue import (
    Effect,
    Target,
    Trigger,
    edited,
    listing,
    signature,
    wording_of,
)
from companion.games.blank.commands.lifecycle import lifecycle
from companion.games.blank.commands.one_prize import play_of
from companion.games.blank.pen import Pen
from companion.games.blank.search import Filter, find_rule
from companion.table.options import takes

HELP = """The rule cards of your boxes.

\b
Examples:
  companion blank rule add "If a 6 is played, then all players sing" --by Ana
  companion blank rule list sing
  companion blank rule show 15
"""

app = typer.Typer(name="rule", help=HELP)

RuleName = Annotated[str, typer.Argument(metavar="RULE", show_default=False)]
Words = Annotated[list[str] | None, typer.Argument(metavar="[TEXT]", show_default=False)]
Approved = Annotated[bool, typer.Option("--approved", help="The owner agrees.")]
Inked = Annotated[bool, typer.Option("--inked", help="It stands on the card, agreed to.")]


def status_told(approved: bool, inked: bool) -> Status:
    """How far a new card has come, as told."""
    return "inked" if inked else "approved" if approved else "proposed"


def _require_nobodys(printed: bool, *told: object) -> None:
    """See to it that nobody signs or approves what came in the box. Raises Invalid."""
    if printed and any(told):
        raise Invalid(
            "A printed rule is nobody's: it needs no name and no approval.", "`--printed`"
        )


@app.command("add")
@takes(house=True)
def add(
    ctx: typer.Context,
    text: Words = None,
    trigger: Trigger = None,
    target: Target = None,
    effect: Effect = None,
    by: By = None,
    printed: Annotated[bool, typer.Option("--printed", help="One that came in the box.")] = False,
    approved: Approved = False,
    inked: Inked = False,
    prize: Annotated[bool, typer.Option("--prize", help="The prize of the play just won.")] = False,
    open_it: Annotated[bool, typer.Option("--open", help="It lies open in this play.")] = False,
    copy: CopyName = None,
) -> Reply:
    """Write a rule, or tell of one that is printed.

    \b
    Examples:
      companion blank rule add --trigger "a 6 is played" --target "all players" --effect sing
      companion blank rule add "If you say no, then draw a card" --by Ben --inked
      companion blank rule add "If a 1 is played, then all players swap hands" --printed
      companion blank rule add "If …, then …" --prize --approved
    """
    wording = wording_of(text, trigger, target, effect)
    _require_nobodys(printed, by, prize, approved, inked)
    status = status_told(approved, inked)
    if prize and open_it:
        raise Invalid("A prize comes in with the next game.", "Leave out `--open`.")
    if prize:
        from companion.games.blank.commands.prizes import rule_prize

        return rule_prize(ctx.obj, wording, signature(ctx.obj, by), status, copy)
    box = one_box(ctx.obj, copy)
    if open_it:
        from companion.games.blank.commands.rules_in_play import require_room

        require_room(ctx.obj, box.ref.id)
    ids: list[str] = []

    def plan(pen: Pen) -> None:
        ids.append(pen.new_rule(wording, by=signature(ctx.obj, by), printed=printed, status=status))

    changed = write(ctx.obj, box.ref.id, plan)
    reply = reply_about(ctx.obj, changed, ids[-1])
    if open_it:
        from companion.games.blank.commands.rules_in_play import open_one

        return open_one(ctx.obj, reply, changed.copy, ids[-1])
    return reply


@app.command("edit")
@takes(play=False, house=True)
def edit(
    ctx: typer.Context,
    rule: RuleName,
    text: Words = None,
    trigger: Trigger = None,
    target: Target = None,
    effect: Effect = None,
    by: By = None,
    approved: Approved = False,
    inked: Inked = False,
    copy: CopyName = None,
) -> Reply:
    """Give a rule a new wording; the older ones stay to be read.

    \b
    Examples:
      companion blank rule edit 15 --effect "draws two cards" --by Ben
      companion blank rule edit 15 "If a 6 is played, then everybody sings"
    """
    if not text and trigger is target is effect is None:
        raise Invalid(
            "How does the rule read now?", "Its text, or `--trigger`, `--target`, `--effect`."
        )
    box, found = find_home(ctx.obj, rule, copy, find_rule)

    def plan(pen: Pen) -> None:
        card = current(pen, found)
        wording = edited(card, text, trigger, target, effect)
        newest = card.now or card.revisions[-1]
        name, play = signature(ctx.obj, by) or newest.by, play_of(ctx.obj, card)
        pen.revise(card, wording, by=name, play=play, status=status_told(approved, inked))

    return reply_about(ctx.obj, write(ctx.obj, box.ref.id, plan), found.id)


app.registered_commands.extend(lifecycle("rule", "15", find_rule).registered_commands)


@app.command("list")
def list_rules(
    ctx: typer.Context,
    words: Annotated[list[str] | None, typer.Argument(metavar="[WORD...]")] = None,
    by: Annotated[str | None, typer.Option(metavar="NAME", help="Whose they are.")] = None,
    trigger: Trigger = None,
    target: Target = None,
    effect: Effect = None,
    status: Annotated[
        str | None, typer.Option(metavar="STATUS", help="printed, proposed, approved, inked.")
    ] = None,
    in_play: Annotated[bool, typer.Option("--in-play", help="Those that lie open.")] = False,
    retired: Annotated[bool, typer.Option("--retired", help="Those taken out, too.")] = False,
    copy: CopyName = None,
) -> Reply:
    """See the rules of your boxes.

    \b
    Examples:
      companion blank rule list
      companion blank rule list draw two --by ana
      companion blank rule list --trigger played --in-play
    """
    wanted = Filter(
        tuple(words or ()), by or "", trigger or "", target or "", effect or "", status or ""
    )
    return listing(ctx.obj, boxes(ctx.obj, copy), "rule", wanted, retired, in_play)


@app.command("import")
@takes(play=False, house=True)
def import_rules(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False)],
    check: Annotated[bool, typer.Option("--check", help="Only tell what would happen.")] = False,
    by: By = None,
    printed: Annotated[bool, typer.Option("--printed", help="They came in the box.")] = False,
    approved: Approved = False,
    inked: Inked = False,
    copy: CopyName = None,
) -> Reply:
    """Take in rules from a file: CSV, or one rule a line.

    All of them, or none where a line is wrong. `-` reads standard input.

    \b
    Examples:
      companion blank rule import rules.csv --check
      companion blank rule import printed.txt --printed      one printed rule a line
      companion blank rule import our-rules.txt --by Ana --inked
    """
    from companion.games.blank.commands.bulk import Told, import_file

    _require_nobodys(printed, by, approved, inked)
    status = status_told(approved, inked)
    box = one_box(ctx.obj, copy)
    told = Told(signature(ctx.obj, by), status, printed)
    return import_file(ctx.obj, box.ref.id, file, check, told)


@app.command("export")
@takes(play=False)
def export_rules(
    ctx: typer.Context,
    file: Annotated[str | None, typer.Argument(metavar="[FILE]", show_default=False)] = None,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="Where to; `.txt`: the words alone."),
    ] = None,
    copy: CopyName = None,
) -> Reply:
    """Write all rules of a box as CSV, to be read by `import`.

    \b
    Examples:
      companion blank rule export
      companion blank rule export rules.csv
      companion blank rule export -o rules.txt      the words alone, a rule a line
    """
    from companion.games.blank.commands.bulk import export_file

    if file is not None and output is not None:
        raise Invalid("Two files are named to write to.", "One of them: FILE, or `-o FILE`.")
    return export_file(one_box(ctx.obj, copy), file if output is None else output)
