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


@pytest.mark.parametrize("name", [name for name, it in PLAYERS.items() if it.game.boxed])
def test_what_is_known_of_a_box_is_of_its_format(name):
    player, random = PLAYERS[name], Random("copy")
    for _ in range(5):
        facts = [("copy.made", {"game": player.game.id, "name": player.game.title})]
        facts = player.copy(random) or facts
        log = Log().extended([Draft(*fact) for fact in facts], AT)
        for event in log.events:
            assert mistakes(event.to_json(), f"box-events-{player.game.id}") == []


@every_player
def test_a_table_with_a_key_too_many_or_too_few_is_refused(player):
    """Also by the format alone, as it is printed for others."""
    play = recorded(player, 0)
    sound = document(play, len(play.states) - 1)
    assert mistakes(sound, "table") == []
    lacking = [without(sound, key) for key in sound]
    lacking += [
        sound | {"players": [without(sound["players"][0], key)]} for key in sound["players"][0]
    ]
    for wrong in [*lacking, *sampled(with_one_more(sound))]:
        assert mistakes(wrong, "table"), wrong
    if player.game.id == "lwd":
        alone = Draft202012Validator(formats().bundled("table"))
        assert alone.is_valid(sound)
        assert not alone.is_valid(sound | {"unheard_of": 1})


@every_player
def test_an_entry_with_a_key_too_many_or_too_few_is_refused(player):
    """One entry of each kind."""
    play = recorded(player, 0)
    name = f"events-{play.game.id}"
    for event in {event.kind: event for event in play.log.events}.values():
        sound = event.to_json()
        lacking = [without(sound, key) for key in sound if key != "house"]
        for wrong in [*lacking, *sampled(with_one_more(sound))]:
            assert mistakes(wrong, name), wrong


def sampled(documents: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """So many that each part of a document is among them; lists hold many of the same."""
    every = list(documents)
    return every[:: max(1, len(every) // 12)]


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
