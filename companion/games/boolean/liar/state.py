"""The state of a play of Liar's Boolean Dice, an immutable value: whose turn it is, who wins, and
the commands that fit now."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, NamedTuple

from companion.core.event import Referee
from companion.core.names import listed
from companion.core.outcome import Outcome
from companion.core.seats import PlayerSeat
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.faces import BLACK, WHITE
from companion.games.boolean.dice.possession import ALL_BLACK, ALL_WHITE, Holding, HoldingState

EACH = 5
"""Dice with which each player begins."""

Phase = Literal["opening", "declaring", "challenge"]


class Declaration(NamedTuple):
    """A player's declaration."""

    seat: int
    number: int


class Open(NamedTuple):
    """A player's dice that lie open until the round is over."""

    whites: int = 0
    blacks: int = 0

    @property
    def dice(self) -> int:
        """How many dice these are."""
        return self.whites + self.blacks


class Showdown(NamedTuple):
    """How a round ended; None for what is unknown.

    `number` was declared last, by `declarer`; `whites` dice were White-up. The `loser` gave up a
    die, to `taker` or to the center pile.
    """

    challenger: int | None
    declarer: int | None
    number: int | None
    whites: int | None = None
    loser: int | None = None
    taker: int | None = None

    @property
    def rule(self) -> str:
        """The rule that decides who lost the challenge."""
        if self.taker is not None:
            return "BO-101"
        return "BO-99" if self.loser == self.challenger else "BO-100"


class LiarState(HoldingState):
    """A play of Liar's Boolean Dice; dice that nobody possesses are the center pile.

    `turn` is who declares or challenges next; None if it is not known who opens the round, and
    while a challenge is `unsettled`, as nobody has entered who lost it. `declared` are this round's
    declarations, `skipped` counts those made since that were not entered. `shown` are the dice of
    each seat that lie open. `last_round` is how the last round ended, `pile` the names of dice in
    the center pile. `mixed` is whether a die may have gone from player to player, so that nobody
    has just what the Split gave.
    """

    variant: ClassVar[str] = "liar"
    shown: tuple[Open, ...]
    declared: tuple[Declaration, ...] = ()
    skipped: int = 0
    unsettled: Showdown | None = None
    last_round: Showdown | None = None
    pile: tuple[str, ...] = ()
    mixed: bool = False

    @property
    def known_loose(self) -> tuple[str, ...]:
        """The dice of the center pile, as far as they were named."""
        return self.pile

    @property
    def phase(self) -> Phase:
        """The step of the round."""
        if self.unsettled is not None:
            return "challenge"
        return "declaring" if self.declared or self.skipped else "opening"

    @property
    def still_in(self) -> tuple[int, ...]:
        return tuple(seat for seat, held in enumerate(self.held) if held.size)

    @property
    def dice(self) -> int:
        """How many dice the players have together."""
        return sum(held.size for held in self.held)

    @property
    def last(self) -> Declaration | None:
        """The declaration to beat; None if there is none, or if the newest was not entered."""
        return self.declared[-1] if self.declared and not self.skipped else None

    @property
    def declarer(self) -> int | None:
        """Who made the newest declaration, entered or not; None before the first one."""
        if self.skipped and self.turn is not None:
            return self.next_in(self.turn, -1)
        return self.declared[-1].seat if self.declared else None

    @property
    def lowest(self) -> int | None:
        """The lowest number that may be declared; None if any number may be."""
        return self.declared[-1].number + self.skipped + 1 if self.declared else None

    @property
    def whites(self) -> range:
        """How many dice can be White-up, by what everybody can see.

        Every set has an all-white die and an all-black one: those that cannot be in the center pile
        are with the players.
        """
        least = max(self.in_sight[0], self.with_players(ALL_WHITE))
        blacks = max(sum(shown.blacks for shown in self.shown), self.with_players(ALL_BLACK))
        return range(least, max(least, self.dice - blacks) + 1)

    @property
    def in_sight(self) -> range:
        """How many dice can be White-up, by the open dice alone."""
        least = sum(shown.whites for shown in self.shown)
        return range(least, self.dice - sum(shown.blacks for shown in self.shown) + 1)

    def with_players(self, die: str) -> int:
        """The number of copies of a die, one in each set, that players certainly have."""
        unnamed = max(0, self.loose - len(self.pile))
        return min(self.dice, max(0, self.sets - self.pile.count(die) - unnamed))

    def hidden(self, seat: int) -> int:
        """How many of a player's dice are hidden."""
        return self.held[seat].size - self.shown[seat].dice


def opening(seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]) -> LiarState:
    """Five dice each, from one set for every two players; `first` opens (BO-75, A-BO-07)."""
    return LiarState(
        seats=seats,
        scores=(),
        first=first,
        turn=first,
        sets=(len(seats) + 1) // 2,
        held=(Holding(EACH),) * len(seats),
        shown=(Open(),) * len(seats),
    )


# Who wins: the last player with dice


def outcome(state: LiarState) -> Outcome:
    """The last player with dice; nobody while several have some."""
    if len(state.still_in) == 1:
        return Outcome(state.still_in, "the last one with dice")
    names = listed([state.name(seat) for seat in state.still_in])
    return Outcome((), f"{names} have dice left" if names else "nobody has dice left")


def is_over(state: LiarState) -> bool:
    """Whether fewer than two players have dice."""
    return len(state.still_in) < 2


# Whose turn it is


def whose_turn(state: LiarState) -> int:
    """Whose turn it is. Raises Invalid if that is unknown, Refused if it is nobody's."""
    require_going_on(state)
    if state.turn is None:
        raise Invalid(
            UNKNOWN_OPENER, f"Name the player: {declare_command(state, example_seat(state))}."
        )
    return state.turn


UNKNOWN_OPENER = "Who opens this round is unknown, as no challenger was entered (A-BO-34)."


def require_going_on(state: LiarState) -> None:
    """Refuse anything but the loser after an undecided challenge. Raises Refused."""
    if state.unsettled is not None:
        raise Refused(
            "A declaration was challenged, so this round is over. Who lost?",
            settle_commands(state),
        )


def require_in(state: LiarState, seat: int) -> None:
    """Refuse a player without dice. Raises Refused."""
    if not state.held[seat].size:
        raise Refused(
            f"{state.name(seat)} has no dice left and is eliminated (BO-103).",
            f"`companion boolean count {state.seats[seat].handle} 1` if that is wrong.",
        )


def require_turn(state: LiarState, seat: int, referee: Referee) -> None:
    """Refuse a declaration or a challenge out of turn; anybody may open if it is unknown who
    does."""
    require_in(state, seat)
    if state.turn is None or seat == state.turn:
        return
    name, turn = state.name(seat), state.name(state.turn)
    hint = f"{declare_command(state, state.turn)}."
    if state.phase == "declaring":
        referee.refuse(
            "BO-83",
            f"It is {turn}'s turn, not {name}'s: turns go round clockwise.",
            f"`companion next` if {turn} made a declaration that you did not enter.",
        )
    elif state.last_round is None or state.last_round.challenger is None:
        referee.refuse("BO-79", f"{turn} opens this round, not {name}.", hint)
    else:
        challenger = state.name(state.last_round.challenger)
        referee.refuse(
            "BO-85",
            f"{turn} opens this round, not {name}: it is the player to the left of {challenger}, "
            "who challenged.",
            hint,
        )


def require_opened(state: LiarState, seat: int, referee: Referee) -> None:
    """Refuse a challenge before the first declaration of a round."""
    if state.phase != "opening":
        return
    require_in(state, seat)
    referee.refuse(
        "BO-90",
        "Nobody has declared anything in this round yet, so there is nothing to challenge.",
        f"{declare_command(state, state.turn)}."
        if state.turn is not None
        else f"To enter only who lost a die: `companion boolean lose {state.seats[seat].handle}`.",
    )


# Commands for hints and next steps, by what everybody knows


def as_text(number: int) -> str:
    """A number as text, with a proper minus sign: `4`, `−2`."""
    return str(number) if number >= 0 else f"−{-number}"


def example_seat(state: LiarState) -> int:
    """A player with dice, for an example; the first seat if nobody has any."""
    return next(iter(state.still_in), 0)


def example_number(state: LiarState) -> int:
    """A number for an example: the lowest that is allowed, or a modest one to open with."""
    return max(1, state.dice // 3 if state.lowest is None else state.lowest)


def declare_command(state: LiarState, seat: int) -> str:
    """The command for somebody's declaration."""
    return f"`companion boolean declare {state.seats[seat].handle} {example_number(state)}`"


def challenge_command(state: LiarState) -> str:
    """The command for a challenge, with a count that is possible for all that anybody can see."""
    if state.last is None:
        return "`companion boolean challenge`"
    count = (state.whites[0] + state.whites[-1]) // 2
    return f"`companion boolean challenge --white {count}`"


def reveal_option(state: LiarState) -> str:
    """Show how to enter everybody's dice, open and hidden, in a way that is possible for all to
    see.
    """
    hands = []
    for seat in state.still_in:
        whites = state.shown[seat].whites + state.hidden(seat) // 2
        hand = WHITE * whites + BLACK * (state.held[seat].size - whites)
        hands.append(f"{state.seats[seat].handle}={hand}")
    return f"`--reveal {' '.join(hands)}`"


def lose_command(state: LiarState) -> str:
    """The command for a lost die, if nothing else is entered."""
    return f"`companion boolean lose {state.seats[example_seat(state)].handle}`"


def settle_commands(state: LiarState) -> str:
    """The commands that decide a challenge for which no dice were entered."""
    ended = state.unsettled
    if ended is None or ended.challenger is None or ended.declarer is None:
        return f"Who lost a die? {lose_command(state)}."
    by, of = (state.seats[seat].handle for seat in (ended.challenger, ended.declarer))
    return (
        f"If more were White-up than declared: `companion boolean lose {by}`; fewer: "
        f"`companion boolean lose {of}`; exactly as many: `companion boolean lose {by} --to {of}`."
    )
