"""The group's boxes on phones: their contents, the history of cards, and whether all are there."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote

from markupsafe import Markup
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from companion.core.names import counted
from companion.errors import CompanionError, Invalid, NotFound
from companion.table.boxes.check import begin_check, checked
from companion.web.entries import LineOutcome, Sent
from companion.web.gate import UPLOADS
from companion.web.page import Page, Seen
from companion.web.prompt import word
from companion.web.room import Room
from companion.web.views import drawn_answer

STORIES = {"blank": ("blank rule history", "blank card history"), "bwd": ("bwd card show",)}
"""Lines that show the history of a card, by the game of the box; the card's name follows."""

MOST_PHOTOGRAPHS = 12
LARGEST_PHOTOGRAPH = 16 * 1024 * 1024
_SECONDS = 60.0
_MOST_CODES = 5_000
_MOST_CHECKS = 40


class Boxes:
    """The pages about boxes.

    What a phone has found of a box is kept until it starts again. Photographs are read one after
    another in a separate thread, so that the table does not wait.
    """

    def __init__(self, room: Room, page: Page) -> None:
        self._room = room
        self._page = page
        self._found: OrderedDict[tuple[str, str], list[str]] = OrderedDict()
        self._notes: dict[tuple[str, str], list[str]] = {}
        """Sentences about the latest photographs."""
        self._work = ThreadPoolExecutor(1, "photographs")
        self.routes = [
            Route("/boxes", self.boxes),
            Route("/boxes/{box}", self.box),
            Route("/boxes/{box}/card", self.card),
            Route("/boxes/{box}/check", self.check),
            Route(f"/boxes/{{box}}{UPLOADS}", self.photographs, methods=["POST"]),
        ]

    async def boxes(self, request: Request) -> Response:
        """All boxes of the group."""

        def draw(seen: Seen) -> str:
            found = self._document(seen, "deck list")["copies"]
            return seen.draw("boxes.html", boxes=found)

        return await self._page(request, "", draw, needs_play=False)

    async def box(self, request: Request) -> Response:
        """The contents of a box."""
        box = request.path_params["box"]

        def draw(seen: Seen) -> str:
            game = self._game(seen, box)
            return seen.draw(
                "box.html",
                box=box,
                stories=game in STORIES,
                answer=Markup(self._answer(seen, f"deck show {word(box)}")),
                history=Markup(self._answer(seen, f"deck history {word(box)}")),
            )

        return await self._page(request, "", draw, needs_play=False)

    async def card(self, request: Request) -> Response:
        """The history of a card."""
        box, name = request.path_params["box"], request.query_params.get("name", "").strip()

        def draw(seen: Seen) -> str:
            lines = [f"{line} {word(name)}" for line in STORIES.get(self._game(seen, box), ())]
            answers = [self._run(seen, line) for line in lines] if name else []
            shown = [outcome for outcome in answers if outcome[1].refusal is None] or answers[:1]
            return seen.draw(
                "card.html",
                box=box,
                name=name,
                answers=[
                    Markup(drawn_answer(self._room, seen.phone, outcome, Sent(line)))
                    for line, outcome in shown
                ],
            )

        return await self._page(request, "", draw, needs_play=False)

    async def check(self, request: Request) -> Response:
        """Which cards were found so far, and which are missing."""
        box = request.path_params["box"]
        key = (request.scope["phone"].token, box)
        if "again" in request.query_params:
            self._found.pop(key, None)
            return RedirectResponse(f"/boxes/{box}/check", 303)
        notes = self._notes.pop(key, ())
        return await self._page(request, "", lambda seen: self._checked(seen, key, notes), False)

    async def photographs(self, request: Request) -> Response:
        """Take photographs, or what somebody typed for a card."""
        box = request.path_params["box"]
        key = (request.scope["phone"].token, box)
        notes: list[str] = []
        found = self._found.setdefault(key, [])
        self._found.move_to_end(key)
        while len(self._found) > _MOST_CHECKS:
            self._notes.pop(self._found.popitem(last=False)[0], None)
        async with request.form(max_files=MOST_PHOTOGRAPHS, max_part_size=64 * 1024) as form:
            typed = str(form.get("typed", "")).strip()
            found += typed.splitlines()[:20]
            for upload in form.getlist("photograph"):
                if isinstance(upload, UploadFile) and upload.filename:
                    notes += await self._look(upload, found)
        del found[_MOST_CODES:]
        self._notes[key] = notes
        return RedirectResponse(f"/boxes/{quote(box)}/check", 303)

    async def _look(self, upload: UploadFile, found: list[str]) -> list[str]:
        """Add the codes in a photograph; return sentences about it."""
        content = await upload.read(LARGEST_PHOTOGRAPH + 1)
        if len(content) > LARGEST_PHOTOGRAPH:
            return ["A photo was larger than 16 MB: take it with fewer pixels."]
        try:
            async with asyncio.timeout(_SECONDS):
                loop = asyncio.get_running_loop()
                texts = await loop.run_in_executor(self._work, _codes, content)
        except TimeoutError:
            return ["A photo took too long: come nearer, a few cards at a time."]
        except CompanionError as problem:
            return [f"{problem.message} {problem.hint}"]
        found += [line for text in texts for line in text.splitlines()]
        if not texts:
            return ["No code could be read in a photo: come nearer, from above, in good light."]
        return [f"{counted(len(texts), 'code')} in a photograph."]

    def _checked(self, seen: Seen, key: tuple[str, str], notes: Sequence[str]) -> str:
        box = key[1]
        check = begin_check(self._room.prompt.desk(), box)
        for line in self._found.get(key, ()):
            check.scan(line)
        check.end()
        reply = checked(check)
        return seen.draw(
            "check.html",
            box=box,
            notes=notes,
            begun=bool(self._found.get(key)),
            found=len(check.found),
            wanted=len(check.wanted),
            blocks=seen.blocks(reply.blocks()),
        )

    def _game(self, seen: Seen, box: str) -> str:
        """The game of a box. Raises NotFound or Ambiguous."""
        document = self._document(seen, f"deck show {word(box)}")
        return str(document["game"])

    def _document(self, seen: Seen, line: str) -> Any:
        """The JSON answer to a line that only reads. Raises NotFound or Invalid."""
        _, outcome = self._run(seen, line)
        if outcome.refusal is not None or outcome.reply is None:
            refusal = outcome.refusal
            assert refusal is not None
            kind = NotFound if refusal.kind == NotFound.code else Invalid
            raise kind(refusal.message, refusal.hint)
        return outcome.reply.document()

    def _run(self, seen: Seen, line: str) -> tuple[str, LineOutcome]:
        said = seen.read(line)
        return line, LineOutcome(seen.play, said.reply, said.refusal)

    def _answer(self, seen: Seen, line: str) -> str:
        _, outcome = self._run(seen, line)
        return drawn_answer(self._room, seen.phone, outcome, Sent(line))


def _codes(content: bytes) -> list[str]:
    from companion.scanning import codes_in_photograph

    return codes_in_photograph(content)
