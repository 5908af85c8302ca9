"""Secrets are the phone's on which they were entered, whoever has the seat meanwhile."""

import re

import pytest

from companion.errors import Refused
from companion.testing.program import typed_at
from companion.web.entries import Rights
from companion.web.keys import GONE, Keys
from tests.web.room import Served, served

LIAR = ("start", "boolean", "Ana", "Ben", "Cho", "--game", "liar")
DICE = ["3w-corner", "5w"]
THERE = "Ana entered secrets on another phone"


@pytest.fixture
def table():
    with served(*LIAR) as table:
        assert table.say("holds ana 5w 3c", table.phone("Ana")).status == 200
        yield table


def gone(phone):
    phone.seen -= GONE + 1
    return phone


def shown(table, phone):
    """The dice that a phone shows as its own."""
    answer = table.say("mine", phone, html=True)
    found = re.findall(r"name\">(\d\w[^<]*)", answer.json.get("html", ""))
    return sorted(found)


def test_the_seat_of_somebody_who_was_away_is_taken_without_the_secrets(table):
    ana, other = gone(table.keys.holder("Ana")), table.phone("Ana")
    assert THERE in other.notices[0]
    assert "Ana's secrets stay on the phone on which they were entered." in table.told[-1]
    for line in ("mine", "mine ana", "holds ana 4w", "lose ana --to ben --die 5w"):
        assert table.say(line, other).problem.startswith(THERE)
    assert "My dice" not in table.get("/play/boolean-1", phone=other).text
    # Whoever comes back takes the seat back, and sees them again.
    assert "disabled" not in table.get("/seat", phone=ana).text.partition(">Ana")[0]
    table.room.sit(ana, "Ana")
    assert (shown(table, ana), other.name) == (DICE, "")


def test_the_host_hands_them_over(table):
    gone(table.keys.holder("Ana"))
    other = table.phone("Ana")
    told = table.typed("serve", "--hand-over", "ana")
    assert (
        told.screen(80) == "What Ana entered in secret is shown on the phone that has Ana's seat."
    )
    assert shown(table, other) == DICE
    assert table.say("holds ana 4w-a", other).status == 200
    refused = typed_at(table.desks, ["serve", "--hand-over", "ben"])
    assert "No phone keeps any secret of Ben's." in refused.refusal


def test_whoever_is_renamed_keeps_seat_and_secrets(table):
    ana, other = table.keys.holder("Ana"), table.phone()
    table.typed("player", "rename", "ana", "Anna")
    with pytest.raises(Refused, match="Anna's seat is on another phone"):
        table.room.sit(other, "Anna")
    assert ana.name == "Anna"
    assert shown(table, ana) == DICE


def test_a_phone_is_the_same_one_when_the_table_is_served_again(tmp_path):
    file = str(tmp_path / "cache" / "serving.json")
    with served(*LIAR, keys=Keys(file)) as table:
        ana = table.phone("Ana")
        table.say("holds ana 5w 3c", ana)
        table.keys.end()
        with Served(table.store, keys=Keys(file)) as again:
            assert again.get("/", phone=ana).status == 401
            answer = again.join(headers=[("cookie", f"{again.room.place.cookie}={ana.token}")])
            assert answer.status == 303
            assert shown(again, again.keys.phone(ana.token)) == DICE


def test_what_was_entered_at_the_keyboard_is_shown_to_whoever_has_the_seat():
    with served(*LIAR) as table:
        table.typed("boolean", "holds", "ben", "5w", "3c")
        assert shown(table, table.phone("Ben")) == DICE


def test_a_secret_that_was_taken_back_is_not_shown_to_who_has_the_seat_meanwhile():
    """Whoever has Ana's seat while she is away acts as Ana, but for what she entered in secret."""
    with served(*LIAR, rights=Rights(own=True)) as table:
        ana = table.phone("Ana")
        assert table.say("holds ana 5w 3c", ana).status == 200
        gone(ana)
        other = table.phone("Ana")
        assert table.say("undo 2", other).status == 422
        table.typed("undo", "2")
        assert table.say("holds ana 1w", other).status == 200
        table.typed("redo", "2")
        assert (shown(table, other), shown(table, ana)) == ([], [])
        table.typed("undo", "4")
        with pytest.raises(Refused):
            table.room.sit(table.phone(), "Ana")
        table.room.sit(ana, "Ana")
        assert shown(table, ana) == DICE
