"""From plays, answers and blocks to HTML: everything that is shown is escaped on the way."""

import re
from collections.abc import Sequence
from html import unescape
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from companion.core.blocks import Block
from companion.core.ending import why_won
from companion.core.event import KEYBOARD, Source
from companion.core.offer import Offer
from companion.core.reply import Reply
from companion.errors import Refused
from companion.printing.web.blocks import BlocksAsHtml, as_code
from companion.printing.web.shell import figure
from companion.table.athand import COPIES
from companion.table.folding import Entry, entries
from companion.table.openplay import OpenPlay
from companion.table.showing import table_blocks
from companion.web.entries import Came, Sent
from companion.web.faces import face_of, wanted
from companion.web.keys import Phone
from companion.web.room import Room

NEWEST = 5
"""Entries that are shown below the table."""

_TO_FILL_IN = re.compile(r'(?<![\w.])"?(?:[A-Z]{2,}\b|[^\s]*(?:…|\.\.\.))')
"""What stands in a command for something that has to be filled in: `CARD`, `…`."""

TEMPLATES = Environment(
    loader=PackageLoader("companion.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


TEMPLATES.globals["figure"] = lambda named: Markup(figure(named))


class Seen(NamedTuple):
    """What a phone may see and do: its play, and who holds it."""

    room: Room
    phone: Phone
    play: OpenPlay | None

    @property
    def says(self) -> bool:
        """Whether lines may be entered from here."""
        return self.phone.takes_part

    @property
    def face(self) -> Sequence[str]:
        """The styles and scripts that the face of the game wants."""
        return () if self.play is None else wanted(self.play.game.id)

    @property
    def nobody(self) -> Source:
        """Where a line comes from that only reads: from nobody's phone, so no secret is told."""
        return KEYBOARD

    def command(self, escaped: str) -> str:
        """A command as a link to where it is entered; for who watches, as it is typed."""
        if not self.says or self.play is None:
            return as_code(escaped)
        line = self.room.prompt.said_here(self.play, f"`{unescape(escaped)}`").strip("`")
        href = say_url(self.play.ref.id, _known(line))
        return f'<a class="cmd" href="{Markup.escape(href)}">{Markup.escape(line)}</a>'

    def blocks(self, blocks: Sequence[Block]) -> Markup:
        """Blocks as HTML."""
        return Markup(BlocksAsHtml(self.command, everywhere=True).drawn(blocks))

    def sentence(self, text: str) -> Markup:
        """A sentence with its commands as links."""
        parts = str(Markup.escape(text)).split("`")
        if len(parts) % 2 == 0:
            return Markup.escape(text)
        return Markup(
            "".join(self.command(part) if at % 2 else part for at, part in enumerate(parts))
        )

    def offers(self, line: str) -> Sequence[Offer]:
        """What may come next where a line ends: nothing for who enters nothing."""
        if not self.says or self.play is None:
            return ()
        return self.room.prompt.offers(line, self.play.ref.id)[1]

    def draw(self, template: str, **told: Any) -> str:
        """A template, filled in."""
        play = self.play
        return TEMPLATES.get_template(template).render(
            seen=self,
            phone=self.phone,
            title=self.room.title,
            play=None if play is None else play.ref.id,
            number=0 if play is None else play.log.next_action - 1,
            say_url=say_url,
            **told,
        )


def _known(line: str) -> str:
    """A line up to what has to be filled in: `tag ana.1 ` of `tag ana.1 CARD`."""
    known = _TO_FILL_IN.split(line, maxsplit=1)[0]
    if known == line:
        return line
    if known.count('"') % 2:  # it stands within a text
        known = known.rpartition('"')[0]
    return f"{known.rstrip()} "


def say_url(play: str | None, line: str = "") -> str:
    """The page on which a line is put together; about no play, for None."""
    page = "/say" if play is None else f"/play/{quote(play)}/say"
    return page + (f"?{urlencode({'line': line})}" if line else "")


def drawn_table(seen: Seen) -> str:
    """The part of a page that changes with every entry: points, what is next, what happened."""
    play, phone = seen.play, seen.phone
    assert play is not None
    store = seen.room.prompt.desk().store
    group = play.ref.group
    # What a play looks like goes by its log, and by what the group and its boxes tell.
    boxes = sorted(store.marks(group, COPIES).items())
    told = (play.ref.id, play.log.next_action, store.mark(group), *boxes)
    return seen.room.drawn((phone.role, phone.name, *told), lambda: _table(seen))


def _table(seen: Seen) -> str:
    play = seen.play
    assert play is not None
    state, game = play.state, play.game
    document = play.document()
    newest = [entry for entry in entries(game, play.log, play.reference) if entry.number > 1]
    view = [block for block in table_blocks(play)[1:] if type(block).__name__ != "Steps"]
    return seen.draw(
        "live.html",
        document=document,
        called=game.called(state),
        where=game.where(state) if state.status == "live" else state.status,
        live=state.status == "live",
        undoes=_newest_entry(play),
        why=why_won(play) if state.status == "finished" else "",
        seats=_seats(seen, document),
        points=game.keeps_points,
        marker=game.keeps_marker,
        steps=[seen.sentence(step) for step in document["todo"]],
        face=Markup(face_of(seen, document)),
        view=seen.blocks(view),
        newest=list(reversed(newest[-NEWEST:])),
    )


def _newest_entry(play: OpenPlay) -> int | None:
    """The entry that an undo takes back; None where nothing was entered yet."""
    try:
        return play.log.entry_to_undo()
    except Refused:
        return None


def _seats(seen: Seen, document: dict[str, Any]) -> list[dict[str, Any]]:
    play = seen.play
    assert play is not None
    state = play.state
    return [
        {
            "name": seat.name,
            "handle": seat.handle,
            "score": told["score"],
            "cards": told.get("cards"),
            "dice": told["dice"] if type(told.get("dice")) is int else None,
            "first": play.game.keeps_marker and state.first == number,
            "turn": document["turn"] == seat.name,
            "mine": seen.phone.name == seat.name,
            "won": number in state.winners,
        }
        for number, (seat, told) in enumerate(zip(state.seats, document["players"], strict=True))
    ]


def log_entries(play: OpenPlay) -> list[Entry]:
    """All entries of a play, the newest first."""
    return list(reversed(entries(play.game, play.log, play.reference)))


def drawn_answer(room: Room, phone: Phone, came: Came, sent: Sent) -> str:
    """What a line came to: what was entered, or the rule that stands against it and the ways on."""
    seen = Seen(room, phone, came.play)
    if came.refusal is not None:
        refusal = came.refusal
        return seen.draw(
            "refusal.html",
            line=sent.line,
            message=seen.sentence(refusal.message),
            rule=refusal.rule,
            hint=seen.sentence(refusal.hint),
            ways=_ways(sent.line, refusal.hint),
            details=[seen.sentence(detail) for detail in refusal.details],
            between=came.between,
            house=sent.line.strip() if refusal.rule else "",
        )
    reply = came.reply or Reply(document=dict)
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
    """The lines that a hint names and that can be entered as they stand.

    An option alone is meant for the line that was refused. A reason has a field of its own.
    """
    parts = hint.split("`")
    told = [part.strip() for part in parts[1::2]] if len(parts) % 2 else []
    whole = [part for part in told if part and not _TO_FILL_IN.search(part)]
    return [
        f"{refused.strip()} {part}" if part.startswith("--") else part
        for part in whole
        if not part.startswith("--house")
    ]


def markdown(text: str) -> Markup:
    """A guide as HTML; nothing in it is taken for a tag."""
    if not text:
        return Markup("")
    from markdown_it import MarkdownIt

    html = MarkdownIt("js-default").render(text)
    # What scrolls can be reached by keyboard, and a corner that is empty heads no column.
    for plain, better in (
        ("<pre>", '<pre tabindex="0">'),
        ("<table>", '<div class="wide" tabindex="0"><table>'),
        ("</table>", "</table></div>"),
        ("<th></th>", "<td></td>"),
    ):
        html = html.replace(plain, better)
    return Markup(html)


class Choice(NamedTuple):
    """A word that may come next: the whole line with it, as a link."""

    word: str
    about: str
    line: str
    href: str
    is_number: bool


def choices(play: str | None, line: str, start: int, offers: Sequence[Offer]) -> list[Choice]:
    """Offers as links: each leads to the line with that word."""
    found = []
    for offer in offers:
        blank = "" if offer.word.endswith(("=", ":")) else " "
        longer = f"{line[:start]}{offer.word}{blank}"
        number = offer.word.lstrip("+-−").isdecimal()
        found.append(Choice(offer.word, offer.about, longer, say_url(play, longer), number))
    return found
