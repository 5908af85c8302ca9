"""`score`, `first`, `pass`, `next`, `finish`: the same in every game."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.action import Action
from companion.core.game import Game
from companion.core.names import counted, folded, listed
from companion.core.numbers import Amounts, change_of
from companion.core.numbers import score as points_text
from companion.core.offer import people
from companion.core.outcome import Lead, Outcome
from companion.core.play import ABANDONED, DRAW, PlayState, require_live, result_words
from companion.core.reply import Reply
from companion.core.seats import PlayerSeat, find_seat, is_somebody
from companion.core.verbs import RANDOM
from companion.errors import CompanionError, Invalid, NotFound, Refused
from companion.store.base import LogRef
from companion.table.desk import PLAYS, Desk
from companion.table.groups.document import goes_on, live_logs
from companion.table.plays.open_play import answer

_COMMA = r"(?<=\d),(?!\d)"
"""A comma after a change of points, not one within a number as in `+1,5`."""
_SIGNS = "+-−="


def score(desk: Desk, words: Sequence[str]) -> Reply:
    """Change points: `ben -2`, `ana +3 ben -2`, `ana =7`; without a name, the player in use."""

    def plan(action: Action[Any], reference: Any) -> None:
        _require_points(action.game)
        changes = score_words(desk, action.game, action.state, words)
        if not any(sign == "=" or amount for _, (sign, amount) in changes):
            raise Invalid("A change of 0 points changes nothing.", "Nothing need be entered.")
        for seat, (sign, amount) in changes:
            if sign == "=":
                action.add("points.set", seat=seat, points=amount)
            elif amount:  # `a+3 b+0 c+1`: somebody went through all players
                kind = "points.gained" if sign == "+" else "points.lost"
                action.game.before_points(action, seat, sign)
                action.add(kind, seat=seat, points=amount)

    return desk.act(plan)


def _require_points(game: Game[Any]) -> None:
    if not game.keeps_points:
        raise Refused(
            f"{game.title} keeps no points.",
            "`companion finish --winner NAME` says who has won.",
        )


def _require_marker(game: Game[Any]) -> None:
    if not game.keeps_marker:
        raise Refused(f"{game.title} has no first-player marker.", game.without_marker)


def score_words(
    desk: Desk, game: Game[Any], state: PlayState, words: Sequence[str]
) -> list[tuple[int, tuple[str, int | float]]]:
    """Parse pairs of a name and a change of points. Raises Invalid."""
    amounts: Amounts = game.amounts(state)
    pairs: list[tuple[int, tuple[str, int | float]]] = []
    name: str | None = None
    for word in _names_first(state, [*_split(state, words)]):
        if _looks_like_change(word) and not (name is None and is_somebody(state.seats, word)):
            pairs.append((_seat(desk, game, state, name), change_of(word, amounts)))
            name = None
        elif name is not None:
            change_of(word, amounts)  # raises the error that shows what an amount looks like
        else:
            name = word
    if name is not None:
        seat = game.seats_called(state, name)[0]
        raise Invalid(
            f"How many points for {state.name(seat)}?",
            f"`companion score {state.seats[seat].handle} +3`, `-2`, or `=7` for “has 7 now”.",
        )
    return pairs


def _names_first(state: PlayState, words: list[str]) -> list[str]:
    """Turn `+3 ana -2 ben` into `ana +3 ben -2`, if each pair of words begins with a change."""
    changes, names = words[::2], words[1::2]
    turned = len(changes) == len(names) and all(
        _looks_like_change(change)
        and not is_somebody(state.seats, change)
        and (not _looks_like_change(name) or is_somebody(state.seats, name))
        for change, name in zip(changes, names, strict=True)
    )
    return [word for pair in zip(names, changes, strict=True) for word in pair] if turned else words


def _split(state: PlayState, words: Sequence[str]) -> Iterator[str]:
    """Split `ana+3` into two words, and remove outer blanks and commas."""
    for word in without_commas(state.seats, [word.strip() for word in words]):
        if not any(sign in word[1:] for sign in _SIGNS):  # most words; a pattern takes time to make
            yield word
            continue
        joined = re.fullmatch(
            r"(.*[^+\-−=\d.,].*?)([+\-−=]\d+(?:[.,]\d+)?(?:[+\-−]\d+(?:[.,]\d+)?)*)", word
        )
        yield from (word,) if joined is None or is_somebody(state.seats, word) else joined.groups()


def without_commas(seats: Sequence[PlayerSeat], words: Sequence[str]) -> list[str]:
    """Split `ana +1, ben+2,cho -1` where a comma ends a change of points."""
    found: list[str] = []
    for word in words:
        whole = "," not in word or is_somebody(seats, word)
        parts = [word] if whole else re.split(_COMMA, word)
        found += [part for part in parts if part != "," and (part or not word)]
    return found


def first(desk: Desk, name: str | None) -> Reply:
    """Say who holds the first-player marker, or hand it to somebody."""
    if name is not None:
        if folded(name) == RANDOM and means_random(desk.open().state.seats, name):
            return _draw_marker(desk)
        return desk.act(lambda action, _: _give_marker(action, name))
    play = desk.open()
    _require_marker(play.game)
    state = play.state
    order = listed([state.name(seat) for seat in state.order()])
    return Reply(
        document=play.document,
        lines=(f"{state.name(state.first)} holds the first-player marker; order: {order}",),
    )


def _give_marker(action: Action[Any], name: str) -> None:
    _require_marker(action.game)
    seat = find_seat(action.state.seats, name)
    if seat == action.state.first:
        raise Refused(
            f"{action.state.name(seat)} has the first-player marker already.",
            "`companion pass` hands it to the left.",
        )
    action.add("marker.given", seat=seat)


def _draw_marker(desk: Desk) -> Reply:
    """Draw who gets the marker and hand it over; nothing is entered if it stays."""
    play = desk.open()
    _require_marker(play.game)
    state = play.state
    require_live(state)
    seat = desk.chance(play.log.next_action).randrange(len(state.seats))
    if seat == state.first:
        line = f"Drawn: {state.name(seat)}, who has the first-player marker already."
        return Reply(document=play.document, lines=(line,))
    return desk.act(lambda action, _: action.add("marker.given", seat=seat, drawn=True), play.ref)


def means_random(seats: Sequence[PlayerSeat], text: str) -> bool:
    """Whether a word leaves it to chance, and is not the name of a player at the table."""
    return folded(text) == RANDOM and not is_somebody(seats, RANDOM)


def takers(desk: Desk) -> list[tuple[str, str]]:
    """The words that may follow `first`, each with its meaning; none if no play can be read."""
    try:
        state = desk.open().state
    except CompanionError:
        return []
    others = (seat for seat in range(len(state.seats)) if seat != state.first)
    return [*people(state, others), (RANDOM, "draws who gets it")]


def pass_marker(desk: Desk) -> Reply:
    """Hand the first-player marker to the left."""

    def plan(action: Action[Any], reference: Any) -> None:
        _require_marker(action.game)
        action.add("marker.passed")

    return desk.act(plan)


def go_on(desk: Desk, skip: bool = False) -> Reply:
    """Go on to the next phase, turn or round; with `skip`, even if something was not entered."""

    def plan(action: Action[Any], reference: Any) -> None:
        action.skip = skip
        action.game.advance(action)

    return desk.act(plan)


def _looks_like_change(word: str) -> bool:
    return word[:1] in tuple(_SIGNS) or word[:1].isdigit()


def _seat(desk: Desk, game: Game[Any], state: PlayState, name: str | None) -> int:
    if name is not None:
        return game.seats_called(state, name)[0]
    me = desk.source.by or desk.group_document().get("me")
    if me is None:
        names = listed([seat.name for seat in state.seats], "or")
        raise Invalid(
            f"Whose points? {names}?",
            "Name the player first; `companion player use NAME` makes one the default.",
        )
    for seat, who in enumerate(state.seats):
        if folded(who.name) == folded(me):
            return seat
    raise NotFound(
        f"{me}, the player in use, does not sit at this table.", "Name the player first."
    )


def finish(
    desk: Desk, winners: Sequence[str], abandon: bool, together: bool | None = None
) -> Reply:
    """End the play; those named win, or else those who win by the rules or the score.

    `together` says of a cooperative play whether all have won or all have lost. Raises Invalid for
    options that contradict each other, Refused if nobody is named and nobody leads.
    """
    if together is not None and (abandon or winners):
        option = "--won" if together else "--lost"
        raise Invalid(
            f"`{option}` says how it ended already.", f"Leave out `{option}`, or the other option."
        )
    if abandon and winners:
        raise Invalid("An abandoned play has no winner.", "Leave out `--winner` or `--abandon`.")

    def plan(action: Action[Any], reference: Any) -> None:
        if abandon:
            action.add(ABANDONED)
            return
        state = action.state
        require_live(state)
        from companion.table.groups.players import one_by_one  # imported late: it loads blocks

        typed = one_by_one(winners, lambda name: is_somebody(state.seats, name))
        named = {seat: name for name in typed for seat in action.game.seats_called(state, name)}
        if named and action.game.traits(state).coop:
            raise Refused(
                f"In {action.game.called(state)}, all win together or lose together.",
                "`companion finish --won`, or `--lost`.",
            )
        if together is not None:
            found = _together(action.game, state, together)
        else:
            found = Outcome(tuple(named), "named by the table") if named else _by_score(action)
        action.add("play.finished", winners=list(found.winners), why=found.why)
        others = [seat for seat in range(len(state.seats)) if seat not in found.winners]
        if isinstance(found, Lead) and others:
            leading, again = [state.name(seat) for seat in found.winners], desk.again
            who, _ = result_words(leading, found.why)
            so = f"it is {who}" if who.startswith(DRAW) else f"{listed(leading)} won"
            action.warn(
                f"No winner named, so {so}. If that is wrong: "
                f"`companion undo{again}`, then "
                f"`companion finish {_flags(state, others[:1])}{again}`."
            )

    return desk.act(plan)


def abandon_others(desk: Desk) -> Reply:
    """Abandon all live plays except the current one."""
    here = desk.open()
    logs = live_logs(desk, desk.group_document())
    others = [play for play, log in logs.items() if play != here.ref.id and goes_on(log)]
    if not others:
        raise Refused("No other play is going on.", "`companion finish --abandon` ends this one.")
    for play in others:
        desk.act(lambda action, _: action.add(ABANDONED), LogRef(desk.group, PLAYS, play))
    plays = counted(len(others), "other play")
    return answer(here, [f"{plays} abandoned: {listed(others)}"])


def _together(game: Game[Any], state: PlayState, won: bool) -> Outcome:
    """The outcome of a cooperative play. Raises Refused for any other play."""
    if not game.traits(state).coop:
        raise Refused(
            f"In {game.called(state)}, not all win or lose together.",
            "`companion finish --winner NAME` says who has won; `--abandon` that nobody did.",
        )
    everybody = tuple(range(len(state.seats)))
    return Outcome(everybody, "together") if won else Outcome((), "lost together")


def _by_score(action: Action[Any]) -> Outcome:
    state = action.state
    result: Outcome = action.game.outcome(state)
    if result.winners:
        return result
    if action.game.traits(state).coop:
        raise Refused(
            f"Did you win {action.game.called(state)}, or lose it?",
            "`companion finish --won`, or `companion finish --lost`.",
        )
    leaders = state.leaders()
    if any(action.game.score_of(state, seat) is None for seat in range(len(state.seats))):
        likely = leaders if len(leaders) < len(state.seats) else ()
        raise Refused(
            f"Nobody has won by the rules: {result.why}.",
            f"Name who has: `companion finish {_flags(state, likely or (0,))}`; "
            "or `companion finish --abandon`.",
        )
    if len(leaders) > 1:
        names = listed([state.name(seat) for seat in leaders])
        raise Refused(
            f"Nobody has won: {names} are tied at {_points(action.game, state, leaders[0])}.",
            f"Play on; or share it: `companion finish {_flags(state, leaders)}`; "
            "or `companion finish --abandon`.",
        )
    why = f"ended early: {result.why}, {state.name(leaders[0])} led"
    return Lead(leaders, why)


def _points(game: Game[Any], state: PlayState, seat: int) -> str:
    return points_text(game.score_of(state, seat) or 0)


def _flags(state: PlayState, seats: Sequence[int]) -> str:
    """The options that name these players as winners."""
    return " ".join(f"--winner {state.seats[seat].handle}" for seat in seats)
