"""Taking back old entries: later ones that would not stand are named, across rounds too."""

import pytest

from companion.errors import Illegal, Refused
from tests.games.bwd.tables import table


def later(t, entry):
    """The later entry that keeps `entry` from being taken back."""
    with pytest.raises((Illegal, Refused)) as refusal:
        t.undo(entry)
    message = refusal.value.message
    assert f"Entry {entry} cannot be taken back" in message
    return int(message.partition(": entry ")[2].split()[0])


def test_a_tag_that_a_later_entry_needs():
    t = table("Ana Ben", set="V1")
    t.tag("ana.1", "investment")
    tagged = t.entry
    t.tag("ana.1", "tag")
    t.roll("ana.1=investment", untold=True)
    rolled = t.entry
    t.resolve("ana.1", did="it grew")
    assert later(t, tagged) == rolled
    t.undo(tagged + 1)
    assert t.faces("ana.1") == "[investment]"


def test_a_score_of_an_old_round_is_taken_back():
    t = table("Ana Ben")
    t.score("ana", 4)
    scored = t.entry
    t.next()
    t.score("ana", -9)
    t.next()
    t.undo(scored)
    assert (t.scores, t.where) == ("Ana 0, Ben 3", "3 open")


def test_a_whole_round_is_not_pulled_out_from_under_the_next():
    t = table("Ana Ben", **{"ana.1": "[3]", "ben.1": "[3]"})
    t.resolve("ana.1")
    first = t.entry
    t.next()
    t.resolve("ben.1")
    t.next()
    checked = t.entry
    t.next()
    round_two = t.entry
    t.roll("ana.1=3", "ben.1=3")
    t.resolve("ben.1")
    resolved = t.entry
    assert later(t, checked) == round_two
    assert later(t, round_two) == resolved - 1  # The turn that the resolving began.
    assert later(t, first + 1) == first + 2  # Ben's turn, and what he resolved in it.
    t.undo(resolved)
    t.undo(first)
    assert (t.where, t.scores) == ("2 main ben", "Ana 3, Ben 6")


def test_who_had_a_die_matters():
    t = table("Ana Ben", common="[3]", **{"ana.1": "[3]"})
    t.resolve("ana.1")
    t.claim("ana")
    claimed = t.entry
    t.resolve("common")
    assert later(t, claimed) == t.entry


def test_a_card_that_icons_came_from():
    t = table("Ana Ben", set="6-29")
    t.add("6", by="ana")
    added = t.entry
    t.add("7", by="ben")
    t.tag("ana.1", "6")
    assert later(t, added) == t.entry
    t.undo()
    t.undo(added)
    assert t.added == "#7"


def test_a_neutralized_card_and_what_followed():
    t = table("Ana Ben", set="V1")
    t.tag("ana.1", "investment")
    t.neutralize("investment")
    turned = t.entry
    t.restore("investment")
    assert later(t, turned) == t.entry


def test_what_a_house_let_pass_still_stands():
    t = table("Ana Ben", set="V1", **{"ana.1": "investment"})
    t.tag("ana.2", "tag")
    tagged = t.entry
    t.house = "we agreed"
    t.tag("ana.1:investment", "parasite")
    t.house = None
    t.undo(tagged)
    assert (t.faces("ana.1"), t.faces("ana.2")) == ("parasite", "blank")


def test_what_came_up_stays_what_it_was():
    t = table("Ana Ben", set="V1")
    t.tag("ana.1", "investment")
    tagged = t.entry
    t.roll("ana.1=investment", untold=True)
    assert later(t, tagged) == t.entry


def test_a_card_that_another_covers():
    t = table("Ana Ben")
    t.add("17")
    covered = t.entry
    t.add("41", over="17")
    assert later(t, covered) == t.entry


def test_a_tag_that_was_dotted():
    t = table("Ana Ben", set="V1")
    t.tag("ana.1", "investment")
    tagged = t.entry
    t.marks("ana.1:investment", "face.dotted", 1)
    assert later(t, tagged) == t.entry


def test_what_was_resolved_goes_alone_the_turn_that_it_began_stays():
    t = table("Ana Ben", **{"ana.1": "[3]", "ana.2": "[blank]", "ben.1": "[3]", "ben.2": "[tag]"})
    t.resolve("ana.1")
    gained = t.entry
    t.resolve("ana.2", tag="tag")
    t.resolve("ben.1")
    t.resolve("ben.2", tag="erase", on="ben.1")
    t.next()
    t.next()
    t.undo(gained)
    assert t.scores == "Ana 3, Ben 6"
    assert t.where == "2 roll"
