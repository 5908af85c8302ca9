"""A tally counts plays one by one, and what it says was counted by hand."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.record import Mark
from companion.stats.counts import PlayerCount
from companion.stats.tally import (
    Tally,
    best_of,
    direction,
    leaders,
    median_length,
    most_played,
    ranked,
    score_direction,
)

from .records import histories, of_catan, played

EVENING = (
    played(1, "Ana* 15", "Ben 9", minutes=40),
    played(2, "Ben 8", "Ana* 14", "Cho 3", minutes=50),
    played(3, "Cho* 13", "Ana 13", minutes=45),
    played(4, "Ben* 16", "Cho 2", "Ana* 16"),
    of_catan(played(5, "Ana* 10", "Ben 7", "Cho 7", "Dan 5", minutes=90)),
)


def tally() -> Tally:
    return Tally(EVENING)


def test_everybody_is_counted_over_all_games():
    players = tally().players
    assert {name: (count.plays, count.wins) for name, count in players.items()} == {
        "Ana": (5, 4),
        "Ben": (4, 1),
        "Cho": (4, 1),
        "Dan": (1, 0),
    }


def test_streaks_end_with_a_play_that_is_lost_and_plays_of_others_do_not_count():
    players = tally().players
    assert (players["Ana"].streak, players["Ana"].longest) == (2, 2)
    assert (players["Ben"].streak, players["Ben"].longest) == (0, 1)
    longer = Tally([*EVENING, played(6, "Ana*", "Ben"), played(7, "Ben*", "Cho")])
    assert (longer.players["Ana"].streak, longer.players["Ana"].longest) == (3, 3)


def test_wins_by_chance_go_by_how_many_sat_there_and_how_many_won():
    # Ana: 1 of 2, 1 of 3, 1 of 2, 2 of 3 winners, 1 of 4.
    assert tally().players["Ana"].due == pytest.approx(1 / 2 + 1 / 3 + 1 / 2 + 2 / 3 + 1 / 4)


def test_scores_are_of_one_game_each():
    bwd, catan = most_played(tally())
    assert (bwd.title, catan.title) == ("Blank White Dice", "Catan")
    ana = bwd.scores["Ana"]
    assert (ana.count, ana.total, ana.high, ana.low) == (4, 58, 16, 13)
    assert best_of(bwd, ana) == (16, "bwd-4")
    assert catan.scores["Ana"].total == 10


def test_a_score_that_was_reached_twice_is_that_of_the_first_play():
    again = Tally([*EVENING[:1], played(2, "Ben 1", "Ana* 15")])
    assert most_played(again)[0].scores["Ana"].high_play == "bwd-1"


def test_a_play_in_which_nobody_has_a_point_was_told_without_scores():
    assert most_played(Tally([played(1, "Ana* 0", "Ben 0")]))[0].scores == {}


def test_where_the_fewest_points_win_the_lowest_score_is_the_best():
    golf = Tally([played(1, "Ana* 61", "Ben 72"), played(2, "Ana 70", "Ben* 65")])
    (game,) = golf.games.values()
    assert game.lowest_wins
    assert best_of(game, game.scores["Ana"]) == (61, "bwd-1")


def test_each_player_is_counted_in_the_plays_they_began_and_in_those_of_others():
    bwd, _ = most_played(tally())
    # Of two: Ana began one and won it, Cho began the other and won. Of three: Ben began both.
    ana = {size: players["Ana"].packed() for size, players in bwd.openings.items()}
    assert ana == {"2": [1, 1, 1, 0], "3": [0, 0, 2, 2]}
    assert {size: sorted(players) for size, players in bwd.openings.items()} == {
        "2": ["Ana", "Ben", "Cho"],
        "3": ["Ana", "Ben", "Cho"],
    }


def test_who_leads_a_game():
    bwd, catan = most_played(tally())
    assert (leaders(bwd), leaders(catan)) == (["Ana"], ["Ana"])
    level = Tally([played(1, "Ana*", "Ben"), played(2, "Ben*", "Ana")])
    assert leaders(most_played(level)[0]) == ["Ana", "Ben"]
    assert leaders(most_played(Tally([played(1, "Ana", "Ben")]))[0]) == []


def test_the_usual_length_is_not_moved_by_a_play_that_lay_open_until_the_morning():
    assert median_length({40: 1, 45: 1, 50: 1}) == 45
    assert median_length({40: 1, 45: 1, 700: 1}) == 45
    assert median_length({40: 1, 50: 1}) == 40
    assert median_length({}) is None


def test_icons_are_counted_once_a_play_and_once_for_each_who_tagged_them():
    marks = (
        Mark("icon", "ward", "", 0),
        Mark("icon", "ward", "", 1),
        Mark("icon", "ward", "", 1),
        Mark("icon", "tag", "", 1),
    )
    (game,) = Tally([played(1, "Ana*", "Ben", marks=marks)]).games.values()
    ward, tag = game.icons["ward"], game.icons["tag"]
    assert (ward.plays, ward.cases, ward.wins, ward.due) == (1, 2, 1, 1.0)
    assert (tag.plays, tag.cases, tag.wins) == (1, 1, 0)


def test_a_rule_is_counted_and_called_what_it_says_now():
    plays = [
        played(1, "Ana*", "Ben", marks=(Mark("rule", "r15", "sing"),)),
        played(2, "Ana*", "Ben", marks=(Mark("rule", "r15", "dance"),)),
    ]
    (game,) = Tally(plays).games.values()
    assert (game.rules["r15"].plays, game.rules["r15"].cases) == (2, 0)
    assert game.rules["r15"].title == "dance"


def test_the_games_of_one_box_are_games_of_their_own():
    box = {"game": "boolean", "title": "Boolean Dice"}
    plays = [
        played(1, "Ana*", "Ben", called="Boolean Dice: The Stack", **box),
        played(2, "Ana*", "Ben", called="Boolean Dice: Sort", **box),
    ]
    assert sorted(game.title for game in Tally(plays).games.values()) == [
        "Boolean Dice: Sort",
        "Boolean Dice: The Stack",
    ]


def test_several_of_one_name_count_as_one_who_won_if_any_of_them_did():
    (play,) = [played(1, "Anonymous*", "Anonymous", "Ana")]
    counted = Tally([play])
    assert (counted.players["Anonymous"].plays, counted.players["Anonymous"].wins) == (1, 1)


def test_an_older_play_is_refused_as_streaks_would_be_wrong():
    with pytest.raises(ValueError, match="bwd-1"):
        Tally([played(2, "Ana*", "Ben"), played(1, "Ana*", "Ben")])


def test_the_most_wins_come_first_and_fewer_plays_for_them():
    assert [name for name, _ in ranked(tally().players)] == ["Ana", "Ben", "Cho", "Dan"]


@pytest.mark.parametrize(
    "data", [None, [], {}, {"version": 0}, {**Tally().to_json(), "courses": {"Ana": [1, 2]}}]
)
def test_what_is_no_tally_is_said_to_be_none(data):
    with pytest.raises(ValueError, match="no tally"):
        Tally.from_json(data)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("Ana* 15", "Ben 9", "Cho 12"), 1),
        (("Ana* 15", "Ben* 14", "Cho 9"), 1),
        (("Ana 70", "Ben* 61", "Cho 65"), -1),
        (("Ana* 15", "Ben 15"), 0),
        (("Ana* 15", "Ben"), 0),
        (("Ana* 15", "Ben* 9"), 0),
        (("Ana 15", "Ben 9"), 0),
    ],
)
def test_whether_the_most_or_the_fewest_points_have_won(texts, expected):
    record = played(1, *texts)
    assert direction(record) == score_direction(record.parts) == expected
    assert direction(record._replace(lowest=True)) == -1


def test_counters_take_as_many_values_as_they_have():
    assert PlayerCount([3, 1, 1.5, 0, 1, "2026", "bwd-1", 0, 0, 2, 0, 90, 2]).packed()[:2] == [3, 1]
    with pytest.raises(ValueError, match="zip"):
        PlayerCount([1])


@given(histories(), st.data())
def test_a_tally_in_pieces_is_the_tally_of_all(plays, data):
    cut = data.draw(st.integers(0, len(plays)))
    kept = json.loads(json.dumps(Tally(plays[:cut]).to_json()))
    resumed = Tally.from_json(kept)
    for play in plays[cut:]:
        resumed.add(play)
    assert resumed == Tally(plays)


@given(histories())
def test_wins_add_up_to_those_of_the_games(plays):
    whole = Tally(plays)
    for name, count in whole.players.items():
        parts = [game.players[name] for game in whole.games.values() if name in game.players]
        assert count.wins == sum(part.wins for part in parts)
        assert count.plays == sum(part.plays for part in parts)
        assert count.due == pytest.approx(sum(part.due for part in parts))
        assert count.streak <= count.longest <= count.wins <= count.plays
        assert count.together == sum(part.together for part in parts)
        assert count.together_won == sum(part.together_won for part in parts)
    assert whole.plays == len(plays) == sum(game.plays for game in whole.games.values())
    assert sum(count.wins for count in whole.players.values()) == pytest.approx(
        sum(count.due for count in whole.players.values())
    )


def test_of_strangers_only_that_they_sat_there_counts():
    play = played(1, "One*", "Two", "Ana")
    one, two, ana = play.parts
    strangers = one._replace(name="Anonymous player"), two._replace(name="Anonymous player 2")
    counted = Tally([play._replace(parts=(*strangers, ana))])
    assert list(counted.players) == ["Ana"]
    assert (counted.players["Ana"].plays, counted.players["Ana"].due) == (1, pytest.approx(1 / 3))
