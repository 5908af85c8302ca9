"""Companions that are killed, each at a later stage: `kills.py FOLDER ACTION`.

A stage is the moment before or after one of the calls to the system that change something on the
disk; a write has one more, with half of the content written. `FOLDER/made` is a home; copies of it
called after the stage, `FOLDER/0` and so on, are left as the killed ones left them. The last one is
that of a companion whose action was over before its stage came.
"""

import os
import shutil
import sys
import unicodedata  # noqa: F401 - imported here, not while the stages are counted
from pathlib import Path

from companion.core.event import Event
from companion.store.base import LogRef
from companion.store.tiny import TinyStore

KILLED = 77
NOW = "2025-03-01T19:30:00Z"
NEW_PLAY = LogRef("Home", "copies", "blank-1")
LAST = 200
"""No action has so many stages."""
CALLS = ("open", "write", "fsync", "link", "replace", "rename", "unlink", "mkdir")


def act(store: TinyStore, action: str) -> None:
    play = LogRef("Home", "plays", "bwd-1")
    match action:
        case "append":
            with store.change_log(play) as log:
                number = len(log.events) + 1
                log.append(
                    [
                        Event(
                            number,
                            number,
                            "points.gained",
                            {"points": number},
                            "2025-03-01T19:30:00Z",
                        )
                    ]
                )
        case "create":
            store.create_log(NEW_PLAY, [Event(1, 1, "copy.opened", {}, "2025-03-01T19:30:00Z")])
        case "change":
            with store.change_group("Home") as document:
                document["players"].append({"name": "Cid"})
        case "rename":
            store.rename_group("Home", "Éva's")
        case "found":
            store.create_group("Attic", {"players": [{"name": "Dee"}]})
        case "everything":
            change_everything(store)


def change_everything(store: TinyStore) -> None:
    """One change of several files: an old play and a new one, a group, its name, the settings."""
    play = LogRef("Home", "plays", "bwd-1")
    with store.together():
        with store.preparing():
            store.create_log(play._replace(id="bwd-2"), [Event(1, 1, "play.started", {}, NOW)])
        with store.change_log(play) as log, store.change_group("Home") as document:
            number = len(log.events) + 1
            log.append([Event(number, number, "points.gained", {"points": number}, NOW)])
            document["current"] = "bwd-2"
        store.rename_group("Home", "Éva's")
        with store.change_settings() as settings:
            settings["group"] = "Éva's"


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


def killed(home: Path, action: str, stage: int) -> bool:
    """Whether a companion of its own process comes to that stage of the action, and dies there."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        assert code in (0, KILLED), f"stage {stage} ended with {code}"
        return code == KILLED
    try:
        survivor = TinyStore(home)
        kill_at(stage)
        act(survivor, action)
    except BaseException:
        import traceback

        traceback.print_exc()
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for number in range(LAST):
        shutil.copytree(folder / "made", folder / str(number))
        if not killed(folder / str(number), sys.argv[2], number):
            break
