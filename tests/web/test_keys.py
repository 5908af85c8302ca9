"""Who has come in, who sits where, and what is kept for a serving that is cut off."""

import json
import os
import stat
from pathlib import Path

import pytest

from companion.cli.host import _require_alone
from companion.errors import NotFound, Refused
from companion.web import keys as keys_module
from companion.web.keys import GONE, PLAY, WATCH, Keys
from tests.web.room import served


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "cache" / "serving.json")


def kept(file, **changed):
    """What a serving has left behind, with something else in it."""
    keys = Keys(file)
    keys.port = 8477
    keys.save()
    document = json.loads(Path(file).read_text("utf-8"))
    Path(file).write_text(json.dumps({**document, **changed}), "utf-8")
    return keys


def gone(phone):
    phone.seen -= GONE + 1


# Keys


def test_each_key_is_for_one_role():
    keys = Keys(None)
    assert [keys.role_of(keys.keys[role]) for role in (PLAY, WATCH)] == [PLAY, WATCH]
    for wrong in ("", "x", keys.keys[PLAY][:-1], keys.keys[PLAY] + "x", "\ud800", "é"):
        assert keys.role_of(wrong) is None


def test_all_keys_are_compared_to_their_end(monkeypatch):
    """How long an answer takes tells nothing of how much of a key was right."""
    compared = []
    real = keys_module.secrets.compare_digest
    monkeypatch.setattr(
        keys_module.secrets,
        "compare_digest",
        lambda ours, theirs: compared.append(1) or real(ours, theirs),
    )
    keys = Keys(None)
    keys.role_of(keys.keys[PLAY])
    keys.role_of("wrong")
    assert len(compared) == 4


def test_whoever_watched_and_scans_the_other_code_takes_part():
    keys = Keys(None)
    phone = keys.join(WATCH, None)
    assert keys.join(PLAY, phone) is phone
    assert phone.role == PLAY
    assert keys.join(WATCH, phone) is phone
    assert phone.role == PLAY


# A serving that was cut off


def test_a_serving_goes_on_where_it_was_cut_off(file):
    before = kept(file)
    phone = before.join(PLAY, None)
    before.sit(phone, "Ana")
    after = Keys(file)
    assert after.goes_on
    assert (after.keys, after.port) == (before.keys, 8477)
    again = after.phone(phone.token)
    assert (again.name, again.role) == ("Ana", PLAY)


def test_an_orderly_end_throws_the_keys_away(file):
    before = kept(file)
    before.end()
    assert not os.path.exists(file)
    after = Keys(file)
    assert not after.goes_on
    assert not set(after.keys.values()) & set(before.keys.values())


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_only_the_owner_of_the_computer_reads_the_keys(file):
    kept(file)
    keys = Keys(file)
    Path(f"{file}.{os.getpid()}").write_text("left over, open to all", "utf-8")
    keys.save()
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600


@pytest.mark.parametrize(
    "content",
    [
        *("", "{", "null", "[]", "7", '"x"', "{}", '{"keys": {}}', "\udcff", "[" * 100_000),
        *('{"keys": [], "phones": {}, "port": 1}', '{"keys": {"play": "x"}, "phones": {}}'),
    ],
)
def test_a_damaged_file_is_none(content, file):
    os.makedirs(os.path.dirname(file))
    Path(file).write_bytes(content.encode("utf-8", "surrogateescape"))
    _require_alone(file)
    keys = Keys(file)
    assert not keys.goes_on
    assert min(map(len, keys.keys.values())) >= 22


@pytest.mark.skipif(os.name == "nt", reason="there are no such files there")
def test_a_pipe_in_its_place_is_not_waited_for(file):
    os.makedirs(os.path.dirname(file))
    os.mkfifo(file)
    _require_alone(file)
    keys = Keys(file)
    keys.port = 8477
    keys.save()
    assert Keys(file).keys == keys.keys


@pytest.mark.parametrize(
    "changed",
    [
        {"keys": {"play": "short", "watch": "short"}},
        {"keys": {"play": "a" * 22, "watch": "a" * 22}},
        {"keys": {"play": ["a"] * 22, "watch": "b" * 22}},
        {"port": 99_999},
        {"port": True},
        {"port": "8477"},
        {"phones": []},
        {"phones": {"": {"role": "play", "name": ""}}},
        {"phones": {"a" * 22: {"role": "host", "name": ""}}},
        {"phones": {"a" * 22: {"role": "play", "name": 7}}},
        {"phones": {"a" * 22: "play"}},
    ],
)
def test_what_was_tampered_with_opens_nothing(changed, file):
    """Without a cookie nobody is anybody, whatever the file says."""
    kept(file, **changed)
    keys = Keys(file)
    assert not keys.goes_on
    assert keys.phone("") is None


def test_where_nothing_can_be_kept_the_table_is_served_all_the_same(tmp_path):
    (tmp_path / "cache").write_text("no folder", "utf-8")
    keys = Keys(str(tmp_path / "cache" / "serving.json"))
    keys.save()
    phone = keys.join(PLAY, None)
    assert keys.phone(phone.token) is phone
    keys.end()


# Seats


@pytest.fixture
def table():
    with served() as table:
        yield table


def test_a_seat_is_one_phones(table):
    ana, other = table.phone("Ana"), table.phone()
    with pytest.raises(Refused, match="another phone"):
        table.room.sit(other, "Ana")
    assert (ana.name, other.name) == ("Ana", "")


def test_a_seat_that_was_given_back_is_free(table):
    ana, other = table.phone("Ana"), table.phone()
    table.room.sit(ana, "")
    table.room.sit(other, "Ana")
    assert (ana.name, other.name) == ("", "Ana")


def test_a_seat_is_taken_over_only_from_a_phone_that_is_gone(table):
    ana, other = table.phone("Ana"), table.phone()
    ana.connected = 1
    gone(ana)
    with pytest.raises(Refused):  # it listens, whenever it was that it last asked something
        table.room.sit(other, "Ana")
    ana.connected = 0
    table.room.sit(other, "Ana")
    assert (ana.name, other.name) == ("", "Ana")
    assert "Ana's seat is on another phone now." in ana.notices


def test_only_who_plays_has_a_seat(table):
    with pytest.raises(NotFound):
        table.room.sit(table.phone(), "Zoe")
    with pytest.raises(Refused):
        table.room.sit(table.phone(role=WATCH), "Ana")


def test_a_program_has_no_seat(table):
    """All programs with a key are one: what one of them may see, all may."""
    kind = ("content-type", "application/x-www-form-urlencoded")
    answer = table.ask("POST", "/seat", body=b"name=Ana", headers=[kind])
    assert answer.status == 422
    table.room.sit(table.phone(), "Ana")


def test_the_host_is_told_who_comes_and_goes(table):
    ana = table.phone("Ana")
    table.room.sit(ana, "")
    assert table.told == ["Ana has joined.", "Ana has left the seat."]
