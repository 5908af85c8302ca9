"""How a play went: points by round, when and how long it was, and the whole of it as a report."""

import pytest

from companion.core.numbers import score
from companion.errors import NotFound
from companion.store.tiny import TinyStore
from companion.table.history.report import report
from companion.table.local_time import length, when
from tests.desks import Desks


@pytest.fixture
def three_rounds(companion):
    """Ana begins; after three rounds Ben leads by two and has won."""
    companion.must("start bwd Ana Ben --target 8")
    for line in (
        "score ana +3",
        "score ben +1",
        "next",
        "score ana +1 ben +2",
        "next",
        "score ben +3",
        "finish",
    ):
        companion.must(line)
    return companion


def test_points_are_told_round_by_round(three_rounds):
    told = three_rounds.must("play show --json").json
    assert told["track"] == {
        "across": "round",
        "up": "points",
        "rows": [
            {"at": 0, "values": [3, 3]},
            {"at": 1, "values": [6, 4]},
            {"at": 2, "values": [7, 6]},
            {"at": 3, "values": [7, 9]},
        ],
    }
    assert (told["winners"], told["round"], told["status"]) == (["Ben"], 3, "finished")
    assert told["why"] == "Ben has 9 (8 are needed), and leads by 2"
    assert [entry["entry"] for entry in told["log"]] == list(range(1, 9))


def test_an_evening_without_rounds_is_told_entry_by_entry(companion):
    companion.must("start bwd Ana Ben")
    companion.must("score ana +3")
    companion.must("pass")  # nobody's points change: no step of its own
    companion.must("score ben +1")
    track = companion.must("play show --json").json["track"]
    assert track["across"] == "entry"
    assert [(row["at"], row["values"]) for row in track["rows"]] == [
        (1, [3, 3]),
        (2, [6, 3]),
        (4, [6, 4]),
    ]


def test_what_was_taken_back_is_no_step(three_rounds):
    three_rounds.must("undo")
    three_rounds.must("undo")
    rows = three_rounds.must("play show --json").json["track"]["rows"]
    assert rows[-1] == {"at": 2, "values": [7, 6]}


def test_a_game_without_points_is_followed_by_its_cards(companion):
    companion.must("start lwd Ana Ben --cards 6")
    companion.must("lwd round 2")
    companion.must("lwd lose ana 2")
    track = companion.must("play show --json").json["track"]
    assert track["up"] == "cards"
    assert track["rows"][0]["values"] == [6, 6]
    assert track["rows"][-1]["values"][0] < 6


def test_the_report_on_the_screen_shows_it_all(three_rounds):
    out = three_rounds.must("play show").out
    assert "Ben has won: Ben has 9 (8 are needed), and leads by 2." in out
    assert "3 rounds" in out
    assert "Points by round" in out
    assert "In the end" in out
    assert "Log of" not in out
    assert "Log of" in three_rounds.must("play show --log").out


def test_of_few_columns_the_rounds_stand_below_each_other(companion, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    companion.must("start bwd Ana Ben --target 99")
    for _ in range(12):
        companion.must("score ana +1")
        companion.must("next")
    lines = companion.must("play show").out.splitlines()
    assert max(map(len, lines)) <= 50
    assert any(line.split() == ["12", "15", "3"] for line in lines)


def test_a_play_that_goes_on_can_be_looked_at(companion):
    companion.must("start bwd Ana Ben")
    ran = companion.must("play show")
    assert "As it stands" in ran.out
    assert companion.must("play show --json").json["ended"] is None


def test_one_that_there_is_not(home, companion):
    companion.must("start bwd Ana Ben")
    assert companion("play show bwd-9").code == 1
    with pytest.raises(NotFound):
        report(Desks(TinyStore(home))(), "import-1.2")


def test_the_play_can_be_named_as_an_option_as_well(three_rounds):
    three_rounds.must("start bwd Cho Dan")
    assert three_rounds.must("play show --play bwd-1 --json").json["play"] == "bwd-1"
    assert three_rounds("play show bwd-1 --play bwd-2").code == 2


# As a page


def test_the_page_holds_everything_in_one_file(three_rounds, tmp_path):
    page = tmp_path / "report.html"
    ran = three_rounds.must(f"play show bwd-1 -o {page}")
    assert ran.out == f"The report of bwd-1 is in {page.name}.\n"
    html = page.read_text("utf-8")
    assert "<svg" in html
    assert "Points by round" in html
    assert "Ana +3: 3 → 6" in html
    assert "http://" not in html.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in html
    assert "<script" not in html


def test_names_are_text_on_the_page_and_never_tags(companion, tmp_path):
    companion.must("start bwd", "<b>Ana", "B&n")
    companion.must(f"play show -o {tmp_path / 'r.html'}")
    html = (tmp_path / "r.html").read_text("utf-8")
    assert "<b>Ana" not in html
    assert "&lt;b&gt;Ana" in html


def test_the_page_can_go_through_a_pipe(three_rounds):
    assert three_rounds.must("play show -o -").out.startswith("<!DOCTYPE html>")
    refused = three_rounds("play show -o - --json")
    assert refused.code == 2


@pytest.mark.parametrize("name", ["report", "report.pdf", "report.docx"])
def test_a_name_that_is_none_of_a_page_is_refused(three_rounds, tmp_path, name):
    ran = three_rounds(f"play show -o {tmp_path / name}")
    assert ran.code == 2
    assert "report.html" in ran.err
    assert not (tmp_path / name).exists()


def test_our_own_files_are_not_written_over(home, three_rounds):
    ran = three_rounds(f"play show -o {home / 'groups/home/report.html'}")
    assert ran.code == 2
    assert "keeps its own files" in ran.err


# In words


@pytest.mark.parametrize(
    ("minutes", "told"),
    [(None, "–"), (0, "0 min"), (99, "99 min"), (100, "1 h 40"), (65, "65 min")],
)
def test_how_long(minutes, told):
    assert length(minutes) == told


@pytest.mark.parametrize(("points", "told"), [(3, "3"), (-2, "−2"), (2.5, "2.5"), (4.0, "4")])
def test_points_in_words(points, told):
    assert score(points) == told


def test_when_a_play_was():
    told = when("2025-03-01T19:30:00Z", "2025-03-01T20:15:00Z")
    assert told == "2025-03-01, 19:30–20:15"
    assert when("2025-03-01T23:30:00Z", "2025-03-02T00:15:00Z") == (
        "2025-03-01, 23:30 to 2025-03-02, 00:15"
    )
