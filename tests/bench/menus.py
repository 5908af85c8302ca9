"""Times the prompt's menu at every prefix of lines in random plays, and keys typed beside it."""

import os
import sys
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter, sleep
from typing import Any

from companion.cli.shell.completion import PATIENCE, after, completion
from companion.cli.shell.session import Session
from companion.testing.offered_lines import OfferedLines
from companion.testing.plays import Recorded, made
from tests.bench.homes import in_home, run_lines
from tests.contract.players import PLAYERS

LONGEST = 12
"""Words of a line at most."""
ODD = ("+7", "2", "ben", "'x y'")
"""What somebody types behind an option, whether it fits or not."""
KEY_BUDGET_MS, MENU_BUDGETS_MS = 20, (50, 100)
START = (
    "start bwd Ana Ben Cho --set V1",
    *(
        f"bwd write {die} 3 -2 tag invest erase junk"
        for die in ("ana.1", "ana.2", "ben.1", "ben.2", "cho.1", "cho.2", "common")
    ),
    "next --skip",
    "bwd roll ana.1=3 ana.2=tag ben.1=tag ben.2=invest cho.1=erase cho.2=3",
)
"""A table of three at which it is Ana's turn."""
BETWEEN = 0.03
"""Seconds between two keys of a quick typist."""
TYPED = "resolve cho.2 --did 'we always let it in' --points +7"
"""A line for which the rules have no word that would mend it."""


def time_menus(lines: int) -> list[float]:
    """Seconds of each menu, at every prefix of so many lines; plays of all games in turn."""
    seconds = []
    for session, line in _typed(lines):
        for length in range(len(line) + 1):
            begun = perf_counter()
            completion(session, line[:length], after(PATIENCE))
            seconds.append(perf_counter() - begun)
    return seconds


def _typed(lines: int) -> Iterator[tuple[Session, str]]:
    typed = 0
    for seed in count(1):
        for player in PLAYERS.values():
            play, random = made(player, seed), Random(seed)
            for _ in range(4):
                if typed == lines:
                    return
                typed += 1
                session = _session(play, random)
                yield session, _line(session, play, random)


def _session(play: Recorded, random: Random) -> Session:
    """The prompt at some moment of a play."""
    table = OfferedLines(play)
    return Session(table.desks(play=table.lay_play(random.choice(table.logs))))


def _line(session: Session, play: Recorded, random: Random) -> str:
    """A line of the game: offered words mostly, now and then an option, whatever it is for."""
    verbs, line = play.game.verbs().by_name, ""
    while line.count(" ") < LONGEST:
        verb = verbs.get(line.partition(" ")[0])
        options = [param for param in verb.options if param.name not in line] if verb else []
        offered = completion(session, line).offers
        if options and random.random() < 0.3:
            option = random.choice(options)
            line += f"{option.name} " if option.is_flag else f"{option.name} {random.choice(ODD)} "
        elif offered and (line or play.game.legal(play.reference) is not None):
            line += f"{random.choice(offered[:20]).word} "
        else:
            break
    return line


def time_keys(folder: Path, runs: int) -> list[float]:
    """Seconds until a key is shown at a terminal, while its menu is looked up beside it."""
    import pexpect

    with in_home(folder):
        run_lines([line.split() for line in START])
    env = {**os.environ, "COMPANION_HOME": str(folder), "TERM": "xterm"}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "companion", "shell"],
        env={**env, "PROMPT_TOOLKIT_NO_CPR": "1"},
        encoding="utf-8",
        dimensions=(30, 80),
    )
    child.delaybeforesend = None
    seconds = []
    for _ in range(runs):
        child.expect_exact("bwd>")
        sleep(1)
        for key in TYPED:
            sleep(BETWEEN)
            _shown(child, 0)
            begun = perf_counter()
            child.send(key)
            shown = _shown(child, 1)
            while shown and key not in shown and key != " ":
                shown = _shown(child, 1)
            seconds.append(perf_counter() - begun)
        child.sendcontrol("c")
    child.close(force=True)
    return seconds


def _shown(child: Any, seconds: float) -> str:
    """What a terminal shows next; nothing where that takes longer."""
    import pexpect

    try:
        shown: str = child.read_nonblocking(4_096, seconds)
    except pexpect.TIMEOUT:
        return ""
    return shown


def menu_rows(menus: Sequence[float], keys: Sequence[float]) -> list[dict[str, Any]]:
    """The rows of the measurement: the slowest of a hundred, and of all."""
    found = [
        ("menus of the prompt, 99 of 100", _percentile(menus), menus, MENU_BUDGETS_MS[0]),
        ("menus of the prompt, the slowest", max(menus), menus, MENU_BUDGETS_MS[1]),
        ("a key until it is shown, 99 of 100", _percentile(keys), keys, KEY_BUDGET_MS),
    ]
    return [
        {
            "name": name,
            "best_ms": round(slow * 1000, 2),
            "median_ms": round(sorted(all_of)[len(all_of) // 2] * 1000, 2),
            "budget_ms": budget,
            "verdict": "within" if slow * 1000 <= budget else "over",
        }
        for name, slow, all_of, budget in found
    ]


def _percentile(seconds: Sequence[float]) -> float:
    return sorted(seconds)[-max(1, len(seconds) // 100)]
