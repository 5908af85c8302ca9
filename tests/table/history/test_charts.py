"""What is drawn over years: wins, ratings, boxes that grow."""

import sys

import pytest

from companion.core.dates import day_of
from companion.errors import NotFound, Refused
from companion.table.history import charts
from companion.table.history.charts import growth, wins
from companion.table.history.filters import Choice, selected
from companion.table.history.ratings import ratings
from tests.stats.records import played


def test_wins_add_up_play_by_play(past):
    plays = [played(1, "Ana*", "Ben"), played(2, "Ben*", "Cho"), played(3, "Ana*", "Ben")]
    _, chart = wins(selected(past(plays), Choice()), [])
    assert chart.across == "play"
    assert {series.name: series.points for series in chart.series} == {
        "Ben": ((1, 0), (2, 1), (3, 1)),
        "Ana": ((1, 1), (3, 2)),
        "Cho": ((2, 0),),
    }


def test_cooperative_plays_are_no_wins_and_who_played_only_such_is_not_drawn(past):
    coop = played(2, "Cho*", "Ana*", coop=True)
    reply, chart = wins(selected(past([played(1, "Ana*", "Ben"), coop]), Choice()), [])
    assert {series.name: series.points for series in chart.series} == {
        "Ana": ((1, 1),),
        "Ben": ((1, 0),),
    }
    assert reply.blocks() == [chart]
    reply, _ = wins(selected(past([coop]), Choice()), [])
    assert "All of these plays are cooperative" in str(reply.blocks()[1])


def test_plays_of_months_stand_on_their_days_and_of_each_day_the_last_one(past):
    plays = [played(1, "Ana*", "Ben"), played(30, "Ana*", "Ben")]
    later = {"uid": "00000000-0000-4000-8000-999999999999", "started": "2026-02-03T21:00:00Z"}
    again = plays[1]._replace(**later)
    _, chart = wins(selected(past([*plays, again]), Choice()), ["ana"])
    assert chart.dates
    assert chart.series[0].points == ((day_of("2026-01-02"), 1), (day_of("2026-02-03"), 3))


def test_days_of_a_chart_are_those_of_this_place(past, lives_in):
    lives_in("America/Los_Angeles")  # where it is still the day before
    plays = [played(1, "Ana*", "Ben"), played(30, "Ana*", "Ben")]
    early = [play._replace(started=play.started.replace("T20", "T03")) for play in plays]
    _, chart = wins(selected(past(early), Choice()), ["ana"])
    assert chart.series[0].points == ((day_of("2026-01-01"), 1), (day_of("2026-02-02"), 2))


def test_whether_plays_are_of_few_days_goes_by_the_days_of_this_place(past, lives_in):
    first, last = played(1, "Ana*", "Ben"), played(15, "Ana*", "Ben")
    # 14 days apart by the clocks of London, 13 by those of Los Angeles.
    last = last._replace(started=last.started.replace("T20", "T03"))
    about = selected(past([first, last]), Choice())
    assert wins(about, [])[1].dates
    lives_in("America/Los_Angeles")
    assert not wins(about, [])[1].dates


def test_a_box_grows_on_the_days_of_this_place(companion, monkeypatch, lives_in):
    lives_in("America/Los_Angeles")
    monkeypatch.setattr("companion.cli.run.now", lambda: "2026-11-22T03:00:00Z")
    companion.must("blank box new Friday --mark ★")
    companion.must('blank rule add "If a 1 is played, then sing" --approved')
    assert "2026-11-21" in companion("chart growth").out


def test_only_those_are_drawn_who_were_named_else_those_who_played_most(past):
    plays = [played(n, f"Guest-{n}*", "Ben") for n in range(12)]
    about = selected(past(plays), Choice())
    assert [series.name for series in wins(about, ["guest-3"])[1].series] == ["Guest-3"]
    drawn = [series.name for series in wins(about, [])[1].series]
    assert len(drawn) == 8
    assert drawn[0] == "Ben"


def test_ratings_are_drawn_with_what_they_may_be_off_by(past):
    pytest.importorskip("openskill")
    about = selected(past([played(1, "Ana*", "Ben"), played(2, "Ana*", "Ben")]), Choice())
    _, chart = charts.ratings(about, [])
    ana = next(series for series in chart.series if series.name == "Ana")
    assert len(ana.points) == len(ana.band) == 2
    assert all(low < y < high for (_, y), (low, high) in zip(ana.points, ana.band, strict=True))
    table = ratings(about, []).document()
    assert table["ratings"][0]["rating"] == pytest.approx(ana.points[-1][1], abs=0.5)
    assert table["games"][0]["ratings"] == table["ratings"]


def test_without_openskill_ratings_say_what_to_install(past, monkeypatch):
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    about = selected(past([played(1, "Ana*", "Ben")]), Choice())
    with pytest.raises(Refused) as caught:
        ratings(about, [])
    assert "pip install openskill" in caught.value.hint


def test_a_box_grows_with_what_is_agreed_to_and_shrinks_with_what_retires(companion):
    companion.must("blank box new Friday --mark ★")
    companion.must('blank rule add "If a 1 is played, then sing" --printed')
    companion.must('blank rule add "If a 2 is played, then hop" --approved')
    companion.must('blank rule add "If a 3 is played, then dance"')
    (box,) = companion("chart growth --json").json["boxes"]
    assert [step["rules"] for step in box["steps"]] == [0, 1]
    companion.must("blank rule approve 16")
    companion.must("blank card customise 4-hexagon sing --title Song --by Ben")
    companion.must("blank card approve song")
    companion.must("blank rule retire 15")
    (box,) = companion("chart growth friday --json").json["boxes"]
    assert [(step["rules"], step["game cards"]) for step in box["steps"]] == [
        *((0, 0), (1, 0), (2, 0), (2, 1), (1, 1))
    ]
    companion.must("blank box undo")
    (box,) = companion("chart growth friday --json").json["boxes"]
    assert box["steps"][-1]["rules"] == 2


def test_two_boxes_are_drawn_beside_each_other(companion):
    companion.must("blank box new Friday --mark ★")
    companion.must("blank box new Cellar --mark ♥")
    companion.must('blank rule add "If a 2 is played, then hop" --box cellar --approved')
    drawn = companion("chart growth").out
    assert "Friday ★ 0" in drawn
    assert "Cellar ♥ 1" in drawn


def test_a_group_without_a_box_has_nothing_that_grows(past):
    with pytest.raises(NotFound):
        growth(past([]), None)


@pytest.mark.parametrize("ending", ["svg", "png", "pdf", "html"])
def test_a_chart_becomes_a_picture(companion, tmp_path, ending):
    companion.must("start bwd Ana Ben")
    companion.must("score ana +3")
    companion.must("finish --winner ana")
    file = tmp_path / f"chart.{ending}"
    for what in ("tracks bwd-1", "wins"):
        ran = companion.must(f"chart {what} -o {file} --json")
        assert ran.json["kind"] == ending
        assert file.stat().st_size > 500
        file.unlink()


@pytest.mark.parametrize("which", ["bwd-1", "--play bwd-1", "--play 1"])
def test_the_points_of_any_play_are_drawn_named_either_way(companion, which):
    companion.must("start bwd Ana Ben")
    companion.must("score ana +3")
    companion.must("finish --winner ana")
    companion.must("start bwd Cho Dan")
    assert companion.must(f"chart points {which} --json").json["play"] == "bwd-1"


def test_rules_that_were_in_play_are_counted(companion):
    companion.must("blank box new Friday --mark ★")
    companion.must('blank rule add "If a 7 is played, then sing" --printed')
    companion.must('blank rule add "If an 8 is played, then hop" --printed')
    # Not the same people: two plays that began in one second would be taken for one.
    for rule, who in ((1, "Ana Ben"), (1, "Ana Cho"), (2, "Ana Dan")):
        companion.must(f"start blank {who} --rules {rule}")
        companion.must("blank win ana --empty")
    (game,) = companion("stats --game blank --json").json["games"]
    assert [(rule["title"], rule["plays"]) for rule in game["rules"]] == [
        ("1: If a 7 is played, then sing", 2),
        ("2: If an 8 is played, then hop", 1),
    ]
    assert "2 of 3  1: If a 7 is played, then sing" in companion("stats --game blank").out
