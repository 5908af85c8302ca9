"""Teams, roles, plays against the game, and the fewest points: out and in again, nothing lost."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.record import Part, PlayRecord
from companion.errors import Invalid
from companion.exchange import bgstats_export, bgstats_import, play_csv
from companion.exchange.bgstats_export import Known
from companion.exchange.play_csv import Spelling
from tests.exchange.plays import FULL, records, uid

NOW = "2026-01-01T00:00:00Z"
LATEST = "9999-12-31T23:59:59Z"


def row(name, ref, seat, **more):
    return {"playerRefId": ref, "seatOrder": seat, "startPlayer": False, "winner": False, **more}


EXPORT = {
    "games": [
        {"id": 1, "name": "Pandemic", "cooperative": True, "highestWins": 1, "bggId": 30549},
        {"id": 2, "name": "Codenames", "usesTeams": True, "highestWins": True, "noPoints": True},
        {"id": 3, "name": "Hearts", "highestWins": 0, "cooperative": 0},
    ],
    "players": [
        {"id": number, "uuid": uid(number), "name": name}
        for number, name in enumerate(("Ana", "Ben", "Cho", "Dov"), 1)
    ],
    "locations": [{"id": 1, "name": "Kitchen"}],
    "plays": [
        {
            "uuid": uid(11),
            "gameRefId": 1,
            "playDate": "2025-03-01 20:00:00",
            "durationMin": 45,
            "locationRefId": 1,
            "comments": "Two cubes short.\nNext time!",
            "playerScores": [
                row("Ana", 1, 1, winner=True, role="Medic", startPlayer=True),
                row("Ben", 2, 2, winner=1, teamRole="Dispatcher"),
            ],
        },
        {
            "uuid": uid(12),
            "gameRefId": 2,
            "playDate": "2025-03-02 20:00:00",
            "usesTeams": True,
            "playerScores": [
                row("Ana", 1, 1, team="1", role="Spymaster", winner=True, score=""),
                row("Ben", 2, 2, team="2", role="Spymaster", score="?"),
                row("Cho", 3, 3, team=1, winner=True),
                row("Dov", 4, 4, team="2"),
            ],
        },
        {
            "uuid": uid(13),
            "gameRefId": 3,
            "playDate": "2025-03-03 20:00:00",
            "rounds": 4,
            "usesTeams": 0,
            "playerScores": [
                row("Ana", 1, 1, score="12.5", winner=True, team="stale"),
                row("Ben", 2, 2, score="-3"),
                row("Cho", 3, 3, score="12.5", winner=True),
            ],
        },
    ],
}


def from_bg_stats(document):
    return bgstats_import.read(document, "x.json", (), LATEST).records


def test_what_bg_stats_tells_of_sides_is_read():
    pandemic, codenames, hearts = from_bg_stats(EXPORT)
    assert (pandemic.coop, pandemic.lowest) == (True, False)
    assert pandemic.parts == (
        Part("Ana", None, True, True, "", "Medic"),
        Part("Ben", None, True, False, "", "Dispatcher"),
    )
    assert [(part.team, part.role) for part in codenames.parts] == [
        ("Team 1", "Spymaster"),
        ("Team 2", "Spymaster"),
        ("Team 1", ""),
        ("Team 2", ""),
    ]
    assert (hearts.coop, hearts.lowest, hearts.winners) == (False, True, ("Ana", "Cho"))
    assert [part.score for part in hearts.parts] == [12.5, -3, 12.5]
    assert {part.team for part in hearts.parts} == {""}  # it was not played in teams


def test_an_export_goes_out_and_in_again_field_by_field():
    found = from_bg_stats(EXPORT)
    again = from_bg_stats(json.loads(bgstats_export.play_file(found, Known(), NOW)))
    for before, after in zip(found, again, strict=True):
        assert before._asdict() == after._asdict()


def test_plays_of_one_game_that_differ_stay_so():
    first = from_bg_stats(EXPORT)[2]
    second = first._replace(uid=uid(14), lowest=False)
    third = first._replace(uid=uid(15), coop=True, parts=(Part("Ana"), Part("Ben")))
    sent = json.loads(bgstats_export.play_file([first, second, third], Known(), NOW))
    assert [it.lowest for it in from_bg_stats(sent)] == [True, False, True]
    assert [it.coop for it in from_bg_stats(sent)] == [False, False, True]


def test_a_game_against_all_that_only_some_won_had_sides():
    document = json.loads(json.dumps(EXPORT))
    document["plays"][0]["playerScores"][1]["winner"] = False
    assert not from_bg_stats(document)[0].coop


def sheet(text):
    return play_csv.read(text, "x.csv", (), LATEST).records


def written(record: PlayRecord, spelling: Spelling) -> str:
    return "".join(play_csv.lines([record], "Friday", spelling))


SPELLINGS = [Spelling(), Spelling(";", ","), Spelling(";", "."), Spelling("\t", ",")]


@given(records(), st.sampled_from(SPELLINGS))
def test_every_spelling_comes_in_again(record, spelling):
    plain = sheet(written(record, Spelling()))
    assert sheet(written(record, spelling)) == plain
    (found,) = plain
    assert (found.coop, found.lowest) == (record.coop, record.lowest)
    assert [part.score for part in found.parts] == [part.score for part in record.parts]


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("score", [1.234, -12.345, 0.5, 123.456, 1234.5, 1e-7, 7])
def test_no_decimals_are_taken_for_thousands(score, spelling):
    record = FULL._replace(parts=(Part("Ana", score), Part("Ben")))
    assert sheet(written(record, spelling))[0].parts[0].score == score


def test_a_sheet_of_teams_says_who_won_by_the_team():
    (found,) = sheet(
        "Datum,Spiel,Spieler,Mannschaft,Rolle,Sieger,Punkte\n"
        "2025-03-02,Codenames,Ana,Red,Chef,Red,9\n"
        "2025-03-02,Codenames,Ben,Blue,,Red,7\n"
        "2025-03-02,Codenames,Cho,Red,,Red,9\n"
    )
    assert found.winners == ("Ana", "Cho")
    assert found.parts[0] == Part("Ana", 9, True, None, "Red", "Chef")


def test_points_of_sides_may_stand_side_by_side():
    (found,) = sheet("date,game,Team 1,Team 2\n2025-03-02,Tichu,1000,800\n")
    assert [part.name for part in found.parts] == ["Team 1", "Team 2"]


COOP = "date,game,player,score,won,Kooperativ\n2025-03-02,Hanabi,Ana,{0},{1},ja\n"


@pytest.mark.parametrize("score", ["", "21"])
@pytest.mark.parametrize("won", ["0", "1"])
def test_a_play_against_the_game_is_won_or_lost_by_all(won, score):
    (found,) = sheet(COOP.format(score, won) + f"2025-03-02,Hanabi,Ben,{score},{won},ja\n")
    assert found.coop
    assert len(found.winners) == 2 * int(won)


def test_a_play_against_the_game_that_only_some_won_is_refused():
    with pytest.raises(Invalid, match="its play is cooperative, and only Ana won"):
        sheet(COOP.format("", 1) + "2025-03-02,Hanabi,Ben,,0,ja\n")


def test_nobody_is_in_two_teams():
    with pytest.raises(Invalid, match=r"Ana is in the team “Blue”, and in line 2 .* in “Red”"):
        sheet(
            "date,game,player,team\n2025-03-02,Codenames,Ana,Red\n2025-03-02,Codenames,Ana,Blue\n"
        )
