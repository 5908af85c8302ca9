"""CSV: a row for each player, harmless in a spreadsheet, and read back from what it saves."""

import csv
import io
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.record import Part
from companion.errors import Invalid
from companion.exchange import limits, play_csv
from companion.exchange.parsed_plays import KnownGame
from tests.exchange.plays import FULL, records

GAMES = (KnownGame("bwd", "Blank White Dice", 206753), KnownGame("boolean", "Boolean Dice"))
NEVER = "9999-12-31T00:00:00Z"


def written(*plays) -> str:
    return "".join(play_csv.lines(plays, "Friday"))


def read(text: str):
    return play_csv.read(text, "plays.csv", GAMES, NEVER)


def as_read(play):
    """A play as a table tells it: without what stood out in it."""
    titles = {game.id: game.title for game in GAMES}
    return play._replace(
        play="",
        source=play.source or "companion",
        marks=(),
        title=titles.get(play.game, play.title),
    )


@given(st.lists(records(), max_size=3, unique_by=lambda play: play.uid))
def test_what_goes_out_comes_in_again(plays):
    assert list(read(written(*plays)).records) == [as_read(play) for play in plays]


@given(records())
def test_no_cell_is_a_formula(play):
    for row in csv.reader(io.StringIO(written(play), newline="")):
        texts = [cell for name, cell in zip(play_csv.COLUMNS, row, strict=True) if name != "score"]
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in texts)


def test_a_table_is_what_spreadsheets_expect():
    head, ana, ben = written(FULL).splitlines()
    assert head == ",".join(play_csv.COLUMNS)
    assert ana == (
        f"bwd-12,{FULL.uid},bwd,Blank White Dice,Blank White Dice,2025-03-01 19:30:00,"
        '2025-03-01 20:12:30,42,7,1,Ana,13,1,1,Kitchen,"Rain, all evening.",206753,,Friday,,,0,0'
    )
    assert ",2,Ben,9,0,0," in ben
    assert written(FULL).count("\r\n") == 3


def test_rows_may_be_sorted_otherwise_and_cells_be_parted_as_other_countries_do():
    other = FULL._replace(uid="0b6f2a52-0000-5000-8000-00000000000b")
    head, *rows = csv.reader(io.StringIO(written(FULL, other)))
    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows([head, *sorted(rows, key=lambda row: row[10])[::-1]])
    found = read(out.getvalue())
    assert {play.uid: play.parts for play in found.records} == {
        play.uid: play.parts for play in (FULL, other)
    }


def test_a_sheet_of_ones_own_needs_a_game_a_day_and_names():
    found = read(
        "Title,Date,Player,Score,Won\n"
        "Catan,2024-05-01,Ana,10,yes\n"
        "Catan,2024-05-01,Ben,8,\n"
        "blank white dice,2024-05-02,Ana,,1\n"
        ",,,,\n"
    )
    catan, dice = found.records
    assert (catan.game, catan.title, catan.ended) == ("", "Catan", "2024-05-01T12:00:00Z")
    assert catan.parts == (Part("Ana", 10, True), Part("Ben", 8, False))
    assert (dice.game, dice.title) == ("bwd", "Blank White Dice")
    assert found.people == {"Ana": "", "Ben": ""}
    again = read(
        "Title,Date,Player,Score,Won\nCatan,2024-05-01,Ana,10,yes\nCatan,2024-05-01,Ben,8,"
    )
    assert again.records[0].uid == catan.uid


def test_plays_of_the_future_are_left_out():
    found = play_csv.read(written(FULL), "plays.csv", GAMES, "2025-01-01T00:00:00Z")
    assert found.records == ()
    assert found.left_out == {"of the future": 1}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("title,date,who\nCatan,2024,Ana\n", "no column says who played"),
        ("date,player\n2024-05-01,Ana\n", "no column says which game"),
        ("title,player\nCatan,Ana\n", "no column says when"),
        ("title,date,player\nCatan,32.05.24,Ana\n", "Line 2 .* “32.05.24” is not a time such as"),
        ("title,date,player\nCatan,,Ana\n", "Line 2 .* it has no date"),
        ("title,date,player\nCatan,0000-00-00,Ana\n", "is not a time such as"),
        ("title,date,player\nCatan,2024-05-01,\n", "Line 2 .* it names no player"),
        (
            f"uid,title,date,player,score\n{FULL.uid},Catan,2024-05-01,Ana,many\n",
            "the score “many” is not a number",
        ),
        (
            f"uid,title,date,player,minutes\n{FULL.uid},Catan,2024-05-01,Ana,1h\n",
            "`minutes` is “1h”, which is no",
        ),
        (
            "title,date,player\n" + "Catan,2024-05-01,Ana\n" * 2,
            "Line 3 .* Ana is in that play already, in line 2",
        ),
        ("title,date,player\nCatan,2024-05-01,\x1b\x00\n", "no name that can be kept"),
        ("title,date,player,player\nCatan,2024-05-01,Ana,Ben\n", "has several columns `player`"),
        ("uid,title,date,player\nzzz,Catan,2024-05-01,Ana\n", "Line 2 .* “zzz” is not a UUID"),
        ("title,date,player\n" + "x" * 100_001, "Line 2 .* more than 100,000 characters"),
        ('title,date,player\nCatan,2024-05-01,"Ana" B\n', "Line 2 .* in the middle of a cell"),
        (
            "title,date,player\n" + "".join(f"Catan,2024-05-01,P{n}\n" for n in range(1000)),
            "Line 102 .* that play has more than 100 players",
        ),
    ],
)
def test_a_line_that_makes_no_sense_is_named(text, why):
    with pytest.raises(Invalid, match=why):
        read(text)


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        ('"Catan,2024-05-01,Ana\nCatan,2024-05-01,Ben\n', 2),
        ('"Catan,2024-05-01,Ana\n"Catan",2024-05-01,Ben\n', 2),
        ('Catan,2024-05-01,"An\na"\nCatan,2024-05-01,"Ben\n', 4),
        ('Catan,"2024\n","Ana\nCatan,2024-05-01,Ben\n', 3),
        ('Catan,2024-05-01,"Ana\n' + "Catan,2024-05-01,Ben\n" * 6_000, 2),
    ],
)
def test_a_quotation_mark_that_stays_open_is_named_with_its_line(rows, line):
    with pytest.raises(Invalid, match=rf"Line {line} of .* mark opens a cell .* none closes it"):
        read(f"title,date,player\n{rows}")


def test_two_plays_of_one_day_are_told_apart_by_their_number_or_their_time():
    twice = "Catan,{},Ana,10\nCatan,{},Ben,8\nCatan,{},Ana,3\nCatan,{},Ben,5\n"
    day = "2024-05-01"
    with pytest.raises(Invalid, match=r"Line 4 .* in line 2") as problem:
        read("title,date,player,score\n" + twice.format(*[day] * 4))
    assert "a column `play`, or the time in `date`" in problem.value.hint
    evening = f"{day} 19:30"
    for head, rows in (
        ("title,date,player,score", twice.format(day, day, evening, evening)),
        ("title,play,date,player,score", twice.format(*(f"{n},{day}" for n in (1, 1, 2, 2)))),
    ):
        plays = read(f"{head}\n{rows}").records
        assert [[part.score for part in play.parts] for play in plays] == [[10, 8], [3, 5]]


@pytest.mark.parametrize("delimiter", [";", ",", "\t", "|"])
def test_a_first_line_may_say_what_parts_cells(delimiter):
    rows = ["title;date;player", "Catan;2024-05-01;Ana"]
    text = "\n".join([f"sep={delimiter}", *(row.replace(";", delimiter) for row in rows)])
    assert play_csv.looks_like_table(text)
    assert read(text).records[0].parts == (Part("Ana"),)
    with pytest.raises(Invalid, match=r"Line 3 of"):
        read(text.replace("2024", "soon"))


def test_what_stands_in_quotation_marks_parts_no_cells():
    found = read('title;date;player;"a,b,c,d,e,f,g"\nCatan;2024-05-01;Ana;x\n')
    assert found.records[0].title == "Catan"


def test_times_of_a_sheet_of_ones_own_are_those_of_the_place():
    def ahead(time: datetime) -> datetime:
        return (time - timedelta(hours=13)).replace(tzinfo=UTC)

    def read_there(text):
        return play_csv.read(text, "plays.csv", GAMES, NEVER, ahead).records[0]

    sheet = "title,date,player\nCatan,{},Ana\n"
    assert read_there(sheet.format("2024-01-05")).ended == "2024-01-04T23:00:00Z"
    assert read_there(sheet.format("2024-01-05 20:00")).ended == "2024-01-05T07:00:00Z"
    assert read_there(sheet.format("2024-01-05 20:00Z")).ended == "2024-01-05T20:00:00Z"
    assert read_there(written(FULL)).ended == FULL.ended
    # Whoever takes the laptop along has no other plays for it.
    here, there = (
        read(sheet.format("2024-01-05")).records[0],
        read_there(sheet.format("2024-01-05")),
    )
    assert here.uid == there.uid


OTHER = FULL._replace(uid="0b6f2a52-0000-5000-8000-00000000000b", comment='a "b"\nc')


def test_a_table_that_was_cut_off_within_a_row_is_refused_wherever_that_was():
    text = written(FULL, OTHER).replace("\r\n", "\n")
    for end in range(len(text) - 1):
        if "\n" not in text[end - 1 : end + 1]:
            with pytest.raises(Invalid, match=r"plays\.csv"):
                read(text[:end])
    with pytest.raises(Invalid, match=r"Line 7 .* no line end; perhaps the file was cut off"):
        read(text[:-2])
    assert len(read(text[:-1]).records) == 2  # Google Sheets ends the last line with nothing


def resaved(text: str, date: str, delimiter: str, decimal: str, end: str) -> str:
    """A table as a spreadsheet saves it that showed it in the way of its country."""
    head, *rows = csv.reader(io.StringIO(text, newline=""))
    out = io.StringIO()
    write = csv.writer(out, delimiter=delimiter, lineterminator=end)
    write.writerow(head)
    for row in rows:
        cells = dict(zip(head, row, strict=True))
        for column in ("started", "ended"):
            cells[column] = f"{datetime.fromisoformat(cells[column]):{date}}"
        cells["score"] = cells["score"].replace(".", decimal)
        write.writerow(cells.values())
    return out.getvalue()


@pytest.mark.parametrize("date", ["%d.%m.%Y %H:%M:%S", "%d/%m/%Y %H:%M:%S", "%m/%d/%Y %I:%M:%S %p"])
@pytest.mark.parametrize(("delimiter", "decimal"), [(",", "."), (";", ","), ("\t", ",")])
def test_a_table_comes_in_again_as_the_same_after_a_spreadsheet_of_any_country(
    date, delimiter, decimal
):
    late = FULL._replace(
        uid="0b6f2a52-0000-5000-8000-00000000000b",
        ended="2025-03-25T20:00:00Z",
        parts=(Part("Ana", 8.5, True, True), Part("Ben", -3, False, False)),
    )
    text = resaved(written(FULL, late), date, delimiter, decimal, "\n").rstrip("\n")
    assert list(read(text).records) == [as_read(FULL), as_read(late)]


def test_a_table_of_ours_that_a_spreadsheet_made_doubtful_is_asked_about():
    odd = FULL._replace(parts=(Part("Ana", 1.234, True), Part("Ben", 2, False)))
    assert read(written(odd)).records[0].parts[0].score == 1.234
    text = resaved(written(odd), "%d.%m.%Y %H:%M:%S", ";", ",", "\n")
    with pytest.raises(Invalid, match=r"“1,234”: 1,234 may be 1234, or 1\.234 with decimals"):
        read(text)
    found = play_csv.read(
        text, "plays.csv", GAMES, NEVER, options=play_csv.SheetOptions(decimal="comma")
    )
    assert found.records[0].parts[0].score == 1.234
    text = resaved(written(FULL), "%m/%d/%Y %H:%M:%S", ",", ".", "\n")
    with pytest.raises(Invalid, match="may be 2025-01-03 or 2025-03-01"):
        read(text)


def test_rows_that_are_missing_are_missed():
    head, _, ben, *more = written(FULL, OTHER).splitlines(keepends=True)
    with pytest.raises(
        Invalid, match=r"Line 2 .* the seats of its play are 2; perhaps rows were cut off"
    ):
        read("".join([head, ben, *more]))


@pytest.mark.parametrize("change", ["title", "ended", "comment", "group"])
def test_rows_of_one_play_that_contradict_each_other_are_refused(change):
    rows = list(csv.reader(io.StringIO(written(FULL), newline="")))
    rows[2][play_csv.COLUMNS.index(change)] = "2020-01-01"
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    with pytest.raises(Invalid, match=rf"Line 3 .* `{change}` is “2020-01-01”, and “.*” in line 2"):
        read(out.getvalue())


def test_signs_that_terminals_obey_are_gone_on_the_way_in_and_out():
    found = read('title,date,player,comment\n"Ca\x1b[31mtan",2024-05-01,A\x00n\u202ea,"x\ny\x07"\n')
    (play,) = found.records
    assert (play.title, play.parts[0].name, play.comment) == ("Ca [31mtan", "A na", "x\ny")
    evil = play._replace(title="\x1b]0;x\x07Catan", place="a\nb", parts=(Part("\x9b1mAna"),))
    out = "".join(play_csv.lines([evil], "Fri\x1bday"))
    assert not any(sign in out for sign in "\x1b\x07\x9b")
    assert '"x\ny"' in out


@pytest.mark.parametrize(
    ("name", "most", "what"),
    [("MOST_PLAYS", 1, "1 plays"), ("MOST_LINES", 4, "4 lines"), ("MOST_SIGNS", 5, "5 characters")],
)
def test_a_table_with_too_much_in_it_is_refused_with_the_number(monkeypatch, name, most, what):
    other = FULL._replace(uid=FULL.uid.replace("a", "b"))
    read(written(FULL, other))
    monkeypatch.setattr(limits, name, most)
    with pytest.raises(Invalid, match=rf"plays\.csv has more than {what}"):
        read(written(FULL, other))
