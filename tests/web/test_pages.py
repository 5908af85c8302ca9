"""The pages as they are made, without a browser: each is there, escaped, and small enough."""

import gzip
import re
from html import unescape
from urllib.parse import urlencode

import pytest

from companion.store.tiny import TinyStore
from companion.web.page import say_url
from companion.web.pages import filled
from tests.web.room import WATCH, served

PAGES = (
    *("/seat", "/play/bwd-1", "/play/bwd-1/say", "/play/bwd-1/say?line=tag%20", "/play/bwd-1/log"),
    *("/play/bwd-1/here", "/play/bwd-1/report", "/board", "/lookup", "/lookup?q=ward", "/more"),
    *("/read/stats", "/read/ratings", "/read/wins", "/guides", "/guides/bwd", "/start", "/plays"),
    *("/rulings", "/boxes", "/boxes/bwd", "/boxes/bwd/card?name=17", "/boxes/bwd/check", "/say"),
    "/plays/add",
)
MOST = 60_000
"""Bytes of a first visit, with the style and the script, before they are compressed."""


@pytest.fixture
def table():
    with served("start", "bwd", "Ana", "<b>Ben</b>", "--set", "V1") as table:
        yield table


@pytest.fixture
def ana(table):
    return table.phone("Ana")


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_there_for_who_plays_and_for_who_watches(table, ana, path):
    for phone in (ana, table.phone(role=WATCH)):
        answer = table.get(path, phone=phone)
        assert answer.status == 200, answer.text
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "<b>Ben</b>" not in answer.text


def test_who_watches_is_offered_nothing_to_enter(table):
    watcher = table.phone(role=WATCH)
    for path in PAGES:
        if path not in ("/start", "/play/bwd-1/say", "/say", "/play/bwd-1/say?line=tag%20"):
            html = table.get(path, phone=watcher).text
            assert 'name="line"' not in html, path


def test_a_first_visit_is_small(table, ana):
    page = table.get("/play/bwd-1", phone=ana)
    parts = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)
    assert len(parts) >= 2
    sizes = [len(table.get(part, phone=ana).body) for part in parts]
    assert len(page.body) + sum(sizes) <= MOST


def test_what_is_large_is_compressed(table, ana):
    asked = [("accept-encoding", "gzip")]
    plain = table.get("/static/companion.css", phone=ana)
    small = table.get("/static/companion.css", phone=ana, headers=asked)
    assert gzip.decompress(small.body) == plain.body
    assert len(small.body) < len(plain.body) / 2


def test_a_page_is_drawn_anew_after_every_entry_and_for_every_seat(table, ana):
    before = table.get("/play/bwd-1/live", phone=ana)
    assert table.get("/play/bwd-1/live", phone=ana).text == before.text
    table.typed("score", "ana", "+4")
    after = table.get("/play/bwd-1/live", phone=ana)
    assert (before.headers["x-entries"], after.headers["x-entries"]) == ("1", "2")
    assert "Ana +4" in after.text
    assert after.text != table.get("/play/bwd-1/live", phone=table.phone()).text


def test_a_line_is_put_together_of_what_the_prompt_offers(table, ana):
    html = table.get("/play/bwd-1/say?line=tag%20ana.1%20", phone=ana).text
    assert say_url("bwd-1", "tag ana.1 points ").replace("&", "&amp;") in html
    assert "--by" in table.get("/play/bwd-1/say?line=tag%20ana.1%20points%20", phone=ana).text


def test_a_form_without_a_script_enters_a_line_and_shows_what_it_came_to(table, ana):
    def sent(**fields):
        return table.ask(
            "POST",
            "/play/bwd-1/say",
            body=urlencode(fields).encode(),
            headers=[("content-type", "application/x-www-form-urlencoded")],
            phone=ana,
        )

    def post(**fields):
        answer = sent(**fields)
        assert answer.status == 303
        return table.get(answer.headers["location"], phone=ana)

    there = sent(line="score ana +2").headers["location"]
    for _ in range(2):  # a reload asks for the answer, and enters nothing
        assert "Ana +2" in table.get(there, phone=ana).text
    assert table.scores()["Ana"] == 5
    assert table.get(there, phone=table.phone()).status == 303
    assert table.get("/said/x", phone=ana).headers["location"] == "/"
    refused = post(line="tag ana.1 17")
    assert refused.status == 422
    rule = re.search(r'class="rule" href="/lookup\?q=([A-Z]+-\d+)"', refused.text)
    assert rule is not None
    taken = post(line="tag ana.1 17", house="we agreed on it")
    assert (taken.status, "House rule" in taken.text) == (200, True)


@pytest.mark.parametrize(
    ("line", "fields", "whole"),
    [
        ("score ana +1", {"line": "score ana +1"}, "score ana +1"),
        ("rule add {text}", {"text": 'say "yes"'}, r'rule add "say \"yes\""'),
        ("rule add {text}", {"text": "one\ntwo"}, 'rule add "one two"'),
        ("steal a b 1", {"house": "so it is"}, 'steal a b 1 --house "so it is"'),
        ("tag {die} {card}", {"die": "ana.1", "card": "points"}, "tag ana.1 points"),
    ],
)
def test_what_was_typed_into_fields_stands_in_the_line_as_one_word(line, fields, whole):
    assert filled(line, fields) == whole


def test_beginning_a_play_leads_to_the_line_that_begins_it(table, ana):
    told = urlencode({"player": "Ana", "others": "Dan, Eve B", "game": "boolean --game liar"})
    answer = table.get(f"/start?{told}", phone=ana)
    assert answer.status == 303
    line = 'start boolean "Ana" "Dan" "Eve B" --game liar '
    assert answer.headers["location"] == say_url(None, line)
    assert table.say(line).json["play"] == "boolean-2"


def test_plays_lead_to_the_table_or_to_how_it_went(table, ana):
    table.say("score ana +9")
    table.say("finish")
    table.typed("start", "lwd", "Ana", "Ben", "Cho")
    html = table.get("/plays", phone=ana).text
    assert 'href="/play/lwd-2"' in html
    assert 'href="/play/bwd-1/report"' in html


def test_rulings_are_listed_with_what_they_are_about(table, ana):
    table.say('ruling add "A covered <i>ward</i> does not ward" --on ward --agreed-by Ana')
    html = table.get("/rulings?on=ward", phone=ana).text
    assert "A covered &lt;i&gt;ward&lt;/i&gt; does not ward" in html
    assert 'href="/lookup?q=ward"' in html
    assert 'id="on" name="on" required maxlength="60" value="ward"' in html


def test_a_page_that_is_not_there_is_said_to_be_so(table, ana):
    html = [("accept", "text/html")]
    for path in ("/play/bwd-9", "/boxes/nothing", "/boxes/nothing/check", "/read/nothing"):
        assert table.get(path, phone=ana, headers=html).status == 404, path
    assert "No guide" in table.get("/guides/nothing", phone=ana, headers=html).text


def test_commands_in_sentences_are_links_up_to_what_has_to_be_filled_in(table, ana):
    html = unescape(table.get("/play/bwd-1/live", phone=ana).text)
    assert "Four tags each: tap a blank face</li>" in html  # what the dice are there for
    table.say("finish --winner ana")
    html = unescape(table.get("/play/bwd-1/live", phone=ana).text)
    assert "Play again</button>" in html
    refused = table.say("tag ana.1 17", phone=ana, play="bwd-1", html=True).json["html"]
    assert re.findall(r'<a class="cmd" href="([^"]+)">', unescape(refused)) or "value=" in refused


def test_what_is_only_an_example_is_begun_by_a_tap_and_not_entered(table, ana):
    table.typed("start", "dicebox", "Ana", "Ben")
    table.typed("dicebox", "colors", "ana=red,blue", "ben=yellow,white")
    html = unescape(table.get("/play/dicebox-2/live", phone=ana).text)
    assert 'value="tally ' not in html
    assert "Everybody rolls: tap the dice below</li>" in html
    table.typed("start", "lwd", "Ana", "Ben")
    table.typed("lwd", "round", "3")
    html = unescape(table.get("/play/lwd-3/live", phone=ana).text)
    assert "All roll, and Ana guesses first: choose it below</li>" in html


def test_a_refusal_leads_to_what_can_be_entered_in_its_place(table, ana):
    table.typed("bwd", "neutralize", "investment")
    refused = table.say("tag ana.1 investment", phone=ana, play="bwd-1", html=True).json["html"]
    assert 'value="restore investment"' in refused
    assert 'name="house"' in refused
    table.typed("start", "blank", "Ana", "Ben")
    table.typed("blank", "top", "3-hexagon")
    answer = table.say("play ana 5-circle", phone=ana, html=True).json
    assert answer["error"]["rule"]
    assert 'value="play ana 5-circle --penalty"' in answer["html"]


def test_a_damaged_group_is_not_told_to_play_nothing(tmp_path):
    with served("start", "bwd", "Ana", "Ben", store=TinyStore(tmp_path)) as table:
        phone = table.phone("Ana")
        assert table.get("/", phone=phone).status == 303
        next((tmp_path / "groups").glob("*/group.json")).write_text("spilled")
        page = table.get("/", phone=phone)
    assert page.status == 503
    assert "is damaged" in page.text
    assert "Nothing is being played" not in page.text
