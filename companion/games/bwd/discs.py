"""Discs: players mark a card, an icon of a card, a face or the score track with theirs."""

import re
from collections.abc import Iterator
from typing import Annotated, Any, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import folded
from companion.core.offer import Trial
from companion.core.param import A_CARD, Arguments, Candidate, one, player
from companion.core.schemas import asks
from companion.core.shapes import SEAT, Context, Wrong, maybe
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import NotFound, Refused
from companion.games.bwd import faces
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.erasure import require_same
from companion.games.bwd.names import card_word, dice_from_turn, drawn_faces, seats_from_turn
from companion.games.bwd.state import COMMON, State
from companion.games.bwd.tableau import typed_cards
from companion.games.bwd.wards import warn_of_wards

SCORE = "score"

# Where a disc lies: logs have it as one word


@asks(type="string", pattern="^(score$|face:|card:)")
def DISC(value: Any, context: Context) -> Wrong | None:
    """Where a disc lies: `score`, `face:ana.1#3`, `card:points` or `card:points:3`."""
    fits = type(value) is str and (value == SCORE or value.startswith(("face:", "card:")))
    return None if fits else ("", value)


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


# A disc is laid on something


class DiscPlaced(TypedDict):
    """A player's disc lies `on` something; `icon` and `meant` are of a face that is marked."""

    seat: Annotated[int, SEAT]
    on: Annotated[str, DISC]
    icon: NotRequired[Annotated[str | None, maybe(faces.ICON)]]
    meant: NotRequired[Annotated[str, faces.WAY]]


def _marks_a_face(data: Any, context: Context) -> Wrong | None:
    if "meant" in data and re.fullmatch(r"face:.+#[1-6]", data["on"]) is None:
        return "on", data["on"]
    return faces.said_of("icon")(data, context)


def _settle(state: State, data: DiscPlaced) -> DiscPlaced:
    if "meant" not in data:
        return data
    die_id, _, number = data["on"].removeprefix("face:").rpartition("#")
    place = faces.found(state.die(die_id), int(number) - 1, data["icon"], data["meant"])
    return faces.changed(data, "on", f"face:{die_id}#{place + 1}")


def _check_placed(state: State, data: DiscPlaced, referee: Referee, cards: Catalogue) -> None:
    """Marking again moves the disc to another place."""
    seat = data["seat"]
    kind, _, what = data["on"].partition(":")
    card = what.partition(":")[0]
    referee.require(
        kind != "card" or not state.told or card in state.cards(),
        "BWD-226",
        f"{cards.title(card)} is not in the tableau, so no disc can lie on it.",
        "`companion table` shows the tableau.",
    )
    if "icon" in data:
        key, _, number = what.rpartition("#")
        place = int(number) - 1
        require_same(state.die(key), place, data["icon"], "BWD-226", "marked", referee, cards)
    referee.require(
        state.discs[seat] != data["on"],
        "BWD-229",
        f"{state.name(seat)}'s disc lies there already: marking again moves it somewhere else.",
        "Where no other place is valid it stays, and nothing need be entered (A-BW-22).",
    )


def _with(state: State, seat: int, disc: str | None) -> State:
    return replace(state, discs=(*state.discs[:seat], disc, *state.discs[seat + 1 :]))


def _tell_placed(before: State, data: DiscPlaced, after: State, catalogue: Catalogue) -> str:
    return f"{after.name(data['seat'])} marks {disc_title(data['on'], after, catalogue)}"


DISC_PLACED = Kind(
    "disc.placed",
    DiscPlaced,
    apply=lambda state, data: _with(state, data["seat"], data["on"]),
    tell_with=_tell_placed,
    check_with=_check_placed,
    settle=_settle,
    together=_marks_a_face,
    counts=False,
)


def mark(action: Action[State], seat: int, on: str) -> None:
    """Lay a player's disc on a card, an icon of a card, a face, or the score track."""
    state, catalogue = action.state, action.reference
    if folded(on) in (SCORE, "track"):
        action.add(DISC_PLACED, DiscPlaced(seat=seat, on=SCORE))
        return
    name, colon, marked = on.partition(":")
    owner = faces.split_ref(on)[0]
    if "." in owner or folded(owner) == COMMON:
        die, place = faces.find_face(state, catalogue, on)
        warn_of_wards(action, die)
        there, icon = f"face:{die.key}#{place + 1}", die.faces[place].icon
        action.add(DISC_PLACED, DiscPlaced(seat=seat, on=there, icon=icon, meant=faces.way_of(on)))
        return
    card = catalogue.find(name, set(state.cards()))
    key = faces.key_in_play(state, card)
    if colon:
        label = folded(marked).replace("−", "-").removeprefix("+")
        if label not in card.labels:
            labels = " and ".join(catalogue.title(each) for each in card.labels)
            raise NotFound(f"{card.title} has no icon “{marked}”.", f"It has {labels}.")
        key = f"{key}:{label}"
    action.add(DISC_PLACED, DiscPlaced(seat=seat, on=f"card:{key}"))


def _places(trial: Trial[State], told: Arguments[State]) -> Iterator[Candidate]:
    """Active cards, single icons of theirs, the score track, and faces that have something."""
    state, catalogue = trial.state, trial.reference
    yield from typed_cards(trial, state.active_cards())
    for key in state.active_cards():
        card = catalogue.card(key)
        for word in card_word(catalogue, state, key):
            for label in card.labels if len(card.labels) > 1 else ():
                yield f"{word}:{label}", f"one icon of {card.title}"
    yield SCORE, "the score track"
    yield from drawn_faces(trial, dice_from_turn(state))


_PLAYER = player(seats_from_turn)
_ON = one("CARD[:ICON]|DIE:FACE|score", A_CARD, candidates=_places)

MARK = Verb[State](
    name="mark",
    about="lay a player's disc on something",
    help="""Lay a player's disc on something.

    \b
    Examples:
      companion bwd mark ana investment
      companion bwd mark ana points:3
      companion bwd mark ana score
    """,
    params=(_PLAYER, _ON),
    plan=lambda action, told: mark(action, told[_PLAYER], told[_ON]),
)


# A disc is taken back


class DiscLifted(TypedDict):
    """A player's disc marks nothing any more."""

    seat: Annotated[int, SEAT]


def _check_lifted(state: State, data: DiscLifted, referee: Referee) -> None:
    if state.discs[data["seat"]] is None:
        raise Refused(
            f"{state.name(data['seat'])}'s disc marks nothing.",
            "`companion bwd mark NAME CARD` lays it on something.",
        )


DISC_LIFTED = Kind(
    "disc.lifted",
    DiscLifted,
    apply=lambda state, data: _with(state, data["seat"], None),
    tell=lambda before, data, after: f"{after.name(data['seat'])} takes the disc back",
    check=_check_lifted,
    counts=False,
)

UNMARK = Verb[State](
    name="unmark",
    about="take a disc back",
    help="""Take a player's disc back.

    \b
    Examples:
      companion bwd unmark ana
    """,
    params=(_PLAYER,),
    plan=lambda action, told: action.add(DISC_LIFTED, DiscLifted(seat=told[_PLAYER])),
)


def may_unmark(state: State) -> bool:
    """Whether a disc lies on something."""
    return any(disc is not None for disc in state.discs)


KINDS = (DISC_PLACED, DISC_LIFTED)
