"""A registered package that does not work takes nothing else down, and says what is wrong."""

import pytest

from tests.site import installed, metadata, published

GAME = """\
    from companion.core.game import Game
    from companion.core.outcome import Outcome
    from companion.core.play import PlayState

    class Sticks(Game):
        id = "sticks"
        title = "Sticks"
        fewest_players, most_players = 1, 4
        seats_rule = "STI-1"

        def verbs(self):
            from sticks.verbs import VERBS

            return VERBS

        def opening(self, seats, first, options):
            return PlayState(seats=seats, scores=(0,) * len(seats), first=first)

        def advance(self, action):
            action.add("round.ended", why="so it goes")

        def outcome(self, state):
            return Outcome((), "nobody")

        def todo(self, state, reference):
            return []

        def view(self, state, reference):
            return []

    GAME = Sticks()
"""
VERBS = """\
    from companion.core.box import PlayView
    from companion.core.command import verb
    from companion.core.reply import Reply
    from companion.core.verbs import StartRequest, Verbs, start

    @verb("throw them")
    def throw(seen: PlayView):
        'Throw them.'
        return Reply(dict)

    @start()
    def begin(request: StartRequest):
        'Begin Sticks.'
        return {}

    VERBS = Verbs("Sticks.", begin, (throw,))
"""
SOUND = {
    **metadata("sticks", sticks="sticks.game:GAME"),
    "sticks/game.py": GAME,
    "sticks/verbs.py": VERBS,
}
FAILS = "import a_module_that_is_nowhere\n"

# What is wrong, and what the warning has to tell of it.
BROKEN = {
    "game fails": ({"sticks/game.py": FAILS}, "a_module_that_is_nowhere"),
    "game does not parse": ({"sticks/game.py": "def game(:\n"}, "SyntaxError"),
    "no such object": (metadata("sticks", sticks="sticks.game:PLAY"), "PLAY"),
    "no game": ({"sticks/game.py": "GAME = object()\n"}, "no game"),
    "another id": (metadata("sticks", pooh="sticks.game:GAME"), "“sticks” as “pooh”"),
    "verbs fail": ({"sticks/verbs.py": FAILS}, "a_module_that_is_nowhere"),
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
    assert companion("lookup ward --game chess").err.startswith("No game is named “chess”.")
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


# Verbs and kinds of entries that a package declares, and that nobody could type or read.
PEBBLES = published("pebbles")
DECLARED = PEBBLES["pebbles/game.py"]
TAKES = "player: Player, pebbles: Handful = 1"
KINDS = "facts(PointsGained, PointsLost, PointsSet, RoundEnded)"
IMPOSSIBLE = {
    "behind all": (
        TAKES,
        "who: Annotated[list[str], words()], player: Player",
        "`take` has PLAYER behind WHO, which takes all that follows. Put WHO last, or make an"
        " option of PLAYER).",
    ),
    "option twice": (
        TAKES,
        "*, few: Annotated[int, number(1, 3, '--n')], many: Annotated[int, number(4, 9, '--n')]",
        "`take` has --n twice. Call one of the two something else).",
    ),
    "option of every command": (
        TAKES,
        "*, json: Annotated[int, number(1, 9)]",
        "`take` has --json, and so has every command. Call it something else).",
    ),
    "verb twice": (
        "[take, drop, spill]",
        "[take, drop, drop]",
        "there are two verbs `drop`. Give one of them another name).",
    ),
    "parameter that does not say how it is read": (
        TAKES,
        "player: int",
        "take: the type of `player` does not say how it is read. Annotate it like"
        " `Annotated[int, number(1, 6)]`).",
    ),
    "kind twice": (
        KINDS,
        "facts(PointsGained, PointsLost, PointsGained)",
        "the kind points.gained is declared twice. Call one something else).",
    ),
    "fact of which nobody knows what it looks like": (
        KINDS,
        "facts(Lost)",
        "Lost.seat does not say how it is checked. It is annotated so: `Annotated[int, SEAT]`,"
        " without `from __future__ import annotations`).",
    ),
}
MORE = """\
from companion.core.command import words
from companion.core.fact import Fact

class Lost(Fact, kind="pebble.lost"):
    seat: int

"""


@pytest.fixture(params=IMPOSSIBLE)
def impossible(request, tmp_path, monkeypatch, companion):
    """The program beside Pebbles, of which one declaration is impossible; and what it is told."""
    sound, unsound, why = IMPOSSIBLE[request.param]
    assert sound in DECLARED
    first, _, rest = DECLARED.partition("\n\n")
    told = f"{first}\n\n{MORE}{rest.replace(sound, unsound, 1)}"
    with installed(tmp_path / "site", monkeypatch, {**PEBBLES, "pebbles/game.py": told}):
        yield companion, why


@pytest.mark.parametrize("line", ["start pebbles Ana Ben", "pebbles take ana", "pebbles -h"])
def test_a_verb_that_nobody_could_type_is_named_with_what_to_do(impossible, line):
    companion, why = impossible
    ran = companion(line)
    assert (ran.code, ran.out) == (1, "")
    message, hint = ran.err.splitlines()
    assert message == (
        f"The game “pebbles” does not work: its package pebbles fails (ValueError: {why}"
    )
    assert hint == "  → Update or uninstall pebbles."


def test_all_else_goes_on_beside_a_verb_that_nobody_could_type(impossible):
    companion, why = impossible
    ran = companion.must("-h")
    assert "bwd" in ran.out
    assert ran.err.startswith("! ")
    assert ran.err.endswith(f"{why}\n")
    assert companion.must("start bwd Ana Ben").err == ""
    for line in ("score ana +1", "bwd tag ana.1 points", "table", "log"):
        assert companion.must(line).err == ""
