"""The application: the gate, and behind it the pages and the interface for programs."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from companion.web.api import Api
from companion.web.boxes import Boxes
from companion.web.gate import Gate, Turned, turned
from companion.web.page import Page
from companion.web.pages import Pages
from companion.web.room import Room
from companion.web.server import Guests


def application(room: Room, guests: Guests) -> ASGIApp:
    """Everything that is answered, for one room."""

    @asynccontextmanager
    async def lifespan(app: Any) -> AsyncIterator[None]:
        yield
        room.close()

    inner = Starlette(
        routes=[*Api(room).routes, *Pages(room).routes, *Boxes(room, Page(room)).routes],
        exception_handlers={Turned: turned, HTTPException: turned},
        lifespan=lifespan,
        middleware=[Middleware(GZipMiddleware, minimum_size=600, compresslevel=5)],
    )
    return Gate(inner, room.keys, room.place, guests.known)
