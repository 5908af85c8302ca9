"""Who sat at one table with whom: counted by hand, and pair by pair the same from both sides."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.stats.meetings import Meetings, MeetingsByGame
from tests.stats.records import NAMES, histories, of_catan, played

EVENING = (
    played(1, "Ana* 15", "Ben 9"),
    played(2, "Ben 8", "Ana* 14", "Cho 3"),
    played(3, "Cho* 13", "Ana 13"),
    played(4, "Ben* 16", "Cho 2", "Ana* 16"),
    of_catan(played(5, "Ana* 10", "Ben 7", "Cho 7", "Dan 5")),
)


def met(*plays, kind=Meetings):
    meetings = kind()
    for play in plays:
        meetings.add(play)
    return meetings


def test_two_players_are_compared_in_the_plays_that_both_sat_in():
    found = met(*EVENING)
    assert found.between("Ana", "Ben") == ("Ben", 4, 3, 0, 1, 0)
    assert found.between("Ben", "Ana") == ("Ana", 4, 0, 3, 1, 0)
    assert found.between("Dan", "Ben") == ("Ben", 1, 0, 0, 0, 1)
    assert [it.name for it in found.opponents("Ana")] == ["Ben", "Cho", "Dan"]


def test_each_game_has_meetings_of_its_own_whatever_the_case_of_its_title():
    louder = of_catan(played(6, "Dan*", "Ana"))._replace(title="CATAN", called="CATAN")
    found = met(*EVENING, louder, kind=MeetingsByGame)
    assert found.of("bwd:blank white dice").between("Ana", "Ben").plays == 3
    assert found.of(":catan").between("Ana", "Dan") == ("Dan", 2, 1, 1, 0, 0)
    assert found.of(":chess").opponents("Ana") == []


def test_only_those_of_other_teams_are_opponents():
    found = met(
        played(1, "Ana/reds*", "Ben/Reds*", "Cho/blues", "Dan/blues"),
        played(2, "Ana/reds", "Ben/reds", "Cho/blues*"),
        played(3, "Ana*", "Ben"),
    )
    assert found.between("Ana", "Ben") == ("Ben", 1, 1, 0, 0, 0)
    assert found.between("Ana", "Cho") == ("Cho", 2, 1, 1, 0, 0)
    assert found.partners("Ana") == [("Ben", 2, 1)]
    assert found.partners("Dan") == [("Cho", 1, 0)]
    assert found.opponents("Dan") == [("Ana", 1, 0, 1, 0, 0), ("Ben", 1, 0, 1, 0, 0)]


def test_those_without_a_team_are_each_alone_against_one():
    found = met(played(1, "Ana/many", "Ben/many", "Cho*"), played(2, "Ana*", "Ben"))
    assert found.side_by_side("Ben", "Ana") == ("Ana", 1, 0)
    assert found.between("Cho", "Ana") == ("Ana", 1, 1, 0, 0, 0)
    assert found.between("Ana", "Ben").plays == 1


def test_in_a_cooperative_play_nobody_meets_anybody():
    found = met(played(1, "Ana*", "Ben*", coop=True))
    assert (found.opponents("Ana"), found.partners("Ana")) == ([], [])


def test_undecided_plays_of_two_are_counted_apart():
    found = met(
        played(1, "Ana", "Ben"), played(2, "Ana/reds", "Ben/reds"), played(3, "Ana*", "Ben")
    )
    again = Meetings.from_json(json.loads(json.dumps(found.to_json())))
    for meetings in (found, again):
        assert meetings.undecided("Ben", "Ana") == 2
        assert meetings.between("Ana", "Ben") == ("Ben", 1, 1, 0, 0, 0)
        assert meetings.partners("Ana") == []


def test_several_of_one_name_are_one_and_strangers_meet_nobody():
    play = played(1, "Anonymous*", "Anonymous", "Ana")
    assert met(play).opponents("Anonymous") == [("Ana", 1, 1, 0, 0, 0)]
    one, two, ana = played(1, "One*", "Two", "Ana").parts
    strangers = one._replace(name="Anonymous player"), two._replace(name="Anonymous player 2")
    assert met(play._replace(parts=(*strangers, ana))).opponents("Ana") == []


@given(histories())
def test_what_one_won_more_the_other_won_less(plays):
    found = met(*plays)
    for one in NAMES:
        for other in NAMES:
            if one != other:
                here, there = found.between(one, other), found.between(other, one)
                assert here[1:] == (there.plays, there.less, there.more, there.both, there.neither)
                assert found.side_by_side(one, other)[1:] == found.side_by_side(other, one)[1:]


@given(histories(), st.data(), st.sampled_from([Meetings, MeetingsByGame]))
def test_meetings_in_pieces_are_those_of_all(plays, data, kind):
    cut = data.draw(st.integers(0, len(plays)))
    resumed = kind.from_json(json.loads(json.dumps(met(*plays[:cut], kind=kind).to_json())))
    for play in plays[cut:]:
        resumed.add(play)
    assert resumed.to_json() == met(*plays, kind=kind).to_json()


@pytest.mark.parametrize("kind", [Meetings, MeetingsByGame])
@pytest.mark.parametrize("data", [None, [], {"Ana": 3}, {"Ana": ["Ben"]}])
def test_what_is_no_such_thing_is_refused(kind, data):
    with pytest.raises(ValueError, match="no meetings"):
        kind.from_json(data)
