"""Whose turn it is, and guesses that rise: told, or gone untold."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import listed
from companion.core.numbers import only_digits
from companion.core.param import A_TEXT, Arguments, Candidate, Param, one, player
from companion.core.seats import is_somebody
from companion.core.shapes import AMOUNT, SEAT
from companion.core.value import replace
from companion.core.verb import Verb
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
    least_told,
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
            f"{how_to_lose(state)}; `companion undo` if the challenge was told wrongly.",
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
    begins = not state.guesses and not state.untold
    referee.refuse(
        "LW-20" if begins else "LW-21",
        f"{turn} is the Liar and guesses first, not {name}."
        if begins
        else f"It is {turn}'s turn, and not {name}'s: guesses go round clockwise.",
        f"`companion lwd guess {state.seats[state.turn].handle} 2x5`"
        if begins
        else f"`companion next` if {turn} made a guess that went untold.",
    )


def is_number(state: State, word: str) -> bool:
    """Whether a word is a number, and not what somebody at the table is called."""
    return only_digits(word.strip()) and not is_somebody(state.seats, word)


def in_turn(trial: "Trial[State]") -> Sequence[int]:
    """Who may be named in front: whoever has the turn, and so need not be."""
    return (trial.state.turn,)


class TurnPassed(TypedDict):
    """Somebody guessed, and nobody tells what."""

    seat: Annotated[int, SEAT]


def _check_passed(state: State, data: TurnPassed, referee: Referee) -> None:
    if state.phase == "number":
        raise Refused(
            f"{state.name(state.liar)}, the Liar, states a number next.",
            f"`companion lwd round {max(MIN_DICE, state.variant.min_dice)}`; or only who lost: "
            f"{how_to_lose(state)}.",
        )
    require_going_on(state)
    require_turn(state, data["seat"], referee)


def _apply_passed(state: State, data: TurnPassed) -> State:
    return replace(state, untold=state.untold + 1, turn=state.next_in(data["seat"]), swapper=None)


TURN_PASSED = Kind[State, TurnPassed](
    "turn.passed",
    TurnPassed,
    apply=_apply_passed,
    tell=lambda before, data, after: f"{after.name(data['seat'])} guesses, which was not told",
    check=_check_passed,
)


def advance(action: Action[State]) -> None:
    """On to the next player: a guess was made, and nobody tells which."""
    action.add(TURN_PASSED, TurnPassed(seat=action.state.turn))


# Guesses


class GuessMade(TypedDict):
    """So many dice show that number, or a power card, somebody says."""

    seat: Annotated[int, SEAT]
    count: Annotated[int, AMOUNT]
    number: Annotated[Subject, SUBJECT]


def _check_guess(state: State, data: GuessMade, referee: Referee) -> None:
    made = Guess(data["count"], data["number"])
    require_going_on(state)
    require_turn(state, data["seat"], referee)
    if made.times < 1:
        nothing = f"{made.shown} guesses nothing: the least is once."
        referee.refuse("A-LW-07", nothing, least_told(state))
    if made.on_power and not state.variant.power:
        referee.refuse(
            "LW-45",
            "There are no power cards in this game, so nobody guesses them.",
            f"{least_told(state)} {start_with(state, power=True)} begins a game with them.",
        )
    if not made.on_power and int(made.number) > state.highest:
        unseen = f"No card shows {made.number}: the numbers are 1 to {state.highest}."
        referee.refuse("LW-24", unseen, least_told(state))
    if state.untold and not any(reaches(made, low) for low in least(state)):
        above = "the lowest of all" if state.last is None else state.last.shown
        referee.refuse(
            "LW-26",
            f"{made.shown} is too low: each guess that went untold was higher than the one "
            f"before it, from {above} on.",
            least_told(state),
        )
    elif state.last is not None and not state.untold and not beats(made, state.last):
        rule, why = _too_low(made, state.last)
        referee.refuse(rule, why, least_told(state))


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


def _apply_guess(state: State, data: GuessMade) -> State:
    seat, made = data["seat"], Guess(data["count"], data["number"])
    return replace(
        state,
        guesses=(*state.guesses, Said(seat, made)),
        untold=0,
        turn=state.next_in(seat),
        swapper=None,
    )


def _tell_guess(before: State, data: GuessMade, after: State) -> str:
    made = Guess(data["count"], data["number"])
    return f"{after.name(data['seat'])} guesses {made.shown}, {made.said}"


GUESS_MADE = Kind("guess.made", GuessMade, apply=_apply_guess, tell=_tell_guess, check=_check_guess)


def guess(action: Action[State], seat: int, made: Guess) -> None:
    """A guess; one of more than there are dice is allowed, and the table is told."""
    action.add(GUESS_MADE, GuessMade(seat=seat, count=made.times, number=made.number))
    dice = action.state.all_dice
    if dice is not None and made.times > dice:
        action.warn(f"There are only {dice} dice on the table (A-LW-07).")


_STEPS = 4
"""How far above the last guess a count may be to be offered."""


def _higher_guesses(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
    """Guesses that may be made, the nearest first: not many more than can be there."""
    state, lowest = trial.state, least(trial.state)
    dice, last = state.all_dice, None if state.untold else state.last
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


def _no_guess(state: State, told: Arguments[State]) -> tuple[str, str]:
    word = told.typed(_PLAYER)[0] if _PLAYER in told else state.seats[state.turn].handle
    name = state.name(told.get(_PLAYER, state.turn))
    return f"What does {name} guess?", f"`companion lwd guess {word} 3x5`"


_PLAYER = player(in_turn, "whose turn it is", optional=True, takes=_names_player)
_GUESS: Param[State, Guess] = one(
    "GUESS",
    A_TEXT,
    lambda state, word: read_guess(word),
    candidates=_higher_guesses,
    missing=_no_guess,
)

GUESS = Verb[State](
    name="guess",
    about="what the dice show",
    help="""Guess what the dice show, all together.

    3x5 is three fives, 2xpower two power cards.

    \b
    Examples:
      companion lwd guess ana 3x5
      companion lwd guess 4x5                whoever has the turn
      companion lwd guess ben 2xpower
    """,
    params=(_PLAYER, _GUESS),
    plan=lambda action, told: guess(action, told.get(_PLAYER, action.state.turn), told[_GUESS]),
    arrange=lambda state, words: joined(words, lambda word: is_number(state, word)),
    surplus=lambda state, words: Invalid("One guess at a time.", "`companion lwd guess 3x5`"),
)


# What the table is asked for


def may_guess(state: State) -> bool:
    """Whether there is a higher guess: a house may have let pass a number that is in no deck."""
    return bool(least(state)) and has_turn(state)


def may_challenge(state: State) -> bool:
    """Whether there is a guess that may be challenged now."""
    return bool(state.guesses or state.untold) and has_turn(state)


def has_turn(state: State) -> bool:
    """Whether a guess is due, of somebody who has cards."""
    return state.phase == "guess" and state.decks[state.turn].cards > 0


def is_hopeless(state: State) -> bool:
    """Whether no guess that is high enough can be right."""
    dice, found = state.all_dice, least(state)
    if not found:
        return True
    return bool(state.guesses) and dice is not None and all(guess.times > dice for guess in found)


def say_turn(state: State) -> str:
    """Whoever has the turn guesses, or challenges: what the table is asked for."""
    name, handle = state.name(state.turn), state.seats[state.turn].handle
    if not state.guesses and not state.untold:
        return f"All roll, and {name} guesses first: `companion lwd guess {handle} 2x5`."
    found, dice = least(state), state.all_dice
    if state.untold:
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
