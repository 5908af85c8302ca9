"""Discs: players mark a card, an icon of a card, a face or the score track with theirs."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.command import verb, word
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import folded
from companion.core.param import A_CARD, Arguments, Candidate
from companion.core.schemas import json_schema
from companion.core.shapes import Context, Wrong, maybe
from companion.core.value import Annotated, replace
from companion.errors import NotFound, Refused
from companion.games.bwd import faces
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.erasure import require_same
from companion.games.bwd.names import FromTurn, card_word, dice_from_turn, drawn_faces
from companion.games.bwd.state import COMMON, State
from companion.games.bwd.tableau import typed_cards
from companion.games.bwd.wards import warn_of_wards

if TYPE_CHECKING:
    from companion.core.offer import Trial

SCORE = "score"

# The place of a disc: one word in logs


@json_schema(type="string", pattern="^(score$|face:|card:)")
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
    """Return the place of a disc for a sentence: `the score`, `Investment`, `the 3 of Points`, `the
    Tag on ana.1`.
    """
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


# Placing a disc


def _marks_a_face(data: Any, context: Context) -> Wrong | None:
    if "meant" in data and re.fullmatch(r"face:.+#[1-6]", data["on"]) is None:
        return "on", data["on"]
    return faces.requires_with_meant("icon")(data, context)


class DiscPlaced(Fact[State], kind="disc.placed", counts=False, together=_marks_a_face):
    """A player's disc is put `on` something; `icon` and `meant` belong to a marked face."""

    seat: Seat
    on: Annotated[str, DISC]
    icon: Annotated[str | None, maybe(faces.ICON)] = ""
    meant: Annotated[str, faces.WAY] = ""

    def interpret(self, state: State) -> "DiscPlaced":
        if not self.meant:
            return self
        die_id, _, number = self.on.removeprefix("face:").rpartition("#")
        place = faces.found(state.die(die_id), int(number) - 1, self.icon, self.meant)
        return faces.with_field(self, "on", f"face:{die_id}#{place + 1}")

    def check(self, state: State, referee: Referee, cards: Catalogue) -> None:
        """Refuse a place that cannot be marked; marking again moves the disc."""
        kind, _, what = self.on.partition(":")
        card = what.partition(":")[0]
        referee.require(
            kind != "card" or not state.tableau_known or card in state.cards(),
            "BWD-226",
            f"{cards.title(card)} is not in the tableau, so no disc can be on it.",
            "`companion table` shows the tableau.",
        )
        if self.icon != "":
            key, _, number = what.rpartition("#")
            die, place = state.die(key), int(number) - 1
            require_same(die, place, self.icon, "BWD-226", "marked", referee, cards)
        referee.require(
            state.discs[self.seat] != self.on,
            "BWD-229",
            f"{state.name(self.seat)}'s disc is already there: marking again moves it somewhere "
            "else.",
            "If no other place is valid, it stays, and nothing is entered (A-BW-22).",
        )

    def apply(self, state: State) -> State:
        return _with_disc(state, self.seat, self.on)

    def describe(self, before: State, after: State, cards: Catalogue) -> str:
        return f"{after.name(self.seat)} marks {disc_title(self.on, after, cards)}"


def _with_disc(state: State, seat: int, disc: str | None) -> State:
    return replace(state, discs=(*state.discs[:seat], disc, *state.discs[seat + 1 :]))


def _places(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """Active cards, single icons of theirs, the score track, and faces with an icon."""
    state, catalogue = trial.state, trial.reference
    yield from typed_cards(trial, state.active_cards())
    for key in state.active_cards():
        card = catalogue.card(key)
        for typed in card_word(catalogue, state, key):
            for label in card.labels if len(card.labels) > 1 else ():
                yield f"{typed}:{label}", f"one icon of {card.title}"
    yield SCORE, "the score track"
    yield from drawn_faces(trial, dice_from_turn(state))


Marked = Annotated[str, word(name="CARD[:ICON]|DIE:FACE|score", sort=A_CARD, candidates=_places)]


@verb("lay a player's disc on something")
def mark(action: Action[State], player: FromTurn, on: Marked) -> None:
    """Lay a player's disc on something.

    Examples:
      companion bwd mark ana investment
      companion bwd mark ana points:3
      companion bwd mark ana score
    """
    state, catalogue = action.state, action.reference
    if folded(on) in (SCORE, "track"):
        action.add(DiscPlaced(seat=player, on=SCORE))
        return
    name, colon, marked = on.partition(":")
    owner = faces.split_ref(on)[0]
    if "." in owner or folded(owner) == COMMON:
        die, place = faces.find_face(state, catalogue, on)
        warn_of_wards(action, die)
        there, icon = f"face:{die.key}#{place + 1}", die.faces[place].icon
        action.add(DiscPlaced(seat=player, on=there, icon=icon, meant=faces.how_named(on)))
        return
    card = catalogue.find(name, set(state.cards()))
    key = faces.key_in_play(state, card)
    if colon:
        label = folded(marked).replace("−", "-").removeprefix("+")
        if label not in card.labels:
            labels = " and ".join(catalogue.title(each) for each in card.labels)
            raise NotFound(f"{card.title} has no icon “{marked}”.", f"It has {labels}.")
        key = f"{key}:{label}"
    action.add(DiscPlaced(seat=player, on=f"card:{key}"))


# Taking a disc back


class DiscLifted(Fact[State], kind="disc.lifted", counts=False):
    """A player's disc is taken back."""

    seat: Seat

    def check(self, state: State, referee: Referee) -> None:
        """Require a disc that marks something."""
        if state.discs[self.seat] is None:
            raise Refused(
                f"{state.name(self.seat)}'s disc marks nothing.",
                "`companion bwd mark NAME CARD` puts it on something.",
            )

    def apply(self, state: State) -> State:
        return _with_disc(state, self.seat, None)

    def describe(self, before: State, after: State) -> str:
        return f"{after.name(self.seat)} takes the disc back"


@verb("take a disc back")
def unmark(action: Action[State], player: FromTurn) -> None:
    """Take a player's disc back.

    Examples:
      companion bwd unmark ana
    """
    action.add(DiscLifted(seat=player))
