"""A game from another package: registered through an entry point, it is played like our own."""

import importlib
import sys
from textwrap import dedent

import pytest

from companion import games

FILES = {
    "pebbles-1.0.dist-info/METADATA": """\
        Metadata-Version: 2.1
        Name: pebbles
        Version: 1.0
    """,
    "pebbles-1.0.dist-info/entry_points.txt": """\
        [companion.games]
        pebbles = pebbles.game:GAME
    """,
    "pebbles/__init__.py": "",
    # The smallest game there can be: whoever has five pebbles has won.
    "pebbles/game.py": '''\
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

            def to_json(self, state, reference):
                return {"pebbles": sum(state.scores)}

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

        @app.command("drop")
        @takes(house=True)
        def drop(ctx: typer.Context, player: str):
            """Drop a pebble."""
            return ctx.obj.act(lambda action, _: action.add(
                "points.lost", seat=find_seat(action.state.seats, player), points=1))
    ''',
}


@pytest.fixture
def pebbles(tmp_path, monkeypatch):
    """The package `pebbles`, installed for one test."""
    site = tmp_path / "site"
    for name, text in FILES.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), "utf-8")
    monkeypatch.syspath_prepend(str(site))
    importlib.invalidate_caches()
    yield
    for module in [name for name in sys.modules if name.partition(".")[0] == "pebbles"]:
        del sys.modules[module]


@pytest.mark.usefixtures("pebbles")
def test_it_is_found_beside_our_own_games():
    assert games.game_ids() == [*games.OWN, "pebbles"]
    assert games.game("pebbles").title == "Pebbles"
    assert games.find_game("peb").id == "pebbles"


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
    assert "Pebbles" in companion.must("table").out
    assert "2 pebbles are taken." in companion.must("table").out
    assert companion.must("score ana +2 --json").json["pebbles"] == 4
    assert companion.must("pebbles pick ana --json").json["pebbles"] == 5
    assert companion.must("undo --json").json["pebbles"] == 4
    assert companion.must("redo --json").json["pebbles"] == 5
    assert companion.must("next --json").json["round"] == 2
    assert "Ana" in companion.must("log").out
    companion.must("pebbles pick ana")
    finished = companion.must("next --json").json
    assert (finished["status"], finished["winners"]) == ("finished", ["Ana"])
    assert companion.must("plays --json").json["plays"][0]["game"] == "pebbles"
    assert companion("pebbles drop ben").code == 1


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
