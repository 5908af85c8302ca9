"""`companion import`: results that were noted elsewhere."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.core.reply import Reply
from companion.errors import Invalid
from companion.table.current import takes
from companion.table.files import STANDARD

if TYPE_CHECKING:
    from companion.table.exchange.import_plan import Plan

app = typer.Typer()

File = Annotated[
    str | None,
    typer.Argument(metavar="[FILE]", help="What to read; - is standard input.", show_default=False),
]
Maps = Annotated[
    list[str] | None,
    typer.Option("--map", metavar="NAME=OURS", help="Who a name in the file is here."),
]
Same = Annotated[bool, typer.Option("--same", help="Whoever is called alike is the same person.")]
Dates = Annotated[
    str | None,
    typer.Option("--dates", metavar="ORDER", help="Of 3/4/2026 in a sheet: dmy, mdy or ymd."),
]
Decimal = Annotated[
    str | None,
    typer.Option("--decimal", metavar="SIGN", help="Of 1.234 in a sheet: comma or point."),
]
Check = Annotated[bool, typer.Option("--check", help="Only say what would happen.")]
List = Annotated[bool, typer.Option("--list", help="What was imported so far.")]
TakeBack = Annotated[
    str | None, typer.Option("--take-back", metavar="IMPORT", help="Its plays no longer count.")
]
BringBack = Annotated[
    str | None, typer.Option("--bring-back", metavar="IMPORT", help="They count again.")
]


@app.command("import")
@takes(play=False)
def import_(
    ctx: typer.Context,
    file: File = None,
    maps: Maps = None,
    same: Same = False,
    dates: Dates = None,
    decimal: Decimal = None,
    check: Check = False,
    every: List = False,
    take_back: TakeBack = None,
    bring_back: BringBack = None,
) -> Reply:
    """Bring in results that were noted elsewhere, such as in BG Stats.

    What can be read: an export of BG Stats, a .bgsplay, what `companion export` writes as CSV or
    JSON lines, and sheets of your own, with a row for every player or a column for each. What is
    known already is not taken twice; what was not read is named. Of a name that somebody here has
    as well, it is asked whether that is the same person; `--map` and `--same` answer beforehand.

    \b
    Examples:
      companion import BGStatsExport.json
      companion import BGStatsExport.json --check
      companion import plays.csv --map "Ana=Ana" --map "Ben=Ben from work"
      companion import sheet.csv --dates dmy --decimal comma
      companion import --list
      companion import --take-back import-2
    """
    asked = [bool(file), every, take_back is not None, bring_back is not None]
    about_file = maps or same or check or dates is not None or decimal is not None
    if sum(asked) != 1 or (not file and about_file):
        raise Invalid(
            "What is to be imported?" if not any(asked) else "One thing at a time.",
            "`companion import FILE`, or `--list`, `--take-back IMPORT`, `--bring-back IMPORT`.",
        )
    from companion.table.exchange import imports

    if take_back is not None:
        return imports.take_back(ctx.obj, take_back)
    if bring_back is not None:
        return imports.bring_back(ctx.obj, bring_back)
    if file is None:
        return imports.list_imports(ctx.obj)
    return _imported(ctx.obj, file, (dates, decimal), maps or [], same, check)


def _imported(
    desk: Any,
    file: str,
    told: tuple[str | None, str | None],
    maps: list[str],
    same: bool,
    check: bool,
) -> Reply:
    from companion.render.terminal import progress
    from companion.table.exchange import import_plan, views
    from companion.table.exchange.imports import read, said

    how = said(*told)
    with progress("Reading"):
        coming = read(file, desk.now(), how)
        plan = import_plan.planned(desk, file, coming, maps, same)
    asked = plan.meeting.asked
    if asked and check:
        plan = import_plan.planned(desk, file, coming, maps, all_the_same=True)
    elif asked and _can_ask(desk, file):
        plan = import_plan.planned(desk, file, coming, [*maps, *_answers(plan)], same)
    views.require_answers(plan)
    reply = views.import_reply(desk, plan, done=not check).settled(desk.asked.as_json)
    if check:
        question = (views.question(asked),) if asked else ()
        return reply._replace(warnings=(*question, *reply.warnings))
    import_plan.carry_out(desk, plan)
    return reply


def _can_ask(desk: Any, file: str) -> bool:
    """Whether somebody sits at a terminal, and waits for no document."""
    terminals = sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()
    return terminals and file != STANDARD and not desk.asked.as_json


def _answers(plan: "Plan") -> list[str]:
    """Ask of every name whether it is the same person; the answers as `--map` takes them."""
    from companion.core.names import visible

    answers: list[str] = []
    everybody = False
    for name, ours in plan.meeting.asked:
        question = f"{visible(name)} in the file, {visible(ours)} here: the same? [y/n/all]"
        said = "a" if everybody else _chosen(question)
        everybody = said == "a"
        if said == "n":
            question = f"What is the other {visible(name)} called here?"
            ours = typer.prompt(question, default=plan.proposal(name), err=True)
        answers.append(f"{name}={ours}")
    return answers


def _chosen(question: str) -> str:
    """The first letter of what was answered: y, n or a. Who only presses Enter is asked again: two
    people made one would be hard to part."""
    while True:
        try:
            said = typer.prompt(question, default="", show_default=False, err=True)
        except typer.Abort:
            print(file=sys.stderr)  # the next line is not for the end of the question
            raise
        letter = str(said).strip().lower()[:1]
        if letter in ("y", "n", "a"):
            return letter
