"""Results that go out and come in, at a real command line: codes, questions, large files."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from PIL import Image

from tests.bench.elsewhere import export
from tests.cli.deck.test_print import drawn
from tests.printing.scanner import codes_in


@pytest.fixture
def evening(companion):
    """A play of two and one of four, both over."""
    companion.must("start bwd Ana Ben --first ben")
    companion.must("score ana +7")
    companion.must("finish --winner ana")
    companion.must("start boolean Ana Ben Cho 李明 --game liar")
    companion.must("finish --winner 李明")
    return companion


def play_in(text: str):
    """The play that the link in a code makes."""
    address = urlsplit(text)
    assert f"{address.scheme}://{address.netloc}{address.path}" == (
        "https://app.bgstatsapp.com/createPlay.html"
    )
    return json.loads(parse_qs(address.query)["data"][0])


def code_in(picture) -> str:
    (code,) = codes_in(picture)
    return bytes(code.bytes).decode()


def test_the_code_on_the_screen_is_the_play(evening, monkeypatch):
    monkeypatch.setenv("COLUMNS", "140")
    monkeypatch.setenv("NO_COLOR", "1")
    out = evening("export bwd-1 --qr").out
    link = next(line for line in out.splitlines() if line.startswith("https://"))
    text = code_in(drawn("\n".join(line for line in out.splitlines() if "http" not in line)))
    assert text == link
    play = play_in(text)
    assert play["sourcePlayId"] == evening("export bwd-1 --qr --json").json["uid"]
    assert play["game"] == {
        "name": "Blank White Dice",
        "sourceGameId": "bwd",
        "bggId": 206753,
        "highestWins": True,
        "noPoints": False,
    }
    assert [
        (one["name"], one["score"], one["winner"], one["startPlayer"]) for one in play["players"]
    ] == [("Ana", 10, True, False), ("Ben", 3, False, True)]


def test_the_code_in_a_picture_is_the_newest_play(evening, tmp_path):
    file = tmp_path / "code.png"
    told = evening(f"export --qr -o {file}")
    assert told.out == "boolean-2 is in code.png, for BG Stats to scan.\n"
    play = play_in(code_in(Image.open(file)))
    assert play["board"] == "Liar's Boolean Dice"
    assert "bggId" not in play["game"]
    assert [one["name"] for one in play["players"] if one["winner"]] == ["李明"]


@pytest.mark.parametrize("kind", ["svg", "pdf", "html"])
def test_the_code_can_be_drawn_in_every_kind(evening, tmp_path, kind):
    file = tmp_path / f"code.{kind}"
    assert evening(f"export --qr -o {file}").code == 0
    assert file.stat().st_size > 1000


def test_where_a_code_has_no_room_there_is_the_link(evening):
    told = evening("export bwd-1 --qr")
    assert play_in(told.out.strip())["players"][0]["name"] == "Ana"
    assert "`companion export bwd-1 --qr -o code.png`" in told.err
    assert told.code == 0


def crowded(companion, tmp_path, players: int, comment: str = ""):
    """A play of so many, as somebody noted it in a sheet."""
    file = tmp_path / "crowd.csv"
    rows = [f"Werewolf,2024-05-01,Villager number {n},{comment}" for n in range(players)]
    file.write_text("\n".join(["title,date,player,comment", *rows]), "utf-8")
    companion.must(f"import {file}")


def test_a_long_comment_stays_out_of_the_code(companion, tmp_path):
    crowded(companion, tmp_path, 3, "so long " * 400)
    companion.must(f"export --qr -o {tmp_path / 'code.png'}")
    assert "comments" not in play_in(code_in(Image.open(tmp_path / "code.png")))


def test_more_players_than_a_code_can_hold_want_a_file(companion, tmp_path):
    crowded(companion, tmp_path, 60)
    for output in ("", f" -o {tmp_path / 'code.png'}"):
        told = companion(f"export --qr{output}")
        assert told.code == 1
        assert "import-1.1 has too many players for a code." in told.err
    assert len(play_in(companion.must("export --qr --json").json["link"])["players"]) == 60


def test_an_export_is_data_alone(evening):
    told = evening("export")
    assert told.err == ""
    assert told.out.splitlines()[0].startswith("play,uid,game,")
    assert len(told.out.splitlines()) == 1 + 2 + 4


def test_who_was_in_it_and_when(evening):
    plays = evening("export --player cho --json").json["plays"]
    assert [play["play"] for play in plays] == ["boolean-2"]
    assert evening("export --until 2020").code == 1


# In


@pytest.mark.long
def test_ten_thousand_plays_come_in_once(companion, tmp_path):
    file = tmp_path / "BGStatsExport.json"
    file.write_text(json.dumps(export(10_000)), "utf-8")
    document = companion.must(f"import {file} --json").json
    assert (document["new"], document["known"], document["left_out"]) == (10_000, 0, [])
    assert len(document["players"]) == 40
    document = companion.must(f"import {file} --json").json
    assert (document["new"], document["known"]) == (0, 10_000)
    assert companion.must("plays --json").json["total"] == 10_000


def test_a_file_that_is_too_large_is_refused_with_its_size(companion, tmp_path):
    file = tmp_path / "huge.json"
    with file.open("wb") as out:
        out.truncate(104_000_000)
    told = companion(f"import {file}")
    assert told.code == 2
    assert "huge.json has 104.0 MB; at most 20 MB can be read." in told.err


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_sheets_come_in_whatever_a_spreadsheet_saved_them_as(companion, tmp_path, encoding):
    file = tmp_path / "plays.csv"
    file.write_text("title\tdate\tplayer\nCatan\t2024-05-01\tZoë\n", encoding)
    told = companion.must(f"import {file}").out
    assert "New players: Zoë." in told
    assert ("as in Windows-1252" in told) == (encoding == "cp1252")


def test_a_sheet_in_no_encoding_of_ours_is_refused_with_what_to_do(companion, tmp_path):
    file = tmp_path / "plays.csv"
    file.write_text("Игра;Дата;Игрок\nКатан;01.02.2026;Аня\n", "cp1251")
    told = companion(f"import {file}").err
    assert "plays.csv is not in UTF-8, and holds no plays if read as Windows-1252" in told
    assert "Save it as UTF-8" in told


def test_a_check_changes_nothing(companion, tmp_path, home):
    file = tmp_path / "plays.csv"
    file.write_text("title,date,player\nCatan,2024-05-01,Ana\n", "utf-8")
    assert companion(f"import {file} --check --json").json["done"] is False
    assert not (home / "groups").exists()


@pytest.fixture
def asked(evening, terminal, tmp_path):
    """An import at a terminal, of a file in which Ana and Ben played as well."""
    file = tmp_path / "plays.csv"
    file.write_text("title,date,player\nCatan,2024-05-01,Ana\nCatan,2024-05-01,ben\n", "utf-8")
    return terminal("import", str(file), columns=100, NO_COLOR="1")


def players_of_catan(companion) -> list[str]:
    (play,) = companion.must("export --game catan --json").json["plays"]
    return [who["name"] for who in play["players"]]


def test_at_a_terminal_each_name_is_asked_about(asked, evening):
    asked.shows("Ana in the file, Ana here: the same")
    asked.type("what?", "Ana in the file, Ana here: the same")
    asked.type("n", "Which name does the other Ana get here", "Ana 2")
    asked.type("Ana from work", "ben in the file, Ben here: the same")
    asked.type("", "ben in the file, Ben here: the same")  # Enter alone makes nobody one
    asked.type("yes", "1 play new", "Kept as import-1")
    asked.ends()
    assert players_of_catan(evening) == ["Ana from work", "Ben"]


def test_all_are_the_same_at_once(asked, evening):
    asked.shows("Ana here: the same")
    asked.type("a", "1 play new")
    asked.ends()
    assert players_of_catan(evening) == ["Ana", "Ben"]


def test_who_leaves_the_question_changes_nothing(asked, evening):
    asked.shows("Ana here: the same")
    asked.ctrl_c()
    asked.ends(130)
    assert evening("import --list --json").json["imports"] == []


def test_plays_of_one_place_are_listed_and_go_out(companion, tmp_path):
    sheet = tmp_path / "places.csv"
    sheet.write_text(
        "date,game,player,score,place\n"
        "2025-03-01,Catan,Ana,10,Ben's kitchen\n"
        "2025-03-02,Go,Ana,1,The Cellar\n"
        "2025-03-03,Azul,Ana,50,ben's Kitchen\n",
        "utf-8",
    )
    companion("start bwd Ana Ben")
    companion("finish --winner ana")
    companion.must(f"import {sheet} --same")
    listed = companion.must("plays --place ben --json").json["plays"]
    assert [play["title"] for play in listed] == ["Azul", "Catan"]
    out = companion.must("export --as csv --place cellar").out
    assert out.count("\n") == 2
    assert "The Cellar" in out
    ran = companion("plays --place attic")
    assert ran.code == 1
    assert ran.err.splitlines() == [
        "No place is named “attic”.",
        "  → There is ben's kitchen and the cellar.",
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("export --separator x", "is not a separator"),
        ("export --decimal dot", "is not a decimal sign"),
        ("export --decimal comma", "Commas cannot separate both"),
        ("export --as jsonl --separator tab", "are for CSV"),
        ("export --all", "is for BG Stats"),
        ("export --qr --all", "and is not a sheet"),
        ("export --json --decimal comma", "without separators to choose"),
    ],
)
def test_options_that_mean_nothing_are_refused(companion, line, says):
    told = companion(line)
    assert told.code != 0
    assert says in told.err
