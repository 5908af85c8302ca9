"""How a round ends: a challenge, the die that is lost, and who opens the next round."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.core.action import Action
from companion.core.command import player, verb, words
from companion.core.event import Referee
from companion.core.fact import NOT_RECORDED, Fact, Flag, Seat
from companion.core.names import listed, short
from companion.core.numbers import number_of, only_digits
from companion.core.offer import from_turn, people
from companion.core.param import Arguments, Candidate, a_number, nobodys
from companion.core.seats import find_seat
from companion.core.shapes import SEAT, each_seat, maybe, whole_from
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.faces import COLOURS, parse_colours, whites_in
from companion.games.boolean.dice.possession import (
    MOST_DICE,
    move_die,
    require_own,
    whites_of,
)
from companion.games.boolean.dice.the_ten import MAYBE_DIE, dice_words
from companion.games.boolean.liar.declarations import require_of_sets
from companion.games.boolean.liar.state import (
    LiarState,
    Open,
    Showdown,
    as_text,
    challenge_command,
    is_over,
    lose_command,
    require_going_on,
    require_in,
    require_opened,
    require_turn,
    reveal_option,
    settle_commands,
    whose_turn,
)
from companion.games.boolean.parsing import die_option, names_and_values
from companion.games.boolean.variants import UNDO_BY_NUMBER, UNDO_SLIP, end

if TYPE_CHECKING:
    from companion.core.offer import Trial

# The end of a round


def next_round(state: LiarState, ended: Showdown, die: str | None) -> LiarState:
    """The state after a round, for which a die was given up.

    The next player with dice to the left of the challenger opens the next one (BO-85, A-BO-34).
    """
    state = move_die(state, ended.loser, ended.taker, die)
    if ended.taker is not None:
        state = replace(state, mixed=True)
    elif die is not None:
        state = replace(state, pile=(*state.pile, die))
    last = is_over(state)
    opens = None if last or ended.challenger is None else state.next_in(ended.challenger)
    return replace(
        state,
        round=state.round if last else state.round + 1,
        turn=opens,
        shown=(Open(),) * len(state.seats),
        declared=(),
        skipped=0,
        unsettled=None,
        last_round=ended,
    )


class Effect(NamedTuple):
    """The effect of a lost die: whether the loser is `out`, and who `opens` the next round; null if
    unknown.

    Neither is recorded in older logs, for an undecided challenge, or if the game is over.
    """

    out: bool | None = None
    opens: int | None = NOT_RECORDED


def effect_of(state: LiarState, ended: Showdown, die: str | None) -> Effect:
    """The effect of a lost die, as it is recorded."""
    if ended.loser is None:
        return Effect()
    after = next_round(state, ended, die)
    if is_over(after):
        return Effect()
    return Effect(not after.held[ended.loser].size, after.turn)


def require_same_effect(
    state: LiarState, ended: Showdown, die: str | None, recorded: Effect, referee: Referee
) -> None:
    """Refuse a lost die if after an undo somebody else would be out, or open the next round.

    If the game would be over, that is refused elsewhere (BO-104).
    """
    found = effect_of(state, ended, die)
    if recorded == Effect() or found == Effect():
        return
    assert ended.loser is not None
    name, hint = state.name(ended.loser), UNDO_BY_NUMBER
    was, now = ("eliminated" if out else "still in" for out in (recorded.out, found.out))
    referee.require(
        recorded.out in (None, found.out),
        "BO-103",
        f"{name} was {was} after this die, and would now be {now}.",
        hint,
    )
    opened = found.opens if recorded.opens is NOT_RECORDED else recorded.opens
    before, then = (
        "anybody" if seat is None else state.name(seat) for seat in (opened, found.opens)
    )
    referee.require(
        opened == found.opens,
        "BO-85",
        f"{before} opened the next round, and now it would be {then}.",
        hint,
    )


def loss_words(state: LiarState, ended: Showdown, die: str | None = None) -> str:
    """Who loses a die, and where it goes; with its name if everybody can see it there."""
    if ended.loser is None:
        return "the dice were not entered"
    if ended.taker is None:
        what = "a die" if die is None else f"the {die}"
        return f"{state.name(ended.loser)} loses {what} to the center pile"
    return f"{state.name(ended.loser)} gives a die to {state.name(ended.taker)}"


def challenge_words(state: LiarState, ended: Showdown) -> str:
    """Say who challenged which number: `Ben challenges Ana's 4`."""
    line = f"{state.name(ended.challenger or 0)} challenges"
    if ended.declarer is None:
        return line
    what = "declaration" if ended.number is None else as_text(ended.number)
    return f"{line} {state.name(ended.declarer)}'s {what}"


def verdict(state: LiarState, ended: Showdown, die: str | None = None) -> str:
    """Say how a challenge went, who loses a die for it, and where that goes."""
    if ended.whites is None or ended.loser is None:
        return loss_words(state, ended)
    how = {"BO-99": "more than", "BO-100": "fewer than", "BO-101": "exactly as"}[ended.rule]
    there = f"{ended.whites or 'none'} {'is' if ended.whites < 2 else 'are'} White-up"
    return f"{there}, {how} declared, so {loss_words(state, ended, die)}"


def left_words(state: LiarState, ended: Showdown) -> str:
    """Say how many dice the loser, and whoever got the die, have now."""
    loser, taker = ended.loser or 0, ended.taker
    size = state.held[loser].size
    has = f"has {dice_words(size)} left" if size else "is eliminated"
    line = f"{state.name(loser)} {has}"
    if taker is None or taker == loser:
        return line
    return f"{line}, {state.name(taker)} has {state.held[taker].size}"


def warn_of_unknown(
    action: Action[LiarState], before: LiarState, loser: int, die: str | None
) -> None:
    """Warn that a player's dice, of which some were known, are unknown now."""
    held = before.held[loser]
    if held.was_entered and die is None and held.size > 1:
        name, are = before.name(loser), "is" if held.size == 2 else "are"
        action.warn(
            f"You did not enter which die {name} gave up, so which of {name}'s dice {are} left is "
            "unknown now. To enter it, `companion undo`, and add `--die`."
        )


# A player gives up a die


class DieSurrendered(
    Fact[LiarState],
    kind="die.surrendered",
    secret=lambda fact: () if fact.to is None else ("die",),  # everybody sees the center pile
):
    """A player loses a die; `to` is null for the center pile. `out` and `opens`: see `Effect`."""

    seat: Seat
    to: Annotated[int | None, maybe(SEAT)]
    die: Annotated[str | None, MAYBE_DIE]
    out: Flag | None = None
    opens: Annotated[int | None, maybe(SEAT)] = NOT_RECORDED

    def check(self, state: LiarState, referee: Referee) -> None:
        seat, to = self.seat, self.to
        require_in(state, seat)
        if to == seat:
            raise Refused(
                f"{state.name(seat)} cannot give a die to {state.name(seat)}.",
                "`--to` names another player; without it, the die goes to the center pile.",
            )
        if to is not None:
            require_in(state, to)
        _require_loser(state, seat, to, referee)
        _require_neighbour(state, seat, to, referee)
        require_own(state, seat, self.die, referee)
        recorded = Effect(self.out, self.opens)
        require_same_effect(state, _end_by_loss(state, seat, to), self.die, recorded, referee)

    def apply(self, state: LiarState) -> LiarState:
        return next_round(state, _end_by_loss(state, self.seat, self.to), self.die)

    def describe(self, before: LiarState, after: LiarState) -> str:
        ended = _end_by_loss(before, self.seat, self.to)
        return f"{loss_words(after, ended, self.die)}; {left_words(after, ended)}"


def _end_by_loss(state: LiarState, seat: int, to: int | None) -> Showdown:
    """How a lost die ends a round whose challenge was not decided, or not entered.

    A player who gives a die to another one was the challenger (BO-101). Otherwise it was the player
    whose turn it was, if the loser is that player or the declarer.
    """
    if state.unsettled is not None:
        return state.unsettled._replace(loser=seat, taker=to)
    number = None if state.last is None else state.last.number
    ended = Showdown(None, state.declarer, number, None, seat, to)
    if to is not None:
        return ended._replace(challenger=seat, declarer=to)
    if state.declarer is not None and seat in (state.turn, state.declarer):
        return ended._replace(challenger=state.turn)
    return ended._replace(declarer=None, number=None)


def _require_loser(state: LiarState, seat: int, to: int | None, referee: Referee) -> None:
    """Challenger or declarer loses; and only the challenger gives a die to the other."""
    by, of = (state.turn, state.declarer)
    if state.unsettled is not None:
        by, of = state.unsettled.challenger, state.unsettled.declarer
        if by is not None and of is not None:
            referee.require(
                seat in (by, of),
                "BO-94",
                f"{state.name(by)} challenged {state.name(of)}, so one of them has lost, not "
                f"{state.name(seat)}.",
                settle_commands(state),
            )
    if to is None or by is None or of is None:
        return
    wrong = (seat, to) != (by, of) if state.unsettled is not None else (seat, to) == (of, by)
    referee.require(
        not wrong,
        "BO-101",
        f"If the declaration is exact, the challenger, {state.name(by)}, gives a die to "
        f"{state.name(of)}; otherwise the die goes to the center pile.",
        settle_commands(state)
        if state.unsettled is not None
        else f"`companion boolean lose {state.seats[by].handle} --to {state.seats[of].handle}`",
    )


def _require_neighbour(state: LiarState, seat: int, to: int | None, referee: Referee) -> None:
    """A player who gives a die away has challenged the player before, who declared."""
    before = state.next_in(seat, -1)
    if to is None or to == before:
        return
    name = state.name(before)
    referee.refuse(
        "BO-101",
        f"{state.name(seat)} can only have challenged {name}, so cannot give a die to "
        f"{state.name(to)}.",
        f"`companion boolean lose {state.seats[seat].handle} --to {state.seats[before].handle}`.",
    )


def _possible_losers(trial: "Trial[LiarState]") -> Sequence[int]:
    """Challenger and declarer of an undecided challenge; otherwise everybody, clockwise."""
    ended = trial.state.unsettled
    if ended is not None and ended.challenger is not None and ended.declarer is not None:
        return (ended.challenger, ended.declarer)
    return from_turn(trial.state, trial.state.turn)


def _missing_loser(state: LiarState, args: Arguments[LiarState]) -> tuple[str, str]:
    way = f"{lose_command(state)}." if state.unsettled is None else settle_commands(state)
    return "Who lost a die?", way


Loser = Annotated[int, player(_possible_losers, optional=True, explain_missing=_missing_loser)]
Taker = Annotated[
    int | None,
    player(
        name="--to",
        metavar="NAME",
        help="Who gets it, if not the center pile.",
        about="who gets it, if not the center pile",
        candidates=lambda trial, args: people(trial.state, from_turn(trial.state, args["player"])),
        when=lambda trial, args: "player" in args,
        whose=nobodys,
    ),
]
LostDie = Annotated[str | None, die_option("--die", "Which die it was.", secret=True)]
"""The surrendered die: a secret, unless it goes to the center pile."""


@verb("a player loses a die")
def lose(
    action: Action[LiarState], player: Loser, *, to: Taker = None, die: LostDie = None
) -> None:
    """Enter who loses a die: the round is over.

    For a round about which you enter nothing else, or after a challenge without a count. Which die
    goes to a player is a secret; in the center pile, everybody sees it.

    Examples:
      companion boolean lose ana
      companion boolean lose ben --to ana
      companion boolean lose ana --die 3w-corner
    """
    before = action.state
    out, opens = effect_of(before, _end_by_loss(before, player, to), die)
    action.add(DieSurrendered(seat=player, to=to, die=die, out=out, opens=opens))
    warn_of_unknown(action, before, player, die)
    ended = before.last_round
    if before.phase == "opening" and ended and ended.whites is not None and ended.loser == player:
        action.warn(
            f"{before.name(player)} already gave up a die with the last challenge; "
            "`companion undo` if it is the same one."
        )
    end(action)


# A declaration is challenged


class DeclarationChallenged(
    Fact[LiarState],
    kind="declaration.challenged",
    # A die that goes to a player is a secret; in the center pile everybody sees it. An older entry
    # does not record where it goes; its line names a die only in the pile.
    secret=lambda fact: () if fact.taker in (None, NOT_RECORDED) else ("die",),
):
    """The number of White-up dice, or everybody's dice, or neither. `die` is the one that was
    Surrendered, by the `loser`, to a `taker` or to the center pile; these follow from the dice.
    `out` and `opens`: see `Effect`.
    """

    seat: Seat
    whites: Annotated[int | None, maybe(whole_from(0, MOST_DICE))]
    hands: Annotated[list[str] | None, maybe(each_seat(COLOURS))]
    die: Annotated[str | None, MAYBE_DIE]
    loser: Annotated[int | None, maybe(SEAT)] = NOT_RECORDED
    taker: Annotated[int | None, maybe(SEAT)] = NOT_RECORDED
    out: Flag | None = None
    opens: Annotated[int | None, maybe(SEAT)] = NOT_RECORDED

    def _end(self, state: LiarState) -> Showdown:
        return _end_by_challenge(state, self.seat, self.whites, self.hands)

    def check(self, state: LiarState, referee: Referee) -> None:
        require_going_on(state)
        require_opened(state, self.seat, referee)
        require_turn(state, self.seat, referee)
        if self.hands is not None:
            _require_hands(state, self.hands, referee)
        elif self.whites is not None:
            _require_count(state, self.whites, referee)
        ended = self._end(state)
        if state.last is None and ended.whites is not None:
            raise Refused(
                "The challenged declaration was not entered, so it is unknown who has lost.",
                "`companion boolean challenge` alone, then `lose`; or `companion undo`, and "
                "enter the declaration.",
            )
        self._require_same_loser(state, ended, referee)
        if ended.loser is not None:
            require_own(state, ended.loser, self.die, referee)
        elif self.die is not None:
            raise Refused(
                "The dice were not entered, so it is unknown who gives up a die.",
                f"{challenge_command(state)}; or use `--die` with `companion boolean lose`.",
            )
        require_same_effect(state, ended, self.die, Effect(self.out, self.opens), referee)

    def _require_same_loser(self, state: LiarState, ended: Showdown, referee: Referee) -> None:
        """Refuse it if after an undo somebody else would have lost, or the die would go
        elsewhere."""
        loser = ended.loser if self.loser is NOT_RECORDED else self.loser
        taker = ended.taker if self.taker is NOT_RECORDED else self.taker
        names = [None if seat is None else state.name(seat) for seat in (loser, ended.loser)]
        referee.require(
            (loser, taker) == (ended.loser, ended.taker),
            ended.rule,
            f"{names[0] or 'Nobody'} lost this challenge, and now it would be "
            f"{names[1] or 'nobody'}."
            if names[0] != names[1]
            else f"{names[0]}'s die would now go to somebody else than it did in this challenge.",
            UNDO_BY_NUMBER,
        )

    def apply(self, state: LiarState) -> LiarState:
        ended = self._end(state)
        if ended.loser is None:
            return replace(state, unsettled=ended, turn=None)
        return next_round(state, ended, self.die)

    def describe(self, before: LiarState, after: LiarState) -> str:
        ended = self._end(before)
        hands = "; ".join(
            f"{after.name(seat)} {hand}" for seat, hand in enumerate(self.hands or ()) if hand
        )
        shown = f" ({hands})" if hands else ""
        line = f"{challenge_words(after, ended)}{shown}: {verdict(after, ended, self.die)}"
        return line if ended.loser is None else f"{line}; {left_words(after, ended)}"


def _end_by_challenge(
    state: LiarState, seat: int, whites: int | None, hands: Sequence[str] | None
) -> Showdown:
    """Return how a challenge ends the round, as far as known (BO-98 to BO-101)."""
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
            f"Enter `w` or `b` for everybody's dice: {reveal_option(state)}; or only how many are "
            f"White-up: {challenge_command(state)}.",
        )
        whites = whites_in(hand)
        referee.require(
            whites >= shown.whites and len(hand) - whites >= shown.blacks,
            "BO-96",
            f"{_open_words(state, seat)} open until the round is over, and {hand} leaves "
            f"{'it' if shown.dice == 1 else 'them'} out.",
            f"Enter everybody's dice, open and hidden: {reveal_option(state)}.",
        )
    require_of_sets(state, sum(map(whites_in, hands)), sum(map(len, hands)), referee)


def _open_words(state: LiarState, seat: int) -> str:
    """Describe a player's open dice: `Of Ben's dice, 2 white and 1 black lie`."""
    shown = state.shown[seat]
    counts = ((shown.whites, "white"), (shown.blacks, "black"))
    lying = listed([f"{count} {colour}" for count, colour in counts if count])
    return f"Of {state.name(seat)}'s dice, {lying} {'lies' if shown.dice == 1 else 'lie'}"


def _require_count(state: LiarState, whites: int, referee: Referee) -> None:
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
        "Count all of the players' dice, open and hidden"
        + (", and none of the center pile." if with_pile else "."),
    )


def _contradiction(state: LiarState, whites: int | None, hands: Sequence[str] | None) -> str | None:
    """Return what is impossible about a challenge, by the dice that players entered; None if
    nothing is.

    It is a warning, after dice were shown: a refusal would be a way to ask for others' secrets.
    """
    for seat, hand in enumerate(hands or ()):
        if hand and whites_in(hand) not in whites_of(state, seat):
            name = state.name(seat)
            return f"The dice entered for {name} cannot show {hand}. {UNDO_SLIP}"
    if whites is None:
        return None
    ranges = [whites_of(state, seat) for seat in state.still_in]
    least, most = sum(each.start for each in ranges), sum(each.stop - 1 for each in ranges)
    if least <= whites <= most:
        return None
    return f"By the dice that were entered, {whites} cannot be White-up. {UNDO_SLIP}"


_EXAMPLE = "`companion boolean challenge --white 4`"


def _whose_turn(trial: "Trial[LiarState]", args: Arguments[LiarState]) -> Iterable[Candidate]:
    turn = trial.state.turn
    if turn is None or "white" in args or "reveal" in args:
        return ()
    return people(trial.state, [turn], "whose turn it is")


def _sort_words(state: LiarState, words: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """Sort words: who challenges, how many are White-up, everybody's dice (`ana=wwb`)."""
    names, counts = names_and_values(state, [it for it in words if "=" not in it], only_digits)
    return names, counts, [word for word in words if "=" in word]


def _read_count(state: LiarState, words: Sequence[str]) -> int:
    if len(words) > 1:
        raise Invalid("Enter one number of White-up dice.", _EXAMPLE)
    return number_of(words[0], "number of dice", _EXAMPLE)


def _possible_counts(trial: "Trial[LiarState]", args: Arguments[LiarState]) -> Iterable[Candidate]:
    """How many can be White-up, each with who loses a die then."""
    state, seat = trial.state, args.get("player", trial.state.turn)
    if seat is None or state.last is None:
        return
    for whites in state.whites:
        ended = _end_by_challenge(state, seat, whites, None)
        about = f"{state.name(ended.loser or 0)} loses a die"
        if ended.taker is not None:
            about = f"exact: {state.name(seat)} gives {state.name(ended.taker)} a die"
        yield str(whites), about


def _read_hands(state: LiarState, words: Sequence[str]) -> list[str]:
    """Read everybody's dice, `ana=wwb`, seat by seat. Raises Invalid or NotFound."""
    hands: dict[int, str] = {}
    for word in words:
        name, sign, dice = word.rpartition("=")
        if not sign:
            raise Invalid(
                f"Whose dice are “{short(word)}”?", f"Name the players: {reveal_option(state)}."
            )
        seat = find_seat(state.seats, name)
        if seat in hands:
            raise Invalid(
                f"{state.name(seat)}'s dice are entered twice.",
                f"Once each: {reveal_option(state)}.",
            )
        hands[seat] = parse_colours(dice, "what dice show", reveal_option(state))
    return [hands.get(seat, "") for seat in range(len(state.seats))]


Challenger = Annotated[
    int,
    player(candidates=_whose_turn, belongs_here=lambda state, words: True, default_from=whose_turn),
]
WhiteUp = Annotated[
    int | None,
    words(
        _read_count,
        "--white",
        a_number(0, 99),
        repeated=False,
        metavar="N",
        help="Liar's: how many dice are White-up.",
        about="how many dice are White-up",
        candidates=_possible_counts,
        own_words=lambda state, words, there: _sort_words(state, words)[1],
        when=lambda trial, args: "reveal" not in args,
    ),
]
Hands = Annotated[
    list[str] | None,
    words(
        _read_hands,
        "--reveal",
        metavar="PLAYER=DICE",
        help="Liar's: all dice, `ana=wwb ben=2w1b`.",
        about="everybody's dice: ana=wwb ben=2w1b",
        own_words=lambda state, words, there: _sort_words(state, words)[2],
        when=lambda trial, args: "white" not in args and trial.state.last is not None,
    ),
]


@verb(
    "the declaration",
    rearrange=lambda state, words: [word for words in _sort_words(state, words) for word in words],
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

    The number of White-up dice, or everybody's dice, decides who loses; without either, enter it
    with `lose`.

    Examples:
      companion boolean challenge --white 4
      companion boolean challenge ben --reveal ana=wwb ben=2w3b
      companion boolean challenge
    """
    if white is not None and reveal is not None:
        raise Invalid("`--reveal` says how many are White-up.", "Leave out `--white`.")
    before = action.state
    ended = _end_by_challenge(before, player, white, reveal)
    out, opens = effect_of(before, ended, die)
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
    problem = _contradiction(before, white, reveal)
    if problem is not None:
        action.warn(problem)
    if ended.loser is not None:
        warn_of_unknown(action, before, ended.loser, die)
    end(action)
