"""A disk that is full: a small one in memory, filled to its last kilobytes."""

import os
import random
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.faults import attacks, runs
from tests.faults.attacks import DISK, Attack, Report
from tests.faults.homes import Case

_MOST_KB = 64
_SIZE = "4m"


def can_be_made(folder: Path) -> bool:
    """Whether this user may mount one."""
    place = folder / "trial-disk"
    if not _mounted(place):
        return False
    _gone(place)
    return True


def attacks_on(cases: Sequence[Case], chance: random.Random) -> Iterator[Attack]:
    """Every command with a little room, and with none; then anew."""
    while True:
        for case in chance.sample(cases, len(cases)):
            yield Attack(DISK, case.name, "", 4 * chance.randrange(_MOST_KB // 4))


def carried_out(attack: Attack, cases: Mapping[str, Case], folder: Path) -> Report:
    """Run a command on a disk with so many kilobytes left; then there is room again."""
    case = cases[attack.case]
    place = Path(f"{folder}-disk")
    if not _mounted(place):
        raise RuntimeError(f"No disk could be mounted at {place}.")
    try:
        home = Path(shutil.copytree(case.made, place / "home"))
        ballast = place / "ballast"
        _fill(ballast, int(attack.at))
        ended = runs.run(case.command(home))
        ballast.unlink()
        return attacks.reported(attack, ended, case, home)
    finally:
        _gone(place)


def _fill(ballast: Path, leaving: int) -> None:
    """Take all room but so many kilobytes."""
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
        file.truncate(max(0, os.fstat(file.fileno()).st_size - 1024 * leaving))


def _mounted(place: Path) -> bool:
    place.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={_SIZE}", "faults", str(place)]
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def _gone(place: Path) -> None:
    subprocess.run(["umount", str(place)], check=True)
    place.rmdir()
