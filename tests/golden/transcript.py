"""Transcripts as text: what was typed at a terminal, and what the program said to it.

    # columns: 50
    # What happens at the table stands in comments; those at the top may be settings.
    $ companion score ana -9
    what went to standard output
    2> what went to standard error
    [exit 1]
    $ echo hello | companion deck check friday

Whoever refuses changes nothing: a line `[changed FILE]` before the exit code is a mistake.
"""

import re
import shlex
from dataclasses import dataclass, field, replace

_SETTING = re.compile(r"# ([a-z]+): (\S+)")
_DOLLAR_QUOTED = re.compile(r"\$'((?:[^'\\]|\\.)*)'")
_REPEATED = re.compile(r"\$\(repeat (\S+) (\d+)\)")


@dataclass(frozen=True)
class Said:
    """What a command said, its exit code, and the files that it changed though it refused."""

    out: str = ""
    err: str = ""
    code: int = 0
    changed: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """As it stands in a transcript; blanks at the ends of lines do not count."""
        told = [line.rstrip() for line in self.out.rstrip().split("\n")] if self.out.strip() else []
        told += [f"2> {line}".rstrip() for line in self.err.rstrip().split("\n") if self.err]
        told += [f"[changed {file}]" for file in self.changed]
        return [*told, f"[exit {self.code}]"] if self.code else told


@dataclass(frozen=True)
class Step:
    """A comment (lines with `#`), or a command with the lines that should follow it."""

    comment: tuple[str, ...] = ()
    command: str = ""
    lines: tuple[str, ...] = ()

    def saying(self, said: Said) -> "Step":
        return replace(self, lines=tuple(said.lines()))


@dataclass(frozen=True)
class Transcript:
    """A whole session. `settings` are the `# key: value` lines at its top."""

    settings: dict[str, str] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()

    def text(self) -> str:
        """The transcript as it stands in its file."""
        lines = [f"# {key}: {value}" for key, value in self.settings.items()]
        for step in self.steps:
            if step.comment:
                lines += ["", *step.comment]
            else:
                lines += [f"$ {step.command}", *step.lines]
        return "\n".join(lines).strip("\n") + "\n"


def parsed(text: str) -> Transcript:
    """A transcript from its text."""
    settings: dict[str, str] = {}
    steps: list[Step] = []
    for line in text.split("\n"):
        setting = _SETTING.fullmatch(line)
        if setting and not steps:
            settings[setting[1]] = setting[2]
        elif line.startswith("# ") or line == "#":
            if steps and steps[-1].comment:
                steps[-1] = replace(steps[-1], comment=(*steps[-1].comment, line))
            else:
                steps.append(Step(comment=(line,)))
        elif line.startswith("$ "):
            steps.append(Step(command=line[2:].rstrip()))
        elif steps and steps[-1].command:
            steps[-1] = replace(steps[-1], lines=(*steps[-1].lines, line.rstrip()))
        elif line.strip():
            raise ValueError(f"neither a comment nor after a command: {line!r}")
    return Transcript(settings, tuple(map(_without_last_blanks, steps)))


def words(command: str) -> list[str]:
    r"""A command line's words, as a shell takes them apart.

    `$'\x1b'` stands for characters that nobody can see, `$(repeat x 200)` for 200 of one.
    """
    command = _REPEATED.sub(lambda found: found[1] * int(found[2]), command)
    command = _DOLLAR_QUOTED.sub(lambda found: shlex.quote(_unescaped(found[1])), command)
    return shlex.split(command)


def _unescaped(text: str) -> str:
    return re.sub(
        r"\\(x[0-9a-f]{2}|u[0-9a-f]{4}|.)",
        lambda found: (
            chr(int(found[1][1:], 16))
            if len(found[1]) > 1
            else {"n": "\n", "t": "\t", "e": "\x1b"}.get(found[1], found[1])
        ),
        text,
    )


def _without_last_blanks(step: Step) -> Step:
    lines = list(step.lines)
    while lines and not lines[-1]:
        lines.pop()
    return replace(step, lines=tuple(lines))
