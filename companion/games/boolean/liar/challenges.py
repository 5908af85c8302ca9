"""Challenges of a declaration: what is shown then, who has lost by it, and the round's end.

What lay there may be entered as a number, or as all dice; or the table says who lost, later.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

from companion.core.action import Action
from companion.core.command import player, verb, words
from companion.core.event import Referee
from companion.core.fact import NOT_RECORDED, Fact, Flag, Seat
from companion.core.names import listed, short
from companion.core.numbers import number_of, only_digits
from companion.core.offer import people
from companion.core.param import Arguments, Candidate, a_number
from companion.core.seats import find_seat
from companion.core.shapes import SEAT, each_seat, maybe, whole_from
from companion.core.value import replace
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.faces import COLOURS, colours, whites_in
from companion.games.boolean.dice.possession import MOST_DICE, require_own, whites_of
from companion.games.boolean.dice.the_ten import MAYBE_DIE, dice_words
from companion.games.boolean.liar.declarations import require_of_sets
from companion.games.boolean.liar.losses import (
    Fate,
    LostDie,
    challenge_words,
    fate,
    left_words,
    next_round,
    require_same_fate,
    verdict,
    warn_of_unknown,
)
from companion.games.boolean.liar.state import (
    LiarState,
    Showdown,
    require_going_on,
    require_opened,
    require_turn,
    to_challenge,
    to_reveal,
    whose_turn,
)
from companion.games.boolean.parsing import names_and_values
from companion.games.boolean.variants import end

if TYPE_CHECKING:
    from companion.core.offer import Trial


class DeclarationChallenged(
    Fact[LiarState],
    kind="declaration.challenged",
    # A die that goes to a player is a secret; in the center pile it is seen by all. Of an older
    # entry, which does not say where it goes, the line names one in the pile alone.
    secret=lambda fact: () if fact.taker in (None, NOT_RECORDED) else ("die",),
):
    """What lay there: how many dice were White-up, or what each player's show, or neither. `die` is
    the one that was Surrendered for it: by the `loser`, to a `taker` or to the center pile, as what
    lay there says. `out` and `opens`: see `Fate`."""

    seat: Seat
    whites: Annotated[int | None, maybe(whole_from(0, MOST_DICE))]
    hands: Annotated[list[str] | None, maybe(each_seat(COLOURS))]
    die: Annotated[str | None, MAYBE_DIE]
    loser: Annotated[int | None, maybe(SEAT)] = NOT_RECORDED
    taker: Annotated[int | None, maybe(SEAT)] = NOT_RECORDED
    out: Flag | None = None
    opens: Annotated[int | None, maybe(SEAT)] = NOT_RECORDED

    def _ended(self, state: LiarState) -> Showdown:
        return _ended(state, self.seat, self.whites, self.hands)

    def check(self, state: LiarState, referee: Referee) -> None:
        """Refuse a challenge out of turn, or of nothing, and dice that cannot lie so."""
        require_going_on(state)
        require_opened(state, self.seat, referee)
        require_turn(state, self.seat, referee)
        if self.hands is not None:
            _require_hands(state, self.hands, referee)
        elif self.whites is not None:
            _require_count(state, self.whites, referee)
        ended = self._ended(state)
        if state.last is None and ended.whites is not None:
            raise Refused(
                "The declaration that was challenged was not entered, so nobody can say who has "
                "lost.",
                "`companion boolean challenge` alone, then who lost; or `companion undo` and enter "
                "it.",
            )
        self._require_same_loser(state, ended, referee)
        if ended.loser is not None:
            require_own(state, ended.loser, self.die, referee)
        elif self.die is not None:
            raise Refused(
                "What lay there was not entered, so it is not known who gives up a die.",
                f"{to_challenge(state)}; or `--die` with `companion boolean lose`.",
            )
        require_same_fate(state, ended, self.die, Fate(self.out, self.opens), referee)

    def _require_same_loser(self, state: LiarState, ended: Showdown, referee: Referee) -> None:
        """Who has lost follows from the declaration and from what lay there."""
        loser = ended.loser if self.loser is NOT_RECORDED else self.loser
        taker = ended.taker if self.taker is NOT_RECORDED else self.taker
        names = [None if seat is None else state.name(seat) for seat in (loser, ended.loser)]
        referee.require(
            (loser, taker) == (ended.loser, ended.taker),
            ended.rule,
            f"{names[0] or 'Nobody'} had lost this challenge, and {names[1] or 'nobody'} would "
            f"have lost it then{'' if names[0] != names[1] else ', with the die going elsewhere'}.",
            "`companion log` has the numbers for `companion undo`.",
        )

    def apply(self, state: LiarState) -> LiarState:
        ended = self._ended(state)
        if ended.loser is None:
            return replace(state, doubt=ended, turn=None)
        return next_round(state, ended, self.die)

    def describe(self, before: LiarState, after: LiarState) -> str:
        ended = self._ended(before)
        hands = "; ".join(
            f"{after.name(seat)} {hand}" for seat, hand in enumerate(self.hands or ()) if hand
        )
        shown = f" ({hands})" if hands else ""
        line = f"{challenge_words(after, ended)}{shown}: {verdict(after, ended, self.die)}"
        return line if ended.loser is None else f"{line}; {left_words(after, ended)}"


def _ended(
    state: LiarState, seat: int, whites: int | None, hands: Sequence[str] | None
) -> Showdown:
    """The round as a challenge ends it, as far as that is known (BO-98 to BO-101)."""
    last = state.last
    if hands is not None:
        whites = sum(whites_in(hand) for hand in hands)
    ended = Showdown(seat, state.declarer, None if last is None else last.number, whites)
    if ended.number is None or whites is None:
        return ended
    if whites < ended.number:
        return ended._replace(loser=ended.declarer)
    exactly = whites == ended.number
    return ended._replace(loser=seat, taker=ended.declarer if exactly else None)


def _require_hands(state: LiarState, hands: Sequence[str], referee: Referee) -> None:
    for seat, hand in enumerate(hands):
        name, size, shown = state.name(seat), state.held[seat].size, state.shown[seat]
        all_of_them = {0: "none", 1: "it"}.get(size, "them all")
        referee.require(
            len(hand) == size,
            "BO-97",
            f"{name} has {dice_words(size)} and shows {all_of_them}, not {len(hand)}.",
            f"`w` or `b` for each die of everybody: {to_reveal(state)}; or only how many are "
            f"White-up, {to_challenge(state)}.",
        )
        whites = whites_in(hand)
        referee.require(
            whites >= shown.whites and len(hand) - whites >= shown.blacks,
            "BO-96",
            f"{_open_words(state, seat)} open until the round is over, and {hand} is without "
            f"{'it' if shown.dice == 1 else 'them'}.",
            f"Everybody's dice, open and hidden: {to_reveal(state)}.",
        )
    require_of_sets(state, sum(map(whites_in, hands)), sum(map(len, hands)), referee)


def _open_words(state: LiarState, seat: int) -> str:
    """What lies open of somebody's dice: `Of Ben's dice, 2 white and 1 black lie`."""
    shown = state.shown[seat]
    counts = ((shown.whites, "white"), (shown.blacks, "black"))
    lying = listed([f"{count} {colour}" for count, colour in counts if count])
    return f"Of {state.name(seat)}'s dice, {lying} {'lies' if shown.dice == 1 else 'lie'}"


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


def _contradiction(state: LiarState, whites: int | None, hands: Sequence[str] | None) -> str | None:
    """What of a challenge cannot be, by the dice that are known; None where all of it can be.

    It is said to those who have shown their dice. Before that, and to refuse it, would be a way to
    ask for somebody's secret.
    """
    slip = "`companion undo` if that was a slip."
    for seat, hand in enumerate(hands or ()):
        if hand and whites_in(hand) not in whites_of(state, seat):
            name = state.name(seat)
            return f"{name} shows {hand}: the dice entered for {name} cannot show that. {slip}"
    if whites is None:
        return None
    ranges = [whites_of(state, seat) for seat in state.still_in]
    least, most = sum(each.start for each in ranges), sum(each.stop - 1 for each in ranges)
    if least <= whites <= most:
        return None
    return f"By the dice that were entered, {whites} cannot be White-up. {slip}"


# As it is typed

_EXAMPLE = "`companion boolean challenge --white 4`"


def _whose(trial: "Trial[LiarState]", args: Arguments[LiarState]) -> Iterable[Candidate]:
    turn = trial.state.turn
    if turn is None or "white" in args or "reveal" in args:
        return ()
    return people(trial.state, [turn], "whose turn it is")


def _sorted(state: LiarState, words: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """Who challenges, how many are White-up, and everybody's dice: `ana=wwb`."""
    names, counts = names_and_values(state, [it for it in words if "=" not in it], only_digits)
    return names, counts, [word for word in words if "=" in word]


def _read_count(state: LiarState, words: Sequence[str]) -> int:
    """How many are White-up, as it was typed. Raises Invalid."""
    if len(words) > 1:
        raise Invalid("There is one count of White-up dice.", _EXAMPLE)
    return number_of(words[0], "number of dice", _EXAMPLE)


def _counts(trial: "Trial[LiarState]", args: Arguments[LiarState]) -> Iterable[Candidate]:
    """How many may be White-up, each with who loses a die for it."""
    state, seat = trial.state, args.get("player", trial.state.turn)
    if seat is None or state.last is None:
        return
    for whites in state.whites:
        ended = _ended(state, seat, whites, None)
        about = f"{state.name(ended.loser or 0)} loses a die"
        if ended.taker is not None:
            about = f"exactly: {state.name(seat)} gives {state.name(ended.taker)} a die"
        yield str(whites), about


def _read_hands(state: LiarState, words: Sequence[str]) -> list[str]:
    """Everybody's dice as they are typed, `ana=wwb`, seat by seat. Raises Invalid, or NotFound."""
    hands: dict[int, str] = {}
    for word in words:
        name, sign, dice = word.rpartition("=")
        if not sign:
            raise Invalid(
                f"Whose dice are “{short(word)}”?", f"Player by player: {to_reveal(state)}."
            )
        seat = find_seat(state.seats, name)
        if seat in hands:
            raise Invalid(
                f"{state.name(seat)}'s dice are entered twice.", f"Once each: {to_reveal(state)}."
            )
        hands[seat] = colours(dice, "what dice show", to_reveal(state))
    return [hands.get(seat, "") for seat in range(len(state.seats))]


Challenger = Annotated[
    int, player(candidates=_whose, belongs_here=lambda state, words: True, default_from=whose_turn)
]
WhiteUp = Annotated[
    int | None,
    words(
        _read_count,
        "--white",
        a_number(0, 99),
        repeated=False,
        metavar="N",
        help="Liar's: how many are White-up in all.",
        about="how many are White-up in all",
        candidates=_counts,
        own_words=lambda state, words, there: _sorted(state, words)[1],
        when=lambda trial, args: "reveal" not in args,
    ),
]
Hands = Annotated[
    list[str] | None,
    words(
        _read_hands,
        "--reveal",
        metavar="PLAYER=DICE",
        help="Liar's: everybody's, `ana=wwb ben=2w1b`.",
        about="everybody's dice: ana=wwb ben=2w1b",
        own_words=lambda state, words, there: _sorted(state, words)[2],
        when=lambda trial, args: "white" not in args and trial.state.last is not None,
    ),
]


@verb(
    "the declaration",
    rearrange=lambda state, words: [word for words in _sorted(state, words) for word in words],
    too_many=lambda state, words: Invalid(
        f"“{short(words[1])}” is not a number of dice.",
        f"{_EXAMPLE}, or `companion boolean challenge ben 4`.",
    ),
)
def challenge(
    action: Action[LiarState],
    player: Challenger,
    *,
    white: WhiteUp = None,
    reveal: Hands = None,
    die: LostDie = None,
) -> None:
    """Challenge a declaration.

    Who loses is said by how many dice are White-up, or by everybody's dice; without, the table says
    it.

    \b
    Examples:
      companion boolean challenge --white 4
      companion boolean challenge ben --reveal ana=wwb ben=2w3b
      companion boolean challenge
    """
    if white is not None and reveal is not None:
        raise Invalid("Everybody's dice say how many there are.", "`--white` or `--reveal`.")
    before = action.state
    ended = _ended(before, player, white, reveal)
    out, opens = fate(before, ended, die)
    action.add(
        DeclarationChallenged(
            seat=player,
            whites=white,
            hands=reveal,
            die=die,
            loser=ended.loser,
            taker=ended.taker,
            out=out,
            opens=opens,
        )
    )
    unlike = _contradiction(before, white, reveal)
    if unlike is not None:
        action.warn(unlike)
    if ended.loser is not None:
        warn_of_unknown(action, before, ended.loser, die)
    end(action)
