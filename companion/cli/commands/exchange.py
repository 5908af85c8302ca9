"""`export` and `import`: plays for and from other programs."""

import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

from companion.cli import completions
from companion.cli.commands.plays import Filters, PlayerOption
from companion.cli.declared import command
from companion.cli.destination import KINDS as PICTURES
from companion.cli.terminal import can_ask
from companion.core.command import flag, word, words
from companion.core.names import counted
from companion.core.reply import Reply
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.table.desk import Desk
from companion.table.files import STANDARD, require_not_ours, short_name, write_bytes

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.table.exchange.export import Export, Link
    from companion.table.exchange.import_plan import Plan


_QUIET = 8
"""White columns beside a code."""
_BESIDES = 4
"""Lines of the screen for the heading of a code and the next prompt."""

Plays = Annotated[
    Sequence[str], completions.plays, words(metavar="[PLAY...]", help="All, if you name none.")
]
Kind = Annotated[
    str | None,
    word(name="--as", metavar="KIND", help="csv, jsonl, bgsplay or xml; else by the file name."),
]
Output = Annotated[
    str | None,
    word(alias="-o", metavar="FILE", help="The file to write; otherwise, the screen."),
]


@command("export", play=False)
def export(
    desk: Desk,
    plays: Plays = (),
    *,
    kind: Kind = None,
    output: Output = None,
    player: PlayerOption = (),
    filters: Filters,
    code: Annotated[
        bool, flag("Show one play as a code for BG Stats to scan.", name="--qr")
    ] = False,
    separator: Annotated[
        str | None, word(metavar="SIGN", help="For CSV: comma, semicolon or tab.")
    ] = None,
    decimal: Annotated[str | None, word(metavar="SIGN", help="For CSV: comma or point.")] = None,
    every: Annotated[
        bool, flag("Also send BG Stats the plays that came from it.", name="--all")
    ] = False,
) -> Reply:
    """Export plays to a spreadsheet, another program or BG Stats.

    Examples:
      companion export -o plays.csv               a row for every player
      companion export --as jsonl > plays.jsonl   a line for every play
      companion export -o plays.csv --separator ';'   with decimal commas
      companion export --since 2026 -o for.bgsplay
      companion export --all -o everything.bgsplay
      companion export --qr                     the newest, for the phone to scan
      companion export bwd-3 --qr -o code.png
    """
    from companion.table.exchange import export as exporting

    choice = filters.choice(player)
    if plays and not choice.is_all:
        raise Invalid(
            "Name the plays, or choose them with options, not both.",
            "Leave one of the two out.",
        )
    as_sheet = separator is not None or decimal is not None
    if code:
        if as_sheet or every:
            raise Invalid(
                "A code holds one play, and is not a sheet.", "`companion export bwd-3 --qr`"
            )
        if len(plays) > 1 or not choice.is_all or kind is not None:
            raise Invalid("A code holds one play.", "`companion export bwd-3 --qr`")
        # Before the link is made: that writes ids of people into the group.
        picture = None if output is None else _picture(output)
        link = exporting.link(desk, plays[0] if plays else None)
        return _code(desk, link, output, picture)
    if desk.options.as_json and output in (None, STANDARD):
        if kind is not None:
            raise Invalid(
                "`--json` is a format of its own.", "`--as` without `--json`, or `-o FILE`."
            )
        if as_sheet or every:
            raise Invalid(
                "`--json` prints all plays, without separators to choose.", "Add `-o FILE`."
            )
        found = exporting.plays_named(desk, plays, choice)
        return Reply(document=lambda: exporting.document(desk, found))
    kind = _kind(kind, output)
    if as_sheet and kind != "csv":
        raise Invalid("`--separator` and `--decimal` are for CSV.", "`companion export --as csv`")
    if every and kind != "bgsplay":
        raise Invalid(
            "`--all` is for BG Stats: other formats have all plays anyway.",
            "`companion export --all -o plays.bgsplay`",
        )
    spelled = exporting.spelling(separator, decimal)
    if output not in (None, STANDARD):
        require_not_ours(output, f"plays.{kind}")
    found = exporting.plays_named(desk, plays, choice)
    made = exporting.exported(desk, kind, found, spelled, every)
    return _sent(made, output)


def _kind(kind: str | None, output: str | None) -> str:
    """The format of an export, by `--as` or the name of the file. Raises Invalid."""
    from companion.table.exchange.export import KINDS

    if kind is not None:
        plain = kind.strip().lower().lstrip(".")
        if plain not in KINDS:
            raise Invalid(f"“{kind}” is not a format for export.", "csv, jsonl, bgsplay or xml.")
        return plain
    if output is None or output == STANDARD:
        return "csv"
    ending = Path(output).suffix.lower().lstrip(".")
    if ending in KINDS:
        return ending
    if f".{ending}" in PICTURES:
        raise Invalid(
            f"{output} is a picture, and plays are not.",
            f"`companion export --qr -o {output}` draws the code of one play.",
        )
    raise Invalid(
        f"“{output}” does not say which format to export.",
        "Use .csv, .jsonl, .bgsplay or .xml, or add `--as csv`.",
    )


def _sent(made: "Export", output: str | None) -> Reply:
    """Write an export to a file or standard output, and say what was left out."""
    from companion.table.exchange.export import KINDS

    stayed = counted(made.left_out, "play")
    warnings = (f"{stayed} came from BG Stats and left out.",) if made.left_out else ()
    if output is None or output == STANDARD:
        return Reply(document=dict, text=made.text, warnings=warnings)
    write_bytes(output, made.text.encode("utf-8", "replace"))
    line = f"{counted(len(made.plays), 'play')} in {short_name(output)}, as {KINDS[made.kind]}."
    return Reply(
        document=lambda: {
            "file": output,
            "kind": made.kind,
            "plays": len(made.plays),
            "left_out": made.left_out,
        },
        lines=(line,),
        warnings=warnings,
    )


def _picture(output: str) -> str:
    """The kind of picture, by the name of the file. Raises Invalid."""
    require_not_ours(output, "code.png")
    kind = PICTURES.get(Path(output).suffix.lower())
    if kind is None:
        raise Invalid(
            f"“{output}” does not say which kind of picture to draw.",
            "Use .png, .svg, .pdf or .html.",
        )
    return kind


def _code(desk: Any, link: "Link", output: str | None, picture: str | None) -> Reply:
    """The link of one play as a code: in a file of that kind of `picture`, or on the screen."""
    from companion.table.exchange.export import when_and_winners

    play = link.play
    document = {"play": play.play, "uid": play.uid, "link": link.texts[0], "file": None}
    if desk.options.as_json and output is None:
        return Reply(document=lambda: document)
    link = _drawable(link)
    if output is not None and picture is not None:
        from companion.printing.document import link as drawn

        made = drawn(picture, link.texts[0], play.called, when_and_winners(play))
        write_bytes(output, made.content)
        return Reply(
            document=lambda: {**document, "file": output},
            lines=(f"{play.play} is in {short_name(output)}, for BG Stats to scan.",),
            warnings=made.warnings,
        )
    return _shown(link)


def _drawable(link: "Link") -> "Link":
    """The link without texts too long for a code. Raises Refused if all are."""
    from companion.printing.codes import LARGEST_SIDE, fullest

    texts = [text for text in link.texts if fullest((text,), LARGEST_SIDE, "L") is not None]
    if not texts:
        play = link.play.play
        raise Refused(
            f"{play} has too many players for a code.",
            f"`companion export {play} -o {play}.bgsplay` is a file for BG Stats.",
        )
    return link._replace(texts=tuple(texts))


def _shown(link: "Link") -> Reply:
    """The code on the screen, and the link below it if there is room; else only the link."""
    from companion.printing.codes import side

    columns, rows = get_terminal_size()
    width = min(side(text, "L") for text in link.texts) + _QUIET
    high = (width + 1) // 2
    room = rows - high - _BESIDES if sys.stdout.isatty() else len(link.texts[0])
    text = f"{link.texts[0]}\n"
    if width > columns or room < 0:
        there = f"{columns} and {rows}" if sys.stdout.isatty() else f"{columns} columns"
        warning = (
            f"The code of {link.play.play} takes {width} columns and {high} lines, and this window "
            f"has {there}, so this is its link. `companion export {link.play.play} --qr "
            "-o code.png` draws the code; or make the window larger, or its letters smaller."
        )
        return Reply(document=dict, text=text, warnings=(warning,))
    fits = -(-len(link.texts[0]) // columns) <= room
    return Reply(document=dict, blocks=lambda: _on_screen(link), text=text if fits else "")


def _on_screen(link: "Link") -> "list[Block]":
    from companion.core.blocks import Heading, QrCode
    from companion.printing.codes import matrix
    from companion.table.exchange.export import when_and_winners

    heading = Heading(
        f"{link.play.called} for BG Stats", f"{link.play.play} · {when_and_winners(link.play)}"
    )
    return [heading, QrCode(link.texts, lambda text: matrix(text, "L"))]


File = Annotated[
    Sequence[str], words(metavar="[FILE...]", help="The files to read; - is standard input.")
]
Maps = Annotated[
    Sequence[str],
    words(name="--map", metavar="NAME=OURS", help="Who a name in the file is here."),
]
Same = Annotated[bool, flag("Equal names mean the same person.")]
Dates = Annotated[
    str | None,
    word(metavar="ORDER", help="The order of dates in a sheet: dmy, mdy or ymd."),
]
Decimal = Annotated[
    str | None, word(metavar="SIGN", help="The decimal sign in a sheet: comma or point.")
]
Timezone = Annotated[
    str | None,
    word(metavar="ZONE", help="The time zone of the file: Europe/Berlin.", old_name="--zone"),
]
Ignored = Annotated[
    Sequence[str],
    words(name="--ignore", metavar="COLUMN", help="A column of a sheet to skip."),
]
Strict = Annotated[bool, flag("Refuse the whole sheet for one bad row.")]
WinsOption = Annotated[
    Sequence[str],
    words(metavar="WAY", help="Who won if the file does not say: most, fewest or none."),
]
Keep = Annotated[bool, flag("Do not update plays that are here already.")]
Check = Annotated[bool, flag("Only show what would happen.")]
List = Annotated[bool, flag("List the imports so far.", name="--list")]
Undo = Annotated[
    str | None,
    word(metavar="IMPORT", help="Take an import back, with its plays.", old_name="--take-back"),
]
Redo = Annotated[
    str | None,
    word(metavar="IMPORT", help="Bring back an import that was undone.", old_name="--bring-back"),
]


@command("import", play=False)
def import_(
    desk: Desk,
    files: File = (),
    *,
    maps: Maps = (),
    same: Same = False,
    dates: Dates = None,
    decimal: Decimal = None,
    timezone: Timezone = None,
    ignored: Ignored = (),
    strict: Strict = False,
    wins: WinsOption = (),
    keep: Keep = False,
    check: Check = False,
    every: List = False,
    undo: Undo = None,
    redo: Redo = None,
) -> Reply:
    """Import plays from BG Stats, other programs or a sheet.

    Reads exports of BG Stats, .bgsplay files, plays from BoardGameGeek as XML (all pages at once),
    files of `companion export`, and your own sheets, with a row or a column for each player.
    Duplicates are skipped; plays that the other program has changed are updated, unless they were
    corrected here. Whatever could not be read is listed. If a name in the file is also a name here,
    you are asked whether both are the same person; `--map` and `--same` answer in advance.

    Examples:
      companion import BGStatsExport.json
      companion import BGStatsExport.json --check
      companion import plays.csv --map "Ana=Ana" --map "Ben=Ben from work"
      companion import sheet.csv --dates dmy --decimal comma
      companion import plays-1.xml plays-2.xml
      companion import plays.csv --wins most --wins "Golf=fewest"
      companion import --list
      companion import --undo import-2
    """
    files = [name for name in files if name]
    chosen = [bool(files), every, undo is not None, redo is not None]
    spelled = (dates, decimal, timezone)
    flags = maps or same or check or ignored or strict or wins or keep
    about_file = flags or any(one is not None for one in spelled)
    if sum(chosen) != 1 or (not files and about_file):
        raise Invalid(
            "FILE is missing." if not any(chosen) else "That is more than one thing to do.",
            "`companion import FILE`, or `--list`, `--undo IMPORT`, `--redo IMPORT`.",
        )
    from companion.table.exchange import imports

    if undo is not None:
        return imports.take_back(desk, undo)
    if redo is not None:
        return imports.bring_back(desk, redo)
    if not files:
        return imports.list_imports(desk)
    how = imports.sheet_options(dates, decimal, timezone, maps, ignored, strict, wins)
    return _imported(desk, imports.matching(files), how, maps, same, check, keep)


def _imported(
    desk: Any, files: list[str], how: Any, maps: Sequence[str], same: bool, check: bool, keep: bool
) -> Reply:
    from companion.render.terminal import progress
    from companion.table.exchange import import_plan, views
    from companion.table.exchange.imports import read

    file, *more = files

    def planned(maps: Sequence[str], same: bool) -> "Plan":
        plan = import_plan.planned(desk, file, coming, maps, same, keep)
        return plan._replace(more=more)

    with progress("Reading"):
        coming = read(file, desk.now(), how, more)
        plan = planned(maps, same)
    unclear = plan.meeting.unclear
    if unclear and check:
        plan = planned(maps, True)
    elif unclear and can_ask(file, desk.options.as_json):
        plan = planned([*maps, *_answers(plan)], same)
    views.require_answers(plan)
    reply = views.import_reply(desk, plan, done=not check).settled(desk.options.as_json)
    if check:
        question = (views.question(unclear),) if unclear else ()
        return replace(reply, warnings=(*question, *reply.warnings))
    import_plan.carry_out(desk, plan)
    return reply


def _answers(plan: "Plan") -> list[str]:
    """Ask whether each name is the same person; returns answers in the form of `--map`."""
    import typer

    from companion.core.names import visible

    answers: list[str] = []
    everybody = False
    for name, ours in plan.meeting.unclear:
        question = f"{visible(name)} in the file, {visible(ours)} here: the same? [y/n/all]"
        answer = "a" if everybody else _chosen(question)
        everybody = answer == "a"
        if answer == "n":
            question = f"Which name does the other {visible(name)} get here?"
            ours = typer.prompt(question, default=plan.proposal(name), err=True)
        answers.append(f"{name}={ours}")
    return answers


def _chosen(question: str) -> str:
    """Ask until the answer begins with y, n or a; return that letter.

    Enter alone asks again: two people merged by mistake are hard to split.
    """
    import typer

    while True:
        try:
            answer = typer.prompt(question, default="", show_default=False, err=True)
        except typer.Abort:
            print(file=sys.stderr)  # so that the next line does not continue the question
            raise
        letter = str(answer).strip().lower()[:1]
        if letter in ("y", "n", "a"):
            return letter
