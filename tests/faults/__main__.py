"""`python -m tests.faults`: kills, failing calls, a full disk, eight at once; and what is left.

It prints each run that went wrong with the words that repeat it (`--only`), and a table at the end.
Ends with 1 where an entry that was acknowledged is not there, or one that was refused is, where one
is half there, where anything is broken, or where a companion gave up.
"""

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from tests.faults import shim
from tests.faults.campaign import Campaign, Wanted

_ROOM = 100_000_000
"""Bytes: three times what the homes take."""


def main() -> int:
    """Attack, and tell what came of it."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--minutes", type=float, default=5.0, help="attack for so long at most (5)")
    parser.add_argument("--seed", type=int, help="what is attacked how, by chance")
    parser.add_argument("--kills", type=int, help="at most so many; 0 for none")
    parser.add_argument("--calls", type=int, help="at most so many that fail; 0 for none")
    parser.add_argument(
        "--only", metavar="WORDS", help="one attack, such as kill:finish:after:57, or kill:finish:*"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="at once (cores)")
    parser.add_argument("--where", default=_quick_disk(), help="where homes are made (%(default)s)")
    asked = parser.parse_args()
    # Whoever starts this with `&` lets it ignore Ctrl-C, and with it all that it attacks.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    seed = random.SystemRandom().randrange(10**6) if asked.seed is None else asked.seed
    with tempfile.TemporaryDirectory(prefix="faults-", dir=asked.where) as folder:
        if "FAULTS_FOLDER" not in os.environ:
            return _begun_anew(Path(folder), seed)
        wanted = Wanted(seed, asked.minutes, asked.kills, asked.calls, asked.only, asked.workers)
        return Campaign(Path(folder), wanted).run()


def _begun_anew(folder: Path, seed: int) -> int:
    """This program once more, with the shim before the C library where it can be made."""
    import subprocess

    made = shim.compiled(folder)
    env = {**os.environ, "FAULTS_FOLDER": str(folder), "COMPANION_SEED": "1", "TZ": "UTC"}
    env |= {"PYTHONHASHSEED": "0", "NO_COLOR": "1", "COLUMNS": "100"}
    env.pop("COMPANION_TRACEBACK", None)
    if made is not None:
        env["LD_PRELOAD"] = str(made)
    command = [sys.executable, "-m", "tests.faults", *sys.argv[1:], "--seed", str(seed)]
    return subprocess.run(command, env=env).returncode


def _quick_disk() -> str:
    """A folder in memory, where there is one with room."""
    memory = "/dev/shm"
    if os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > _ROOM:
        return memory
    return tempfile.gettempdir()


if __name__ == "__main__":
    sys.exit(main())
