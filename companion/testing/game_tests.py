"""`GameTests`: what every game has to pass, shown by whole plays that are made by chance.

One class, so that what is asked of games later on is asked of all of them. A test whose argument is
`play` is run for every play of every random player, one with `early` for the first few of each; the
ids of both are the same in every run: `lwd-7`.
"""

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

from companion import games
from companion.cli.running import DONE, REFUSED
from companion.copies.components import components
from companion.core.action import Action
from companion.core.entry import Entry
from companion.core.event import Event
from companion.core.game import Game
from companion.core.log import Log
from companion.core.record import Mark, PlayRecord
from companion.core.referee import Referee
from companion.core.shapes import SHARED as SHARED_KINDS
from companion.core.shapes import first_misfit
from companion.errors import Ambiguous, Illegal, Invalid, NotFound, Refused
from companion.reference.data import data_folder, reader
from companion.reference.glossary import glossary, rules
from companion.store.memory import MemoryStore
from companion.table.folding import check_without, current_state, entries
from companion.table.openplay import OpenPlay
from companion.table.records import gist as gists
from companion.table.showing import table_blocks
from companion.testing.documents import SHARED, mistakes
from companion.testing.players import RandomPlayer
from companion.testing.plays import (
    HOUSE,
    NAMES,
    REFUSALS,
    Recorded,
    folded,
    kinds,
    plays,
    recorded,
    redone,
    refused_without,
    undone,
)
from companion.testing.program import Desks, drawn, too_wide, typed_at
from companion.testing.walks import Walk

FEW = 6
LINES = 8
"""Lines of offered words that are typed into each of the first few plays."""
WIDTHS = (80, 50)


class GameTests:
    """Subclass it as `TestPebbles`, with a random player of the game, or one for each in a box."""

    players: ClassVar[Sequence[RandomPlayer]]

    # pytest makes one of these only to ask it for the plays; collecting makes none of them.
    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Every play, or the first few; all tests of a play follow each other, as it is kept."""
        for argument, few in (("play", False), ("early", True)):
            if argument in metafunc.fixturenames:
                most = max(player.plays for player in self.players)
                wanted = [
                    (player, seed)
                    for seed in range(FEW if few else most)
                    for player in self.players
                    if seed < player.plays
                ]
                ids = [f"{player.called}-{seed}" for player, seed in wanted]
                metafunc.parametrize(argument, wanted, indirect=True, ids=ids, scope="class")
        if "player" in metafunc.fixturenames:
            ids = [player.called for player in self.players]
            metafunc.parametrize("player", self.players, ids=ids)

    @pytest.fixture
    def play(self, request: pytest.FixtureRequest) -> Recorded:
        """A random play, as it stood after each entry."""
        return recorded(*request.param)

    @pytest.fixture
    def early(self, request: pytest.FixtureRequest) -> Recorded:
        """One of the first few plays of a random player, for what takes long."""
        return recorded(*request.param)

    @cached_property
    def game(self) -> Game[Any]:
        """The game that is tested."""
        return self.players[0].game

    @cached_property
    def folder(self) -> Path:
        """Where the game's data files lie."""
        return data_folder() / self.game.id if self.game.data is None else Path(self.game.data)

    @cached_property
    def rules(self) -> dict[str, Entry]:
        """The game's rules by their ids."""
        return {rule.id: rule for rule in rules(self.game.id, self.folder).entries}

    def document_mistakes(self, player: RandomPlayer, document: Any) -> list[str]:
        """What is wrong with a `table --json`; nothing where it keeps its contract."""
        return list(mistakes(document, {**SHARED, **player.keys}))

    # Who it is

    def test_a_game_says_who_it_is_and_is_found(self) -> None:
        """It is registered: by the entry point of its package, under its id."""
        assert {player.game.id for player in self.players} == {self.game.id}
        assert self.game.id in games.game_ids(), "no package registers it: is it installed?"
        assert games.game(self.game.id) is self.game
        assert games.find_game(self.game.title.upper()) is self.game
        assert self.game.title.strip() == self.game.title != ""
        assert self.game.bgg_id is None or self.game.bgg_id > 0

    def test_its_data_is_sound(self) -> None:
        """Rules there are at least: the one on how many can play. The rest may be left out."""
        assert self.rules, f"{self.folder} has no rules.toml"
        for contents in (rules(self.game.id, self.folder), glossary(self.game.id, self.folder)):
            assert contents.problems == ()
        if (self.folder / "components.toml").exists():
            assert components(reader(self.game.id, self.game.data)("components")).items

    # Beginning

    def test_a_table_too_small_or_too_large_is_refused_by_a_rule(self) -> None:
        """`seats_rule`, which has to be one of the game's."""
        game = self.game
        assert game.seats_rule in self.rules
        for count in (0, game.fewest_players - 1, game.most_players + 1, 40):
            with pytest.raises(Illegal) as refusal:
                game.seat_players([f"P{number}" for number in range(count)])
            assert refusal.value.rule == game.seats_rule
        for count in range(game.fewest_players, game.most_players + 1):
            game.seat_players([f"P{number}" for number in range(count)])

    def test_a_house_may_seat_more_where_the_most_is_only_our_reading(self) -> None:
        """Not where it is what the box holds; nor may fewer play anywhere."""
        game, referee = self.game, Referee("as many as came")
        crowd = [f"P{number}" for number in range(game.most_players + 1)]
        if game.seats_rule.startswith("A-"):
            game.seat_players(crowd, referee)
            assert referee.overruled == [game.seats_rule]
        else:
            with pytest.raises(Illegal):
                game.seat_players(crowd, referee)
        with pytest.raises(Illegal):
            game.seat_players(crowd[: game.fewest_players - 1], referee)

    def test_the_next_game_is_begun_as_the_table_says(self) -> None:
        """Whoever plays has a name with a blank, or a quotation mark."""
        game, desks = self.game, Desks(MemoryStore())
        count = min(max(3, game.fewest_players), game.most_players)
        names = ["Ana Lu", "O'Neil", *(f"Ben {number}" for number in range(count))][:count]
        begun = typed_at(desks, ["start", game.id, *names])
        assert begun.code == 0, begun.refusal
        ended = typed_at(desks, ["finish", "--winner", names[-1]])
        assert ended.code == 0, ended.refusal
        shown = " ".join(typed_at(desks, ["table"]).screen(80).split())
        (command,) = re.findall("Another game: `companion ([^`]+)`", shown)
        again = typed_at(desks, shlex.split(command)).document
        assert again["play"] == f"{game.id}-2"
        assert [player["name"] for player in again["players"]] == names

    # The plays themselves

    def test_random_plays_get_somewhere(self, player: RandomPlayer) -> None:
        """The kit shows little where its plays are short or all alike."""
        made = plays(player)
        entered = [len(play.states) - 1 for play in made]
        assert sum(entered) / len(entered) > player.entries
        fewest, most = player.table()
        assert {len(play.states[0].seats) for play in made} >= {fewest, min(most, len(NAMES))}
        assert any(play.refused for play in made), "nothing was ever refused"
        assert any(state.status == "finished" for play in made for state in play.states)

    def test_a_game_is_played_with_everything_that_it_knows(self) -> None:
        """Every kind of entry that has a shape stands in some play."""
        told = {kind for player in self.players for kind in kinds(plays(player))}
        assert set(self.game.shapes) - set(SHARED_KINDS) - told == set()

    def test_refusals_cite_rules_that_there_are_and_end_like_sentences(
        self, player: RandomPlayer
    ) -> None:
        """They are read by people at a table, who may look up the rule."""
        for play in plays(player):
            for refusal in play.refused:
                assert refusal.message.endswith((".", "?")), refusal.message
                if isinstance(refusal, Illegal):
                    assert refusal.rule in self.rules
            for event in play.log.events:
                assert not event.house or set(event.house.rules) <= set(self.rules)

    def test_a_house_rule_overrules_the_rulebook_and_nothing_else(self, early: Recorded) -> None:
        """What is illegal never is for a table with a house rule; then it is noted what stood
        against it.

        An entry that the rules stopped may still turn out to be impossible, such as a card unknown.
        """
        illegal = 0
        for turn, state in enumerate(early.states):
            for attempt in range(4):

                def enter(
                    house: str | None, state: Any = state, key: str = f"{turn} {attempt}"
                ) -> Action[Any]:
                    plan = early.player.moves(state, early.reference, Random(key))
                    action = Action(early.game, state, early.reference, house)
                    plan(action, early.reference)
                    return action

                try:
                    enter(None)
                    continue
                except REFUSALS as problem:
                    refusal = problem
                if not isinstance(refusal, Illegal):
                    continue
                illegal += 1
                with suppress(Invalid, Refused, NotFound, Ambiguous):
                    assert refusal.rule in enter(HOUSE).referee.overruled
        assert illegal or not self._enforces()

    def _enforces(self) -> bool:
        """Whether the game says that it enforces more than how many can play."""
        enforced = {rule.id for rule in self.rules.values() if rule.kind == "enforced"}
        return bool(enforced - {self.game.seats_rule})

    def test_what_may_be_told_of_a_copy_is_sound_stands_and_can_be_read(
        self, player: RandomPlayer
    ) -> None:
        """`copy_facts`: of a copy on which all that the random player knows was told."""
        game, random = player.game, Random("copy")
        facts = [fact for _ in range(5) for fact in player.copy(random)]
        known = game.box(reader(game.id, game.data), lambda: [])
        for kind, data in facts:
            game.copy_facts[kind].require_sound(data)
            assert game.copy_facts[kind].describe(known, data)

    # Folding

    def test_the_state_is_the_fold_of_the_log_every_time(self, play: Recorded) -> None:
        """Twice, as whole plays are read and as they are made; no plan has changed the past."""
        again = folded(play)
        assert again == play.states
        assert [*map(hash, again)] == [*map(hash, play.states)]
        assert current_state(play.game, play.log) == play.states[-1]

    def test_a_log_survives_being_text(self, play: Recorded) -> None:
        """As a file holds it."""
        text = json.dumps([event.to_json() for event in play.log.events])
        again = Log(tuple(Event.from_json(record) for record in json.loads(text)))
        assert again == play.log
        assert current_state(play.game, again) == play.states[-1]

    def test_what_is_played_is_of_its_shapes(self, play: Recorded) -> None:
        """A log that is otherwise is taken for damaged."""
        shapes = play.game.all_shapes
        assert {event.kind for event in play.log.events} <= set(shapes)
        assert first_misfit(play.log.events, shapes) is None
        if len(play.logs) > 2:
            assert first_misfit(redone(undone(undone(play.log))).events, shapes) is None

    # Undo and redo

    def test_undo_goes_back_through_every_state_and_redo_forth_again(self, play: Recorded) -> None:
        """What stands is that of before, event by event, so the state is as well; some are made."""
        made, log = set(range(play.seed % 7, len(play.states), 7)), play.log
        for entry in reversed(range(len(play.states) - 1)):
            log = undone(log)
            self._stands_as_after(play, log, entry, entry in made)
        for entry in range(1, len(play.states)):
            log = redone(log)
            self._stands_as_after(play, log, entry, entry in made)

    def _stands_as_after(self, play: Recorded, log: Log, entry: int, made: bool) -> None:
        assert log.standing() == list(play.logs[entry].events)
        if made:
            assert current_state(play.game, log) == play.states[entry]

    def test_an_old_entry_is_taken_back_cleanly_or_the_refusal_names_the_one_in_the_way(
        self, play: Recorded
    ) -> None:
        """Several, one after another, each out of what the ones before it have left."""
        random, log, now = Random(play.seed), play.log, play.states[-1]
        count = len(play.states)
        for entry in random.sample(range(2, count + 1), min(12, count - 1)):
            changed = undone(log, entry)
            refusal = refused_without(play, changed, entry)
            if refusal is not None:
                numbers = {str(event.action) for event in log.events if event.action > entry}
                words = refusal.message.replace(".", " ").replace(":", " ").split()
                assert numbers & set(words), refusal.message
                continue
            state = current_state(play.game, changed)
            assert len(entries(play.game, changed, play.reference)) == count
            told = play.open(changed, state).document()
            assert not self.document_mistakes(play.player, told)
            # Brought back, it stands again, and so does all that came after it.
            back = redone(changed, entry)
            check_without(play.game, back, entry, "brought back", play.reference)
            assert current_state(play.game, back) == now
            log, now = changed, state

    def test_taking_back_old_entries_is_both_possible_and_refused_in_these_plays(
        self, player: RandomPlayer
    ) -> None:
        """Otherwise the test above would show only half of what it says."""
        outcomes = set()
        for play in plays(player, range(FEW)):
            for entry in range(2, len(play.states) + 1):
                outcomes.add(refused_without(play, undone(play.log, entry), entry) is None)
        assert outcomes == ({True, False} if player.rests else {True})

    def test_every_entry_reads_as_lines_also_with_some_taken_back(
        self, player: RandomPlayer
    ) -> None:
        """Not every log may be left so, but every log can be read.

        Hypothesis looks for a play, and for the fewest entries of it, that cannot be.
        """
        pytest.importorskip("hypothesis")
        from hypothesis import given, settings
        from hypothesis import strategies as st

        @settings(max_examples=40, deadline=None, database=None, derandomize=True)
        @given(seed=st.integers(0, player.plays - 1), data=st.data())
        def reads(seed: int, data: Any) -> None:
            play = recorded(player, seed)
            taken = data.draw(st.sets(st.integers(2, len(play.states)), max_size=5))
            log = play.log
            for entry in sorted(taken, key=lambda entry: (entry * 7) % 5):
                log = undone(log, entry)
            told = entries(play.game, log, play.reference)
            assert {entry.number for entry in told if entry.undone} == taken
            assert len(told) == len(play.states)

        reads()

    # What is remembered

    def test_what_is_remembered_of_a_play_is_the_same_read_quickly(
        self, early: Recorded, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """`gist_kinds`: as where every entry is looked at; and it is kept as JSON."""
        for log in early.logs[::7]:
            quick = gists.gist("x-1", log.events)
            with monkeypatch.context() as patch:
                patch.setattr(gists, "_passed_over", lambda game: frozenset())
                assert gists.gist("x-1", log.events) == quick
        record = gists.gist("x-1", early.log.events)
        assert PlayRecord.unpacked(json.loads(json.dumps(record.packed()))) == record
        assert all(isinstance(mark, Mark) for mark in record.marks)

    # What people and programs see

    def test_every_entry_of_a_log_reads_as_lines(self, play: Recorded) -> None:
        """As `companion log` shows it."""
        whole = entries(play.game, play.log, play.reference)
        assert [entry.number for entry in whole] == list(range(1, len(play.states) + 1))
        assert all(entry.lines and not entry.undone for entry in whole)
        assert all(line == line.strip() and line for entry in whole for line in entry.lines)

    def test_the_document_keeps_its_contract_at_every_step(self, play: Recorded) -> None:
        """`table --json`."""
        for entry, state in enumerate(play.states):
            told = play.open_at(entry).document()
            assert json.loads(json.dumps(told, allow_nan=False)) == told
            assert not self.document_mistakes(play.player, told)
            assert told["status"] in ("live", "finished", "abandoned")
            assert told["todo"] or told["status"] != "live"
            assert [who["name"] for who in told["players"]] == [seat.name for seat in state.seats]
            assert [who["seat"] for who in told["players"]] == list(range(1, len(state.seats) + 1))

    def test_where_the_play_stands_fits_one_line_at_every_step(self, play: Recorded) -> None:
        """The status line, the heading, and each of the next steps."""
        for state in play.states:
            for line in (play.game.status_line(state), play.game.where(state)):
                assert len(line.splitlines()) == 1
                assert line == line.strip()
            for step in play.game.todo(state, play.reference):
                assert len(step.splitlines()) == 1

    def test_the_table_is_drawn_within_the_width_at_every_step(self, early: Recorded) -> None:
        """On a usual terminal and beside the prompt. What was drawn once is not drawn again."""
        drawings: dict[tuple[Any, ...], list[str]] = {}
        for width in WIDTHS:
            for entry, state in enumerate(early.states):
                lines: list[str] = []
                for block in table_blocks(early.open_at(entry)):
                    key = (width, type(block), block)
                    if key not in drawings:
                        drawings[key] = drawn([block], width)
                        assert not too_wide(drawings[key], width)
                    lines += drawings[key]
                text = "\n".join(lines)
                assert early.game.title in text
                for seat in state.seats:
                    assert seat.name in text

    def test_what_comes_next_can_be_typed_as_it_stands(self, play: Recorded) -> None:
        """At some steps of every play, each command is typed into a table that stands so."""
        for entry in range(play.seed % 5, len(play.states), 5):
            for command in commands_in(play.open_at(entry), play.player.by_example):
                desks, ref = Desks(MemoryStore()), play.ref
                known = {"current": ref.id, "live": [ref.id]}
                desks.store.create_group("home", known)
                desks.store.create_log(ref, play.logs[entry].events)
                told = typed_at(desks, command)
                fine = (DONE, REFUSED) if play.player.by_example else (DONE,)
                assert told.code in fine, f"{shlex.join(command)}: {told.refusal}"

    def test_no_line_of_offered_words_is_refused(
        self, player: RandomPlayer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """At moments of random plays, lines that are made of what is offered are typed."""
        if type(player.game).offers is Game.offers:
            pytest.skip(f"{player.game.title} offers nothing")
        monkeypatch.setenv("COMPANION_TRACEBACK", "1")
        walked = []
        for play in plays(player, range(FEW)):
            walk = Walk(play)
            walked += [walk.line() for _ in range(LINES)]
        lacking = [line for line in walked if line.code != DONE]
        assert [line for line in lacking if not player.may_lack(line.words)] == []
        # Mostly they come to an end; else it would be shown only that they are incomplete.
        assert len(lacking) <= len(walked) / 2, lacking


def commands_in(play: OpenPlay, by_example: bool = False) -> Iterator[list[str]]:
    """The commands that stand in what comes next, each as its words.

    Fails for one with a word to be filled in; or leaves it out, where they are examples.
    """
    for step in play.game.todo(play.state, play.reference):
        for command in re.findall(r"`companion ([^`]+)`", step):
            if "…" not in command and not re.search(r"\b[A-Z]{2,}\b", command):
                yield shlex.split(command)
            else:
                assert by_example, f"`companion {command}` cannot be typed as it stands"
