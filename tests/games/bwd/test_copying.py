"""A copy ends when either face changes, and stands otherwise."""

import pytest

from tests.games.bwd.tables import table

KNOWN = {"17": {"name": "Mirror"}, "18": {"name": "Echo"}}


def mirroring(shown, **faces):
    """Ana's first die shows Mirror, Ben's first one what there is to copy."""
    faces = {"ana.1": "[#17] tag", "ben.1": f"[{shown}] tag erase", **faces}
    return table("Ana Ben", cards="17 18", known=KNOWN, **faces)


@pytest.mark.rule("BWD-211")
def test_a_copy_ends_when_a_face_of_it_changes():
    for change in (
        lambda t: t.erase("ben.1:3"),
        lambda t: t.roll("ben.1=tag"),
        lambda t: t.roll("ben.1=3"),
        lambda t: t.replace("ben.1:3", "tag"),
        lambda t: t.write("ben.1", "3", "tag", "erase"),
        lambda t: t.dot("ben.1:3"),
        lambda t: t.roll("ana.1=mirror"),
        lambda t: t.erase("ana.1:mirror"),
    ):
        t = mirroring("3")
        t.resolve("ana.1", copies="ben.1")
        assert len(t.state.copies) == 1
        change(t)
        assert t.state.copies == ()


@pytest.mark.rule("BWD-209")
def test_a_copy_stands_though_what_it_copies_copies_as_well():
    t = mirroring("#18", **{"ana.2": "[3]"})
    t.resolve("ana.1", copies="ben.1", did="as Ben's")
    t.resolve("ana.2")
    t.next()
    t.resolve("ben.1", copies="ana.2")
    t.again("ana")
    t.resolve("ana.1", did="as Ben's once more")
    assert t.does("die.resolved")[0]["copies"]["die"] == "ben.1"
