"""The missions: what each of them is called, and how many Orders it takes."""

from typing import Any, NamedTuple

SIMPLE, ADVANCED = 1, 2
"""Orders that a mission takes."""


class Mission(NamedTuple):
    """A mission: what is typed for it, the entry that it makes, its title and its price.

    `agency` is the price where a whole country is cheaper than its agency; a mission is `executed`
    by a field agent.
    """

    name: str
    kind: str
    title: str
    orders: int
    agency: int | None = None
    executed: bool = True


MISSIONS = (
    Mission("recruit", "recruits.taken", "General Recruiting", SIMPLE),
    Mission("target", "recruit.nudged", "Targeted Recruiting", SIMPLE),
    Mission("infiltrate", "enemy.infiltrated", "Infiltrate", SIMPLE, ADVANCED),
    Mission("scout", "enemy.scouted", "Scout", SIMPLE, ADVANCED),
    Mission("rest", "agent.rested", "Rest", SIMPLE, executed=False),
    Mission("turncoat", "turncoat.recruited", "Recruiting the Turncoat", ADVANCED),
    Mission("free", "free_agent.approached", "Recruiting a Free Agent", ADVANCED),
    Mission("train", "agent.trained", "Extra Training", ADVANCED),
)
NAMES = tuple(mission.name for mission in MISSIONS)
_BY_NAME = {mission.name: mission for mission in MISSIONS}


def named(name: str) -> Mission:
    """The mission of that name."""
    return _BY_NAME[name]


def price(mission: Mission, data: Any) -> int:
    """The Orders that a mission takes, by what its entry tells."""
    if mission.agency is not None and data["target"] == "agency":
        return mission.agency
    return mission.orders


def title(mission: Mission, target: str | None) -> str:
    """What a mission is called, with what it is aimed at."""
    return mission.title if target is None else f"{mission.title} Enemy {target.capitalize()}"
