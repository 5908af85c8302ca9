"""Turns: whose it is, and guesses that rise, entered or not."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.command import player, verb, word
from companion.core.event import Referee
from companion.core.fact import Amount, Fact, Seat
from companion.core.names import listed
from companion.core.numbers import only_digits
from companion.core.param import Arguments, Candidate
from companion.core.seats import is_somebody
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.lwd.guesses import (
    FACE,
    LOWEST,
    POWER,
    Face,
    Guess,
    beats,
    describe_raise,
    distance_above,
    is_at_least,
    is_guess,
    join_guess,
    read_guess,
)
from companion.games.lwd.state import (
    MIN_DICE,
    PlayerGuess,
    State,
    lose_command,
    lowest_allowed,
    start_command,
)

if TYPE_CHECKING:
    from companion.core.offer import Trial

# Whose turn it is, and what else a move needs


def require_round_open(state: State) -> None:
    """Refuse what cannot be done after a challenge."""
    if state.phase == "loss":
        raise Refused(
            "This round is over: a guess was challenged.",
            f"{lose_command(state)}; `companion undo` if the challenge was entered wrongly.",
        )


def require_cards(state: State, seat: int) -> None:
    """Refuse what a player without cards would do."""
    if not state.decks[seat].size:
        raise Refused(
            f"{state.name(seat)} has no cards left and is out.",
            "`companion table` shows who is in.",
        )


def require_power(state: State, referee: Referee, hint: str = "") -> None:
    """Refuse power cards in a game without them; the `hint` comes first."""
    start = f"{start_command(state, power=True)} begins a game with them."
    referee.require(
        state.variant.power,
        "LW-45",
        "There are no power cards in this game.",
        f"{hint} {start}" if hint else start,
    )


def require_wildcards(state: State, referee: Referee) -> None:
    """Refuse wildcards in a game without them."""
    referee.require(
        state.variant.wildcards,
        "LW-38",
        "There are no wildcards in this game.",
        f"{start_command(state, wildcards=True)} begins a game with them.",
    )


def require_turn(state: State, seat: int, referee: Referee) -> None:
    """Refuse a guess or a challenge out of turn."""
    require_cards(state, seat)
    if seat == state.turn:
        return
    name, turn = state.name(seat), state.name(state.turn)
    begins = not state.has_guesses
    referee.refuse(
        "LW-20" if begins else "LW-21",
        f"{turn} is the Liar and guesses first, not {name}."
        if begins
        else f"It is {turn}'s turn, not {name}'s: guesses go round clockwise.",
        f"`companion lwd guess {state.seats[state.turn].handle} 2x5`"
        if begins
        else f"`companion next` if {turn} made a guess that was not entered.",
    )


def is_number(state: State, word: str) -> bool:
    """Whether a word is a number, and not a player's name."""
    return only_digits(word.strip()) and not is_somebody(state.seats, word)


def seat_in_turn(trial: "Trial[State]") -> Sequence[int]:
    """Whose name is offered where only the player whose turn it is can act."""
    return (trial.state.turn,)


class GuessNotEntered(Fact[State], kind="turn.passed"):
    """A player guesses, and the guess is not entered."""

    seat: Seat

    def check(self, state: State, referee: Referee) -> None:
        """Refuse a guess after a challenge, out of turn, or before the Liar's number.

        A guess that is entered shows that the Liar has stated some number, entered or not, and so
        `GuessMade` is accepted without one. This fact shows nothing: `next` is as likely to be
        typed to get on to the Liar's number, and the answer asks for that.
        """
        if state.phase == "number":
            raise Refused(
                f"{state.name(state.liar)}, the Liar, states a number next.",
                f"`companion lwd round {max(MIN_DICE, state.variant.min_dice)}`; or only who lost: "
                f"{lose_command(state)}.",
            )
        require_round_open(state)
        require_turn(state, self.seat, referee)

    def apply(self, state: State) -> State:
        return replace(
            state,
            guesses_not_entered=state.guesses_not_entered + 1,
            turn=state.next_in(self.seat),
            swap_seat=None,
        )

    def describe(self, before: State, after: State) -> str:
        return f"{after.name(self.seat)}'s guess was not entered"


def skip_guess(action: Action[State]) -> None:
    """Go on to the next player, after a guess that is not entered: `companion next`."""
    action.add(GuessNotEntered(seat=action.state.turn))


# Guesses


class GuessMade(Fact[State], kind="guess.made"):
    """A player guesses that so many dice show a face, which is recorded as `number`."""

    seat: Seat
    count: Amount
    number: Annotated[Face, FACE]

    @property
    def guess(self) -> Guess:
        """What was guessed."""
        return Guess(self.count, self.number)

    def check(self, state: State, referee: Referee) -> None:
        guess = self.guess
        require_round_open(state)
        require_turn(state, self.seat, referee)
        if guess.count < 1:
            nothing = f"{guess.label} guesses nothing: guess at least one die."
            referee.refuse("A-LW-07", nothing, _hint_lowest(state))
        if guess.on_power:
            require_power(state, referee, _hint_lowest(state))
        elif int(guess.face) > state.highest:
            too_high = f"No card shows {guess.face}: the numbers are 1 to {state.highest}."
            referee.refuse("LW-24", too_high, _hint_lowest(state))
        last = state.last_entered
        if state.guesses_not_entered:
            after = "" if last is None else f" after {last.label}"
            referee.require(
                any(is_at_least(guess, low) for low in lowest_allowed(state)),
                "LW-26",
                f"{guess.label} is too low: each guess{after} that was not entered was higher than "
                "the one before it.",
                _hint_lowest(state),
            )
        elif last is not None and not beats(guess, last):
            rule, why = _too_low(guess, last)
            referee.refuse(rule, why, _hint_lowest(state))

    def apply(self, state: State) -> State:
        return replace(
            state,
            guesses=(*state.guesses, PlayerGuess(self.seat, self.guess)),
            guesses_not_entered=0,
            turn=state.next_in(self.seat),
            swap_seat=None,
        )

    def describe(self, before: State, after: State) -> str:
        return f"{after.name(self.seat)} guesses {self.guess.label}, {self.guess.in_words}"


def _hint_lowest(state: State) -> str:
    """The lowest guesses that are allowed now, as a refusal names them."""
    shown = listed([guess.label for guess in lowest_allowed(state)], "or")
    return f"Guess at least {shown}." if shown else "No guess is higher: `companion lwd challenge`."


def _too_low(new: Guess, old: Guess) -> tuple[str, str]:
    """The rule that a guess breaks, and why."""
    beaten = f"{new.label} does not beat {old.label}: "
    if new.on_power and old.on_power:
        why = f"{new.label} is not above {old.label}: from power cards to power cards, the count "
        return "A-LW-10", f"{why}must rise."
    if new.on_power:
        larger = max(old.count, int(old.face))
        half = f"it must be more than half of {larger}, rounded down, so more than {larger // 2}."
        return "LW-54", beaten + half
    if old.on_power:
        twice = f"one of its numbers must be more than twice {old.count}, "
        return "LW-56", f"{beaten}{twice}so more than {2 * old.count}."
    if new == old:
        return "LW-26", f"{new.label} was guessed already: one of the two must rise."
    fallen = "count" if new.count < old.count else "number"
    return "LW-27", f"{beaten}the {fallen} may not fall."


_COUNTS_OFFERED = 4
"""Guesses are offered up to this many dice above the last one."""


def _higher_guesses(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """Guesses that are allowed, the nearest first, up to a few more dice than the last one."""
    state, lowest = trial.state, lowest_allowed(trial.state)
    dice, last = state.all_dice, state.last_entered
    counts = [guess.count for guess in (*lowest, *([] if last is None else [last]))]
    most = max(counts, default=0) + _COUNTS_OFFERED
    if dice is not None:
        most = min(most, dice)
    faces = [*range(LOWEST, state.highest + 1), *([POWER] if state.variant.power else [])]
    found = {Guess(count, face) for count in range(1, most + 1) for face in faces}
    if trial.house is None:  # trying guesses that are too low would only take time
        found = {guess for guess in found if any(is_at_least(guess, low) for low in lowest)}
    for guess in sorted(found | {*lowest}, key=lambda guess: distance_above(guess, last)):
        too_many = dice is not None and guess.count > dice
        raised_from = None if state.guesses_not_entered else last
        how = "more than there are dice" if too_many else describe_raise(guess, raised_from)
        yield guess.text, f"{guess.in_words}: {how}" if how else guess.in_words


def _starts_with_player(state: State, words: Sequence[str]) -> bool:
    """Whether the first word names a player: before another word, or alone and without digits.

    So `guess ben` lacks a guess, and `guess 3` half of one.
    """
    alone = len(words) == 1 and not is_somebody(state.seats, words[0])
    return not is_guess(words[0]) and not (alone and any(char.isdigit() for char in words[0]))


def _ask_guess(state: State, args: Arguments[State]) -> tuple[str, str]:
    handle = args.words_of("player")[0] if "player" in args else state.seats[state.turn].handle
    name = state.name(args.get("player", state.turn))
    return f"What does {name} guess?", f"`companion lwd guess {handle} 3x5`"


InTurn = Annotated[
    int,
    player(
        seat_in_turn,
        "whose turn it is",
        default_from=lambda state: state.turn,
        belongs_here=_starts_with_player,
    ),
]
NewGuess = Annotated[
    Guess,
    word(
        lambda state, word: read_guess(word),
        candidates=_higher_guesses,
        explain_missing=_ask_guess,
    ),
]


@verb(
    "what the dice show",
    rearrange=lambda state, words: join_guess(words, lambda word: is_number(state, word)),
    too_many=lambda state, words: Invalid("One guess at a time.", "`companion lwd guess 3x5`"),
)
def guess(action: Action[State], player: InTurn, guess: NewGuess) -> None:
    """Guess what the dice show, all together.

    3x5 is three fives, 2xpower two power cards.

    Examples:
      companion lwd guess ana 3x5
      companion lwd guess 4x5                the player whose turn it is
      companion lwd guess ben 2xpower
    """
    action.add(GuessMade(seat=player, count=guess.count, number=guess.face))
    dice = action.state.all_dice
    if dice is not None and guess.count > dice:
        action.warn(f"There are only {dice} dice on the table (A-LW-07).")


# What to do next


def can_only_challenge(state: State) -> bool:
    """Whether no higher guess can be right."""
    dice, found = state.all_dice, lowest_allowed(state)
    if not found:
        return True
    return bool(state.guesses) and dice is not None and all(guess.count > dice for guess in found)


def say_turn(state: State) -> str:
    """Ask the player whose turn it is to guess or to challenge."""
    name, handle = state.name(state.turn), state.seats[state.turn].handle
    if not state.has_guesses:
        return f"All roll, and {name} guesses first: `companion lwd guess {handle} 2x5`."
    found, dice = lowest_allowed(state), state.all_dice
    if state.guesses_not_entered:
        example = "2x5" if state.last_entered is None else found[0].text if found else ""
        guess = f"`companion lwd guess {handle} {example}`, or " if example else ""
        return (
            f"{name}'s turn; the last guess was not entered: {guess}`companion lwd challenge`, "
            "then who lost."
        )
    challenged = f"`companion lwd challenge --there {2 if dice is None else min(2, dice)}`"
    reveal = f" (or `--reveal` and {dice} cards)" if dice else " (or `--reveal`)"
    if can_only_challenge(state):
        return f"{name}'s turn: no higher guess can be right. {challenged}{reveal}."
    shown = listed([guess.label for guess in found], "or")
    near = next((guess for guess in found if dice is None or guess.count <= dice), found[0])
    return (
        f"{name}'s turn: at least {shown}: `companion lwd guess {near.text}`; or "
        f"{challenged}{reveal}."
    )
