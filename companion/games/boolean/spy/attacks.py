"""Missions against an enemy, a scout or an infiltration: the target and the result."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from companion.core.action import Action
from companion.core.command import words
from companion.core.event import Referee
from companion.core.fact import Flag, Seat
from companion.core.names import folded, short
from companion.core.offer import people
from companion.core.param import Candidate, Incomplete
from companion.core.seats import find_seat, is_somebody
from companion.core.shapes import maybe, one_of
from companion.core.value import Annotated
from companion.errors import Invalid
from companion.games.boolean.dice.the_ten import MAYBE_DIE, by_id
from companion.games.boolean.parsing import without_player_names
from companion.games.boolean.spy.agency import (
    DERIVED_KEYS,
    OUT,
    TURNCOAT,
    add_with_losses,
    loss_words,
    read_die,
    remove_agent,
    require_in,
    require_lost,
    require_same_agent,
    side_of,
    warn_of_turncoat,
)
from companion.games.boolean.spy.mission import (
    ADVANCED,
    POST_OF,
    SIMPLE,
    TARGETS,
    MissionAction,
    MissionDone,
    Target,
    TurncoatGoes,
    WhichDie,
    choose,
    is_beginning,
    mission,
    names_player,
    require_ready_turncoat,
    require_turncoat_afield,
    turncoat_went,
)
from companion.games.boolean.spy.state import AT, SIDES, Post, Side, SpyState, other, shows
from companion.games.boolean.variants import end

Result = Literal["failed", "loyal", "lost"]
RESULTS: tuple[Result, ...] = ("failed", "loyal", "lost")
Feeling = Literal["friendly", "unfriendly"]
FEELINGS: tuple[Feeling, ...] = ("friendly", "unfriendly")
Roll = Side | Feeling
Word = Target | Result | Roll | Literal["turncoat"]

_WORDS: tuple[Word, ...] = (*TARGETS, *RESULTS, *SIDES)
_SYNONYMS: dict[str, Word] = {
    "desk": "agency",
    "field": "country",
    "friendly": "friendly",
    "unfriendly": "unfriendly",
    "turncoat": "turncoat",
}
"""Words that are accepted but not offered: for targets, uncoloured rolls, and the turncoat."""


def command(state: SpyState, mission: str, enemy: int, target: Target, *words: str) -> str:
    """The command for a mission against an enemy."""
    of_it = ["agency"] if target == "agency" else []
    parts = [mission, state.seats[enemy].handle, *of_it, *words]
    return f"companion boolean mission {' '.join(parts)}"


class Attack:
    """The enemy of an infiltration or a scout, and the result or Rolls, as typed.

    If there is one enemy, the name may be left out. `turncoat` is whether the turncoat was named:
    as the agent, or as lost. Raises Invalid for an unexpected word, Incomplete without a required
    name, or NotFound.
    """

    def __init__(self, state: SpyState, seat: int, words: Sequence[str], mission: str) -> None:
        self.state, self.seat, self._mission = state, seat, mission
        enemies, named = state.others_in(seat), find_enemy(state, seat, words)
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
            found = choose(word, _WORDS, _SYNONYMS, "result of a mission")
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
        """The command for this mission, with more words."""
        return command(self.state, self._mission, self.enemy, self.target, *words)

    def _example(self) -> str:
        return f"`{self.command(*(['lost'] if self._mission == 'infiltrate' else []))}`"

    def find_result(self, turncoat: bool) -> Result:
        """The result of an infiltration, as typed, or by its rolls. Raises Invalid."""
        if self.result is not None:
            return self.result
        if not self.rolls:
            raise Incomplete(
                "What was the result: failed, loyal or lost? Or which colours did the two dice "
                "show?",
                self._example(),
            )
        rolled, *shown = self.rolls
        if self._is_friendly(self.seat, rolled) is turncoat:
            if shown and not turncoat:
                raise Invalid(
                    f"With {rolled}, the agent has failed, so no victim was rolled.",
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
                f"With {rolled}, the agent is in. {question}?",
                f"`{self.command(rolled, then, *(['--turncoat'] if turncoat else []))}`",
            )
        loyal = self._is_friendly(self.enemy, shown[0]) is not turncoat
        return "loyal" if loyal else "lost"

    def _if_failed(self, rolled: Roll) -> str:
        """Say how to enter that the agent failed, or that it was a turncoat."""
        failed = f"If it failed, `{self.command(rolled)}`"
        if not self.state.agencies[self.seat].most_turncoats_at("field"):
            return f"{failed}."
        went = self.command(*self.rolls, "--turncoat")
        return f"{failed}; if the turncoat went, `{went}`."

    @property
    def colours(self) -> tuple[Side | None, Side | None]:
        """The colours that agent and victim showed, as far as known."""
        who = (self.seat, self.enemy)
        found = [self._colour(seat, roll) for seat, roll in zip(who, self.rolls, strict=False)]
        rolled, shown = (*found, None, None)[:2]
        return rolled, shown

    def _is_friendly(self, seat: int, roll: Roll) -> bool:
        return roll == "friendly" if roll in FEELINGS else roll == side_of(self.state, seat)

    def _colour(self, seat: int, roll: Roll) -> Side | None:
        """The colour of a roll; None if it is friendly or not to an unknown side."""
        if roll == "white" or roll == "black":
            return roll
        side = self.state.agencies[seat].side
        return side if side is None or roll == "friendly" else other(side)


def find_enemy(state: SpyState, seat: int, words: Sequence[str]) -> int | None:
    """Return the player who is named first; None if the first word is something else.

    One or two letters never mean the player whose mission it is.
    """
    if not words:
        return None
    word = folded(words[0])
    if is_somebody(state.seats, word):
        return find_seat(state.seats, word)
    others = [number for number in range(len(state.seats)) if number != seat]
    there = [state.seats[number] for number in others]
    named, known = names_player(there, word), (*_WORDS, *_SYNONYMS)
    if word in known or (is_beginning(word, known) and not named):
        return None
    return others[find_seat(there, word)] if named else find_seat(state.seats, words[0])


# Candidates


def offer_words(
    state: SpyState, words: Sequence[str], results: Iterable[Candidate]
) -> Iterator[Candidate]:
    """Offer the enemies; after one, or if there is only one, the results, and `agency`."""
    enemies = state.others_in(state.mover)
    named = find_enemy(state, state.mover, words)
    rest = words if named is None else words[1:]
    if not words:
        yield from people(state, enemies)
    if named is None and len(enemies) != 1:
        return
    behind = [] if any(word in RESULTS for word in rest) else [*results]
    if not rest:
        behind.append(("agency", "a desk agent, for 2 Orders"))
    yield from without_player_names(state.seats, behind, words)


def ways_to_infiltrate(state: SpyState) -> Iterator[tuple[Target, str]]:
    """Return possible infiltrations, including a turncoat's if one may go."""
    mine = state.agencies[state.mover]
    goes = mine.turncoats_at("field") > 0 and state.turncoats_ready > 0
    for target, enemy in _targets(state):
        yield target, _against(state, enemy, target, _likely(state, enemy, target))
        if goes and not mine.has_only_turncoats("field"):
            result = _likely(state, enemy, target, turncoat=True)
            yield target, f"{_against(state, enemy, target, result)} --turncoat"


def _targets(state: SpyState) -> list[tuple[Target, int]]:
    """Return the first enemy's country, and the first agency that may have desk agents."""
    enemies = state.others_in(state.mover)
    desks = [enemy for enemy in enemies if state.agencies[enemy].desk != 0]
    countries: list[tuple[Target, int]] = [("country", enemy) for enemy in enemies[:1]]
    return [*countries, *(("agency", enemy) for enemy in desks[:1])]


def _against(state: SpyState, enemy: int, target: Target, *behind: str) -> str:
    """Return the words after a mission, with the enemy first unless there is only one."""
    words = [*(["agency"] if target == "agency" else []), *behind]
    if len(state.still_in) > 2 or (words and is_somebody(state.seats, words[0])):
        words = [state.seats[enemy].handle, *words]
    return "".join(f" {word}" for word in words)


def _likely(state: SpyState, enemy: int, target: Target, *, turncoat: bool = False) -> Result:
    """Return a possible result of an infiltration.

    Usually the victim is lost, except for a turncoat against a turncoat, and for the die that is
    always friendly.
    """
    reversed_ = turncoat or state.agencies[state.mover].has_only_turncoats("field")
    post = POST_OF[target]
    if post == "field" and state.agencies[enemy].has_only_always_friendly:
        return "lost" if reversed_ else "loyal"
    return "loyal" if reversed_ and state.agencies[enemy].has_only_turncoats(post) else "lost"


# A scout


class Attacking(MissionDone):
    """A mission against an `enemy`: the country, with agents in the field, or the agency."""

    orders = SIMPLE
    orders_against_agency = ADVANCED

    enemy: Seat
    target: Annotated[Target, one_of(*TARGETS)]

    @property
    def aimed_at(self) -> Target:
        """The country, or the agency."""
        return self.target

    def check_aim(self, state: SpyState, referee: Referee) -> None:
        """Refuse oneself, and an eliminated player."""
        require_in(state, self.enemy)
        whom, name = state.others_in(self.seat), state.name(self.seat)
        referee.require(
            self.enemy != self.seat,
            "BO-205",
            f"{name} cannot be {name}'s own enemy.",
            f"Against another player, such as {state.name(whom[0])}."
            if whom
            else "`companion finish`",
        )


class EnemyScouted(Attacking, kind="enemy.scouted"):
    """A player Examines an enemy's agents in the field, or at desks."""

    title = "Scout"

    def describe_result(self, before: SpyState, after: SpyState) -> str:
        return f"{after.name(self.seat)} scouts {after.name(self.enemy)}'s {self.target}"


def _ways_to_scout(state: SpyState) -> Iterator[tuple[Target, str]]:
    return ((target, _against(state, enemy, target)) for target, enemy in _targets(state))


Aim = Annotated[
    Sequence[str],
    words(
        name="ENEMY",
        candidates=lambda trial, args: offer_words(trial.state, args.words_of("aim"), ()),
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
        raise Invalid("A scout only looks: nothing is rolled.", f"`{found.command()}`")
    by.action.add(EnemyScouted(seat=by.seat, enemy=found.enemy, target=found.target))


_COLOUR = maybe(one_of(*SIDES))


class EnemyInfiltrated(Attacking, kind="enemy.infiltrated"):
    """An agent infiltrates an enemy's country or agency.

    `rolled` is the agent's colour, `shown` the victim's, if entered; `die` is the one that was
    lost, `turncoat` is whether a turncoat went.
    """

    title = "Infiltrate"
    is_rolled = True

    result: Annotated[Result, one_of(*RESULTS)]
    rolled: Annotated[Side | None, _COLOUR]
    shown: Annotated[Side | None, _COLOUR]
    die: Annotated[str | None, MAYBE_DIE]
    turncoat: Flag
    untold: Annotated[Sequence[str] | None, DERIVED_KEYS] = None
    out: Annotated[Sequence[int] | None, OUT] = None

    @property
    def post(self) -> Post:
        """The place of the victim."""
        return POST_OF[self.target]

    def check_aim(self, state: SpyState, referee: Referee) -> None:
        """Refuse oneself as the enemy, and an empty post."""
        super().check_aim(state, referee)
        enemy = self.enemy
        referee.require(
            state.agencies[enemy].at(self.post) != 0,
            "BO-227" if self.post == "desk" else "BO-210",
            f"{state.name(enemy)} has nobody {AT[self.post]} to infiltrate.",
            f"If that is wrong, `companion boolean agents {state.seats[enemy].handle} "
            f"--{self.post} 1`.",
        )

    def check_result(self, state: SpyState, referee: Referee) -> None:
        """Refuse an impossible result, by the agents and the colours that are known."""
        self._require_field_agent(state, referee)
        self._require_sides(state, referee)
        self._require_colours(state, referee)
        self._require_result(state, referee)
        if self.result == "lost":
            self._require_die(state, referee)
            require_lost(state, self.enemy, self.post, self.die, referee)

    def is_surely_loyal(self, state: SpyState) -> bool:
        """Whether the agent was not a turncoat, which the entry shows."""
        return not self.turncoat

    def carry_out(self, state: SpyState) -> SpyState:
        """A victim that is lost to a turncoat came up friendly, so is not a turncoat itself."""
        if self.turncoat:
            state = turncoat_went(state, self.seat)
        if self.result != "lost":
            return state
        was_turncoat = False if self.turncoat else None
        return remove_agent(state, self.enemy, self.post, self.die, was_turncoat, not self.turncoat)

    def describe_result(self, before: SpyState, after: SpyState) -> str:
        who = after.name(self.seat) + ("'s turncoat" if self.turncoat else "")
        colours = [colour for colour in (self.rolled, self.shown) if colour is not None]
        shown = f" ({', '.join(colours)})" if colours else ""
        line = f"{who} infiltrates {after.name(self.enemy)}'s {self.target}{shown}"
        if self.result == "failed":
            return f"{line} and fails"
        if self.result == "loyal":
            return f"{line}, but the victim is loyal"
        return f"{line}: {loss_words(after, self.enemy, self.post)}"

    def _command(self, state: SpyState, result: Result, turncoat: bool) -> str:
        by = ["--turncoat"] if turncoat else []
        return f"`{command(state, 'infiltrate', self.enemy, self.target, result, *by)}`"

    def _require_field_agent(self, state: SpyState, referee: Referee) -> None:
        """Refuse a turncoat that is not ready in the field, and another agent if there is none."""
        seat, agency = self.seat, state.agencies[self.seat]
        only = agency.has_only_turncoats("field")
        require_same_agent(state, seat, self.turncoat, self.untold, only, "BO-221", referee)
        if self.turncoat:
            instead = self._command(state, self.result, False)
            there = require_turncoat_afield(state, seat, "infiltrate", instead, referee)
            if seat == state.turn and there:
                require_ready_turncoat(state, self.price(self.target), instead, referee)
        else:
            referee.require(
                not only,
                "BO-221",
                f"{state.name(seat)} only has the turncoat in the field, which reverses all Rolls.",
                self._command(state, self.result, True),
            )

    def _require_sides(self, state: SpyState, referee: Referee) -> None:
        """Refuse a result by rolls if after an undo the sides are unknown."""
        if "result" not in (self.untold or ()):
            return
        for who, rule, colour in (
            (self.seat, "BO-207", self.rolled),
            (self.enemy, "BO-212", self.shown),
        ):
            referee.require(
                colour is None or state.agencies[who].side is not None,
                rule,
                f"It is unknown whether {state.name(who)} is White or Black, and so whether "
                f"{colour} is friendly.",
                f"Enter it: `companion boolean agency {state.seats[who].handle} white`, or "
                "`black`.",
            )

    def _require_colours(self, state: SpyState, referee: Referee) -> None:
        """Refuse a result that contradicts the colours."""
        turncoat, result = self.turncoat, self.result
        turned = ", which a turncoat reverses (A-BO-21)" if turncoat else ""
        agent = ("BO-208", "the agent is in"), ("BO-207", "the agent has failed")
        victim = ("BO-212", "the victim is loyal"), ("BO-213", "the victim is lost")
        for who, colour, well, means in (
            (self.seat, self.rolled, result != "failed", agent),
            (self.enemy, None if result == "failed" else self.shown, result == "loyal", victim),
        ):
            side = state.agencies[who].side
            if colour is None or side is None:
                continue
            rule, meaning = means[(colour == side) is turncoat]
            referee.require(
                ((colour == side) is not turncoat) is well,
                rule,
                f"{colour.capitalize()} is {'friendly' if colour == side else 'unfriendly'} to "
                f"{state.name(who)}{turned}: {meaning}.",
                "Correct the colours; or `companion undo` takes back what was entered wrongly.",
            )

    def _require_result(self, state: SpyState, referee: Referee) -> None:
        """Refuse a result that is impossible for a turncoat, which is always unfriendly, or for the
        die that is always friendly, if one of these is known to have been rolled."""
        mine, theirs = state.agencies[self.seat], state.agencies[self.enemy]
        turncoat, post = self.turncoat, self.post
        failed = self.result == "failed"
        only_turncoats = not failed and theirs.has_only_turncoats(post)
        only_steady = not failed and post == "field" and theirs.has_only_always_friendly
        enemy = state.name(self.enemy)
        alone = f"{enemy} only has a turncoat {AT[post]}, and"
        always = "has one agent, the die that is always friendly"
        against = f"{enemy} {always}: against a turncoat it is lost, as friendly means unfriendly."
        unfriendly = f"{alone} against a turncoat that is loyal, as unfriendly means friendly."
        is_in = "The turncoat always comes up unfriendly, which for it means that it is in."
        known: tuple[tuple[bool, Result, str, str], ...] = (
            (turncoat and failed, "loyal", "BO-221", is_in),
            (turncoat and only_turncoats, "loyal", "A-BO-21", unfriendly),
            (
                not turncoat and only_turncoats,
                "lost",
                "A-BO-23",
                f"{alone} as a victim that is always lost.",
            ),
            (
                not turncoat and failed and mine.has_only_always_friendly,
                "lost",
                "BO-208",
                f"{state.name(self.seat)} {always}: it is in.",
            ),
            (turncoat and only_steady, "lost", "A-BO-21", against),
            (not turncoat and only_steady, "loyal", "BO-212", f"{enemy} {always}: it is loyal."),
        )
        for is_so, result, rule, why in known:
            instead = self._command(state, result, turncoat)
            referee.require(not is_so or self.result == result, rule, why, instead)

    def _require_die(self, state: SpyState, referee: Referee) -> None:
        """Refuse a lost die without a face that loses it."""
        theirs = state.agencies[self.enemy].side
        if self.die is None or theirs is None:
            return
        colour = theirs if self.turncoat else other(theirs)
        referee.require(
            shows(by_id()[self.die], colour),
            "BO-213" if not self.turncoat else "A-BO-21",
            f"The {self.die} has no {colour} face, so {state.name(self.enemy)} cannot have lost "
            "it.",
            "`companion boolean dice` shows the ten.",
        )


def record_infiltration(
    action: Action[SpyState],
    seat: int,
    enemy: int,
    target: Target,
    result: Result,
    *,
    rolled: Side | None = None,
    shown: Side | None = None,
    die: str | None = None,
    turncoat: bool = False,
    by_rolls: bool = False,
) -> None:
    """Record an infiltration and its result; if nobody else can have gone, it was the turncoat.

    If it was entered `by_rolls`, the result follows from the sides.
    """
    before = action.state
    only = before.agencies[seat].has_only_turncoats("field")
    untold = [*(["result"] if by_rolls else []), *([] if turncoat else ["turncoat"])]
    fact = EnemyInfiltrated(
        seat=seat,
        enemy=enemy,
        target=target,
        result=result,
        rolled=rolled,
        shown=shown,
        die=die,
        turncoat=turncoat or only,
        untold=untold,
    )
    add_with_losses(action, fact)
    if result == "lost":
        warn_of_turncoat(action, before, enemy, POST_OF[target])
    end(action)


# Parameters: enemy and result

_RESULTS = {
    "failed": "the agent is not in",
    "loyal": "in, but nobody is lost",
    "lost": "the enemy loses an agent",
}
EnemyAndResult = Annotated[
    Sequence[str],
    words(
        name="ENEMY RESULT",
        candidates=lambda trial, args: offer_words(
            trial.state, args.words_of("attack"), _RESULTS.items()
        ),
    ),
]


@mission("infiltrate", EnemyInfiltrated, ways_to_infiltrate)
def infiltrate(
    by: MissionAction,
    attack: EnemyAndResult = (),
    *,
    turncoat: TurncoatGoes = False,
    die: WhichDie = None,
) -> None:
    """Infiltrate an enemy: the agent failed, or the victim is loyal or lost.

    Examples:
      companion boolean mission infiltrate ben lost
    """
    state, seat = by.state, by.seat
    found = Attack(state, seat, attack, "infiltrate")
    _require_possible(by, found)
    lost_it = found.turncoat and not turncoat and die is None and _turncoat_was_lost(state, found)
    went = turncoat or (found.turncoat and not lost_it)
    result = found.find_result(went or state.agencies[seat].has_only_turncoats("field"))
    if die is not None and result != "lost":
        raise Invalid("`--die` names a die that was lost.", f"`{found.command('lost')}`")
    rolled, shown = found.colours
    record_infiltration(
        by.action,
        seat,
        found.enemy,
        found.target,
        result,
        rolled=rolled,
        shown=shown,
        die=read_die(state, found.enemy, TURNCOAT if lost_it else die),
        turncoat=went,
        by_rolls=bool(found.rolls),
    )


def _require_possible(by: MissionAction, found: Attack) -> None:
    """Refuse a mission that cannot be paid for, or its aim, before asking for the result."""
    EnemyInfiltrated(
        seat=by.seat,
        enemy=found.enemy,
        target=found.target,
        result="failed",
        rolled=None,
        shown=None,
        die=None,
        turncoat=False,
    ).require_possible(by.state, by.action.referee)


def _turncoat_was_lost(state: SpyState, found: Attack) -> bool:
    """Whether `lost turncoat` means that it was lost, rather than that it went. Raises Invalid."""
    if found.result != "lost":
        return False
    if not state.agencies[found.enemy].most_turncoats_at(POST_OF[found.target]):
        return False
    if not state.agencies[found.seat].most_turncoats_at("field"):
        return True
    lost = found.command("lost")
    raise Invalid(
        "Did the turncoat go, or was it lost?",
        f"If it went, `{lost} --turncoat`; if it was lost, `{lost} --die turncoat`.",
    )
