"""What programs ask for and send: the contract, point by point."""

import json

import pytest

from companion.testing.documents import mistakes
from companion.web.keys import PLAY, WATCH
from tests.web.room import served

HOSTILE = "<img src=x onerror=alert(1)>'\"`&amp;{{7*7}}"


@pytest.fixture
def table():
    with served() as table:
        yield table


def refusal(answer):
    assert mistakes(answer.json, "network-error") == []
    return answer.status, answer.json["error"]["kind"]


# The table


def test_the_table_is_that_of_the_command_line(table):
    table.say("score ana +2")
    assert table.get("/api/table").json == table.typed("table").document
    assert mistakes(table.get("/api/table").json, "table") == []


def test_any_play_of_the_group_can_be_asked_for(table):
    table.typed("start", "blank", "Ana", "Ben")
    assert table.get("/api/table").json["play"] == "blank-2"
    assert table.get("/api/table?play=bwd-1").json["play"] == "bwd-1"
    for wrong in ("bwd-9", "", "../../group", "%00", "%2e%2e", "a" * 5000):
        assert refusal(table.get(f"/api/table?play={wrong}")) == (404, "not_found")


def test_its_tag_is_the_number_of_the_last_entry(table):
    assert table.get("/api/table?play=bwd-1").headers["etag"] == '"1"'
    table.say("score ana +2")
    table.say("undo")
    answer = table.get("/api/table?play=bwd-1")
    assert answer.headers["etag"] == '"3"'
    for path in ("/api/table?play=bwd-1", "/api/table"):
        assert table.get(path, headers=[("if-none-match", '"3"')]).status == 304
        assert table.get(path, headers=[("if-none-match", '"2"')]).status == 200


def test_another_play_with_the_same_number_is_not_the_same_table(table):
    assert table.get("/api/table").headers["etag"] == '"1"'
    table.typed("start", "blank", "Ana", "Ben")
    answer = table.get("/api/table", headers=[("if-none-match", '"1"')])
    assert (answer.status, answer.json["play"]) == (200, "blank-2")


def test_without_a_play_there_is_no_table():
    with served() as table:
        with table.store.change_group("home") as document:
            document["current"] = None
        for path in ("/api/table", "/api/events"):
            assert refusal(table.get(path)) == (404, "not_found")
        assert table.get("/", phone=table.phone()).status == 200


# Lines


def test_a_line_is_answered_as_in_the_prompt(table):
    answer = table.say("score ana +2")
    assert answer.status == 200
    assert mistakes(answer.json, "network-entered") == []
    assert answer.json["play"] == "bwd-1"
    assert answer.json["entries"] == 2
    assert answer.json["lines"][0] == "Ana +2: 3 → 5"
    assert answer.json["warnings"] == []


def test_a_line_may_be_about_another_play(table):
    table.typed("start", "bwd", "Cho", "Dan")
    answer = table.say("score ana +2", play="bwd-1")
    assert (answer.status, answer.json["play"]) == (200, "bwd-1")
    assert table.typed("table").document["play"] == "bwd-2"


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("score zoe +1", "not_found"),
        ("frobnicate", "invalid"),
        ("score ana", "invalid"),
        ("undo 99", "not_found"),
        ("tag common tax", "not_found"),
        ("export", "refused"),
        ("start bwd Ana", "illegal"),
    ],
)
def test_a_refusal_says_which_kind_of_no_it_is(line, kind, table):
    status, told = refusal(table.say(line))
    assert status == 422
    assert told == kind or kind in ("illegal", "not_found")


def test_a_rule_that_stands_against_a_line_is_named(table):
    answer = table.say("start bwd Ana")
    assert answer.json["error"]["rule"].startswith("BWD-")


def test_names_that_fit_several_are_told_apart(table):
    table.typed("start", "bwd", "Anna", "Annika", "--new")
    assert refusal(table.say("score ann +1")) == (422, "ambiguous")


def test_what_happened_meanwhile_is_told_with_a_refusal(table):
    table.say("score ben +1")
    answer = table.say("score zoe +1", after=1, html=True)
    assert "Ben +1" in answer.json["html"]


def test_what_goes_out_and_comes_in_fits_its_format(table):
    assert mistakes({"line": "x", "play": None, "id": "a" * 8, "after": 0}, "network-line") == []
    assert mistakes({"line": ""}, "network-line") != []


# Offers and look-ups


def test_offers_are_what_may_come_next(table):
    answer = table.get("/api/offers?line=score%20")
    assert mistakes(answer.json, "network-offers") == []
    assert [offer["word"] for offer in answer.json["offers"]] == ["ana", "ben"]
    assert table.get("/api/offers?line=bwd%20tag").json["offers"]
    assert refusal(table.get(f"/api/offers?line={'a' * 3000}")) == (422, "invalid")


@pytest.mark.parametrize("line", ["", "e", "group ", "export ", "table --", "import ", "h "])
def test_nothing_is_offered_that_is_not_for_phones(line, table):
    table.store.create_group("Secret others", {})
    path = f"/api/offers?line={line.replace(' ', '%20')}"
    words = {offer["word"] for offer in table.get(path).json["offers"]}
    if line in ("", "e"):
        assert not words & {"export", "import", "group", "serve", "shell", "formats"}
    assert "--group" not in words
    assert "Secret" not in table.get(path).text


@pytest.mark.parametrize(
    "line", ["table --group ", "table --group=Sec", "ruling retire --group S "]
)
def test_nothing_of_another_group_is_offered(line, table):
    path = f"/api/offers?line={line.replace(' ', '%20')}"
    assert table.get(path).json["offers"] == []


def test_a_look_up_is_that_of_the_command_line(table):
    answer = table.get("/api/lookup?q=ward")
    assert mistakes(answer.json, "lookup") == []
    assert refusal(table.get("/api/lookup?q=xyzzyqwert"))[0] in (404, 422)
    assert table.get("/api/lookup?q=" + "ward%20" * 3000).status in (200, 404, 422)
    assert table.get("/api/lookup?q=%ff%fe%00").status in (200, 404, 422)


def test_a_look_up_finds_what_lies_on_the_table_first(table):
    table.typed("start", "bwd", "Ana", "Ben", "--set", "V1")
    first = table.get("/api/lookup?q=split").json["results"][0]
    assert (first["game"], first["id"]) == ("bwd", "split-strategy")


# Events


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "9" * 30, "%00", "1e3", "٣"])
def test_what_is_no_number_of_an_entry_is_refused(after, table):
    raw = after if after.isascii() else "%D9%A3"
    answer = table.get(f"/api/events?after={raw}")
    assert refusal(answer) == (422, "invalid")


def test_events_go_on_from_the_number_that_a_browser_names(table):
    for _ in range(3):
        table.say("score ana +1")
    listened = []

    async def scene():
        real = table.room.live.listen

        async def listen(play, after):
            listened.append((play, after))
            listener = await real(play, after)
            listener.end()
            return listener

        table.room.live.listen = listen
        number = ("last-event-id", "2")
        return await table.asked("GET", "/api/events?after=1", headers=[number])

    answer = table.runner.run(scene())
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert listened == [("bwd-1", 2)]  # not the number in the address: that is an older one


# Everything that is shown is escaped


def test_what_somebody_types_is_never_taken_for_a_page(table):
    phone = table.phone()
    for line in (
        f"player new {json.dumps(HOSTILE)}",
        f"start bwd {json.dumps(HOSTILE)} Ben",
        f'bwd card set 45 --name {json.dumps(HOSTILE)} --text "<b>x</b>"',
        f"ruling add {json.dumps(HOSTILE)} --on ward",
        f"score ben +1 --house {json.dumps(HOSTILE)}",
    ):
        answer = table.say(line, phone, html=True)
        assert answer.status == 200, answer.text
        assert "<img" not in answer.json["html"]
    table.room.sit(phone, HOSTILE)
    table.say("+1", phone)
    play = table.get("/api/table").json["play"]
    pages = ("", "/live", "/log", "/here", "/report", "/say", "/say?line=%3Cimg%20src=x%3E")
    paths = [f"/play/{play}{page}" for page in pages]
    paths += ["/seat", "/board", "/lookup?q=%3Cimg%20src=x%3E", "/more", "/plays", "/rulings"]
    paths += ["/boxes", "/boxes/bwd", "/boxes/bwd/card?name=45", "/boxes/%3Cimg%20src=x%3E"]
    paths += ["/start", "/guides", "/guides/%3Cimg%20src=x%3E", "/read/stats", "/read/ratings"]
    paths += ["/read/wins", "/play/%3Cimg%20src=x%3E", "/say?line=%3Cimg", "/rulings?on=%3Cimg"]
    for path in paths:
        page = table.get(path, phone=phone)
        assert page.status in (200, 404, 422), path
        assert "<img" not in page.text, path
        assert "<b>x" not in page.text, path
        assert "49" not in page.text or "{{7*7}}" in page.text or "7*7" not in path
    for line in (HOSTILE, f"score {HOSTILE} +1", "score " + json.dumps(HOSTILE) + " +1x"):
        answer = table.say(line, phone, html=True)
        assert "<img" not in answer.json.get("html", "")


def test_a_request_to_listen_is_let_go_when_the_browser_is(table):
    async def scene():
        answer = await table.asked("GET", "/api/events?after=0", key=WATCH)
        assert answer.status == 200
        assert table.keys._programs[WATCH].connected == 0
        assert table.keys._programs[PLAY].connected == 0

    table.runner.run(scene())
