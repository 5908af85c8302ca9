"""The shelf of a game (see `core.box`): the group's boxes and plays of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

from companion.core.action import Action
from companion.core.box import BoxAction, BoxChange, OpenBox, PlayView
from companion.core.event import REDONE, RENAMES, Draft, Event, Referee
from companion.core.game import Game
from companion.core.log import Wording
from companion.core.names import folded
from companion.core.reply import Reply
from companion.errors import CompanionError, Refused
from companion.reference.data import reader
from companion.store.base import LogRef
from companion.table.boxes import stored_box
from companion.table.desk import PLAYS, Desk
from companion.table.groups.document import joined, player_names
from companion.table.plays import house_rules

if TYPE_CHECKING:
    from random import Random


class Shelf:
    """The group's boxes and plays of a game: what verbs about boxes run on."""

    def __init__(self, desk: Desk, game: Game[Any]) -> None:
        self._desk = desk
        self._game = game

    @property
    def group(self) -> str:
        """The group's name."""
        return self._desk.group

    @property
    def players(self) -> Sequence[str]:
        """The names of the group's players."""
        return player_names(self._desk.group_document())

    @property
    def house(self) -> str | None:
        """The reason given with `--house`, if any."""
        return self._desk.house

    # Boxes

    def in_use(self) -> list[str]:
        """The ids of the boxes in use: several if they are mixed, none if there is no box."""
        return stored_box.in_use(self._desk, self._game)

    def boxes(self) -> list[OpenBox[Any]]:
        """Every box that can be read, in a lasting order."""
        return [_opened(stored) for stored in stored_box.boxes_of(self._desk, self._game)]

    def open(self, box_id: str | None = None) -> OpenBox[Any]:
        """Open a box: of that id, or the only one. Raises NotFound, Corrupt or TooNew."""
        return _opened(stored_box.open_box(self._desk, self._game, box_id))

    def find(self, text: str) -> str:
        """Find the id of a box. Raises NotFound, Ambiguous."""
        return stored_box.box_called(self._desk, self._game, text)

    def box_of(self, events: Sequence[Event]) -> Any:
        """The box that the game makes of these events."""
        return self._desk.box(self._game, lambda: events)

    def use(self, ids: Sequence[str]) -> None:
        """Take these boxes into use."""
        stored_box.use(self._desk, self._game, ids)

    def create(self, name: str, data: Mapping[str, Any]) -> OpenBox[Any]:
        """Begin the log of a new box; `data` is what else is known about it."""
        box_id = stored_box.new_id(self._desk, self._game, name)
        return _opened(
            stored_box.create_box(self._desk, self._game, box_id, {"name": name, **data})
        )

    def write(
        self, plan: Callable[[BoxAction[Any]], None], box_id: str | None = None
    ) -> BoxChange[Any]:
        """Make one entry in the log of a box of what `plan` adds; all or nothing."""
        referee = Referee(self._desk.house)
        made: list[BoxAction[Any]] = []

        def drafts(stored: stored_box.StoredBox) -> Sequence[Draft]:
            made.append(BoxAction(_opened(stored), referee))
            plan(made[-1])
            return made[-1].drafts

        stored = stored_box.change_box(self._desk, self._game, drafts, box_id, referee)
        house = house_rules.describe(self._desk, stored.log.events[-1].house)
        return BoxChange(_opened(stored), made[-1], house)

    def undo(self, entry: str | None, say: Wording, box_id: str | None = None) -> Reply:
        """Undo the newest entry of a box, or the one of that number."""
        from companion.table.boxes.stored_box import undo_box_entry

        return undo_box_entry(self._desk, self._game, entry, say, box_id)

    def redo(self, entry: str | None, say: Wording, box_id: str | None = None) -> Reply:
        """Redo the entry of a box that was undone last, or the one of that number."""
        from companion.table.boxes.stored_box import redo_box_entry

        return redo_box_entry(self._desk, self._game, entry, say, box_id)

    def redone(self, entry: str | None, say: Wording, box_id: str | None = None) -> Sequence[Event]:
        """The events that would count in a box after such a `redo`."""
        from companion.table.plays.undo import entry_number

        log = stored_box.open_box(self._desk, self._game, box_id).log
        number = None if entry is None else entry_number(entry, say.commands)
        fact = Draft(REDONE, {"action": log.entry_to_redo(number, say)})
        return log.extended([fact], self._desk.now()).standing()

    def log(self, box_id: str | None = None) -> Reply:
        """Show all entries of a box, with the numbers that undo takes."""
        from companion.table.boxes.stored_box import show_box_log

        return show_box_log(self._desk, self._game, box_id)

    # Plays

    def play(self, named: str | None = None) -> PlayView[Any]:
        """Open the current play, or the one named. Raises NotFound or Refused."""
        if named is not None:
            self._desk.options.play = named
        return self._desk.open().view()

    def past(self, play: str) -> PlayView[Any] | None:
        """The play of that id; None if it cannot be read."""
        ref = LogRef(self._desk.group, PLAYS, play)
        try:
            return self._desk.opened(ref, self._desk.store.read_log(ref)).view()
        except CompanionError:
            return None

    def finished(self) -> Iterator[PlayView[Any]]:
        """The group's finished plays of the game that can be read, oldest first. This is slow."""
        desk = self._desk
        for play in desk.store.log_ids(desk.group, PLAYS) if desk.group_document() else ():
            if play.rpartition("-")[0] == self._game.id:
                seen = self.past(play)
                if seen is not None and seen.state.status == "finished":
                    yield seen

    def kept(self) -> PlayView[Any] | None:
        """The finished play that last changed the box, if any."""
        found = self._desk.kept_play(self._game.id)
        return None if found is None else found.view()

    def enter(self, plan: Callable[[Action[Any]], None]) -> Reply:
        """Make one entry in the current play."""
        return self._desk.act(lambda action, reference: plan(action))

    def welcome(self, name: str, *, new: bool) -> tuple[str, int]:
        """Add a player to the group; the name as the group writes it, and its count of renames.

        Raises Refused for a name close to another player's, unless `new`.
        """
        from companion.table.groups.players import require_known_or_new

        require_known_or_new(self._desk, [name], new)
        with self._desk.changing_group() as document:
            document["players"] = joined(document.get("players", []), [name])
            renames: int = document.get(RENAMES, 0)
        return next(it for it in player_names(document) if folded(it) == folded(name)), renames

    # Besides

    def chance(self, entry: int) -> "Random":
        """The source of chance for the entry of that number."""
        return self._desk.chance(entry)

    def data(self, name: str) -> Mapping[str, Any]:
        """Read a data file of the game, named without its ending."""
        return reader(self._game.id, self._game.data)(name)

    def remembered(self, key: str) -> Any:
        """The value kept for the group under a key; None if there is none."""
        return self._desk.group_document().get(key)

    def remember(self, key: str, value: Any) -> bool:
        """Keep a small value for the group; False if that is not possible."""
        if not self._desk.group_document():
            return False
        with suppress(Refused), self._desk.changing_group() as document:
            document[key] = value
            return True
        return False

    def read_text(self, name: str, of: Literal["rules", "links"] = "rules") -> str:
        """Read a file of rules, or of a drawing's links; `-` is standard input.

        Raises NotFound or Invalid.
        """
        from companion.table.files import LINKS, RULES, read_text

        return read_text(name, {"rules": RULES, "links": LINKS}[of])

    def file_name(self, name: str) -> str:
        """A file's name without its folders; `-` is standard input."""
        from companion.table.files import short_name

        return short_name(name)

    def write_text(self, name: str, text: str, example: str) -> None:
        """Write a text file; `example` is a valid name. Raises Invalid."""
        from companion.table.files import require_not_ours, write_text

        require_not_ours(name, example)
        write_text(name, text)


def _opened(stored: stored_box.StoredBox) -> OpenBox[Any]:
    return OpenBox(stored.ref.id, stored.name, stored.log, stored.reference)
