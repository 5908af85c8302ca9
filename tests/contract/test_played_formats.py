"""What random plays come to is of its format: tables, entries, and the files that hold them."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion.core.event import Draft
from companion.core.log import Log
from companion.testing.plays import AT, Recorded, redone, undone
from companion.testing.plays import recorded as recorded_by
from tests.formats import formats, mistakes

from .players import PLAYERS

every_player = pytest.mark.parametrize("player", PLAYERS)
STEP_BY_STEP = range(4)
"""The plays that are looked at after every entry; of the others, the end."""


def recorded(player: str, seed: int) -> Recorded:
    return recorded_by(PLAYERS[player], seed)


def document(play: Recorded, log: Log, state: Any) -> dict[str, Any]:
    return play.open(log, state).document()


@every_player
def test_a_table_is_of_its_format_at_every_step(player):
    for seed in STEP_BY_STEP:
        play = recorded(player, seed)
        for log, state in zip(play.logs, play.states, strict=True):
            assert mistakes(document(play, log, state), "table") == []


@every_player
def test_the_table_at_the_end_of_a_play_is_of_its_format(player):
    for seed in range(PLAYERS[player].plays):
        play = recorded(player, seed)
        assert mistakes(document(play, play.log, play.states[-1]), "table") == []


@every_player
def test_an_entry_of_a_play_is_of_its_format(player):
    name = f"events-{PLAYERS[player].game.id}"
    for seed in range(PLAYERS[player].plays):
        log = recorded(player, seed).log
        for event in redone(undone(undone(log))).events:
            assert mistakes(event.to_json(), name) == []


@every_player
def test_what_is_told_of_a_box_is_of_its_format(player):
    game, random = PLAYERS[player].game, Random("copy")
    for _ in range(5):
        facts = [("copy.made", {"game": game.id, "name": game.title})]
        facts = PLAYERS[player].copy(random) or facts
        log = Log().extended([Draft(*fact) for fact in facts], AT)
        for event in log.events:
            assert mistakes(event.to_json(), f"box-events-{game.id}") == []


@every_player
def test_a_table_is_of_the_format_that_is_printed_for_others(player):
    """Other programs have nothing but that one document."""
    play = recorded(player, 1)
    alone = Draft202012Validator(formats().bundled("table"))
    sound = document(play, play.log, play.states[-1])
    assert alone.is_valid(sound)
    assert not alone.is_valid(sound | {"unheard_of": 1})


# That the formats can fail


@every_player
@pytest.mark.parametrize("seed", range(2))
def test_a_table_with_a_key_too_many_or_too_few_is_refused(player, seed):
    play, random = recorded(player, seed), Random(f"{player} {seed}")
    for log, state in random.sample(list(zip(play.logs, play.states, strict=True)), 2):
        sound = document(play, log, state)
        assert mistakes(sound, "table") == []
        lacking = [without(sound, key) for key in sound]
        lacking += [
            sound | {"players": [without(sound["players"][0], key)]} for key in sound["players"][0]
        ]
        for wrong in [*lacking, *with_one_more(sound)]:
            assert mistakes(wrong, "table"), wrong


@every_player
def test_an_entry_with_a_key_too_many_or_too_few_is_refused(player):
    play = recorded(player, 0)
    name = f"events-{play.game.id}"
    for event in play.log.events[:12]:
        sound = event.to_json()
        lacking = [without(sound, key) for key in sound if key != "house"]
        for wrong in [*lacking, *with_one_more(sound)]:
            assert mistakes(wrong, name), wrong


def without(document: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != key}


def with_one_more(value: Any) -> Iterator[Any]:
    """The value with a key that nobody knows in it, once for each object that it is made of."""
    if isinstance(value, dict):
        yield {**value, "unheard_of": {"": [None]}}
        for key, inner in value.items():
            for changed in with_one_more(inner):
                yield {**value, key: changed}
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            for changed in with_one_more(inner):
                yield [*value[:place], changed, *value[place + 1 :]]
