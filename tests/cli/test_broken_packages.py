"""A registered package that does not work takes nothing else down, and says what is wrong."""

import pytest

from tests.site import installed, metadata

GAME = """\
    from companion.core.game import Game, Outcome
    from companion.core.play import PlayState

    class Sticks(Game):
        id = "sticks"
        title = "Sticks"
        fewest_players, most_players = 1, 4
        seats_rule = "STI-1"
        commands = "sticks.commands"

        def opening(self, seats, first, options):
            return PlayState(seats=seats, scores=(0,) * len(seats), first=first)

        def advance(self, action, reference):
            action.add("round.ended", why="so it goes")

        def outcome(self, state):
            return Outcome((), "nobody")

        def todo(self, state, reference):
            return []

        def view(self, state, reference):
            return []

    GAME = Sticks()
"""
START = '''\
    import typer
    from companion.table import starting

    app = typer.Typer()

    @app.command("sticks")
    def start(ctx: typer.Context, players: list[str]):
        """Begin Sticks."""
        return starting.start(ctx.obj, "sticks", players, None, {})
'''
VERBS = '''\
    import typer

    app = typer.Typer(name="sticks", help="Sticks.")

    @app.command("throw")
    def throw(ctx: typer.Context):
        """Throw them."""
'''
SOUND = {
    **metadata("sticks", sticks="sticks.game:GAME"),
    "sticks/game.py": GAME,
    "sticks/commands/__init__.py": "",
    "sticks/commands/start.py": START,
    "sticks/commands/verbs.py": VERBS,
}
FAILS = "import a_module_that_is_nowhere\n"

# What is wrong, and what the warning has to tell of it.
BROKEN = {
    "game fails": ({"sticks/game.py": FAILS}, "a_module_that_is_nowhere"),
    "game does not parse": ({"sticks/game.py": "def game(:\n"}, "SyntaxError"),
    "no such object": (metadata("sticks", sticks="sticks.game:PLAY"), "PLAY"),
    "no game": ({"sticks/game.py": "GAME = object()\n"}, "no game"),
    "another id": (metadata("sticks", pooh="sticks.game:GAME"), "“sticks” as “pooh”"),
    "commands fail": ({"sticks/commands/__init__.py": FAILS}, "a_module_that_is_nowhere"),
}


@pytest.fixture(params=BROKEN)
def broken(request, tmp_path, monkeypatch, companion):
    """The program beside a package with one fault, the id it is registered by, and the fault."""
    files, fact = BROKEN[request.param]
    with installed(tmp_path / "site", monkeypatch, {**SOUND, **files}):
        yield companion, "pooh" if request.param == "another id" else "sticks", fact


def test_without_a_fault_the_package_works(tmp_path, monkeypatch, companion):
    """Otherwise the tests below would show something else than they say."""
    with installed(tmp_path / "site", monkeypatch, SOUND):
        companion.must("start sticks Ana Ben")
        for line in ("-h", "start -h", "sticks -h", "sticks throw -h"):
            assert companion.must(line).err == ""


@pytest.mark.parametrize("line", ["-h", "start -h"])
def test_help_leaves_it_out_and_warns_once(broken, line):
    companion, game_id, fact = broken
    ran = companion.must(line)
    assert "bwd" in ran.out
    assert f"  {game_id} " not in ran.out
    (warning,) = ran.err.splitlines()
    assert warning.startswith("! ")
    assert "sticks" in warning
    assert fact in warning


@pytest.mark.parametrize("line", ["start {} Ana Ben", "{} throw", "{} -h", "start {} -h"])
def test_named_it_says_what_is_wrong(broken, line):
    companion, game_id, fact = broken
    ran = companion(line.format(game_id))
    assert (ran.code, ran.out) == (1, "")
    assert fact in ran.err
    assert "sticks" in ran.err
    assert len(ran.err.splitlines()) == 2


def test_our_own_games_go_on_as_if_it_were_not_there(broken):
    companion, _, _ = broken
    assert companion.must("start bwd Ana Ben").err == ""
    for line in ("score ana +1", "bwd tag ana.1 points", "table", "log", "lookup BWD-1"):
        assert companion.must(line).err == ""
    assert companion("start chess Ana Ben").err.startswith("No game is called “chess”.")
    assert companion("lookup BWD-9999").code == 1
    assert companion("tabel").code == 2
    assert companion("bwd --nope").code == 2


def test_a_play_of_a_game_that_broke_later_says_so_and_hides_no_others(
    tmp_path, monkeypatch, companion
):
    with installed(tmp_path / "site", monkeypatch, SOUND):
        companion.must("start sticks Ana Ben")
    with installed(tmp_path / "site", monkeypatch, {**SOUND, "sticks/game.py": FAILS}):
        ran = companion("table")
        assert ran.code == 1
        assert "sticks" in ran.err
        listed = companion.must("plays")
        assert "game does not work" in listed.out
        assert companion.must("plays --json").json["plays"][0]["status"] == "unusable"


def test_data_that_cannot_be_read_is_named(tmp_path, monkeypatch, companion):
    bad = GAME.replace('title = "Sticks"', f'title = "Sticks"\n        data = {str(tmp_path)!r}')
    (tmp_path / "rules.toml").write_text("this is no toml", "utf-8")
    with installed(tmp_path / "site", monkeypatch, {**SOUND, "sticks/game.py": bad}):
        ran = companion.must("lookup BWD-1")
        assert "BWD-1" in ran.out
        assert "rules.toml cannot be read" in ran.err
        assert "line 1" in ran.err
        ran = companion("lookup STI-1")
    assert ran.code == 1
    assert "no rule “STI-1”" in ran.err
