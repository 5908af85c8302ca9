"""Sheets of one's own: in many words, with all that is not read named, and nothing guessed."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.record import Part
from companion.errors import Invalid
from companion.exchange import play_csv
from companion.exchange.columns import minutes_of
from companion.exchange.dates import Dates
from companion.exchange.numbers import Decimals, flag
from companion.exchange.parsed_plays import KnownGame, Unread
from companion.exchange.play_csv import SheetOptions
from companion.exchange.sheet import letters_of

GAMES = (KnownGame("bwd", "Blank White Dice", 206753),)
LATEST = "2026-11-24T19:00:00Z"


def read(text: str, dates: str | None = None, decimal: str | None = None):
    return play_csv.read(text, "plays.csv", GAMES, LATEST, options=SheetOptions(dates, decimal))


def parts(text: str, **said: str):
    """Who was in the only play of a sheet."""
    (play,) = read(text, **said).records
    return play.parts


# What stands around the plays


@pytest.mark.parametrize(
    "above",
    [
        "Our evenings\n",
        "Our evenings;;;\n;;;\n",
        '\n"Our evenings; by Ana";;;\nSince 2025;;;\n',
        "sep=;\nOur evenings\n",
    ],
)
def test_what_a_sheet_is_about_may_stand_above_the_names_of_its_columns(above):
    found = read(f"{above}Datum;Spiel;Ana;Ben\n01.05.2024;Catan;10;8\n")
    assert found.records[0].parts == (Part("Ana", 10), Part("Ben", 8))
    assert found.odd.lines[0][1].startswith("Our evenings")
    assert [line for line, _ in found.odd.lines] == [
        number for number, line in enumerate(above.splitlines(), 1) if "Our" in line or "20" in line
    ]


def test_names_of_columns_over_several_lines_are_no_title():
    found = read('"Date of\nplay",Game,"Date",Player\nx,Catan,2024-05-01,Ana\n')
    assert found.odd.lines == ()
    assert found.records[0].title == "Catan"


@pytest.mark.parametrize(
    "row",
    [
        "Summe;;18;1.234",  # and its points may be anything
        ";Gesamt:;18;12",
        "Total 2025;;18;12",
        ";;Total;12",
        "Ø;;9;6",
        "Siege;;1;0",
    ],
)
def test_sums_below_the_plays_are_named_and_are_no_plays(row):
    found = read(f"Datum;Spiel;Ana;Ben\n01.05.2024;Catan;10;8\n02.05.2024;Go;8;4\n{row}\n")
    assert len(found.records) == 2
    assert [line for line, _ in found.odd.lines] == [4]
    assert found.odd.values == ()


def test_a_row_with_a_date_is_a_play_whatever_it_says():
    found = read("Date,Game,Ana,Ben\n2024-05-01,Total,10,8\n")
    assert [play.title for play in found.records] == ["Total"]


def test_rows_in_which_nobody_played_are_named():
    found = read("Date,Game,Ana,Ben\nSeason two\n2024-05-01,Catan,10,8\n2024-05-02,Azul\n")
    assert len(found.records) == 1
    assert found.odd.lines == ((2, "Season two"), (4, "2024-05-02, Azul"))


def test_columns_without_a_name_are_named_as_spreadsheets_do():
    found = read(",Date,Game,Ana,Ben,\n1,2024-05-01,Catan,10,8,great,late\n")
    assert found.odd.columns == ("A (no heading)", "F (no heading)", "G (no heading)")
    assert letters_of(25) + letters_of(26) + letters_of(701) == "ZAAZZ"
    assert read("Date,Game,Ana,Ben,,\n2024-05-01,Catan,10,8,,\n").odd.columns == ()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Date,Game,Ana,Ben\n", "names of columns, and no row below"),
        ("Date,Ana,Ben\n2024-05-01,1,2\n", "no column says which game"),
        ("Player,Points\nAna,2\n", "no column says when and which game"),
        ("Date,Game,Ana,Ben\n2024-05-01,Go,10%,90%\n", "No points .* in Ana and Ben"),
        ("Date,Game,Game length,Mood\n2024-05-01,Go,75,ok\n", r"who played\. .* are in Mood\.$"),
        ("Date,Game,Game length\n2024-05-01,Go,75\n", r"says who played\.$"),
        ("Date,Game,Ana,ana\n2024-05-01,Go,1,9\n", "several columns `Ana`"),
        (
            "Date,Game,Player\n2024-05-01,Go,Ana\n,,Ben\n2024-05-02,Go,Ana\n,,Ben\n",
            "Line 3 .* it has no date",
        ),
    ],
)
def test_what_is_missing_is_said(text, why):
    assert play_csv.looks_like_table(text)
    with pytest.raises(Invalid, match=why):
        read(text)


def test_games_of_ours_go_by_their_titles_under_every_name_of_the_column():
    for name in ("Game", "Title", "Spiel", "game"):
        found = read(f"{name},Date,Ana\n blank white dice ,2024-05-01,3\n").records[0]
        assert (found.game, found.title) == ("bwd", "Blank White Dice")
    found = read("Game,Date,Ana\n Catan ,2024-05-01,3\n").records[0]
    assert (found.game, found.title) == ("", "Catan")


# Words


@pytest.mark.parametrize(
    "head",
    [
        "Game,Date,Player,Points,Winner",
        "game name,Played on,Name,Total score,Won?",
        "Spiel,Datum,Spieler,Punkte,Gewonnen",
        "Spiel,Tag,Spieler/in,Endstand,Sieger",
        "Jeu,Date,Joueur,Score final,Gagné",
        "Juego,Fecha,Jugadora,Puntos,Ganó",
        "Gioco,Data,Giocatore,Punteggio,Vinto",
        "Jogo,Data,Jogador,Pontuação,Venceu",
        "Spel,Datum,Speler,Punten,Gewonnen",
        "Игра,Дата,Игрок,Очки,Победа",
        "ゲーム,日付,プレイヤー,得点,勝ち",
        "TITLE,DATE,PLAYER,VP,WIN",
        "gameName,playDate,player_name,Total (pts),is it so: won",
    ],
)
def test_columns_go_by_the_words_that_people_use(head):
    found = read(f"{head}\nCatan,2024-05-01,Ana,10,1\nCatan,2024-05-01,Ben,8,0\n")
    won = not head.startswith("gameName")
    assert found.records[0].title == "Catan"
    assert found.records[0].parts == (Part("Ana", 10, won), Part("Ben", 8))
    assert found.odd.columns == (() if won else ("is it so: won",))


def test_of_several_words_for_points_the_surest_counts_and_the_others_are_named():
    found = read("title,date,player,points,total\nCatan,2024-05-01,Ana,7,10\n")
    assert found.records[0].parts == (Part("Ana", 10),)
    assert found.odd.columns == ("points",)
    assert found.read_as.columns == {"score": "total"}


def test_a_sheet_may_have_a_column_for_every_player():
    found = read(
        "Datum;Spiel;Ana;Ben;Cho;Anzahl Spieler;Stimmung;Sieger\n"
        "23.11.2026;Catan;10;8;;2;gut;Ana\n"
        "23.11.2026;Catan;3;DNF;12;3;;Cho\n"
        "23.11.2026;Catan;10;8;;2;gut;Ana\n"
        "23.11.2026;Catan;;;;;;\n"
    )
    assert [play.parts for play in found.records] == [
        (Part("Ana", 10, True), Part("Ben", 8)),
        (Part("Ana", 3), Part("Ben"), Part("Cho", 12, True)),
        (Part("Ana", 10, True), Part("Ben", 8)),
    ]
    assert len({play.uid for play in found.records}) == 3
    assert found.read_as.players == ("Ana", "Ben", "Cho")
    assert found.odd.columns == ("Anzahl Spieler", "Stimmung")
    assert [tuple(one) for one in found.odd.values] == [("Ben", "DNF", 1, (3,))]
    assert found.unread == 1


def test_a_column_of_numbers_is_no_player_if_its_name_says_what_it_is():
    found = read("Date,Game,Ana,Mary Ann,Game length,Average\n2026-10-01,Catan,10,8,75,9\n")
    assert found.read_as.players == ("Ana", "Mary Ann")
    assert found.odd.columns == ("Game length", "Average")


def test_a_result_may_be_who_won_in_words():
    found = read("title,date,player,Result\nCatan,2024-05-01,Ana,lost\nCatan,2024-05-01,Ben,Won\n")
    assert found.records[0].parts == (Part("Ana"), Part("Ben", None, True))
    assert found.odd.values == ()


def test_a_sheet_may_number_its_players():
    found = read(
        "Game,Date,Player 1,Score 1,Player 2,Score 2,Player 3,Score 3,Winner\n"
        "Catan,2024-05-01,Ana,10,Ben,8,,,Ana\n"
        "Catan,2024-05-01,Ana,9,Cho,10,Ben,4,Ben & Cho\n"
    )
    assert [play.parts for play in found.records] == [
        (Part("Ana", 10, True), Part("Ben", 8)),
        (Part("Ana", 9), Part("Cho", 10, True), Part("Ben", 4, True)),
    ]


@pytest.mark.parametrize(
    "head",
    [
        "Player 1 Name,Player 1 Score,Player 2 Name,Player 2 Score",
        "player_1_name,player_1_score,player_2_name,player_2_score",
        "P1 Name,P1 Points,P2 Name,P2 Points",
        "Spieler 1,Spieler 1 Punkte,Spieler 2,Spieler 2 Punkte",
    ],
)
def test_the_number_of_a_player_may_stand_in_the_middle(head):
    found = parts(f"Game,Date,{head},Won by\nCatan,2024-05-01,Ana,10,Ben,8,Ana\n")
    assert found == (Part("Ana", 10, True), Part("Ben", 8))


@pytest.mark.parametrize("form", ["{}.score", "{}Score", "{}_pts", "Score: {}", "{}'s points"])
def test_a_name_and_a_word_stand_together_in_many_ways(form):
    found = parts(f"Game,Date,{form.format('Ana')},{form.format('Ben')}\nCatan,2024-05-01,10,8\n")
    assert found == (Part("Ana", 10), Part("Ben", 8))


def test_winner_and_loser_are_nobodys_names():
    sheet = "Date,Game,Winner,Winner Score,Loser,Loser Score\n2024-05-01,Go,Ana,9,Ben,3\n"
    with pytest.raises(Invalid, match="no column says who played"):
        read(sheet)


def test_a_cell_may_name_all_players():
    found = read(
        "Timestamp,Date,Game,Players,Winner\n"
        '13/10/2026 21:03:11,13/10/2026,Catan,"Ana, Ben & Zoë",Ben\n'
        '14/10/2026 21:03:11,14/10/2026,Catan,"Ana (10), Ben: 8",Ana\n'
    )
    assert [play.parts for play in found.records] == [
        (Part("Ana"), Part("Ben", None, True), Part("Zoë")),
        (Part("Ana", 10, True), Part("Ben", 8)),
    ]
    assert found.odd.columns == ("Timestamp",)
    assert found.read_as.columns["player"] == "Players"


def test_points_stand_behind_names_with_a_blank_where_everybody_has_some():
    found = read(
        'Date,Game,Players\n2024-05-01,Catan,"Ana 10, Ben Lee -8"\n'
        "2024-05-02,Catan,Ana (55); Ben: 6\n"
    )
    assert [play.parts for play in found.records] == [
        (Part("Ana", 10), Part("Ben Lee", -8)),
        (Part("Ana", 55), Part("Ben", 6)),
    ]
    (play,) = read('Date,Game,Players\n2024-05-01,Catan,"R2 D2, Ben"\n').records
    assert [part.name for part in play.parts] == ["R2 D2", "Ben"]


@pytest.mark.parametrize(
    ("yes", "no"), [("TRUE", "FALSE"), ("W", "L"), ("x", "❌"), ("ja", "nein")]
)
def test_columns_of_players_may_say_who_won_and_nothing_else(yes, no):
    found = read(f"Date,Game,Ana,Ben,Mood\n2024-05-01,Go,{yes},{no},good\n")
    assert found.records[0].winners == ("Ana",)
    assert found.odd.columns == ("Mood",)
    found = read("Date,Game,Ana,Ben,Solo\n2024-05-01,Go,5,3,no\n2024-05-02,Chess,W,L,no\n")
    assert found.records[1].parts == (Part("Ana", None, True), Part("Ben"))
    assert found.odd == Unread(("Solo",))


def test_no_minutes_are_not_known():
    found = read("Date,Game,Minutes,Ana,Ben\n2024-05-01,Go,0,5,3\n2024-05-02,Go,20,5,3\n")
    assert [play.minutes for play in found.records] == [None, 20]


def test_money_is_points():
    found = parts('Date,Game,Ana,Ben,Cho\n2024-05-01,Go,"$1,250.50",-€30,300 ¥\n')
    assert [part.score for part in found] == [1250.5, -30, 300]


@pytest.mark.parametrize("column", ["Platz", "rank", "place"])
def test_who_came_first_has_won(column):
    found = parts(
        f"title,date,player,{column}\nCatan,2024-05-01,Ana,2.\nCatan,2024-05-01,Ben,1st\n"
    )
    assert found == (Part("Ana"), Part("Ben", None, True))


def test_a_place_that_is_no_rank_is_where_it_was():
    found = read("title,date,player,place\nCatan,2024-05-01,Ana,Kitchen\n")
    assert found.records[0].place == "Kitchen"


# Yes and no


@pytest.mark.parametrize(
    ("yes", "no"),
    [
        *(("ja", "nein"), ("oui", "non"), ("sí", "no"), ("Si", "No"), ("x", ""), ("✓", "")),
        *(("✔", "✗"), ("1", "0"), ("TRUE", "FALSE"), ("WAHR", "FALSCH"), ("VRAI", "FAUX")),
        *(
            ("VERDADERO", "FALSO"),
            ("sim", "não"),
            ("да", "нет"),
            ("はい", "いいえ"),
            ("won", "lost"),
        ),
        *(("Gewonnen", "verloren"), ("✔️", "-"), ("tak", "nie"), ("Y", "N"), ("J", "N")),
    ],
)
def test_yes_and_no_are_understood_in_many_words(yes, no):
    found = read(f"title,date,player,won\nCatan,2024-05-01,Ana,{yes}\nCatan,2024-05-01,Ben,{no}\n")
    assert found.records[0].winners == ("Ana",)
    assert found.odd.values == ()


@pytest.mark.parametrize("text", ["×", "○", "vielleicht", "2nd half"])
def test_what_may_be_either_is_neither_and_named(text):
    assert flag(text) is None
    found = read(f"title,date,player,Gewonnen\nCatan,2024-05-01,Ana,{text}\n")
    assert found.records[0].winners == ()
    assert [(one.column, one.value) for one in found.odd.values] == [("Gewonnen", text)]


# What was not read


def test_every_value_that_is_not_understood_is_named_with_its_lines():
    found = read(
        "title,date,player,Punkte,seat,minutes,first,Laune\n"
        "Catan,2024-05-01,Ana,viele,oben,lang,vielleicht,gut\n"
        "Catan,2024-05-01,Ben,viele,2,1 h 30,ja,\n"
    )
    assert found.odd.columns == ("Laune",)
    assert {(one.column, one.value, one.times, one.places) for one in found.odd.values} == {
        ("Punkte", "viele", 2, (2, 3)),
        ("seat", "oben", 1, (2,)),
        ("first", "vielleicht", 1, (2,)),
        ("minutes", "lang", 1, (2,)),
    }
    assert found.unread == 2


def test_of_ten_thousand_bad_values_not_all_are_named():
    rows = "".join(
        f"Catan,2024-05-01 {n // 60 % 24:02}:{n % 60:02},P{n},bad {n}\n" for n in range(1440)
    )
    odd = read(f"title,date,player,score\n{rows}").odd
    assert len(odd.values) == 100
    assert odd.more == 1340
    rows = "".join(f"Catan,2024-05-01,P{n % 90},bad\n" for n in range(90))
    (value,) = read(f"title,date,player,score\n{rows}").odd.values
    assert (value.times, len(value.places)) == (90, 20)


def test_all_dates_that_are_none_are_named_at_once():
    rows = "".join(f"Catan,soon {n},Ana\n" for n in range(10_000))
    with pytest.raises(Invalid) as refused:
        read(f"title,date,player\n{rows}")
    assert refused.value.message == (
        "10,000 dates in plays.csv are not times such as 2026-11-22 21:30: “soon 0” in line 2, "
        "“soon 1” in line 3, “soon 2” in line 4, “soon 3” in line 5, “soon 4” in line 6 "
        "and 9,995 more."
    )


# Days


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("23.11.2026", "2026-11-23T12:00:00Z"),
        ("3.1.26", "2026-01-03T12:00:00Z"),
        ("23.11.99", "1999-11-23T12:00:00Z"),
        ("23. 11. 2026 19:30", "2026-11-23T19:30:00Z"),
        ("23.11.2026, 19.30 Uhr", "2026-11-23T19:30:00Z"),
        ("Mo, 23.11.2026", "2026-11-23T12:00:00Z"),
        ("23/11/2026 7:05 PM", "2026-11-23T19:05:00Z"),
        ("11/23/2026 12:05 am", "2026-11-23T00:05:00Z"),
        ("23-11-2026", "2026-11-23T12:00:00Z"),
        ("2026/11/23", "2026-11-23T12:00:00Z"),
        ("2026. 11. 23.", "2026-11-23T12:00:00Z"),
        ("2026年11月23日", "2026-11-23T12:00:00Z"),
        ("23-Nov-26", "2026-11-23T12:00:00Z"),
        ("Nov 23, 2026", "2026-11-23T12:00:00Z"),
        ("23 août 2026", "2026-08-23T12:00:00Z"),
        ("3. März 2026", "2026-03-03T12:00:00Z"),
        ("1er juillet 2026 20h15", "2026-07-01T20:15:00Z"),
        ("23 de noviembre de 2026", "2026-11-23T12:00:00Z"),
        ("03/03/2026", "2026-03-03T12:00:00Z"),
        ("2026-11-23 19:30", "2026-11-23T19:30:00Z"),
    ],
)
def test_days_are_read_as_people_write_them(text, day):
    assert read(f'title,date,player\nCatan,"{text}",Ana\n').records[0].ended == day


@pytest.mark.parametrize(
    "text", ["31.02.2026", "13/13/2026", "23.11.", "46349", "23.11.2026 25:00", "23 foo 2026"]
)
def test_days_that_cannot_be_are_none(text):
    with pytest.raises(Invalid, match="is not a time such as"):
        read(f"title,date,player\nCatan,{text},Ana\n")


@pytest.mark.parametrize(("settles", "day"), [("13/02/2026", "04-03"), ("02/13/2026", "03-04")])
def test_one_date_settles_all_of_a_file(settles, day):
    found = read(f"title,date,player\nCatan,03/04/2026,Ana\nCatan,{settles},Ana\n")
    assert found.records[0].ended == f"2026-{day}T12:00:00Z"
    assert found.read_as.dates == ("dmy" if day == "04-03" else "mdy")
    assert found.read_as.example == ("03/04/2026", f"2026-{day}")


def test_dates_that_nothing_settles_are_refused_with_both_readings():
    sheet = "title,date,player\nCatan,2026-01-30,Ana\nCatan,03/04/2026,Ana\n"
    with pytest.raises(Invalid) as refused:
        read(sheet)
    assert refused.value.message == (
        "“03/04/2026” in line 3 of plays.csv may be 2026-04-03 or 2026-03-04, "
        "and no other date in it says which."
    )
    assert "`--dates dmy` reads 2026-04-03, `--dates mdy` reads 2026-03-04" in refused.value.hint
    assert [read(sheet, order).records[1].ended[:10] for order in ("dmy", "mdy")] == [
        "2026-04-03",
        "2026-03-04",
    ]


def test_dates_that_contradict_each_other_are_refused_with_both():
    with pytest.raises(Invalid, match=r"“13/02/2026” \(line 2\) .* “02/13/2026” \(line 3\)"):
        read("title,date,player\nCatan,13/02/2026,Ana\nCatan,02/13/2026,Ana\n")


def test_a_time_may_have_a_column_of_its_own():
    found = read(
        "title,date,Uhrzeit,player\n"
        "Catan,23.11.2026,19:30,Ana\nCatan,23.11.2026,21:00,Ana\nCatan,2026-11-24,abends,Ana\n"
    )
    assert [play.ended[5:16] for play in found.records] == [
        "11-23T19:30",
        "11-23T21:00",
        "11-24T12:00",
    ]
    assert [(one.column, one.value) for one in found.odd.values] == [("Uhrzeit", "abends")]


@given(st.datetimes(datetime(1970, 1, 1), datetime(2026, 11, 1)), st.sampled_from("./-"))
def test_a_day_is_the_day_that_it_was_whatever_parts_it(day, sign):
    dates = Dates("dmy", 2026)
    text = f"{day.day}{sign}{day.month:02}{sign}{day.year}"
    assert dates.moment(text) == f"{day:%Y-%m-%d}T12:00:00Z"


@given(st.lists(st.dates(datetime(2000, 1, 1).date(), datetime(2026, 11, 1).date()), min_size=1))
def test_a_file_is_settled_or_refused_and_never_misread(days):
    dates = Dates(None, 2026)
    for line, day in enumerate(days):
        dates.see(f"{day:%m/%d/%Y}", line)
    try:
        dates.settle("plays.csv")
    except Invalid:
        assert all(day.day <= 12 for day in days)
    else:
        for day in days:
            assert (dates.moment(f"{day:%m/%d/%Y}") or "")[:10] == f"{day:%Y-%m-%d}"


# Numbers


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (("12", "-3", "−3", "+4"), (12, -3, -3, 4)),
        (("1 234", "1\u00a0234", "1\u202f234", "12 345 678"), (1234, 1234, 1234, 12_345_678)),
        (("1'234", "1’234", "1'234.5"), (1234, 1234, 1234.5)),
        (("1,234", "1,234.5"), (1234, 1234.5)),
        (("1,234", "12.5"), (1234, 12.5)),
        (("1.234", "12.5"), (1.234, 12.5)),
        (("1.234,5", "3,5"), (1234.5, 3.5)),
        (("1.234.567",), (1_234_567,)),
        (("10+5", "2*3+1"), (15, 7)),
        (("12 points", "12 Pkt.", "12pts"), (12, 12, 12)),
        (("１２",), (12,)),
        (("0.125", "0,125"), (0.125, 0.125)),
    ],
)
def test_points_are_read_as_people_write_them(cells, values):
    decimals = Decimals()
    for line, cell in enumerate(cells, 2):
        decimals.see(cell, line)
    decimals.settle("plays.csv")
    assert [decimals.value(cell) for cell in cells] == [*values]


@pytest.mark.parametrize("cell", ["3:2", "7/2", "12%", "DNF", "1.23.4", "1,2,3", "4 5", "5 cards"])
def test_what_is_no_number_of_points_is_none(cell):
    assert Decimals().value(cell) is None


@pytest.mark.parametrize(
    ("cells", "beside"),
    [
        (("1.234", "1.234,5"), ", beside “1.234,5” in line 3"),
        (("1.234", "7"), ""),
        (("1,234", "3,5"), ", beside “3,5” in line 3"),
    ],
)
def test_a_number_that_may_be_two_is_refused_with_both_readings(cells, beside):
    rows = "".join(f'Catan,2024-05-0{n},Ana,"{cell}"\n' for n, cell in enumerate(cells, 1))
    sheet = f"title,date,player,score\n{rows}"
    with pytest.raises(Invalid) as refused:
        read(sheet)
    assert refused.value.message == (
        f"Line 2 of plays.csv has the points “{cells[0]}”{beside}: {cells[0]} may be 1234, "
        "or 1.234 with decimals."
    )
    thousands, decimals = ("comma", "point") if "." in cells[0] else ("point", "comma")
    assert read(sheet, decimal=thousands).records[0].parts[0].score == 1234
    assert read(sheet, decimal=decimals).records[0].parts[0].score == 1.234


@given(st.integers(-(10**9), 10**9), st.sampled_from(["", " ", "'", "."]))
def test_a_whole_number_is_the_same_however_its_digits_stand_together(value, sign):
    text = f"{value:,}".replace(",", sign)
    assert Decimals("comma").value(text) == value


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        *(("90", 90), ("90 min", 90), ("1:30", 90), ("1h", 60), ("1 h 30", 90), ("1h30m", 90)),
        *(("1 Std. 5 Min.", 65), ("90'", 90), ("1:30:00", 90), ("long", None), ("", None)),
    ],
)
def test_how_long_it_took(text, minutes):
    assert minutes_of(text) == minutes


@given(st.text(max_size=20))
def test_no_cell_is_too_strange(text):
    dates, decimals = Dates(None, 2026), Decimals()
    dates.see(text, 2)
    decimals.see(text, 2)
    dates.moment(text, clock=text)
    decimals.value(text)
    minutes_of(text)
