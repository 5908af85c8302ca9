"""Makes pages for phones from templates, blocks and links; or shows an error instead."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import unescape
from itertools import takewhile
from typing import Any, NamedTuple
from urllib.parse import quote, unquote_plus, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from companion.core.blocks import Block
from companion.core.event import KEYBOARD
from companion.core.names import capital
from companion.core.offer import Offer
from companion.core.reply import Refusal
from companion.errors import CompanionError, NotFound, StorageError
from companion.printing.web.blocks import BlocksAsHtml, as_code
from companion.printing.web.page import figure
from companion.table.plays.open_play import OpenPlay
from companion.web.entries import EVERYBODY
from companion.web.faces import wanted
from companion.web.keys import Phone
from companion.web.prompt import Said, nothing
from companion.web.room import Room

TO_FILL_IN = re.compile(r'(?<![\w.])"?(?:[A-Z]{2,}\b|[^\s]*(?:…|\.\.\.))')
"""Placeholders in a command: `CARD`, `…`."""

_BUTTON = re.compile(r'<button\b[^>]*\bname="line"[^>]*\bvalue="([^"]*)"[^>]*>.*?</button>', re.S)
_MADE = re.compile(r'<form\b[^>]*\bdata-line="([^"]*)"[^>]*>.*?</form>', re.S)
_LINK = re.compile(r'<a\b([^>]*)\bhref="[^"]*/say\?line=([^"]*)"([^>]*)>(.*?)</a>', re.S)
_CLASS = re.compile(r'class="([^"]*)"')
_FIELD = re.compile(r"[{}]")
"""With the patterns above: where a page has a line that is entered, put together, or begun."""

LONGEST_LINE = 2000
"""Most characters of a line in an address."""

TEMPLATES = Environment(
    loader=PackageLoader("companion.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


TEMPLATES.globals["figure"] = lambda named: Markup(figure(named))


class Seen(NamedTuple):
    """What a phone may see and do in its play."""

    room: Room
    phone: Phone
    play: OpenPlay | None
    board: bool = False
    """Whether it is a tablet in the middle of the table, where nothing is entered."""
    folds: Markup = Markup("")
    """The folded parts that every page of a play has below the game's own part."""

    @property
    def says(self) -> bool:
        """Whether lines may be entered from here."""
        return self.phone.takes_part and not self.board

    @property
    def face(self) -> Sequence[str]:
        """The styles and scripts of the game's face."""
        return () if self.play is None else wanted(self.play.game.id)

    def read(self, command: str, play: str | None = None) -> Said:
        """Run a command of the program that only shows something, whatever the game's verbs are.

        It enters nothing, and shows no secret, as it does not come from a phone.
        """
        return self.room.prompt.say(f"companion {command}", play, KEYBOARD, nothing)

    def command(self, escaped: str) -> str:
        """A command as a link to the page that enters it; for watchers, as plain code."""
        if not self.says or self.play is None:
            return as_code(escaped)
        line = self.room.prompt.said_here(self.play, f"`{unescape(escaped)}`").strip("`")
        href = say_url(self.play.ref.id, _known(line))
        return f'<a class="cmd" href="{Markup.escape(href)}">{Markup.escape(line)}</a>'

    def steps(self, sentences: Sequence[str], taps: Mapping[str, str]) -> list[Markup]:
        """What can be done now: sentences, with their commands as buttons in words.

        A complete command is entered by its button; one with an example in it is begun. The verbs
        in `taps` have something to tap in the game's own part of the page: these steps come first,
        and say what to tap.
        """
        if self.play is None or not (self.says or self.board):
            return [self.sentence(text) for text in sentences]
        steps = [self._parts(text) for text in sentences]
        if not self.board:
            steps.sort(key=lambda parts: not any(_verb(line) in taps for line in parts[1::2]))
        return [self._step(parts, taps) for parts in steps]

    def _parts(self, text: str) -> list[str]:
        """Split a sentence; every second part is a line."""
        parts = text.split("`")
        parts[1::2] = [
            _known(self.room.prompt.said_here(self.play, f"`{part}`").strip("`"))
            for part in parts[1::2]
        ]
        return parts

    def _step(self, parts: Sequence[str], taps: Mapping[str, str]) -> Markup:
        sentence, buttons = "", list[Markup]()
        for place, part in enumerate(parts):
            tap = "tap Next" if part == "next" else taps.get(_verb(part), "")
            if place % 2 == 0:
                sentence += part
            elif self.board:
                continue
            elif tap and part != "next":  # the rest is about other ways to type it
                sentence = re.sub(r"\bsuch as $", "", sentence, flags=re.IGNORECASE)
                tap = capital(tap) if sentence.endswith(". ") else tap
                return Markup.escape(sentence + tap) + Markup("").join(buttons)
            elif tap or part.startswith("--"):  # an option alone is not a line
                sentence += tap or part.strip("- ")
            else:
                buttons.append(self._step_button(self._as_far_as_known(part)))
        words = re.sub(r"\s*\(or\b[^()]*\)", "", sentence)  # other ways to type the command
        words = re.sub(r"[\s:;,]+([.,;])", r"\1", words).rstrip(" :;,.")
        words = re.sub(r"[\s:;,]+or$", "", words)
        return Markup.escape(words) + Markup("").join(buttons)

    def _step_button(self, line: str) -> Markup:
        """A line as a button in words, with players' names; an incomplete line is begun."""
        assert self.play is not None
        names = {seat.handle: seat.name for seat in self.play.state.seats}
        verb, *words = line.split()
        text = capital(verb.replace("-", " "))
        words = [names.get(word, word) for word in words if not word.startswith("--")]
        if words:
            text += f": {' '.join(words)}"
        if line.endswith(" "):
            html = '<a class="button todo" href="{}">{} …</a>'
            return Markup(html).format(say_url(self.play.ref.id, line), text)
        html = '<button form="say" name="line" value="{}" class="todo">{}</button>'
        return Markup(html).format(line, text)

    def _as_far_as_known(self, line: str) -> str:
        """Cut the example off a line: `guess ana ` for `guess ana 3x4`."""
        assert self.play is not None
        verbs = self.play.game.verbs()
        known = {seat.handle for seat in self.play.state.seats}
        verb, *words = line.split(" ")
        if verb in verbs.groups:
            known.update(verbs.groups[verb].by_name)
        elif verb not in (*verbs.names, "score"):
            return line
        so_far = list(takewhile(lambda word: word in known or word.startswith("--"), words))
        return line if len(so_far) == len(words) else " ".join([verb, *so_far, ""])

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
        """The words that may come next in a line; none for a phone that enters nothing."""
        if not self.says or self.play is None:
            return ()
        start, offers = self.room.prompt.offers(line, self.play.ref.id)
        return [offer for offer in offers if self.may(line[:start] + offer.word)]

    def may(self, line: str) -> bool:
        """Whether a line that is this one or begins with it may be entered from here."""
        if not self.says:
            return False
        play = None if self.play is None else self.play.ref.id
        return self.room.entries.may(self.phone, line, play)

    def draw(self, template: str, **values: Any) -> str:
        """Fill in a template."""
        play = self.play
        html = TEMPLATES.get_template(template).render(
            seen=self,
            phone=self.phone,
            title=self.room.title,
            play=None if play is None else play.ref.id,
            number=0 if play is None else play.log.next_action - 1,
            say_url=say_url,
            **values,
        )
        return self._without_others(html) if self.room.rights != EVERYBODY else html

    def _without_others(self, html: str) -> str:
        """Remove buttons and links to lines that this phone may not enter."""
        may = cache(self.may)

        def button(found: re.Match[str]) -> str:
            return found[0] if may(_FIELD.sub("", unescape(found[1]))) else ""

        def link(found: re.Match[str]) -> str:
            before, line, after, inside = found.groups()
            if may(unquote_plus(unescape(line))):
                return found[0]
            looks = _CLASS.search(before + after)
            tapped = looks is not None and not {"button", "choice"}.isdisjoint(looks[1].split())
            return "" if tapped else f"<span {looks[0] if looks else ''}>{inside}</span>"

        return _LINK.sub(link, _BUTTON.sub(button, _MADE.sub(button, html)))


def _verb(line: str) -> str:
    return line.partition(" ")[0]


def _known(line: str) -> str:
    """Cut off a line's placeholders: `tag ana.1 ` for `tag ana.1 CARD`."""
    known = TO_FILL_IN.split(line, maxsplit=1)[0]
    if known == line:
        return line
    if known.count('"') % 2:  # it is within a quoted text
        known = known.rpartition('"')[0]
    return f"{known.rstrip()} "


def say_url(play: str | None, line: str = "") -> str:
    """The address of the page that puts a line together; None for no play."""
    page = "/say" if play is None else f"/play/{quote(play)}/say"
    return page + (f"?{urlencode({'line': line})}" if line else "")


class Page(NamedTuple):
    """Makes the pages of a room."""

    room: Room

    async def __call__(
        self,
        request: Request,
        play: str | None,
        draw: Callable[[Seen], str],
        needs_play: bool = True,
        status: int = 200,
    ) -> Response:
        """Make a page about the play of that id; the current one if empty, no play if None.

        `draw` makes it; errors of `draw`, and of opening the play, are shown instead.
        """
        phone = request.scope["phone"]

        def made() -> tuple[str, int]:
            opened = None
            if play is not None:
                try:
                    opened = self.room.prompt.desk(play or None).open()
                    # In an older play, a current name may belong to somebody else.
                    if opened.ref == self.room.prompt.desk(None).play_ref():
                        self.room.keys.follow(opened)
                except NotFound:
                    if needs_play:
                        raise
            seen = Seen(self.room, phone, opened)
            return draw(seen), 0 if opened is None else opened.log.next_action - 1

        try:
            html, number = await self.room.live.in_thread(made)
        except CompanionError as problem:
            return self.refused(request, problem)
        return HTMLResponse(html, status, headers={"x-entries": str(number)})

    def refused(self, request: Request, problem: CompanionError) -> Response:
        """A page with the error."""
        seen = Seen(self.room, request.scope["phone"], None)
        if isinstance(problem, StorageError):
            status = 503
        else:
            status = 404 if isinstance(problem, NotFound) else 422
        return HTMLResponse(seen.draw("problem.html", problem=Refusal.of(problem)), status)
