"""BoardGameGeek's plays: two made-up pages of a log, whose right values were worked out by hand."""

import pytest

from companion.core.record import Mark, Part
from companion.errors import Invalid
from companion.exchange import limits
from companion.exchange.parsed_plays import BGG
from companion.table.exchange import export, imports
from companion.table.local_time import day
from tests.table.exchange.test_files import FILES, NOW, read
from tests.table.exchange.test_import import take, told

PAGES = ("bgg-plays-1.xml", "bgg-plays-2.xml")


def pages(*names: str):
    """Some pages as `import` reads them together."""
    first, *more = (str(FILES / name) for name in names)
    return imports.read(first, NOW, more=more)


def test_a_log_comes_in_page_by_page(everywhere):
    coming = pages(*PAGES)
    assert coming.source == BGG
    assert [(day(it.started), it.title, it.minutes, it.place) for it in coming.records] == [
        ("2026-01-10", "Harbour Lights", 45, "Attic"),
        *[("2026-01-11", "Paper Moon", None, "")] * 3,
        ("2026-01-12", "Paper Moon", None, ""),
        ("2026-02-01", "Two Rivers", 90, ""),
        ("2026-02-02", "Two Rivers", None, ""),
    ]
    harbour, *_, unfinished, rivers, namesakes = coming.records
    assert harbour.parts == (
        Part("Ana", 41, True, True, "", "red"),
        Part("Ben", 38, False, False, "", "blue"),
    )
    assert (harbour.comment, harbour.bgg_id) == ("Close & loud.\nRain all evening.", 999001)
    assert {Mark("new", "", "", 1), Mark("rating", "8", "", 0)} <= set(harbour.marks)
    assert unfinished.parts == (Part("Ana"), Part("Cho", 12.5))
    assert [mark.id for mark in unfinished.marks] == ["70000003", "incomplete", "nowinstats"]
    assert rivers.parts == (
        Part("Ana", 7, True, None, "North"),
        Part("Ben", 5, False, None, "South"),
        Part("Cho", 7, True, None, "North"),
        Part("Anonymous player", 5, False, None, "South"),
    )
    assert namesakes.parts == (Part("Ana 2", -3), Part("Ana", 4, True))


def test_pages_may_be_named_by_a_pattern():
    assert imports.matching([str(FILES / "bgg-plays-*.xml"), "none-*.xml"]) == [
        *(str(FILES / page) for page in PAGES),
        "none-*.xml",
    ]


def test_what_is_odd_in_a_log_is_named():
    coming = pages(*PAGES)
    assert coming.left_out == {
        "without a date that can be": 1,
        "logged 0 times": 1,
        "twice in the file": 1,
    }
    assert [tuple(one) for one in coming.odd.values] == [("score", "49-46ish", 1, (3,))]
    assert coming.remarks == (
        "3 plays name no players: Ana alone is in them.",
        "1 entry stands for several plays: each was imported, without a length.",
        "1 play is marked as incomplete, or as not to be counted: it counts for nobody.",
    )
    assert pages(PAGES[1]).remarks == (
        "The account has 8 entries, and here are 3: the other pages are missing "
        "(`companion import plays-*.xml` takes all at once).",
    )


def test_players_are_known_by_their_accounts(desks):
    take(desks, pages(PAGES[0]), maps=["Ana=Anabel"])
    take(desks, pages(PAGES[1]), same=True)
    assert [part.name for part in told(desks)[-1].parts] == ["Ana 2", "Anabel"]


def test_an_answer_is_remembered_also_of_those_without_an_account(desks):
    take(desks, pages(*PAGES), maps=["Ben=Benjamin"])
    document = take(desks, pages(*PAGES))
    assert (document["updated"], document["known"]) == ([], 7)


def test_a_play_is_known_again_by_its_number_whichever_program_brought_it(desks):
    take(desks, pages(*PAGES))
    again = take(desks, pages(*PAGES))
    assert (again["new"], again["known"]) == (0, 7)
    assert take(desks, read("also-on-bgg.json"), same=True)["known"] == 1


def test_a_play_that_bg_stats_brought_is_known_in_the_log(desks):
    take(desks, read("also-on-bgg.json"))
    document = take(desks, pages(*PAGES), same=True)
    assert (document["new"], document["known"]) == (6, 1)


def test_what_goes_out_as_such_xml_comes_in_again(everywhere, desks, tmp_path):
    take(desks, pages(*PAGES))
    plays = told(desks)
    file = tmp_path / "out.xml"
    file.write_text(export.exported(desks(), "xml", plays).text, "utf-8")
    again = imports.read(str(file), NOW)
    assert again.left_out == {}
    about = [(it.uid, day(it.started), it.title, it.parts, it.place, it.comment) for it in plays]
    assert about == [
        (it.uid, day(it.started), it.title, it.parts, it.place, it.comment) for it in again.records
    ]


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["bgg-bomb.xml"], r"bgg-bomb\.xml defines entities or a document type"),
        (["bgg-doctype.xml"], r"bgg-doctype\.xml defines entities or a document type"),
        (["bgg-error.xml"], "BoardGameGeek answered “Invalid object or user”"),
        (["bgg-page.xml"], r"bgg-page\.xml is a page of the web, not plays of BoardGameGeek"),
        (["bgg-collection.xml"], "is XML that begins with `items`, not plays"),
        (["bgg-cut.xml"], r"bgg-cut\.xml was cut off: it ends in the middle, at line 13"),
        ([PAGES[0], "bgg-other-account.xml"], "has the plays of “annabell”, and .* “somebody”"),
        ([PAGES[0], "late-evenings.json"], "late-evenings.json is not a page of BoardGameGeek's"),
    ],
)
def test_what_is_no_log_is_refused_with_what_it_is(names, why):
    with pytest.raises(Invalid, match=why):
        pages(*names)


def test_a_page_with_too_much_in_it_is_refused_while_it_is_read(monkeypatch):
    monkeypatch.setattr(limits, "MOST_ELEMENTS", 10)
    with pytest.raises(Invalid, match=r"bgg-plays-1\.xml has more than 10 elements"):
        pages(PAGES[0])


@pytest.mark.parametrize(
    ("attributes", "plays"), [('quantity="50"', 50), ('quantity="1e9"', 0), ('quantity="x"', 1)]
)
def test_an_entry_stands_for_as_many_plays_as_it_says(tmp_path, attributes, plays):
    file = tmp_path / "log.xml"
    name = "N" * 500
    file.write_text(
        f'<plays username="ana" total="1" page="1"><play id="1" date="2026-01-01" {attributes}>'
        f'<item name="Go" objectid="188"/><players><player name="{name}" score="1" win="1"/>'
        f"</players></play></plays>"
    )
    if not plays:
        with pytest.raises(Invalid, match="has more than 20,000 plays"):
            imports.read(str(file), NOW)
        return
    records = imports.read(str(file), NOW).records
    assert len({it.uid for it in records}) == len(records) == plays
    assert len(records[0].parts[0].name) == 200
