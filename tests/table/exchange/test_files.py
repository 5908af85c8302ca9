"""Other people's files, made up after real ones: what each one holds was worked out by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.errors import Invalid, Refused
from companion.exchange.parsed_plays import ParsedPlays
from companion.exchange.play_csv import SheetOptions
from companion.exchange.winners import wins_typed
from companion.table.exchange import export, import_plan, imports, views
from companion.table.history.filters import Choice, selected
from companion.table.history.report import report
from companion.table.local_time import day, local
from companion.table.logged.addition import PlayDetails, add_play
from companion.table.logged.span import TypedTime
from tests.table.exchange.test_import import take, told

FILES = Path(__file__).parents[2] / "exchange" / "files"
NOW = "2026-11-27T20:00:00Z"


def read(name: str, **said: Any) -> ParsedPlays:
    """A file as `import` reads it."""
    return imports.read(str(FILES / name), NOW, SheetOptions(**said))


# Days


def test_plays_of_a_phone_are_on_the_day_that_its_clock_showed(everywhere):
    records = read("late-evenings.json").records
    assert [(day(it.started), local(it.started)[11:16], it.minutes) for it in records] == [
        ("2026-01-10", "23:30", 20),
        ("2026-07-04", "00:05", 20),
        ("2026-11-20", "12:00", None),
        ("2026-03-29", "18:00", 90),
    ]
    assert [local(it.ended) for it in records[:2]] == ["2026-01-10 23:50:00", "2026-07-04 00:25:00"]


def test_a_phone_from_elsewhere_is_read_by_its_zone(everywhere):
    records = read("late-evenings.json", zone="America/Los_Angeles").records
    # In January it is 8 hours earlier there than in UTC, in July 7.
    assert [it.started for it in records[:2]] == ["2026-01-11T07:30:00Z", "2026-07-04T07:05:00Z"]


def test_a_sheet_from_elsewhere_is_read_by_its_zone(everywhere):
    # Noon of 1 March is 20:00 in UTC there, and of 15 March, in summer time, 19:00.
    records = read("differences.csv", zone="America/Los_Angeles").records
    assert [records[0].ended, records[2].ended] == ["2026-03-01T20:00:00Z", "2026-03-15T19:00:00Z"]
    with pytest.raises(Invalid, match="“Berlin” is not a time zone"):
        imports.sheet_options(None, None, "Berlin")


def test_what_goes_to_a_phone_has_the_time_of_the_clock_here(everywhere, desks):
    when = TypedTime(on="2024-11-20", at="20:00", minutes="60")
    add_play(desks(), ["Harbour Lights", "ana=41", "ben=38"], PlayDetails(when=when))
    (play,) = told(desks)
    (sent,) = json.loads(export.exported(desks(), "bgsplay", [play]).text)["plays"]
    assert (sent["playDate"], sent["durationMin"]) == ("2024-11-20 20:00:00", 60)
    assert "2024-11-20%2020:00:00" in export.link(desks(), None).texts[0]


def test_a_play_that_was_sent_to_a_phone_comes_back_as_it_was(everywhere, desks, tmp_path):
    take(desks, read("late-evenings.json"))
    before = told(desks)
    file = tmp_path / "back.bgsplay"
    file.write_text(export.exported(desks(), "bgsplay", before, every=True).text, "utf-8")
    again = imports.read(str(file), NOW).records
    assert [(it.uid, it.started, it.ended) for it in again] == [
        (it.uid, it.started, it.ended) for it in before
    ]


# Sheets: who is a player


def parts(name: str, **said) -> list[list[tuple[str, object, bool]]]:
    """Everybody in every play of a file: name, points, whether they won."""
    return [
        [(part.name, part.score, part.won) for part in record.parts]
        for record in read(name, **said).records
    ]


def test_what_columns_have_in_common_is_no_part_of_a_name():
    coming = read("differences.csv")
    assert coming.read_as.players == ("Ana", "Ben")
    assert coming.odd.columns == ("Diff",)
    assert parts("differences.csv") == [
        [("Ana", 41, True), ("Ben", 38, False)],
        [("Ana", 29, False), ("Ben", 29, False)],
        [("Ana", 12, False), ("Ben", 20, True)],
    ]
    assert parts("punkte.csv") == [
        [("Ana", 41, True), ("Ben", 38, False)],
        [("Ana", 12, False), ("Ben", 20, True), ("Cho", 20, True)],
    ]


def test_points_and_wins_may_stand_in_columns_beside_each_other():
    assert parts("pairs.csv") == [
        [("Ana", 41, True), ("Ben", 38, False)],
        [("Ana", 12, False)],
        [("Ben", None, True)],
    ]
    unread = ("durationMin", "gameRefId", "number_players", "bggYear")
    assert read("pairs.csv").odd.columns == unread


def test_a_column_that_is_perhaps_a_players_is_asked_about():
    with pytest.raises(Refused, match="whether the column Humidity is a player's") as refused:
        read("stray-column.csv")
    assert '`--ignore "Humidity"` if not, `--map "Humidity=Humidity"` if so' in refused.value.hint
    assert parts("stray-column.csv", ignored=("humidity",)) == [
        [("Ana", 41, True), ("Ben", 38, False)]
    ]
    assert parts("stray-column.csv", maps=("Humidity=Hum",))[0][2] == ("Humidity", 55, False)


def test_a_column_whose_numbers_stand_beside_nobodys_is_no_player():
    coming = read("alone.csv")
    assert (coming.read_as.players, coming.odd.columns) == (("Ana", "Ben"), ("Tournament",))
    assert coming.odd.lines == ((3, "2026-03-02, Paper Moon, 17"),)
    assert read("alone.csv", maps=("Tournament=Tom",)).records[1].parts[0].name == "Tournament"


@pytest.mark.parametrize("name", ["worked-out.csv", "worked-out-2.csv"])
def test_a_column_that_is_worked_out_of_the_others_is_no_player(name):
    coming = read(name)
    assert (coming.read_as.players, coming.odd.columns) == (("Ana", "Ben"), ("Abstand",))


def test_a_column_that_would_have_won_each_time_and_never_did_is_asked_about():
    with pytest.raises(Refused, match="Ana and Ben; it is not clear whether the column Humidity"):
        read("never-won.csv")
    assert parts("never-won.csv", ignored=("humidity",))[1] == [
        ("Ana", 12, False),
        ("Ben", 20, True),
    ]
    assert len(parts("never-won.csv", maps=("Humidity=Humidity",))[1]) == 3


def test_where_a_column_lists_the_players_no_other_is_one():
    assert parts("listed-and-counted.csv") == [
        [("Ana", None, True), ("Ben", None, False)],
        [("Ben", None, False), ("Cho", None, True)],
    ]
    assert read("listed-and-counted.csv").odd.columns == ("Humidity",)


def test_a_winner_who_is_no_player_stops_the_import(desks):
    with pytest.raises(Refused, match=r"No player of strange-winner\.csv is named “Benji”") as no:
        read("strange-winner.csv")
    assert '`--map "Benji=Ana"` if Ana is meant, `--ignore "Winner"`' in no.value.hint
    take(desks, read("strange-winner.csv", maps=("Benji=Ben",)), maps=["Benji=Ben"])
    assert [one.winners for one in told(desks)] == [("Ana",), ("Ben",)]
    maps = ["Ana=Anabel", "Ben=Benjamin", "Benji=Benjamin"]
    by_map = read("strange-winner.csv", maps=tuple(maps))
    assert [one.winners for one in by_map.records] == [("Ana",), ("Ben",)]
    ignored = read("strange-winner.csv", ignored=("Winner",))
    assert [one.winners for one in ignored.records] == [(), ()]


def test_the_name_of_a_column_says_who_somebody_is_here(desks):
    take(desks, read("differences.csv"), maps=["Ana Score=Anabel"])
    assert [part.name for part in told(desks)[0].parts] == ["Anabel", "Ben"]


def test_two_tables_in_one_sheet_are_refused():
    with pytest.raises(Invalid, match=r"Line 4 of two-tables\.csv begins another table"):
        read("two-tables.csv")
    assert parts("merged-heads.csv") == [[("Ana", 41, False), ("Ben", 38, False)]]


def test_bad_rows_are_named_and_the_others_come_in():
    coming = read("bad-rows.csv")
    assert [len(one.parts) for one in coming.records] == [2, 2, 2, 2]
    assert coming.odd.bad == (
        (3, "“last Sunday or so” is not a time such as 2026-11-22 21:30"),
        (4, "it has no date"),
        (5, "Ben won, and is not in that play"),
    )
    assert coming.left_out == {"that cannot be read": 3}
    assert coming.odd.lines == ((9, "Total, 99, 114"),)
    with pytest.raises(Invalid, match="2 dates in bad-rows"):
        read("bad-rows.csv", strict=True)


# Winners who are not in the file


@pytest.mark.parametrize(
    ("wins", "winners", "lowest"),
    [
        ((), [(), (), (), (), ()], [False] * 5),
        (("none",), [(), (), (), (), ()], [False] * 5),
        (("most",), [("Ana",), ("Ben", "Cho"), ("Cho",), (), ()], [False] * 5),
        (
            ("most", "mini golf=fewest"),
            [("Ana",), ("Ben", "Cho"), ("Ben",), (), ()],
            [False, False, True, False, False],
        ),
    ],
)
def test_winners_follow_from_points_if_somebody_says_how(wins, winners, lowest):
    records = read("no-winners.csv", wins=wins_typed(wins)).records
    assert [one.winners for one in records] == winners
    assert [one.lowest for one in records] == lowest


def test_undecided_plays_are_offered_the_ways_to_decide_them(desks):
    plan = import_plan.planned(desks(), "no-winners.csv", read("no-winners.csv"))
    lines = views.import_reply(desks(), plan, done=False).lines
    assert [line for line in lines if "winner," in line or "winner:" in line] == [
        "  3 plays have points and no winner: `--wins most` (or `fewest`, `none`) says who won; of "
        'one game: `--wins "Harbour Lights=fewest"`. Until then, they count for nobody.',
        "  2 plays without a winner, because the file names none: add a column `won`, with 1 or "
        "with the name.",
    ]


def test_undecided_plays_count_for_nobody(desks):
    take(desks, read("no-winners.csv", wins=wins_typed(["Harbour Lights=most"])))
    tally = selected(desks(), Choice()).tally
    assert (tally.plays, tally.undecided) == (5, 3)
    # Two plays were decided: of two players, then of three, two of whom won.
    assert {name: (it.plays, it.wins, it.due) for name, it in tally.players.items()} == {
        "Ana": (2, 1, pytest.approx(1 / 2 + 2 / 3)),
        "Ben": (2, 1, pytest.approx(1 / 2 + 2 / 3)),
        "Cho": (1, 1, pytest.approx(2 / 3)),
    }
    assert tally.players["Ana"].undecided == 3
    met = selected(desks(), Choice()).meetings(["Ana", "Ben"]).between("Ana", "Ben")
    assert (met.plays, met.more, met.less) == (2, 1, 1)


def test_a_sheet_that_comes_in_again_with_the_way_to_win_decides_its_plays(desks):
    take(desks, read("no-winners.csv"))
    document = take(desks, read("no-winners.csv", wins=wins_typed(["most"])))
    assert [(it["play"], it["what"]) for it in document["updated"]] == [
        ("import-1.1", ["Ana won"]),
        ("import-1.2", ["Ben won", "Cho won"]),
        ("import-1.3", ["Cho won"]),
    ]
    imports.take_back(desks(), "2")
    assert [one.winners for one in told(desks)] == [()] * 5


def test_the_log_of_a_play_says_which_import_changed_it(desks):
    take(desks, read("no-winners.csv"))
    take(desks, read("no-winners.csv", wins=wins_typed(["most"])))
    entries = report(desks(), "import-1.1").entries()
    assert [entry.lines for entry in entries] == [
        ("the play is logged",),
        ("put right by a later import: who played, and how it ended",),
    ]


def test_a_report_has_the_board_and_the_expansions(desks):
    take(desks, read("expansions.json"))
    (about,) = [it.text.text for it in report(desks(), "import-1.1").blocks(with_log=False)[1:2]]
    assert about.endswith("Large map · with Deep Water and Fog · from BG Stats")


def test_a_play_that_is_to_count_for_nobody_does_not_whoever_has_won(desks):
    take(desks, read("bgg-uncounted.xml"))
    tally = selected(desks(), Choice()).tally
    assert (tally.plays, tally.undecided, tally.players["Ana"].wins) == (1, 1, 0)
