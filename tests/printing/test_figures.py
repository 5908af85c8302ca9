"""Suits on paper: a shape stands before the title of a card, drawn and in no font."""

import re

import pytest

from companion.core.inventory import FIGURES, Component
from companion.drawing.svg import CORNERS
from companion.printing.document import labels, sheet
from companion.printing.drawing.svg import SvgPen
from companion.printing.fonts import files
from companion.printing.layout.inventory import before, room_of
from companion.printing.layout.labels import text_of
from companion.printing.page import Area, Words
from companion.printing.text import Style
from tests.printing.boxes import box, printed, sheets

CARDS = tuple(
    Component(f"4-{figure}.1", f"4-{figure}.1", "Game cards", figure=figure) for figure in FIGURES
)
LABELS = sheets()["L7160"]


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_fills_its_square_and_lies_in_its_middle(figure):
    across, down = zip(*CORNERS[figure], strict=True)
    assert min(across) == pytest.approx(1 - max(across))
    assert 0 <= min(down) < 0.1
    assert 0.9 < max(down) <= 1.0001


def test_figures_can_be_told_apart():
    assert len(set(CORNERS.values())) == len(FIGURES)


def test_a_title_and_its_figure_share_the_line_that_the_title_had():
    style = Style(11, bold=True)
    title = Words(20, 50, "4-shield.1", 11, True, room=60)
    text = Words(20, 55, "Everyone draws", 10, room=60)
    figure, moved, after = before("shield", [title, text], 1)
    assert isinstance(figure, Area)
    assert (figure.x, moved.x) == (20, 20 + room_of("shield", style))
    assert moved.x + moved.room == title.x + title.room
    assert max(x for x, _ in figure.points) < room_of("shield", style)
    assert {figure.y + y > 50 - 4 for _, y in figure.points} == {True}
    assert max(figure.y + y for _, y in figure.points) == pytest.approx(50, abs=0.3)
    assert after == text
    assert before(None, [title, text], 1) == [title, text]


def test_every_suit_is_drawn_on_sheets_and_labels():
    for made in (
        sheet("svg", box(*CARDS), printed(*CARDS), "A4"),
        labels("svg", printed(*CARDS), LABELS),
        labels("svg", printed(*(card._replace(says="x", revision=1) for card in CARDS)), LABELS),
        sheet("html", box(*CARDS), printed(*CARDS), "A4"),
    ):
        drawn = re.findall(r'<polygon points="([^"]*)"', made.content.decode())
        assert [len(points.split()) for points in drawn] == [len(CORNERS[it]) for it in FIGURES]


@pytest.mark.parametrize("name", sheets())
@pytest.mark.parametrize("told", [{}, {"says": "Everyone draws two.", "by": "Ana", "revision": 1}])
def test_a_suit_costs_no_code_its_words(name, told):
    measure = SvgPen().measure
    for row in printed(*(card._replace(**told) for card in CARDS)):
        plain = row._replace(item=row.item._replace(figure=None))
        code = text_of(row, sheets()[name], "★", measure)
        assert code == text_of(plain, sheets()[name], "★", measure)
        drawn = labels("svg", [row], sheets()[name], mark="★").content.decode()
        assert drawn.count("<polygon") == 1


def test_a_suit_needs_no_font(monkeypatch):
    monkeypatch.setattr(files, "FOLDERS", ())
    for kind in ("pdf", "png"):
        assert labels(kind, printed(*CARDS), LABELS).warnings == ()
