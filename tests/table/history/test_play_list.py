"""Several plays at once: listing them, going back to one, and naming one for a single command."""

import pytest

from companion.errors import Ambiguous, Invalid, NotFound
from companion.store.base import LogRef
from companion.table.groups import players
from companion.table.history import play_list
from companion.table.history.filters import Choice
from companion.table.plays import enter, start
from companion.table.plays.views import table
from tests.desks import Desks, scores


@pytest.fixture
def two(desks) -> Desks:
    """bwd-1 with Ana, 4 points, and Ben, bwd-2 with Cho and Dee, which is the current one."""
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    enter.score(desks(), ["ana", "+1"])
    start.start(desks(), "bwd", ["Cho", "Dee"], None, {})
    return desks


def listed(desks: Desks, every: bool = False) -> list[str]:
    return [play["play"] for play in play_list.list_plays(desks(), every).document()["plays"]]


def test_plays_are_listed_the_newest_first_and_the_current_one_is_marked(two):
    enter.score(two(), ["cho", "+4"])
    newest, oldest = play_list.list_plays(two(), False).document()["plays"]
    assert newest == {
        "play": "bwd-2",
        "game": "bwd",
        "title": "Blank White Dice",
        "status": "live",
        "current": True,
        "started": newest["started"],
        "ended": None,
        "minutes": None,
        "round": 1,
        "players": [
            {"name": "Cho", "score": 7, "team": None},
            {"name": "Dee", "score": 3, "team": None},
        ],
        "winners": [],
        "coop": False,
        "source": None,
        "same_as": None,
    }
    assert oldest["play"] == "bwd-1"
    assert oldest["started"] < newest["started"]


def test_a_group_that_never_played_has_no_plays(desks):
    document = play_list.list_plays(desks(), False).document()
    assert document == {"group": "home", "plays": [], "total": 0}


def test_resume_makes_another_play_the_current_one(two):
    assert play_list.resume(two(), "bwd-1").document()["play"] == "bwd-1"
    assert scores(enter.score(two(), ["ana", "+1"])) == {"Ana": 5, "Ben": 3}
    play_list.resume(two(), "2")
    assert scores(table(two())) == {"Cho": 3, "Dee": 3}


def test_of_several_plays_the_one_that_goes_on_is_gone_back_to(two):
    enter.score(two(), ["cho", "+1"])
    with pytest.raises(Ambiguous, match=r"“bwd” could be bwd-1 or bwd-2\."):
        play_list.resume(two(), "bwd")
    enter.finish(two(), ["cho"], False)
    start.start(two(), "bwd", ["Eve", "Flo"], None, {})
    start.start(two(), "lwd", ["Eve", "Flo"], None, {})  # the one before it is put away
    assert play_list.resume(two(), "bwd").document()["play"] == "bwd-1"


@pytest.mark.parametrize("spelling", ["bwd-1", "BWD-1", "1", " bwd-1 "])
def test_a_play_goes_by_its_id_or_by_its_number(two, spelling):
    assert table(two(play=spelling)).document()["play"] == "bwd-1"


def test_a_command_about_another_play_leaves_the_current_one_current(two):
    assert scores(enter.score(two(play="1"), ["ben", "+1"])) == {"Ana": 4, "Ben": 4}
    assert table(two()).document()["play"] == "bwd-2"


@pytest.mark.parametrize("unknown", ["bwd-9", "9", "lwd-1", "../group", "zzz"])
def test_a_play_that_there_is_not(two, unknown):
    with pytest.raises(NotFound):
        table(two(play=unknown))
    with pytest.raises(NotFound):
        play_list.resume(two(), unknown)
    assert table(two()).document()["play"] == "bwd-2"


def test_a_beginning_of_several_ids_names_them(two):
    with pytest.raises(Ambiguous) as refusal:
        table(two(play="bwd"))
    assert set(refusal.value.candidates) == {"bwd-1", "bwd-2"}


def test_a_finished_play_can_be_shown_again(two):
    enter.finish(two(), ["cho"], False)
    play_list.resume(two(), "1")
    assert table(two(play="2")).document()["winners"] == ["Cho"]


def test_old_plays_are_left_out_unless_asked_for_and_live_ones_never_are(desks):
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    enter.score(desks(), ["ana", "+1"])
    for _ in range(play_list.SHOWN_PLAYS + 3):
        start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
        enter.finish(desks(), ["ana"], False)
    total = play_list.SHOWN_PLAYS + 4
    newest = [f"bwd-{number}" for number in range(total, total - play_list.SHOWN_PLAYS, -1)]
    assert listed(desks) == [*newest, "bwd-1"]
    assert listed(desks, every=True) == [f"bwd-{number}" for number in range(total, 0, -1)]
    assert play_list.list_plays(desks(), False).document()["total"] == total


def test_a_play_that_cannot_be_understood_hides_no_other(two):
    """Its line says what is wrong with it instead of its score."""
    event = two.store.read_log(LogRef("home", "plays", "bwd-1"))[0]
    two.store.create_log(
        LogRef("home", "plays", "bwd-7"),
        [event, event._replace(seq=2, action=2, kind="spaceship.launched")],
    )
    enter.score(two(play="bwd-1"), ["ana", "+1"])
    two.store.create_log(LogRef("home", "plays", "bwd-8"), [event._replace(kind="points.gained")])
    statuses = {
        play["play"]: play["status"]
        for play in play_list.list_plays(two(), True).document()["plays"]
    }
    assert statuses == {"bwd-1": "live", "bwd-2": "live", "bwd-7": "too-new", "bwd-8": "corrupt"}


def test_plays_are_chosen_by_game_player_and_date(two):
    enter.finish(two(), ["cho"], False)
    start.start(two(), "dicebox", ["Ana", "Cho"], None, {})

    def chosen(**how):
        return [
            play["play"]
            for play in play_list.list_plays(two(), False, Choice(**how)).document()["plays"]
        ]

    assert chosen() == ["dicebox-3", "bwd-2", "bwd-1"]
    assert chosen(game="blank white dice") == ["bwd-2", "bwd-1"]
    assert chosen(players=["cho"]) == ["dicebox-3", "bwd-2"]
    assert chosen(players=["CH", "ana"]) == ["dicebox-3"]
    assert chosen(players=["cho"], game="bwd") == ["bwd-2"]
    assert chosen(since="2025-03-01", until="2025") == ["dicebox-3", "bwd-2", "bwd-1"]
    assert chosen(since="2025-03-02") == chosen(until="2025-02") == []
    with pytest.raises(NotFound):
        chosen(players=["zoe"])
    with pytest.raises(Invalid):
        chosen(since="some day")


def test_a_play_in_which_nothing_was_entered_is_put_away_by_the_next_one(companion):
    """Whoever tries the first command, and then begins: no list and no warning tells of it."""
    companion.must("start bwd Ana Ben")
    again = companion.must("start bwd Ana Ben")
    assert "still going on" not in again.err
    assert [play["play"] for play in companion.must("plays --json").json["plays"]] == ["bwd-2"]
    companion.must("score ana +1")
    assert "bwd-2 is still going on" in companion.must("start bwd Cho Dee").err
    # Nothing is gone: an entry in it, or going back to it, makes it one of those that go on.
    companion.must("score ana +2 --play bwd-1")
    companion.must("start lwd Ana Ben")
    live = companion.must("plays --live --json").json["plays"]
    assert [play["play"] for play in live] == ["lwd-4", "bwd-2", "bwd-1"]


def test_a_play_that_was_put_away_can_be_gone_back_to(companion):
    companion.must("start bwd Ana Ben")
    companion.must("start bwd Cho Dee")
    companion.must("resume 1")
    plays = companion.must("plays --json").json["plays"]
    assert [(play["play"], play["current"]) for play in plays] == [
        ("bwd-2", False),
        ("bwd-1", True),
    ]


def test_plays_of_other_groups_are_out_of_sight(two):
    players.new_group(two(), "Friday")
    assert listed(two) == []
    with pytest.raises(NotFound):
        table(two(play="1"))
    assert table(two(group="home", play="1")).document()["play"] == "bwd-1"


def test_a_game_of_a_box_with_several_goes_by_the_name_that_it_is_begun_with(companion):
    companion.must("start boolean Ana Ben --game shut-the-box")
    companion.must("finish --winner ana")
    companion.must("start boolean Ana Ben --game stack")
    listed = companion.must("plays --game shut-the-box --json").json["plays"]
    assert [play["play"] for play in listed] == ["boolean-1"]
    assert companion.must("plays --game spy --json").json["plays"] == []


@pytest.mark.parametrize("name", ["stack", "The Stack", "the st", "Boolean Dice: The Stack"])
@pytest.mark.parametrize(
    "command", ["plays", "stats", "ratings", "chart wins", "chart ratings", "lookup stack"]
)
def test_a_game_of_a_box_with_several_answers_to_all_that_lists_call_it(companion, name, command):
    """Also before it was played."""
    for _ in range(2):
        said = companion.must(f"{command} --game '{name}'").out
        assert "Stack" in said or "No such plays" in said
        companion.must("start boolean Ana Ben --game stack")
        companion.must("finish --winner ana")


@pytest.mark.parametrize("width", [50, 80])
@pytest.mark.parametrize("command", ["stats", "stats ana", "stats ana ben", "plays"])
def test_the_games_of_a_box_are_told_apart_at_every_width(companion, command, width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    names = ("white-black-roll", "liar", "stack", "shut-the-box", "spy")
    for name in names:
        companion.must(f"start boolean Ana Ben --game {name}")
        companion.must("finish --winner ana")
    said = " ".join(companion.must(command).out.split())
    for title in ("White, Black", "Liar's", "The Stack", "Shut the Box", "Spy vs. Spy"):
        assert said.count(title) == 1, title


@pytest.mark.parametrize(
    ("game", "name"), [("liar", "Liar's Boolean Dice: "), ("stack", "The Stack: ")]
)
def test_the_list_says_which_game_of_a_box_with_several_it_was(companion, game, name):
    companion.must(f"start boolean Ana Ben --game {game}")
    assert f"{name}Ana, Ben" in companion.must("plays").out
