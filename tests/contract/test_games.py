"""What holds for every play of every game: all of it is shown by random plays (see `kit`)."""

import json
import re
import shlex
from contextlib import suppress
from random import Random

import pytest

from companion import games
from companion.cli.app import root
from companion.core.action import Action
from companion.core.event import Event
from companion.core.log import Log
from companion.core.referee import Referee
from companion.core.shapes import SHARED as SHARED_KINDS
from companion.errors import Ambiguous, CompanionError, Illegal, Invalid, NotFound, Refused
from companion.reference.data import reader
from companion.store.base import LogRef
from companion.store.memory import MemoryStore
from companion.table.folding import check_without, current_state, entries
from companion.table.openplay import OpenPlay
from companion.table.showing import table_blocks
from tests.desks import Desks
from tests.glossaries import all_rules

from .kit import (
    NAMES,
    REFUSALS,
    Recorded,
    document,
    drawn,
    kinds,
    mistakes,
    recorded,
    redone,
    too_wide,
    undone,
)
from .players import PLAYERS, game_of, player_of, seats_of, seeds_of

FEW = range(6)
PLAYS = [(player, seed) for player in PLAYERS for seed in seeds_of(player)]

SHARED = {
    "play": str,
    "group": str,
    "game": str,
    "title": str,
    "status": str,
    "round": int,
    "phase": (str, None),
    "first_player": (str, None),
    "turn": (str, None),
    "players": [{"name": str, "seat": int, "score": (int, None)}],
    "winners": [str],
    "todo": [str],
    "entries": int,
}

every_game = pytest.mark.parametrize("game_id", games.game_ids())
every_player = pytest.mark.parametrize("player", PLAYERS)
every_play = pytest.mark.parametrize(("player", "seed"), PLAYS)


def plays(player: str, seeds: range | None = None) -> list[Recorded]:
    return [recorded(player, seed) for seed in seeds or seeds_of(player)]


def test_every_game_has_a_random_player():
    assert {game_of(player).id for player in PLAYERS} == set(games.game_ids())


# The plays themselves


@every_player
def test_random_plays_get_somewhere(player):
    """The kit shows little where its plays are short or all alike."""
    entered = [len(play.states) - 1 for play in plays(player)]
    assert sum(entered) / len(entered) > getattr(player_of(player), "ENTRIES", 20)
    fewest, most = seats_of(player)
    tables = {len(play.states[0].seats) for play in plays(player)}
    assert tables >= {fewest, min(most, len(NAMES))}
    assert any(play.refused for play in plays(player))
    assert any(state.status == "finished" for play in plays(player) for state in play.states)


@every_game
def test_a_game_is_played_with_everything_that_it_knows(game_id):
    players = [player for player in PLAYERS if game_of(player).id == game_id]
    told = {kind for player in players for kind in kinds(plays(player))}
    assert set(games.game(game_id).shapes) - set(SHARED_KINDS) - told == set()


@every_player
def test_refusals_cite_rules_that_there_are_and_end_like_sentences(player):
    known = {rule.id for rule in all_rules()}
    for play in plays(player):
        for refusal in play.refused:
            assert refusal.message.endswith((".", "?")), refusal.message
            if isinstance(refusal, Illegal):
                assert refusal.rule in known
        for event in play.log.events:
            assert not event.house or set(event.house.rules) <= known


@every_player
@pytest.mark.parametrize("seed", FEW)
def test_a_house_rule_overrules_the_rulebook_and_nothing_else(player, seed):
    """What is illegal never is for a table with a house rule; then it is noted what stood against.

    An entry that the rules stopped may still turn out to be impossible, such as a card unknown.
    """
    play, illegal = recorded(player, seed), 0
    for turn, state in enumerate(play.states):
        for attempt in range(4):

            def enter(house, state=state, key=f"{turn} {attempt}"):
                plan = player_of(player).moves(state, play.reference, Random(key))
                action = Action(play.game, state, play.reference, house)
                plan(action, play.reference)
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
                assert refusal.rule in enter("as we always do").referee.overruled
    assert illegal


@every_player
def test_what_may_be_told_of_a_copy_is_sound_stands_and_can_be_read(player):
    game, random = game_of(player), Random("copy")
    facts = [fact for _ in range(5) for fact in player_of(player).copy(random)]
    known = game.box(reader(game.id, game.data), lambda: [])
    for kind, data in facts:
        game.copy_facts[kind].require_sound(data)
        assert game.copy_facts[kind].describe(known, data)


# Folding


@every_play
def test_the_state_is_the_fold_of_the_log_every_time(player, seed):
    play = recorded(player, seed)
    for log, state in zip(play.logs, play.states, strict=True):
        assert current_state(play.game, log) == state
        assert hash(current_state(play.game, log)) == hash(state)


@every_play
def test_a_log_survives_being_text(player, seed):
    play = recorded(player, seed)
    text = json.dumps([event.to_json() for event in play.log.events])
    again = Log(tuple(Event.from_json(record) for record in json.loads(text)))
    assert again == play.log
    assert current_state(play.game, again) == play.states[-1]


# Undo and redo


@every_play
def test_undo_goes_back_through_every_state_and_redo_forth_again(player, seed):
    play = recorded(player, seed)
    log = play.log
    for state in reversed(play.states[:-1]):
        log = undone(log)
        assert current_state(play.game, log) == state
    assert log.standing() == list(play.logs[0].events)
    for state in play.states[1:]:
        log = redone(log)
        assert current_state(play.game, log) == state
    assert log.standing() == list(play.log.events)


@every_play
def test_an_old_entry_is_taken_back_cleanly_or_the_refusal_names_the_one_in_the_way(player, seed):
    play, random = recorded(player, seed), Random(seed)
    log = play.log
    for entry in random.sample(range(2, len(play.states) + 1), min(12, len(play.states) - 1)):
        changed = undone(log, entry)
        refusal = refused_without(play, changed, entry)
        if refusal is not None:
            numbers = {str(event.action) for event in log.events if event.action > entry}
            words = refusal.message.replace(".", " ").replace(":", " ").split()
            assert numbers & set(words), refusal.message
            continue
        state = current_state(play.game, changed)
        assert len(entries(play.game, changed, play.reference)) == len(play.states)
        assert not list(mistakes(document(play, changed, state), SHARED))
        # Brought back, it stands again, and so does all that came after it.
        back = redone(changed, entry)
        check_without(play.game, back, entry, "brought back", play.reference)
        assert current_state(play.game, redone(changed, entry)) == current_state(play.game, log)
        log = changed


@every_player
def test_taking_back_old_entries_is_both_possible_and_refused_in_these_plays(player):
    """Otherwise the test above would show only half of what it says."""
    outcomes = set()
    for play in plays(player, FEW):
        for entry in range(2, len(play.states) + 1):
            outcomes.add(refused_without(play, undone(play.log, entry), entry) is None)
    assert outcomes == {True, False}


def refused_without(play: Recorded, changed: Log, entry: int) -> CompanionError | None:
    """How taking back an entry is refused; None where all later entries still stand."""
    try:
        check_without(play.game, changed, entry, "taken back", play.reference)
    except CompanionError as refusal:
        return refusal
    return None


# What people and programs see


@every_play
def test_the_document_keeps_its_contract_at_every_step(player, seed):
    play = recorded(player, seed)
    for log, state in zip(play.logs, play.states, strict=True):
        told = document(play, log, state)
        assert json.loads(json.dumps(told, allow_nan=False)) == told
        assert not list(mistakes(told, SHARED | player_of(player).KEYS))
        assert told["status"] in ("live", "finished", "abandoned")
        assert told["todo"] or told["status"] != "live"
        assert [who["name"] for who in told["players"]] == [seat.name for seat in state.seats]
        assert [who["seat"] for who in told["players"]] == list(range(1, len(state.seats) + 1))


@every_play
def test_where_the_play_stands_fits_one_line_at_every_step(player, seed):
    play = recorded(player, seed)
    for state in play.states:
        for line in (play.game.status_line(state), play.game.where(state)):
            assert len(line.splitlines()) == 1
            assert line == line.strip()
        for step in play.game.todo(state, play.reference):
            assert len(step.splitlines()) == 1


@pytest.mark.parametrize(
    ("player", "seed"),
    [(player, seed) for player, seed in PLAYS if hasattr(player_of(player), "COMMANDS_WORK")],
)
def test_what_comes_next_can_be_typed_as_it_stands(player, seed):
    """At some steps of every play, each command is typed into a table that stands so."""
    play = recorded(player, seed)
    game_id = play.game.id
    for step in range(seed % 5, len(play.states), 5):
        for command in commands_in(play.game.todo(play.states[step], play.reference)):
            desks = Desks(MemoryStore())
            desks.store.create_group("home", {"current": f"{game_id}-1", "live": [f"{game_id}-1"]})
            desks.store.create_log(LogRef("home", "plays", f"{game_id}-1"), play.logs[step].events)
            desk = desks()
            root().main(command, prog_name="companion", standalone_mode=False, obj=desk)


def commands_in(steps: list[str]) -> list[list[str]]:
    """The commands that stand in what comes next, each as its words."""
    told = [command for step in steps for command in re.findall(r"`companion ([^`]+)`", step)]
    assert not any("…" in command or re.search(r"\b[A-Z]{2,}\b", command) for command in told)
    return [shlex.split(command) for command in told]


@every_player
@pytest.mark.parametrize("width", [80, 50])
@pytest.mark.parametrize("seed", FEW)
def test_the_table_is_drawn_within_the_width_at_every_step(player, seed, width):
    play = recorded(player, seed)
    ref = LogRef("home", "plays", f"{play.game.id}-1")
    for log, state in zip(play.logs, play.states, strict=True):
        blocks = table_blocks(OpenPlay(ref, play.game, log, state, play.reference))
        lines = drawn(blocks, width)
        assert not too_wide(lines, width)
        text = "\n".join(lines)
        assert play.game.title in text
        for seat in state.seats:
            assert seat.name in text


@every_play
def test_every_entry_reads_as_lines_also_with_some_taken_back_in_the_middle(player, seed):
    play, random = recorded(player, seed), Random(seed)
    whole = entries(play.game, play.log, play.reference)
    assert [entry.number for entry in whole] == list(range(1, len(play.states) + 1))
    assert all(entry.lines and not entry.undone for entry in whole)
    assert all(line == line.strip() and line for entry in whole for line in entry.lines)
    # Not every log may be left so, but every log can be read.
    log = play.log
    taken = set(random.sample(range(2, len(play.states) + 1), min(5, len(play.states) - 1)))
    for entry in taken:
        log = undone(log, entry)
    told = entries(play.game, log, play.reference)
    assert {entry.number for entry in told if entry.undone} == taken
    assert len(told) == len(whole)


# Beginning


@every_game
def test_a_table_too_small_or_too_large_is_refused_by_a_rule(game_id):
    game, known = games.game(game_id), {rule.id for rule in all_rules()}
    assert game.seats_rule in known
    for count in (0, game.fewest_players - 1, game.most_players + 1, 40):
        with pytest.raises(Illegal) as refusal:
            game.seat_players([f"P{number}" for number in range(count)])
        assert refusal.value.rule == game.seats_rule
    for count in range(game.fewest_players, game.most_players + 1):
        game.seat_players([f"P{number}" for number in range(count)])


@every_game
def test_a_house_may_seat_more_where_the_most_is_only_our_reading(game_id):
    game, referee = games.game(game_id), Referee("as many as came")
    crowd = [f"P{number}" for number in range(game.most_players + 1)]
    if game.seats_rule.startswith("A-"):
        game.seat_players(crowd, referee)
        assert referee.overruled == [game.seats_rule]
    else:
        with pytest.raises(Illegal):
            game.seat_players(crowd, referee)
    with pytest.raises(Illegal):
        game.seat_players(crowd[: game.fewest_players - 1], referee)


@every_game
def test_the_next_game_is_begun_as_the_table_says(game_id, companion):
    companion.must(f"start {game_id} 'Ana Lu' \"O'Neil\" Ben")
    companion.must("finish --winner ben")
    shown = " ".join(companion.must("table").out.split())
    (command,) = re.findall("Another game: `companion ([^`]+)`", shown)
    begun = companion.must(f"{command} --json").json
    assert begun["play"] == f"{game_id}-2"
    assert [player["name"] for player in begun["players"]] == ["Ana Lu", "O'Neil", "Ben"]


@every_game
def test_a_game_says_who_it_is(game_id):
    game = games.game(game_id)
    assert game.id == game_id
    assert game.title.strip() == game.title != ""
    assert game.commands == games.OWN[game_id].removesuffix("game") + "commands"
    assert game.bgg_id is None or game.bgg_id > 0
    assert games.find_game(game.title.upper()) is game
