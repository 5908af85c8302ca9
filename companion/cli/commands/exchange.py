"""Results that leave and come in: `export` and `import`."""

import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, Any

from companion.cli import completions
from companion.cli.commands.plays import GameOption, PlaceOption, PlayerOption, Since, Until
from companion.cli.declared import command
from companion.cli.destination import KINDS as PICTURES
from companion.cli.terminal import can_ask
from companion.core.command import flag, word, words
from companion.core.names import counted
from companion.core.reply import Reply
from companion.errors import Invalid, Refused
from companion.table.desk import Desk
from companion.table.files import STANDARD, require_not_ours, short_name, write_bytes

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.table.exchange.export import Export, Link
    from companion.table.exchange.import_plan import Plan


_QUIET = 8
"""Columns beside a code that stay white."""
_BESIDES = 4
"""Lines of a screen for the heading of a code, and for the next prompt."""

Plays = Annotated[
    Sequence[str], completions.plays, words(metavar="[PLAY...]", help="All, if none is named.")
]
Kind = Annotated[
    str | None,
    word(name="--as", metavar="KIND", help="csv, jsonl, bgsplay or xml, if not by the ending."),
]
Output = Annotated[
    str | None,
    word(alias="-o", metavar="FILE", help="Where to; the screen, if left out."),
]


@command("export", play=False)
def export(
    desk: Desk,
    plays: Plays = (),
    *,
    kind: Kind = None,
    output: Output = None,
    game: GameOption = None,
    player: PlayerOption = (),
    since: Since = None,
    until: Until = None,
    place: PlaceOption = None,
    code: Annotated[
        bool, flag("One play as a code that BG Stats on a phone takes.", name="--qr")
    ] = False,
    separator: Annotated[
        str | None, word(metavar="SIGN", help="Of CSV: comma, semicolon or tab.")
    ] = None,
    decimal: Annotated[str | None, word(metavar="SIGN", help="Of CSV: comma or point.")] = None,
    every: Annotated[
        bool, flag("To BG Stats also what it told us of: the app may lack it.", name="--all")
    ] = False,
) -> Reply:
    """Take finished plays to a spreadsheet, a program, BG Stats.

    \b
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
    from companion.table.history.filters import Choice

    choice = Choice(game, player, since, until, place)
    if plays and not choice.is_all:
        raise Invalid(
            "These plays, or all that fit?",
            "Name the plays, or choose them with options: not both.",
        )
    as_sheet = separator is not None or decimal is not None
    if code:
        if as_sheet or every:
            raise Invalid("A code is no sheet, and of one play.", "`companion export bwd-3 --qr`")
        if len(plays) > 1 or not choice.is_all or kind is not None:
            raise Invalid("A code is of one play.", "`companion export bwd-3 --qr`")
        # Before the link is made: what it tells of people is noted in the group.
        picture = None if output is None else _picture(output)
        link = exporting.link(desk, plays[0] if plays else None)
        return _code(desk, link, output, picture)
    if desk.asked.as_json and output in (None, STANDARD):
        if kind is not None:
            raise Invalid("`--json` is a kind by itself.", "`--as` without `--json`, or `-o FILE`.")
        if as_sheet or every:
            raise Invalid("`--json` has all plays, and no signs to choose.", "Add `-o FILE`.")
        found = exporting.plays_named(desk, plays, choice)
        return Reply(document=lambda: exporting.document(desk, found))
    kind = _kind(kind, output)
    if as_sheet and kind != "csv":
        raise Invalid("`--separator` and `--decimal` are about CSV.", "`companion export --as csv`")
    if every and kind != "bgsplay":
        raise Invalid(
            "`--all` is about BG Stats: every other kind has all plays anyway.",
            "`companion export --all -o plays.bgsplay`",
        )
    spelled = exporting.spelling(separator, decimal)
    if output not in (None, STANDARD):
        require_not_ours(output, f"plays.{kind}")
    found = exporting.plays_named(desk, plays, choice)
    made = exporting.exported(desk, kind, found, spelled, every)
    return _sent(made, output)


def _kind(kind: str | None, output: str | None) -> str:
    """Which kind of file is meant. Raises Invalid."""
    from companion.table.exchange.export import KINDS

    if kind is not None:
        plain = kind.strip().lower().lstrip(".")
        if plain not in KINDS:
            raise Invalid(f"“{kind}” is no kind of export.", "csv, jsonl, bgsplay or xml.")
        return plain
    if output is None or output == STANDARD:
        return "csv"
    ending = Path(output).suffix.lower().lstrip(".")
    if ending in KINDS:
        return ending
    if f".{ending}" in PICTURES:
        raise Invalid(
            f"{output} would be a picture, and plays are none.",
            f"`companion export --qr -o {output}` draws the code of one play.",
        )
    raise Invalid(
        f"“{output}” does not say what kind of export it is to be.",
        "End it with .csv, .jsonl, .bgsplay or .xml, or say `--as csv`.",
    )


def _sent(made: "Export", output: str | None) -> Reply:
    """An export, in a file or on standard output; what stayed out is said."""
    from companion.table.exchange.export import KINDS

    stayed = counted(made.left_out, "play")
    warnings = (f"{stayed} came from BG Stats, and stayed out.",) if made.left_out else ()
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
    """Which kind of picture a file is to be. Raises Invalid."""
    require_not_ours(output, "code.png")
    kind = PICTURES.get(Path(output).suffix.lower())
    if kind is None:
        raise Invalid(
            f"“{output}” does not say what kind of picture it is to be.",
            "End it with .png, .svg, .pdf or .html.",
        )
    return kind


def _code(desk: Any, link: "Link", output: str | None, picture: str | None) -> Reply:
    """The link of one play: drawn into a file as that kind of `picture`, or on the screen."""
    from companion.table.exchange.export import when_and_winners

    play = link.play
    document = {"play": play.play, "uid": play.uid, "link": link.texts[0], "file": None}
    if desk.asked.as_json and output is None:
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
    """The link without the texts that no code can hold. Raises Refused where none can be held."""
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
    """The code on the screen, and the link below it where there is room; else only the link."""
    from companion.printing.codes import side

    columns, rows = get_terminal_size()
    width = min(side(text, "L") for text in link.texts) + _QUIET
    high = (width + 1) // 2
    room = rows - high - _BESIDES if sys.stdout.isatty() else len(link.texts[0])
    text = f"{link.texts[0]}\n"
    if width > columns or room < 0:
        there = f"{columns} and {rows}" if sys.stdout.isatty() else f"{columns} columns"
        warning = (
            f"The code of {link.play.play} takes {width} columns and {high} lines, and here are "
            f"{there}: this is its link. `companion export {link.play.play} --qr -o code.png` "
            "draws the code; or make the window larger, or its letters smaller."
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
    Sequence[str], words(metavar="[FILE...]", help="What to read; - is standard input.")
]
Maps = Annotated[
    Sequence[str], words(name="--map", metavar="NAME=OURS", help="Who a name in the file is here.")
]
Same = Annotated[bool, flag("Whoever is called alike is the same person.")]
Dates = Annotated[
    str | None,
    word(metavar="ORDER", help="Of 3/4/2026 in a sheet: dmy, mdy or ymd."),
]
Decimal = Annotated[str | None, word(metavar="SIGN", help="Of 1.234 in a sheet: comma or point.")]
Timezone = Annotated[
    str | None,
    word(metavar="ZONE", help="Where a file was written: Europe/Berlin.", old_name="--zone"),
]
Ignored = Annotated[
    Sequence[str],
    words(name="--ignore", metavar="COLUMN", help="A column of a sheet that is not read."),
]
Strict = Annotated[bool, flag("One bad row refuses the whole sheet.")]
WinsOption = Annotated[
    Sequence[str],
    words(metavar="WAY", help="Who won if the file names nobody: most, fewest or none."),
]
Keep = Annotated[bool, flag("Plays that are here already stay as they are.")]
Check = Annotated[bool, flag("Only say what would happen.")]
List = Annotated[bool, flag("What was imported so far.", name="--list")]
Undo = Annotated[
    str | None,
    word(metavar="IMPORT", help="Its plays no longer count.", old_name="--take-back"),
]
Redo = Annotated[
    str | None, word(metavar="IMPORT", help="They count again.", old_name="--bring-back")
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
    """Bring in results that were noted elsewhere, such as in BG Stats.

    What can be read: an export of BG Stats, a .bgsplay, plays of BoardGameGeek as XML (all pages at
    once), what `companion export` writes, and sheets of your own, with a row for every player or a
    column for each. What is known already is not taken twice; where the program has changed it
    since, it is updated, unless somebody put it right here. What was not read is named. Of a name
    that somebody here has as well, it is asked whether that is the same person; `--map` and
    `--same` answer beforehand.

    \b
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
    asked = [bool(files), every, undo is not None, redo is not None]
    spelled = (dates, decimal, timezone)
    flags = maps or same or check or ignored or strict or wins or keep
    about_file = flags or any(one is not None for one in spelled)
    if sum(asked) != 1 or (not files and about_file):
        raise Invalid(
            "What is to be imported?" if not any(asked) else "One thing at a time.",
            "`companion import FILE`, or `--list`, `--undo IMPORT`, `--redo IMPORT`.",
        )
    from companion.table.exchange import imports

    if undo is not None:
        return imports.take_back(desk, undo)
    if redo is not None:
        return imports.bring_back(desk, redo)
    if not files:
        return imports.list_imports(desk)
    how = imports.said(dates, decimal, timezone, maps, ignored, strict, wins)
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
    asked = plan.meeting.unclear
    if asked and check:
        plan = planned(maps, True)
    elif asked and can_ask(file, desk.asked.as_json):
        plan = planned([*maps, *_answers(plan)], same)
    views.require_answers(plan)
    reply = views.import_reply(desk, plan, done=not check).settled(desk.asked.as_json)
    if check:
        question = (views.question(asked),) if asked else ()
        return reply._replace(warnings=(*question, *reply.warnings))
    import_plan.carry_out(desk, plan)
    return reply


def _answers(plan: "Plan") -> list[str]:
    """Ask of every name whether it is the same person; the answers as `--map` takes them."""
    import typer

    from companion.core.names import visible

    answers: list[str] = []
    everybody = False
    for name, ours in plan.meeting.unclear:
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
    import typer

    while True:
        try:
            said = typer.prompt(question, default="", show_default=False, err=True)
        except typer.Abort:
            print(file=sys.stderr)  # the next line is not for the end of the question
            raise
        letter = str(said).strip().lower()[:1]
        if letter in ("y", "n", "a"):
            return letter
