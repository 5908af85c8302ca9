"""What the formats of random plays refuse; that they let pass what is played is in the kit.

Other programs have nothing but one document, and rely on it.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from companion.core.event import Draft
from companion.core.log import Log
from companion.testing.documents import formats, mistakes
from companion.testing.plays import AT, Recorded, recorded
from tests.contract.players import PLAYERS

every_player = pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)


@every_player
def test_what_is_told_of_a_box_is_of_its_format(player):
    game, random = player.game, Random("copy")
    if not game.boxed:
        pytest.skip("It comes in no box.")
    for _ in range(5):
        facts = [("copy.made", {"game": game.id, "name": game.title})]
        facts = player.copy(random) or facts
        log = Log().extended([Draft(*fact) for fact in facts], AT)
        for event in log.events:
            assert mistakes(event.to_json(), f"box-events-{game.id}") == []


@every_player
def test_a_table_is_of_the_format_that_is_printed_for_others(player):
    play = recorded(player, 1)
    alone = Draft202012Validator(formats().bundled("table"))
    sound = document(play, len(play.states) - 1)
    assert alone.is_valid(sound)
    assert not alone.is_valid(sound | {"unheard_of": 1})


@every_player
@pytest.mark.parametrize("seed", range(2))
def test_a_table_with_a_key_too_many_or_too_few_is_refused(player, seed):
    play = recorded(player, seed)
    for entry in Random(f"{player.called} {seed}").sample(range(len(play.states)), 2):
        sound = document(play, entry)
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


def document(play: Recorded, entry: int) -> dict[str, Any]:
    return play.open_at(entry).document()


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
