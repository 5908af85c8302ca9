"""Changes that several entries make: a turn goes on, an agent or a player is lost."""

from companion.core.changed import replace
from companion.games.boolean.dice.names import by_id
from companion.games.boolean.spy.state import (
    Agency,
    FreeAgent,
    SpyState,
    Turn,
    always_friendly,
    never_friendly,
    shows,
    with_agency,
)
from companion.games.boolean.spy.words import Post


def at_turn(state: SpyState, seat: int) -> SpyState:
    """The state with somebody at his or her missions, whoever had the turn."""
    if seat != state.turn:
        state = replace(state, turn=seat, now=Turn(), round=state.round + 1)
    return replace(state, now=state.now._replace(step="missions"))


def turn_over(state: SpyState, seat: int) -> SpyState:
    """After somebody's turn: the next one clockwise who is in."""
    return replace(state, turn=state.next_in(seat), now=Turn(), round=state.round + 1)


def eliminated(state: SpyState, seat: int) -> SpyState:
    """Without a player, whose dice are out of the game (A-BO-25)."""
    state = replace(state, out=(*state.out, seat))
    return turn_over(state, seat) if seat == state.turn else state


def fallen(state: SpyState, seat: int) -> SpyState:
    """After a change of somebody's field agents: without any, that player is eliminated."""
    gone = state.agencies[seat].field == 0 and seat not in state.out
    return eliminated(state, seat) if gone else state


def lose(
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
        turncoat = turncoat_lost(agency, post, die)
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


def turncoat_lost(agency: Agency, post: Post, die: str | None) -> bool | None:
    """Whether an agent that was lost from that post was a turncoat; None where nobody can tell."""
    known = is_turncoat(agency, die)
    if known is not None:
        return known
    if agency.turncoats is None:
        return None
    if not agency.turncoats_at(post):
        return False
    return True if agency.others_at(post) == 0 else None


def free_agent(state: SpyState, die: str | None) -> int | None:
    """The place of the free agent that is meant; None where it may be any, or is none of them."""
    if die is None:
        return 0 if len(set(state.free)) == 1 else None
    for wanted in (die, None):
        for place, agent in enumerate(state.free):
            if agent.die == wanted and _can_be(state, agent, die):
                return place
    return None


def _can_be(state: SpyState, agent: FreeAgent, die: str) -> bool:
    """Whether a free agent may be that die: who was loyal is not the turncoat of that agency, and
    who came up unfriendly not its die that is friendly in every roll."""
    side = None if agent.seat is None else state.agencies[agent.seat].side
    if agent.die is not None or side is None:
        return agent.die in (None, die)
    never = (agent.loyal and never_friendly(side), agent.unfriendly and always_friendly(side))
    return all(not one or one.id != die for one in never)


def no_turncoat_of(state: SpyState, seat: int, die: str | None) -> bool:
    """Whether the free agent that is meant is certainly no turncoat in this agency (A-BO-24)."""
    side = state.agencies[seat].side
    if side is None:
        return False
    turncoat = never_friendly(side).id
    if die is not None:
        return die != turncoat
    place = free_agent(state, die)
    meant = state.free if place is None else (state.free[place],)
    return bool(meant) and not any(_can_be(state, agent, turncoat) for agent in meant)


def taken(state: SpyState, die: str | None) -> tuple[SpyState, str | None]:
    """Without the free agent that was won over, and which die that was.

    Where it may be any, nobody can tell which are left.
    """
    place = free_agent(state, die)
    if place is not None:
        left = state.free[:place] + state.free[place + 1 :]
        return replace(state, free=left), die or state.free[place].die
    owners = {agent.seat for agent in state.free}
    owner = owners.pop() if len(owners) == 1 else None
    loyal = all(agent.loyal for agent in state.free)
    unfriendly = all(agent.unfriendly for agent in state.free)
    left = (FreeAgent(owner, None, loyal, unfriendly),) * (len(state.free) - 1)
    return replace(state, free=left), die
