"""Score-only play: points as typed, the marker, rounds with the winner check, and house rules."""

import pytest

from companion.core.reply import Reply
from companion.errors import Ambiguous, Illegal, Invalid, NotFound, Refused
from companion.store.base import LogRef
from companion.table.groups import players
from companion.table.plays import enter, start, views
from companion.table.plays.views import table
from tests.desks import Desks, scores

REF = LogRef("home", "plays", "bwd-1")


@pytest.fixture
def begun(desks) -> Desks:
    """Ana, Ben and Cho with three points each; Ana holds the marker."""
    start.start(desks(), "bwd", ["Ana", "Ben", "Cho"], None, {})
    return desks


def score(desks: Desks, line: str) -> Reply:
    return enter.score(desks(), line.split())


def entries(desks: Desks) -> int:
    return len(desks.store.read_log(REF))


# Points


def test_what_did_not_change_is_no_part_of_the_entry(begun):
    assert score(begun, "ana +3 ben +0 c +1").document()["did"] == [
        "Ana +3: 3 → 6",
        "Cho +1: 3 → 4",
    ]


def test_somebody_may_have_a_comma_in_the_name(desks):
    start.start(desks(), "bwd", ["Team 1, red", "Ben"], None, {})
    assert scores(enter.score(desks(), ["team 1, red", "+2,", "ben", "+1"])) == {
        "Team 1, red": 5,
        "Ben": 4,
    }


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ana +3", (6, 3, 3)),
        ("ANA 3", (6, 3, 3)),
        ("ben -2", (3, 1, 3)),
        ("ben −2", (3, 1, 3)),  # a real minus sign
        ("c =7", (3, 3, 7)),
        ("c =0", (3, 3, 0)),
        ("ana +3 ben -2", (6, 1, 3)),
        ("ana +1 ana +1 b =9", (5, 9, 3)),
        ("ben -9", (3, 0, 3)),
        ("ana +3 ben +0 c +1", (6, 3, 4)),  # who counts all through: 0 is nothing to tell
        ("ana +1, ben +2", (4, 5, 3)),
        ("ana+1,ben-2, cho =9,", (4, 1, 9)),
        ("ana +1 , ben +2", (4, 5, 3)),
    ],
)
def test_points_as_people_type_them(begun, line, expected):
    assert tuple(scores(score(begun, line)).values()) == expected
    assert tuple(scores(table(begun())).values()) == expected


def test_several_changes_are_one_entry(begun):
    reply = score(begun, "ana +3 ben -2")
    assert reply.document()["entry"] == 2
    assert len(reply.document()["did"]) == 2
    assert {event.action for event in begun.store.read_log(REF)} == {1, 2}


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("ana", Invalid),  # how many?
        ("+3", Invalid),  # whose?
        ("ana ben +3", Invalid),
        ("ana +3 ben", Invalid),
        ("ana three", Invalid),
        ("ana ++3", Invalid),
        ("ana +", Invalid),
        ("ana +3.5", Invalid),
        ("ana ٣", Invalid),
        ("ana +0", Invalid),
        ("ana +0 ben -0", Invalid),
        ("ana +1,5", Invalid),
        ("ana +99999", Invalid),
        ("ana +" + "9" * 5000, Invalid),
        ("dee +3", NotFound),
        ("zzz +3", NotFound),
        ("ana +3 dee +1", NotFound),
        ("+3 dee", NotFound),
    ],
)
def test_what_cannot_be_meant_is_refused_and_nothing_is_recorded(begun, line, kind):
    with pytest.raises(kind) as refusal:
        score(begun, line)
    assert refusal.value.hint
    assert entries(begun) == 1


def test_a_beginning_that_two_share_is_refused_with_both(desks):
    start.start(desks(), "bwd", ["Anna", "Anton"], None, {})
    with pytest.raises(Ambiguous) as refusal:
        score(desks, "an +3")
    assert refusal.value.candidates == ("Anna", "Anton")


def test_the_player_in_use_needs_no_name(begun):
    players.use_player(begun(), "ben")
    assert scores(score(begun, "+3"))["Ben"] == 6
    assert scores(score(begun, "-1 ana +1")) == {"Ana": 4, "Ben": 5, "Cho": 3}


def test_a_player_in_use_who_sits_elsewhere_is_named(begun):
    players.new_player(begun(), "Dee")
    players.use_player(begun(), "Dee")
    with pytest.raises(NotFound, match="Dee"):
        score(begun, "+3")


def test_the_answer_says_what_changed_where_all_stand_and_what_comes_next(begun):
    lines = score(begun, "ana +3").lines
    assert "3 → 6" in lines[0]
    assert "Ben 3" in lines[1]
    assert lines[2].startswith("→")


# The marker


def test_the_marker_is_seen_handed_over_and_passed_left(begun):
    assert "Ana" in enter.first(begun(), None).lines[0]
    assert entries(begun) == 1
    assert enter.first(begun(), "c").document()["first_player"] == "Cho"
    assert enter.pass_marker(begun()).document()["first_player"] == "Ana"
    assert entries(begun) == 3


# Rounds


def test_next_ends_a_round_passes_the_marker_and_goes_on(begun):
    score(begun, "ana +2")
    document = enter.go_on(begun()).document()
    assert (document["round"], document["first_player"], document["status"]) == (2, "Ben", "live")


@pytest.mark.rule("BWD-38")
def test_next_finds_the_winner_with_13_points(begun):
    score(begun, "ben =13")
    document = enter.go_on(begun()).document()
    assert (document["status"], document["winners"]) == ("finished", ["Ben"])
    assert document["todo"] == []


@pytest.mark.rule("BWD-38")
def test_12_points_are_not_enough_and_20_are_needed_where_20_were_agreed(desks):
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {"target": 20})
    score(desks, "ana =19")
    assert enter.go_on(desks()).document()["status"] == "live"
    score(desks, "ana =20")
    assert enter.go_on(desks()).document()["winners"] == ["Ana"]


@pytest.mark.rule("BWD-167")
def test_a_tie_at_the_top_plays_on_and_the_marker_passes(begun):
    score(begun, "ana =14 cho =14")
    document = enter.go_on(begun()).document()
    assert (document["status"], document["round"]) == ("live", 2)
    assert document["first_player"] == "Ben"
    score(begun, "cho +1")
    assert enter.go_on(begun()).document()["winners"] == ["Cho"]


# House rules


@pytest.mark.rule("BWD-154")
def test_a_house_rule_records_what_the_rules_forbid_and_marks_the_log(begun):
    def pay(desk):
        return desk.act(lambda action, _: action.add("points.paid", seat=0, points=9))

    with pytest.raises(Illegal) as refusal:
        pay(begun())
    assert refusal.value.rule == "BWD-154"
    assert entries(begun) == 1
    reply = pay(begun(house="the bank lends"))
    assert scores(reply)["Ana"] == 0
    assert "the bank lends" in "\n".join(reply.lines)
    entry = views.show_log(begun()).document()["entries"][-1]
    assert (entry["house"], entry["overruled"]) == ("the bank lends", ["BWD-154"])
    event = begun.store.read_log(REF)[-1]
    assert event.to_json()["house"] == {"why": "the bank lends", "rules": ["BWD-154"]}


def test_a_house_rule_that_was_not_needed_overrules_nothing(begun):
    enter.score(begun(house="for luck"), ["ana", "+1"])
    entry = views.show_log(begun()).document()["entries"][-1]
    assert (entry["house"], entry["overruled"]) == ("for luck", [])


def test_no_house_rule_helps_where_nothing_can_be_entered(begun):
    begun().act(lambda action, _: action.add("play.abandoned"))
    with pytest.raises(Refused):
        enter.score(begun(house="one more"), ["ana", "+1"])


# All or nothing


def test_an_entry_that_fails_halfway_leaves_nothing_behind(begun):
    def plan(action, _):
        action.add("points.gained", seat=0, points=3)
        action.add("points.paid", seat=1, points=99)

    with pytest.raises(Illegal):
        begun().act(plan)
    assert entries(begun) == 1
    assert scores(table(begun()))["Ana"] == 3


def test_any_error_in_a_plan_releases_the_play(begun):
    def plan(action, _):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        begun().act(plan)
    assert scores(score(begun, "ana +1"))["Ana"] == 4


@pytest.mark.parametrize("line", ["ana+2 ben-1", "ana +2 ben-1", "an+2 b −1", "ana=5 ben=2"])
def test_a_name_and_its_points_may_be_one_word(begun, line):
    assert tuple(scores(score(begun, line)).values()) == (5, 2, 3)


def test_a_name_that_looks_like_both_is_a_name(desks):
    start.start(desks(), "bwd", ["Ana", "Ben-2"], None, {})
    assert scores(score(desks, "ben-2 +1"))["Ben-2"] == 4


def test_nobody_has_less_than_nothing(begun):
    with pytest.raises(Illegal) as refusal:
        score(begun, "ana =-1")
    assert refusal.value.rule == "BWD-25"


def test_the_marker_is_not_handed_to_who_has_it(begun):
    with pytest.raises(Refused, match="already"):
        enter.first(begun(), "ana")
    assert entries(begun) == 1


@pytest.mark.parametrize("name", ["1up", "3", "-2", "+1"])
def test_a_name_may_look_like_points(desks, name):
    start.start(desks(), "bwd", [name, "Ben"], None, {})
    assert scores(enter.score(desks(), [name, "+4"]))[name] == 7
    assert scores(enter.score(desks(), ["ben", "-1", name, "=2"])) == {name: 2, "Ben": 2}
