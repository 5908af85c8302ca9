"""What is known of a play of Liar's Boolean Dice: an immutable value; whose turn it is, the
commands that fit now, and who wins."""

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
"""Dice that everybody begins with."""

Phase = Literal["opening", "declaring", "challenge"]


class Declaration(NamedTuple):
    """A declaration, and whose it was."""

    seat: int
    number: int


class Open(NamedTuple):
    """A player's dice that lie open until the round is over."""

    whites: int = 0
    blacks: int = 0

    @property
    def dice(self) -> int:
        """How many they are."""
        return self.whites + self.blacks


class Showdown(NamedTuple):
    """How a round ended, as far as it is known; None for what was not entered.

    `number` is what was declared last, by `declarer`; `whites` how many dice were White-up. `loser`
    gave up a die: to `taker`, or to the center pile.
    """

    challenger: int | None
    declarer: int | None
    number: int | None
    whites: int | None = None
    loser: int | None = None
    taker: int | None = None

    @property
    def rule(self) -> str:
        """The rule by which a challenge was lost so."""
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
        """What the round has come to."""
        if self.unsettled is not None:
            return "challenge"
        return "declaring" if self.declared or self.skipped else "opening"

    @property
    def still_in(self) -> tuple[int, ...]:
        return tuple(seat for seat, held in enumerate(self.held) if held.size)

    @property
    def dice(self) -> int:
        """How many dice all players have together."""
        return sum(held.size for held in self.held)

    @property
    def last(self) -> Declaration | None:
        """The declaration to beat; None if there is none, or the newest was not entered."""
        return self.declared[-1] if self.declared and not self.skipped else None

    @property
    def declarer(self) -> int | None:
        """Who made the newest declaration, entered or not; None if the round is not opened."""
        if self.skipped and self.turn is not None:
            return self.next_in(self.turn, -1)
        return self.declared[-1].seat if self.declared else None

    @property
    def lowest(self) -> int | None:
        """The lowest number that may be declared; None where any may be."""
        return self.declared[-1].number + self.skipped + 1 if self.declared else None

    @property
    def whites(self) -> range:
        """How many dice can be White-up, by what all can see.

        In every set one die is white all over, and one black: those that cannot lie in the center
        pile are somebody's.
        """
        least = max(self.in_sight[0], self.with_players(ALL_WHITE))
        blacks = max(sum(shown.blacks for shown in self.shown), self.with_players(ALL_BLACK))
        return range(least, max(least, self.dice - blacks) + 1)

    @property
    def in_sight(self) -> range:
        """The same by the dice alone that lie open."""
        least = sum(shown.whites for shown in self.shown)
        return range(least, self.dice - sum(shown.blacks for shown in self.shown) + 1)

    def with_players(self, die: str) -> int:
        """How many of a die, of which there is one in each set, players have for certain."""
        unnamed = max(0, self.loose - len(self.pile))
        return min(self.dice, max(0, self.sets - self.pile.count(die) - unnamed))

    def hidden(self, seat: int) -> int:
        """How many of a player's dice are hidden."""
        return self.held[seat].size - self.shown[seat].dice


def opening(seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]) -> LiarState:
    """Five dice for everybody, of a set for every two players; `first` opens (BO-75, A-BO-07)."""
    return LiarState(
        seats=seats,
        scores=(),
        first=first,
        turn=first,
        sets=(len(seats) + 1) // 2,
        held=(Holding(EACH),) * len(seats),
        shown=(Open(),) * len(seats),
    )


# Who wins: the last one who has dice


def outcome(state: LiarState) -> Outcome:
    """The winner by the dice; nobody while several have some."""
    if len(state.still_in) == 1:
        return Outcome(state.still_in, "the last one with dice")
    names = listed([state.name(seat) for seat in state.still_in])
    return Outcome((), f"{names} have dice left" if names else "nobody has dice left")


def is_over(state: LiarState) -> bool:
    """Whether fewer than two players have dice."""
    return len(state.still_in) < 2


# Whose turn it is


def whose_turn(state: LiarState) -> int:
    """Whose turn it is. Raises Invalid where nobody knows, Refused where it is nobody's."""
    require_going_on(state)
    if state.turn is None:
        raise Invalid(
            UNKNOWN_OPENER, f"Name the player: {declare_command(state, example_seat(state))}."
        )
    return state.turn


UNKNOWN_OPENER = "Who opens this round is not known: who challenged was not entered (A-BO-34)."


def require_going_on(state: LiarState) -> None:
    """Refuse what comes after a challenge. Raises Refused."""
    if state.unsettled is not None:
        raise Refused(
            "This round is over: a declaration was challenged. Who lost?",
            settle_commands(state),
        )


def require_in(state: LiarState, seat: int) -> None:
    """Refuse what somebody without dice would do. Raises Refused."""
    if not state.held[seat].size:
        raise Refused(
            f"{state.name(seat)} has no dice left and is eliminated (BO-103).",
            f"`companion boolean count {state.seats[seat].handle} 1` if there are some.",
        )


def require_turn(state: LiarState, seat: int, referee: Referee) -> None:
    """Refuse a declaration or a challenge out of turn; anybody may open where nobody knows who."""
    require_in(state, seat)
    if state.turn is None or seat == state.turn:
        return
    name, turn = state.name(seat), state.name(state.turn)
    hint = f"{declare_command(state, state.turn)}."
    if state.phase == "declaring":
        referee.refuse(
            "BO-83",
            f"It is {turn}'s turn, and not {name}'s: turns go round clockwise.",
            f"`companion next` if {turn} made a declaration that was not entered.",
        )
    elif state.last_round is None or state.last_round.challenger is None:
        referee.refuse("BO-79", f"{turn} opens this round, and not {name}.", hint)
    else:
        challenger = state.name(state.last_round.challenger)
        referee.refuse(
            "BO-85",
            f"{turn} opens this round, and not {name}: the next one to the left of {challenger}, "
            "who challenged.",
            hint,
        )


def require_opened(state: LiarState, seat: int, referee: Referee) -> None:
    """Refuse a challenge where nothing was declared in this round."""
    if state.phase != "opening":
        return
    require_in(state, seat)
    referee.refuse(
        "BO-90",
        "There is no declaration in this round yet that could be challenged.",
        f"{declare_command(state, state.turn)}."
        if state.turn is not None
        else "Who lost a die, without the rest: `companion boolean lose "
        f"{state.seats[seat].handle}`.",
    )


# The commands that fit now, by what is known to all: for hints and next steps


def as_text(number: int) -> str:
    """A number as it is written here: `4`, `−2`."""
    return str(number) if number >= 0 else f"−{-number}"


def example_seat(state: LiarState) -> int:
    """Somebody who has dice, for an example; whoever sits first where nobody has."""
    return next(iter(state.still_in), 0)


def example_number(state: LiarState) -> int:
    """A number to show in a command: the lowest that is allowed, or a modest one to open with."""
    return max(1, state.dice // 3 if state.lowest is None else state.lowest)


def declare_command(state: LiarState, seat: int) -> str:
    """The command for somebody's declaration."""
    return f"`companion boolean declare {state.seats[seat].handle} {example_number(state)}`"


def challenge_command(state: LiarState) -> str:
    """The command for a challenge, with a count that could be, by what all can see."""
    if state.last is None:
        return "`companion boolean challenge`"
    count = (state.whites[0] + state.whites[-1]) // 2
    return f"`companion boolean challenge --white {count}`"


def reveal_option(state: LiarState) -> str:
    """How to enter everybody's dice, open and hidden, as they could lie by what all can see."""
    hands = []
    for seat in state.still_in:
        whites = state.shown[seat].whites + state.hidden(seat) // 2
        hand = WHITE * whites + BLACK * (state.held[seat].size - whites)
        hands.append(f"{state.seats[seat].handle}={hand}")
    return f"`--reveal {' '.join(hands)}`"


def lose_command(state: LiarState) -> str:
    """The command for a lost die, of which nothing else was entered."""
    return f"`companion boolean lose {state.seats[example_seat(state)].handle}`"


def settle_commands(state: LiarState) -> str:
    """The commands that settle a challenge of which it was not entered what lay there."""
    ended = state.unsettled
    if ended is None or ended.challenger is None or ended.declarer is None:
        return f"Who has lost a die? {lose_command(state)}."
    by, of = (state.seats[seat].handle for seat in (ended.challenger, ended.declarer))
    return (
        f"More White-up than declared: `companion boolean lose {by}`; fewer: "
        f"`companion boolean lose {of}`; exactly so many: `companion boolean lose {by} --to {of}`."
    )
