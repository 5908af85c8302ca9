"""A game from another package: registered through an entry point, it is played like our own."""

import importlib
import sys

import pytest

from companion import games
from companion.core.seats import seats_for
from companion.reference.data import _parsed as reader_cache
from tests.packages import installed, metadata

FILES = {
    **metadata("pebbles", pebbles="pebbles.game:GAME"),
    "pebbles/facts/rules.toml": """\
        [[rule]]
        id = "PEB-1"
        section = "The pond"
        kind = "enforced"
        text = "One to nine players pick up pebbles."

        [[rule]]
        id = "PEB-2"
        section = "The pond"
        kind = "house of cards"
        text = "A kind that the companion has no words for is shown as it is."
    """,
    "pebbles/facts/pond.toml": "depth = 3",
    "pebbles/facts/components.toml": """\
        title = "Pebbles"

        [[item]]
        part = "Stones"
        id = "pebble-{number}"
        title = "Pebble {number}"
        each = { number = "1..5" }

        [[item]]
        part = "The pond"
        id = "pond"
        title = "Pond"
        kind = "piece"
    """,
    # The smallest game there can be: whoever has five pebbles has won.
    "pebbles/game.py": '''\
        from pathlib import Path

        from companion.core.blocks import Paragraph
        from companion.core.game import Game, Outcome
        from companion.core.play import PlayState

        class Pebbles(Game):
            """Five pebbles win."""

            id = "pebbles"
            title = "Pebbles"
            fewest_players, most_players = 1, 9
            lowest_score = 0
            seats_rule = "PEB-1"
            reserved_handles = ("pond",)
            data = str(Path(__file__).parent / "facts")
            commands = "pebbles.commands"

            def opening(self, seats, first, options):
                zeros = (options["begin"],) * len(seats)
                return PlayState(seats=seats, scores=zeros, first=first)

            def advance(self, action, reference):
                result = self.outcome(action.state)
                if result.winners:
                    action.add("play.finished", winners=list(result.winners), why=result.why)
                else:
                    action.add("round.ended", why=result.why)

            def outcome(self, state):
                winners = tuple(seat for seat, n in enumerate(state.scores) if n >= 5)
                return Outcome(winners, "five pebbles" if winners else "nobody has five")

            def todo(self, state, reference):
                return [] if state.status != "live" else ["Pick up pebbles."]

            def view(self, state, reference):
                return [Paragraph(f"{sum(state.scores)} pebbles are taken.")]

            def reference(self, read, copy):
                return read("pond")

            def begins(self, state):
                return f"{sum(state.scores)} pebbles taken already" if any(state.scores) else ""

            def to_json(self, state, reference):
                return {"pebbles": sum(state.scores), "depth": reference["depth"]}

            def player_json(self, state, seat, reference):
                return {"hand": ["pebble"] * state.scores[seat]}

        GAME = Pebbles()
    ''',
    "pebbles/commands/__init__.py": "",
    "pebbles/commands/start.py": '''\
        import typer
        from companion.table import starting
        from companion.table.options import takes

        app = typer.Typer()

        @app.command("pebbles")
        @takes(play=False)
        def start(ctx: typer.Context, players: list[str], begin: int = 0):
            """Begin Pebbles.

            \\b
            Examples:
              companion start pebbles Ana Ben
            """
            return starting.start(ctx.obj, "pebbles", players, None, {"begin": begin})
    ''',
    "pebbles/commands/verbs.py": '''\
        import typer
        from companion.core.seats import find_seat
        from companion.table.options import takes

        app = typer.Typer(name="pebbles", help="Pebbles, picked up one by one.")

        @app.command("pick")
        @takes(house=True)
        def pick(ctx: typer.Context, player: str):
            """Pick up a pebble."""
            return ctx.obj.act(lambda action, _: action.add(
                "points.gained", seat=find_seat(action.state.seats, player), points=1))

        @app.command()
        @takes(house=True)
        def drop_one(ctx: typer.Context, player: str):
            """Drop a pebble."""
            return ctx.obj.act(lambda action, _: action.add(
                "points.lost", seat=find_seat(action.state.seats, player), points=1))
    ''',
}


@pytest.fixture
def pebbles(tmp_path, monkeypatch):
    """The package `pebbles`, installed for one test."""
    with installed(tmp_path / "site", monkeypatch, FILES):
        yield


@pytest.mark.usefixtures("pebbles")
def test_it_is_found_beside_our_own_games():
    assert games.game_ids() == [*games.OWN, "pebbles"]
    assert games.game("pebbles").title == "Pebbles"
    assert games.find_game("peb").id == "pebbles"
    assert games.find_game("PEBBLES").id == "pebbles"


@pytest.mark.usefixtures("pebbles")
def test_help_lists_it_its_start_and_its_verbs(companion):
    assert "pebbles" in companion.must("-h").out
    assert "pebbles" in companion.must("start -h").out
    assert "--begin" in companion.must("start pebbles -h").out
    assert "Pick up a pebble." in companion.must("pebbles -h").out
    assert "--house" in companion.must("pebbles pick -h").out


@pytest.mark.usefixtures("pebbles")
def test_it_is_played_from_start_to_finish(companion):
    begun = companion.must("start pebbles Ana Ben --begin 1 --json").json
    assert (begun["game"], begun["play"], begun["pebbles"]) == ("pebbles", "pebbles-1", 2)
    assert begun["players"][0] == {"name": "Ana", "seat": 1, "score": 1, "hand": ["pebble"]}
    assert "Pebbles" in companion.must("table").out
    assert "2 pebbles are taken." in companion.must("table").out
    assert companion.must("score ana +2 --json").json["pebbles"] == 4
    assert companion.must("pebbles pick ana --json").json["pebbles"] == 5
    assert companion.must("undo --json").json["pebbles"] == 4
    assert companion.must("redo --json").json["pebbles"] == 5
    assert companion.must("next --json").json["round"] == 2
    assert companion.must("log --json").json["entries"][0]["text"] == (
        "Pebbles begins: Ana, Ben; Ana is first; 2 pebbles taken already"
    )
    companion.must("pebbles drop-one ana")
    companion.must("undo")
    companion.must("pebbles pick ana")
    finished = companion.must("next --json").json
    assert (finished["status"], finished["winners"]) == ("finished", ["Ana"])
    assert companion.must("plays --json").json["plays"][0]["game"] == "pebbles"
    assert companion("pebbles drop-one ben").code == 1


@pytest.mark.usefixtures("pebbles")
def test_both_games_are_played_in_one_group(companion):
    companion.must("start pebbles Ana Ben")
    companion.must("start bwd Ana Ben")
    companion.must("resume pebbles-1")
    assert companion.must("score ana +5 --json").json["play"] == "pebbles-1"
    assert companion.must("finish --json").json["winners"] == ["Ana"]
    assert companion.must("table --play bwd-2 --json").json["status"] == "live"


@pytest.mark.usefixtures("pebbles")
def test_its_seats_are_seen_to(companion):
    ran = companion("start pebbles", *"ABCDEFGHIJ")
    assert ran.code == 1
    assert "PEB-1" in ran.err
    assert "One to nine players" in companion.must("lookup peb-1").out
    assert "house of cards" in companion.must("lookup PEB-2").out
    assert "PEB-1" in companion("lookup PEB-11").err


@pytest.mark.usefixtures("pebbles")
def test_its_data_is_its_own_and_so_are_the_handles_that_it_reserves(companion):
    begun = companion.must("start pebbles Pond Common --json").json
    assert begun["depth"] == 3
    assert companion.must("score common +1 --json").json["players"][1]["score"] == 1
    stored = companion.must("first --json").json["players"]
    assert [who["name"] for who in stored] == ["Pond", "Common"]
    game = games.game("pebbles")
    assert seats_for(["Pond", "Common"], game.reserved_handles)[0].handle != "pond"


@pytest.mark.usefixtures("pebbles")
@pytest.mark.parametrize("typed", ["Pebbles", "peb", "PEB"])
def test_it_is_begun_by_any_beginning_of_its_name(companion, typed):
    assert companion.must(f"start {typed} Ana Ben --json").json["game"] == "pebbles"


def test_without_the_package_its_plays_say_what_is_missing(companion, home, request):
    request.getfixturevalue("pebbles")
    companion.must("start pebbles Ana Ben")
    for place in [place for place in sys.path if place.endswith("site")]:
        sys.path.remove(place)
    importlib.invalidate_caches()
    ran = companion("table")
    assert ran.code == 1
    assert "pebbles" in ran.err
    assert companion("plays --json").json["plays"][0]["status"] == "not-found"


@pytest.mark.usefixtures("pebbles")
def test_its_boxes_are_listed_printed_and_checked_like_our_own(companion, tmp_path):
    assert "Pebbles" in companion("deck list").out
    told = companion("deck show pebbles --json").json
    assert [item["id"] for item in told["items"]] == [
        *(f"pebble-{number}" for number in range(1, 6)),
        "pond",
    ]
    file = str(tmp_path / "pebbles.png")
    assert companion("deck print pebbles --json -o", file).json["printed"] == 5
    assert companion("deck check pebbles --json", file).json["complete"]


@pytest.mark.usefixtures("pebbles")
@pytest.mark.parametrize("content", ["", "title = 3", "title = 'P'\n[[item]]\nid = 'a'", "no toml"])
def test_components_that_make_no_sense_leave_its_boxes_out(companion, content):
    from pathlib import Path

    data = Path(games.game("pebbles").data) / "components.toml"
    data.write_text(content, "utf-8")
    reader_cache.cache_clear()
    assert "Dice Box" in companion("deck list").out
    ran = companion("deck show pebbles")
    assert ran.code == 1
    assert "itself made a mistake" not in ran.err
