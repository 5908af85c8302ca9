"""The room that is served: the prompt, the phones, the rights of the table, and all listeners."""

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import suppress

from companion.core.seats import PlayerSeat
from companion.errors import NotFound, Refused
from companion.table.desk import Desk
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.secrets import entered_on, may_see
from companion.web.entries import Entries, Rights
from companion.web.gate import Place
from companion.web.keys import PLAY, Keys, Phone
from companion.web.live import Listener, Live, Work
from companion.web.prompt import Prompt

_MOST_DRAWN = 64

MOST_PAGES = 8
MOST_PROGRAMS = 64
MOST_LISTENERS = 200
"""How many may listen at once: pages of one phone, programs with one key, all with that key. Beyond
that, the one that has listened longest is ended.
"""

Report = Callable[[str], None]
"""Reports what happens at the table to the person who serves it, line by line."""


class Room:
    """One table that is served. All reading and entering is done one after another in one thread.

    `title` is the table's name on phones.
    """

    def __init__(
        self, prompt: Prompt, keys: Keys, place: Place, rights: Rights, title: str, report: Report
    ) -> None:
        self.prompt = prompt
        self.keys = keys
        self.place = place
        self.rights = rights
        self.title = title
        self.report = report
        self.work = Work()
        self.live = Live(prompt, self.work, self._heard)
        self.entries = Entries(prompt, self.live, rights, keys)
        self._drawn: OrderedDict[Hashable, str] = OrderedDict()
        self._listening: dict[str, list[tuple[str, Listener]]] = {}

    async def play_id(self, play: str | None) -> str:
        """The id of the named play, or of the current one. Raises NotFound."""
        return await self.live.in_thread(lambda: self.prompt.desk(play).play_ref().id)

    def seats(self, play: str | None = None) -> tuple[PlayerSeat, ...]:
        """The seats of the named play, or of the current one. Raises NotFound."""
        seats: tuple[PlayerSeat, ...] = self.prompt.desk(play).open().state.seats
        return seats

    def sit(self, phone: Phone, name: str) -> None:
        """Give a phone a seat; an empty name gives it back.

        If another phone holds the seat, it is given only if that one has been gone for a while, or
        to the phone on which its secrets were entered. Raises NotFound or Refused.
        """
        if not phone.takes_part:
            raise Refused("You are only watching, and have no seat.", "Scan the code to take part.")
        if not phone.token:  # all programs with a key count as one, and would all see secrets
            raise Refused("Programs have no seat.", "A phone gets one by scanning the code.")
        desk = self.prompt.desk()
        play = desk.open() if name else None
        names = []
        if play is not None:
            self.keys.follow(play)
            names = [seat.name for seat in play.state.seats]
        if name and name not in names:
            raise NotFound(f"{name} does not sit at this table.", "Choose one of those who do.")
        if play is not None and self.is_taken(play, name, phone):
            raise Refused(
                f"{name}'s seat is on another phone.",
                "There, “Leave this seat” gives it back; a phone that is off loses it in a minute.",
            )
        left = phone.name
        before = self.keys.sit(phone, name)
        if before is not None:
            before.notices.append(f"{name}'s seat is on another phone now.")
        if name and name != left:
            self.report(f"{name} has joined." if before is None else f"{name} is on another phone.")
        elif left and not name:
            self.report(f"{left} has left the seat.")
        if play is not None:
            self._say_whose_secrets(desk, play, names.index(name), phone)

    def _say_whose_secrets(self, desk: Desk, play: OpenPlay, seat: int, phone: Phone) -> None:
        """Tell a phone, and the host, that it does not show secrets entered on another phone."""
        if may_see(desk, play, seat, phone.source):
            return
        who = play.state.seats[seat]
        phone.notices.append(
            f"{who.name} entered secrets on another phone, and only that phone shows them. The "
            "person at the keyboard can type: "
            f"companion serve --hand-over {who.handle}"
        )
        self.report(
            f"{who.name}'s secrets stay on the phone on which they were entered. To show them on "
            f"this one: `companion serve --hand-over {who.handle}`."
        )

    def is_taken(self, play: OpenPlay, name: str, phone: Phone) -> bool:
        """Whether a seat is taken for this phone.

        It is if another phone holds it and is not gone, unless all secrets of the seat were entered
        on this one.
        """
        holder = self.keys.holder(name)
        if holder is None or holder is phone or holder.is_gone:
            return False
        names = [seat.name for seat in play.state.seats]
        return entered_on(play, names.index(name)) != {phone.mark}

    def joined(self, phone: Phone) -> None:
        """Report that a phone has joined."""
        self.report("A phone takes part." if phone.role == PLAY else "Somebody watches.")

    async def counted(self, phone: Phone, listener: Listener) -> AsyncIterator[bytes]:
        """Pass on the messages to a phone, which counts as connected while it listens."""
        who, role = phone.token, phone.role
        listening = self._listening.setdefault(role, [])
        listening.append((who, listener))
        own = [one for one in listening if one[0] == who]
        most = MOST_PAGES if who else MOST_PROGRAMS
        for oldest in (*own[:-most], *listening[:-MOST_LISTENERS]):
            if oldest in listening:
                listening.remove(oldest)
                oldest[1].end()
        phone.connected += 1
        try:
            async for message in listener:
                yield message
        finally:
            await listener.close()
            phone.connected -= 1
            phone.seen = self.keys.now()
            with suppress(ValueError):
                listening.remove((who, listener))

    def drawn(self, key: Hashable, draw: Callable[[], str]) -> str:
        """The cached drawing for that key, as forty phones that look at a table see the same.

        The key has to change whenever the drawing would.
        """
        found = self._drawn.pop(key, None)
        if found is None:
            found = draw()
        self._drawn[key] = found
        while len(self._drawn) > _MOST_DRAWN:
            self._drawn.popitem(last=False)
        return found

    def _heard(self, play: OpenPlay, lines: dict[int, str]) -> None:
        by = {event.action: event.source.by for event in play.log.events[-50:]}
        for number, line in lines.items():
            who = by.get(number, "")
            self.report(f"{play.ref.id} {number}: {line}" + (f" (by {who})" if who else ""))

    def close(self) -> None:
        """Close the room."""
        self.live.ended()
        self.work.shutdown(wait=True, cancel_futures=True)
