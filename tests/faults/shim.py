"""Makes the shared object that stands before the C library, and tells it what to do."""

import ctypes
import errno
import os
import shutil
import subprocess
import sys
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).with_name("shim.c")
KINDS = (
    "open",
    "create",
    "read",
    "write",
    "fsync",
    "rename",
    "link",
    "lock",
    "close",
    "unlink",
    "mkdir",
    "fstat",
    "stat",
    "list",
    "truncate",
    "chmod",
)
"""As in `enum kind` of the source."""
_CHANGE = ("create", "write", "fsync", "rename", "link", "mkdir", "truncate")

ERRORS = {
    "open": ("EIO", "EACCES", "EMFILE", "EINTR"),
    "create": ("ENOSPC", "EIO", "EACCES", "EMFILE", "EINTR"),
    "read": ("EIO", "EINTR", "SHORT"),
    "write": ("ENOSPC", "EIO", "EINTR", "SHORT"),
    "fsync": ("EIO", "ENOSPC", "EINTR"),
    "rename": ("ENOSPC", "EIO", "EACCES"),
    "link": ("ENOSPC", "EIO", "EACCES"),
    "lock": ("EIO", "EINTR"),
    "close": ("EIO", "ENOSPC", "EINTR"),
    "unlink": ("EIO", "EACCES"),
    "mkdir": ("ENOSPC", "EIO", "EACCES"),
    "fstat": ("EIO",),
    "stat": ("EIO", "EACCES"),
    "list": ("EIO", "EACCES", "EMFILE"),
    "truncate": ("ENOSPC", "EIO"),
    "chmod": ("EIO", "EACCES"),
}
"""How a call may fail; SHORT is no failure, but half of what was asked for."""

LASTING = {
    "ENOSPC": ("create", "write", "fsync", "link", "mkdir"),
    "EIO": _CHANGE,
    "EACCES": ("create", "rename", "link", "unlink", "mkdir"),
    "EMFILE": ("open", "create", "list"),
}
"""What stays so: a full disk, one that breaks, one that can only be read, no more files to open;
and which calls fail from then on."""


class Act(IntEnum):
    """What becomes of a call, as in `enum act` of the source."""

    COUNT = 0
    KILL_BEFORE = 1
    KILL_AFTER = 2
    KILL_AMID = 3
    FAIL = 4
    SHORT = 5
    FAIL_FROM_HERE = 6
    INTERRUPT = 7


class Plan(NamedTuple):
    """What becomes of which call; by default, all are only counted."""

    at: int = 0
    act: Act = Act.COUNT
    error: str = ""
    """Its name, such as EIO."""
    then: int = 0
    """So many calls after it, the process is killed; 0 for never."""

    @property
    def number(self) -> int:
        """The error as the system numbers it."""
        return getattr(errno, self.error) if self.error else 0

    @property
    def kinds(self) -> int:
        """The kinds of call that fail from there on, as a set of bits."""
        if self.act is not Act.FAIL_FROM_HERE:
            return 0
        return sum(1 << KINDS.index(kind) for kind in LASTING[self.error])


class Call(NamedTuple):
    """A call that was made, as the shim tells of it."""

    number: int
    kind: str
    path: str
    hit: bool
    """Whether it was the one that failed, or the last."""


def compiled(folder: Path) -> Path | None:
    """The shared object, made in this folder; None where no compiler makes it."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or sys.platform != "linux":
        return None
    made = folder / "shim.so"
    command = [compiler, "-O1", "-shared", "-fPIC", str(SOURCE), "-o", str(made), "-ldl"]
    return made if subprocess.run(command).returncode == 0 else None


def is_there() -> bool:
    """Whether this process was started with it."""
    return hasattr(ctypes.CDLL(None), "faults_begin")


def begin(home: Path, plan: Plan, told: int) -> None:
    """From now on, calls about files of that home are counted; `told` is a file for their lines."""
    ctypes.CDLL(None).faults_begin(
        os.fsencode(home),
        ctypes.c_long(plan.at),
        int(plan.act),
        plan.number,
        ctypes.c_uint(plan.kinds),
        ctypes.c_long(plan.then),
        told,
    )


def end() -> None:
    """No call is counted any more."""
    ctypes.CDLL(None).faults_end()


def waited() -> float:
    """Seconds that this process has spent in calls that lock."""
    library = ctypes.CDLL(None)
    library.faults_waited.restype = ctypes.c_longlong
    return float(library.faults_waited()) / 1e9


def in_environment(home: Path, plan: Plan, told: int) -> dict[str, str]:
    """The variable with which a process begins so by itself."""
    words = (plan.at, int(plan.act), plan.number, plan.kinds, plan.then, told, home)
    return {"FAULTS_PLAN": " ".join(str(word) for word in words)}


def calls_in(trace: str) -> list[Call]:
    """The calls that were told; a line that was cut off by the end is left out."""
    calls = []
    for line in trace.splitlines():
        number, _, rest = line.partition(" ")
        kind, _, path = rest.partition(" ")
        if path:
            calls.append(Call(int(number), kind.rstrip("!"), path, kind.endswith("!")))
    return calls
