"""Random plays with undo, redo and renames in between.

    ChangedPlay(player, seed).check()

The remaining log could have been entered in this form: typed into a fresh home, in order, it makes
the same table. The consequences of entries are not typed; they have to follow by the rules.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from operator import attrgetter
from random import Random
from typing import Any, NamedTuple

from companion import games
from companion.core.action import Action
from companion.core.event import ADMIN_KINDS, Draft, Event
from companion.errors import Ambiguous, CompanionError, Illegal, Invalid, NotFound, Refused
from companion.table.groups.players import rename_player
from companion.table.groups.titles import rename_title
from companion.table.plays.menu import offers
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.undo import redo, undo
from companion.testing.offered_lines import lay_box, words_offered
from companion.testing.players import Facts, RandomPlayer
from companion.testing.plays import HOUSE, NAMES, REFUSALS, STEPS, begun
from companion.testing.program import Desks, chance, desks_with, typed_at

NEW_NAMES = (*NAMES, "Zoe", "Yara", "Wim")
"""New names for players; some may have been another player's name before."""
NEW_TITLES = ("Heat", "Hot", "Warm")


Enter = Callable[[Desks, str | None], object]
"""Makes an entry at desks; the second argument is the house rule, if any."""


class Entry(NamedTuple):
    """An entry: how it was made, and its numbers in the log."""

    enter: Enter
    numbers: tuple[int, ...]


class Rename(NamedTuple):
    """A rename of a player, or of the title that is played.

    It is undone only together with the entry by which the player joined.
    """

    make: Callable[[Desks], object]
    numbers: tuple[int, ...] = ()


class ChangedPlay:
    """A random player's play with undo, redo and renames, in a store."""

    def __init__(self, player: RandomPlayer, seed: int) -> None:
        self.begun, self.random = begun(player, seed)
        self.player = player
        self.desks = self._home()
        self.steps: list[Entry | Rename] = []
        self._house = HOUSE if self.random.random() < 0.2 else None  # for undo

    def _home(self) -> Desks:
        desks = desks_with(self.begun.ref, self.begun.log)
        lay_box(desks, self.begun)
        return desks

    def check(self) -> None:
        """Play it; after every undo or redo, and at the end, enter the rest in a fresh home."""
        for _ in self._go_on():
            self._enter_anew()
        self._enter_anew()

    @property
    def now(self) -> OpenPlay:
        """The current play."""
        return self.desks().open()

    def _go_on(self) -> Iterator[None]:
        """Enter one line after another; yields after each undo or redo."""
        for _ in range(STEPS):
            random = Random(self.random.random())
            chance = random.random()
            try:
                if chance < 0.15:
                    self._take_back(random)
                    yield
                elif chance < 0.21:
                    self._bring_back(random)
                    yield
                elif chance < 0.25:
                    self._rename(random)
                elif chance < 0.32:
                    self._type(random)
                else:
                    self._enter(random)
            except REFUSALS:
                continue

    def _enter(self, random: Random) -> None:
        play = self.now
        plan = self.player.moves(play.state, self.begun.reference, random)
        house, chance = HOUSE if random.random() < 0.05 else None, random.getstate()

        def enter(desks: Desks, house: str | None) -> None:
            random.setstate(chance)
            desks(house=house).act(plan)

        enter(self.desks, house)
        self._note(enter, play)

    def _type(self, random: Random) -> None:
        """Type a line made of offered words."""
        play = self.now
        verbs = play.game.verbs().by_name
        for words in words_offered(
            lambda words: offers(play.game, play.state, play.reference, words), random
        ):
            if words[0] not in verbs or not verbs[words[0]].is_entry:
                return
            if random.random() < 0.5:
                continue
            enter = partial(_typed, [play.game.id, *words])
            with suppress(*REFUSALS):
                enter(self.desks, None)
                self._note(enter, play)
                return

    def _note(self, enter: Enter, before: OpenPlay) -> None:
        numbers = self._numbers_since(before)
        if numbers:  # Some lines answer without an entry.
            self.steps.append(Entry(enter, numbers))

    def _numbers_since(self, before: OpenPlay) -> tuple[int, ...]:
        return tuple(range(before.log.next_action, self.now.log.next_action))

    def _take_back(self, random: Random) -> None:
        standing = sorted({event.action for event in self.now.log.standing()})
        number, how = str(random.choice(standing)), random.random()
        if how < 0.3:
            undo(self.desks(house=self._house), None, last=random.choice((None, "2", "3")))
            return
        try:
            undo(self.desks(house=self._house), number, onwards=how > 0.8)
        except REFUSALS as refusal:
            if f"undo {number} --onwards" not in refusal.hint or random.random() < 0.5:
                raise
            self._take_way_on(number, refusal)

    def _take_way_on(self, number: str, refusal: CompanionError) -> None:
        """Check that what a refusal suggests is possible."""
        try:
            undo(self.desks(), number, onwards=True)
        except REFUSALS as problem:
            raise AssertionError(f"{refusal.hint} And then: {problem.message}") from problem

    def _bring_back(self, random: Random) -> None:
        gone = sorted(self.now.log.undone_actions())
        redo(self.desks(), str(random.choice(gone)) if gone and random.random() < 0.6 else None)

    def _rename(self, random: Random) -> None:
        play = self.now
        if play.game.id == games.SHEET and random.random() < 0.5:
            was, title = play.game.called(play.state), random.choice(NEW_TITLES)
            step = Rename(lambda desks: rename_title(desks(), was, title))
        else:
            who, name = random.choice(play.state.seats).name, random.choice(NEW_NAMES)
            step = Rename(lambda desks: rename_player(desks(), who, name))
        step.make(self.desks)
        self.steps.append(step._replace(numbers=self._numbers_since(play)))

    # The same entries in a fresh home

    def _enter_anew(self) -> None:
        """Enter the remaining entries in a fresh home: they make the same table."""
        desks, play = self._home(), self.now
        standing, by_house = _entries(play), play.log.changed_by_house().values()
        overruled = {rule for house in by_house for rule in house.rules}
        gone = play.log.undone_actions()
        for step in self.steps:
            if isinstance(step, Rename):
                if not gone.intersection(step.numbers):
                    step.make(desks)
                continue
            left = [standing[number] for number in step.numbers if number in standing]
            # One line may make several entries, of which some may be undone.
            if len(left) < len(step.numbers) or not self._by_line(desks, step, left, overruled):
                for events in left:
                    _act(desks, _facts_as_they_stand(events), events, overruled)
        again = desks().open()
        for before, now in zip(standing.values(), _entries(again).values(), strict=True):
            assert _rules(now) <= _rules(before) | overruled, _facts(before)
        assert again.document() == play.document()
        assert again.state == play.state

    def _by_line(
        self, desks: Desks, step: Entry, left: Sequence[Sequence[Event]], overruled: Collection[str]
    ) -> bool:
        """Whether the line makes the same facts again.

        If not, the player has to accept it (`RandomPlayer.same`); then the recorded facts must be
        possible to enter.
        """
        events = [event for entry in left for event in entry]
        facts, made, refusal = _facts(events), list[Facts](), ""

        desks.chance = lambda entry: chance(step.numbers[0])
        before = len(desks().open().log.events)
        try:
            with desks.store.together():  # Nothing is kept if the facts differ.
                _act(desks, step.enter, events, overruled)
                made.append(_facts(desks().open().log.events[before:]))
                if made[-1] != facts:
                    raise _Otherwise("It makes other facts than stand in the log.")
            return True
        except (Illegal, Refused) as problem:
            refusal = problem.message
        except (Invalid, NotFound, Ambiguous):
            made.append(facts)  # The words are not valid now.
        if not overruled:  # Otherwise a house rule keeps the table as it is.
            again = made[-1] if made else None
            context = f"{step.numbers}: {facts}, and again {again} {refusal}"
            assert self.player.same(desks().open().state, facts, again), context
        return False


class _Otherwise(Refused):
    """The line makes other facts, so nothing is written."""


def _act(desks: Desks, enter: Enter, events: Sequence[Event], overruled: Collection[str]) -> None:
    """Make an entry; by house rule if it, or an undo before, was made by one."""
    by_house = any(event.house for event in events)
    try:
        enter(desks, HOUSE if by_house else None)
    except Illegal as problem:
        if problem.rule not in overruled:
            raise
        enter(desks, HOUSE)


def _typed(words: Sequence[str], desks: Desks, house: str | None) -> None:
    """Type a line. Raises its refusal."""
    outcome = typed_at(desks, [*words, *(["--house", house] if house else [])])
    refusal = outcome.refused
    if refusal is None:
        return
    if refusal.kind == Illegal.code:
        raise Illegal(refusal.rule, refusal.message, refusal.hint)
    if refusal.kind == Refused.code:
        raise Refused(refusal.message, refusal.hint)
    raise Invalid(refusal.message, refusal.hint)


def _facts_as_they_stand(events: Sequence[Event]) -> Enter:
    def plan(action: Action[Any], reference: Any) -> None:
        for event in events:
            action.add(event.kind, **event.data)

    return lambda desks, house: desks(house=house).act(plan)


def _entries(play: OpenPlay) -> dict[int, list[Event]]:
    """The events that count, by number of entry, without renames."""
    standing = (event for event in play.log.standing()[1:] if event.kind not in ADMIN_KINDS)
    grouped = groupby(standing, key=attrgetter("action"))
    return {number: list(events) for number, events in grouped}


def _facts(events: Iterable[Event | Draft]) -> Facts:
    return [(event.kind, dict(event.data)) for event in events]


def _rules(events: Iterable[Event]) -> set[str]:
    return {rule for event in events if event.house for rule in event.house.rules}
