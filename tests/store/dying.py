"""A companion that is killed at a given stage: `dying.py HOME ACTION STAGE`.

A stage is the moment before or after one of the calls to the system that change something on the
disk; a write has one more, with half of the content written. Ends with KILLED, or with 0 when
the action was over before that stage came.
"""

import os
import sys
import unicodedata  # noqa: F401 - imported here, not while the stages are counted
from pathlib import Path

from companion.core.event import Event
from companion.store.base import LogRef
from companion.store.tiny import TinyStore

KILLED = 77
NEW_PLAY = LogRef("Home", "copies", "blank-1")
CALLS = ("open", "write", "fsync", "link", "replace", "rename", "unlink", "mkdir")


def act(store: TinyStore, action: str) -> None:
    play = LogRef("Home", "plays", "bwd-1")
    match action:
        case "append":
            with store.change_log(play) as log:
                number = len(log.events) + 1
                log.append([Event(number, number, "points.gained", {"points": number}, "now")])
        case "create":
            store.create_log(NEW_PLAY, [Event(1, 1, "copy.opened", {}, "now")])
        case "change":
            with store.change_group("Home") as document:
                document["players"].append({"name": "Cid"})
        case "rename":
            store.rename_group("Home", "Éva's")
        case "found":
            store.create_group("Attic", {"players": [{"name": "Dee"}]})


def kill_at(stage: int) -> None:
    passed = 0

    def reached() -> None:
        nonlocal passed
        passed += 1
        if passed > stage:
            os._exit(KILLED)

    def deadly(call):
        def wrapped(*args, **kwargs):
            reached()
            result = call(*args, **kwargs)
            reached()
            return result

        return wrapped

    write = os.write

    def write_in_halves(file, content):
        half = len(content) // 2
        write(file, content[:half])
        reached()
        return half + write(file, content[half:])

    for name in CALLS:
        setattr(os, name, deadly(write_in_halves if name == "write" else getattr(os, name)))


if __name__ == "__main__":
    home, action, stage = sys.argv[1:]
    survivor = TinyStore(Path(home))
    kill_at(int(stage))
    act(survivor, action)
