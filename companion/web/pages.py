"""The pages, made on the server; they can be read, and lines entered, without a script."""

import re
from collections import OrderedDict
from collections.abc import Mapping
from importlib.resources import files
from secrets import token_urlsafe
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from companion import games
from companion.core.reply import Refusal
from companion.errors import CompanionError, NotFound
from companion.table.groups.document import player_names
from companion.table.lookup.answers import look_up
from companion.table.plays.titles import sheet_titles
from companion.web.entries import LineOutcome, Sent
from companion.web.gate import HOURS
from companion.web.page import LONGEST_LINE, Page, Seen, say_url
from companion.web.prompt import plain_word, word
from companion.web.room import Room
from companion.web.views import choices, drawn_answer, drawn_table, log_entries

_KINDS = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}
_READING = {
    "stats": ("Statistics", "stats"),
    "ratings": ("Ratings", "ratings"),
    "wins": ("Wins", "chart wins"),
    "growth": ("Growth", "chart growth"),
}
"""Pages that show the answer to a line: their titles, and the line."""
_NOT_HERE = ("--json", "--group", "--play", "--house", "--help")
"""Options that mean nothing on a phone, or are entered elsewhere."""


_MOST_ANSWERS = 100
"""Answers to lines entered without a script, kept for when the page is read again."""


class Pages:
    """All pages of one room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._page = Page(room)
        self._static = _statics()
        self._answers: OrderedDict[tuple[str, str], tuple[Sent, LineOutcome]] = OrderedDict()
        self.routes = [
            Route("/join/{key}", self.join),
            Route("/", self.home),
            Route("/seat", self.seats),
            Route("/seat", self.sit, methods=["POST"]),
            Route("/play/{play}", self.table),
            Route("/play/{play}/live", self.live),
            Route("/play/{play}/say", self.say),
            Route("/play/{play}/say", self.enter, methods=["POST"]),
            Route("/say", self.say),
            Route("/say", self.enter, methods=["POST"]),
            Route("/said/{key}", self.said),
            Route("/start", self.start),
            Route("/plays", self.plays),
            Route("/rulings", self.rulings),
            Route("/play/{play}/log", self.log),
            Route("/play/{play}/here", self.here),
            Route("/play/{play}/report", self.report),
            Route("/board", self.board),
            Route("/lookup", self.lookup),
            Route("/more", self.more),
            Route("/read/{page}", self.read),
            Route("/guides", self.guides),
            Route("/guides/{name}", self.guide),
            Route("/static/{name}", self.static),
        ]

    async def join(self, request: Request) -> Response:
        """Let a phone in with a key, and remove the key from the address."""
        before = request.scope["before"]
        phone = self._room.keys.join(request.scope["role"], before, request.scope["token"])
        if phone is not before:
            self._room.joined(phone)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(
            self._room.place.cookie,
            phone.token,
            max_age=HOURS * 3600,
            httponly=True,
            samesite="lax",
            secure=self._room.place.origin.startswith("https:"),
        )
        return answer

    async def home(self, request: Request) -> Response:
        """The first page: the table, or the choice of a seat."""
        phone = request.scope["phone"]
        try:
            play = await self._room.play_id(None)
        except NotFound:
            return await self._page(request, None, lambda seen: seen.draw("nothing.html"))
        except CompanionError as problem:  # damaged, but the plays may be intact
            return self._page.refused(request, problem)
        if phone.takes_part and not phone.name and "companion-looks" not in request.cookies:
            return RedirectResponse("/seat", 303)
        return RedirectResponse(f"/play/{play}", 303)

    async def seats(self, request: Request) -> Response:
        """The choice of a seat."""

        def draw(seen: Seen) -> str:
            assert seen.play is not None
            names = [seat.name for seat in seen.play.state.seats]
            taken = {name for name in names if self._room.is_taken(seen.play, name, seen.phone)}
            return seen.draw("seat.html", names=names, taken=taken, problem="")

        return await self._page(request, "", draw)

    async def sit(self, request: Request) -> Response:
        """Take a seat, or leave it."""
        form = await request.form()
        name = str(form.get("name", ""))
        try:
            await self._room.live.in_thread(self._room.sit, request.scope["phone"], name)
        except CompanionError as problem:
            return self._page.refused(request, problem)
        answer = RedirectResponse("/" if name else "/board" if form.get("board") else "/", 303)
        if name:
            answer.delete_cookie("companion-looks")
        else:
            answer.set_cookie("companion-looks", "1", httponly=True, samesite="lax")
        return answer

    async def table(self, request: Request) -> Response:
        """The table."""

        def draw(seen: Seen) -> str:
            notices, seen.phone.notices[:] = list(seen.phone.notices), []
            return seen.draw("table.html", live=Markup(drawn_table(seen)), notices=notices)

        return await self._page(request, request.path_params["play"], draw)

    async def live(self, request: Request) -> Response:
        """The part of the table that changes, for the script."""
        board = "board" in request.query_params
        play = request.path_params["play"]
        return await self._page(request, play, lambda seen: drawn_table(seen, board))

    async def board(self, request: Request) -> Response:
        """The table for a tablet in the middle of it."""

        def draw(seen: Seen) -> str:
            return seen.draw("board.html", live=Markup(drawn_table(seen, board=True)))

        return await self._page(request, request.query_params.get("play", ""), draw)

    async def say(self, request: Request) -> Response:
        """Put a line together word by word from the prompt's offers."""
        line = request.query_params.get("line", "")[:LONGEST_LINE]
        more = plain_word(request.query_params.get("more", ""))
        if more:  # what was typed into the control for the next word
            line = f"{line.rstrip()} {more} "[:LONGEST_LINE]

        def draw(seen: Seen) -> str:
            play = None if seen.play is None else seen.play.ref.id
            wanted = self._room.prompt.wanted(line, play) if line[-1:] == " " else None
            start, offers = self._room.prompt.offers(line, play)
            found = choices(play, line, start, offers)
            at, more = self._room.prompt.offers(f"{line}--", play) if line[-1:] == " " else (0, ())
            options = [
                offer for offer in more if offer.word not in _NOT_HERE and offer not in offers
            ]
            return seen.draw(
                "say.html",
                line=line,
                choices=found,
                options=choices(play, line[:at], at, options),
                wanted=wanted,
                problem=None
                if wanted is not None and wanted.needed
                else self._room.prompt.problem(line, play)
                if seen.may(line)
                else "somebody else enters that.",
                pad=bool(found) and all(choice.is_number for choice in found),
                back=_shorter(line),
            )

        return await self._page(request, request.path_params.get("play"), draw)

    async def enter(self, request: Request) -> Response:
        """Enter a line without a script."""
        form = await request.form()
        line = filled(str(form.get("line", "")), {key: str(form[key]) for key in form})
        play = request.path_params.get("play")
        sent = Sent(line, play, str(form.get("id", ""))[:64])
        phone = request.scope["phone"]
        outcome = await self._room.entries.enter(phone, sent)
        key = token_urlsafe(9)
        self._answers[phone.token, key] = sent, outcome
        while len(self._answers) > _MOST_ANSWERS:
            self._answers.popitem(last=False)
        # Otherwise, reloading the page would send the line again.
        return RedirectResponse(f"/said/{key}", 303)

    async def said(self, request: Request) -> Response:
        """The answer to a line that was entered without a script."""
        phone = request.scope["phone"]
        found = self._answers.get((phone.token, request.path_params["key"]))
        if found is None:
            return RedirectResponse("/", 303)
        sent, outcome = found
        answer = await self._room.live.in_thread(drawn_answer, self._room, phone, outcome, sent)
        shown = sent.play if outcome.play is None else outcome.play.ref.id
        return await self._page(
            request,
            shown,
            lambda seen: seen.draw("said.html", answer=Markup(answer), line=sent.line),
            status=outcome.status,
        )

    async def start(self, request: Request) -> Response:
        """Choose game and players; leads to the line that begins the play."""
        names = request.query_params.getlist("player")
        names += [name.strip() for name in request.query_params.get("others", "").split(",")]
        game = request.query_params.get("game", "")
        title = request.query_params.get("title", "").strip()
        who = " ".join(word(name) for name in dict.fromkeys(names) if name)
        if game and who and (title or game != games.SHEET):
            head, _, rest = game.partition(" ")
            named = word(title) if head == games.SHEET else ""
            new = "--new" if "new" in request.query_params else ""
            line = " ".join(part for part in ("start", head, named, who, rest, new) if part)
            return RedirectResponse(say_url(None, f"{line} "), 303)

        def draw(seen: Seen) -> str:
            document = self._room.prompt.desk().group_document()
            known = player_names(document)
            playing = [] if seen.play is None else [seat.name for seat in seen.play.state.seats]
            return seen.draw(
                "start.html",
                games=_all_games(),
                sheets=sheet_titles(document),
                known=known,
                playing=playing,
                asks_for_players=bool(game),
            )

        return await self._page(request, "", draw, needs_play=False)

    async def plays(self, request: Request) -> Response:
        """The group's plays, newest first."""

        def draw(seen: Seen) -> str:
            said = seen.read("plays")
            found = [] if said.reply is None else said.reply.document()["plays"]
            return seen.draw("plays.html", plays=found)

        return await self._page(request, "", draw, needs_play=False)

    async def rulings(self, request: Request) -> Response:
        """The group's rulings, and a form for a new one."""

        def draw(seen: Seen) -> str:
            said = seen.read("ruling list")
            found = [] if said.reply is None else said.reply.document()["rulings"]
            return seen.draw("rulings.html", rulings=found, on=request.query_params.get("on", ""))

        return await self._page(request, "", draw, needs_play=False)

    async def log(self, request: Request) -> Response:
        """All entries, each with a way to undo it."""

        def draw(seen: Seen) -> str:
            assert seen.play is not None
            return seen.draw("log.html", entries=log_entries(seen.play))

        return await self._page(request, request.path_params["play"], draw)

    async def here(self, request: Request) -> Response:
        """What is on the table, explained."""
        return await self._answer(request, "lookup --here --all", "On the table", "here")

    async def report(self, request: Request) -> Response:
        """The report of a play."""
        play = request.path_params["play"]
        return await self._answer(request, f"play show {play}", "How it went", "more")

    async def read(self, request: Request) -> Response:
        """A page that shows the answer to a line."""
        page = request.path_params["page"]
        if page not in _READING:
            raise_not_found()
        title, line = _READING[page]
        return await self._answer(request, line, title, "more")

    async def guides(self, request: Request) -> Response:
        """All guides."""

        def draw(seen: Seen) -> str:
            said = seen.read("guide")
            found = [] if said.reply is None else said.reply.document()["guides"]
            return seen.draw("guides.html", guides=found)

        return await self._page(request, "", draw, needs_play=False)

    async def guide(self, request: Request) -> Response:
        """One guide."""
        name = request.path_params["name"]
        return await self._answer(request, f"guide {word(name)}", name, "more")

    async def more(self, request: Request) -> Response:
        """Links to everything else."""
        titles = {page: title for page, (title, _) in _READING.items()}
        return await self._page(
            request, "", lambda seen: seen.draw("more.html", pages=titles), needs_play=False
        )

    async def lookup(self, request: Request) -> Response:
        """Look something up."""
        words = request.query_params.get("q", "").strip()
        part = "part" in request.query_params

        def draw(seen: Seen) -> str:
            found, problem = Markup(""), None
            if words:
                try:
                    desk = self._room.prompt.desk(None if seen.play is None else seen.play.ref.id)
                    found = seen.blocks(look_up(desk, words[:500]).blocks())
                except CompanionError as refusal:
                    problem = Refusal.of(refusal)
            return seen.draw(
                "found.html" if part else "lookup.html", words=words, found=found, problem=problem
            )

        play = request.query_params.get("play", "")
        return await self._page(request, play, draw, needs_play=False)

    async def static(self, request: Request) -> Response:
        """A style or script; browsers keep it for ten minutes."""
        name = request.path_params["name"]
        content = self._static.get(name)
        if content is None:
            raise_not_found()
        kind = _KINDS[name.rpartition(".")[2]]
        return Response(content, headers={"content-type": kind, "cache-control": "max-age=600"})

    async def _answer(self, request: Request, line: str, title: str, tab: str) -> Response:
        """A page with the answer to a line that only reads."""
        phone = request.scope["phone"]
        play = request.path_params.get("play") or request.query_params.get("play")
        sent = Sent(line, play)

        def draw(seen: Seen) -> str:
            said = seen.read(line, play)
            outcome = LineOutcome(seen.play, said.reply, said.refusal)
            answer = drawn_answer(self._room, phone, outcome, sent)
            return seen.draw("read.html", answer=Markup(answer), heading=title, tab=tab)

        return await self._page(request, play or "", draw, needs_play=play is not None)


def filled(line: str, fields: Mapping[str, str]) -> str:
    """Fill in a line from the fields of its form: `{text}` is the field of that name.

    A reason in the field `house` is added as `--house`. The script does the same.
    """
    line = _FIELD.sub(lambda field: _typed_word(fields.get(field[1]), field[0]), line)
    why = fields.get("house", "").strip()
    return f"{line} --house {word(why)}" if why else line


def _typed_word(value: str | None, field: str) -> str:
    """The value of a field as a word; unchanged `{field}` if there is none."""
    return field if value is None else plain_word(value)


_FIELD = re.compile(r"\{([^{}]+)\}")


def _all_games() -> list[tuple[str, str]]:
    """All games that can be begun: how each is typed after `start`, and its title."""
    found: list[tuple[str, str]] = []
    for game_id in games.game_ids():
        game = games.game(game_id)
        within = game.within
        found += [(f"{game_id} --game {name}", called) for name, called in within.items()]
        found += [] if within or not game.boxed else [(game_id, game.title)]
    return found


def _statics() -> dict[str, bytes]:
    """Styles and scripts by name, including those of faces."""
    static = files("companion.web") / "static"
    found = [*static.iterdir(), *(static / "faces").iterdir()]
    return {it.name: it.read_bytes() for it in found if it.name.rpartition(".")[2] in _KINDS}


def _shorter(line: str) -> str:
    """The line without its last word."""
    return line.rstrip().rpartition(" ")[0]


def raise_not_found() -> Any:
    """Raise a 404: there is no such page."""
    from starlette.exceptions import HTTPException

    raise HTTPException(404)
