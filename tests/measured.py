"""The program in a process of its own, with how long it took and how much memory."""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple

# One process more in between: what is begun by a large one is counted as large from its beginning.
_RUN = """
import json, os, subprocess, sys, time
began = time.perf_counter()
run = subprocess.Popen([sys.executable, "-m", "companion", *sys.argv[1:]],
    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
said = run.stdout.read().decode("utf-8", "replace")
_, status, used = os.wait4(run.pid, 0)
took = used.ru_utime + used.ru_stime
print(json.dumps([os.waitstatus_to_exitcode(status), said, took, used.ru_maxrss / 1024]))
"""


class Measured(NamedTuple):
    """How a command ended, what it said; the seconds that a processor was busy with it; the most
    memory that it, or a process of its own, had, in MB."""

    code: int
    said: str
    seconds: float
    mb: float


def measured(words: Sequence[str]) -> Measured:
    """Run the program. The home is that of the environment."""
    ran = subprocess.run(
        [sys.executable, "-c", _RUN, *words], capture_output=True, text=True, check=True
    )
    return Measured(*json.loads(ran.stdout))
