"""`group export` and `group import` at the ends of a pipe."""

import io
import json
import sys


def test_a_group_goes_through_a_pipe(companion, home, monkeypatch):
    companion.must("start bwd Ana", "Zoë ★")
    whole = companion.must("group export -o -").out
    assert json.loads(whole.splitlines()[0])["kind"] == "companion-group"
    assert companion.must("group export").out == whole, "nobody sits before this standard output"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(whole.encode())))
    told = companion.must("group import - --as Copy --json").json
    assert (told["group"], told["plays"]["new"]) == ("Copy", 1)
    assert companion.must("plays --group copy --json").json["plays"]


def test_a_damaged_log_is_told_beside_the_pipe(companion, home):
    companion.must("start bwd Ana Ben")
    companion.must("start bwd Ana Ben")
    (home / "groups/home/plays/bwd-1.json").write_text("{")
    ran = companion("group export -o -")
    assert ran.code == 0
    assert "bwd-1.json is damaged" in ran.err
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert [line.get("left_out") for line in lines] == [None, "corrupt", None, 1]
    assert str(home) not in ran.out, "where things lie on this device is nobody's business"


def test_a_group_and_json_do_not_fit_into_one_pipe(companion):
    companion.must("start bwd Ana Ben")
    for line in ("group export -o - --json", "group export --json"):
        ran = companion(line)
        assert (ran.code, ran.out) == (2, "")


def test_standard_input_that_is_closed_is_no_crash(companion, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert companion("group import -").code == 2
