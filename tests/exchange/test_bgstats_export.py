"""What goes to BG Stats: files that it would have written itself, links that its app can read."""

import json
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest
from hypothesis import assume, given

from companion.core.names import folded
from companion.core.record import Mark, Part
from companion.exchange import bgstats_export, bgstats_import
from companion.exchange.bgstats_export import GameTraits, Known
from companion.exchange.limits import plain_name, plain_text
from companion.exchange.parsed_plays import KnownGame
from tests.exchange.plays import FULL, records

TRAITS = {"bwd": GameTraits(206753), "boolean": GameTraits(None, no_points=True)}
KNOWN = Known(games=TRAITS)
SORT = FULL._replace(
    game="boolean", title="Boolean Dice", called="Sort", bgg_id=None, place="", comment=""
)
NOW = "2025-03-02T10:00:00Z"


def sent(record, which: int = 0, known: Known = KNOWN):
    """What a phone makes of the play's link."""
    address = urlsplit(bgstats_export.links(record, known)[which])
    assert (address.scheme, address.netloc) == ("https", "app.bgstatsapp.com")
    assert address.path == "/createPlay.html"
    (data,) = parse_qs(address.query, strict_parsing=True)["data"]
    return json.loads(data)


def test_a_link_tells_the_play_as_the_app_wants_it():
    assert sent(FULL) == {
        "sourceName": "companion",
        "sourcePlayId": FULL.uid,
        "playDate": "2025-03-01 19:30:00",
        "durationMin": 42,
        "game": {
            "name": "Blank White Dice",
            "sourceGameId": "bwd",
            "bggId": 206753,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": "Ana",
                "sourcePlayerId": sent(FULL)["players"][0]["sourcePlayerId"],
                "score": 13,
                "winner": True,
                "startPlayer": True,
            },
            {
                "name": "Ben",
                "sourcePlayerId": sent(FULL)["players"][1]["sourcePlayerId"],
                "score": 9,
                "winner": False,
                "startPlayer": False,
            },
        ],
        "location": "Kitchen",
        "comments": "Rain, all evening.",
    }


def test_what_is_unknown_is_left_out_but_no_boolean_is():
    record = SORT._replace(minutes=None, parts=(Part("Ana", None, False, None),))
    data = sent(record)
    assert {"durationMin", "location", "comments"}.isdisjoint(data)
    assert data["board"] == "Sort"
    assert "bggId" not in data["game"]
    assert (data["game"]["noPoints"], data["game"]["highestWins"]) == (True, True)
    (player,) = data["players"]
    assert (player["winner"], player["startPlayer"]) == (False, False)
    assert "score" not in player


def test_the_short_link_leaves_out_what_the_app_can_do_without():
    full, short = bgstats_export.links(FULL, KNOWN)
    assert len(short) < len(full)
    assert {"location", "comments", "board"}.isdisjoint(sent(FULL, 1))
    assert len(bgstats_export.links(SORT._replace(called=SORT.title), KNOWN)) == 1


def test_people_keep_their_ids_from_play_to_play_and_no_two_share_one():
    ana, ben = (player["sourcePlayerId"] for player in sent(FULL)["players"])
    assert ana != ben
    later = FULL._replace(uid=SORT.uid, parts=(Part("ANA"), Part("Zoe")))
    assert sent(later)["players"][0]["sourcePlayerId"] == ana


@given(records())
def test_any_play_can_be_read_from_its_link(record):
    data = sent(record)
    assert data["sourcePlayId"] == record.uid
    assert [player["name"] for player in data["players"]] == [part.name for part in record.parts]
    assert all(
        type(player[key]) is bool for player in data["players"] for key in ("winner", "startPlayer")
    )


def test_where_the_fewest_points_win_the_group_says_so_and_no_single_play():
    golf = FULL._replace(game="", title="Golf", parts=(Part("Ana", 3, True), Part("Ben", 9)))
    assert sent(golf)["game"]["highestWins"] is True
    known = KNOWN._replace(lowest={"golf"})
    assert sent(golf, known=known)["game"]["highestWins"] is False
    (game,) = file_of(golf, golf._replace(title="GOLF"), known=known)["games"]
    assert game["highestWins"] is False


def test_people_have_the_ids_that_are_kept_with_them():
    ana = "1b1b1b1b-0000-4000-8000-000000000001"
    known = KNOWN._replace(people={"ana": ana})
    players = file_of(FULL, known=known)["players"]
    assert [player["uuid"] == ana.upper() for player in players] == [True, False]
    assert sent(FULL, known=known)["players"][0]["sourcePlayerId"] == ana[:8]


def test_nobody_gets_the_id_of_somebody_else():
    made = {
        bgstats_export.fresh_id(group, name, now)
        for group in ("Friday", "Sunday")
        for name in ("Ana", "Ben")
        for now in (NOW, "2025-03-02T10:00:01Z")
    }
    assert len(made) == 8
    assert bgstats_export.fresh_id("Friday", "ana", NOW) in made


def file_of(*plays, known: Known = KNOWN):
    return json.loads(bgstats_export.play_file(plays, known, NOW))


def test_a_file_names_games_people_and_places_once():
    document = file_of(FULL, FULL._replace(uid=SORT.uid[:-1] + "b"), SORT)
    assert [game["name"] for game in document["games"]] == ["Blank White Dice", "Boolean Dice"]
    assert [game.get("bggId") for game in document["games"]] == [206753, None]
    assert [player["name"] for player in document["players"]] == ["Ana", "Ben"]
    assert [place["name"] for place in document["locations"]] == ["Kitchen"]
    assert [play["gameRefId"] for play in document["plays"]] == [1, 1, 2]
    assert [play.get("locationRefId") for play in document["plays"]] == [1, 1, None]
    ids = [one["uuid"] for key in ("games", "players", "locations") for one in document[key]]
    assert all(UUID(one).version == 5 and one == one.upper() for one in ids)
    assert len(set(ids)) == len(ids)


def test_a_file_can_be_taken_back_in():
    games = (KnownGame("bwd", "Blank White Dice", 206753), KnownGame("boolean", "Boolean Dice"))
    document = file_of(FULL, SORT._replace(uid="0b6f2a52-0000-5000-8000-00000000000b"))
    found = bgstats_import.read(document, "for.bgsplay", games, NOW)
    dice, sort = found.records
    assert dice._replace(source="", play=FULL.play, marks=FULL.marks) == FULL._replace(
        ended="2025-03-01T20:12:00Z"
    )
    assert (sort.game, sort.called) == ("boolean", "Sort")
    assert found.left_out == {}


def test_board_expansions_and_scoring_go_out_again():
    marks = (
        Mark("bgg", "70000001"),
        Mark("board", "", "Large map"),
        Mark("scoring", "3"),
        Mark("expansion", "325", "Seafarers"),
    )
    golf = FULL._replace(game="", title="Golf", called="Golf", marks=marks, bgg_id=13)
    found = bgstats_import.read(file_of(golf), "for.bgsplay", (), NOW)
    assert found.records[0].marks == marks


@given(records())
def test_what_a_file_tells_comes_in_again(record):
    names = [plain_name(part.name) for part in record.parts]
    assume(all(names) and len(set(map(folded, names))) == len(names) and plain_name(record.title))
    play = record._replace(source="")
    games = (KnownGame("bwd", "Blank White Dice", 206753), KnownGame("boolean", "Boolean Dice"))
    found = bgstats_import.read(file_of(play), "for.bgsplay", games, "9999-12-31T00:00:00Z")
    assert (found.left_out, found.odd.values) == ({}, ())
    (again,) = found.records
    somebody_began = any(part.first for part in play.parts)
    parts = zip(names, play.parts, strict=True)
    assert again.parts == tuple(
        Part(
            name,
            part.score,
            part.won,
            bool(part.first) if somebody_began else None,
            plain_name(part.team),
            plain_name(part.role),
        )
        for name, part in parts
    )
    assert (again.uid, again.started) == (play.uid, play.started)
    assert (again.place, again.comment) == (plain_name(play.place), plain_text(play.comment))
    assert (again.minutes, again.rounds) == (play.minutes or None, play.rounds or None)


@pytest.mark.parametrize("key", ["winner", "startPlayer", "newPlayer"])
def test_every_boolean_of_a_file_is_there(key):
    (play,) = file_of(FULL)["plays"]
    assert all(type(row[key]) is bool for row in play["playerScores"])
    assert all(type(play[flag]) is bool for flag in ("ignored", "usesTeams", "manualWinner"))
