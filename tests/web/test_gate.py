"""Nobody from outside: without the key nothing is told, and no page elsewhere may ask or enter."""

import asyncio
import json

import pytest

from companion.testing.documents import mistakes
from companion.web import gate
from companion.web.entries import Rights
from companion.web.gate import LONGEST_BODY, Place
from companion.web.keys import MOST_PHONES, Keys
from tests.terminal import LIMIT
from tests.web.room import HOST, PLAY, WATCH, Served, answered, served

EVERY_PATH = (
    *("/", "/seat", "/play/bwd-1", "/play/bwd-1/live", "/play/bwd-1/log", "/play/bwd-1/say"),
    *("/board", "/lookup?q=ward", "/more", "/plays", "/rulings", "/boxes", "/guides", "/start"),
    *("/api/table", "/api/offers?line=", "/api/lookup?q=ward", "/api/events", "/nowhere"),
    *("/static/companion.css", "/static/companion.js", "/join/", "/join/x", "/favicon.ico"),
)
UNTOUCHED = {"Ana": 3, "Ben": 3}
LINE = json.dumps({"line": "score ana +1"}).encode()


@pytest.fixture
def table():
    with served() as table:
        yield table


# The key


@pytest.mark.parametrize("path", EVERY_PATH)
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_without_a_key_nothing_is_told_of_the_table(path, accept, table):
    answer = table.get(path, key=None, headers=[("accept", accept)])
    assert answer.status == 401
    told = answer.text + repr(answer.headers)
    assert not [
        name for name in ("Ana", "Ben", "bwd", "home", "White", "set-cookie") if name in told
    ]


@pytest.mark.parametrize(
    "headers",
    [
        [("authorization", "Bearer ")],
        [("authorization", "Bearer")],
        [("authorization", "Basic eDp5")],
        [("authorization", "Bearer \xff\xfe")],
        [("cookie", "companion-8477=")],
        [("cookie", "companion-8477=x")],
        [("cookie", "=; ;;=")],
        [("cookie", "\\" * 8000)],
    ],
)
def test_what_is_no_key_is_none(headers, table):
    assert table.get("/api/table", key=None, headers=headers).status == 401


def test_two_keys_in_one_request_are_none(table):
    bearer = ("authorization", f"Bearer {table.keys.keys[PLAY]}")
    assert table.get("/api/table", key=None, headers=[bearer, bearer]).status == 401


def test_a_key_is_long_and_another_one_each_time():
    first, second = Keys(None), Keys(None)
    keys = {*first.keys.values(), *second.keys.values()}
    assert len(keys) == 4
    assert min(map(len, keys)) >= 22  # 128 bits, six in each sign


def test_the_cookie_can_be_read_by_no_script_and_goes_to_no_other_site(table):
    answer = table.join()
    assert (answer.status, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie
    assert table.keys.keys[PLAY] not in answer.headers["set-cookie"]


def test_behind_a_proxy_with_tls_the_cookie_goes_nowhere_else():
    place = Place(8477, ["127.0.0.1"], "https://table.example")
    with served(place=place) as table:
        answer = table.join(host="table.example")
        assert "secure" in answer.headers["set-cookie"].lower()
        origin = ("origin", "https://table.example")
        assert table.get("/api/table", host="table.example", headers=[origin]).status == 200
        assert table.get("/api/table", host="evil.example").status == 403


def test_other_cookies_of_the_same_computer_are_in_no_ones_way(table):
    phone = table.phone()
    name = table.room.place.cookie
    for other in ("a=[1,2]; {0}", "bad cookie; {0}", '"; {0}', "{0}; x=\xe9", "companion=x;{0}"):
        cookie = other.format(f"{name}={phone.token}")
        answer = table.get("/api/table", key=None, headers=[("cookie", cookie)])
        assert answer.status == 200, cookie


def test_two_tables_of_one_computer_have_two_cookies():
    assert Place(8477, []).cookie != Place(8478, []).cookie


# Where a request comes from


@pytest.mark.parametrize(
    "host",
    [
        *(None, "", "evil.example", "evil.example:8477", "192.0.2.7", "192.0.2.7:80"),
        *("192.0.2.7:8477.evil.example", "192.0.2.7:8477, 192.0.2.7:8477", "localhost:8477 "),
        *("[::1]:8477", "user@192.0.2.7:8477"),
    ],
)
def test_asked_for_by_another_name_the_table_is_not_known(host, table):
    """A page elsewhere may have its own name point to this computer."""
    answer = table.get("/api/table", host=host)
    assert answer.status == 403
    assert mistakes(answer.json, "network-error") == []


def test_two_hosts_in_one_request_are_none(table):
    assert table.get("/api/table", headers=[("host", HOST)]).status == 403


@pytest.mark.parametrize("host", [HOST, "table.local:8477", "TABLE.LOCAL:8477"])
def test_the_table_is_known_by_its_own_names(host, table):
    assert table.get("/api/table", host=host).status == 200


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "origin",
    [
        *("null", "http://evil.example", "https://192.0.2.7:8477", "http://192.0.2.7"),
        *("http://192.0.2.7:9999", "http://table.local:8477", ""),
    ],
)
def test_a_page_elsewhere_may_ask_nothing(origin, method, table):
    answer = table.ask(method, "/api/entries", body=LINE, headers=[("origin", origin)])
    assert answer.status == 403
    assert table.scores() == UNTOUCHED


def test_our_own_pages_may(table):
    headers = [("origin", f"http://{HOST}"), ("sec-fetch-site", "same-origin")]
    assert table.ask("POST", "/api/entries", body=LINE, headers=headers).status == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_a_page_elsewhere_posts_without_an_origin_is_refused_all_the_same(site, table):
    headers = [("sec-fetch-site", site)]
    assert table.ask("POST", "/api/entries", body=LINE, headers=headers).status == 403
    assert table.get("/api/table", headers=headers).status == 200  # a link may lead here


# What one may do


def test_whoever_watches_sees_the_table_and_enters_nothing(table):
    watcher = table.phone(role=WATCH)
    for how in ({"key": WATCH}, {"phone": watcher}):
        assert table.get("/api/table", **how).status == 200
        for path in ("/api/entries", "/seat", "/play/bwd-1/say", "/say", "/boxes/x/photos"):
            assert table.ask("POST", path, body=LINE, **how).status == 403
    assert table.scores() == UNTOUCHED


def test_with_watch_only_the_key_to_take_part_opens_nothing():
    keys = Keys(None, watch_only=True)
    phone = keys.join(PLAY, None)
    with served(keys=keys) as table:
        assert table.get("/api/table", key=PLAY).status == 401
        assert table.get("/api/table", phone=phone).status == 401
        assert table.join(PLAY).status == 401
        assert table.get("/api/table", key=WATCH).status == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "CONNECT", "X"])
def test_only_get_and_post_mean_something(method, table):
    assert table.ask(method, "/api/entries", body=LINE).status == 405
    assert table.ask(method, "/api/entries", body=LINE, key=None).status == 401


def test_what_is_not_there_says_so_as_every_error_does(table):
    for path, status in (("/nowhere", 404), ("/api/x", 404), ("/api/entries", 405)):
        answer = table.get(path)
        assert answer.status == status
        assert mistakes(answer.json, "network-error") == []
    assert "<h1>" in table.get("/nowhere", headers=[("accept", "text/html")]).text


@pytest.mark.parametrize(
    "path",
    [
        *("//join/KEY", "/join/KEY/", "/join//KEY", "/join/../join/KEY", "http://evil/join/KEY"),
        *("/../gate.py", "/static/../gate.py", "/static/..%2fgate.py", "/static/\0"),
        *("/play/../..", "/play/\0", "/boxes/..", "/" + "a" * 60_000, "/play/" + "b" * 60_000),
    ],
)
def test_paths_lead_nowhere_but_to_pages(path, table):
    path = path.replace("KEY", table.keys.keys[PLAY])
    answer = table.get(path)
    assert answer.status in (303, 401, 404, 422)
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("path", [*EVERY_PATH[:-3], "/nowhere"])
def test_every_answer_forbids_a_browser_what_no_page_needs(path, table):
    if path == "/api/events":
        path = "/api/events?play=none"
    for key in (PLAY, None):
        headers = table.get(path, key=key).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers


# How much


def test_a_line_has_only_so_many_bytes(table):
    huge = b'{"line": "' + b"a" * LONGEST_BODY + b'"}'
    assert table.ask("POST", "/api/entries", body=huge).status == 413
    for length in ("-1", "1e3", "x", "9" * 30, "", "12, 12"):
        headers = [("content-length", length)]
        answer = table.ask("POST", "/api/entries", body=[LINE], headers=headers)
        assert answer.status == 413, length


@pytest.mark.parametrize("path", ["/api/entries", "/seat", "/play/bwd-1/say"])
def test_a_body_that_does_not_say_how_long_it_is_may_be_no_longer(path, table):
    kind = ("content-type", "application/x-www-form-urlencoded")
    answer = table.ask("POST", path, body=[b"a" * 16_384] * 10, headers=[kind])
    assert answer.status == 413
    assert answer.headers["connection"] == "close"


def test_a_body_that_does_not_come_is_not_waited_for(table, monkeypatch):
    monkeypatch.setattr(gate, "BODY_SECONDS", 0.05)

    async def ask():
        never = asyncio.Event()

        async def receive():
            await never.wait()

        told = []

        async def send(message):
            told.append(message)

        scope = {
            "type": "http",
            "method": "POST",
            "path": "/api/entries",
            "raw_path": b"/api/entries",
            "query_string": b"",
            "headers": [
                (b"host", HOST.encode()),
                (b"authorization", f"Bearer {table.keys.keys[PLAY]}".encode()),
            ],
            "client": ("192.0.2.40", 1),
            "server": ("192.0.2.7", 8477),
        }
        async with asyncio.timeout(LIMIT):
            await table.app(scope, receive, send)
        return told[0]["status"]

    assert table.runner.run(ask()) == 408


# How often


def test_strangers_who_ask_too_often_hear_nothing_more_and_lock_out_nobody(table):
    """Phones behind the same address as a stranger have a key: theirs is another account."""
    phone = table.phone("Ana")
    heard = [table.get("/", key=None).status for _ in range(60)]
    assert heard[0] == 401
    assert heard[-1] == 429
    assert table.get("/api/table", phone=phone).status == 200
    assert table.get("/api/table").status == 200
    assert table.join().status == 303
    assert table.get("/", key=None, address="192.0.2.99").status == 401


def test_lines_have_a_rate_of_their_own(table):
    statuses = [table.say("score ana +1").status for _ in range(60)]
    assert 30 < statuses.count(200) < 60
    assert statuses[-1] == 429
    assert table.get("/api/table").status == 200


def test_whoever_watches_gets_no_more_by_coming_in_again(table):
    """A cookie for each request would be a rate for each."""
    statuses = []
    for _ in range(40):
        watcher = table.keys.join(WATCH, None)
        statuses += [table.get("/static/companion.css", phone=watcher).status for _ in range(8)]
    assert statuses.count(429) > 50
    assert table.get("/api/table").status == 200
    assert table.get("/api/table", key=WATCH, address="192.0.2.41").status == 200


def test_whoever_comes_in_all_the_time_is_stopped(table):
    statuses = [table.join(WATCH).status for _ in range(100)]
    assert statuses.count(303) < 90
    assert len(table.keys._phones) < 90


def test_a_phone_that_scans_again_is_the_same_phone(table):
    phone = table.phone("Ana")
    for _ in range(100):
        assert table.join(phone=phone).status == 303
    assert len(table.keys._phones) == 1


def test_no_number_of_watchers_takes_the_place_of_a_player():
    keys = Keys(None)
    ana = keys.join(PLAY, None)
    for _ in range(MOST_PHONES + 50):
        keys.join(WATCH, None)
    assert keys.phone(ana.token) is ana
    assert len(keys._phones) == MOST_PHONES + 1


def test_whoever_sits_or_listens_is_the_last_to_be_forgotten():
    keys = Keys(None)
    ana, ben = keys.join(PLAY, None), keys.join(PLAY, None)
    keys.sit(ana, "Ana")
    ben.connected = 1
    for _ in range(MOST_PHONES + 50):
        keys.join(PLAY, None)
    assert keys.phone(ana.token) is ana
    assert keys.phone(ben.token) is ben


def test_other_messages_than_requests_are_not_answered(table):
    assert table.runner.run(answered(table.app, {"type": "websocket"}, [])).status == 0


def test_rights_are_no_part_of_who_comes_in():
    with served(rights=Rights(True, True)) as table:
        assert isinstance(table, Served)
        assert table.get("/api/table", key=WATCH).status == 200
