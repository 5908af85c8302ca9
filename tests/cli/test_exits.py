"""Exit codes and streams, which scripts rely on: 0 done, 1 refused, 2 not understood, 3 storage."""

import json

import pytest


@pytest.fixture
def begun(companion):
    """Ana and Ben play; Ana has told of two icons on her first die."""
    companion.must("start bwd Ana Ben")
    companion.must("bwd tag ana.1 points")
    return companion


def play_file(home):
    return home / "groups" / "home" / "plays" / "bwd-1.json"


# 0


@pytest.mark.parametrize(
    "line",
    ["table", "score ana +1", "score ben -2", "first", "pass", "log", "plays", "lookup BWD-1"],
)
def test_what_is_done_answers_on_standard_output_alone(begun, line):
    ran = begun(line)
    assert ran.code == 0
    assert ran.out.strip()
    assert ran.err == ""


def test_a_reminder_goes_to_standard_error_and_changes_no_exit_code(begun):
    begun.must("bwd card set 17 --condition noon")
    ran = begun("bwd tag ana.2 17")
    assert ran.code == 0
    assert ran.err.startswith("! ")
    assert "noon" in ran.err


# 1


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("bwd pay ana 9", "BWD-154"),  # illegal
        ("start bwd Ana", "BWD-1"),
        ("start bwd Ana ana", "Ana"),  # ambiguous
        ("score cho +1", "Ana"),  # not found
        ("table --play 9", "9"),
        ("table --group nobody", "nobody"),
        ("lookup BWD-9999", "BWD-9999"),
        ("start bdw Ana Ben", "bwd"),
        ("undo 99", "99"),
        ("redo", "redo"),  # refused
        ("finish", "tied"),
    ],
)
def test_what_is_refused_says_why_on_standard_error_alone(begun, line, fact):
    before = begun("log --json").json
    ran = begun(line)
    assert ran.code == 1
    assert fact in ran.err
    assert ran.out == ""
    assert begun("log --json").json == before


def test_a_refusal_by_the_rules_cites_one_that_can_be_looked_up_and_the_way_out(begun):
    """The rule's id stands last; a house rule is offered where the same line may have one."""
    _, hint = begun("bwd pay ana 9").err.splitlines()
    assert hint.strip().startswith("→")
    assert hint.endswith('To do it anyway: `--house "why"`. (BWD-154)')
    assert "BWD-154" in begun("lookup BWD-154").out
    assert begun('bwd pay ana 9 --house "on credit"').code == 0
    refused = begun("start boolean Ana --game liar")
    assert refused.err.endswith(")\n")
    assert "--house" not in refused.err


# 2


@pytest.mark.parametrize(
    "line",
    [
        "tabel",
        "bwd tga",
        "bwd card sett",
        "score",
        "score ana",
        "score ana three",
        "score +3",
        "score ana +1 --nope",
        "score ana +1 --play 1 --play 2",
        "bwd resolve ana.1 --tag points --tag tag",
        "--nope",
        "pass extra",
        "start bwd Ana Ben --target none",
        "start bwd Ana Ben --first",
        "undo x",
        "finish --abandon --winner ana",
        "score ana +1 --house ''",
        "table --group ''",
        "group new ''",
        "bwd dot ana.1:3 many",
        "lookup",
    ],
)
def test_what_is_not_understood_is_a_usage_error(begun, line):
    before = begun("log --json").json
    ran = begun(line)
    assert ran.code == 2
    assert ran.out == ""
    assert "Traceback" not in ran.err
    assert "→" in ran.err
    assert begun("log --json").json == before


@pytest.mark.parametrize(
    ("typo", "meant"),
    [
        ("tabel", "companion table"),
        ("scroe ana +3", "companion score"),
        ("undoo", "companion undo"),
        ("bwd tga ana.1 points", "companion bwd tag"),
        ("bwd reslove ana.1", "companion bwd resolve"),
        ("bwd card shwo 17", "companion bwd card show"),
        ("group lst", "companion group list"),
    ],
)
def test_a_slip_of_the_finger_gets_the_nearest_command(companion, typo, meant):
    ran = companion(typo)
    assert ran.code == 2
    assert f"`{meant}`" in ran.err


def test_what_is_like_no_command_gets_the_way_to_the_list(companion):
    assert "`companion -h`" in companion("qqqqqqqq").err


# 3


def test_a_damaged_file_is_a_storage_error_and_is_left_as_it_is(begun, home):
    play_file(home).write_text('{"meta": {"1": {"sch', "utf-8")
    for line in ("table", "score ana +1", "table --json", "undo"):
        ran = begun(line)
        assert ran.code == 3
        assert ran.out == ""
        assert "bwd-1" in ran.err
        assert ".bak" in ran.err
    assert play_file(home).read_text("utf-8") == '{"meta": {"1": {"sch'


def test_a_play_of_a_newer_companion_is_a_storage_error(begun, home):
    stored = json.loads(play_file(home).read_text("utf-8"))
    stored["events"]["2"]["kind"] = "spaceship.launched"
    play_file(home).write_text(json.dumps(stored), "utf-8")
    ran = begun("table")
    assert ran.code == 3
    assert "spaceship.launched" in ran.err


def test_an_entry_that_makes_no_sense_is_a_storage_error(begun, home):
    stored = json.loads(play_file(home).read_text("utf-8"))
    stored["events"]["2"]["data"] = {}
    play_file(home).write_text(json.dumps(stored), "utf-8")
    assert begun("table").code == 3


def test_a_home_that_is_a_file_is_a_storage_error(companion, home):
    home.write_text("in the way", "utf-8")
    ran = companion("start bwd Ana Ben")
    assert ran.code == 3
    assert "COMPANION_HOME" in ran.err


# Mistakes of our own


def test_a_mistake_of_the_program_is_a_sentence_and_no_traceback(companion, monkeypatch):
    monkeypatch.delenv("COMPANION_TRACEBACK")
    monkeypatch.setattr("companion.table.plays.views.table", lambda desk: 1 / 0)
    ran = companion("table")
    assert ran.code == 1
    assert "ZeroDivisionError" in ran.err
    assert "Traceback" not in ran.err
    assert ran.out == ""


def test_an_interrupted_command_ends_quietly(companion, monkeypatch):
    def interrupt(desk):
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.table.plays.views.table", interrupt)
    ran = companion("table")
    assert (ran.code, ran.out, ran.err) == (130, "", "")


def points(begun):
    return [who["score"] for who in json.loads(begun.must("table --json").out)["players"]]


@pytest.mark.parametrize(
    ("when", "code"),
    [
        ("companion.core.reply.Reply.settled", 130),
        ("companion.table.desk.Desk.append", 130),
        ("companion.store.journal.Notes.add", 0),
        ("companion.cli.run.print_reply", 0),
    ],
)
def test_whoever_interrupts_a_command_hears_whether_it_was_done(begun, monkeypatch, when, code):
    """0 says that all of it was; what is done already is not told as an interruption."""
    before = points(begun)

    def interrupt(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(when, interrupt)
        assert begun("score ana +2").code == code
    assert points(begun) == [before[0] + (0 if code else 2), before[1]]
