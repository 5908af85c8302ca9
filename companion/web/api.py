"""The JSON API for programs (contract)."""

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.core.names import is_text
from companion.core.numbers import whole
from companion.core.offer import Offer
from companion.core.reply import Refusal
from companion.errors import CompanionError, Invalid, NotFound, StorageError
from companion.table.lookup.answers import look_up
from companion.web.entries import LONGEST_LINE, LineOutcome, Sent, error, valid_id
from companion.web.keys import Phone
from companion.web.room import Room
from companion.web.views import drawn_answer

LONGEST_WORDS = 500
"""Most characters of a look-up; the rest is ignored."""
_HIGHEST = 99_999_999
_TRUSTED = {"content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no"}


class Api:
    """The API of one room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._at_hand: set[str] = set()
        """The plays that were sent as the current one."""
        self.routes = [
            Route("/api/table", self.table),
            Route("/api/entries", self.enter, methods=["POST"]),
            Route("/api/offers", self.offers),
            Route("/api/lookup", self.lookup),
            Route("/api/events", self.events),
        ]

    async def table(self, request: Request) -> Response:
        """`table --json`; its ETag is the number of the last entry."""
        play = request.query_params.get("play")

        def read() -> tuple[int, Any]:
            desk = self._room.prompt.desk(play)
            opened = desk.open()
            return opened.log.next_action - 1, opened.document()

        try:
            number, document = await self._room.live.in_thread(read)
        except CompanionError as problem:
            return _problem(problem)
        tag = f'"{number}"'
        if play is None:
            self._at_hand.add(document["play"])
        # If another play was the current one before, the same number may mean another entry.
        same = play is not None or not (self._room.keys.goes_on or len(self._at_hand) > 1)
        if same and tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={"etag": tag})
        return JSONResponse(document, headers={"etag": tag})

    async def enter(self, request: Request) -> Response:
        """Run a line as typed at the prompt."""
        try:
            posted = await _posted(request)
            sent = Sent(
                posted["line"], posted.get("play"), valid_id(posted.get("id")), posted.get("after")
            )
        except CompanionError as problem:
            return _problem(problem)
        outcome = await self._room.entries.enter(request.scope["phone"], sent)
        document = outcome.document()
        if posted.get("html") is True:
            document["html"] = await self._drawn(request, outcome, sent)
        return JSONResponse(document, status_code=outcome.status)

    async def _drawn(self, request: Request, outcome: LineOutcome, sent: Sent) -> str:
        """The answer as pages show it."""
        return await self._room.live.in_thread(
            drawn_answer, self._room, request.scope["phone"], outcome, sent
        )

    async def offers(self, request: Request) -> Response:
        """The words that may come next in a line."""
        line = request.query_params.get("line", "")
        play = request.query_params.get("play")
        if len(line) > LONGEST_LINE:
            return _problem(Invalid("That is more than a line.", f"At most {LONGEST_LINE} signs."))
        phone = request.scope["phone"]
        start, offers = await self._room.live.in_thread(self._offers, phone, line, play)
        if not offers and line and not line.endswith(" "):  # after a complete word, what follows it
            line += " "
            start, offers = await self._room.live.in_thread(self._offers, phone, line, play)
        found = [{"word": offer.word, "about": offer.about} for offer in offers]
        return JSONResponse({"offers": found, "start": start})

    def _offers(self, phone: Phone, line: str, play: str | None) -> tuple[int, list[Offer]]:
        """The offers that this phone may enter."""
        start, offers = self._room.prompt.offers(line, play)
        may = self._room.entries.may
        return start, [it for it in offers if may(phone, line[:start] + it.word, play)]

    async def lookup(self, request: Request) -> Response:
        """`lookup --json`."""
        words = request.query_params.get("q", "")
        play = request.query_params.get("play")

        def look() -> Any:
            desk = self._room.prompt.desk(play)
            desk.options.as_json = True
            return look_up(desk, words[:LONGEST_WORDS], request.query_params.get("game")).document()

        try:
            return JSONResponse(await self._room.live.in_thread(look))
        except CompanionError as problem:
            return _problem(problem)

    async def events(self, request: Request) -> Response:
        """Stream what happens in a play from now on."""
        last = request.headers.get("last-event-id") or request.query_params.get("after")
        after = None if last is None else whole(last, 0, _HIGHEST)
        if last is not None and after is None:
            return _problem(Invalid("That is no number of an entry.", "Such as ?after=12."))
        try:
            play = await self._room.play_id(request.query_params.get("play"))
            stream = await self._room.live.listen(play, after)
        except CompanionError as problem:
            return _problem(problem)
        return StreamingResponse(
            self._room.counted(request.scope["phone"], stream), headers=_TRUSTED
        )


async def _posted(request: Request) -> dict[str, Any]:
    """Parse the posted JSON. Raises Invalid if it holds no line."""
    try:
        posted = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise Invalid("That is no JSON.", '{"line": "score ana +3"}') from None
    if not isinstance(posted, dict) or not isinstance(posted.get("line"), str):
        raise Invalid("There is no line in it.", '{"line": "score ana +3"}')
    play = posted.get("play")
    if not isinstance(play, str | None) or not is_text(play or ""):
        raise Invalid("A play is named by its id.", "Such as bwd-1.")
    after = posted.get("after")
    if after is not None and (type(after) is not int or not 0 <= after <= _HIGHEST):
        raise Invalid("`after` is the number of an entry.", "Such as 12.")
    return posted


def _problem(problem: CompanionError) -> JSONResponse:
    if isinstance(problem, StorageError):
        status = 503
    else:
        status = 404 if isinstance(problem, NotFound) else 422
    return JSONResponse(error(Refusal.of(problem)), status_code=status)
