"""A form on a phone that logs a play afterwards; its result is a line for the prompt, `play add …`.

The line is shown before it is entered, as when a play is begun.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from companion import games
from companion.core.names import folded
from companion.table.desk import Desk
from companion.table.groups.document import player_names
from companion.table.history.finished_plays import History
from companion.table.local_time import day
from companion.web.page import LONGEST_LINE, Page, Seen, say_url
from companion.web.prompt import plain_word
from companion.web.room import Room

MOST_KNOWN = 40
"""How many players of the group have a row, the newest ones."""
OTHERS = 6
"""Rows for naming somebody else."""
TEAMS = 4
_TOGETHER = ("won", "lost")
_SEATED = re.compile(r"name-(\d{1,2})")


class PlayForm:
    """The page that logs a play afterwards."""

    def __init__(self, room: Room, page: Page) -> None:
        self._room = room
        self._page = page
        self.routes = [Route("/plays/add", self.add)]

    async def add(self, request: Request) -> Response:
        """Enter who played what, and when; leads to the line that logs it."""
        fields = dict(request.query_params)
        is_sent = "title" in fields and request.scope["phone"].takes_part
        lacks = _lacking(fields) if is_sent else ""
        if is_sent and not lacks:
            return RedirectResponse(say_url(None, f"{play_line(fields)} "), 303)

        def draw(seen: Seen) -> str:
            desk = self._room.prompt.desk()
            known = player_names(desk.group_document())[-MOST_KNOWN:]
            return seen.draw(
                "add_play.html",
                known=known,
                rows=len(known) + OTHERS,
                teams=TEAMS,
                titles=_titles(desk),
                fields=defaultdict(str, {"on": day(desk.now()), **fields}),
                lacks=lacks,
            )

        return await self._page(request, "", draw, needs_play=False)


def play_line(fields: Mapping[str, str]) -> str:
    """Make the line that logs a play from the fields of the form, without empty ones.

    A player of row 3 is `name-3`, with `points-3`, and `here-3` and `won-3` if ticked; a team is
    `team-1`, with the names of its players, separated by commas, in `of-1`.
    """
    words = ["play add", plain_word(fields.get("title", ""))]
    played = list(_played(fields))
    words += [plain_word(f"{name}={points}" if points else name) for name, points, _ in played]
    for option in ("on", "minutes", "place", "comment"):
        if fields.get(option, "").strip():
            words += [f"--{option}", plain_word(fields[option])]
    for name in (name for name, _, won in played if won):
        words += ["--winner", plain_word(name)]
    words += ["--lowest"] if fields.get("lowest") else []
    if fields.get("coop") in _TOGETHER:
        words += ["--coop", fields["coop"]]
    for number in range(TEAMS):
        team, people = (fields.get(f"{key}-{number}", "").strip() for key in ("team", "of"))
        if team and people:
            names = ",".join(name.strip() for name in people.split(",") if name.strip())
            words += ["--team", plain_word(f"{team}={names}")]
    return " ".join(word for word in words if word)


def _played(fields: Mapping[str, str]) -> Iterator[tuple[str, str, bool]]:
    """The players in the order of the rows, with points and whether they won.

    Anyone with points or a win played, even if not ticked.
    """
    for row in sorted(int(key[1]) for key in map(_SEATED.fullmatch, fields) if key):
        name = fields[f"name-{row}"].strip()
        points, won = fields.get(f"points-{row}", "").strip(), bool(fields.get(f"won-{row}"))
        if name and (points or won or fields.get(f"here-{row}")):
            yield name, points, won


def _lacking(fields: Mapping[str, str]) -> str:
    """What is still missing; empty if nothing is."""
    if not fields.get("title", "").strip():
        return "Which game was played?"
    if not any(_played(fields)):
        return "Who played? Tick somebody, or enter a name."
    if len(play_line(fields)) >= LONGEST_LINE:
        return "That is too long for one line: shorten the comment, or leave it out."
    return ""


def _titles(desk: Desk) -> list[str]:
    """The titles that the group has played, then those of the other games."""
    found: dict[str, str] = {}
    played = (it.title for it in History(desk).games)
    ours = (games.game(game_id).title for game_id in games.game_ids())
    for title in (*played, *ours):
        found.setdefault(folded(title), title)
    return list(found.values())
