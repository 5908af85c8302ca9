"""`companion serve`, as a process of its own: how it begins and ends, what phones find again."""

import http.client
import json
import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from companion.testing.documents import mistakes
from tests.terminal import LIMIT, limited, program

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Signals are those of other systems")
LOCAL = ("--json", "--host", "127.0.0.1")


class Serving:
    """A process that serves, and what it said."""

    def __init__(self, process):
        self.process = process
        self.line = process.stdout.readline()
        self.told = json.loads(self.line) if self.line.startswith("{") else {}
        self.port = self.told.get("port")

    def key(self, which="url"):
        return self.told[which].rpartition("/")[2]

    def ask(self, method, path, body=None, headers=(), key=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        sent = {"authorization": f"Bearer {key or self.key()}", **dict(headers)}
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        return answer.status, answer if path.startswith("/api/events") else answer.read().decode()

    def say(self, line, **told):
        return self.ask("POST", "/api/entries", json.dumps({"line": line, **told}))

    def ended(self, kind):
        self.process.send_signal(kind)
        return self.process.wait(LIMIT)


def environment(home):
    return {**os.environ, "COMPANION_HOME": str(home), "COMPANION_TRACEBACK": "1"}


@contextmanager
def serving(home, *arguments, before=()) -> Iterator[Serving]:
    process = subprocess.Popen(
        [sys.executable, *program(*before), "serve", *(arguments or (*LOCAL, "--port", "0"))],
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        with limited(process.pid):
            yield Serving(process)
    finally:
        process.kill()
        process.communicate()


def run(home, *arguments, before=()):
    ran = subprocess.run(
        [sys.executable, *program(*before), *arguments],
        env=environment(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LIMIT,
    )
    return ran.returncode, ran.stdout, ran.stderr


@pytest.fixture
def home(tmp_path) -> Path:
    home = tmp_path / "home"
    assert run(home, "start", "bwd", "Ana", "Ben")[0] == 0
    return home


def event(stream):
    """The next event of a stream that is no beat."""
    while True:
        lines = {}
        while (line := stream.readline().decode().rstrip("\n")) or not lines:
            name, _, value = line.partition(": ")
            lines |= {name: value} if line else {}
        if lines.get("event") == "entry":
            return lines["id"], json.loads(lines["data"])


def test_one_line_says_where_the_table_is_and_ctrl_c_ends_it_well(home):
    with serving(home) as table:
        assert mistakes(table.told, "serve") == []
        assert table.told["host"] == "127.0.0.1"
        assert table.told["url"].startswith(f"http://127.0.0.1:{table.port}/join/")
        assert table.told["watch"] != table.told["url"]
        file = next((home / "cache").glob("*serving.json"))
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert table.ask("GET", "/api/table")[0] == 200
        assert table.ask("GET", "/api/table", key=table.key("watch"))[0] == 200
        assert table.ask("GET", "/api/table", headers={"host": "evil.example"})[0] == 403
        stream = table.ask("GET", "/api/events")[1]  # that somebody listens holds up nobody
        assert table.ended(signal.SIGINT) == 0
        stream.close()
        assert table.process.stdout.read() == ""
        assert not file.exists()


def test_so_does_sigterm_and_the_codes_of_before_open_nothing(home):
    with serving(home) as table:
        port, key = table.port, table.key()
        assert table.ended(signal.SIGTERM) == 0
    with serving(home, *LOCAL, "--port", str(port)) as after:
        assert after.key() != key
        assert after.ask("GET", "/api/table", key=key)[0] == 401


def test_a_server_that_was_killed_is_found_again_by_the_same_codes(home):
    line = "score ana +2"
    id = "9d2ab0ec-8f7c-4a0b-a2a2-000000000001"
    with serving(home) as table:
        told = table.told
        answer = table.say(line, id=id)
        assert answer[0] == 200
        table.process.kill()
        table.process.wait(LIMIT)
    with serving(home) as after:
        assert after.told == told
        status, again = after.say(line, id=id)
        assert (status, json.loads(again)["entries"]) == (200, 2)
        assert json.loads(after.ask("GET", "/api/table")[1])["players"][0]["score"] == 5
        status, out, err = run(home, "serve", *LOCAL, "--port", "0")
        assert (status, out) == (1, "")
        assert "served already" in err
        assert after.ended(signal.SIGTERM) == 0


def test_events_come_over_the_network_from_terminals_as_well(home):
    with serving(home) as table:
        table.say("score ana +2")
        _, stream = table.ask("GET", "/api/events", headers={"last-event-id": "1"})
        assert stream.getheader("content-type").startswith("text/event-stream")
        assert event(stream) == ("2", {"play": "bwd-1", "entries": 2, "line": "Ana +2: 3 → 5"})
        assert run(home, "score", "ben", "+1")[0] == 0
        number, told = event(stream)
        assert (number, told["line"]) == ("3", "Ben +1: 3 → 4")
        stream.close()


def test_who_watches_only_gets_no_code_to_take_part(home):
    with serving(home, *LOCAL, "--port", "0", "--watch-only") as table:
        assert table.told["url"] is None
        assert mistakes(table.told, "serve") == []
        watch = table.key("watch")
        assert table.ask("GET", "/api/table", key=watch)[0] == 200
        assert table.ask("POST", "/api/entries", '{"line": "+1"}', key=watch)[0] == 403


def test_it_is_said_that_the_network_can_read_along(home):
    with serving(home, "--host", "127.0.0.1", "--port", "0") as table:
        told = ""
        while told.count("/join/") < 2:
            line = table.process.stdout.readline()
            assert line, told
            told += line.strip() + " "
        assert "listen in" in told
        assert "is not encrypted" in told
        assert table.ended(signal.SIGINT) == 0


@pytest.mark.parametrize("port", ["-1", "65536", "x", "", "80.5", "٣"])
def test_what_is_no_port_is_refused(port, home):
    status, out, err = run(home, "serve", *LOCAL, "--port", port)
    assert (status, out) == (2, "")
    assert "Traceback" not in err


def test_a_port_that_is_taken_is_refused_and_without_one_the_next_is_tried(home):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        status, out, err = run(home, "serve", *LOCAL, "--port", str(taken.getsockname()[1]))
        assert (status, out) == (1, "")
        assert "--port 0" in err


def test_an_address_that_is_not_ours_is_refused(home):
    status, out, err = run(home, "serve", "--json", "--host", "192.0.2.1", "--port", "0")
    assert (status, out) == (1, "")
    assert "Nothing can be served" in err


@pytest.mark.parametrize("missing", ["starlette", "uvicorn", "jinja2"])
def test_without_what_phones_need_one_sentence_says_what_to_install(missing, home):
    before = (f"sys.modules[{missing!r}] = None",)
    status, out, err = run(home, "serve", *LOCAL, "--port", "0", before=before)
    assert (status, out) == (1, "")
    assert "pip install starlette" in err
    assert "Traceback" not in err


def test_many_connections_that_say_nothing_keep_nobody_out(home):
    """Strangers, half-open connections, and lines that never come to their end."""
    with serving(home) as table:
        idle = []
        for number in range(150):
            connection = socket.create_connection(("127.0.0.1", table.port), timeout=LIMIT)
            if number % 3 == 1:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: ")
            if number % 3 == 2:
                connection.sendall(b"POST / HTTP/1.1\r\nContent-Length: 9999999\r\n\r\n")
            idle.append(connection)
        assert table.say("score ana +1")[0] == 200
        for connection in idle:
            connection.close()


@pytest.mark.parametrize(
    ("request_line", "headers"),
    [
        ("GET /api/table HTTP/1.1", "Host: HOST\r\nHost: HOST\r\nKEY"),
        ("GET /api/table HTTP/1.1", "KEY"),
        ("GET /api/table HTTP/1.0", "KEY"),
        ("GET http://HOST/api/table HTTP/1.1", "Host: evil.example\r\nKEY"),
        (
            "POST /api/entries HTTP/1.1",
            "Host: HOST\r\nKEYContent-Length: 5\r\nContent-Length: 6\r\n",
        ),
        ("POST /api/entries HTTP/1.1", "Host: HOST\r\nKEYTransfer-Encoding: x, chunked\r\n"),
        ("\x00\x01\x02", ""),
    ],
)
def test_what_is_no_request_is_answered_with_nothing_of_the_table(
    request_line, headers, home_served
):
    table = home_served
    host, key = f"127.0.0.1:{table.port}", f"Authorization: Bearer {table.key()}\r\n"
    text = f"{request_line}\r\n{headers}\r\n".replace("HOST", host).replace("KEY", key)
    with socket.create_connection(("127.0.0.1", table.port), timeout=LIMIT) as connection:
        connection.sendall(text.encode("latin-1"))
        answer = b""
        try:
            while part := connection.recv(65536):
                answer += part
        except ConnectionResetError:
            pass
    assert b" 200 " not in answer[:20]
    assert b"Ana" not in answer


def test_a_head_without_an_end_is_not_kept(home_served):
    with socket.create_connection(("127.0.0.1", home_served.port), timeout=LIMIT) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nX: ")
        answer = b""
        with suppress(OSError):  # it was closed while more was on its way
            connection.sendall(b"a" * 1_000_000)
            answer = connection.recv(65536)
    assert b" 400 " in answer or not answer
    assert home_served.ask("GET", "/api/table")[0] == 200


@pytest.fixture(scope="module")
def home_served(tmp_path_factory):
    home = tmp_path_factory.mktemp("served")
    assert run(home, "start", "bwd", "Ana", "Ben")[0] == 0
    with serving(home) as table:
        yield table


def test_a_command_that_serves_nothing_imports_nothing_of_the_web(home):
    told = (
        "import sys\n"
        "from companion.cli.run import run\n"
        "assert run(['start', 'bwd', 'Ana', 'Ben']) == run(['score', 'ana', '+3']) == 0\n"
        "web = ('companion.web', 'companion.cli.host', 'starlette', 'uvicorn', 'jinja2')\n"
        "print([name for name in sys.modules if name.startswith(web)], file=sys.stderr)\n"
    )
    around = {**os.environ, "COMPANION_HOME": str(home)}
    ran = subprocess.run(
        [sys.executable, "-c", told], env=around, capture_output=True, text=True, check=True
    )
    assert ran.stderr.splitlines()[-1] == "[]"
