"""A line that a phone sends: run once, by whom it may be, and for nothing but the table."""

import json

import pytest

from companion.core.event import Source
from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from companion.testing.store import TemporaryStore
from companion.web.entries import Rights
from companion.web.keys import WATCH
from tests.marbles import PACKAGE
from tests.site import installed
from tests.web.room import Served, served

ID = "0b8e1d2c-5a77-4c07-9a52-6f5b0f6d2a11"
OTHER = "5d0f6a9e-1111-4222-8333-444455556666"


@pytest.fixture
def table():
    with served() as table:
        yield table


def events(table, play="bwd-1"):
    return len(table.store.read_log(LogRef("home", "plays", play)))


def boxes(table):
    refs = [LogRef("home", "copies", box) for box in table.store.log_ids("home", "copies")]
    return {ref.id: len(table.store.read_log(ref)) for ref in refs}


def everything(table):
    """All that is kept of the group, but for the ids of what was sent."""
    document = {**table.store.read_group("home"), "sent": None}
    plays = {play: events(table, play) for play in table.store.log_ids("home", "plays")}
    return document, plays, boxes(table)


# Once


def test_a_line_that_is_sent_again_is_answered_as_before_and_makes_nothing(table):
    first = table.say("score ana +2", id=ID)
    again = table.say("score ana +2", id=ID)
    assert first.status == again.status == 200
    assert first.json == again.json
    assert first.json["entries"] == 2
    assert table.scores() == {"Ana": 5, "Ben": 3}


def test_a_line_without_an_id_is_run_each_time(table):
    for _ in range(2):
        table.say("score ana +2")
    assert table.scores()["Ana"] == 7


LINES = (
    "score ana +2",
    "+2",
    "undo",
    "undo 2 --onwards",
    "pass",
    "next",
    "finish --winner ana",
    "finish --abandon",
    "start bwd Cleo Dan",
    "start blank Cleo Dan",
    "start bwd",
    "resume bwd-1",
    'ruling add "The ward counts twice." --on ward',
    "player new Zoe",
    "bwd card set 45 --name Nine",
    'blank box new "Friday box" --mark x --owner Ana',
    'score ana +1 --play "bwd-1"',
    "score cho +1 --play=2",
    'score ana +1 --house "we play it so"',
)


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_known_by_its_id_after_a_restart(line):
    """The answer was lost on the way, and the program was started again meanwhile."""
    table = Served(TemporaryStore())
    table.typed("start", "bwd", "Ana", "Ben")
    table.typed("start", "bwd", "Cho", "Dan")
    table.typed("resume", "bwd-1")
    table.typed("score", "ana", "+1")
    table.phone("Ana")
    phone = table.phone()
    table.room.sit(next(iter(table.keys._phones.values())), "")
    table.room.sit(phone, "Ana")
    first = table.say(line, phone, id=ID)
    assert first.status == 200, first.text
    before = everything(table)
    with table.restarted() as after:
        again = after.say(line, after.phone("Ana") if "start" not in line else None, id=ID)
        assert again.status == 200, again.text
        assert everything(after) == before
        assert again.json["play"] == first.json["play"] or "--play" in line


def test_a_line_is_known_although_another_play_is_at_hand_by_now(table):
    table.say("score ana +2", id=ID)
    table.typed("finish", "--abandon")
    table.typed("start", "bwd", "Ana", "Ben")
    with table.restarted() as after:
        answer = after.say("score ana +2", id=ID)
        assert (answer.status, answer.json["play"]) == (200, "bwd-1")
        assert after.scores() == {"Ana": 3, "Ben": 3}


def test_a_line_is_known_whatever_box_it_changed(table):
    table.say('blank box new "Friday box" --mark x --owner Ana')
    table.say('blank box new "Other box" --mark y --owner Ana')
    line = 'blank rule add "When you laugh, draw two." --box friday-box'
    answer = table.say(line, id=ID)
    assert answer.status == 200, answer.text
    before = boxes(table)
    with table.restarted() as after:
        assert after.say(line, id=ID).status == 200
        assert boxes(after) == before


def test_after_a_crash_between_the_entry_and_its_answer_the_entry_is_there_once(table, monkeypatch):
    real = table.room.entries._keep

    def crash(key, came):
        raise RuntimeError("the power was off")

    monkeypatch.setattr(table.room.entries, "_keep", crash)
    with pytest.raises(RuntimeError):
        table.say("score ana +2", id=ID)
    monkeypatch.setattr(table.room.entries, "_keep", real)
    answer = table.say("score ana +2", id=ID)
    assert (answer.status, answer.json["entries"]) == (200, 2)
    assert answer.json["lines"][0] == "Ana +2: 3 → 5"
    assert table.scores()["Ana"] == 5


def test_a_play_that_was_begun_when_the_power_went_is_found(table):
    """Its log is written before the group knows of it."""
    table.say("start bwd Cleo Dan", id=ID)
    with table.store.change_group("home") as document:
        document.update(current="bwd-1", live=["bwd-1"], sent=[])
    with table.restarted() as after:
        assert after.say("start bwd Cleo Dan", id=ID).json["play"] == "bwd-2"
        assert after.store.log_ids("home", "plays") == ["bwd-1", "bwd-2"]


def test_a_line_that_was_refused_is_refused_again_under_its_id(table):
    refused = table.say("resolve ana.1", id=ID)
    assert refused.status == 422
    table.typed("bwd", "roll", "ana.1=blank", "ana.2=blank", "ben.1=blank", "ben.2=blank")
    assert table.say("resolve ana.1", id=ID).json == refused.json
    assert table.say("resolve ana.1", id=OTHER).json != refused.json


@pytest.mark.parametrize(
    "line", ["next", "pass", "undo", "u", "companion next", "redo", "next --skip"]
)
def test_what_means_the_last_entry_is_refused_where_its_sender_had_not_seen_that(line, table):
    """Two who tap Next at once mean the same step; an undo that waited, what was last then."""
    table.say("score ana +2")
    table.typed("score", "ben", "+1")
    late = table.say(line, after=2, id=ID)
    assert late.status == 422
    assert "gone on since entry 2" in late.problem
    assert events(table) == 3
    assert table.say(line, after=3, id=OTHER).status == (422 if line == "redo" else 200)


def test_what_was_taken_is_known_however_old_its_sender_was(table):
    taken = table.say("next", after=1, id=ID)
    assert taken.status == 200
    assert table.say("next", after=1, id=ID).json == taken.json


def test_a_refusal_shows_what_happened_in_between(table):
    table.typed("score", "ben", "+1")
    told = table.say("undo", after=1, html=True).json["html"]
    assert "Ben +1" in told
    assert 'value="undo"' in told


def test_the_id_lies_with_the_entry_and_who_made_it(table):
    table.say("score ana +2", table.phone("Ana"), id=ID)
    (event,) = table.store.read_log(LogRef("home", "plays", "bwd-1"))[1:]
    assert event.source == Source("Ana", ID, table.keys.holder("Ana").mark)
    log = table.typed("log").document["entries"]
    assert [entry["by"] for entry in log] == [None, "Ana"]


def test_whoever_has_heard_of_an_id_is_not_told_what_was_answered_to_it():
    with served("start", "boolean", "Ana", "Ben", "--game", "liar") as table:
        ana, ben = table.phone("Ana"), table.phone("Ben")
        assert table.say("holds ana 0 2o", ana).status == 200
        told = table.say("mine", ana, id=ID, html=True)
        assert told.status == 200
        assert table.say("mine", ben, id=ID, html=True).status == 422


@pytest.mark.parametrize("id", [7, "short", "x" * 65, "ünïcödé-ünïcödé", "", [], {}, True])
def test_what_is_no_id_is_refused(id, table):
    answer = table.say("score ana +1", id=id)
    assert (answer.status, answer.json["error"]["kind"]) == (422, "invalid")
    assert table.scores()["Ana"] == 3


def test_so_is_one_that_a_form_sends(table):
    kind = ("content-type", "application/x-www-form-urlencoded")
    for id in (b"%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9", b"%00", b"a"):
        body = b"line=score+ana+%2B1&id=" + id
        assert table.post("/play/bwd-1/say", body, [kind]).status == 422
    assert table.scores()["Ana"] == 3


def test_a_file_that_cannot_be_written_is_no_fault_of_the_line(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_TRACEBACK", "")
    store = TinyStore(str(tmp_path))
    with served(store=store) as table:
        play = next((tmp_path / "groups").glob("*/plays/bwd-1.json"))
        play.write_text("{", "utf-8")
        answer = table.say("score ana +1", id=ID)
        assert answer.status == 503
        assert answer.json["error"]["kind"] in ("corrupt", "storage")


# What the table allows


def test_each_enters_for_oneself_where_the_table_wants_it_so():
    with served(rights=Rights(own=True)) as table:
        ana, nobody = table.phone("Ana"), table.phone()
        assert table.say("+1", ana).status == 200
        assert table.say("score ana +1", ana).status == 200
        for line in (
            "score ben +1",
            "ben +1",
            "score ana +1 ben -3",
            "a+1, b-1",
            "score ana=3 ben=0",
        ):
            answer = table.say(line, ana)
            assert answer.status == 422, line
            assert "each enters for oneself" in answer.problem
        assert table.say("score ana +1", nobody).status == 422
        assert table.say("score ana +1").status == 422
        assert table.say("next", ana).status == 200
        assert table.scores() == {"Ana": 5, "Ben": 3}


@pytest.mark.parametrize(
    "line",
    [
        *("undo", "u", "U", "redo", "r", "undo 2", '"undo"', "'u'", "un\\do", "companion undo"),
        *("companion\tundo", "  companion   'undo'", "undo 2 --onwards", "bwd card undo"),
        *("blank box undo", "card undo", "UNDO --play bwd-1"),
    ],
)
def test_only_the_keyboard_takes_back_where_the_table_wants_it_so(line):
    with served(rights=Rights(keeps_past=True)) as table:
        table.say("score ana +2")
        table.say("bwd card set 45 --name Nine")
        before = everything(table)
        answer = table.say(line, table.phone("Ana"))
        assert answer.status == 422
        assert "only the keyboard" in answer.problem
        assert everything(table) == before
        assert table.say("lookup undo").status == 200
        table.typed("undo")


def test_plus_three_is_for_ones_own_seat(table):
    assert table.say("+3", table.phone("Ben")).status == 200
    assert table.scores() == {"Ana": 3, "Ben": 6}
    assert table.say("+3", table.phone()).status == 422


# Nothing but the table

ELSEWHERE = (
    *("export", "export -o x", "import x", "import -", "group list", "group use x", "group new x"),
    *("group rename home x", "group export", "group import x", "player use ana", "formats"),
    *(
        "player rename ana x",
        "serve",
        "serve --port 1",
        "shell",
        "deck print home",
        "deck receive x",
    ),
    *(
        "deck labels bwd --print",
        "deck scan x",
        "deck check bwd",
        "deck export bwd",
        "deck mix a b",
    ),
    *("deck import x", "deck sheet list", "deck sheet add x", "deck", "player", "--version"),
    *("--install-completion", "--show-completion bash", "companion --version", "companion", "-h"),
    *("h group new --", "h group use --", "h player use --", "h export -o --", "h import --"),
    *(
        "h export --",
        "help group new --",
        "h companion group new --",
        "h --version",
        "h serve -- -h",
    ),
    *("table -h", "table --help", "ruling", "chart", "play", "bwd", "bwd card", "blank rule"),
    *("table --group home", "table --group=other", "score ana +1 --group other"),
    *("start bwd A B --group x", "start --group x bwd A B", "bwd deal --group home"),
    *("play show -o x", "play show -ox", "play show --output=x", "play show -o -"),
    *("chart wins -o x", "chart points --as svg -o x", "chart growth -ox", "chart ratings -o x"),
    *("dicebox board -o x", "boolean puzzle --links x", "boolean puzzle -o x"),
    *("blank rule import x", "blank rule import -", "blank rule export x", "blank rule export -ox"),
    *("companion export", "COMPANION EXPORT", '"export"', "ex\\port", "Export", "BWD"),
)


@pytest.mark.parametrize("line", ELSEWHERE)
def test_a_phone_reaches_no_file_no_other_group_and_no_setting(line, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").write_text("[]", "utf-8")
    with served() as table:
        before, groups = everything(table), table.store.groups()
        answer = table.say(line, table.phone("Ana"))
        assert answer.status == 422, answer.text
        assert everything(table) == before
        assert (table.store.groups(), table.store.read_settings()) == (groups, {})
    assert [path.name for path in tmp_path.iterdir()] == ["x"]
    assert (tmp_path / "x").read_text("utf-8") == "[]"
    printed = capfd.readouterr()
    assert (printed.out, printed.err) == ("", "")


def test_every_option_that_names_a_file_is_known_as_one():
    """What a command reads or writes is told by `FILE`; of what is open to phones, nothing else
    looks like a place on this computer."""
    from companion import games
    from companion.cli.app import root
    from companion.cli.phones import OPEN

    def commands(command, path):
        if not hasattr(command, "list_commands"):
            yield path, command
            return
        for name in command.list_commands(None):
            yield from commands(command.get_command(None, name), (*path, name))

    def is_open(path):
        if path[0] in games.OWN:
            return True
        return path[0] in OPEN and (OPEN[path[0]] is None or path[1] in OPEN[path[0]])

    suspicious = ("file", "path", "output", "folder", "print", "dir", "image", "stdin")
    found = {}
    for path, command in commands(root(), ()):
        for param in command.params:
            names = f"{param.name} {' '.join(param.opts)} {param.metavar or ''}".lower()
            if is_open(path) and any(word in names for word in suspicious):
                found[" ".join(path), param.name] = param.metavar
    others = {told or name for (_, name), told in found.items() if "FILE" not in (told or "")}
    # That a rule came printed with the box, and what a card was like when it was found in one.
    assert others <= {"printed", "printed|illustrated|plain"}
    assert len(found) > 8


@pytest.mark.parametrize(
    "line",
    [
        "",
        " ",
        "\t",
        "score ana +1\nundo",
        "score ana +1\rundo",
        "x" * 2001,
        "score ana \ud800",
        "#x",
    ],
)
def test_what_is_no_line_is_refused_or_does_nothing(line, table):
    before = everything(table)
    assert table.say(line).status == (200 if line == "#x" else 422)
    assert everything(table) == before


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"null", b"[]", b'"x"', b"{}", b'{"line": 7}', b'{"line": null}', b"\xff\xfe\x00"),
        *(b"[" * 50_000, b'{"a":' * 10_000, b'{"line": "table", "play": 7}', b"\x00" * 100),
        *(b'{"line": "table", "after": -1}', b'{"line": "table", "after": 1.5}'),
        *(b'{"line": "table", "after": true}', b'{"line": "table", "after": 1e999}'),
        *(b'{"line": "table", "play": "\\ud800"}', b'{"line": "\\udfff"}'),
        b'{"line": "table", "after": ' + b"9" * 6000 + b"}",
    ],
)
def test_what_is_no_json_line_is_refused(body, table):
    answer = table.ask("POST", "/api/entries", body=body)
    assert (answer.status, answer.json["error"]["kind"]) == (422, "invalid")


@pytest.mark.usefixtures("uncleaned")
def test_what_a_terminal_would_obey_is_spelled_out_for_the_host():
    """Names come from phones, and are told on the host's terminal."""
    from companion.cli.output import wrapped

    with served() as table:
        name = "\x1b[2JAna\u202eneB\x07"
        assert table.say(f'start bwd "{name}" Ben').status == 200
        table.room.sit(table.phone(), name)
        assert any("\x1b" in line for line in table.told)
        shown = [wrapped(line) for line in table.told]
        assert all(line.isprintable() for line in shown)


# Secrets


@pytest.fixture
def liars():
    with served("start", "boolean", "Ana", "Ben", "Cho", "--game", "liar") as table:
        table.say("holds ana 0 2o 3c", table.phone("Ana"))
        yield table


def test_what_was_told_in_secret_is_shown_on_that_players_phone(liars):
    ana = liars.keys.holder("Ana")
    for line in ("mine", "mine ana", "boolean mine Ana", "companion boolean mine"):
        answer = liars.say(line, ana, html=True)
        assert answer.status == 200, answer.text
        assert "0" in answer.json["html"]


@pytest.mark.parametrize(
    "line",
    [
        *("mine ana", "boolean mine ana", "BOOLEAN MINE ANA", "mine -- ana", "mine --json ana"),
        *("mine --play boolean-1 ana", "mine --play=boolean-1 ana", "mine ana --play 1"),
        *("mine --play 1 ana", "companion boolean mine an", "mine a", "mine ben ana"),
    ],
)
def test_and_on_no_other(line, liars):
    for phone in (liars.phone("Ben"), liars.phone(), None):
        answer = liars.say(line, phone, html=True)
        assert answer.status == 422
        assert "0" not in answer.json["error"]["message"]


def test_a_player_of_another_play_is_somebody_else(liars):
    """The seat of a phone is looked for in the play that the line is about."""
    liars.say("start boolean 1 Ana --game liar")
    one = liars.phone("1")
    for line in ("mine --play boolean-1 ana", "mine --play 1 ana", "mine --play=boolean-1 1"):
        assert liars.say(line, one).status == 422, line


def test_help_with_a_true_inverse_looks_at_ones_own_dice():
    with served("start", "boolean", "Ana", "Ben", "--game", "stack") as table:
        ana, ben = table.phone("Ana"), table.phone("Ben")
        assert table.say("holds ana 0 2o 3c 4a 5", ana).status == 200
        faces = "--below wbw --seen bww"
        assert table.say(f"inverse ana {faces}", ben).status == 422
        assert table.say(f"inverse ana {faces}").status == 422
        own, plain = table.say(f"inverse ana {faces}", ana), table.say(f"inverse {faces}", ana)
        assert own.status == 200, own.text
        assert own.json["lines"] == plain.json["lines"]


@pytest.fixture
def marbles(tmp_path, monkeypatch):
    """A play of another package's game, with a verb that it declares to be `private`: `peek`."""
    package = installed(tmp_path / "site", monkeypatch, PACKAGE)
    with package, served("start", "marbles", "Ana", "Ben") as table:
        assert table.say("tuck ana 3", table.phone("Ana")).status == 200
        yield table


def test_what_a_game_declares_to_be_private_is_shown_on_that_players_phone(marbles):
    ana, ben = marbles.keys.holder("Ana"), marbles.phone("Ben")
    for line in ("peek", "peek ana", "marbles peek a", "companion marbles peek"):
        assert marbles.say(line, ana).json["lines"] == ["Ana hides 3."]
    assert marbles.say("peek", ben).json["lines"] == ["Ben hides 0."]
    for line in ("peek ana", "MARBLES PEEK a", "peek --play marbles-1 ana", "peek --json ana"):
        for phone in (ben, marbles.phone(), None):
            answer = marbles.say(line, phone)
            assert answer.status == 422
            assert "3" not in answer.text


def test_a_phone_names_no_file_of_a_game_that_declares_its_verbs(marbles, tmp_path):
    drawn = tmp_path / "bag.svg"
    refused = marbles.say(f"bag --picture {drawn}", marbles.keys.holder("Ana"))
    assert "cannot use files" in refused.problem
    assert not drawn.exists()
    marbles.typed("marbles", "bag", "--picture", str(drawn))
    assert drawn.read_text("utf-8").startswith("<svg")


def test_secrets_are_on_no_page_and_in_no_answer():
    """Whichever dice Ana has told, everybody else sees the very same."""

    def seen(dice):
        with served("start", "boolean", "Ana", "Ben", "Cho", "--game", "liar") as table:
            assert table.say(f"holds ana {dice}", table.phone("Ana")).status == 200
            ben = table.phone("Ben")
            paths = [f"/play/boolean-1{page}" for page in ("", "/live", "/log", "/here", "/report")]
            paths += ["/board", "/api/table", "/plays", "/more", "/play/boolean-1/say"]
            lines = ("", "mine ", "holds ", "holds ben ", "lose ana --die ", "lose --die ", "call ")
            paths += [f"/api/offers?line={line}".replace(" ", "%20") for line in lines]
            told = [table.get(path, phone=ben).text for path in paths]
            told += [table.get(path, key=WATCH).text for path in paths]
            said = [table.say(line, ben, html=True).text for line in ("table", "log", "play show")]
            document = json.dumps(table.typed("log").document)
            return [*told, *said, *table.told, document]

    assert seen("0 2o 3c") == seen("5w 6 4a")


def test_faces_alone_from_a_phone_are_those_of_its_holders_dice(table):
    table.typed("start", "bwd", "Ana", "Ben", "--set", "V1")
    for line in ("write b1 -2 3", "write b2 erase", "write a1 -2", "write a2 erase"):
        table.typed("bwd", *line.split())
    table.typed("next", "--skip")
    assert table.say("bwd roll -2 erase", table.phone("Ben")).status == 200
    dice = {die["id"]: die["active"] for die in table.get("/api/table").json["dice"]}
    assert dice == {"ana.1": None, "ana.2": None, "ben.1": 0, "ben.2": 0, "common": None}
