"""Logs that earlier companions wrote: they are read for good, and say what they said then.

Each line of `old_logs/VERSION/PLAYER.jsonl` is a play that random players of the kit made with that
version: what was told of the box before it, its events, and its `table --json`. Such a file never
changes. Rules that came later count for what is entered, and for what is undone, from now on.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.core.event import UNDONE, Draft, Event, Referee
from companion.core.log import Log
from companion.errors import CompanionError, Illegal
from companion.reference.data import reader
from companion.store.base import LogRef
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.replay import current_state, entries, opening
from companion.table.plays.undo import recheck

FOLDER = Path(__file__).parent / "old_logs"
WORDS = ("todo",)
"""What is told in words, and may be told in better ones."""


def old_plays() -> Iterator[Any]:
    for file in sorted(FOLDER.glob("*/*.jsonl")):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            name = f"{file.parent.name}-{file.stem}-{number}"
            yield pytest.param(json.loads(line), id=name)


@pytest.fixture(params=old_plays())
def old(request) -> tuple[OpenPlay, dict[str, Any]]:
    """A play as this companion opens it, and what was said of it when it was written."""
    told = request.param
    box = games.game(told["table"]["game"])
    game = box.playing(told["events"][0]["data"]["options"])
    facts = [Event.from_json(record) for record in told["copy"]]
    reference = game.reference(reader(game.id, game.data), lambda copy_id=None: facts)
    log = Log(tuple(Event.from_json(record) for record in told["events"]))
    ref = LogRef(told["table"]["group"], "plays", told["table"]["play"])
    play = OpenPlay(ref, game, log, current_state(game, log), reference)
    return play, told["table"]


def test_there_are_plays_of_every_game():
    there = {param.values[0]["table"]["game"] for param in old_plays()}
    assert there == {*games.OWN}


def test_an_old_log_says_what_it_said(old):
    """More may be told by now; nothing is told otherwise."""
    play, said = old
    assert differences(said, play.document()) == []
    assert len(entries(play.game, play.log, play.reference)) == play.log.next_action - 1


def differences(said: Any, says: Any, where: str = "") -> list[str]:
    if isinstance(said, dict) and isinstance(says, dict):
        found = [
            differences(said[key], says.get(key, "nothing"), f"{where}.{key}")
            for key in said
            if key not in WORDS
        ]
        return [one for some in found for one in some]
    if isinstance(said, list) and isinstance(says, list) and len(said) == len(says):
        pairs = enumerate(zip(said, says, strict=True))
        return [one for n, (a, b) in pairs for one in differences(a, b, f"{where}.{n}")]
    return [] if said == says else [f"{where}: {said!r}, and now {says!r}"]


def test_what_an_old_companion_took_is_in_no_undos_way(old):
    """A later entry stops an undo only by what the undo does to it."""
    play, _ = old
    broken = _broken(play)
    over = play.state.status != "live"
    for entry in [] if over else sorted({event.action for event in play.log.events})[1:]:
        changed = play.log.extended([Draft(UNDONE, {"action": entry})], "2026-01-01T00:00:00Z")
        refusal = _refusal(play, changed, entry)
        if isinstance(refusal, Illegal):
            later = int(refusal.message.partition(": entry ")[2].split()[0])
            assert (later, refusal.rule) not in broken


def _refusal(play: OpenPlay, changed: Log, entry: int) -> CompanionError | None:
    try:
        recheck(play.game, play.log, changed, entry, play.reference)
    except CompanionError as refusal:
        return refusal
    return None


def _broken(play: OpenPlay) -> set[tuple[int, str]]:
    """Which rules of today stand against which of its entries as they are."""
    started, *rest = play.log.standing()
    state, found = opening(play.game, started), set()
    for event in rest:
        referee = Referee("as it is")
        try:
            play.game.check(state, event, referee, play.reference)
        except CompanionError:
            continue
        finally:
            state = play.game.apply(state, event)
        found |= {(event.action, rule) for rule in referee.overruled}
    return found
