"""What a command is about: its common options, and the current group, play and box, read once.

Nothing is written here. The desk, which is built on this, writes, and knows the time and chance.
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
from companion.core.value import replace
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
    """Keeps the play that was opened or changed `last`, with its state.

    `entered` are the events that were entered at these desks, by play and number; all others came
    from elsewhere.
    """

    def __init__(self) -> None:
        self.last: OpenPlay | None = None
        self.entered: set[tuple[LogRef, int]] = set()
        self._earlier: deque[OpenPlay] = deque(maxlen=_STEPS_BACK)

    def state_of(self, ref: LogRef, game: Game[Any], log: Log) -> Any | None:
        """The state of that play, if its log and its game are unchanged; else None."""
        last = self.last
        if last is None or (last.ref, last.game) != (ref, game) or last.log.events != log.events:
            return None
        return last.state

    def earlier_state(self, ref: LogRef, game: Game[Any], log: Log) -> Any | None:
        """The state of that play when it recently had the entries of this log; else None."""
        for play in reversed(self._earlier):
            if (play.ref, play.game) == (ref, game) and log.has_same_entries(play.log):
                return play.state
        return None

    def keep(self, play: OpenPlay, entered: Iterable[Event] = ()) -> None:
        """Remember a play instead of the last one, and which events were just `entered`."""
        self.last = play
        if not self._earlier or self._earlier[-1].state is not play.state:
            self._earlier.append(play)
        self.entered |= {(play.ref, event.seq) for event in entered}


HOME_GROUP = "home"
BOXES = "copies"
OWNER = "owner"
"""The key for the name of a box's owner, in its entries."""


class CommonOptions:
    """The common options: group, play, house rule, and whether to answer with JSON.

    `game` is the id of the game whose verb was typed, if any.
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
    """The current group, play and box, by the common options of a command.

    `state_cache` is shared by the commands of one process.
    """

    def __init__(
        self, store: Store, options: CommonOptions, state_cache: StateCache | None = None
    ) -> None:
        self.state_cache = StateCache() if state_cache is None else state_cache
        self.store = store
        self.options = options

    @cached_property
    def group(self) -> str:
        """The group's name: the one named, the one in use, or `home`. Raises NotFound."""
        if self.options.group is not None:
            return self.find_group(self.options.group)
        return self.group_in_use()

    def group_in_use(self) -> str:
        """The name of the group in use. Raises Corrupt."""
        chosen = self.store.read_settings().get("group", HOME_GROUP)
        if type(chosen) is not str:
            raise self.store.damaged(None, "it does not say which group is in use")
        # An older companion was killed while it renamed the group.
        return chosen if self.store.has_group(chosen) else self.store.renamed(chosen) or chosen

    def find_group(self, text: str) -> str:
        """Find a group by its name or a unique prefix."""
        names = self.store.groups()
        hint = "`companion group new NAME` makes one."
        return find(proper_name(text, "group"), names, lambda name: (name,), "group", hint)

    @property
    def again(self) -> str:
        """The options that the next command needs to be about the same play; usually none."""
        from shlex import quote

        options = (("--group", self.options.group), ("--play", self.options.play))
        return "".join(
            f" {option} {quote(value)}" for option, value in options if value is not None
        )

    def group_document(self) -> Document:
        """The group's players and settings; empty for `home` as long as it does not exist."""
        try:
            return self._sound(self.store.read_group(self.group))
        except NotFound:
            if self.group == HOME_GROUP:
                return {}
            raise NotFound(
                f"The group in use, “{self.group}”, does not exist.",
                "`companion group list` shows all groups, `companion group use NAME` chooses one.",
            ) from None

    def _sound(self, document: Document) -> Document:
        """The document, if it is well-formed. Raises Corrupt."""
        if not is_sound(document):
            raise self.store.damaged(
                self.group, "its players or plays are not listed as they should be"
            )
        return document

    def play_ref(self) -> LogRef:
        """The play that was named, or the group's current one. Raises NotFound."""
        group = self.group
        if self.options.play is not None:
            return LogRef(group, PLAYS, self.find_play(self.options.play))
        current = self.group_document().get("current")
        if current is None:
            example = games.game(self.options.game or "bwd").start_example
            raise NotFound(
                f"Nothing is being played in the group “{group}”.", f"`{example}` begins a play."
            )
        return LogRef(group, PLAYS, str(current))

    def find_play(self, text: str) -> str:
        """Find a play by its id or its number alone. Raises NotFound or Ambiguous."""
        wanted = folded(text)
        if wanted and self.store.has_log(LogRef(self.group, PLAYS, wanted)):
            return wanted
        for game in games.OWN:  # `12` for `bwd-12`, without listing all plays
            if self.store.has_log(LogRef(self.group, PLAYS, f"{game}-{wanted}")):
                return f"{game}-{wanted}"
        ids = self.store.log_ids(self.group, PLAYS) if self.group in self.store.groups() else []
        by_number = [play for play in ids if play.rpartition("-")[2] == wanted]
        if len(by_number) == 1:
            return by_number[0]
        hint = "`companion plays` lists them."
        return find(text, ids, lambda play: (play,), "play", hint)

    def open(self) -> OpenPlay:
        """Read and fold the current play."""
        ref = self.play_ref()
        return self._of_the_game(self.opened(ref, self.store.read_log(ref)))

    def _of_the_game(self, play: OpenPlay) -> OpenPlay:
        """The play, if it is one of the game whose verb was typed. Raises Refused."""
        wanted = self.options.game
        if wanted is None or play.game.id == wanted:
            return play
        raise Refused(
            f"{play.ref.id} is a play of {play.game.title}, "
            f"and `companion {wanted}` is about {games.game(wanted).title}.",
            f"`companion {play.game.id} -h` has the verbs for it; `--play ID` names another play, "
            "`companion plays` lists them.",
        )

    def opened(self, ref: LogRef, events: Sequence[Event]) -> OpenPlay:
        """Fold a play from its events. Raises Corrupt, or NotFound for its game."""
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
            from companion.core.titles import Titles

            titles = Titles.of(self.group_document())
            return game.under_titles(titles, options) if isinstance(options, dict) else game
        except NotFound as problem:
            raise NotFound(
                f"{ref.id} is a play of “{game_id(events)}”, a game that is not installed here.",
                f"Install the package that brings it. {problem.hint}",
            ) from None

    def reference(self, game: Game[Any]) -> Any:
        """A game's reference, with what is recorded about this group's box."""

        def stored(box_id: str | None = None) -> Sequence[Event]:
            return self._owned(self.read_box(game, box_id))

        return game.reference(reader(game.id, game.data), stored)

    def box(self, game: Game[Any], facts: Callable[[], Sequence[Event]]) -> Any:
        """Make a box, as its game does, from the events of its log."""
        return game.box_rules.made(reader(game.id, game.data), lambda: self._owned(facts()))

    def _owned(self, events: Sequence[Event]) -> Sequence[Event]:
        """The events of a box, with its owner's current name."""
        if all(OWNER not in event.data for event in events):
            return events
        return _with_owners_now(events, self.group_document())

    def box_ref(self, game: Game[Any], box_id: str | None = None) -> LogRef:
        """The place of a box in the store: of that id, or the group's only one."""
        return LogRef(self.group, BOXES, box_id or game.id)

    def read_box(self, game: Game[Any], box_id: str | None = None) -> list[Event]:
        """The standing events of a box, by default the group's only one; empty if there is none.

        Raises Corrupt or TooNew for a log that this game does not make.
        """
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
        """The finished play that last changed the group's box of a game, if any."""
        document = self.group_document()
        put_right(self, document, live_logs(self, document))
        play = document.get("kept", {}).get(game)
        if play is None:
            return None
        ref = LogRef(self.group, PLAYS, play)
        return self.opened(ref, self.store.read_log(ref))


# The owner of a box, under their current name


def with_rename_count(draft: Draft, document: Mapping[str, Any]) -> Draft:
    """Add the group's count of renames to a fact of a box if it names the owner."""
    if not draft.data.get(OWNER):
        return draft
    return replace(draft, data={**draft.data, **with_renames(document.get(RENAMES, 0))})


def _with_owners_now(events: Sequence[Event], document: Mapping[str, Any]) -> Sequence[Event]:
    """The events of a box with the owner's current name.

    Older companions noted no count of renames: then the time decides.
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
