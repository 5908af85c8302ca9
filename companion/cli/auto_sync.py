"""Automatic syncing: after `start` and `finish`, and while `group sync --watch` runs.

A slow network share delays nobody: after `start` and `finish`, a separate process syncs. It gives
up a folder that hangs, as every sync does. If it fails, the next `group sync` shows why.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress

from companion.core.reply import Reply
from companion.errors import CompanionError
from companion.table.desk import Desk

PAUSE = 3.0
"""Seconds between two syncs."""


def sync_in_background(group: str) -> None:
    """Begin to sync a group without waiting for it; errors are ignored."""
    new_session = {"start_new_session": True} if os.name == "posix" else {}
    with suppress(OSError, ValueError):
        subprocess.Popen(
            [sys.executable, "-m", "companion", "group", "sync", "--group", group],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            close_fds=True,
            **new_session,  # type: ignore[call-overload]
        )


def watch(
    desks: Callable[[], Desk],
    sync: Callable[[Desk], Reply],
    say: Callable[[str], None],
    pause: Callable[[], bool],
) -> int:
    """Sync repeatedly until `pause` returns False; report what came in, and errors.

    The same lines are not repeated.
    """
    said: tuple[str, ...] = ()
    while True:
        lines: tuple[str, ...]
        try:
            desk = desks()
            with desk.store.together():
                reply = sync(desk)
            document = reply.document()
            news = any(document["sent"].values()) or document["received"]
            lines = (*(reply.lines if news else ()), *reply.warnings)
        except CompanionError as problem:
            lines = (f"{problem.message} {problem.hint}".strip(),)
        if lines != said:
            for line in lines:
                say(line)
        said = lines or said
        if not pause():
            return 0
