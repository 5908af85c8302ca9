"""Exports of BG Stats: its own and those of programs that write the same, whatever they call it."""

import json

import pytest

from companion.core.record import Mark, Part, PlayRecord
from companion.errors import Invalid
from companion.exchange import bgstats_import, limits
from companion.exchange.json_lines import play_object as play_object
from companion.exchange.json_lines import record_of
from companion.exchange.parsed_plays import KnownGame

GAMES = (
    KnownGame("bwd", "Blank White Dice", 206753),
    KnownGame("boolean", "Boolean Dice"),
)
NOW = "2026-01-01T00:00:00Z"
ANA, BEN = "11111111-1111-4111-8111-00000000000A", "11111111-1111-4111-8111-00000000000B"
PLAY = "22222222-2222-4222-8222-00000000000A"


def score(player: int, **more):
    """A row of a play, as the app writes it."""
    return {
        "playerRefId": player,
        "score": "",
        "winner": False,
        "startPlayer": False,
        "newPlayer": False,
        "rank": 0,
        "seatOrder": 0,
        **more,
    }


def play(**more):
    """A play of Catan on an evening in May."""
    return {
        "uuid": PLAY,
        "gameRefId": 2,
        "playDate": "2024-05-01 19:30:00",
        "durationMin": 75,
        "ignored": False,
        "rounds": 0,
        "playerScores": [
            score(1, score="10", winner=True, startPlayer=True),
            score(2, score="8"),
        ],
        **more,
    }


def export(*plays, **more):
    """An export with these plays, of two games by three people."""
    return {
        "games": [
            {"id": 1, "name": "Blank White Dice", "bggId": 206753},
            {"id": 2, "name": "Catan", "bggId": 13},
            {"id": 3, "name": "Weißer Würfel", "bggName": "boolean dice", "bggId": 0},
        ],
        "players": [
            {"id": 1, "uuid": ANA, "name": "Ana", "isAnonymous": False},
            {"id": 2, "uuid": BEN, "name": "Ben"},
            {"id": 3, "name": "Somebody", "isAnonymous": 1},
        ],
        "locations": [{"id": 7, "name": "Kitchen"}],
        "plays": list(plays),
        **more,
    }


def imported(*plays, **more):
    return bgstats_import.read(export(*plays, **more), "export.json", GAMES, NOW)


def one(**more) -> PlayRecord:
    (record,) = imported(play(**more)).records
    return record


def test_a_play_is_told_with_all_that_is_known_of_it():
    assert one(locationRefId=7, comments="Close!", rounds=12) == PlayRecord(
        uid=PLAY.lower(),
        play="",
        game="",
        title="Catan",
        called="Catan",
        started="2024-05-01T19:30:00Z",
        ended="2024-05-01T20:45:00Z",
        minutes=75,
        rounds=12,
        parts=(Part("Ana", 10, True, True), Part("Ben", 8, False, False)),
        bgg_id=13,
        source="BG Stats",
        place="Kitchen",
        comment="Close!",
    )


def test_a_file_that_an_older_companion_wrote_says_when_plays_ended_in_utc():
    about = "Plays for BG Stats, written by companion"
    document = export(play(), about=about)
    (record,) = bgstats_import.read(document, "a.bgsplay", GAMES, NOW, lambda _: 1 / 0).records
    assert (record.started, record.ended) == ("2024-05-01T18:15:00Z", "2024-05-01T19:30:00Z")


def test_board_and_expansions_are_kept():
    games = export()["games"] + [{"id": 9, "name": "Seafarers", "bggId": 325}]
    changed = play(
        board="Large map",
        expansionPlays=[{"gameRefId": 9, "bggId": 0}, {"gameRefId": 77}],
        scoringSetting=3,
        bggId=70000001,
    )
    assert imported(changed, games=games).records[0].marks == (
        Mark("bgg", "70000001"),
        Mark("board", "", "Large map"),
        Mark("scoring", "3"),
        Mark("expansion", "325", "Seafarers"),
    )


@pytest.mark.parametrize(
    ("setting", "won", "lowest", "coop"),
    [
        (0, (True, False), False, False),
        (1, (False, True), True, False),
        (1, (True, False), False, False),  # Ana has the most points, and has won
        (2, (True, True), False, True),
        (2, (False, False), False, True),
        (2, (True, False), False, False),
        (3, (True, False), False, False),
    ],
)
def test_a_play_says_how_it_was_scored_unless_its_result_says_otherwise(setting, won, lowest, coop):
    ana, ben = won
    rows = [score(1, score="10", winner=ana), score(2, score="8", winner=ben)]
    record = one(scoringSetting=setting, playerScores=rows)
    assert (record.lowest, record.coop) == (lowest, coop)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((0, 1), ("Team 1", "Team 2")),
        (("1", "2"), ("Team 1", "Team 2")),
        (("1", "red"), ("1", "red")),
        (("", "1"), ("", "Team 1")),
    ],
)
def test_teams_and_roles_that_are_numbers_get_words(numbers, words):
    rows = [score(n, team=it, role=it) for n, it in enumerate(numbers, 1)]
    parts = one(playerScores=rows, usesTeams=True).parts
    assert tuple(part.team for part in parts) == words
    assert tuple(part.role.replace("Role", "Team") for part in parts) == words


def test_names_that_differ_in_blanks_are_one_player_unless_they_met():
    players = [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Ana "}, {"id": 3, "name": "Ben"}]
    plays = [play(playerScores=[score(1), score(3)]), play(uuid=BEN, playerScores=[score(2)])]
    found = imported(*plays, players=players)
    assert [[part.name for part in it.parts] for it in found.records] == [["Ana", "Ben"], ["Ana"]]
    assert found.remarks == ("“Ana” is in the file twice, as “Ana ” too: taken for one player.",)
    found = imported(*plays, play(uuid=ANA, playerScores=[score(1), score(2)]), players=players)
    assert [part.name for part in found.records[2].parts] == ["Ana", "Ana 2"]
    assert found.remarks == ()


def test_people_go_by_the_ids_that_they_have_there():
    assert imported(play()).people == {"Ana": ANA.lower(), "Ben": BEN.lower()}


@pytest.mark.parametrize(
    ("ref", "game", "title", "bgg_id"),
    [
        (1, "bwd", "Blank White Dice", 206753),
        (2, "", "Catan", 13),
        (3, "boolean", "Boolean Dice", None),
    ],
)
def test_our_games_are_known_by_number_or_by_name(ref, game, title, bgg_id):
    record = one(gameRefId=ref)
    assert (record.game, record.title, record.bgg_id) == (game, title, bgg_id)


def test_the_board_is_which_game_of_the_box_it_was_in_ours_alone():
    assert one(gameRefId=3, board="Sort").called == "Sort"
    assert one(board="Seafarers").called == "Catan"


@pytest.mark.parametrize(
    "names",
    [
        {"playerScores": None, "players": [{"refId": 1, "isWinner": 1}, {"refId": "2"}]},
        {"playerScores": None, "scores": [{"playerId": 1, "won": "true"}, {"playerId": 2}]},
        {"playerScores": [{"playerRefId": 1, "rank": 1}, {"playerRefId": 2, "rank": "2"}]},
        {"playerScores": [{"name": "Ana", "win": True}, {"name": "Ben", "win": 0}]},
        {"playDate": None, "date": "2024-05-01"},
        {"playDate": None, "playDateYmd": 20240501},
        {"durationMin": None, "duration": "75"},
        {"gameRefId": None, "gameId": "2"},
        {"ignored": 0},
        {"ignored": "false"},
    ],
)
def test_fields_go_by_many_names(names):
    record = one(
        **{key: value for key, value in names.items() if value is not None}
        | {key: None for key, value in names.items() if value is None}
    )
    assert record.title == "Catan"
    assert record.ended.startswith("2024-05-01T")
    assert record.minutes == 75
    assert [part.name for part in record.parts] == ["Ana", "Ben"]
    assert record.winners == ("Ana",)


@pytest.mark.parametrize(
    ("text", "value"),
    [("10+5*2-1", 19), ("3,5", 3.5), (12, 12), (12.0, 12), ("", None), (None, None), ("-4", -4)],
)
def test_scores_are_numbers_texts_and_sums(text, value):
    assert one(playerScores=[score(1, score=text)]).parts[0].score == value


def test_a_sum_without_its_end_counts_as_far_as_it_goes():
    rows = [score(1, score="70+"), score(2, score="5+3-"), score(3, score="-")]
    found = imported(play(playerScores=rows))
    assert [part.score for part in found.records[0].parts] == [70, 8, None]
    assert (found.odd.unfinished, found.odd.begun, found.unread) == (2, ("70+", 1), 1)


def test_scores_that_are_no_numbers_are_counted_and_stay_unknown():
    rows = [score(1, score="won big"), score(2, score=10**400)]
    found = imported(play(playerScores=rows))
    assert found.unread == 2
    assert [part.score for part in found.records[0].parts] == [None, None]


def test_who_began_is_unknown_where_nobody_did():
    assert [part.first for part in one(playerScores=[score(1), score(2)]).parts] == [None, None]


def test_seats_count_where_they_were_told():
    seated = [score(1, seatOrder=2), score(2, seatOrder=1)]
    assert [part.name for part in one(playerScores=seated).parts] == ["Ben", "Ana"]
    unseated = [score(1, seatOrder=0), score(2, seatOrder=0)]
    assert [part.name for part in one(playerScores=unseated).parts] == ["Ana", "Ben"]


def test_nobody_is_named_who_is_anonymous_or_missing():
    found = imported(play(playerScores=[score(1), score(3), score(99), score(None)]))
    assert [part.name for part in found.records[0].parts] == [
        *("Ana", "Anonymous player", "Anonymous player 2", "Anonymous player 3")
    ]
    assert list(found.people) == ["Ana"]


def test_two_who_are_called_alike_are_told_apart():
    players = [{"id": 1, "name": "Ana"}, {"id": 2, "name": "ana"}, {"id": 3, "name": "Ana 2"}]
    found = imported(play(playerScores=[score(1), score(2), score(3)]), players=players)
    assert list(found.people) == ["Ana", "ana 2", "Ana 2 2"]


def test_names_stay_as_long_as_names_may_be_however_many_have_one():
    long = "N" * 200
    players = [{"id": number, "name": long} for number in range(30)]
    (record,) = imported(play(playerScores=[score(n) for n in range(30)]), players=players).records
    assert len({part.name for part in record.parts}) == 30
    assert record_of(play_object(record)) == record


def test_a_crowd_of_namesakes_takes_no_evening():
    players = [{"id": number, "name": "Ana"} for number in range(16_000)]
    assert len(imported(play(playerScores=[score(15_999)]), players=players).people) == 1


def test_more_plays_than_are_read_at_once_are_refused_with_the_number(monkeypatch):
    monkeypatch.setattr(limits, "MOST_SEATS", 3)
    with pytest.raises(Invalid, match=r"export\.json has more than 3 players in its plays"):
        imported(play(), play(uuid=BEN))
    monkeypatch.setattr(bgstats_import, "MOST_PLAYS", 1)
    with pytest.raises(Invalid, match=r"export\.json has more than 1 plays, the most that"):
        imported(play(), play(uuid=BEN))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"ignored": True}, "ignored in BG Stats"),
        ({"ignored": 1}, "ignored in BG Stats"),
        ({"isDeleted": True}, "deleted in BG Stats"),
        ({"gameRefId": 99}, "without a game"),
        ({"gameRefId": None}, "without a game"),
        ({"playDate": "0000-00-00 00:00:00"}, "without a date that can be"),
        ({"playDate": None}, "without a date that can be"),
        ({"playDate": "2925-01-01 00:00:00"}, "of the future"),
        ({"playerScores": []}, "without players"),
        ({"playerScores": "Ana"}, "without players"),
        ({"playerScores": [score(n) for n in range(1_000)]}, "with more than 100 players"),
        ({"playerScores": [score(1), score(1)]}, "with somebody in it twice"),
    ],
)
def test_what_is_left_out_is_counted_with_the_reason(change, why):
    found = imported(play(**change), play(uuid=BEN))
    assert found.left_out == {why: 1}
    assert [record.uid for record in found.records] == [BEN.lower()]


def test_what_was_deleted_stays_so():
    gone = [{"objectType": "Play", "uuid": PLAY}, {"objectType": "Game", "uuid": BEN}]
    found = imported(play(), play(uuid=BEN), deletedObjects=gone)
    assert found.left_out == {"deleted in BG Stats": 1}


def test_what_was_changed_after_it_was_deleted_is_back():
    gone = [{"objectType": "Play", "uuid": PLAY, "modificationDate": "2024-06-01 10:00:00"}]
    later = play(modificationDate="2024-06-01 10:00:01")
    assert imported(later, deletedObjects=gone).gone == {}
    assert len(imported(later, deletedObjects=gone).records) == 1
    before = play(modificationDate="2024-06-01 09:59:59")
    assert imported(before, deletedObjects=gone).gone == {PLAY.lower(): "deleted in BG Stats"}
    assert imported(deletedObjects=gone).gone == {PLAY.lower(): "deleted in BG Stats"}
    assert imported(play(ignored=True)).gone == {PLAY.lower(): "ignored in BG Stats"}


def test_nonsense_among_the_plays_costs_nothing_but_itself():
    found = imported("play", None, 7, play(), {}, play(uuid=BEN, playerScores=[7, score(1)]))
    assert len(found.records) == 2
    assert found.left_out == {"that nobody can understand": 3, "without a game": 1}


def test_the_same_play_twice_is_taken_once():
    found = imported(play(), play(uuid=PLAY.lower()))
    assert len(found.records) == 1
    assert found.left_out == {"twice in the file": 1}


@pytest.mark.parametrize("uuid", [None, "", 17, "not a UUID"])
def test_plays_without_an_id_get_the_same_one_each_time(uuid):
    first, again = (
        imported(play(uuid=uuid), play(uuid=uuid)),
        imported(play(uuid=uuid), play(uuid=uuid)),
    )
    uids = [record.uid for record in first.records]
    assert len(set(uids)) == 2
    assert uids == [record.uid for record in again.records]


def test_a_play_that_came_from_elsewhere_says_so():
    theirs = "33333333-3333-5333-8333-00000000000a"
    assert imported(play(metaData=json.dumps({"sourcePlayId": theirs}))).ours == {
        PLAY.lower(): theirs
    }
    assert imported(play(sourcePlayId=theirs.upper())).ours == {PLAY.lower(): theirs}
    assert imported(play(metaData="{}")).ours == {}


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ({"items": [], "total": 3}, "it has the keys `items`, `total` instead of"),
        ({}, "it is an empty object instead of"),
        ({"plays": {}, "games": [], "players": []}, "it has the keys `plays`"),
        ([1, 2], "it holds a list instead of"),
        ("plays", "it holds a text instead of"),
        (None, "it holds nothing instead of"),
        (7, "it holds a number instead of"),
    ],
)
def test_another_programs_file_is_named_by_what_is_in_it(document, why):
    with pytest.raises(Invalid, match=r"export\.json is not an export of BG Stats: ") as problem:
        bgstats_import.read(document, "export.json", GAMES, NOW)
    assert why in problem.value.message
