"""The state of a play of Shut the Box, an immutable value; and who wins it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any, ClassVar, NamedTuple, Self

from companion.core.names import counted, listed
from companion.core.outcome import Outcome
from companion.core.seats import PlayerSeat
from companion.core.value import replace
from companion.games.boolean.dice.possession import Holding, HoldingState
from companion.games.boolean.dice.the_ten import HALF, by_id

DICE = HALF
NUDGES = 3
NUMBERS = tuple(range(DICE + 1))
"""The numbers of a column."""
LEFT, SPENT = "○", "⊗"
"""The circles of Nudges."""

Counts = tuple[int, ...]
"""A player's White-up dice in a turn: as rolled, then after each Nudge."""


class Turn(NamedTuple):
    """What is known about a turn, seat by seat; None for what was not entered."""

    number: int
    counts: tuple[Counts | None, ...] = (None, None)
    crossed: tuple[int | None, ...] = (None, None)

    @property
    def has_both(self) -> bool:
        """Whether both players' counts are known."""
        return None not in self.counts

    @property
    def settled(self) -> bool:
        """Whether it is known if sets were switched."""
        return self.has_both or bool(self.shared)

    def seen(self, seat: int) -> Counts:
        """What a player certainly had: the counts, or the number that was crossed off."""
        crossed = self.crossed[seat]
        return self.counts[seat] or (() if crossed is None else (crossed,))

    @property
    def shared(self) -> tuple[int, ...]:
        """The counts that both had at some moment; if there is one, sets are switched (BO-146)."""
        return tuple(sorted({*self.seen(0)} & {*self.seen(1)}))

    def white_after(self, owner: int | None) -> int | None:
        """Who has the White-up set in this turn, if the turns before left it with the `owner`.

        The all-white die is in it, and the all-black one in the other set (BO-136), so a count of 0
        or 5 shows whose it is. A crossed-off number is only used if nothing else is known.
        """
        by_counts = _white_by(self.counts)
        if by_counts is not None or owner is not None:
            return owner if by_counts is None else by_counts
        return _white_by((self.seen(0), self.seen(1)))

    @property
    def nudged(self) -> bool:
        """Whether a Nudge led to the shared count (BO-148)."""
        first, second = self.counts
        return self.has_both and bool(self.shared) and (first or ())[:1] != (second or ())[:1]


def _white_by(seen: Iterable[Counts | None]) -> int | None:
    for seat, counts in enumerate(seen):
        if DICE in (counts or ()):
            return seat
        if 0 in (counts or ()):
            return 1 - seat
    return None


def never_shown(white: bool) -> int:
    """The count that the White-up set (or the other set) never shows."""
    return 0 if white else DICE


class EnteredDice(NamedTuple):
    """A player's dice as they were entered in a turn: a secret."""

    turn: int
    seat: int
    held: Holding


class BoxState(HoldingState):
    """A play of Shut the Box; `round` is the number of the current turn.

    `crossed` are the numbers crossed off each column, `nudges` how many are left. `now` is what is
    known about the current turn, `turns` are earlier ones about which anything is known. `latest`
    is the turn of each player's newest number, as far as known: with the last number, the turn in
    which the column was finished. `shut_turn` is the current turn when the first column was
    finished. `took_white` is who took the White-up set after the Split, if known. `untimed` is how
    many numbers each has crossed off since the turn before, in no turn that was entered. In the
    turns of `sets_unknown` it is no longer known whose set is which, as some before were not
    entered. `entered_dice` are the dice that were entered; `held` follows from them and from the
    turns.
    """

    variant: ClassVar[str] = "shut-the-box"
    crossed: tuple[tuple[int, ...], ...] = ((), ())
    nudges: tuple[int, ...] = (NUDGES, NUDGES)
    now: Turn
    turns: tuple[Turn, ...] = ()
    latest: tuple[int, ...] = (0, 0)
    shut_turn: int | None = None
    took_white: int | None = None
    untimed: tuple[int, ...] = (0, 0)
    sets_unknown: tuple[int, ...] = ()
    entered_dice: tuple[EnteredDice, ...] = ()

    @property
    def public_state(self) -> Self:
        """The state without the names of anybody's dice."""
        dice = tuple(one._replace(held=one.held.redacted) for one in self.entered_dice)
        return replace(super().public_state, entered_dice=dice)

    def needed(self, seat: int) -> tuple[int, ...]:
        """The numbers that a player still has to cross off."""
        return tuple(number for number in NUMBERS if number not in self.crossed[seat])

    def turn_of(self, number: int) -> Turn:
        """Return what is known about a turn."""
        return next(
            (turn for turn in (*self.turns, self.now) if turn.number == number), Turn(number)
        )

    @property
    def has_known_dice(self) -> bool:
        """Whether it is known whose any of the dice are."""
        return any(held.was_entered for held in self.held)

    @property
    def last(self) -> Turn | None:
        """The turn before the current one, if any count of it is known."""
        last = self.turn_of(self.round - 1)
        return last if any(last.counts) else None

    def crossed_in(self, number: int, seat: int) -> int | None:
        """What a player crossed off in a turn, if known."""
        return self.turn_of(number).crossed[seat]

    @property
    def switches(self) -> int:
        """How often sets were switched in the turns that were entered."""
        return sum(map(self.is_switch, self.turns))

    def is_switch(self, turn: Turn) -> bool:
        """Whether sets are switched after a turn; not once the game is over."""
        return bool(turn.shared) and not (self.complete and turn.number == self.shut_turn)

    @property
    def all_turns_known(self) -> bool:
        """Whether it is known of all turns if sets were switched."""
        return sum(turn.settled for turn in self.turns) == self.round - 1

    @property
    def white(self) -> int | None:
        """Who has the White-up set now, if known."""
        return self.white_in(self.round)

    def white_in(self, number: int) -> int | None:
        """Who had the White-up set in a turn, by the entries, or by a count that shows it."""
        return self.turn_of(number).white_after(self.owner_before(number))

    def owner_before(self, number: int) -> int | None:
        """Return who had the White-up set at the beginning of a turn, by the turns before it."""
        return next(islice(self._owners(), number - 1, None))

    def _owners(self) -> Iterator[int | None]:
        """Who had the White-up set at the beginning of each turn, turn by turn; None if unknown."""
        turns = {turn.number: turn for turn in (*self.turns, self.now)}
        owner = self.took_white
        for number in count(1):
            owner = None if number in self.sets_unknown else owner
            yield owner
            turn = turns.get(number, Turn(number))
            owner = turn.white_after(owner)
            if not turn.settled:
                owner = None
            elif self.is_switch(turn) and owner is not None:
                owner = 1 - owner

    @property
    def impossible_counts(self) -> tuple[tuple[int, int, int], ...]:
        """Counts that the player's set never shows, each with turn and seat.

        A Split puts the all-white die into the White-up set, the all-black one into the other
        (BO-30).
        """
        found = []
        turns = {turn.number: turn for turn in (*self.turns, self.now)}
        for number, owner in enumerate(islice(self._owners(), max(turns)), 1):
            turn = turns.get(number, Turn(number))
            for seat in (0, 1):
                never = never_shown(owner == seat)
                if owner is not None and never in turn.seen(seat):
                    found.append((turn.number, seat, never))
        return tuple(found)

    @property
    def complete(self) -> tuple[int, ...]:
        """The seats whose columns are finished."""
        return tuple(seat for seat in range(len(self.seats)) if not self.needed(seat))

    @property
    def winning_turn(self) -> int | None:
        """The first turn in which a column was finished, which wins the game."""
        return min((self.latest[seat] for seat in self.complete), default=None)

    @property
    def nudges_at_finish(self) -> tuple[int, ...]:
        """The Nudges that were left when the game was won; later ones do not count.

        Before that, those that are left now.
        """
        last = self.round if self.winning_turn is None else self.winning_turn
        later = [turn.counts for turn in (*self.turns, self.now) if turn.number > last]
        return tuple(
            left + sum(max(0, len(counts[seat] or ()) - 1) for counts in later)
            for seat, left in enumerate(self.nudges)
        )

    @property
    def waiting(self) -> int | None:
        """Who may still finish in the turn in which the other player did; None if nobody may."""
        number = self.winning_turn
        if number is None or len(self.complete) != 1 or self.shut_turn != self.round:
            return None
        other = 1 - self.complete[0]
        white, known, needed = self.white_in(number), self.turn_of(number), self.needed(other)
        missing = known.counts[other] is None and known.crossed[other] is None
        shows = len(needed) == 1 and (white is None or needed[0] != never_shown(white == other))
        return other if missing and shows and self.latest[other] <= number else None

    @property
    def turn_of_count(self) -> int:
        """The turn of a count without a turn: the current, or the winning one."""
        finish = self.winning_turn
        return self.round if self.waiting is None or finish is None else finish

    @property
    def is_over(self) -> bool:
        """Whether a column is finished, and nobody can draw level."""
        return bool(self.complete) and self.waiting is None

    def held_in(self, number: int) -> tuple[Holding, ...]:
        """The known dice of both players in a turn."""
        return next(islice(self._holdings(), number - 1, None))

    def _holdings(self) -> Iterator[tuple[Holding, ...]]:
        """The known dice of both players, turn by turn: as entered in the turn, or earlier if for
        every turn between it is known whether sets were switched.
        """
        turns = {turn.number: turn for turn in (*self.turns, self.now)}
        unknown = (Holding(DICE),) * len(self.seats)
        held = unknown
        for number in count(1):
            held = unknown if number in self.sets_unknown else held
            for turn_number, seat, entered in self.entered_dice:
                if turn_number == number:
                    held = (*held[:seat], entered, *held[seat + 1 :])
            yield held
            turn = turns.get(number, Turn(number))
            if self.is_switch(turn):
                held = held[::-1]
            elif not turn.settled:
                held = unknown

    def limits(self, seat: int, number: int) -> tuple[int, int]:
        """The fewest and the most White-up dice that a player's known dice allow in a turn."""
        return _limits(self.held_in(number), seat)

    @property
    def counts_unlike_dice(self) -> tuple[tuple[int, int, int], ...]:
        """Counts that a player's known dice never show, each with turn and seat."""
        if not self.entered_dice:
            return ()
        found = []
        turns = {turn.number: turn for turn in (*self.turns, self.now)}
        for number, held in enumerate(islice(self._holdings(), max(turns)), 1):
            turn = turns.get(number, Turn(number))
            for seat in (0, 1):
                least, most = _limits(held, seat)
                counts = (seen for seen in turn.seen(seat) if not least <= seen <= most)
                found += [(number, seat, seen) for seen in counts]
        return tuple(found)


def _limits(held: Sequence[Holding], seat: int) -> tuple[int, int]:
    """Return the fewest and the most White-up dice of known dice; if the other's are all known,
    these are, too.
    """
    dice, other, known = by_id(), held[1 - seat].known, held[seat].known
    if len(set(other)) == DICE:
        known = tuple(name for name in dice if name not in other)
    least = sum(not dice[name].can_be_black for name in known)
    return least, DICE - sum(not dice[name].can_be_white for name in known)


def opening(seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]) -> BoxState:
    """Five dice and three Nudges each (BO-135, BO-137); both play at once, so nobody has a turn."""
    return BoxState(
        seats=seats,
        scores=(),
        first=first,
        held=(Holding(DICE),) * len(seats),
        now=Turn(1),
        took_white=options.get("white"),
    )


# How entries change the state


def with_turn(state: BoxState, turn: Turn) -> BoxState:
    """The state with what was entered of the current turn, or of an earlier one."""
    if turn.number >= state.round:
        return replace(state, now=turn)
    others = [other for other in state.turns if other.number != turn.number]
    return replace(state, turns=tuple(sorted([*others, turn], key=lambda one: one.number)))


def cross_off(state: BoxState, seat: int, numbers: Iterable[int], turn: int) -> BoxState:
    """Cross numbers off a column, in that turn."""
    columns, latest = list(state.crossed), list(state.latest)
    columns[seat] = tuple(sorted({*columns[seat], *numbers}))
    latest[seat] = max(latest[seat], turn)
    state = replace(state, crossed=tuple(columns), latest=tuple(latest))
    return (
        replace(state, shut_turn=state.round)
        if state.complete and state.shut_turn is None
        else state
    )


def close_turn(state: BoxState, then: int) -> BoxState:
    """End the current turn; `then` is the next one."""
    turn = state.now
    known = any(turn.counts) or turn.crossed != (None, None)
    turns = (*state.turns, turn) if known else state.turns
    return replace(state, turns=turns, round=then, now=Turn(then), untimed=(0, 0))


def with_known_dice(state: BoxState) -> BoxState:
    """Compute the known dice in the current turn.

    If counts of a turn are missing, sets may have been switched, so that nobody's dice are known
    after it until they are entered.
    """
    return replace(state, held=state.held_in(state.round))


# Who wins: the first finished column; in the same turn, more Nudges left


def outcome(state: BoxState) -> Outcome:
    """The winner; both in a draw, nobody before a column is finished."""
    done = state.complete
    if not done:
        left = " and ".join(
            f"{state.name(seat)} has {counted(len(state.needed(seat)), 'number')}"
            for seat in range(len(state.seats))
        )
        return Outcome((), f"{left} to cross off")
    if len(done) == 1:
        return Outcome(done, "the first column that is crossed off")
    if state.latest[0] != state.latest[1]:
        first = state.latest.index(min(state.latest))
        return Outcome(
            (first,), f"the first column that is crossed off, in turn {state.winning_turn}"
        )
    nudges = state.nudges_at_finish
    most, fewest = max(nudges), min(nudges)
    if most == fewest:
        left = counted(most, "Nudge")
        return Outcome(done, f"a draw: both finished in the same turn, with {left} left each")
    ahead = nudges.index(most)
    return Outcome(
        (ahead,), f"both finished in the same turn, and more Nudges are left, {most} to {fewest}"
    )


# In words


def circles(left: int, between: str = "") -> str:
    """Draw the circles at the head of a column, with so many Nudges left."""
    return between.join(LEFT * left + SPENT * (NUDGES - left))


def number_words(numbers: Iterable[int], last: str = "and") -> str:
    """Numbers in a sentence: `0, 3 and 5`."""
    return listed([str(number) for number in numbers], last)


def switch_words(turn: Turn) -> str:
    """Say why sets are switched."""
    by = ", after a Nudge" if turn.nudged else ""
    return f"both had {number_words(turn.shared)}{by}"


def switch_lines(before: BoxState, number: int, after: BoxState) -> list[str]:
    """A line that sets are switched, if this entry about a turn caused it."""
    turn = after.turn_of(number)
    if not after.is_switch(turn) or before.turn_of(number).shared:
        return []
    so = "sets were switched" if number < before.round else "they switch sets"
    return [f"{switch_words(turn)}, so {so}"]
