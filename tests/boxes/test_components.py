"""The components of every game: what a box holds as it came."""

import tomllib
from collections import Counter
from itertools import combinations, permutations

import pytest

from companion import games
from companion.boxes.components import components
from companion.core.inventory import Component
from companion.games.blank.cards import (
    ALL_GAME_CARDS,
    NUMBERS,
    OF_EACH,
    PLAIN_RULES,
    PRINTED_RULES,
    SUITS,
)
from companion.reference.data import data_folder

ITEM = {"part": "Cards", "id": "a", "title": "A"}


def of(game):
    with (data_folder() / game / "components.toml").open("rb") as file:
        return components(tomllib.load(file))


def counted(game):
    """How many things there are of each part; None where the rulebook gives no number."""
    found = {}
    for thing in of(game).items:
        before = found.get(thing.part, 0)
        found[thing.part] = None if None in (before, thing.many) else before + thing.many
    return found


def test_a_card_is_not_known_until_it_has_a_text_or_a_revision():
    card = Component("r15", "Rule 15", "Rule cards")
    assert card.is_unknown
    assert not card._replace(says="Everybody sings.").is_unknown
    assert not card._replace(revision=1).is_unknown


@pytest.mark.parametrize("game", [game for game in games.OWN if games.game(game).boxed])
def test_every_game_tells_of_its_components(game):
    found = of(game)
    assert found.title
    assert found.items
    assert all(thing.coded for thing in found.items if thing.kind == "card")


def test_blank_white_dice_has_nine_dice_four_markers_eight_discs_and_54_cards():
    counts = {thing.id: thing.many for thing in of("bwd").items if thing.kind != "card"}
    assert counts == {
        **{"die": 8, "common-die": 1, "pen": 4, "disc": 8},
        **{"score-track": 1, "first-player-marker": 1},
    }
    assert counted("bwd") == {"Core cards": 5, "Icon cards": 49, "Dice and pieces": 23}
    numbers = [thing.id for thing in of("bwd").items if thing.part == "Icon cards"]
    assert numbers == [str(number) for number in range(6, 55)]


def test_blank_has_38_rule_cards_and_72_game_cards():
    items = of("blank").items
    rules = [thing for thing in items if thing.part == "Rule cards"]
    assert Counter(thing.status for thing in rules) == {
        "printed": PRINTED_RULES,
        "plain": PLAIN_RULES,
    }
    cards = {thing.id for thing in items if thing.part == "Game cards"}
    assert cards == {
        f"{number}-{suit}.{which}"
        for suit in SUITS
        for number in NUMBERS
        for which in range(1, OF_EACH + 1)
    }
    assert len(cards) == ALL_GAME_CARDS
    assert len(items) == 110


def test_dice_box_has_25_dice():
    assert counted("dicebox")["Dice"] == 25
    assert {thing.id: thing.many for thing in of("dicebox").items}["seed"] == 1


def test_a_little_white_die_has_cards_of_which_the_rulebook_gives_no_number():
    assert counted("lwd") == {"Number cards": None, "Wildcards": None, "Power cards": None}
    assert sum(thing.expected for thing in of("lwd").items) == 6  # the rest are expansions


def test_the_ten_boolean_dice_are_all_ways_to_colour_a_cube():
    """Held against the group of rotations, worked out here."""
    nets = [thing.net for thing in of("boolean").items]
    assert len({_turned_least(net) for net in nets}) == len(nets) == 10
    everything = {
        _turned_least(tuple("white" if face in chosen else "black" for face in range(6)))
        for number in range(7)
        for chosen in combinations(range(6), number)
    }
    assert {_turned_least(net) for net in nets} == everything


def test_the_names_of_boolean_dice_say_how_their_faces_lie():
    top, left, front, _right, _back, bottom = range(6)
    for thing in of("boolean").items:
        white = [place for place, face in enumerate(thing.net) if face == "white"]
        assert thing.id.startswith(f"{len(white)}w")
        few = white if len(white) <= 3 else [place for place in range(6) if place not in white]
        opposite = any({*pair} <= {*few} for pair in ((top, bottom), (left, 3), (front, 4)))
        how = thing.id.partition("-")[2]
        assert (
            how
            == {
                0: "",
                1: "",
                2: "opposite" if opposite else "adjacent",
                3: "band" if opposite else "corner",
            }[len(few)]
        )


def _turned_least(net):
    """The least of all ways in which a die can lie: the same for two that are one die."""
    return min(tuple(net[place] for place in turn) for turn in _rotations())


def _rotations():
    """The 24 rotations as places of (top, left, front, right, back, bottom)."""
    directions = {
        **{0: (0, 0, 1), 5: (0, 0, -1), 1: (-1, 0, 0), 3: (1, 0, 0)},
        **{2: (0, -1, 0), 4: (0, 1, 0)},
    }
    places = {direction: place for place, direction in directions.items()}
    found = []
    for axes in permutations(range(3)):
        for signs in [(a, b, c) for a in (1, -1) for b in (1, -1) for c in (1, -1)]:
            even = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3)) % 2 == 0
            if (signs[0] * signs[1] * signs[2] == 1) is even:
                found.append(
                    tuple(
                        places[tuple(signs[i] * directions[place][axes[i]] for i in range(3))]
                        for place in range(6)
                    )
                )
    assert len(set(found)) == 24
    return found


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ({}, "no title"),
        ({"title": "X"}, "lists no items"),
        ({"title": "X", "item": [{"id": "a"}]}, "lacks one of"),
        ({"title": "X", "item": [{**ITEM, "colour": "red"}]}, "“colour”"),
        ({"title": "X", "item": [{**ITEM, "kind": "meeple"}]}, "“meeple”"),
        ({"title": "X", "item": [{**ITEM, "id": "A:B"}]}, "cannot stand in a code"),
        ({"title": "X", "item": [ITEM, ITEM]}, "twice"),
        ({"title": "X", "item": [{**ITEM, "count": 0}]}, "0 is not a number"),
        ({"title": "X", "item": [{**ITEM, "each": {"n": "1-5"}}]}, "a range such as"),
        ({"title": "X", "item": [{**ITEM, "each": ["n"]}]}, "not a table"),
        ({"title": "X", "item": [{**ITEM, "net": ["white"]}]}, "six faces"),
        ({"title": "X", "item": [{**ITEM, "figure": "moon"}]}, "“moon” is none of hexagon"),
    ],
)
def test_components_that_make_no_sense_say_why(data, what):
    with pytest.raises(ValueError, match=what):
        components(data)
