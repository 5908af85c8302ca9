"""One page: made in the thread that reads plays, or why there is none."""

from collections.abc import Callable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from companion.errors import CompanionError, NotFound, StorageError
from companion.web.entries import refused
from companion.web.room import Room
from companion.web.seen import Seen


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
        """A page about a play: the one of that id, for an empty one that at hand, for None none.

        `draw` makes it; what it raises, or what opening the play raises, is told in its place.
        """
        phone = request.scope["phone"]

        def made() -> tuple[str, int]:
            opened = None
            if play is not None:
                try:
                    opened = self.room.prompt.desk(play or None).open()
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
        """Why there is no such page."""
        seen = Seen(self.room, request.scope["phone"], None)
        if isinstance(problem, StorageError):
            status = 503
        else:
            status = 404 if isinstance(problem, NotFound) else 422
        return HTMLResponse(seen.draw("problem.html", problem=refused(problem)), status)
