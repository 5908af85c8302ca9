"""What the rules refuse of challenges, of what is shown then, and of the die that is lost."""

from collections.abc import Sequence
from typing import Any

from companion.core.names import listed
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.boolean.dice.seen import whites_in
from companion.games.boolean.liar.choices import challenge, reveal, while_challenged
from companion.games.boolean.liar.following import require_same_following
from companion.games.boolean.liar.showdown import challenged
from companion.games.boolean.liar.state import LiarState, Showdown
from companion.games.boolean.liar.turns import (
    declare_hint,
    require_going_on,
    require_in,
    require_turn,
)
from companion.games.boolean.possession.entries import ALL_BLACK, ALL_WHITE, dice_words, require_own

Data = Any


def declaration_challenged(state: LiarState, data: Data, referee: Referee) -> None:
    """Refuse a challenge out of turn, or of nothing, and dice that cannot lie so."""
    require_going_on(state)
    _require_declaration(state, data["seat"], referee)
    require_turn(state, data["seat"], referee)
    if data["hands"] is not None:
        _require_hands(state, data["hands"], referee)
    elif data["whites"] is not None:
        _require_count(state, data["whites"], referee)
    ended = challenged(state, data)
    if state.last is None and ended.whites is not None:
        raise Refused(
            "The declaration that was challenged was not told, so nobody can say who has lost.",
            "`companion boolean challenge` alone, then who lost; or `companion undo` and tell it.",
        )
    _require_same_loser(state, data, ended, referee)
    if ended.loser is not None:
        require_own(state, ended.loser, data["die"], referee)
    elif data["die"] is not None:
        raise Refused(
            "Nobody told what lay there, so it is not known who gives up a die.",
            f"{challenge(state)}; or `--die` with `companion boolean lose`.",
        )
    require_same_following(state, "declaration.challenged", data, referee)


def _require_same_loser(state: LiarState, data: Data, ended: Showdown, referee: Referee) -> None:
    """Who has lost follows from the declaration and from what lay there."""
    told = data.get("loser", ended.loser), data.get("taker", ended.taker)
    names = [None if seat is None else state.name(seat) for seat in (told[0], ended.loser)]
    referee.require(
        told == (ended.loser, ended.taker),
        _losing(ended),
        f"{names[0] or 'Nobody'} had lost this challenge, and {names[1] or 'nobody'} would have "
        f"lost it then{'' if names[0] != names[1] else ', with the die going elsewhere'}.",
        "`companion log` has the numbers for `companion undo`.",
    )


def _losing(ended: Showdown) -> str:
    """The rule by which somebody has lost a challenge."""
    if ended.taker is not None:
        return "BO-101"
    return "BO-99" if ended.loser == ended.challenger else "BO-100"


def _require_declaration(state: LiarState, seat: int, referee: Referee) -> None:
    if state.phase != "opening":
        return
    require_in(state, seat)
    hint = "Who lost a die, without the rest: `companion boolean lose "
    referee.refuse(
        "BO-90",
        "There is no declaration in this round yet that could be challenged.",
        declare_hint(state) if state.turn is not None else f"{hint}{state.seats[seat].handle}`.",
    )


def _require_hands(state: LiarState, hands: Sequence[str], referee: Referee) -> None:
    for seat, hand in enumerate(hands):
        name, size, shown = state.name(seat), state.held[seat].size, state.shown[seat]
        all_of_them = {0: "none", 1: "it"}.get(size, "them all")
        referee.require(
            len(hand) == size,
            "BO-97",
            f"{name} has {dice_words(size)} and shows {all_of_them}, not {len(hand)}.",
            f"`w` or `b` for each die of everybody: {reveal(state)}; or only how many are "
            f"White-up, {challenge(state)}.",
        )
        whites = whites_in(hand)
        referee.require(
            whites >= shown.whites and len(hand) - whites >= shown.blacks,
            "BO-96",
            f"{_open_words(state, seat)} open until the round is over, and {hand} is without "
            f"{'it' if shown.dice == 1 else 'them'}.",
            f"Everybody's dice, open and hidden: {reveal(state)}.",
        )
    require_of_sets(state, sum(map(whites_in, hands)), sum(map(len, hands)), referee)


def _require_count(state: LiarState, whites: int, referee: Referee) -> None:
    """As many as can be, by what all can see."""
    least, most = state.whites[0], state.whites[-1]
    lie_open = sum(shown.dice for shown in state.shown)
    some = f", {lie_open} of them open" if lie_open else ""
    room = f"{least} to {most}" if least < most else f"exactly {most}"
    with_pile = whites > state.dice and state.loose
    if whites in state.in_sight:
        require_of_sets(state, whites, state.dice, referee)
        return
    referee.require(
        whites in state.whites,
        "BO-96" if whites <= state.dice else "BO-82" if with_pile else "BO-98",
        f"The players have {dice_words(state.dice)}{some}, so {room} can be White-up, not "
        f"{whites}.",
        "Count all dice of the players, open and hidden"
        + (", and none of the center pile." if with_pile else "."),
    )


def require_of_sets(state: LiarState, whites: int, dice: int, referee: Referee) -> None:
    """Refuse all dice of one colour, where those that never show it cannot lie elsewhere."""
    for count, die, colour in (
        (whites, ALL_BLACK, "White"),
        (dice - whites, ALL_WHITE, "Black"),
    ):
        other = state.with_players(die)
        referee.require(
            count <= state.dice - other,
            "BO-4",
            f"{count} of the players' {dice_words(state.dice)} cannot be {colour}-up: the {die} "
            f"is among them{'' if other == 1 else f' {other} times'}, one in each set.",
            "Count again; `companion boolean dice` shows the ten.",
        )


def _open_words(state: LiarState, seat: int) -> str:
    """What lies open of somebody's dice: `Of Ben's dice, 2 white and 1 black lie`."""
    shown = state.shown[seat]
    counts = ((shown.whites, "white"), (shown.blacks, "black"))
    colours = listed([f"{count} {colour}" for count, colour in counts if count])
    return f"Of {state.name(seat)}'s dice, {colours} {'lies' if shown.dice == 1 else 'lie'}"


def die_surrendered(state: LiarState, data: Data, referee: Referee) -> None:
    """Refuse a die of somebody who has none, or whom the challenge was not about."""
    seat, to = data["seat"], data["to"]
    require_in(state, seat)
    if to == seat:
        raise Refused(
            f"{state.name(seat)} cannot give a die to the same player.",
            "`--to` names another one; without it, the die goes to the center pile.",
        )
    if to is not None:
        require_in(state, to)
    _require_loser(state, seat, to, referee)
    _require_neighbour(state, seat, to, referee)
    require_own(state, seat, data["die"], referee)
    require_same_following(state, "die.surrendered", data, referee)


def _require_neighbour(state: LiarState, seat: int, to: int | None, referee: Referee) -> None:
    """Who gives a die away has challenged, and that the player before, who has declared."""
    before = state.next_in(seat, -1)
    if to is None or to == before:
        return
    name = state.name(before)
    referee.refuse(
        "BO-101",
        f"{state.name(seat)} can only have challenged {name}, and gives no die to "
        f"{state.name(to)}.",
        f"`companion boolean lose {state.seats[seat].handle} --to {state.seats[before].handle}`.",
    )


def _require_loser(state: LiarState, seat: int, to: int | None, referee: Referee) -> None:
    """Of a challenge that was told, one of two loses; and of these, only one gives a die away."""
    by, of = (state.turn, state.declarer)
    if state.doubt is not None:
        by, of = state.doubt.challenger, state.doubt.declarer
        if by is not None and of is not None:
            referee.require(
                seat in (by, of),
                "BO-94",
                f"{state.name(by)} challenged {state.name(of)}: one of them has lost, and not "
                f"{state.name(seat)}.",
                while_challenged(state),
            )
    if to is None or by is None or of is None:
        return
    wrong = (seat, to) != (by, of) if state.doubt is not None else (seat, to) == (of, by)
    referee.require(
        not wrong,
        "BO-101",
        f"Where it is hit exactly, {state.name(by)}, who challenges, gives a die to "
        f"{state.name(of)}; else it goes to the center pile.",
        while_challenged(state)
        if state.doubt is not None
        else f"`companion boolean lose {state.seats[by].handle} --to {state.seats[of].handle}`",
    )
