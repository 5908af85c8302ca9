"""Codes from scanners and photographs: `deck check`, `deck scan` and `deck receive`."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from os.path import exists
from shutil import get_terminal_size

from companion.boxes.archive import Archive, Part, join, unpacked
from companion.boxes.check import Answer, BoxCheck
from companion.boxes.codes import NoCode, Reader
from companion.cli.commands.deck.boxes import Copy, Name, read_archive
from companion.cli.declared import command
from companion.cli.output import print_messages
from companion.core.command import flag, words
from companion.core.names import short, visible
from companion.core.reply import Reply
from companion.core.value import Annotated, replace
from companion.errors import CompanionError, Invalid
from companion.table.boxes.check import begin_check, checked
from companion.table.boxes.take import carry_out, planned, take_reply
from companion.table.desk import Desk
from companion.table.files import CODES, STANDARD, read_text, require_file, short_name

_SIGNS = {
    "there": "✓",
    "double": "2",
    "foreign": "✗",
    "outdated": "~",
    "reworded": "~",
    "out": "✗",
    "no code": "?",
}
_BAR, _WORDS = 16, 40


@command("deck check", play=False)
def check(
    desk: Desk,
    copy: Copy,
    files: Annotated[Sequence[str], words(metavar="[FILE|CARD...]")] = (),
    *,
    every: Annotated[bool, flag("List every missing card.", name="--all")] = False,
) -> Reply:
    """Scan the cards to see whether all are in the box.

    Codes come from a phone or hand scanner, photographs, PDFs or text files. Tick off a card
    without a label by its name: 15, rule 15, 4-hexagon, red 4, a title.

    Examples:
      companion deck check friday              scan, then Ctrl-D
      companion deck check friday cards.jpg
      companion deck check friday cards.jpg 4-hexagon "rule 15"
      companion deck scan *.jpg | companion deck check friday
    """
    check = begin_check(desk, copy)
    if not files and sys.stdin is not None and sys.stdin.isatty():
        _say(f"{check.box.title}: {len(check.wanted)} to find. Scan them, or type 15; then Ctrl-D.")
    named = [word for word in files if not exists(word) and check.is_name(word)]
    read = [word for word in files if word not in named]
    incoming = Incoming(read)
    with suppress(KeyboardInterrupt):  # After Ctrl-C, the result so far is shown.
        for line in incoming if read or not named else ():
            _answer(check, check.scan(line), desk, quiet=bool(read))
    _answer(check, check.end(), desk, quiet=bool(read))
    for word in named:
        _answer(check, [*check.scan(word), *check.end()], desk, quiet=False)
    return replace(checked(check, every), warnings=incoming.warnings)


def _answer(check: BoxCheck, answers: Sequence[Answer], desk: Desk, *, quiet: bool) -> None:
    for answer in answers:
        if not desk.options.as_json and not (quiet and answer.is_fine):
            _tick(check, answer)


def _tick(check: BoxCheck, answer: Answer) -> None:
    """Print a line about one code and the progress; beep if something is wrong."""
    done, of = len(check.found), len(check.wanted)
    filled = _BAR * done // of if of else 0
    bar = f"{'█' * filled}{'░' * (_BAR - filled)} {done}/{of}"
    line = f"{_SIGNS[answer.verdict]} {visible(answer.text)}"
    room = get_terminal_size().columns - len(bar) - 1
    _say(f"{line:<{min(room, _WORDS)}} {bar}" if len(line) <= room else line)
    if not answer.is_fine and sys.stderr.isatty():
        sys.stderr.write("\a")
        sys.stderr.flush()


def _say(line: str) -> None:
    print_messages([line])
    sys.stderr.flush()


@command("deck scan", group=False, play=False)
def scan(desk: Desk, images: Annotated[Sequence[str], words(metavar="IMAGE...")]) -> Reply:
    """Read the codes in photographs and PDFs.

    Examples:
      companion deck scan cards.jpg
      companion deck scan sheet.pdf | companion deck check friday
    """
    found: list[tuple[str, str]] = []
    problems: list[CompanionError] = []
    for image in images:
        try:
            found += [(image, text) for text in _in_picture(image)]
        except CompanionError as problem:
            problems.append(problem)
    if problems and not found:
        raise problems[0]
    return Reply(
        document=lambda: {"codes": [{"file": image, "text": text} for image, text in found]},
        text="".join(f"{visible(line)}\n" for _, text in found for line in text.splitlines()),
        warnings=tuple(problem.message for problem in problems),
    )


@command("deck receive", play=False)
def receive(
    desk: Desk,
    files: Annotated[Sequence[str], words(metavar="[FILE...]")] = (),
    *,
    name: Name = None,
    yes: Annotated[bool, flag("Do it, once you have seen what changes.")] = False,
) -> Reply:
    """Read a deck from its codes: see what changes, then do it.

    Reads photographs, PDFs, text files, or what a scanner types. Adds a new box, or what is new to
    the box that is here. Nothing is overwritten.

    Examples:
      companion deck receive page1.jpg page2.jpg
      companion deck receive page1.jpg page2.jpg --yes
      companion deck receive friday.json
    """
    archive, warnings = _read(files)
    plan = planned(desk, archive, name)
    reply = take_reply(desk, plan, done=yes).settled(desk.options.as_json)
    if yes:
        carry_out(desk, plan)
    return replace(reply, warnings=warnings)


def _read(files: Sequence[str]) -> tuple[Archive, tuple[str, ...]]:
    """Read a deck; also returns warnings about files that could not be read."""
    if len(files) == 1 and files[0].lower().endswith(".json"):
        return read_archive(files[0]), ()
    incoming = Incoming(files)
    return unpacked(join(_parts(incoming))), incoming.warnings


def _parts(lines: Iterable[str]) -> list[Part]:
    """The parts of a deck in these lines, which may also hold codes of cards.

    Raises Invalid for anything that is not a code, or is damaged, and TooNew.
    """
    reader = Reader()
    found = [one for line in lines for one in reader.read(line)] + reader.end()
    for one in found:
        if isinstance(one, NoCode):
            raise one.problem or Invalid(
                f"“{short(visible(one.text))}” is not part of a deck.",
                "Its codes begin with CMPD: `companion deck print BOX --parts` prints them.",
            )
    return [one for one in found if isinstance(one, Part)]


_DRAWN = (".html", ".htm", ".svg")
LONGEST_LINE = 8_000
"""Bytes of a line that are read: no code is as long."""


class Incoming:
    """The lines of codes in some files, one after another; standard input if none is named.

    Standard input is read line by line, as somebody types. A file that cannot be read is skipped,
    with a sentence in `warnings`; if none can be read, the error of the first one is raised:
    NotFound, Invalid or Unusable.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names or (STANDARD,)
        self.warnings: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[str]:
        problems: list[CompanionError] = []
        for name in self._names:
            try:
                yield from _typed() if name == STANDARD else _in_file(name)
            except CompanionError as problem:
                problems.append(problem)
                self.warnings = (*self.warnings, problem.message)
        if len(problems) == len(self._names):
            raise problems[0]


def _in_file(name: str) -> list[str]:
    from companion.scanning import is_picture

    if name.lower().endswith(_DRAWN):
        raise Invalid(
            f"{short_name(name)} cannot be read here.",
            "Print it as .pdf or .png, or take a photograph.",
        )
    if not is_picture(name):
        return [line[:LONGEST_LINE] for line in read_text(name, CODES).splitlines()]
    return [line for text in _in_picture(name) for line in text.splitlines()]


def _in_picture(name: str) -> list[str]:
    from companion.render.terminal import progress
    from companion.scanning import codes_in

    require_file(name)
    with progress(f"Looking for codes in {short_name(name)}") as tick:
        return list(codes_in(name, tick))


def _typed() -> Iterator[str]:
    if sys.stdin is None:
        raise Invalid("Standard input is closed.", "Name a file, or pipe the codes in.")
    for number in count(1):
        line = sys.stdin.buffer.readline(LONGEST_LINE)
        if not line:
            return
        if number > CODES.lines:
            raise Invalid(
                f"More than {CODES.lines:,} lines: that is more than can be read at once.",
                "Send them in parts.",
            )
        # Some scanners end lines with a carriage return.
        yield from line.decode("utf-8", "replace").lstrip("\ufeff").rstrip("\r\n").split("\r")
