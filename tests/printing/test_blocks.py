"""Reports for a browser: everything that a view is made of, in one file that asks for nothing."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.blocks import (
    Block,
    Column,
    Fit,
    Heading,
    Page,
    Paragraph,
    Picture,
    QrCode,
    Role,
    Side,
    Span,
    Stack,
    Steps,
    Table,
)
from companion.core.value import replace
from companion.printing.codes import matrix
from companion.printing.document import report
from companion.printing.web.blocks import REPORT_STYLE
from tests.charts import CHARTS

VOID = {"meta", "br"}
ROLES = [role for role in Role.__args__ if role]


class Reader(HTMLParser):
    """Reads a page as a browser does, and complains about what is not closed as it was opened."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(page.decode())
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.words.append(data)

    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def classes(self) -> set[str]:
        return {name for _, attrs in self.tags for name in (attrs.get("class") or "").split()}


def page(*blocks: Block, title: str = "An evening", about: str = "22 November 2026") -> bytes:
    return report(title, about, blocks).content


NET = Picture(
    ((None, "3", None, None), ("·", Span("[Tag]", "active"), "·", "·"), (None, "−2", None, None)),
    5,
    Span("ana.1", "name"),
)
SCORES = Table(
    (Column("Player"), Column("Points", "right"), Column("", wraps=True, read_aloud="Note")),
    ((Span("Ana", "name"), "21", Span("won", "good")), (Span("Ben", "name"), "9", "")),
    "In the end",
)
LONG = Table((Column("Round"), *(Column(str(at), "right") for at in range(40))), ((*"R" * 41,),))
ALL = (
    Heading("Ana won", "by 12 points"),
    Paragraph(("It was ", Span("close", "strong"), ".")),
    Steps(("Again: `companion start bwd`", "or a ` alone")),
    SCORES,
    Side((NET, NET)),
    Stack((Heading("Below"), Paragraph("it"))),
    CHARTS["four"],
    QrCode(("https://example.org", "x"), matrix),
    Page(lambda most: Stack((Paragraph(f"the first {most}"),)), (9, 3)),
)


def test_everything_a_view_is_made_of_is_on_the_page():
    read = Reader(page(*ALL))
    told = read.text()
    for words in (
        *("An evening", "22 November 2026", "Ana won", "by 12 points", "It was close .", "won"),
        *("In the end", "Points", "ana.1", "[Tag]", "Below it", "Dimitri", "the first 9"),
        "or a ` alone",
    ):
        assert words in told
    tags = [tag for tag, _ in read.tags]
    assert tags.count("code") == 1
    assert tags.count("svg") == 3
    assert tags.count("table") == 1
    assert tags.count("h1") == 1
    assert {"name", "good", "active", "strong", "number", "net", "boxes", "steps"} <= read.classes()


def test_a_column_without_a_title_is_heard_as_something():
    heads = re.findall("<th [^>]*>(.*?)</th>", page(SCORES).decode())
    assert heads == ["Player", "Points", '<span class="unseen">Note</span>']
    assert "<th" not in page(Table((Column(read_aloud="Name"), Column()), (("a", "b"),))).decode()


def test_a_figure_is_drawn_before_the_words_that_name_it():
    told = page(Paragraph(("On top: ", Span("4-shield", "icon", "shield")))).decode()
    assert re.search(
        r'On top: <span class="icon"><svg class="figure" [^>]*aria-hidden="true">'
        r'<polygon points="[\d., ]+"/></svg>4-shield</span>',
        told,
    )


def test_boxes_stand_where_they_are_in_the_net():
    read = Reader(page(NET))
    places = [attrs["style"] for _, attrs in read.tags if attrs.get("class") == "box"]
    assert places == [f"grid-area:{place}" for place in ("1/2", "2/1", "2/2", "2/3", "2/4", "3/2")]


def test_the_page_asks_for_nothing_and_runs_nothing():
    told = page(*ALL).decode()
    assert "://" not in told
    assert "url(" not in told
    assert "@import" not in told
    read = Reader(page(*ALL))
    assert not {tag for tag, _ in read.tags} & {"script", "link", "img", "iframe", "object", "a"}
    for _, attrs in read.tags:
        assert not {name for name in attrs if name.startswith("on")} | ({"src", "href"} & {*attrs})


HOSTILE = "</style></p><script>alert(1)</script>\" onload='x' &amp; \x1b[31m \u202e `<b>`"


def test_no_text_is_anything_but_text():
    told = replace(
        CHARTS["hostile"],
        series=tuple(replace(series, name=HOSTILE) for series in CHARTS["hostile"].series),
    )
    read = Reader(
        page(
            Heading(HOSTILE, HOSTILE),
            Paragraph(Span(HOSTILE, "name")),
            Steps((HOSTILE,)),
            Table((Column(HOSTILE),), ((HOSTILE,),), HOSTILE),
            Picture(((HOSTILE,),), 5, HOSTILE),
            told,
            title=HOSTILE,
            about=HOSTILE,
        )
    )
    assert not {tag for tag, _ in read.tags} & {"script", "b", "img"}
    assert not any("onload" in attrs for _, attrs in read.tags)
    assert read.text().count("<script>alert(1)</script>") >= 9
    assert not re.search("[\x1b\u202e]", page(Paragraph(HOSTILE)).decode())


@given(st.text(), st.text())
def test_no_text_is_too_odd_for_a_page(one, other):
    read = Reader(page(Heading(one, other), Paragraph((one, Span(other, "bad"))), title=other))
    assert {tag for tag, _ in read.tags} <= {
        *("html", "head", "meta", "title", "style", "body", "main", "header", "h1", "h2"),
        *("p", "span", "br"),
    }


@pytest.mark.parametrize("role", ROLES)
def test_every_role_has_its_look(role):
    assert re.search(rf"\.{role}\b[^{{}}]*{{", REPORT_STYLE)


def test_of_ways_to_tell_it_the_page_has_the_fullest_that_it_has_room_for():
    short = Table((Column("Player"),), (("Ana",),))
    read = Reader(page(Fit((SCORES, short))))
    assert [attrs.get("class") for tag, attrs in read.tags if tag == "div"] == ["wide"]
    assert "In the end" in read.text()
    both = Reader(page(Fit((LONG, SCORES))))
    assert "Round" not in both.text()
    middling = replace(LONG, columns=LONG.columns[:21], rows=(LONG.rows[0][:21],))
    both = Reader(page(Fit((middling, SCORES))))
    assert {"roomy", "phone"} <= both.classes()
    assert "Round" in both.text()
    assert "In the end" in both.text()
    only = Reader(page(Fit((LONG,))))
    assert "Round" in only.text()


def test_a_page_without_a_title_is_called_as_its_chart():
    told = report("", "", [CHARTS["two"]]).content.decode()
    assert "<title>Points by round</title>" in told
    assert told.count("<h1") == 1
    assert '<h1 class="unseen" dir="auto">Points by round</h1>' in told


def test_two_runs_give_the_same_page():
    assert page(*ALL) == page(*ALL)
