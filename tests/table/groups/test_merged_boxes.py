"""Two computers write on the same box: it stays one box, with what both wrote."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.exchange.groups.references import masked
from companion.store.base import LogRef
from companion.testing.program import typed_at
from tests.table.groups.test_devices import Device, a_group_on, until_nothing_is_new
from tests.table.groups.test_import import GROUP


def words_of(verb: str, number: int, chance: Random) -> list[str]:
    """A line about a rule or a card of the box, as somebody could type it."""
    rule, card = str(15 + number % 3), f"{number % 3 + 1}-circle.1"
    text = ["--effect", f"all sing {chance.randrange(1000)} songs"]
    return {
        "add": ["rule", "add", "--trigger", "a 6 is played", *text],
        "approved": ["rule", "add", "--trigger", "a 5 is played", *text, "--approved"],
        "edit": ["rule", "edit", rule, *text],
        "approve": ["rule", "approve", rule],
        "ink": ["rule", "ink", rule],
        "decline": ["rule", "decline", rule],
        "retire": ["rule", "retire", rule],
        "return": ["rule", "return", rule],
        "customise": ["card", "customise", card, "--title", f"Card {number}", *text],
        "mark": ["box", "set", "--mark", "★♥♦"[number % 3]],
        "undo": ["box", "undo"],
        "undo older": ["box", "undo", str(2 + number)],
        "redo": ["box", "redo"],
    }[verb]


VERBS = (
    *("add", "approved", "edit", "approve", "ink", "decline", "retire", "return"),
    *("customise", "mark", "undo", "undo older", "redo"),
)
evenings = st.lists(st.tuples(st.sampled_from(VERBS), st.integers(0, 5)), max_size=5)


def with_a_box(devices: list[Device], *lines: str) -> None:
    device = devices[0]
    for line in ("blank box new Friday --owner Ana", *lines):
        said = typed_at(device.desks, line.split())
        assert said.code == 0, said.refusal


def box_logs(device: Device) -> list[list[Any]]:
    """The logs of the boxes of BLANK, without what differs between two groups."""
    store = device.desks.store
    logs = [store.read_log(LogRef(GROUP, "copies", it)) for it in store.log_ids(GROUP, "copies")]
    return [
        [(event.seq, event.action, event.kind, masked(event.data), event.at) for event in log]
        for log in logs
        if log[0].data.get("game") == "blank"
    ]


def entered(device: Device) -> set[str]:
    """What was written on cards, whatever the number of the card."""
    return {
        str([data.get("trigger"), data.get("effect"), data.get("title"), at])
        for log in box_logs(device)
        for *_, kind, data, at in log
        if kind == "card.written"
    }


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 3), st.lists(evenings, min_size=2, max_size=5), st.integers(0, 10_000))
def test_all_computers_end_with_the_same_box(number, all_evenings, seed):
    """If it can be one: two do not, where one takes out what the other goes on from."""
    with TemporaryDirectory() as folder:
        chance = Random(seed)
        devices, carrier = a_group_on(Path(folder), number, chance)
        with_a_box(devices, "blank rule add --effect sing", "blank rule add --effect dance")
        until_nothing_is_new(devices, carrier)
        wrote = set[str]()
        for evening in all_evenings:
            device = chance.choice(devices)
            for verb, which in evening:
                said = typed_at(device.desks, ["blank", *words_of(verb, which, chance)])
                assert said.code in (0, 1), said.refusal
            wrote |= entered(device)
            if chance.random() < 0.5:
                device.sync()
                carrier.carry()
        until_nothing_is_new(devices, carrier)
        for device in devices:
            assert entered(device) == wrote
        if all(len(box_logs(device)) == 1 for device in devices):
            for device in devices[1:]:
                assert box_logs(device) == box_logs(devices[0])
        else:
            verbs = {verb for evening in all_evenings for verb, _ in evening}
            assert verbs & {"undo", "undo older", "redo", "retire", "decline"}
