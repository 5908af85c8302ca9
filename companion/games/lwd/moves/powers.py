"""Power cards: triggered in one's own turn, before the guess; some add a card to every deck."""

from collections.abc import Sequence

from companion.core.action import Action
from companion.errors import Invalid, Refused
from companion.games.lwd.state import State

HIGHEST_OF_ALL = 30
"""Higher numbers are taken for a slip of the finger."""


def trigger(
    action: Action[State],
    seat: int,
    number: int | None,
    did: str,
    extra: bool,
    to: Sequence[int],
) -> None:
    """Trigger a power card; with `extra`, everybody who is in gets the next number up, or those
    whom `to` names because there are too few cards (LW-59)."""
    state = action.state
    if to and not extra:
        raise Invalid("`--to` says who gets an extra card.", "`--extra --to ana,ben`")
    if extra and state.highest >= HIGHEST_OF_ALL:
        raise Refused("No cards go that high.", "`companion log` shows how it came to this.")
    action.add(
        "power.triggered",
        seat=seat,
        number=number,
        did=did,
        extra=state.highest + 1 if extra else None,
        to=list(dict.fromkeys(to)) or (list(state.still_in) if extra else []),
        **({"untold": ["to"]} if extra and not to else {}),
    )
    dice, told = state.dice(seat), [other for other, _ in action.state.triggered].count(seat)
    if dice is not None and told > dice:
        action.warn(f"{state.name(seat)} has {dice} dice, and so {dice} cards to trigger at most.")
