"""What can be done now, as far as it was told: pure questions about a state."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.core.seats import is_somebody
from companion.games.boolean.spy.missions import MISSIONS, Mission, price
from companion.games.boolean.spy.state import Agency, SpyState, Turn
from companion.games.boolean.spy.words import Post, Target

_AIMS: Mapping[Target, tuple[list[str], Post]] = {
    "country": ([], "field"),
    "agency": (["agency"], "desk"),
}
"""What is typed for a target, and where its victim is."""


class Way(NamedTuple):
    """A mission that can be carried out now, and words that tell of one."""

    mission: Mission
    target: Target | None
    words: str

    @property
    def orders(self) -> int:
        """The Orders that it takes."""
        return price(self.mission, {"target": self.target})


def ways(state: SpyState) -> list[Way]:
    """The missions that can be paid for and carried out now, cheaper ones first."""
    left, ready = state.now.room, state.ready
    found = [
        way
        for mission in MISSIONS
        for way in _ways(state, mission)
        if left is None or way.orders <= left
    ]
    able = [way for way in found if not way.mission.executed or ready is None or ready > 0]
    return sorted(able, key=lambda way: way.orders)


def worthwhile(state: SpyState) -> list[Way]:
    """The same without what is for nothing: a Rest with the last Order, a Nudge of a turncoat."""
    last = ["rest"] if state.now.room == 1 else []
    return [way for way in ways(state) if way.words not in (*last, "target no")]


def _ways(state: SpyState, mission: Mission) -> list[Way]:
    agency = state.agencies[state.mover]
    match mission.name:
        case "recruit":
            others = agency.others_at("populace")
            words = ["recruit 1" if others != 0 else "recruit 0"] if agency.populace != 0 else []
        case "target":
            words = ["target yes" if agency.others_at("populace") != 0 else "target no"]
            words = words if agency.populace != 0 else []
        case "infiltrate" | "scout":
            return _against_enemies(state, mission)
        case "rest":
            words = ["rest"] if state.now.acted else []
        case "turncoat":
            there = agency.turncoats is None or "populace" in agency.turncoats
            words = ["turncoat field"] if there and agency.populace != 0 else []
        case "free":
            words = ["free yes"] if state.free else []
        case _:
            last = " --yes" if agency.field == 1 else ""
            words = ["train field" if agency.desk != 0 else f"train desk{last}"]
    return [Way(mission, None, word) for word in words]


def _against_enemies(state: SpyState, mission: Mission) -> list[Way]:
    enemies = state.enemies(state.mover)
    attacks = _infiltrations if mission.name == "infiltrate" else _scoutings
    # An agency without agents at desks cannot be attacked: the first one that may have some.
    desks = [enemy for enemy in enemies if state.agencies[enemy].desk != 0]
    aims: list[tuple[Target, int]] = [("country", enemy) for enemy in enemies[:1]]
    aims += [("agency", enemy) for enemy in desks[:1]]
    return [
        Way(mission, target, " ".join([mission.name, *_against(state, enemy, words)]))
        for target, enemy in aims
        for words in attacks(state, enemy, target)
    ]


def _infiltrations(state: SpyState, enemy: int, target: Target) -> list[list[str]]:
    """The words behind the enemy's name: of a field agent, and of a turncoat if one may go."""
    front, post = _AIMS[target]
    found = [[*front, likely(state, enemy, post)]]
    if turncoat_may_go(state) and not has_only_turncoats(state.agencies[state.mover], "field"):
        found.append([*front, likely(state, enemy, post, turncoat=True), "--turncoat"])
    return found


def _scoutings(state: SpyState, enemy: int, target: Target) -> list[list[str]]:
    return [_AIMS[target][0]]


def _against(state: SpyState, enemy: int, words: list[str]) -> list[str]:
    """The words with the enemy before them, but for the only one, who goes without saying."""
    handle = state.seats[enemy].handle
    if len(state.still_in) > 2 or (words and is_somebody(state.seats, words[0])):
        return [handle, *words]
    return words


def turncoat_may_go(state: SpyState) -> bool:
    """Whether whoever has the turn has a turncoat in the field, and it can go on a mission."""
    known = state.agencies[state.mover].turncoats_at("field")
    return known > 0 and state.turncoats_ready > 0


def rest_pays(now: Turn, needed: int) -> bool:
    """Whether a Rest, and a mission of so many Orders after it, are possible and can be paid."""
    return now.acted > 0 and (now.room is None or now.room > needed)


def likely(state: SpyState, enemy: int, post: Post, *, turncoat: bool = False) -> str:
    """A result of an infiltration that can be: a turncoat stays loyal where a turncoat attacks, the
    die that is always friendly where it does not."""
    reversed_ = turncoat or has_only_turncoats(state.agencies[state.mover], "field")
    if post == "field" and state.agencies[enemy].has_only_steady:
        return "lost" if reversed_ else "loyal"
    return "loyal" if reversed_ and has_only_turncoats(state.agencies[enemy], post) else "lost"


def has_only_turncoats(agency: Agency, post: Post) -> bool:
    """Whether all agents at a post are known to be turncoats, and there is one."""
    return agency.others_at(post) == 0 and agency.at(post) != 0


def most_orders(agency: Agency) -> int | None:
    """The most Orders that desk agents can bring; None where they were not counted."""
    return agency.others_at("desk")


def most_swaps(agency: Agency) -> int | None:
    """How many pairs of agents can change places at most; None where nobody can tell.

    Nobody moves twice, and a turncoat that has to go along takes one desk agent more.
    """
    field, desk, others = agency.field, agency.desk, agency.others_at("field")
    if field is None or desk is None or others is None:
        return 0 if field == 0 or desk == 0 else None
    pairs = range(min(field, desk) + 1)
    return max(count for count in pairs if count + (count > others) <= desk)


def can_swap(agency: Agency) -> bool | None:
    """Whether a field agent and a desk agent can change places; None where nobody can tell."""
    most = most_swaps(agency)
    return None if most is None else most > 0


def usual_swaps(agency: Agency, turncoat: Post | None) -> int:
    """How many pairs change places where nobody tells: one, or none where that is impossible."""
    return 0 if can_swap(agency) is False and turncoat is None else 1


def rests_turncoat(state: SpyState, seat: int) -> bool:
    """Whether a Rest is the turncoat's, because no other agent has been on a mission."""
    return seat == state.turn and 0 < state.now.acted == state.now.turncoats


def forced_turncoat(agency: Agency, swaps: int) -> Post | None:
    """Where a turncoat goes in so many swaps because nobody else is there; None where none has to.

    From the field to a desk first, for that is what takes two desk agents.
    """
    if not swaps:
        return None
    field, desk = agency.others_at("field"), agency.others_at("desk")
    if field is not None and swaps > field and agency.turncoats_at("field"):
        return "desk"
    if desk is not None and swaps > desk and agency.turncoats_at("desk"):
        return "field"
    return None
