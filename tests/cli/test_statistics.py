"""Charts that leave as files, whatever command draws them."""

import pytest

from companion.cli.commands.statistics import ChartFile, chart_reply
from companion.core.reply import Reply
from companion.errors import Invalid, StorageError
from tests.charts import CHARTS

CHART = CHARTS["two"]
REPLY = Reply(lambda: {"group": "home"}, lines=("drawn",), warnings=("few plays",))


@pytest.mark.parametrize(
    ("name", "begins"),
    [("a.svg", b"<svg "), ("a.PNG", b"\x89PNG"), ("a.pdf", b"%PDF"), ("a.htm", b"<!DOCTYPE html>")],
)
def test_a_chart_goes_where_it_is_told_to(home, tmp_path, name, begins):
    file = str(tmp_path / name)
    reply = chart_reply(ChartFile(file, None).target(False), REPLY, CHART)
    assert (tmp_path / name).read_bytes().startswith(begins)
    assert reply.document()["file"] == file
    assert reply.document()["group"] == "home"
    assert reply.lines == (f"Points by round: in {name}.",)
    assert reply.warnings == ("few plays",)


def test_without_a_file_the_answer_is_as_it_was(home):
    assert chart_reply(ChartFile(None, None).target(False), REPLY, CHART) is REPLY


def test_the_kind_may_be_said(home, tmp_path):
    file = str(tmp_path / "chart")
    reply = chart_reply(ChartFile(file, "svg").target(False), REPLY, CHART)
    assert reply.document()["kind"] == "svg"
    assert (tmp_path / "chart").read_bytes().startswith(b"<svg ")


def test_a_pipe_gets_an_svg(home, capfdbinary):
    reply = chart_reply(ChartFile("-", None).target(False), REPLY, CHART)
    assert capfdbinary.readouterr().out.startswith(b"<svg ")
    assert reply.lines == ()


@pytest.mark.parametrize(
    ("output", "kind", "as_json", "message", "hint"),
    [
        ("chart", None, False, "“chart” does not say which kind", "`--as svg`"),
        ("chart.gif", None, False, "“chart.gif” does not say which kind", ".png"),
        ("a.svg", "gif", False, "“gif” is not a kind of document", "svg"),
        (None, "svg", False, "`--as` needs a file", "`-o FILE`"),
        ("-", None, True, "Standard output cannot take", "Add `-o FILE`"),
        (" ", None, False, "no name", "`-o chart.svg`"),
    ],
)
def test_what_cannot_be_a_file_is_told_before_anything_is_counted(
    home, output, kind, as_json, message, hint
):
    with pytest.raises(Invalid) as refused:
        ChartFile(output, kind).target(as_json)
    assert message in refused.value.message
    assert hint in refused.value.hint


def test_a_folder_that_is_not_there_is_told(home, tmp_path):
    way = ChartFile(str(tmp_path / "nowhere" / "a.svg"), None).target(False)
    with pytest.raises(StorageError):
        chart_reply(way, REPLY, CHART)


@pytest.mark.parametrize("players", [4, 5])
def test_ratings_of_five_and_more_are_drawn_apart_and_told_alike(companion, players):
    names = ("Ana", "Ben", "Cho", "Dan", "Eve")[:players]
    for winner in names[:3]:
        companion.must(f"start lwd {' '.join(names)}")
        companion.must(f"finish --winner {winner}")
    drawn = companion.must("chart ratings").out
    assert ("┤" in drawn) == (players < 5)
    told = companion.must("chart ratings --json").json["players"]
    assert sorted(it["name"] for it in told) == list(names)
