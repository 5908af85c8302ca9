"""What the rules of A Little White Die refuse. Each check looks at the state and one event."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.ending import require_same_end
from companion.core.event import Event
from companion.core.play import check_play
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.lwd.choices import how_to_lose, start_with
from companion.games.lwd.rules import check_challenge, check_guess, check_loss, check_power
from companion.games.lwd.rules.outcome import outcome
from companion.games.lwd.state import MIN_DICE, UNTIL, State

Data = Any


def check(state: State, event: Event, referee: Referee) -> None:
    """Refuse what the rules forbid. Raises Illegal through the referee, or Refused."""
    check_play(state, event)
    checker = _CHECKERS.get(event.kind)
    if checker is not None:
        checker(state, event.data, referee)


def _number_stated(state: State, data: Data, referee: Referee) -> None:
    wanted, least = data["dice"], state.variant.min_dice
    referee.require(
        data["seat"] == state.liar,
        "LW-10",
        f"{state.name(state.liar)} is the Liar and states the number, not "
        f"{state.name(data['seat'])}.",
        "`companion table` shows who is the Liar; `companion log` the rounds.",
    )
    if state.phase == "loss":
        raise Refused(
            "The last round is not over: whoever lost it gives up a die first.",
            how_to_lose(state),
        )
    if state.dice_count is not None:
        raise Refused(
            f"In this round everybody makes {state.dice_count} dice already.",
            ("`companion undo` takes that back; " if not _goes_on(state) else _LOG)
            + "`companion lwd round` shows the splits.",
        )
    fewest = min(MIN_DICE, least)  # A house may have begun with fewer.
    referee.require(
        wanted >= fewest,
        "LW-11",
        f"{state.name(state.liar)} states how many dice everybody makes, and {wanted} is too few: "
        "it is more than 1.",
        f"`companion lwd round {least}`",
    )
    referee.require(
        wanted >= least or wanted < fewest,
        "LW-37",
        f"In this game a Liar states {least} or more, not {wanted}.",
        f"`companion lwd round {least}`; {start_with(state, min_dice=wanted)} begins another game.",
    )


_LOG = "`companion log` has the number for `companion undo`; "


def _goes_on(state: State) -> bool:
    """Whether anything was told in this round since its number."""
    return bool(state.guesses or state.untold or state.triggered)


def check_entry(before: State, events: Sequence[Event], after: State, referee: Referee) -> None:
    """Refuse cards with which the game would be over, and is not."""
    if after.status != "live" or all(event.kind not in _ENDING for event in events):
        return
    result = outcome(after)
    if result.winners and not outcome(before).winners:
        referee.refuse(
            "LW-6" if after.variant.until == UNTIL[0] else "LW-8",
            f"The game would be over with that: {result.why}.",
            "`companion log` shows what came after it.",
        )


_ENDING = ("die.lost", "cards.counted")


def _finished(state: State, data: Data, referee: Referee) -> None:
    """The end that the cards brought stands as long as the cards are so."""
    require_same_end(state, data, "cards", outcome(state), "`companion table` shows the cards.")


_CHECKERS: dict[str, Callable[[State, Data, Referee], None]] = {
    "play.finished": _finished,
    "number.stated": _number_stated,
    "guess.made": check_guess.guess_made,
    "turn.passed": check_guess.turn_passed,
    "guess.challenged": check_challenge.guess_challenged,
    "power.triggered": check_power.power_triggered,
    "die.lost": check_loss.die_lost,
    "card.swapped": check_loss.card_swapped,
    "cards.counted": check_loss.cards_counted,
}
