"""Where a player's disc lies: in a sentence, and as JSON. Logs have it as one word."""

from typing import Any

from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.state import State


def disc_entry(on: str, state: State, catalogue: Catalogue) -> dict[str, Any]:
    """`{"on": "score"}`, `{"on": "card", "card", "icon"}` or `{"on": "face", "die", "face"}`."""
    kind, _, what = on.partition(":")
    if kind == "card":
        key, _, icon = what.partition(":")
        return {"on": kind, "card": catalogue.card(key).title, "icon": icon or None}
    if kind == "face":
        die, _, number = what.partition("#")
        return {"on": kind, "die": state.die(die).id, "face": int(number)}
    return {"on": kind}


def disc_title(on: str, state: State, catalogue: Catalogue) -> str:
    """Where a disc lies, for a sentence: `the score`, `Investment`, `the 3 of Points`, `the Tag on
    ana.1`."""
    match disc_entry(on, state, catalogue):
        case {"on": "card", "card": str(card), "icon": None}:
            return card
        case {"on": "card", "card": str(card), "icon": str(icon)}:
            return f"the {catalogue.title(icon)} of {card}"
        case {"on": "face", "die": str(die), "face": int(number)}:
            key = on.removeprefix("face:").partition("#")[0]
            drawn = state.die(key).faces[number - 1].icon
            face = "a blank face" if drawn is None else f"the {catalogue.title(drawn)}"
            return f"{face} on {die}"
        case _:
            return "the score"
