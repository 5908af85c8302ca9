"""Agents that are lost, and who is eliminated.

A table that enters no missions says with `lost` and `out` what came of them.
"""

from collections.abc import Collection, Sequence
from typing import Annotated, Any, TypeVar

from companion.core.action import Action
from companion.core.command import player, verb, word
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import chosen, counted, folded, listed
from companion.core.param import A_DIE, Param, a_choice
from companion.core.shapes import SEAT, list_of, one_of, whole_from
from companion.core.value import replace
from companion.errors import Refused
from companion.games.boolean.dice.the_ten import MAYBE_DIE, by_id, find_die
from companion.games.boolean.parsing import dice_in_words
from companion.games.boolean.spy.state import (
    AT,
    INTO,
    POSTS,
    Agency,
    FreeAgent,
    Post,
    Side,
    SpyState,
    Turn,
    always_friendly,
    never_friendly,
    shows,
    with_agency,
)
from companion.games.boolean.variants import end

F = TypeVar("F", bound=Fact[SpyState])

COUNT = whole_from(0, 120)
"""Dice on a table: at most those of twelve sets."""
UNTOLD = list_of(one_of("result", "swaps", "turncoat"))
"""Keys of an entry that nobody entered, as they followed from the state."""
OUT = list_of(SEAT)
"""The players who are eliminated with that."""
TURNCOAT = "turncoat"

# What the rules ask of any player


def require_in(state: SpyState, seat: int) -> None:
    """Refuse what is about somebody who is eliminated. Raises Refused."""
    if seat in state.out:
        raise Refused(
            f"{state.name(seat)} is eliminated, and those dice are out of the game (A-BO-25).",
            "`companion table` shows who is in; `companion undo` if it was entered wrongly.",
        )


def require_turn(state: SpyState, seat: int, referee: Referee) -> None:
    """Refuse somebody who does not have the turn."""
    turn = state.name(state.mover)
    referee.require(
        seat == state.turn,
        "BO-183",
        f"It is {turn}'s turn, and not {state.name(seat)}'s: turns go round clockwise.",
        f"`companion next` if {turn}'s turn is over and was not entered.",
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
    """Refuse a turncoat that was not entered, if it does not follow from who else is there.

    `untold` are the keys of the entry that were not entered, `now` is what follows.
    """
    name = state.name(seat)
    referee.require(
        turncoat is now or "turncoat" not in (untold or ()),
        rule,
        f"It was {name}'s turncoat, as it could be nobody else; others can then."
        if turncoat
        else f"It was another agent than {name}'s turncoat; nobody else is left then.",
        "`companion log` has the numbers for `companion undo`.",
    )


def require_lost(state: SpyState, seat: int, post: Post, die: str | None, referee: Referee) -> None:
    """Refuse a die that cannot be lost there: a turncoat that is elsewhere, one that somebody has
    lost already, or that is among the free agents as often as there are sets."""
    if die is None:
        return
    agency, name = state.agencies[seat], state.name(seat)
    if is_turncoat(agency, die) and not agency.most_turncoats_at(post):
        places = listed([AT[place] for place in dict.fromkeys(agency.turncoats or ())])
        raise Refused(
            f"The {die} is {name}'s turncoat, which {f'is {places}' if places else 'was lost'}.",
            f"`companion boolean agents {state.seats[seat].handle} --turncoat {post}` if that is "
            "wrong: then enter it again.",
        )
    free = sum(agent.die == die for agent in state.free)
    for is_there, why in (
        (free < len(state.seats), f"Every {die} there is is a free agent already"),
        (agency.may_have(die), f"{name} has lost the {die} already"),
    ):
        hint = "`companion boolean dice` shows the ten; `companion table` the free agents."
        referee.require(is_there, "BO-4", f"{why}: there is one in each set.", hint)


def side_of(state: SpyState, seat: int) -> Side:
    """Somebody's side. Raises Refused where it was not entered."""
    side = state.agencies[seat].side
    if side is None:
        raise Refused(
            f"Whether {state.name(seat)} is White or Black was not entered, so colours say "
            "nothing.",
            f"`companion boolean agents {state.seats[seat].handle} --side white`; or enter the "
            "result: failed, loyal or lost.",
        )
    return side


# Whose turn it is


def at_turn(state: SpyState, seat: int) -> SpyState:
    """The state with somebody at his or her missions, whoever had the turn."""
    if seat != state.turn:
        state = replace(state, turn=seat, now=Turn(), round=state.round + 1)
    return replace(state, now=state.now._replace(step="missions"))


def turn_over(state: SpyState, seat: int) -> SpyState:
    """After somebody's turn: the next one clockwise who is in."""
    return replace(state, turn=state.next_in(seat), now=Turn(), round=state.round + 1)


# Who is eliminated


def eliminated(state: SpyState, seat: int) -> SpyState:
    """Without a player, whose dice are out of the game (A-BO-25)."""
    state = replace(state, out=(*state.out, seat))
    return turn_over(state, seat) if seat == state.turn else state


def fallen(state: SpyState, seat: int) -> SpyState:
    """After a change of somebody's field agents: without any, that player is eliminated."""
    gone = state.agencies[seat].field == 0 and seat not in state.out
    return eliminated(state, seat) if gone else state


def and_who_is_out(line: str, before: SpyState, after: SpyState) -> str:
    """What happened, in words, and who is eliminated by it."""
    gone = [after.name(seat) for seat in after.out if seat not in before.out]
    return f"{line}; no field agent is left, and {gone[0]} is eliminated" if gone else line


def add_with_losses(action: Action[SpyState], fact: Any) -> None:
    """Record a fact by which somebody may be eliminated, and in its field `out`, who is."""
    state = action.state
    out = [seat for seat in fact.apply(state).out if seat not in state.out]
    action.add(type(fact)(**fact.to_json(), out=out))


class PlayerEliminated(Fact[SpyState], kind="player.eliminated"):
    """The last field agent of `seat` is lost."""

    seat: Seat

    def check(self, state: SpyState, referee: Referee) -> None:
        """Refuse whoever is out already, and the last one who is in."""
        require_in(state, self.seat)
        if len(state.still_in) == 1:
            raise Refused(
                f"{state.name(self.seat)} is the only one left.",
                "`companion finish` ends the game.",
            )

    def apply(self, state: SpyState) -> SpyState:
        return eliminated(state, self.seat)

    def describe(self, before: SpyState, after: SpyState) -> str:
        return f"{after.name(self.seat)} has no field agent left, and is eliminated"


Loser = Annotated[
    int, player(lambda trial: (*trial.state.enemies(trial.state.mover), trial.state.mover))
]


@verb("who is eliminated", name="out")
def eliminate(action: Action[SpyState], player: Loser) -> None:
    """Somebody has lost the last field agent, and is eliminated.

    All that need be entered of a game: who is out, until one is left.

    \b
    Examples:
      companion boolean out ben
    """
    field = action.state.agencies[player].field
    action.add(PlayerEliminated(seat=player))
    if field:
        left = counted(field, "field agent")
        action.warn(
            f"By what was entered, {action.state.name(player)} had {left} left. `companion undo` "
            "if that was a slip."
        )
    end(action)


# An agent is lost


def without(
    state: SpyState,
    seat: int,
    post: Post,
    die: str | None,
    turncoat: bool | None = None,
    unfriendly: bool = False,
) -> SpyState:
    """After somebody lost an agent, which is a free agent now.

    `turncoat` says whether it was one; where it is None, the die and the agency may tell.
    `unfriendly` is whether it came up so, for certain.
    """
    agency = state.agencies[seat]
    if turncoat is None:
        turncoat = _turncoat_lost(agency, post, die)
    if turncoat and die is None and agency.side is not None:
        die = never_friendly(agency.side).id
    after = agency.changed(post, -1)._replace(dice=max(0, agency.dice - 1))
    if die is not None:
        after = after._replace(gone=(*after.gone, die))
    if not (unfriendly or turncoat or _is_another(agency, die)):
        after = after._replace(steady=False)
    if turncoat is None:
        after = after.unsure()
    elif turncoat:
        after = after.turned(post, None)
    state = replace(state, free=(*state.free, FreeAgent(seat, die, turncoat is False, unfriendly)))
    return fallen(with_agency(state, seat, after), seat)


def _is_another(agency: Agency, die: str | None) -> bool:
    """Whether a die is not the one that is friendly in every roll."""
    return die is not None and agency.side is not None and die != always_friendly(agency.side).id


def is_turncoat(agency: Agency, die: str | None) -> bool | None:
    """Whether a die is a turncoat in this agency (A-BO-24); None where nobody can tell."""
    if die is None or agency.side is None:
        return None
    return not shows(by_id()[die], agency.side)


def _turncoat_lost(agency: Agency, post: Post, die: str | None) -> bool | None:
    """Whether an agent that was lost from that post was a turncoat; None where nobody can tell."""
    known = is_turncoat(agency, die)
    if known is not None:
        return known
    if agency.turncoats is None:
        return None
    if not agency.turncoats_at(post):
        return False
    return True if agency.others_at(post) == 0 else None


def loses(after: SpyState, seat: int, post: Post) -> str:
    """The newest free agent, and whose it was."""
    die = after.free[-1].die
    which = "" if die is None else f", the {die}"
    return f"{after.name(seat)} loses a {post} agent{which}"


def warn_of_turncoat(action: Action[SpyState], before: SpyState, seat: int, post: Post) -> None:
    """Say so where nobody knows any more whether the turncoat is still there."""
    known = before.agencies[seat].turncoats is not None
    if known and action.state.agencies[seat].turncoats is None and seat not in action.state.out:
        name, handle = before.name(seat), before.seats[seat].handle
        action.warn(
            f"Was it {name}'s turncoat? `--die turncoat` says so, another die's name that it was "
            f"not; or `companion boolean agents {handle} --turncoat {post}`."
        )


class AgentLost(Fact[SpyState], kind="agent.lost"):
    """Somebody has lost an agent, however that came about."""

    seat: Seat
    post: Annotated[Post, one_of(*POSTS)]
    die: Annotated[str | None, MAYBE_DIE]
    out: Annotated[Sequence[int] | None, OUT] = None

    def check(self, state: SpyState, referee: Referee) -> None:
        """Refuse to lose an agent where nobody is, or a die that cannot be lost there."""
        require_in(state, self.seat)
        if state.agencies[self.seat].at(self.post) == 0:
            raise Refused(
                f"{state.name(self.seat)} has nobody {AT[self.post]}.",
                f"`companion boolean agents {state.seats[self.seat].handle} --{self.post} 1` if "
                "that is wrong.",
            )
        require_lost(state, self.seat, self.post, self.die, referee)

    def apply(self, state: SpyState) -> SpyState:
        return without(state, self.seat, self.post, self.die)

    def describe(self, before: SpyState, after: SpyState) -> str:
        return and_who_is_out(loses(after, self.seat, self.post), before, after)


def read_die(state: SpyState, seat: int, text: str | None) -> str | None:
    """A die of somebody's as it is typed: its name, or `turncoat`. Raises Refused or NotFound."""
    if text is None:
        return None
    if folded(text) == TURNCOAT:
        return never_friendly(side_of(state, seat)).id
    return find_die(text).id


def post(what: str, name: str, **more: Any) -> Param:
    """Where an agent is or goes, as it is typed; `what` it should be."""
    more.setdefault("candidates", lambda trial, args: ((post, INTO[post]) for post in POSTS))
    return word(
        lambda state, word: chosen(word, POSTS, what), name=name, sort=a_choice(*POSTS), **more
    )


def die(help: str) -> Param:
    """Which die it is, as it is typed: see `read_die`."""
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


@verb("an agent, and nobody said how", name="lost")
def lose(
    action: Action[SpyState], player: Loser, post: LostFrom = "field", *, die: LostDie = None
) -> None:
    """Somebody lost an agent, and nobody said how.

    A field agent, where nothing else is said. It is a free agent now.

    \b
    Examples:
      companion boolean lost ben
      companion boolean lost ben desk --die 3w-band
    """
    before = action.state
    lost = AgentLost(seat=player, post=post, die=read_die(before, player, die))
    add_with_losses(action, lost)
    warn_of_turncoat(action, before, player, post)
    end(action)
