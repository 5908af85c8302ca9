"""The prize of a win: written into a box, and noted in the play; each points at the other."""

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.core.action import Action
from companion.core.names import folded
from companion.core.reply import Reply
from companion.errors import Refused
from companion.games.blank.cards import Status, called, command
from companion.games.blank.commands.boxes import (
    Changed,
    copy_option,
    one_box,
    reply_about,
    write,
)
from companion.games.blank.commands.one_prize import require_proposed
from companion.games.blank.game import GAME
from companion.games.blank.pen import Pen
from companion.games.blank.state import State
from companion.games.blank.suits import Face
from companion.games.blank.wording import Wording, same_words
from companion.table.boxes import all_copies
from companion.table.copies import OpenCopy
from companion.table.desk import Desk
from companion.table.openplay import OpenPlay

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

    box = one_box(desk, copy or only_box_of(won_play(desk)))
    return _prize(desk, box, "rule", wording, by, writer)


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

    return _prize(desk, box, "card", wording, by, writer)


def won_play(desk: Desk) -> OpenPlay:
    """The play at hand, if somebody has won it. Raises Refused."""
    play = desk.open()
    _require_won(play.state)
    return play


def only_box_of(play: OpenPlay) -> str | None:
    """The box that the prize goes into where none is named: the play's own, if it had only one."""
    return play.state.boxes[0].id if len(play.state.boxes) == 1 else None


def _prize(
    desk: Desk, box: OpenCopy, what: str, wording: Wording, by: str, writer: Writer
) -> Reply:
    """Write the prize into the box while the play is held, and note it there.

    Of two terminals, the second one sees what the first has written.
    """
    ref = desk.play_ref()
    written: list[tuple[Changed, Written]] = []
    gone: list[str] = []

    def plan(action: Action[State], reference: Any) -> None:
        _require_won(action.state)
        _require_of_play(action.state, box)
        others = _prizes_elsewhere(desk, ref.id, box)
        written.append(_write(desk, box, action.state, ref.id, wording, by, writer))
        for other in others:
            made_way = write(desk, other.ref.id, lambda pen: _make_way(pen, ref.id, ""))
            gone.extend(f"{other.reference.name}: {line}" for line in made_way.did)
        action.add("prize.taken", **_pointer(ref.id, box, what, written[-1][1], wording))

    noted = desk.act(plan, ref)
    changed, card = written[-1]
    reply = reply_about(desk, changed, card.card)
    return reply._replace(
        document=lambda: {
            **reply.document(),
            "play": ref.id,
            "prize": _pointer(ref.id, box, what, card, wording),
        },
        lines=(*gone, *reply.lines),
        warnings=(*reply.warnings, *noted.warnings),
    )


def _pointer(
    play: str, box: OpenCopy, what: str, card: Written, wording: Wording
) -> dict[str, Any]:
    """The prize as the play notes it."""
    return {
        "what": what,
        "copy": box.ref.id,
        **card._asdict(),
        "box": box.reference.name,
        "text": wording.sentence,
        "play": play,
    }


def _write(
    desk: Desk, box: OpenCopy, state: State, play: str, wording: Wording, by: str, writer: Writer
) -> tuple[Changed, Written]:
    """Write the prize, unless the same one is in the box: left by an older companion's command that
    got no further, or put there by hand.

    What somebody else has signed is not the same, whatever it says: that was another win.
    """
    found: list[Written] = []
    winner = state.name(state.winners[0])

    def plan(pen: Pen) -> None:
        for card, revision in pen.deck.prizes_of(play):
            signed = folded(revision.by) == folded(by or winner)
            if signed and same_words(revision.wording, wording):
                found.append(Written(card.id, revision.number))
                _require_unknown(state, box, found[-1])
                return
        _make_way(pen, play, copy_option(desk, box.ref.id))
        found.append(Written(*writer(pen, winner, play)))

    return write(desk, box.ref.id, plan), found[-1]


def _require_won(state: State) -> None:
    if state.status != "finished" or not state.winners:
        raise Refused(
            "Nobody has won this play yet, so there is no prize.",
            "`companion blank win NAME` first; a card that is no prize is added without `--prize`.",
        )


def _require_of_play(state: State, box: OpenCopy) -> None:
    ids = [known.id for known in state.boxes]
    if ids and box.ref.id not in ids:
        raise Refused(
            f"This play was not played with {box.reference.name}.",
            f"Its prize goes into {' or '.join(known.name for known in state.boxes)}: `--copy`.",
        )


def _require_unknown(state: State, box: OpenCopy, card: Written) -> None:
    """See to it that the play does not know of this very prize yet. Raises Refused."""
    prize = state.prize
    if prize is not None and (prize.copy, prize.card, prize.revision) == (box.ref.id, *card):
        raise Refused(
            f"That is the prize already: {called(card.card)} of {box.reference.name}.",
            f"{command('show', card.card)} tells how far it has come.",
        )


def _prizes_elsewhere(desk: Desk, play: str, box: OpenCopy) -> list[OpenCopy]:
    """Other boxes with a proposed prize of the play: a winner has only one (BL-102).

    Raises Refused where one of them was agreed to.
    """
    found = []
    for other in all_copies(desk, GAME):
        prizes = other.reference.prizes_of(play)
        if other.ref.id != box.ref.id and prizes:
            require_proposed(other.reference, prizes, copy_option(desk, other.ref.id))
            found.append(other)
    return found


def _make_way(pen: Pen, play: str, home: str) -> None:
    """Earlier prizes of a play make way as long as they are only proposed (A-BL-13).

    `home` is how a command names the box.
    """
    prizes = pen.deck.prizes_of(play)
    require_proposed(pen.deck, prizes, home)
    for card in {card.id: card for card, _ in prizes}.values():
        pen.decline(card, "another prize instead")
