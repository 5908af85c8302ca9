"""A player's agency: how it begins, lost agents, elimination, and dice counted again.

Without missions, it is enough to enter lost agents (`lost`), or eliminated players (`out`)."""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.command import choice, flag, player, verb, word
from companion.core.event import Referee
from companion.core.fact import Fact, Flag, Seat
from companion.core.names import chosen, counted, folded, listed
from companion.core.numbers import number_of, only_digits
from companion.core.offer import from_turn
from companion.core.param import A_DIE, Arguments, Candidate, Incomplete, Param, a_choice, a_number
from companion.core.shapes import SEAT, list_of, maybe, one_of, whole_from
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.the_ten import MAYBE_DIE, SET, by_id, find_die
from companion.games.boolean.parsing import dice_in_words, numbers
from companion.games.boolean.spy.state import (
    AT,
    INTO,
    PLACES,
    POSTS,
    SIDES,
    Agency,
    FreeAgent,
    Place,
    Post,
    Side,
    SpyState,
    Turn,
    always_friendly,
    in_order,
    never_friendly,
    shows,
    with_agency,
)
from companion.games.boolean.variants import UNDO_BY_NUMBER, UNDO_SLIP, end

if TYPE_CHECKING:
    from companion.core.offer import Trial

COUNT = whole_from(0, 120)
"""A number of dice: at most those of twelve sets."""
DERIVED_KEYS = list_of(one_of("result", "swaps", "turncoat"))
"""Keys of an entry that were not typed: they followed from the state."""
OUT = list_of(SEAT)
"""The players whom an entry eliminates."""
TURNCOAT = "turncoat"

# Requirements of every entry


def require_in(state: SpyState, seat: int) -> None:
    """Refuse an entry about an eliminated player. Raises Refused."""
    if seat in state.out:
        raise Refused(
            f"{state.name(seat)} and all dice of that player are out of the game (A-BO-25).",
            "`companion table` shows who is in; `companion undo` if that is wrong.",
        )


def require_turn(state: SpyState, seat: int, referee: Referee) -> None:
    """Refuse an entry out of turn."""
    turn = state.name(state.mover)
    referee.require(
        seat == state.turn,
        "BO-183",
        f"It is {turn}'s turn, not {state.name(seat)}'s: turns go round clockwise.",
        f"`companion next` if {turn}'s turn is over, but you did not enter it.",
    )


def require_same_agent(
    state: SpyState,
    seat: int,
    turncoat: bool,
    untold: Collection[str] | None,
    now: bool,
    rule: str,
    referee: Referee,
) -> None:
    """Refuse an agent that followed from the state, if after an undo it would be another.

    `untold` are the keys of the entry that were not typed, `now` is whether it would now be the
    turncoat.
    """
    name = state.name(seat)
    referee.require(
        turncoat is now or "turncoat" not in (untold or ()),
        rule,
        f"It was {name}'s turncoat, as nobody else was there; now there would be others."
        if turncoat
        else f"It was not {name}'s turncoat; now nobody else would be there.",
        UNDO_BY_NUMBER,
    )


def require_lost(state: SpyState, seat: int, post: Post, die: str | None, referee: Referee) -> None:
    """Refuse a die that cannot be lost there: a turncoat that is elsewhere, one that the player
    already lost, or one of a kind that are all free agents.
    """
    if die is None:
        return
    agency, name = state.agencies[seat], state.name(seat)
    if is_turncoat(agency, die) and not agency.most_turncoats_at(post):
        places = listed([AT[place] for place in dict.fromkeys(agency.turncoats or ())])
        raise Refused(
            f"The {die} is {name}'s turncoat, which {f'is {places}' if places else 'was lost'}.",
            f"If that is wrong, `companion boolean agents {state.seats[seat].handle} --turncoat "
            f"{post}`, then enter it again.",
        )
    free = sum(agent.die == die for agent in state.free)
    for is_there, why in (
        (free < len(state.seats), f"Every {die} is already a free agent"),
        (agency.may_have(die), f"{name} already lost the {die}"),
    ):
        hint = "`companion boolean dice` shows the ten; `companion table` the free agents."
        referee.require(is_there, "BO-4", f"{why}: there is one in each set.", hint)


def side_of(state: SpyState, seat: int) -> Side:
    """A player's side. Raises Refused if it was not entered."""
    side = state.agencies[seat].side
    if side is None:
        raise Refused(
            f"You did not enter whether {state.name(seat)} is White or Black, so colours do not "
            "help.",
            f"`companion boolean agents {state.seats[seat].handle} --side white`; or enter the "
            "result: failed, loyal or lost.",
        )
    return side


# Whose turn it is


def begin_missions(state: SpyState, seat: int) -> SpyState:
    """The state with a player's missions as the current step, whoever had the turn."""
    if seat != state.turn:
        state = replace(state, turn=seat, now=Turn(), round=state.round + 1)
    return replace(state, now=state.now._replace(step="missions"))


def end_turn(state: SpyState, seat: int) -> SpyState:
    """The state after a player's turn: the next player clockwise who is in has the turn."""
    return replace(state, turn=state.next_in(seat), now=Turn(), round=state.round + 1)


# Who is eliminated


def eliminate_player(state: SpyState, seat: int) -> SpyState:
    """The state without a player, whose dice are out of the game (A-BO-25)."""
    state = replace(state, out=(*state.out, seat))
    return end_turn(state, seat) if seat == state.turn else state


def eliminate_if_gone(state: SpyState, seat: int) -> SpyState:
    """The state after a change of field agents: a player without any is eliminated."""
    gone = state.agencies[seat].field == 0 and seat not in state.out
    return eliminate_player(state, seat) if gone else state


def with_eliminated(line: str, before: SpyState, after: SpyState) -> str:
    """Add who was eliminated to a line."""
    gone = [after.name(seat) for seat in after.out if seat not in before.out]
    return f"{line}; {gone[0]} has no field agent left, and is eliminated" if gone else line


def add_with_losses(action: Action[SpyState], fact: Any) -> None:
    """Record a fact that may eliminate a player; its field `out` says who is."""
    state = action.state
    out = [seat for seat in fact.apply(state).out if seat not in state.out]
    action.add(type(fact)(**fact.to_json(), out=out))


class PlayerEliminated(Fact[SpyState], kind="player.eliminated"):
    """The player in `seat` has lost the last field agent."""

    seat: Seat

    def check(self, state: SpyState, referee: Referee) -> None:
        require_in(state, self.seat)
        if len(state.still_in) == 1:
            raise Refused(
                f"{state.name(self.seat)} is the only player left.",
                "`companion finish` ends the game.",
            )

    def apply(self, state: SpyState) -> SpyState:
        return eliminate_player(state, self.seat)

    def describe(self, before: SpyState, after: SpyState) -> str:
        return f"{after.name(self.seat)} has no field agent left, and is eliminated"


Loser = Annotated[
    int, player(lambda trial: (*trial.state.others_in(trial.state.mover), trial.state.mover))
]


@verb("a player is eliminated", name="out")
def eliminate(action: Action[SpyState], player: Loser) -> None:
    """Enter who has lost the last field agent, and is eliminated.

    This is enough for a game: enter who is out, until one player is left.

    Examples:
      companion boolean out ben
    """
    field = action.state.agencies[player].field
    action.add(PlayerEliminated(seat=player))
    if field:
        left = counted(field, "field agent")
        action.warn(
            f"By what was entered, {action.state.name(player)} had {left} left. {UNDO_SLIP}"
        )
    end(action)


# An agent is lost


def remove_agent(
    state: SpyState,
    seat: int,
    post: Post,
    die: str | None,
    turncoat: bool | None = None,
    unfriendly: bool = False,
) -> SpyState:
    """The state after a player lost an agent, which is a free agent now.

    `turncoat` is whether it was one; if None, the die and the agency decide it, if they can.
    `unfriendly` is whether it certainly came up unfriendly.
    """
    agency = state.agencies[seat]
    if turncoat is None:
        turncoat = _was_turncoat(agency, post, die)
    if turncoat and die is None and agency.side is not None:
        die = never_friendly(agency.side).id
    after = agency.with_change(post, -1)._replace(dice=max(0, agency.dice - 1))
    if die is not None:
        after = after._replace(gone=(*after.gone, die))
    if not (unfriendly or turncoat or _is_not_always_friendly(agency, die)):
        after = after._replace(has_always_friendly=False)
    if turncoat is None:
        after = after.with_turncoats_unknown()
    elif turncoat:
        after = after.with_turncoat_moved(post, None)
    state = replace(state, free=(*state.free, FreeAgent(seat, die, turncoat is False, unfriendly)))
    return eliminate_if_gone(with_agency(state, seat, after), seat)


def _is_not_always_friendly(agency: Agency, die: str | None) -> bool:
    return die is not None and agency.side is not None and die != always_friendly(agency.side).id


def is_turncoat(agency: Agency, die: str | None) -> bool | None:
    """Whether a die is a turncoat in this agency (A-BO-24); None if unknown."""
    if die is None or agency.side is None:
        return None
    return not shows(by_id()[die], agency.side)


def _was_turncoat(agency: Agency, post: Post, die: str | None) -> bool | None:
    """Whether an agent lost from that post was a turncoat; None if unknown."""
    known = is_turncoat(agency, die)
    if known is not None:
        return known
    if agency.turncoats is None:
        return None
    if not agency.turncoats_at(post):
        return False
    return True if agency.others_at(post) == 0 else None


def loss_words(after: SpyState, seat: int, post: Post) -> str:
    """The newest loss: `Ben loses a field agent, the 3w-band`."""
    die = after.free[-1].die
    which = "" if die is None else f", the {die}"
    return f"{after.name(seat)} loses a {post} agent{which}"


def warn_of_turncoat(action: Action[SpyState], before: SpyState, seat: int, post: Post) -> None:
    """Warn if it is unknown now whether the turncoat is still there."""
    known = before.agencies[seat].turncoats is not None
    if known and action.state.agencies[seat].turncoats is None and seat not in action.state.out:
        name, handle = before.name(seat), before.seats[seat].handle
        action.warn(
            f"Was it {name}'s turncoat? If so, `companion undo`, and add `--die turncoat`; if not, "
            f"`companion boolean agents {handle} --turncoat {post}`."
        )


class AgentLost(Fact[SpyState], kind="agent.lost"):
    """A player lost an agent, by whatever cause."""

    seat: Seat
    post: Annotated[Post, one_of(*POSTS)]
    die: Annotated[str | None, MAYBE_DIE]
    out: Annotated[Sequence[int] | None, OUT] = None

    def check(self, state: SpyState, referee: Referee) -> None:
        require_in(state, self.seat)
        if state.agencies[self.seat].at(self.post) == 0:
            raise Refused(
                f"{state.name(self.seat)} has nobody {AT[self.post]}.",
                f"`companion boolean agents {state.seats[self.seat].handle} --{self.post} 1` if "
                "that is wrong.",
            )
        require_lost(state, self.seat, self.post, self.die, referee)

    def apply(self, state: SpyState) -> SpyState:
        return remove_agent(state, self.seat, self.post, self.die)

    def describe(self, before: SpyState, after: SpyState) -> str:
        return with_eliminated(loss_words(after, self.seat, self.post), before, after)


def read_die(state: SpyState, seat: int, text: str | None) -> str | None:
    """Read a player's die: its name, or `turncoat`. Raises Refused or NotFound."""
    if text is None:
        return None
    if folded(text) == TURNCOAT:
        return never_friendly(side_of(state, seat)).id
    return find_die(text).id


def post(what: str, name: str, **more: Any) -> Param:
    """A parameter for the place of an agent; `what` names it in a refusal."""
    more.setdefault("candidates", lambda trial, args: ((post, INTO[post]) for post in POSTS))
    return word(
        lambda state, word: chosen(word, POSTS, what), name=name, sort=a_choice(*POSTS), **more
    )


def die(help: str) -> Param:
    """An option for a die, to be read by `read_die`."""
    return word(sort=A_DIE, metavar="DIE", help=help, after_dash=True, candidates=dice_in_words)


LostFrom = Annotated[
    Post,
    post(
        "place for an agent",
        "field|desk",
        metavar="[field|desk]",
        candidates=lambda trial, args: ((post, f"from the {post}") for post in POSTS),
    ),
]
LostDie = Annotated[str | None, die("Which die it was, or turncoat.")]


@verb("a player loses an agent", name="lost")
def lose_agent(
    action: Action[SpyState], player: Loser, post: LostFrom = "field", *, die: LostDie = None
) -> None:
    """Enter that a player lost an agent, without a mission.

    It is a field agent unless you say desk, and a free agent now.

    Examples:
      companion boolean lost ben
      companion boolean lost ben desk --die 3w-band
    """
    before = action.state
    lost = AgentLost(seat=player, post=post, die=read_die(before, player, die))
    add_with_losses(action, lost)
    warn_of_turncoat(action, before, player, post)
    end(action)


# A side, and the first roll


class AgencyFormed(Fact[SpyState], kind="agency.formed"):
    """A side, and the first roll: how many dice are `friendly`, and how many of these go into the
    `field`; null if not entered."""

    seat: Seat
    side: Annotated[Side, one_of(*SIDES)]
    friendly: Annotated[int | None, maybe(COUNT)]
    field: Annotated[int | None, maybe(COUNT)]
    rerolled: Flag

    def check(self, state: SpyState, referee: Referee) -> None:
        require_in(state, self.seat)
        if self.friendly is None:
            self._require_side(state, referee)
            return
        name = state.name(self.seat)
        referee.require(
            not state.has_begun,
            "BO-177",
            f"The first roll comes before the first turn, which has begun: {name}'s dice are in "
            "play.",
            f"To count them again: {self._count_anew(state, self.friendly)}",
        )
        example = f"{self._command(state)} 5`"
        referee.require(
            self.friendly < SET,
            "BO-219",
            f"At most {SET - 1} of the ten dice are friendly: the {never_friendly(self.side).id} "
            f"never is for {self.side.capitalize()}.",
            example,
        )
        referee.require(
            self.friendly > 0,
            "BO-180",
            f"One die is {self.side} on all sides, so it is always friendly for {name}.",
            example,
        )
        if self.field is not None:
            self._require_field(state, self.friendly, self.field, referee)
        self._require_roll(state, referee)

    def apply(self, state: SpyState) -> SpyState:
        """Friendly dice are agents, the others the populace, including the turncoat."""
        known, field = state.agencies[self.seat], self.field
        if self.friendly is None:
            return with_agency(state, self.seat, known._replace(side=self.side))
        if self.friendly == 1 and field is None:
            field = 1  # A-BO-18
        rolls = known.rolls if self._completes(known) else known.rolls + 1
        agency = Agency(
            side=self.side,
            populace=max(0, SET - self.friendly),
            desk=None if field is None else max(0, self.friendly - field),
            field=field,
            turncoats=("populace",),
            rolls=2 if self.rerolled else rolls,
        )
        return with_agency(state, self.seat, agency)

    def describe(self, before: SpyState, after: SpyState) -> str:
        line = f"{after.name(self.seat)} is {self.side.capitalize()}"
        if self.friendly is None:
            return line
        agency = after.agencies[self.seat]
        known = agency.field is not None
        split = f" ({agency.field} in the field, {agency.desk} at desks)" if known else ""
        rolled = ", rolled again" if self.rerolled else ""
        agents = counted(self.friendly, "agent")
        return f"{line}{rolled}: {agents}{split}, and a populace of {agency.populace}"

    def _completes(self, known: Agency) -> bool:
        """Whether it repeats the known roll, and adds how many agents go into the field.

        A second roll repeats the known one only if that was a second roll, too.
        """
        return (
            known.rolls > 0
            and known.dice == SET
            and known.field is None
            and self.field is not None
            and known.side == self.side
            and known.populace == SET - (self.friendly or 0)
            and (known.rolls == 2 or not self.rerolled)
        )

    def _command(self, state: SpyState) -> str:
        return f"`companion boolean agency {state.seats[self.seat].handle} {self.side}"

    def _count_anew(self, state: SpyState, friendly: int) -> str:
        """The command that counts the dice again, with the numbers of this roll if possible."""
        dice = state.agencies[self.seat].dice
        friendly = friendly if 0 < friendly < dice else min(5, dice)
        afield = max(1, min(self.field or 2, friendly))
        return (
            f"`companion boolean agents {state.seats[self.seat].handle} --side {self.side} "
            f"--populace {dice - friendly} --desk {friendly - afield} --field {afield}`"
        )

    def _require_side(self, state: SpyState, referee: Referee) -> None:
        """Refuse another side after the first roll."""
        agency, name = state.agencies[self.seat], state.name(self.seat)
        referee.require(
            agency.side in (None, self.side) or not (state.has_begun or agency.rolls),
            "BO-177",
            f"{name} is {str(agency.side).capitalize()}: a side is chosen before the first roll, "
            "and kept.",
            f"`companion boolean agents {state.seats[self.seat].handle} --side {self.side}` if "
            "that is wrong.",
        )

    def _require_field(self, state: SpyState, friendly: int, field: int, referee: Referee) -> None:
        name, command = state.name(self.seat), self._command(state)
        referee.require(
            field > 0,
            "A-BO-18",
            f"At least one of {name}'s agents begins in the field.",
            f"{command} {friendly} --field 1`",
        )
        referee.require(
            field <= friendly,
            "BO-182",
            f"{friendly} of {name}'s dice came up friendly, so {field} cannot go into the field.",
            f"{command} {friendly} --field {max(1, friendly // 2)}`",
        )

    def _require_roll(self, state: SpyState, referee: Referee) -> None:
        """Refuse a third roll, and a second one that is not entered as such."""
        agency, name = state.agencies[self.seat], state.name(self.seat)
        if self._completes(agency):
            return
        numbers = self.friendly if self.field is None else f"{self.friendly} {self.field}"
        referee.require(
            agency.rolls < 2,
            "BO-178",
            f"{name} already rolled all ten dice again, and there is no third roll (A-BO-16).",
            "`companion undo` if that is wrong.",
        )
        referee.require(
            agency.rolls == 0 or self.rerolled,
            "BO-178",
            f"{name}'s first roll was already entered; all ten dice may be rolled once more "
            "(A-BO-16).",
            f"If they were, {self._command(state)} {numbers} --rerolled`; `companion undo` if the "
            "first entry is wrong.",
        )


def _sideless_first(trial: "Trial[SpyState]") -> Iterable[int]:
    seats = from_turn(trial.state, trial.state.turn)
    sideless = [at for at, agency in enumerate(trial.state.agencies) if agency.side is None]
    return (*sideless, *(seat for seat in seats if seat not in sideless))


def _friendly_dice(trial: "Trial[SpyState]", args: Arguments[SpyState]) -> Iterable[Candidate]:
    return () if "field" in args else numbers(1, SET - 1, "friendly dice")


def _field_agents(trial: "Trial[SpyState]", args: Arguments[SpyState]) -> Iterable[Candidate]:
    friendly = args.get("friendly", "")
    if only_digits(friendly) and "field" not in args:
        return numbers(1, int(friendly), "go into the field")
    return ()


_NUMBER = a_number(1, SET - 1)

AgencyOwner = Annotated[int, player(_sideless_first)]
ChosenSide = Annotated[
    Side,
    choice(
        SIDES,
        "side",
        name="white|black",
        duplicates=True,
        candidates=lambda trial, args: ((side, f"{side} is friendly") for side in SIDES),
    ),
]
Friendly = Annotated[
    str | None, word(name="N", sort=_NUMBER, duplicates=True, candidates=_friendly_dice)
]
Afield = Annotated[
    str | None, word(name="FIELD", sort=_NUMBER, duplicates=True, candidates=_field_agents)
]
Field = Annotated[
    str | None,
    word(sort=_NUMBER, metavar="N", help="How many of them go into the field.", after_dash=True),
]
Rerolled = Annotated[
    bool,
    flag(
        "All ten dice were rolled once more.",
        about="all ten were rolled once more",
        when=lambda trial, args: "side" in args,
    ),
]


@verb("a side, and the first roll", name="agency")
def form_agency(
    action: Action[SpyState],
    player: AgencyOwner,
    side: ChosenSide,
    friendly: Friendly = None,
    afield: Afield = None,
    *,
    field: Field = None,
    rerolled: Rerolled = False,
) -> None:
    """Enter a side and the first roll.

    Enter the friendly dice, and how many of them go into the field. The other agents sit at desks,
    and unfriendly dice are the populace. The side alone is enough.

    Examples:
      companion boolean agency ana white 5 2
      companion boolean agency ben black 4 --field 1 --rerolled
      companion boolean agency cho white
    """
    example = f"`companion boolean agency {action.state.seats[player].handle} white 5 2`"
    if rerolled and friendly is None:
        how_many = "How many dice came up friendly in the second roll?"
        raise Incomplete(how_many, example, "friendly")
    if afield is not None and field is not None:
        raise Invalid("The number of field agents was entered twice.", example)
    agents = "number of friendly dice", "number of field agents"
    found = [
        None if text is None else number_of(text, what, example)
        for text, what in zip((friendly, field if afield is None else afield), agents, strict=True)
    ]
    action.add(
        AgencyFormed(seat=player, side=side, friendly=found[0], field=found[1], rerolled=rerolled)
    )


# Dice that are counted again, whatever was known before

_MAYBE_COUNT = maybe(COUNT)
_AT = {**AT, "desk": "at desks"}


class AgencyCounted(Fact[SpyState], kind="agency.counted"):
    """A player's dice by place; what is null stays as it was. `turncoats` are the places of all."""

    seat: Seat
    side: Annotated[Side | None, maybe(one_of(*SIDES))]
    populace: Annotated[int | None, _MAYBE_COUNT]
    desk: Annotated[int | None, _MAYBE_COUNT]
    field: Annotated[int | None, _MAYBE_COUNT]
    turncoats: Annotated[Sequence[Place] | None, maybe(list_of(one_of(*PLACES)))]
    out: Annotated[Sequence[int] | None, OUT] = None

    @property
    def counts(self) -> dict[Place, int]:
        """The dice by place, as far as counted."""
        places: tuple[tuple[Place, int | None], ...] = (
            ("populace", self.populace),
            ("desk", self.desk),
            ("field", self.field),
        )
        return {place: count for place, count in places if count is not None}

    def check(self, state: SpyState, referee: Referee) -> None:
        seat = self.seat
        require_in(state, seat)
        after = self._agency(state)
        if after == state.agencies[seat] and seat not in self.apply(state).out:
            raise Refused(
                f"{state.name(seat)}'s dice are counted like that already.",
                "`companion table` shows them.",
            )
        if self.turncoats:
            _require_turncoats(state, seat, after)
        others = [state.agencies[other] for other in state.still_in if other != seat]
        dice = _dice_of([after, *others]) + len(state.free)
        most = SET * len(state.seats)
        # If a house rule allowed more, they may be counted unless that adds any.
        referee.require(
            dice <= max(most, _dice_of([state.agencies[seat], *others]) + len(state.free)),
            "BO-176",
            f"That makes {dice} dice, but {len(state.seats)} players have {most} together.",
            self._fitting(state, after, dice - most),
        )

    def apply(self, state: SpyState) -> SpyState:
        """Set the counts; afterwards, any turncoat may have been on a mission, and any desk agent
        been rolled.
        """
        if self.seat == state.turn:
            state = replace(state, now=state.now._replace(most=None))
        if self.turncoats is not None and self.seat == state.turn:
            state = replace(state, now=state.now._replace(others=0))
        return eliminate_if_gone(with_agency(state, self.seat, self._agency(state)), self.seat)

    def describe(self, before: SpyState, after: SpyState) -> str:
        parts = [self.side.capitalize()] if self.side else []
        parts += [f"{count or 'nobody'} {_AT[place]}" for place, count in self.counts.items()]
        was, agency = before.agencies[self.seat], after.agencies[self.seat]
        parts += [
            f"which leaves {agency.at(place)} {_AT[place]}"
            for place in PLACES
            if place not in self.counts and was.at(place) != agency.at(place)
        ]
        places = self.turncoats
        if places is not None and len(places) < 2:
            parts.append(f"the turncoat {AT[places[0]] if places else 'lost'}")
        elif places is not None:
            parts.append(f"turncoats {listed([AT[place] for place in places])}")
        line = f"{after.name(self.seat)}: {', '.join(parts) or 'as it was'}"
        return with_eliminated(line, before, after)

    def _agency(self, state: SpyState) -> Agency:
        """Return the agency after the count; its dice are known if all of its places are.

        A count of turncoats is of all of them.
        """
        agency: Agency = state.agencies[self.seat]
        if self.side is not None:
            agency = agency._replace(side=self.side)
        for place, count in self.counts.items():
            agency = agency.with_count(place, count)
        if self.turncoats is not None:
            agency = agency._replace(turncoats=in_order(self.turncoats), strangers=0)
        agency = _fill_last_place(agency._replace(gone=()))
        if agency.populace is None or agency.desk is None or agency.field is None:
            return agency
        return agency._replace(dice=agency.populace + agency.desk + agency.field)

    def _fitting(self, state: SpyState, after: Agency, over: int) -> str:
        """Say how to enter a count that fits, with fewer dice in another place."""
        handle = state.seats[self.seat].handle
        for place in PLACES:
            count = after.at(place)
            least = 1 if place == "field" else 0
            if place not in self.counts and count is not None and count - over >= least:
                fewer = [*self.counts.items(), (place, count - over)]
                words = " ".join(f"--{where} {many}" for where, many in fewer)
                return (
                    f"Enter where they came from, too: `companion boolean agents {handle} {words}`."
                )
        return "`companion table` shows everybody's dice; correct players who lost some first."


def _dice_of(agencies: Iterable[Agency]) -> int:
    return sum(agency.at(place) or 0 for agency in agencies for place in PLACES)


def _require_turncoats(state: SpyState, seat: int, after: Agency) -> None:
    """Refuse turncoats at an empty place, and more of them than there are. Raises Refused."""
    name, handle, most = state.name(seat), state.seats[seat].handle, len(state.seats)
    turncoats = after.turncoats or ()
    if len(turncoats) > most:
        raise Refused(
            f"{name} cannot have {len(turncoats)} turncoats: there is one in each of {most} sets.",
            f"`companion boolean agents {handle} --turncoat {turncoats[-1]}`",
        )
    for place in dict.fromkeys(turncoats):
        count, wanted = after.at(place), turncoats.count(place)
        if count is not None and count < wanted:
            many = "turncoat" if wanted == 1 else f"{wanted} turncoats"
            raise Refused(
                f"{name} has {count or 'nobody'} {AT[place]}, so no {many} there.",
                f"`companion boolean agents {handle} --{place} {wanted} "
                f"--turncoat {','.join(turncoats)}` enters both.",
            )


def _fill_last_place(agency: Agency) -> Agency:
    """Fill in the number of dice of the last place for which it is unknown.

    The total is known from the first roll on. At least one is in the field.
    """
    unknown = [place for place in PLACES if agency.at(place) is None]
    if len(unknown) != 1 or not agency.rolls:
        return agency
    left = agency.dice - sum(agency.at(place) or 0 for place in PLACES)
    least = 1 if unknown[0] == "field" else 0
    return agency.with_count(unknown[0], left) if left >= least else agency


def _warn_of_fewer_turncoats(action: Action[SpyState], before: SpyState, seat: int) -> None:
    """Warn if several turncoats were known, and one was left out."""
    known, left = (state.agencies[seat].turncoats or () for state in (before, action.state))
    if len(known) > max(1, len(left)) and seat not in action.state.out:
        both, handle = ",".join(known), before.seats[seat].handle
        action.warn(
            f"{before.name(seat)} had {len(known)} turncoats, and now has {len(left) or 'none'}. "
            f"To keep them, enter all at once: `companion boolean agents {handle} --turncoat "
            f"{both}`."
        )


def _still_in(trial: "Trial[SpyState]") -> Iterable[int]:
    state = trial.state
    return (seat for seat in from_turn(state, state.turn) if seat not in state.out)


NOWHERE = "gone"
"""The place of a turncoat that was lost."""


def read_places(word: str) -> list[Place]:
    """Read places of turncoats: `field`, `populace,field`, `gone`. Raises Invalid."""
    words = word.replace(",", " ").split() or [word]
    found = [chosen(one, (*PLACES, NOWHERE), "place for a turncoat") for one in words]
    return [place for place in PLACES for _ in range(found.count(place))]


def _has_player(trial: "Trial[SpyState]", args: Arguments[SpyState]) -> bool:
    return "player" in args


def _dice(help: str) -> Param:
    return word(
        sort=a_number(0, SET),
        metavar="N",
        help=help,
        about="how many",
        when=_has_player,
        candidates=lambda trial, args: numbers(0, SET),
    )


Owner = Annotated[int, player(_still_in)]
DeskAgents = Annotated[str | None, _dice("Desk agents.")]
FieldAgents = Annotated[str | None, _dice("Field agents.")]
Populace = Annotated[str | None, _dice("Dice not recruited.")]
NewSide = Annotated[
    Side | None,
    choice(
        SIDES,
        "side",
        metavar="white|black",
        help="The side.",
        about="white or black",
        when=_has_player,
    ),
]
Turncoats = Annotated[
    Sequence[Place] | None,
    word(
        lambda state, word: read_places(word),
        metavar="PLACE",
        help="populace, desk, field or gone; of two: desk,field.",
        about="where it is",
        when=_has_player,
        candidates=lambda trial, args: ((place, "") for place in (*PLACES, NOWHERE)),
    ),
]
ConfirmsOut = Annotated[
    bool, flag("Nobody is in the field, so the player is out.", after_dash=True)
]


@verb("count a player's dice again", name="agents")
def count_agents(
    action: Action[SpyState],
    player: Owner,
    *,
    desk: DeskAgents = None,
    field: FieldAgents = None,
    populace: Populace = None,
    side: NewSide = None,
    turncoat: Turncoats = None,
    yes: ConfirmsOut = False,
) -> None:
    """Count a player's dice again.

    What you leave out stays as it was.

    Examples:
      companion boolean agents ana --desk 3 --field 2 --populace 5
      companion boolean agents ben --turncoat field
      companion boolean agents cho --turncoat populace,field
    """
    before = action.state
    name, handle = before.name(player), before.seats[player].handle
    example = f"`companion boolean agents {handle} --desk 3 --field 2`"
    typed = {"desk": desk, "field": field, "populace": populace}
    counts: dict[str, Any] = {
        place: None if text is None else number_of(text, "number of dice", example)
        for place, text in typed.items()
    }
    if side is None and turncoat is None and set(counts.values()) == {None}:
        raise Incomplete(f"Which of {name}'s dice did you count?", example, "side")
    add_with_losses(action, AgencyCounted(seat=player, side=side, turncoats=turncoat, **counts))
    if player in action.state.out and not yes:
        raise Refused(
            f"Without a field agent, {name} is eliminated (BO-196).",
            f"If so, `companion boolean out {handle}`, or add `--yes`.",
        )
    _warn_of_fewer_turncoats(action, before, player)
    end(action)
