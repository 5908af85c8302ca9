"""The kit itself: it finds what is wrong with a game, and its plays are the same every time."""

import importlib
import shutil
from random import Random
from types import SimpleNamespace

import pytest
from jsonschema import SchemaError

from companion.core.blocks import Paragraph
from companion.core.offer import Offer
from companion.errors import Illegal
from companion.testing import GameTests, RandomPlayer, any_seat, refused, shared_move
from companion.testing.changed_plays import ChangedPlay
from companion.testing.documents import formats
from companion.testing.plays import made, plays, recorded
from tests.contract.players import PLAYERS
from tests.site import installed, published


@pytest.fixture
def pebbles(tmp_path, monkeypatch):
    """The game of the package, which is installed for one test."""
    with installed(tmp_path / "site", monkeypatch, published("pebbles")):
        yield importlib.import_module("pebbles.game").Pebbles


def wrongly(kind, **wrong):
    """The tests of a game that does some things otherwise, and one of its plays."""

    class Player(RandomPlayer):
        game = type("Wrong", (kind,), wrong)()
        name = f"wrong-{'-'.join(wrong)}"

        def options(self, reference, names, random):
            return {"pebbles": 21}

        def moves(self, state, reference, random):
            if random.random() < 0.3:
                return shared_move(self.game, state, random)
            fact = {"seat": any_seat(state, random), "points": random.randint(1, 4)}
            kind = random.choice(("points.gained", "points.gained", "points.lost"))
            return lambda action, _: action.add(kind, **fact)

    found = type("TestWrong", (GameTests,), {"players": (Player(),)})()
    return found, recorded(found.players[0], 3)


def test_a_game_that_is_sound_passes(pebbles):
    tests, play = wrongly(pebbles)
    tests.check_log(play)
    tests.check_table(play)


def test_a_record_that_rests_on_more_than_the_log_is_found(pebbles):
    times = iter(range(10**6))

    def apply(self, state, event):
        after = pebbles.apply(self, state, event)
        object.__setattr__(after, "pebbles", 21 + next(times))
        return after

    tests, play = wrongly(pebbles, apply=apply)
    with pytest.raises(AssertionError):
        tests.check_log(play)


@pytest.mark.parametrize(
    "wrong",
    [
        {"to_json": lambda self, state, reference: {"entries": "many"}},
        {"to_json": lambda self, state, reference: {"pond": {1: 2}}},
        {"to_json": lambda self, state, reference: {"players": []}},
        {"view": lambda self, state, reference: [Paragraph("w" * 60)]},
        {"todo": lambda self, state, reference: ["Take\nsome."]},
    ],
    ids=["no key of ours", "no JSON", "a key lacks", "too wide", "two lines"],
)
def test_what_is_shown_wrongly_is_found(pebbles, wrong):
    tests, play = wrongly(pebbles, **wrong)
    with pytest.raises(AssertionError):
        tests.check_table(play)


def test_a_name_of_which_nobody_says_whose_entry_it_makes_is_found(monkeypatch):
    play = recorded(PLAYERS["lwd"], 0)
    tests = type("TestWrong", (GameTests,), {"players": (play.player,)})()
    (to,) = (it for it in play.game.verbs().by_name["trigger"].params if it.name == "--to")
    monkeypatch.setattr(to, "whose", None)
    with pytest.raises(AssertionError, match="trigger --to does not say whose entry it is"):
        tests.check_table(play)


def test_an_offer_that_is_refused_is_found(pebbles, monkeypatch):
    """The game stands in for the one that is registered: a line is typed to the program."""

    def offers(game, state, reference, words):
        told = {0: ["take"], 1: [who.handle for who in state.seats], 2: ["4"]}
        return [Offer(word) for word in told.get(len(words), [])]

    tests, _ = wrongly(pebbles)
    monkeypatch.setattr("companion.testing.offered_lines.offers", offers)
    player = tests.players[0]
    monkeypatch.setattr("companion.games._registered", lambda: [Point(player.game)])
    with pytest.raises(AssertionError, match=r"PEB-2|PEB-3|is abandoned"):
        tests.check_offers(player, plays(player, range(4)))


def test_what_rests_on_an_entry_that_was_taken_back_is_found(pebbles, monkeypatch):
    """A line that enters the points of then, which nobody looks at again, has others now."""

    class Player(RandomPlayer):
        game = pebbles()

        def options(self, reference, names, random):
            return {"pebbles": 21}

        def moves(self, state, reference, random):
            seat, more = any_seat(state, random), random.randint(1, 2)
            return lambda action, _: action.add(
                "points.set", seat=seat, points=action.state.scores[seat] + more
            )

    monkeypatch.setattr("companion.games._registered", lambda: [Point(Player.game)])
    with pytest.raises(AssertionError, match=r"points\.set"):
        ChangedPlay(Player(), 3).check()


class Point:
    """An entry point as `companion.games` reads it."""

    name, dist = "pebbles", SimpleNamespace(name="pebbles")

    def __init__(self, game):
        self.load = lambda: game


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("table-pebbles.json", '{"title": "a table", "type": "many"}'),
        ("index.toml", '[commands]\n"pebbles take" = "nowhere"'),
    ],
)
def test_a_format_that_is_not_sound_is_found(pebbles, tmp_path, file, content):
    data = shutil.copytree(pebbles.data, tmp_path / "data")
    tests, _ = wrongly(pebbles, data=str(data))
    tests.test_the_formats_that_it_brings_are_sound()
    (data / "formats").mkdir()
    (data / "formats" / file).write_text(content)
    formats.cache_clear()
    with pytest.raises((AssertionError, SchemaError)):
        tests.test_the_formats_that_it_brings_are_sound()


def test_a_refusal_that_cites_no_rule_of_the_game_is_found(pebbles):
    def check(self, state, event, referee, reference):
        referee.require(event.kind != "points.lost", "POND-1", "No.", "Not that.")

    tests, play = wrongly(pebbles, check=check)
    with pytest.raises(AssertionError):
        tests.check_refusals(play)


def test_what_is_refused_is_refused_by_that_rule_and_with_these_words():
    for rule, words in (("A-2", ()), ("A-1", ("other",))):
        with pytest.raises(AssertionError), refused(rule, *words):
            raise Illegal("A-1", "Not so.", "So.")
    with pytest.raises(AssertionError, match="does not refuse"), refused("A-1"):
        pass
    with refused("A-1", "Not so", "So."):
        raise Illegal("A-1", "Not so.", "So.")


def test_the_same_seed_is_the_same_play():
    player = PLAYERS["lwd"]
    first = recorded(player, 5)
    again = made(player, 5)
    assert again.logs == first.logs
    assert again.states == first.states
    assert recorded(player, 5) is first
    assert recorded(player, 6).log != first.log


def test_shared_moves_leave_out_what_a_game_does_not_keep(pebbles):
    game = type("Bare", (pebbles,), {"keeps_points": False, "keeps_marker": False})()
    names = {shared_move(game, None, Random(seed)).__qualname__ for seed in range(60)}
    assert {name.partition(".")[0] for name in names} == {"go_on", "end"}
