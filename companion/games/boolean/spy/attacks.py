"""Missions against an enemy: whom they are aimed at, and how they are typed; a scout."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal

from companion.core.command import words
from companion.core.event import Referee
from companion.core.fact import Seat
from companion.core.names import folded, short
from companion.core.offer import people
from companion.core.param import Candidate, Incomplete
from companion.core.seats import find_seat, is_somebody
from companion.core.shapes import one_of
from companion.errors import Invalid
from companion.games.boolean.parsing import without_player_names
from companion.games.boolean.spy.agents import TURNCOAT, require_in, side_of
from companion.games.boolean.spy.mission import (
    ADVANCED,
    POST_OF,
    SIMPLE,
    TARGETS,
    MissionAction,
    MissionDone,
    Target,
    begins,
    choose,
    mission,
    names_player,
)
from companion.games.boolean.spy.state import SIDES, Side, SpyState, other

Result = Literal["failed", "loyal", "lost"]
RESULTS: tuple[Result, ...] = ("failed", "loyal", "lost")
Feeling = Literal["friendly", "unfriendly"]
FEELINGS: tuple[Feeling, ...] = ("friendly", "unfriendly")
Roll = Side | Feeling
Word = Target | Result | Roll | Literal["turncoat"]

_WORDS: tuple[Word, ...] = (*TARGETS, *RESULTS, *SIDES)
_OTHERS: dict[str, Word] = {
    "desk": "agency",
    "field": "country",
    "friendly": "friendly",
    "unfriendly": "unfriendly",
    "turncoat": "turncoat",
}
"""What is understood as well: other words for targets, rolls without a colour, who goes."""


def command(state: SpyState, mission: str, enemy: int, target: Target, *words: str) -> str:
    """How a mission against somebody is typed."""
    of_it = ["agency"] if target == "agency" else []
    parts = [mission, state.seats[enemy].handle, *of_it, *words]
    return f"companion boolean mission {' '.join(parts)}"


class Attack:
    """Whom an infiltration or a scout goes to, and what was typed of its Rolls.

    The only enemy need not be named. `turncoat` says that the turncoat was named: it went, or it
    was lost. Raises Invalid for a word too many, or none where somebody has to be named; NotFound.
    """

    def __init__(self, state: SpyState, seat: int, words: Sequence[str], mission: str) -> None:
        self.state, self.seat, self._mission = state, seat, mission
        enemies, named = state.enemies(seat), enemy_named(state, seat, words)
        self.enemy = (enemies or (seat,))[0] if named is None else named
        self.target: Target = "country"
        self.result: Result | None = None
        self.rolls: list[Roll] = []
        self.turncoat = False
        self._read(words if named is None else words[1:])
        if named is None and len(enemies) != 1:
            raise Incomplete("Against whom?", self._example())

    def _read(self, words: Sequence[str]) -> None:
        aimed = False
        for word in words:
            found = choose(word, _WORDS, _OTHERS, "result of a mission")
            if found in TARGETS and not aimed:
                self.target, aimed = found, True
            elif found in RESULTS and self.result is None and not self.rolls:
                self.result = found
            elif found in (*SIDES, *FEELINGS) and self.result is None and len(self.rolls) < 2:
                self.rolls.append(found)
            elif found == TURNCOAT and not self.turncoat:
                self.turncoat = True
            else:
                raise Invalid(f"Unexpected “{short(word)}”.", self._example())

    def command(self, *words: str) -> str:
        """How such a mission is typed, with these words behind it."""
        return command(self.state, self._mission, self.enemy, self.target, *words)

    def _example(self) -> str:
        return f"`{self.command(*(['lost'] if self._mission == 'infiltrate' else []))}`"

    def find_result(self, turncoat: bool) -> Result:
        """What came of an infiltration, as it was typed or as its rolls say. Raises Invalid."""
        if self.result is not None:
            return self.result
        if not self.rolls:
            raise Incomplete(
                "What came of it: failed, loyal or lost? Or which colours did the two dice show?",
                self._example(),
            )
        rolled, *shown = self.rolls
        if self._is_friendly(self.seat, rolled) is turncoat:
            if shown and not turncoat:
                raise Invalid(
                    f"{rolled.capitalize()}: the agent has not got in, and so no victim was "
                    "rolled.",
                    self._if_failed(rolled),
                )
            return "failed"
        if not shown:
            colour = self._colour(self.enemy, "unfriendly") or "black"
            then = colour if rolled in SIDES else "unfriendly"
            question = (
                "Which colour did the victim show" if rolled in SIDES else "How was the victim"
            )
            raise Incomplete(
                f"{rolled.capitalize()}: the agent has got in. {question}?",
                f"`{self.command(rolled, then, *(['--turncoat'] if turncoat else []))}`",
            )
        loyal = self._is_friendly(self.enemy, shown[0]) is not turncoat
        return "loyal" if loyal else "lost"

    def _if_failed(self, rolled: Roll) -> str:
        """How to enter that an agent has failed; or that it was a turncoat, which may have."""
        failed = f"`{self.command(rolled)}`, if that is so"
        if not self.state.agencies[self.seat].most_turncoats_at("field"):
            return f"{failed}."
        went = self.command(*self.rolls, "--turncoat")
        return f"{failed}; `{went}` if the turncoat went."

    @property
    def colours(self) -> tuple[Side | None, Side | None]:
        """The colours that the agent and the victim showed, as far as they are known."""
        who = (self.seat, self.enemy)
        found = [self._colour(seat, roll) for seat, roll in zip(who, self.rolls, strict=False)]
        rolled, shown = (*found, None, None)[:2]
        return rolled, shown

    def _is_friendly(self, seat: int, roll: Roll) -> bool:
        return roll == "friendly" if roll in FEELINGS else roll == side_of(self.state, seat)

    def _colour(self, seat: int, roll: Roll) -> Side | None:
        """The colour of a roll; None where nobody entered whose side that is."""
        if roll == "white" or roll == "black":
            return roll
        side = self.state.agencies[seat].side
        return side if side is None or roll == "friendly" else other(side)


def enemy_named(state: SpyState, seat: int, words: Sequence[str]) -> int | None:
    """The player named first; None where the first word says something else.

    A letter or two never stand for the one whose mission it is.
    """
    if not words:
        return None
    word = folded(words[0])
    if is_somebody(state.seats, word):
        return find_seat(state.seats, word)
    others = [number for number in range(len(state.seats)) if number != seat]
    there = [state.seats[number] for number in others]
    named, known = names_player(there, word), (*_WORDS, *_OTHERS)
    if word in known or (begins(word, known) and not named):
        return None
    return others[find_seat(there, word)] if named else find_seat(state.seats, words[0])


# What may be typed, and what can be carried out now


def offered(
    state: SpyState, words: Sequence[str], results: Iterable[Candidate]
) -> Iterator[Candidate]:
    """Whom it goes to, the only enemy or anybody; what came of it, or that it is at a desk."""
    enemies = state.enemies(state.mover)
    named = enemy_named(state, state.mover, words)
    rest = words if named is None else words[1:]
    if not words:
        yield from people(state, enemies)
    if named is None and len(enemies) != 1:
        return
    behind = [] if any(word in RESULTS for word in rest) else [*results]
    if not rest:
        behind.append(("agency", "an agent at a desk, 2 Orders"))
    yield from without_player_names(state.seats, behind, words)


def ways_to_infiltrate(state: SpyState) -> Iterator[tuple[Target, str]]:
    """Of a field agent, and of a turncoat if one may go."""
    mine = state.agencies[state.mover]
    goes = mine.turncoats_at("field") > 0 and state.turncoats_ready > 0
    for target, enemy in _targets(state):
        yield target, _against(state, enemy, target, _likely(state, enemy, target))
        if goes and not mine.has_only_turncoats("field"):
            result = _likely(state, enemy, target, turncoat=True)
            yield target, f"{_against(state, enemy, target, result)} --turncoat"


def _targets(state: SpyState) -> list[tuple[Target, int]]:
    """An agency without agents at desks cannot be attacked: the first one that may have some."""
    enemies = state.enemies(state.mover)
    desks = [enemy for enemy in enemies if state.agencies[enemy].desk != 0]
    countries: list[tuple[Target, int]] = [("country", enemy) for enemy in enemies[:1]]
    return [*countries, *(("agency", enemy) for enemy in desks[:1])]


def _against(state: SpyState, enemy: int, target: Target, *behind: str) -> str:
    """The words with the enemy before them, but for the only one, who goes without saying."""
    words = [*(["agency"] if target == "agency" else []), *behind]
    if len(state.still_in) > 2 or (words and is_somebody(state.seats, words[0])):
        words = [state.seats[enemy].handle, *words]
    return "".join(f" {word}" for word in words)


def _likely(state: SpyState, enemy: int, target: Target, *, turncoat: bool = False) -> Result:
    """A result of an infiltration that can be: a turncoat stays loyal where a turncoat attacks, the
    die that is always friendly where it does not."""
    reversed_ = turncoat or state.agencies[state.mover].has_only_turncoats("field")
    post = POST_OF[target]
    if post == "field" and state.agencies[enemy].has_only_steady:
        return "lost" if reversed_ else "loyal"
    return "loyal" if reversed_ and state.agencies[enemy].has_only_turncoats(post) else "lost"


# A scout


class Attacking(MissionDone):
    """A mission against an `enemy`: against the country, who is in the field, or the agency."""

    orders = SIMPLE
    orders_against_agency = ADVANCED

    enemy: Seat
    target: Annotated[Target, one_of(*TARGETS)]

    @property
    def aimed_at(self) -> Target:
        """The country, or the agency."""
        return self.target

    def check_aim(self, state: SpyState, referee: Referee) -> None:
        """Refuse oneself, and somebody who is eliminated."""
        require_in(state, self.enemy)
        whom, name = state.enemies(self.seat), state.name(self.seat)
        referee.require(
            self.enemy != self.seat,
            "BO-205",
            f"{name} cannot be {name}'s own enemy.",
            f"Against another player, such as {state.name(whom[0])}."
            if whom
            else "`companion finish`",
        )


class EnemyScouted(Attacking, kind="enemy.scouted"):
    """Somebody Examines an enemy's agents: those in the field, or those at desks."""

    title = "Scout"

    def describe_result(self, before: SpyState, after: SpyState) -> str:
        return f"{after.name(self.seat)} scouts {after.name(self.enemy)}'s {self.target}"


def _ways_to_scout(state: SpyState) -> Iterator[tuple[Target, str]]:
    return ((target, _against(state, enemy, target)) for target, enemy in _targets(state))


Aim = Annotated[
    Sequence[str],
    words(
        name="ENEMY",
        candidates=lambda trial, args: offered(trial.state, args.words_of("aim"), ()),
    ),
]


@mission("scout", EnemyScouted, _ways_to_scout)
def scout(by: MissionAction, aim: Aim = ()) -> None:
    """Look at an enemy's agents.

    Examples:
      companion boolean mission scout ben
    """
    found = Attack(by.state, by.seat, aim, "scout")
    if found.result is not None or found.rolls or found.turncoat:
        raise Invalid("A scout looks, and nothing is rolled.", f"`{found.command()}`")
    by.action.add(EnemyScouted(seat=by.seat, enemy=found.enemy, target=found.target))
