"""The tableau during play: cards turned over and back, discs that mark."""

from companion.core.action import Action
from companion.core.names import folded
from companion.errors import NotFound
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.moves.refs import find_face, key_in_play, split_ref, way_of
from companion.games.bwd.moves.wards import warn_of_wards
from companion.games.bwd.state import COMMON, State


def neutralize(action: Action[State], catalogue: Catalogue, card: str) -> None:
    """Turn a card face-down: it cannot be tagged, and its icons erase themselves (BWD-230)."""
    key = key_in_play(action.state, catalogue.find(card, set(action.state.cards())))
    action.add("card.neutralized", card=key)
    stack = action.state.stack_of(key)
    if len(stack) > 1 and stack[-1] == key:
        action.warn(f"{catalogue.card(stack[-2]).title} below it stays covered (A-BW-20).")


def restore(action: Action[State], catalogue: Catalogue, card: str) -> None:
    """Turn a card face-up again."""
    action.add(
        "card.restored",
        card=key_in_play(action.state, catalogue.find(card, set(action.state.cards()))),
    )


def mark(action: Action[State], catalogue: Catalogue, seat: int, on: str) -> None:
    """Lay a player's disc on a card, an icon of a card, a face, or the score track."""
    state = action.state
    if folded(on) in ("score", "track"):
        action.add("disc.placed", seat=seat, on="score")
        return
    name, colon, icon = on.partition(":")
    owner = split_ref(on)[0]
    if "." in owner or folded(owner) == COMMON:
        die, place = find_face(state, catalogue, on)
        warn_of_wards(action, catalogue, die)
        fact = {"icon": die.faces[place].icon, "meant": way_of(on)}
        action.add("disc.placed", seat=seat, on=f"face:{die.key}#{place + 1}", **fact)
        return
    card = catalogue.find(name, set(state.cards()))
    key = key_in_play(state, card)
    if colon:
        label = folded(icon).replace("−", "-").removeprefix("+")
        if label not in card.labels:
            labels = " and ".join(catalogue.title(each) for each in card.labels)
            raise NotFound(f"{card.title} has no icon “{icon}”.", f"It has {labels}.")
        action.add("disc.placed", seat=seat, on=f"card:{key}:{label}")
        return
    action.add("disc.placed", seat=seat, on=f"card:{key}")
