"""Turns plays, answers and offers into parts of pages, as a phone sees them."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from markupsafe import Markup

from companion.core.action import Action
from companion.core.offer import Offer, Trial
from companion.core.outcome import who_won
from companion.core.play import FINISHED
from companion.core.reply import Reply
from companion.errors import Refused
from companion.table.current import BOXES
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.replay import Entry, entries
from companion.table.plays.views import table_blocks
from companion.web.entries import LineOutcome, Sent
from companion.web.faces import has_face
from companion.web.keys import Phone
from companion.web.page import TO_FILL_IN, Seen, say_url
from companion.web.prompt import plain_word
from companion.web.room import Room

NEWEST = 5
"""How many entries are shown below the table."""


def drawn_table(seen: Seen, board: bool = False) -> str:
    """The part of a page that changes with every entry: points, next steps, newest entries.

    On a `board`, nothing is entered.
    """
    seen = seen._replace(board=board)
    play, phone = seen.play, seen.phone
    assert play is not None
    store = seen.room.prompt.desk().store
    group = play.ref.group
    # The page depends on the log, and on what is recorded about the group and its boxes.
    boxes = sorted(store.marks(group, BOXES).items())
    versions = (play.ref.id, play.log.next_action, store.mark(group), *boxes)
    return seen.room.drawn(
        (phone.role, phone.name and phone.token, phone.name, board, *versions), lambda: _table(seen)
    )


def _table(seen: Seen) -> str:
    play = seen.play
    assert play is not None
    state, game = play.state, play.game
    document = play.document()
    newest = [entry for entry in entries(game, play.log, play.reference) if entry.number > 1]
    view = [block for block in table_blocks(play)[1:] if type(block).__name__ != "Steps"]
    live = state.status == "live"
    steps = seen.steps(document["todo"], _of_face(game.id, "TAPS"))
    folds = seen.draw(
        "folds.html",
        steps=steps,
        has_face=has_face(game.id),
        view=seen.blocks(view),
        newest=list(reversed(newest[-NEWEST:])),
        live=live,
    )
    seen = seen._replace(folds=Markup(folds))
    return seen.draw(
        "live.html",
        document=document,
        called=game.called(state),
        where=game.where(state) if live else state.status,
        live=live,
        undoes=_newest_entry(play),
        corrected=_is_corrected(play),
        won=who_won(play) if document["winners"] else None,
        seats=_seats(seen, document),
        points=game.keeps_points,
        scored=game.keeps_points and seen.says and _takes_points(play),
        marker=game.keeps_marker,
        steps=steps,
        again=_again(play),
        face=Markup(face_of(seen, document)),
    )


def _again(play: OpenPlay) -> str:
    """The line that begins the same game with the same players."""
    names = " ".join(plain_word(seat.name) for seat in play.state.seats)
    rest = play.game.start_again(play.state)
    return " ".join(("start", play.game.started_as(play.state), names, *rest))


def face_of(seen: Seen, document: dict[str, Any]) -> str:
    """The game's own part of the page; empty if it has none."""
    game = document["game"]
    if not has_face(game):
        return ""
    drawn: str = import_module(f"companion.web.faces.{game}").face(seen, document)
    return drawn


def _of_face(game: str, name: str) -> Mapping[str, str]:
    """A mapping in a face that the rest of the page needs; empty if there is none.

    `TAPS` says in words what to tap for a verb, `BADGES` labels the player named under a key.
    """
    if not has_face(game):
        return {}
    found: Mapping[str, str] = getattr(import_module(f"companion.web.faces.{game}"), name, {})
    return found


def _takes_points(play: OpenPlay) -> bool:
    """Whether points can be entered now, and are not counted from the table."""
    trial = Trial(play.game, play.state, play.reference)

    def gain(seat: int) -> Callable[[Action[Any]], None]:
        return lambda action: action.add("points.gained", seat=seat, points=1)

    return any(trial.accepts(gain(seat)) for seat in range(len(play.state.seats)))


def _newest_entry(play: OpenPlay) -> int | None:
    """The number of the entry that an undo would undo; None if nothing was entered yet."""
    try:
        return play.log.entry_to_undo()
    except Refused:
        return None


def _is_corrected(play: OpenPlay) -> bool:
    """Whether anything was entered after the play ended."""
    ends = [event.action for event in play.log.standing() if event.kind == FINISHED]
    return bool(ends) and ends[0] != _newest_entry(play)


def _seats(seen: Seen, document: dict[str, Any]) -> list[dict[str, Any]]:
    play = seen.play
    assert play is not None
    state = play.state
    badges = {document.get(key): badge for key, badge in _of_face(play.game.id, "BADGES").items()}
    return [
        {
            "name": seat.name,
            "badge": badges.get(seat.name, ""),
            "handle": seat.handle,
            "score": player["score"],
            "cards": player.get("cards"),
            "dice": player["dice"] if type(player.get("dice")) is int else None,
            "first": play.game.keeps_marker and state.first == number,
            "turn": document["turn"] == seat.name,
            "mine": seen.phone.name == seat.name,
            "won": number in state.winners,
        }
        for number, (seat, player) in enumerate(zip(state.seats, document["players"], strict=True))
    ]


def log_entries(play: OpenPlay) -> list[Entry]:
    """All entries of a play, newest first."""
    return list(reversed(entries(play.game, play.log, play.reference)))


def drawn_answer(room: Room, phone: Phone, outcome: LineOutcome, sent: Sent) -> str:
    """The answer to a line: what was entered, or the refusal with its rule and ways to go on."""
    seen = Seen(room, phone, outcome.play)
    if outcome.refusal is not None:
        refusal = outcome.refusal
        return seen.draw(
            "refusal.html",
            line=sent.line,
            message=seen.sentence(refusal.message),
            rule=refusal.rule,
            hint=seen.sentence(refusal.hint),
            ways=_ways(sent.line, refusal.hint),
            details=[seen.sentence(detail) for detail in refusal.details],
            between=outcome.between,
            house=sent.line.strip()
            if refusal.is_overrulable and seen.may(f"{sent.line} --house x")
            else "",
        )
    reply = outcome.reply or Reply(document=dict)
    return seen.draw(
        "answer.html",
        line=sent.line,
        lines=[seen.sentence(line) for line in reply.lines],
        warnings=[seen.sentence(warning) for warning in reply.warnings],
        blocks=seen.blocks(reply.blocks()),
        text=reply.text,
        markdown=markdown(reply.markdown),
    )


def _ways(refused: str, hint: str) -> list[str]:
    """The complete lines in a hint.

    An option alone is added to the refused line. `--house` is left out, as it has a field of its
    own.
    """
    parts = hint.split("`")
    lines = [part.strip() for part in parts[1::2]] if len(parts) % 2 else []
    whole = [part for part in lines if part and not TO_FILL_IN.search(part)]
    return [
        f"{refused.strip()} {part}" if part.startswith("--") else part
        for part in whole
        if not part.startswith("--house")
    ]


def markdown(text: str) -> Markup:
    """A guide as HTML; tags in it are escaped."""
    if not text:
        return Markup("")
    from markdown_it import MarkdownIt

    html = MarkdownIt("js-default").render(text)
    # Scrolling parts can be focused by keyboard; an empty corner is not a heading.
    for plain, better in (
        ("<pre>", '<pre tabindex="0">'),
        ("<table>", '<div class="wide" tabindex="0"><table>'),
        ("</table>", "</table></div>"),
        ("<th></th>", "<td></td>"),
    ):
        html = html.replace(plain, better)
    return Markup(html)


class Choice(NamedTuple):
    """A word that may come next: the whole line with it, as text and as a link."""

    word: str
    about: str
    line: str
    href: str
    is_number: bool


def choices(play: str | None, line: str, start: int, offers: Sequence[Offer]) -> list[Choice]:
    """Offers as links to the line with that word."""
    found = []
    for offer in offers:
        blank = "" if offer.word.endswith(("=", ":")) else " "
        longer = f"{line[:start]}{offer.word}{blank}"
        number = offer.word.lstrip("+-−").isdecimal()
        found.append(Choice(offer.word, offer.about, longer, say_url(play, longer), number))
    return found
