"""`group import`, at first: the file, checked to its end, and who of theirs is who of ours."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.names import LONGEST_NAME, find, is_text, listed, proper_name, short, visible
from companion.drawing.progress import Tick
from companion.errors import Ambiguous, Invalid
from companion.exchange.groups.group_file import LONGEST_LINE, End, Head, LeftOut, Shelved, read
from companion.exchange.groups.references import BOXES, PLAYS
from companion.store.names import KINDS, is_id
from companion.table.files import Lines, short_name
from companion.table.group_document import is_sound, player_names

_HINT = "Have it exported again, by the companion that it is from: nothing was changed here."


class GroupFile(NamedTuple):
    """A group on its way here: its file and what that begins with."""

    lines: Lines
    head: Head

    @property
    def file(self) -> str:
        """The file's name, without folders."""
        return short_name(self.lines.name)

    def logs(self, tick: Tick) -> Iterator[Shelved | LeftOut | End]:
        """The logs of the file, one at a time, and its end. Raises Invalid where anything is wrong.

        As long as the end is not there, nothing is known of what came before it.
        """
        seen: set[tuple[str, str]] = set()
        for done, told in enumerate(read(self.lines)):
            if isinstance(told, Shelved | LeftOut):
                _require_place(told, seen)
                tick(done, self.head.logs)
            if not isinstance(told, Head):
                yield told

    def without(self, lacking: Container[tuple[str, str]]) -> "GroupFile":
        """The same for a group to which these logs do not come, by their shelves and ids: nothing
        in its document goes by one of them."""
        document = dict(self.head.document)
        live, kept = document.get("live", []), document.get("kept", {})
        if (PLAYS, document.get("current")) in lacking:
            document["current"] = None
        if live:
            document["live"] = [play for play in live if (PLAYS, play) not in lacking]
        if kept:
            document["kept"] = {
                game: play for game, play in kept.items() if (PLAYS, play) not in lacking
            }
        if document.get("boxes"):
            boxes = {
                game: [box for box in used if (BOXES, box) not in lacking]
                for game, used in document["boxes"].items()
            }
            document["boxes"] = {game: used for game, used in boxes.items() if used}
        return self._replace(head=self.head._replace(document=document))


def opened_file(file: str) -> GroupFile:
    """The group in a file, of which only the beginning is looked at.

    Raises NotFound, Invalid or TooNew.
    """
    lines = Lines(file, LONGEST_LINE)
    told = next(read(lines))
    assert isinstance(told, Head)
    proper_name(told.group, "group")
    document = told.document
    if not is_sound(document) or not _are_names(document.get("players", [])):
        raise Invalid(
            f"{short_name(file)} makes no sense: the players, plays or rulings of the group are "
            "not listed as they are.",
            _HINT,
        )
    return GroupFile(lines, told)


def _are_names(players: Sequence[Mapping[str, Any]]) -> bool:
    names = [who["name"] for who in players]
    return all(name.strip() and len(name) <= LONGEST_NAME and is_text(name) for name in names)


def _require_place(log: Shelved | LeftOut, seen: set[tuple[str, str]]) -> None:
    """See to it that a log can lie here under its id. Raises Invalid."""
    named = short(visible(log.id))
    if log.shelf not in KINDS:
        raise Invalid(
            f"The file holds “{named}”, and this companion knows nothing of "
            f"“{short(visible(log.shelf))}”.",
            "Update the companion: pip install --upgrade companion",
        )
    if not is_id(log.id):
        raise Invalid(f"“{named}” in that file cannot name a {KINDS[log.shelf]}.", _HINT)
    place = (log.shelf, log.id.lower())  # Some disks know no capitals.
    if place in seen:
        raise Invalid(f"The file holds the {KINDS[log.shelf]} “{named}” twice.", _HINT)
    seen.add(place)


# Who of theirs is who of ours: typed, or asked


Asking = Callable[[str], str]
"""Asks whether somebody of that name there is the one here, and gives the name here."""


def chosen_people(told: Mapping[str, str], theirs: list[str]) -> dict[str, str]:
    """Who is who, as it was typed, by full names. Raises NotFound, Ambiguous or Invalid."""
    hint = f"In the file: {listed(theirs)}." if theirs else "There are no players in the file."
    return {
        find(name, theirs, lambda one: (one,), "player in that file", hint): proper_name(
            here, "player"
        )
        for name, here in told.items()
    }


def asked_on_the_line(coming: GroupFile, group: str, command: str) -> Asking:
    """Refuses to guess who is who, with what to type. For where nobody can be asked."""
    theirs = player_names(coming.head.document)

    def refuse(name: str) -> str:
        raise Ambiguous(
            f"“{group}” and “{short(coming.head.group)}” have no play in common, and "
            f"{name} is in both: is it the same person?",
            theirs,
            f"`{command} --same` if all who are called alike are, or for each: `--map "
            f"'{name}={name}'` (the same), `--map '{name}={name} B'` (somebody else).",
        )

    return refuse


def people_typed(words: list[str]) -> dict[str, str]:
    """`--map THEIRS=OURS` as it was typed. Raises Invalid."""
    found: dict[str, str] = {}
    for word in words:
        there, equals, here = (part.strip() for part in word.partition("="))
        if not equals or not there or not here:
            raise Invalid(
                f"“{short(word)}” does not say who is who.",
                "Their name, then the one here: `--map 'Ana=Ana B'`.",
            )
        found[there] = here
    return found
