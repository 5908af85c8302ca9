"""The desk: one store, one clock, one source of chance, and what the command asked for.

Opens the play at hand and makes entries in it. The lock is held around the whole of read, fold,
check and append, so two terminals at one table never lose an entry.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from companion import games
from companion.core.action import Action
from companion.core.event import KEYBOARD, Event, Source
from companion.core.game import Game
from companion.core.log import Log
from companion.core.names import find, folded, proper_name
from companion.core.progress import Bar, unseen
from companion.core.reply import Reply
from companion.errors import Ambiguous, NotFound, Refused
from companion.reference.data import reader
from companion.store.base import Appender, Document, LogRef, Store
from companion.table import houserules
from companion.table.copies import read_copy
from companion.table.folding import Senseless, current_state, game_id
from companion.table.group_document import PLAYS as PLAYS
from companion.table.group_document import (
    goes_on,
    is_sound,
    live_log,
    live_logs,
    note_status,
    put_right,
)
from companion.table.openplay import OpenPlay, answer
from companion.table.recall import Recall

if TYPE_CHECKING:
    from random import Random

    from companion.table.live import LiveTerminal

HOME_GROUP = "home"
MOST_SENT = 200
"""So many ids of lines that changed a group's file are kept with it."""

Plan = Callable[[Action[Any], Any], None]
"""Adds what happened to an action; the second argument is the game's reference."""


class Asked:
    """The common options: which group, which play, which house rule, and whether JSON.

    `game` is the id of the one game that a command is about, of those that only one game has.
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


class Desk:
    """What the commands of one run work with.

    `now` gives the time (ISO 8601, UTC), `chance` a Random for the entry of that number, `live` a
    terminal whose keys are read while time goes by (Invalid with the sentence that it is given,
    where there is none). `recall` is shared by desks that follow one another in one process.
    `source` goes with every entry that is made here, where it does not come from this keyboard;
    `approve` refuses what may not be entered from there. `bar` shows how far something has come
    that takes a while.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], str],
        chance: "Callable[[int], Random]",
        asked: Asked,
        live: "Callable[[str], LiveTerminal]",
        recall: Recall | None = None,
        source: Source = KEYBOARD,
        approve: Callable[[Action[Any]], None] | None = None,
        bar: Bar = unseen,
    ) -> None:
        self.recall = Recall() if recall is None else recall
        self.store = store
        self.now = now
        self.chance = chance
        self.asked = asked
        self.live = live
        self.source = source
        self.approve = approve
        self.bar = bar

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

        asked = (("--group", self.asked.group), ("--play", self.asked.play))
        return "".join(f" {option} {quote(told)}" for option, told in asked if told is not None)

    @cached_property
    def house(self) -> str | None:
        """Why the rulebook does not count, if so. Raises NotFound or Refused for a ruling."""
        return houserules.reason(self)

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

    @contextmanager
    def changing_group(self) -> Iterator[Document]:
        """The group's document, held for a change. Raises NotFound where there is no group."""
        with self.store.change_group(self.group) as document:
            yield self._sound(document)
            if self.source.id:
                document["sent"] = [*document.get("sent", []), self.source.id][-MOST_SENT:]

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
            raise NotFound(
                f"Nothing is being played in the group “{group}”.",
                f"`companion start {self.asked.game or 'bwd'} Ana Ben` begins a play.",
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
            game = self._game_of(ref, game_id(events))
            log = Log(tuple(events))
            state = self.recall.state_of(ref, log) or current_state(game, log)
            play = OpenPlay(ref, game, log, state, self.reference(game))
            self.recall.keep(play)
            return play
        except Senseless as problem:
            raise self.store.damaged(ref, str(problem)) from None

    def _game_of(self, ref: LogRef, wanted: str) -> Game[Any]:
        try:
            return games.game(wanted)
        except NotFound as problem:
            raise NotFound(
                f"{ref.id} is a play of “{wanted}”, a game that is not installed here.",
                f"Install the package that brings it. {problem.hint}",
            ) from None

    def reference(self, game: Game[Any]) -> Any:
        """What a game looks things up in, completed by what is told of this group's copy."""

        def copy(copy_id: str | None = None) -> Sequence[Event]:
            return read_copy(self, game, copy_id)

        return game.reference(reader(game.id, game.data), copy)

    def box(self, game: Game[Any], facts: Callable[[], Sequence[Event]]) -> Any:
        """What a game makes of what stands in the log of one copy."""
        return game.box(reader(game.id, game.data), facts)

    @contextmanager
    def holding(self, ref: LogRef | None = None) -> Iterator[tuple[OpenPlay, Appender]]:
        """The play at hand, or that one, held for writing until the block ends.

        It is read and folded before anybody is held up, and again only if somebody was quicker.
        """
        ref = ref or self.play_ref()
        self._of_the_game(self.opened(ref, self.store.read_log(ref)))
        with self.store.change_log(ref) as held:
            yield self._of_the_game(self.opened(ref, held.events)), held

    def act(self, plan: Plan, ref: LogRef | None = None) -> Reply:
        """Make one entry in the play at hand, or in that one: what `plan` adds, all or nothing.

        Answers with the new state. The play is held while the plan is made.
        """
        with self.holding(ref) as (play, held):
            action = Action(play.game, play.state, play.reference, self.house, play.log.next_action)
            action.make(lambda made: plan(made, play.reference))
            if not action.drafts:
                raise Refused("Nothing has changed, so nothing was entered.", "`companion table`")
            if self.approve is not None:
                self.approve(action)
            house = houserules.of(self, action.house_rule)
            log = play.log.with_entries(action.by(house), self.now(), self.source)
            after = play.after(log, action.state)
            reply = answer(after, action.lines, action.warnings, houserules.told(self, house))
            return self.enter(play, held, after, reply)

    def enter(self, play: OpenPlay, held: Appender, after: OpenPlay, reply: Reply) -> Reply:
        """Write what came on top of a held play; the answer, which is complete before that.

        Where the play ended, was reopened, or had been put away, the group's file goes along.
        """
        reply = reply.settled(self.asked.as_json)
        if play.state.status == after.state.status and not self._is_overlooked(after):
            self.append(play, held, after)
            return reply
        with self.changing_group() as document:
            self.append(play, held, after)
            note_status(document, after)
        other = None if after.state.status == "live" else self._still_going_on(document)
        if other is None:
            return reply
        warning = f"{other} is still going on: `companion resume {other}`."
        return reply._replace(warnings=(*reply.warnings, warning))

    def _still_going_on(self, document: Document) -> str | None:
        """The play that was begun last of those that go on."""
        for play in reversed(document.get("live", [])):
            log = live_log(self, play)
            if log is None or goes_on(log):
                return str(play)
        return None

    def _is_overlooked(self, play: OpenPlay) -> bool:
        """Whether a play goes on, and the group's file does not know: it was put away untouched, or
        an older companion got no further."""
        going_on = play.state.status == "live"
        return going_on and play.ref.id not in self.group_document().get("live", [])

    def append(self, play: OpenPlay, held: Appender, after: OpenPlay) -> None:
        """Write what came on top of a held play; it was entered here, and is no news to a shell."""
        fresh = after.since(play)
        held.append(fresh)
        self.recall.keep(after, entered=fresh)

    def kept_play(self, game: str) -> OpenPlay | None:
        """The play that ended last and so left the group's copy of a game as it is now, if any."""
        document = self.group_document()
        put_right(self, document, live_logs(self, document))
        play = document.get("kept", {}).get(game)
        if play is None:
            return None
        ref = LogRef(self.group, PLAYS, play)
        return self.opened(ref, self.store.read_log(ref))

    def ensure_group(self) -> None:
        """Make the group `home` where there is none yet. Raises NotFound for any other."""
        if self.group == HOME_GROUP and not self._has_group():
            with suppress(Ambiguous):  # another terminal has made it just now
                self.store.create_group(HOME_GROUP, {})
        self.group_document()

    def _has_group(self) -> bool:
        try:
            self.store.read_group(self.group)
        except NotFound:
            return False
        return True
