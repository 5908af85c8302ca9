"""Verbs about dice in Possession: `holds`, `mine`, `count`.

Nothing that they offer goes by which dice somebody has: a menu is seen by whoever looks on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.names import folded
from companion.core.numbers import number_of, only_digits
from companion.core.offer import Trial, from_turn, people
from companion.core.param import (
    A_DIE,
    A_PLAYER,
    Arguments,
    Candidate,
    Incomplete,
    Param,
    player,
    several,
)
from companion.core.reply import Reply
from companion.core.seats import Seat, find_seat
from companion.core.verb import Verb
from companion.errors import CompanionError, Refused
from companion.games.boolean.dice.possession import (
    DICE_COUNTED,
    DICE_TOLD,
    DiceCounted,
    DiceTold,
    P,
    Possessing,
)
from companion.games.boolean.dice.the_ten import SET, dice_words, find_die, nets, the_ten
from companion.games.boolean.variants import end

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.core.box import PlayView

_NONE = "none"
_MOST = 12
"""Dice of one player that may be counted in a menu."""


# Which dice somebody has


def _who_has_dice(trial: Trial[Possessing]) -> Iterable[int]:
    state = trial.state
    return (seat for seat in from_turn(state, state.turn) if state.held[seat].size)


def _dice_or_none(trial: Trial[Possessing], told: Arguments[Possessing]) -> Iterator[Candidate]:
    """The ten, those that are told of others among them; in front also that none are known."""
    named = {find_die(word).id for word in told.typed(_DICE)}
    yield from ((die.short, die.title) for die in the_ten() if die.id not in named)
    if not named:
        yield _NONE, "forget what was told"


def _named(state: Possessing, words: Sequence[str]) -> list[str]:
    if [folded(word) for word in words] == [_NONE]:
        return []
    return [find_die(word).id for word in words]


_WHOSE = player(_who_has_dice)
_DICE: Param[Possessing, list[str]] = several(
    "DIE...", A_DIE, _named, candidates=_dice_or_none, secret=True
)


HOLDS = Verb[Possessing](
    "holds",
    "which dice somebody has: a secret",
    """Tell which dice somebody has; nobody else gets to see them.

    All that are known, in one go; what was told before is forgotten.

    \b
    Examples:
      companion boolean holds ana 3w-corner 2o 5w
      companion boolean holds ana none              forget what was told
    """,
    (_WHOSE, _DICE),
    plan=lambda action, told: action.add(DICE_TOLD, DiceTold(seat=told[_WHOSE], dice=told[_DICE])),
)


# One's own dice


_OWN = player(lambda trial: (seat for seat, held in enumerate(trial.state.held) if held.is_told))


def _show(seen: PlayView[Possessing], told: Arguments[Possessing]) -> Reply:
    state, seat = seen.state, told[_OWN]
    held = state.held[seat]
    if not held.known:
        raise Refused(
            f"Nobody has told which dice {state.name(seat)} has.",
            f"`companion boolean holds {state.seats[seat].handle} 3w-corner 2o` tells it.",
        )

    def document() -> dict[str, Any]:
        return {
            "play": seen.play,
            "player": state.name(seat),
            "dice": held.size,
            "known": list(held.known),
        }

    def blocks() -> list[Block]:
        from companion.core.blocks import Heading

        told = f"{len(held.known)} of {held.size}"
        return [Heading(f"{state.name(seat)}'s dice", told), *nets(held.known)]

    return Reply(document=document, blocks=blocks)


MINE = Verb[Possessing](
    "mine",
    "look at your own dice",
    """Look at your own dice, as far as you told them.

    \b
    Examples:
      companion boolean mine ana
    """,
    (_OWN,),
    show=_show,
    when=lambda state: any(held.is_told for held in state.held),
    private=True,
)


# How many dice somebody has


def _sizes(state: Possessing, words: Sequence[str]) -> dict[int, int]:
    """How many dice each has, as it was typed: `ana 6 ben=4`. Raises Invalid or NotFound."""
    told = [part for word in words for part in word.split("=") if part]
    if len(told) % 2:
        raise Incomplete(
            "How many dice has each?", "`companion boolean count ana 6 ben 4`", _COUNTS
        )
    return {
        find_seat(state.seats, name): number_of(
            many, "number of dice", "`companion boolean count ana 4`"
        )
        for name, many in zip(told[::2], told[1::2], strict=True)
    }


def pairs(seats: Sequence[Seat], words: Sequence[str]) -> tuple[dict[int, int], int | None] | None:
    """Numbers by seat from `ana 3 ben 2`, and who is named last without one.

    None where the words are something else.
    """
    told: dict[int, int] = {}
    last: int | None = None
    for word in (part for both in words for part in both.split("=") if part):
        if last is not None:
            if not only_digits(word):
                return None
            told[last], last = int(word), None
            continue
        try:
            last = find_seat(seats, word)
        except CompanionError:
            return None
    return told, last


def count(action: Action[P], sizes: Mapping[int, int]) -> None:
    """So many dice each, by seat, whatever was told before; the play may be over with that."""
    held = action.state.held
    # Who has fewer gives way first: the dice of all together never are too many.
    for seat in sorted(sizes, key=lambda seat: sizes[seat] - held[seat].size):
        action.add(DICE_COUNTED, DiceCounted(seat=seat, dice=sizes[seat]))
    end(action)


def _who_or_how_many(trial: Trial[Possessing], told: Arguments[Possessing]) -> Iterator[Candidate]:
    """Player by player, how many dice each has now."""
    state, read = trial.state, pairs(trial.state.seats, told.typed(_COUNTS))
    if read is None:
        return
    known, last = read
    if last is None:
        for seat in from_turn(state, state.turn):
            if seat not in known:
                yield from people(state, [seat], f"has {dice_words(state.held[seat].size)}")
        return
    others = sum(known.get(other, it.size) for other, it in enumerate(state.held) if other != last)
    for size in range(min(_MOST, max(0, SET * state.sets - others)) + 1):
        if size != state.held[last].size:
            yield str(size), "dice"


_COUNTS: Param[Possessing, Mapping[int, int]] = several(
    "PLAYER N...", A_PLAYER, _sizes, again=True, candidates=_who_or_how_many
)

COUNT = Verb[Possessing](
    "count",
    "how many dice somebody has",
    """How many dice somebody has now, whatever was told before.

    \b
    Examples:
      companion boolean count ana 4
      companion boolean count ana 6 ben 4
    """,
    (_COUNTS,),
    plan=lambda action, told: count(action, told[_COUNTS]),
)

VERBS = (HOLDS, MINE, COUNT)
