"""What a command is about: its options, and the group, play and box that it means, read once.

Nothing is written here, nor is a time or chance needed: that is the desk's, which is built on this.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from companion import games
from companion.core.event import RENAMES, Draft, Event, with_renames
from companion.core.game import Game
from companion.core.log import Log
from companion.core.names import find, folded, proper_name
from companion.core.titles import Titles
from companion.errors import NotFound, Refused
from companion.reference.data import reader
from companion.store.base import Document, LogRef, Store
from companion.table.groups.document import PLAYS, is_sound, live_logs, put_right
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.replay import (
    Newer,
    Senseless,
    current_state,
    game_id,
    game_of,
    sound_log,
)

_STEPS_BACK = 20


class StateCache:
    """The play that was opened or entered in `last`, as it stood then.

    `entered` are the events that were made at these desks since somebody cleared them, each by its
    play and its number there: all others came from elsewhere.
    """

    def __init__(self) -> None:
        self.last: OpenPlay | None = None
        self.entered: set[tuple[LogRef, int]] = set()
        self._earlier: deque[OpenPlay] = deque(maxlen=_STEPS_BACK)

    def state_of(self, ref: LogRef, game: Game[Any], log: Log) -> Any | None:
        """The state of that play, if its log is still the very same, and so is what its game is
        called; else None."""
        last = self.last
        if last is None or (last.ref, last.game) != (ref, game) or last.log.events != log.events:
            return None
        return last.state

    def earlier_state(self, ref: LogRef, game: Game[Any], log: Log) -> Any | None:
        """The state of that play when it stood as in this log, not long ago; else None."""
        for play in reversed(self._earlier):
            if (play.ref, play.game) == (ref, game) and log.has_same_entries(play.log):
                return play.state
        return None

    def keep(self, play: OpenPlay, entered: Iterable[Event] = ()) -> None:
        """Remember a play in place of the one before, and which events were just `entered`."""
        self.last = play
        if not self._earlier or self._earlier[-1].state is not play.state:
            self._earlier.append(play)
        self.entered |= {(play.ref, event.seq) for event in entered}


HOME_GROUP = "home"
BOXES = "copies"
OWNER = "owner"
"""The key of a box's entry for the name of its owner."""


class CommonOptions:
    """The common options: which group, which play, which house rule, and whether JSON.

    `game` is the id of the one game that a command is about, of those that only one game has.
    `takes_house` says whether the command has `--house`.
    """

    def __init__(
        self,
        group: str | None = None,
        play: str | None = None,
        house: str | None = None,
        as_json: bool = False,
        game: str | None = None,
    ) -> None:
        self.group = group
        self.play = play
        self.house = house
        self.as_json = as_json
        self.game = game
        self.takes_house = False


class Current:
    """A group of a store, and what was asked for in it.

    `state_cache` is shared by those that follow one another in one process.
    """

    def __init__(
        self, store: Store, asked: CommonOptions, state_cache: StateCache | None = None
    ) -> None:
        self.state_cache = StateCache() if state_cache is None else state_cache
        self.store = store
        self.asked = asked

    @cached_property
    def group(self) -> str:
        """The group's name: the one asked for, the one in use, or `home`. Raises NotFound."""
        if self.asked.group is not None:
            return self.find_group(self.asked.group)
        return self.group_in_use()

    def group_in_use(self) -> str:
        """The name of the group that commands are about where none is asked for. Raises Corrupt."""
        chosen = self.store.read_settings().get("group", HOME_GROUP)
        if type(chosen) is not str:
            raise self.store.damaged(None, "it does not say which group is in use")
        # Renamed by an older companion that got no further.
        return chosen if self.store.has_group(chosen) else self.store.renamed(chosen) or chosen

    def find_group(self, text: str) -> str:
        """A group's name as it is written, by exact name or unique prefix."""
        names = self.store.groups()
        hint = "`companion group new NAME` makes one."
        return find(proper_name(text, "group"), names, lambda name: (name,), "group", hint)

    @property
    def again(self) -> str:
        """The options with which the next command is about the same play; mostly none."""
        from shlex import quote

        options = (("--group", self.asked.group), ("--play", self.asked.play))
        return "".join(
            f" {option} {quote(value)}" for option, value in options if value is not None
        )

    def group_document(self) -> Document:
        """The group's players and settings; empty for `home` while it is not there yet."""
        try:
            return self._sound(self.store.read_group(self.group))
        except NotFound:
            if self.group == HOME_GROUP:
                return {}
            raise NotFound(
                f"The group in use, “{self.group}”, is not there.",
                "`companion group list` shows those that are, `companion group use NAME` changes.",
            ) from None

    def _sound(self, document: Document) -> Document:
        """The document, if it is made as ours are. Raises Corrupt."""
        if not is_sound(document):
            raise self.store.damaged(self.group, "its players or plays are not listed as they are")
        return document

    def play_ref(self) -> LogRef:
        """The play at hand: the one asked for, or the group's current one. Raises NotFound."""
        group = self.group
        if self.asked.play is not None:
            return LogRef(group, PLAYS, self.find_play(self.asked.play))
        current = self.group_document().get("current")
        if current is None:
            example = games.game(self.asked.game or "bwd").start_example
            raise NotFound(
                f"Nothing is being played in the group “{group}”.", f"`{example}` begins a play."
            )
        return LogRef(group, PLAYS, str(current))

    def find_play(self, text: str) -> str:
        """A play's id: as written, or its number alone. Raises NotFound or Ambiguous."""
        wanted = folded(text)
        if wanted and self.store.has_log(LogRef(self.group, PLAYS, wanted)):
            return wanted
        for game in games.OWN:  # `12` for `bwd-12`, without a look at all the others
            if self.store.has_log(LogRef(self.group, PLAYS, f"{game}-{wanted}")):
                return f"{game}-{wanted}"
        ids = self.store.log_ids(self.group, PLAYS) if self.group in self.store.groups() else []
        by_number = [play for play in ids if play.rpartition("-")[2] == wanted]
        if len(by_number) == 1:
            return by_number[0]
        hint = "`companion plays` lists them."
        return find(text, ids, lambda play: (play,), "play", hint)

    def open(self) -> OpenPlay:
        """The play at hand, read and folded."""
        ref = self.play_ref()
        return self._of_the_game(self.opened(ref, self.store.read_log(ref)))

    def _of_the_game(self, play: OpenPlay) -> OpenPlay:
        """The play, if it is one of the game whose verb was typed. Raises Refused."""
        wanted = self.asked.game
        if wanted is None or play.game.id == wanted:
            return play
        raise Refused(
            f"{play.ref.id} is a play of {play.game.title}, "
            f"and `companion {wanted}` is about {games.game(wanted).title}.",
            f"`companion {play.game.id} -h` has the verbs for it; `--play ID` names another play, "
            "`companion plays` lists them.",
        )

    def opened(self, ref: LogRef, events: Sequence[Event]) -> OpenPlay:
        """A play from its events. Raises Corrupt for senseless ones, NotFound for its game."""
        try:
            game = self._game_of(ref, events)
            log = Log(tuple(events))
            state = self.state_cache.state_of(ref, game, log) or current_state(game, log)
            play = OpenPlay(ref, game, log, state, self.reference(game))
            self.state_cache.keep(play)
            return play
        except Senseless as problem:
            raise self.store.damaged(ref, str(problem)) from None

    def _game_of(self, ref: LogRef, events: Sequence[Event]) -> Game[Any]:
        try:
            game = game_of(events)
            if game.id != games.SHEET:
                return game
            options = events[0].data.get("options")
            titles = Titles.of(self.group_document())
            return game.under_titles(titles, options) if isinstance(options, dict) else game
        except NotFound as problem:
            raise NotFound(
                f"{ref.id} is a play of “{game_id(events)}”, a game that is not installed here.",
                f"Install the package that brings it. {problem.hint}",
            ) from None

    def reference(self, game: Game[Any]) -> Any:
        """What a game looks things up in, completed by what is recorded of this group's box."""

        def stored(box_id: str | None = None) -> Sequence[Event]:
            return self._owned(self.read_box(game, box_id))

        return game.reference(reader(game.id, game.data), stored)

    def box(self, game: Game[Any], facts: Callable[[], Sequence[Event]]) -> Any:
        """What a game makes of what stands in the log of one box."""
        return game.box(reader(game.id, game.data), lambda: self._owned(facts()))

    def _owned(self, events: Sequence[Event]) -> Sequence[Event]:
        """The events of a box, with its owner's name of now."""
        if all(OWNER not in event.data for event in events):
            return events
        return _with_owners_now(events, self.group_document())

    def box_ref(self, game: Game[Any], box_id: str | None = None) -> LogRef:
        """Where a box of a game lies: the one of that id, or the group's only one."""
        return LogRef(self.group, BOXES, box_id or game.id)

    def read_box(self, game: Game[Any], box_id: str | None = None) -> list[Event]:
        """What stands in the log of a box, the group's only one where none is named; empty for
        none. Raises Corrupt or TooNew where the log is not one that this game makes."""
        ref = self.box_ref(game, box_id)
        if not self.store.has_log(ref):
            return []
        return self.copy_log(ref, game, self.store.read_log(ref)).standing()

    def copy_log(self, ref: LogRef, game: Game[Any], events: Sequence[Event]) -> Log:
        """The log of a box, if this game makes every entry. Raises Corrupt or TooNew."""
        try:
            return sound_log(game, events)
        except Newer as problem:
            raise self.store.too_new(ref, str(problem)) from None
        except Senseless as problem:
            raise self.store.damaged(ref, str(problem)) from None

    def kept_play(self, game: str) -> OpenPlay | None:
        """The play that ended last and so left the group's box of a game as it is now, if any."""
        document = self.group_document()
        put_right(self, document, live_logs(self, document))
        play = document.get("kept", {}).get(game)
        if play is None:
            return None
        ref = LogRef(self.group, PLAYS, play)
        return self.opened(ref, self.store.read_log(ref))


# Whose a box is: the same person, whatever they are called now


def with_rename_count(draft: Draft, document: Mapping[str, Any]) -> Draft:
    """A fact of a box with the group's count of renames, where it names the owner."""
    if not draft.data.get(OWNER):
        return draft
    return draft._replace(data={**draft.data, **with_renames(document.get(RENAMES, 0))})


def _with_owners_now(events: Sequence[Event], document: Mapping[str, Any]) -> Sequence[Event]:
    """The events of a box, its owner named as the group calls that person now.

    An older companion noted no count of renames: then the time decides.
    """
    named = any(event.data.get(OWNER) for event in events)
    if not named or not any(who.get("formerly") for who in document.get("players", ())):
        return events
    from companion.table.history.records import now_called

    former = now_called(document["players"])
    return [
        event._replace(data={**event.data, OWNER: _owner_now(event, former)})
        if event.data.get(OWNER)
        else event
        for event in events
    ]


def _owner_now(event: Event, former: Mapping[str, Sequence[Sequence[Any]]]) -> str:
    name, renames = str(event.data[OWNER]), event.data.get(RENAMES)
    for until, now, number in former.get(folded(name), ()):
        if renames < number if renames is not None and number else event.at <= until:
            return str(now)
    return name
