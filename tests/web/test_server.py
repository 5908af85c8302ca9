"""The server within this process: connections that dawdle, strangers that crowd, and its end."""

import http.client
import json
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from companion.cli import host
from companion.errors import Refused
from companion.web import server
from companion.web.gate import Place
from companion.web.server import Guests, application, listening, serve
from tests.terminal import LIMIT
from tests.web.room import PLAY, WATCH, Served, served

LOCAL = "127.0.0.1"


@contextmanager
def answering(table: Served, guests: Guests, work: Callable[[int], None]) -> Iterator[None]:
    """Serve a table here, in the main thread, while `work` is done in another one with the port;
    then end it as Ctrl-C does."""
    at = listening(LOCAL, 0, 0)
    port = at.getsockname()[1]
    table.room.place = Place(port, [LOCAL])
    ready, problems = threading.Event(), []

    def visit() -> None:
        try:
            assert ready.wait(LIMIT)
            work(port)
        except BaseException as problem:
            problems.append(problem)
        finally:
            os.kill(os.getpid(), signal.SIGINT)

    visitor = threading.Thread(target=visit)
    visitor.start()
    app = application(table.room, guests)
    serve(app, at, guests, ready.set, table.room.live.ended, proxied=False)
    visitor.join(LIMIT)
    for problem in problems:
        raise problem
    yield


def asked(port: int, path: str, key: str = "", method: str = "GET", body: str = "") -> Any:
    """The status and the body of an answer."""
    connection = http.client.HTTPConnection(LOCAL, port, timeout=LIMIT)
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    connection.request(method, path, body or None, headers)
    answer = connection.getresponse()
    found = answer.status, answer.read()
    connection.close()
    return found


def is_closed(connection: socket.socket) -> bool:
    """Whether the other side has hung up."""
    connection.settimeout(LIMIT)
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


def test_it_answers_until_it_is_told_to_end_and_streams_end_with_it():
    before = signal.getsignal(signal.SIGINT)
    told: list[bytes] = []
    with served() as table:
        key = table.keys.keys[PLAY]

        def visit(port: int) -> None:
            assert asked(port, "/api/table")[0] == 401
            assert json.loads(asked(port, "/api/table", key)[1])["play"] == "bwd-1"
            stream = http.client.HTTPConnection(LOCAL, port, timeout=LIMIT)
            stream.request("GET", "/api/events", headers={"Authorization": f"Bearer {key}"})
            answer = stream.getresponse()
            assert b"retry" in answer.readline()
            entered = asked(port, "/api/entries", key, "POST", '{"line": "score ana +2"}')
            assert entered[0] == 200
            lines = iter(answer.readline, b"")
            told.append(next(line for line in lines if line.startswith(b"id: ")))
            threading.Thread(target=lambda: told.append(answer.read())).start()

        with answering(table, Guests(), visit):
            assert told[0] == b"id: 2\n"
    assert signal.getsignal(signal.SIGINT) is before


def test_who_does_not_say_what_it_wants_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.2)

    def visit(port: int) -> None:
        silent = socket.create_connection((LOCAL, port))
        slow = socket.create_connection((LOCAL, port))
        slow.sendall(b"GET /api/table HT")
        assert is_closed(silent)
        assert is_closed(slow)
        assert asked(port, "/api/table")[0] == 401

    with served() as table, answering(table, Guests(), visit):
        pass


def test_strangers_that_crowd_take_no_room_from_who_has_a_key():
    with served() as table:
        key = table.keys.keys[PLAY]

        def visit(port: int) -> None:
            known = http.client.HTTPConnection(LOCAL, port, timeout=LIMIT)
            headers = {"Authorization": f"Bearer {key}"}
            known.request("GET", "/api/table", headers=headers)
            assert known.getresponse().read()
            crowd = [socket.create_connection((LOCAL, port)) for _ in range(6)]
            assert is_closed(crowd[0])
            known.request("GET", "/api/table", headers=headers)
            assert known.getresponse().status == 200
            for stranger in crowd:
                stranger.close()

        with answering(table, Guests(most=4), visit):
            pass


def test_who_watches_takes_no_room_from_who_takes_part():
    with served() as table:
        keys = table.keys.keys

        def visit(port: int) -> None:
            def opened(role: Any) -> http.client.HTTPConnection:
                connection = http.client.HTTPConnection(LOCAL, port, timeout=LIMIT)
                headers = {"Authorization": f"Bearer {keys[role]}"}
                connection.request("GET", "/api/table", headers=headers)
                assert connection.getresponse().read()
                return connection

            player = opened(PLAY)
            watching = [opened(WATCH) for _ in range(4)]
            assert watching[0].sock is not None
            assert is_closed(watching[0].sock)
            player.request("GET", "/", headers={"Authorization": f"Bearer {keys[PLAY]}"})
            assert player.getresponse().status in (200, 303)

        with answering(table, Guests(inside=3), visit):
            pass


def test_where_a_port_is_taken_the_next_one_is_asked_for_unless_it_was_named():
    taken = listening(LOCAL, 0, 0)
    port = taken.getsockname()[1]
    with pytest.raises(Refused, match=f"port {port}"):
        listening(LOCAL, port, 0)
    other = listening(LOCAL, None, port, before=port)
    assert other.getsockname()[1] in range(port + 1, port + 10)
    other.close()
    taken.close()
    again = listening(LOCAL, 0, 0, before=port)
    assert again.getsockname()[1] == port
    again.close()


# What the host is shown


@pytest.fixture
def shown(companion, monkeypatch):
    """Runs `serve` up to the moment at which it answers, and ends it there."""

    def ended(app: Any, at: socket.socket, guests: Guests, answers: Any, *how: Any, **more: Any):
        at.close()
        answers()

    monkeypatch.setattr(host, "serve_app", ended)
    companion.must("start bwd Ana Ben")
    return companion


def test_both_codes_are_shown_with_what_the_network_can_read(shown):
    told = shown(f"serve --host {LOCAL} --port 0 --name Friday").out
    assert told.startswith("Friday is served")
    assert "The connection is not encrypted" in told
    assert told.index("Watch") < told.index("Take part")
    assert told.count(f"http://{LOCAL}:") == 2


def test_a_proxy_is_named_in_the_addresses_and_nothing_is_said_of_tls(shown):
    told = shown("serve --proxy https://Table.example/ --port 0").out
    assert told.count("https://table.example/join/") == 2
    assert "TLS" not in told


def test_who_only_shows_the_table_has_one_code(shown):
    told = shown(f"serve --host {LOCAL} --port 0 --watch-only --json").json
    assert told["url"] is None
    assert told["watch"].startswith(f"http://{LOCAL}:{told['port']}/join/")


def test_what_a_table_allows_is_remembered(shown, monkeypatch):
    rights = []
    room = host.Room
    monkeypatch.setattr(host, "Room", lambda *told: rights.append(told[3]) or room(*told))
    shown.must("serve --port 0 --entries own --undo host")
    shown.must("serve --port 0")
    shown.must("serve --port 0 --entries all")
    assert [tuple(one) for one in rights] == [(True, True), (True, True), (False, True)]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--port 70000", "is not a port"),
        ("--entries some", "`--entries some` is not possible"),
        ("--undo nobody", "`--undo nobody` is not possible"),
        ("--proxy table.example", "is not an address"),
        ("--host 192.0.2.99 --port 0", "Nothing can be served at 192.0.2.99"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(options, said, shown):
    ran = shown(f"serve {options}")
    assert ran.code in (1, 2)
    assert said in ran.err
    assert "→" in ran.err


def test_an_address_of_the_network_is_found_or_the_loopback_one(monkeypatch):
    assert host.own_address().count(".") == 3

    def nowhere(self: Any, address: Any) -> None:
        raise OSError("unreachable")

    monkeypatch.setattr(socket.socket, "connect", nowhere)
    assert host.own_address() == LOCAL
