"""`GameTests`: what every game has to pass, checked with whole random plays.

It is one class, so that checks added later apply to all games.
"""

import re
import shlex
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion import games
from companion.boxes.components import components
from companion.core.action import Action
from companion.core.event import Referee
from companion.core.shapes import SHARED as SHARED_KINDS
from companion.errors import Ambiguous, Illegal, Invalid, NotFound, Refused
from companion.reference.data import reader
from companion.reference.formats import FOLDER
from companion.reference.glossary import glossary, rules
from companion.testing.changed_plays import ChangedPlay
from companion.testing.documents import formats
from companion.testing.log_checks import LogChecks
from companion.testing.players import RandomPlayer
from companion.testing.plays import (
    HOUSE,
    NAMES,
    PLAYS,
    REFUSALS,
    Recorded,
    kinds,
    naming,
    plays,
    refused_without,
    undone,
)
from companion.testing.program import Desks, typed_at
from companion.testing.store import TemporaryStore
from companion.testing.table_checks import TableChecks


class GameTests(LogChecks, TableChecks):
    """Subclass it as `TestPebbles`, with a random player of the game, or one for each in a box."""

    # Registration and data

    def test_a_game_says_who_it_is_and_is_found(self) -> None:
        """It is registered under its id by its package's entry point."""
        assert {player.game.id for player in self.players} == {self.game.id}
        assert self.game.id in games.game_ids(), "no package registers it: is it installed?"
        assert games.game(self.game.id) is self.game
        assert games.find_game(self.game.title.upper()) is self.game
        assert self.game.title.strip() == self.game.title != ""
        assert self.game.bgg_id is None or self.game.bgg_id > 0

    def test_its_data_is_sound(self) -> None:
        """It has at least the rule on the number of players; other data are optional."""
        assert self.rules, f"{self.folder} has no rules.toml"
        for contents in (rules(self.game.id, self.folder), glossary(self.game.id, self.folder)):
            assert contents.problems == ()
        if (self.folder / "components.toml").exists():
            assert components(reader(self.game.id, self.game.data)("components")).items

    def test_the_formats_that_it_brings_are_sound(self) -> None:
        """Each is a JSON Schema, with all that it refers to; its verbs answer in known formats."""
        known = formats(self._brought)
        for path in sorted((self.folder / FOLDER).glob("*.json")):
            Draft202012Validator.check_schema(known.bundled(path.stem))
        own = {command for command in known.commands if command.split()[0] == self.game.id}
        assert {name for command in own for name in known.answers(command)} <= set(known.names)

    # Beginning

    def test_a_table_too_small_or_too_large_is_refused_by_a_rule(self) -> None:
        """The rule is `seats_rule`, which has to be one of the game's."""
        game = self.game
        assert game.seats_rule in self.rules
        for count in (0, game.fewest_players - 1, game.most_players + 1, 40):
            with pytest.raises(Illegal) as refusal:
                game.seat_players([f"P{number}" for number in range(count)])
            assert refusal.value.rule == game.seats_rule
        for count in range(game.fewest_players, game.most_players + 1):
            game.seat_players([f"P{number}" for number in range(count)])

    def test_a_house_may_seat_more_where_the_most_is_only_our_reading(self) -> None:
        """But not if the box holds no more; and never fewer."""
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
        """Also if the players' names have a space or a quotation mark."""
        game, desks = self.game, Desks(TemporaryStore())
        count = min(max(3, game.fewest_players), game.most_players)
        names = ["Ana Lu", "O'Neil", *(f"Ben {number}" for number in range(count))][:count]
        begun = typed_at(desks, ["start", game.id, *self.players[0].typed, *names])
        assert begun.code == 0, begun.refusal
        ended = typed_at(desks, ["finish", "--winner", names[-1]])
        assert ended.code == 0, ended.refusal
        shown = " ".join(typed_at(desks, ["table"]).screen(80).split())
        (command,) = re.findall("Another game: `companion ([^`]+)`", shown)
        again = typed_at(desks, shlex.split(command)).document
        assert again["play"] == f"{game.id}-2"
        assert [player["name"] for player in again["players"]] == names

    # The plays themselves

    def test_random_plays_keep_what_is_promised_of_any_play(
        self, player: RandomPlayer, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Each play is made once, and checked by `check_log`, `check_table` and `check_offers`.

        `--plays N` takes more plays, `--seed N` others.
        """
        monkeypatch.setenv("COMPANION_TRACEBACK", "1")
        made = plays(player, _seeds(pytestconfig))
        undoable = set[bool]()
        for play in made:
            with naming(play):
                undoable |= self.check_log(play)
                self.check_table(play)
                self.check_refusals(play)
        self.check_offers(player, made)
        assert player.rests or undoable == {True}

    def test_random_plays_that_undo_has_changed_could_have_been_entered(
        self, player: RandomPlayer, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Whatever was undone, redone or renamed, the rest makes the same table in a fresh home."""
        monkeypatch.setenv("COMPANION_TRACEBACK", "1")
        for seed in _seeds(pytestconfig):
            play = ChangedPlay(player, seed)
            with naming(play.begun):
                play.check()

    def test_random_plays_get_somewhere(self, player: RandomPlayer) -> None:
        """Short or uniform plays would prove little.

        So every kind of entry is made, some moves and undos are refused, and a house rule overrules
        a refusal.
        """
        made = plays(player, range(player.plays))
        entered = [len(play.states) - 1 for play in made]
        assert sum(entered) / len(entered) > player.entries
        fewest, most = player.table()
        assert {len(play.states[0].seats) for play in made} >= {fewest, min(most, len(NAMES))}
        assert any(play.refused for play in made), "nothing was ever refused"
        assert not player.rests or any(
            refused_without(play, undone(play.log, entry), entry)
            for play in made
            for entry in range(2, len(play.states) + 1)
        ), "every entry could be taken back"
        assert any(state.status == "finished" for play in made for state in play.states)
        assert set(made[0].game.kinds) - set(SHARED_KINDS) - set(kinds(made)) == set()
        overruled = sum(self._overruled(play) for play in made[:2])
        assert overruled or not self._enforces()

    def check_refusals(self, play: Recorded) -> None:
        """Check that refusals are sentences, and name rules that can be looked up."""
        for refusal in play.refused:
            assert refusal.message.endswith((".", "?")), refusal.message
            if isinstance(refusal, Illegal):
                assert refusal.rule in self.rules
        for event in play.log.events:
            assert not event.house or set(event.house.rules) <= set(self.rules)

    def _overruled(self, play: Recorded) -> int:
        """Count random illegal moves, and check that a house rule then allows each.

        Such a move may still turn out to be impossible, for example with an unknown card.
        """
        illegal = 0
        for turn, state in enumerate(play.states):
            for attempt in range(4):

                def enter(
                    house: str | None, state: Any = state, key: str = f"{turn} {attempt}"
                ) -> Action[Any]:
                    plan = play.player.moves(state, play.reference, Random(key))
                    action = Action(play.game, state, play.reference, house)
                    return action.make(lambda made: plan(made, play.reference))

                try:
                    enter(None)
                    continue
                except REFUSALS as problem:
                    refusal = problem
                if not isinstance(refusal, Illegal):
                    continue
                illegal += 1
                with suppress(Invalid, Refused, NotFound, Ambiguous):
                    assert refusal.rule in enter(HOUSE).overruled
        return illegal

    def _enforces(self) -> bool:
        """Whether the game enforces more than the number of players."""
        enforced = {rule.id for rule in self.rules.values() if rule.kind == "enforced"}
        return bool(enforced - {self.game.seats_rule})


def _seeds(pytestconfig: pytest.Config) -> range:
    """The seeds of the plays to check."""
    first = pytestconfig.getoption("--seed", None) or 0
    return range(first, first + pytestconfig.getoption("--plays", PLAYS))
