"""Agents that are lost, and who is eliminated; what is asked of whoever is told of.

A table that tells no missions says with `lost` and `out` what came of them.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NotRequired, TypedDict, TypeVar

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import chosen, counted, folded, listed
from companion.core.param import A_DIE, Param, a_choice, one, player
from companion.core.shapes import SEAT, list_of, one_of, whole_from
from companion.core.value import replace
from companion.core.verb import Verb
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

P = TypeVar("P", bound=Mapping[str, Any])
Data = Mapping[str, Any]

COUNT = whole_from(0, 120)
"""Dice on a table: at most those of twelve sets."""
UNTOLD = list_of(one_of("result", "swaps", "turncoat"))
"""Keys that nobody told, as they follow from how things stood."""
OUT = list_of(SEAT)
"""The players who are eliminated with that."""
TURNCOAT = "turncoat"

# What the rules ask of whoever is told of


def require_in(state: SpyState, seat: int) -> None:
    """Refuse what is about somebody who is eliminated. Raises Refused."""
    if seat in state.out:
        raise Refused(
            f"{state.name(seat)} is eliminated, and those dice are out of the game (A-BO-25).",
            "`companion table` shows who is in; `companion undo` if it was told wrongly.",
        )


def require_turn(state: SpyState, seat: int, referee: Referee) -> None:
    """Refuse somebody who does not have the turn."""
    turn = state.name(state.mover)
    referee.require(
        seat == state.turn,
        "BO-183",
        f"It is {turn}'s turn, and not {state.name(seat)}'s: turns go round clockwise.",
        f"`companion next` if {turn}'s turn is over and was not told.",
    )


def require_untold(state: SpyState, data: Data, now: bool, rule: str, referee: Referee) -> None:
    """Where nobody told whether it was the turncoat, it follows from who else is there."""
    told = data["turncoat"]
    name = state.name(data["seat"])
    referee.require(
        told is now or "turncoat" not in data.get("untold", ()),
        rule,
        f"It was {name}'s turncoat, as it could be nobody else; others can then."
        if told
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
            "wrong: then tell it again.",
        )
    free = sum(agent.die == die for agent in state.free)
    for is_there, why in (
        (free < len(state.seats), f"Every {die} there is is a free agent already"),
        (agency.may_have(die), f"{name} has lost the {die} already"),
    ):
        hint = "`companion boolean dice` shows the ten; `companion table` the free agents."
        referee.require(is_there, "BO-4", f"{why}: there is one in each set.", hint)


def side_of(state: SpyState, seat: int) -> Side:
    """Somebody's side. Raises Refused where nobody told."""
    side = state.agencies[seat].side
    if side is None:
        raise Refused(
            f"Whether {state.name(seat)} is White or Black was not told, so colours say nothing.",
            f"`companion boolean agents {state.seats[seat].handle} --side white`; or tell the "
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


def and_who_is_out(
    tell: Callable[[SpyState, P, SpyState], str],
) -> Callable[[SpyState, P, SpyState], str]:
    """What happened, and who is eliminated by it."""

    def told(before: SpyState, data: P, after: SpyState) -> str:
        line = tell(before, data, after)
        gone = [after.name(seat) for seat in after.out if seat not in before.out]
        return f"{line}; no field agent is left, and {gone[0]} is eliminated" if gone else line

    return told


def fell(action: Action[SpyState], kind: Kind[SpyState, P], payload: P) -> None:
    """Record a fact with which somebody may be eliminated, and who is."""
    state = action.state
    assert kind.apply is not None
    after = kind.apply(state, payload)
    out = [seat for seat in after.out if seat not in state.out]
    action.add(kind.name, **{**payload, "out": out})


class PlayerEliminated(TypedDict):
    """The last field agent of `seat` is lost."""

    seat: Annotated[int, SEAT]


def _check_eliminated(state: SpyState, data: PlayerEliminated, referee: Referee) -> None:
    require_in(state, data["seat"])
    if len(state.still_in) == 1:
        raise Refused(
            f"{state.name(data['seat'])} is the only one left.", "`companion finish` ends the game."
        )


PLAYER_ELIMINATED = Kind[SpyState, PlayerEliminated](
    "player.eliminated",
    PlayerEliminated,
    apply=lambda state, data: eliminated(state, data["seat"]),
    tell=lambda before, data, after: (
        f"{after.name(data['seat'])} has no field agent left, and is eliminated"
    ),
    check=_check_eliminated,
)


def eliminate(action: Action[SpyState], seat: int) -> None:
    """Somebody has lost the last field agent."""
    field = action.state.agencies[seat].field
    action.add(PLAYER_ELIMINATED, PlayerEliminated(seat=seat))
    if field:
        left = counted(field, "field agent")
        action.warn(
            f"By what was told, {action.state.name(seat)} had {left} left. `companion undo` if "
            "that was a slip."
        )
    end(action)


_WHO = player(lambda trial: (*trial.state.enemies(trial.state.mover), trial.state.mover))

OUT_OF_IT = Verb[SpyState](
    "out",
    "who is eliminated",
    """Somebody has lost the last field agent, and is eliminated.

    All that need be told of a game: who is out, until one is left.

    \b
    Examples:
      companion boolean out ben
    """,
    (_WHO,),
    plan=lambda action, told: eliminate(action, told[_WHO]),
)


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
            f"Was it {name}'s turncoat? `--die turncoat` tells it, another die's name that it was "
            f"not; or `companion boolean agents {handle} --turncoat {post}`."
        )


class AgentLost(TypedDict):
    """Somebody has lost an agent, however that came."""

    seat: Annotated[int, SEAT]
    post: Annotated[Post, one_of(*POSTS)]
    die: Annotated[str | None, MAYBE_DIE]
    out: NotRequired[Annotated[list[int], OUT]]


def _check_lost(state: SpyState, data: AgentLost, referee: Referee) -> None:
    seat, post = data["seat"], data["post"]
    require_in(state, seat)
    if state.agencies[seat].at(post) == 0:
        raise Refused(
            f"{state.name(seat)} has nobody {AT[post]}.",
            f"`companion boolean agents {state.seats[seat].handle} --{post} 1` if that is wrong.",
        )
    require_lost(state, seat, post, data["die"], referee)


AGENT_LOST = Kind[SpyState, AgentLost](
    "agent.lost",
    AgentLost,
    apply=lambda state, data: without(state, data["seat"], data["post"], data["die"]),
    tell=and_who_is_out(lambda before, data, after: loses(after, data["seat"], data["post"])),
    check=_check_lost,
)


def lose(action: Action[SpyState], seat: int, post: Post, die: str | None) -> None:
    """Somebody has lost an agent, however that came."""
    before = action.state
    fell(action, AGENT_LOST, AgentLost(seat=seat, post=post, die=die))
    warn_of_turncoat(action, before, seat, post)
    end(action)


def die_of(state: SpyState, seat: int, text: str | None) -> str | None:
    """A die of somebody's as it is typed: its name, or `turncoat`. Raises Refused or NotFound."""
    if text is None:
        return None
    if folded(text) == TURNCOAT:
        return never_friendly(side_of(state, seat)).id
    return find_die(text).id


def post_named(name: str, what: str, /, **more: Any) -> Param[SpyState, Post]:
    """Where an agent is or goes, as it is typed; `what` it should be."""
    more.setdefault("candidates", lambda trial, told: ((post, INTO[post]) for post in POSTS))
    return one(name, a_choice(*POSTS), lambda state, word: chosen(word, POSTS, what), **more)


_POST = post_named(
    "field|desk",
    "place for an agent",
    optional=True,
    metavar="[field|desk]",
    candidates=lambda trial, told: ((post, f"from the {post}") for post in POSTS),
)
DIE = one(
    "--die",
    A_DIE,
    optional=True,
    metavar="DIE",
    help="Which die it was, or turncoat.",
    quiet=True,
    candidates=dice_in_words,
)


LOST = Verb[SpyState](
    "lost",
    "an agent, and nobody told how",
    """Somebody lost an agent, and nobody told how.

    A field agent, where nothing else is said. It is a free agent now.

    \b
    Examples:
      companion boolean lost ben
      companion boolean lost ben desk --die 3w-band
    """,
    (_WHO, _POST, DIE),
    plan=lambda action, told: lose(
        action,
        told[_WHO],
        told.get(_POST, "field"),
        die_of(action.state, told[_WHO], told.get(DIE)),
    ),
)
