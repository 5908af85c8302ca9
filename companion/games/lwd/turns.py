"""Whose turn it is, and guesses that rise, entered or not."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from companion.core.action import Action
from companion.core.command import player, verb, word
from companion.core.event import Referee
from companion.core.fact import Amount, Fact, Seat
from companion.core.names import listed
from companion.core.numbers import only_digits
from companion.core.param import Arguments, Candidate
from companion.core.seats import is_somebody
from companion.core.value import replace
from companion.errors import Invalid, Refused
from companion.games.lwd.guesses import (
    LOWEST,
    POWER,
    SUBJECT,
    Guess,
    Subject,
    beats,
    is_guess,
    joined,
    raised,
    reaches,
    read_guess,
    rise,
)
from companion.games.lwd.state import (
    MIN_DICE,
    Said,
    State,
    how_to_lose,
    least,
    lowest_guesses,
    start_with,
)

if TYPE_CHECKING:
    from companion.core.offer import Trial

# Turns


def require_going_on(state: State) -> None:
    """Refuse what comes after a challenge. Raises Refused."""
    if state.phase == "loss":
        raise Refused(
            "This round is over: a guess was challenged.",
            f"{how_to_lose(state)}; `companion undo` if the challenge was entered wrongly.",
        )


def require_cards(state: State, seat: int) -> None:
    """Refuse what somebody without cards would do. Raises Refused."""
    if not state.decks[seat].cards:
        raise Refused(
            f"{state.name(seat)} has no cards left and is out.",
            "`companion table` shows who is in.",
        )


def require_turn(state: State, seat: int, referee: Referee) -> None:
    """Refuse a guess or a challenge out of turn."""
    require_cards(state, seat)
    if seat == state.turn:
        return
    name, turn = state.name(seat), state.name(state.turn)
    begins = not state.guesses and not state.skipped
    referee.refuse(
        "LW-20" if begins else "LW-21",
        f"{turn} is the Liar and guesses first, not {name}."
        if begins
        else f"It is {turn}'s turn, and not {name}'s: guesses go round clockwise.",
        f"`companion lwd guess {state.seats[state.turn].handle} 2x5`"
        if begins
        else f"`companion next` if {turn} made a guess that was not entered.",
    )


def is_number(state: State, word: str) -> bool:
    """Whether a word is a number, and not what somebody at the table is called."""
    return only_digits(word.strip()) and not is_somebody(state.seats, word)


def in_turn(trial: "Trial[State]") -> Sequence[int]:
    """Who may be named in front: whoever has the turn, and so need not be."""
    return (trial.state.turn,)


class TurnPassed(Fact[State], kind="turn.passed"):
    """A player guesses, and the guess is not entered."""

    seat: Seat

    def check(self, state: State, referee: Referee) -> None:
        """Refuse a guess before the Liar's number, after a challenge, or out of turn."""
        if state.phase == "number":
            raise Refused(
                f"{state.name(state.liar)}, the Liar, states a number next.",
                f"`companion lwd round {max(MIN_DICE, state.variant.min_dice)}`; or only who lost: "
                f"{how_to_lose(state)}.",
            )
        require_going_on(state)
        require_turn(state, self.seat, referee)

    def apply(self, state: State) -> State:
        return replace(
            state, skipped=state.skipped + 1, turn=state.next_in(self.seat), swapper=None
        )

    def describe(self, before: State, after: State) -> str:
        return f"{after.name(self.seat)} guesses, which was not entered"


def advance(action: Action[State]) -> None:
    """On to the next player: a guess was made that nobody enters."""
    action.add(TurnPassed(seat=action.state.turn))


# Guesses


class GuessMade(Fact[State], kind="guess.made"):
    """A player guesses that so many dice show a number, or a power card."""

    seat: Seat
    count: Amount
    number: Annotated[Subject, SUBJECT]

    @property
    def guess(self) -> Guess:
        """What was guessed."""
        return Guess(self.count, self.number)

    def check(self, state: State, referee: Referee) -> None:
        """Refuse a guess out of turn, of what is not in the game, or that does not rise."""
        guess = self.guess
        require_going_on(state)
        require_turn(state, self.seat, referee)
        if guess.times < 1:
            nothing = f"{guess.shown} guesses nothing: the least is once."
            referee.refuse("A-LW-07", nothing, lowest_guesses(state))
        if guess.on_power and not state.variant.power:
            referee.refuse(
                "LW-45",
                "There are no power cards in this game, so nobody guesses them.",
                f"{lowest_guesses(state)} {start_with(state, power=True)} begins a game with them.",
            )
        if not guess.on_power and int(guess.number) > state.highest:
            unseen = f"No card shows {guess.number}: the numbers are 1 to {state.highest}."
            referee.refuse("LW-24", unseen, lowest_guesses(state))
        if state.skipped and not any(reaches(guess, low) for low in least(state)):
            above = "the lowest of all" if state.last is None else state.last.shown
            referee.refuse(
                "LW-26",
                f"{guess.shown} is too low: each guess that was not entered was higher than the "
                f"one before it, from {above} on.",
                lowest_guesses(state),
            )
        elif state.last is not None and not state.skipped and not beats(guess, state.last):
            rule, why = _too_low(guess, state.last)
            referee.refuse(rule, why, lowest_guesses(state))

    def apply(self, state: State) -> State:
        return replace(
            state,
            guesses=(*state.guesses, Said(self.seat, self.guess)),
            skipped=0,
            turn=state.next_in(self.seat),
            swapper=None,
        )

    def describe(self, before: State, after: State) -> str:
        return f"{after.name(self.seat)} guesses {self.guess.shown}, {self.guess.said}"


def _too_low(new: Guess, old: Guess) -> tuple[str, str]:
    """Which rule stands against a guess, and why."""
    beaten = f"{new.shown} does not beat {old.shown}: "
    if new.on_power and old.on_power:
        why = f"{new.shown} is not above {old.shown}: from power cards to power cards, the count "
        return "A-LW-10", f"{why}must rise."
    if new.on_power:
        larger = max(old.times, int(old.number))
        half = f"it must be more than half of {larger}, rounded down, so more than {larger // 2}."
        return "LW-54", beaten + half
    if old.on_power:
        twice = f"one of its numbers must be more than twice {old.times}, "
        return "LW-56", f"{beaten}{twice}so more than {2 * old.times}."
    if new == old:
        return "LW-26", f"{new.shown} was guessed already: one of the two must rise."
    fallen = "count" if new.times < old.times else "number"
    return "LW-27", f"{beaten}the {fallen} may not fall."


_STEPS = 4
"""How far above the last guess a count may be to be offered."""


def _higher_guesses(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """Guesses that may be made, the nearest first: not many more than can be there."""
    state, lowest = trial.state, least(trial.state)
    dice, last = state.all_dice, None if state.skipped else state.last
    most = max([state.last.times if state.last else 0, *(low.times for low in lowest)]) + _STEPS
    if dice is not None:
        most = min(most, dice)
    subjects = [*range(LOWEST, state.highest + 1), *([POWER] if state.variant.power else [])]
    found = {Guess(times, subject) for times in range(1, most + 1) for subject in subjects}
    if trial.house is None:  # What is too low would only be tried in vain.
        found = {made for made in found if any(reaches(made, low) for low in lowest)}
    for made in sorted(found | {*lowest}, key=lambda made: rise(made, state.last)):
        too_many = dice is not None and made.times > dice
        how = "more than there are dice" if too_many else raised(made, last)
        yield made.typed, f"{made.said}: {how}" if how else made.said


def _names_player(state: State, words: Sequence[str]) -> bool:
    """Whether the first word is a player: in front of another, or alone and without a digit."""
    alone = len(words) == 1 and not is_somebody(state.seats, words[0])
    return not is_guess(words[0]) and not (alone and any(sign.isdigit() for sign in words[0]))


def _no_guess(state: State, args: Arguments[State]) -> tuple[str, str]:
    handle = args.words_of("player")[0] if "player" in args else state.seats[state.turn].handle
    name = state.name(args.get("player", state.turn))
    return f"What does {name} guess?", f"`companion lwd guess {handle} 3x5`"


InTurn = Annotated[
    int,
    player(
        in_turn,
        "whose turn it is",
        default_from=lambda state: state.turn,
        belongs_here=_names_player,
    ),
]
AGuess = Annotated[
    Guess,
    word(
        lambda state, word: read_guess(word),
        candidates=_higher_guesses,
        explain_missing=_no_guess,
    ),
]


@verb(
    "what the dice show",
    rearrange=lambda state, words: joined(words, lambda word: is_number(state, word)),
    too_many=lambda state, words: Invalid("One guess at a time.", "`companion lwd guess 3x5`"),
)
def guess(action: Action[State], player: InTurn, guess: AGuess) -> None:
    """Guess what the dice show, all together.

    3x5 is three fives, 2xpower two power cards.

    \b
    Examples:
      companion lwd guess ana 3x5
      companion lwd guess 4x5                whoever has the turn
      companion lwd guess ben 2xpower
    """
    action.add(GuessMade(seat=player, count=guess.times, number=guess.number))
    dice = action.state.all_dice
    if dice is not None and guess.times > dice:
        action.warn(f"There are only {dice} dice on the table (A-LW-07).")


# What the table is asked for


def is_hopeless(state: State) -> bool:
    """Whether no guess that is high enough can be right."""
    dice, found = state.all_dice, least(state)
    if not found:
        return True
    return bool(state.guesses) and dice is not None and all(guess.times > dice for guess in found)


def say_turn(state: State) -> str:
    """Whoever has the turn guesses, or challenges: what the table is asked for."""
    name, handle = state.name(state.turn), state.seats[state.turn].handle
    if not state.guesses and not state.skipped:
        return f"All roll, and {name} guesses first: `companion lwd guess {handle} 2x5`."
    found, dice = least(state), state.all_dice
    if state.skipped:
        such_as = "2x5" if state.last is None else found[0].typed if found else ""
        guess = f"`companion lwd guess {handle} {such_as}`, or " if such_as else ""
        return (
            f"{name}'s turn; the guess before was not entered: {guess}`companion lwd challenge`, "
            "and then who lost."
        )
    challenged = f"`companion lwd challenge --there {2 if dice is None else min(2, dice)}`"
    reveal = f" (or `--reveal` and {dice} cards)" if dice else " (or `--reveal`)"
    if is_hopeless(state):
        return f"{name}'s turn: nothing higher can be there. {challenged}{reveal}."
    shown = listed([guess.shown for guess in found], "or")
    near = next((guess for guess in found if dice is None or guess.times <= dice), found[0])
    return (
        f"{name}'s turn: at least {shown}: `companion lwd guess {near.typed}`; or "
        f"{challenged}{reveal}."
    )
