"""The prize of a win: written into a box, and noted in the play; each points at the other.

The box comes first. Should the play not be written then, the same command finds the card that is
already there, and only the play is left to do.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.core.action import Action
from companion.core.referee import Referee
from companion.errors import Refused, StorageError
from companion.games.blank.commands.boxes import Changed, one_box, reply_about, write
from companion.games.blank.deck.cards import Card, Revision, Status, status_of
from companion.games.blank.deck.facts import called
from companion.games.blank.deck.pen import Pen
from companion.games.blank.deck.wording import Wording, same_words
from companion.games.blank.game import GAME
from companion.games.blank.state import State
from companion.games.blank.suits import Face
from companion.table.boxes import all_copies
from companion.table.copies import OpenCopy
from companion.table.desk import Desk
from companion.table.openplay import OpenPlay
from companion.table.reply import Reply

Writer = Callable[[Pen, str, str], tuple[str, int]]
"""Writes the prize of a winner in a play: `write(pen, winner, play)` gives card and revision."""


class Written(NamedTuple):
    """A card that is a prize, and the revision that was written for it."""

    card: str
    revision: int


def rule_prize(desk: Desk, wording: Wording, by: str, status: Status, copy: str | None) -> Reply:
    """A new rule card as the prize of the play that was just won (BL-103)."""

    def writer(pen: Pen, winner: str, play: str) -> tuple[str, int]:
        card = pen.new_rule(wording, by=by or winner, play=play, status=status)
        return card, pen.revision(card)

    play = won_play(desk)
    box = one_box(desk, copy or only_box_of(play))
    return _prize(desk, play, box, "rule", wording, writer)


def card_prize(
    desk: Desk,
    box: OpenCopy,
    face: Face,
    which: int | None,
    wording: Wording,
    title: str,
    by: str,
    status: Status,
) -> Reply:
    """An effect on a game card as the prize of the play that was just won (BL-104)."""

    def writer(pen: Pen, winner: str, play: str) -> tuple[str, int]:
        return pen.customise(
            face, which, wording, title=title, by=by or winner, play=play, status=status
        )

    return _prize(desk, won_play(desk), box, "card", wording, writer)


def won_play(desk: Desk) -> OpenPlay:
    """The play at hand, if somebody has won it. Raises Refused."""
    play = desk.open()
    if play.state.status != "finished" or not play.state.winners:
        raise Refused(
            "Nobody has won this play yet, so there is no prize.",
            "`companion blank win NAME` first; a card that is no prize is added without `--prize`.",
        )
    return play


def only_box_of(play: OpenPlay) -> str | None:
    """The box that the prize goes into where none is named: the play's own, if it had only one."""
    return play.state.boxes[0].id if len(play.state.boxes) == 1 else None


def _prize(
    desk: Desk, play: OpenPlay, box: OpenCopy, what: str, wording: Wording, writer: Writer
) -> Reply:
    state: State = play.state
    _require_of_play(state, box)
    winner = state.name(state.winners[0])
    written: list[Written] = []

    def plan(pen: Pen) -> None:
        for card, revision in pen.deck.prizes_of(play.ref.id):
            _make_way(pen, card, revision)
        written.append(Written(*writer(pen, winner, play.ref.id)))

    there = _same_prize(box, play, wording)
    if there is None:
        _make_way_elsewhere(desk, play, box)
        changed = write(desk, box.ref.id, plan)
    else:
        changed = Changed(box, Pen(box.reference, box.log.events, Referee()))
        written.append(there)
    reply = reply_about(desk, changed, written[-1].card)
    fact = {
        "what": what,
        "copy": box.ref.id,
        **written[-1]._asdict(),
        "box": box.reference.name,
        "text": wording.sentence,
    }
    return _with_pointer(desk, play, reply, fact)


def _require_of_play(state: State, box: OpenCopy) -> None:
    ids = [known.id for known in state.boxes]
    if ids and box.ref.id not in ids:
        raise Refused(
            f"This play was not played with {box.reference.name}.",
            f"Its prize goes into {' or '.join(known.name for known in state.boxes)}: `--copy`.",
        )


def _make_way(pen: Pen, card: Card, revision: Revision) -> None:
    """An earlier prize of this play makes way while it is only proposed (A-BL-13)."""
    status = status_of(card, revision)
    if status != "proposed":
        noun = "rule" if card.is_rule else "card"
        raise Refused(
            f"The prize of this play is taken: {called(card.id)} of {pen.deck.name}, {status}.",
            f"`companion blank {noun} edit` rewords it, `companion blank copy undo` takes it out "
            "of the box; what is no prize needs no `--prize`.",
        )
    pen.decline(card, "another prize instead")


def _make_way_elsewhere(desk: Desk, play: OpenPlay, box: OpenCopy) -> None:
    """The same for prizes that were written into other boxes: a winner has one prize (BL-102)."""
    for other in all_copies(desk, GAME):
        prizes = other.reference.prizes_of(play.ref.id)
        if other.ref.id == box.ref.id or not prizes:
            continue

        def plan(pen: Pen) -> None:
            for card, revision in pen.deck.prizes_of(play.ref.id):
                _make_way(pen, card, revision)

        write(desk, other.ref.id, plan)


def _same_prize(box: OpenCopy, play: OpenPlay, wording: Wording) -> Written | None:
    """The same prize in the box already, written by a command that could not note it in the play.

    Raises Refused where the play knows of it: then there is nothing to be done.
    """
    for card, revision in box.reference.prizes_of(play.ref.id):
        if not same_words(revision.wording, wording):
            continue
        prize = play.state.prize
        if prize is not None and (prize.copy, prize.card) == (box.ref.id, card.id):
            raise Refused(
                f"That is the prize already: {called(card.id)} of {box.reference.name}.",
                "`companion blank rule show` and `card show` tell how far it has come.",
            )
        return Written(card.id, revision.number)
    return None


def _with_pointer(desk: Desk, play: OpenPlay, reply: Reply, fact: dict[str, Any]) -> Reply:
    """Note the prize in the play; the answer of both."""

    def plan(action: Action[State], reference: Any) -> None:
        action.add("prize.taken", **fact)

    desk.asked.play = play.ref.id
    try:
        noted = desk.act(plan)
    except StorageError as problem:
        again = f"Written on the card, but the play does not know it: {problem.message}"
        return reply._replace(warnings=(*reply.warnings, again, "The same command once more."))
    return reply._replace(
        document=lambda: {**reply.document(), "play": play.ref.id, "prize": fact},
        warnings=(*reply.warnings, *noted.warnings),
    )
