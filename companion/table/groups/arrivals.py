"""Records what `group sync` brought, for the prompt and phones, which did not ask for it.

The group's document keeps the newest arrivals, each with a number that only grows:

    "sync": {…, "arrived": [{"number": 3, "by": "Ben", "plays": 2, "boxes": 1}],
             "came": {"bwd-1": {"by": "Ben", "events": 12}}}

`came` says, of the plays that came in last, whose computer had them, and how long they were.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.names import counted, listed
from companion.exchange.groups.merge import SYNC

Arrival = Mapping[str, Any]
ARRIVED, _MOST_ARRIVED = "arrived", 9
CAME, _MOST_CAME = "came", 50
HERE = "this computer"
_NOUNS = {"plays": "play", "imports": "logged play", "boxes": "box", "players": "player"}


def with_plays(
    before: Mapping[str, Any], player: str, lengths: Mapping[str, int]
) -> dict[str, dict[str, Any]]:
    """Return where plays came from, with those that just came in, and their lengths."""
    fresh = {play: {"by": player, "events": events} for play, events in lengths.items()}
    kept = {play: it for play, it in before.items() if play not in fresh}
    return dict([*kept.items(), *fresh.items()][-_MOST_CAME:])


def computers(document: Mapping[str, Any], play: str, events: Iterable[int]) -> list[str]:
    """Return the computers on which events of a play were entered; none if it is not synced."""
    if SYNC not in document:
        return []
    came = document[SYNC].get(CAME, {}).get(play, {"by": "", "events": 0})
    there = (number <= came["events"] for number in events)
    return list(dict.fromkeys(computer_of(came["by"]) if it else HERE for it in there))


def computer_of(player: str) -> str:
    """Name another computer by the player who uses it; empty if that is unknown."""
    return f"{player}'s computer" if player else "another computer"


def with_arrival(
    before: Sequence[Arrival], player: str, answer: Mapping[str, Any]
) -> tuple[Arrival, ...]:
    """Return the arrivals with one more, from the computer of that player.

    `answer` is the JSON answer to the import.
    """

    def logs(shelf: str) -> int:
        return sum(answer[shelf][how] for how in ("new", "went_on", "beside"))

    counts = {
        "plays": logs("plays"),
        "imports": logs("imports"),
        "boxes": logs("copies"),
        "players": len(answer["players"]["new"]),
    }
    number = newest(before) + 1
    new = {"number": number, "by": player, **{key: it for key, it in counts.items() if it}}
    return (*before, new)[-_MOST_ARRIVED:]


def newest(arrivals: Sequence[Arrival]) -> int:
    """The number of the newest arrival; 0 if nothing came in yet."""
    return arrivals[-1]["number"] if arrivals else 0


def arrivals_in(document: Mapping[str, Any]) -> Sequence[Arrival]:
    """The newest arrivals of a group."""
    found: Sequence[Arrival] = document.get(SYNC, {}).get(ARRIVED, ())
    return found


def arrival_lines(document: Mapping[str, Any], after: int) -> list[str]:
    """A sentence for each computer from which something came in after that arrival."""
    by_player: dict[str, dict[str, int]] = {}
    for arrival in arrivals_in(document):
        if arrival["number"] > after:
            counts = by_player.setdefault(arrival["by"], dict.fromkeys(_NOUNS, 0))
            for key in counts:
                counts[key] += arrival.get(key, 0)
    return [
        f"{_amounts(counts)} came in from {computer_of(player)}."
        for player, counts in by_player.items()
    ]


def _amounts(counts: Mapping[str, int]) -> str:
    named = [
        f"{count} boxes" if key == "boxes" and count > 1 else counted(count, _NOUNS[key])
        for key, count in counts.items()
        if count
    ]
    return listed(named) if named else "Changes"
