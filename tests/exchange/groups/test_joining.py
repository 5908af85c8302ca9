"""References that follow a new id, people who go by another name, two documents made one."""

from typing import Any

import pytest

from companion.core.event import Draft
from companion.core.log import Log
from companion.exchange.groups.joining import joined
from companion.exchange.groups.references import followed, masked, renamed
from companion.exchange.groups.seated import People

IDS = {("copies", "blank-friday"): "blank-friday-2", ("plays", "bwd-1"): "bwd-9"}


def follow(shelf: str, log_id: str) -> str:
    return IDS.get((shelf, log_id), log_id)


@pytest.mark.parametrize(
    ("data", "here"),
    [
        ({"play": "bwd-1"}, {"play": "bwd-9"}),
        ({"play": None}, {"play": None}),
        ({"copy": "blank-friday", "card": "r15"}, {"copy": "blank-friday-2", "card": "r15"}),
        (
            {"cards": [{"copy": "blank-friday"}, {"copy": None}]},
            {"cards": [{"copy": "blank-friday-2"}, {"copy": None}]},
        ),
        (
            {"options": {"boxes": [{"id": "blank-friday", "name": "Friday"}]}},
            {"options": {"boxes": [{"id": "blank-friday-2", "name": "Friday"}]}},
        ),
        ({"top": {"copy": "blank-friday"}}, {"top": {"copy": "blank-friday-2"}}),
        ({"name": "bwd-1", "text": "blank-friday"}, {"name": "bwd-1", "text": "blank-friday"}),
        ({"boxes": 3, "play": 7, "copy": ["x"]}, {"boxes": 3, "play": 7, "copy": ["x"]}),
        ({"boxes": ["blank-friday", {"id": 3}]}, {"boxes": ["blank-friday", {"id": 3}]}),
    ],
)
def test_references_follow_and_nothing_else_does(data, here):
    assert followed(data, follow) == here
    assert masked(data) == masked(here)


def test_people_of_an_import_are_no_part_of_what_it_is():
    data = {"players": [{"name": "Ana", "score": 3}], "marks": [{"id": "x", "player": "Ana"}]}
    here = renamed(data, lambda name: f"{name} B")
    assert here == {
        "players": [{"name": "Ana B", "score": 3}],
        "marks": [{"id": "x", "player": "Ana B"}],
    }
    assert masked(data) == masked(here)
    odd: dict[str, Any] = {"players": ["Ana", {"name": 3}], "marks": 3}
    assert renamed(odd, str.upper) == odd


# Who is who


def play(*names: str, at: str = "t") -> Log:
    seats = [{"name": name, "handle": name.lower()} for name in names]
    return Log().extended([Draft("play.started", {"game": "bwd", "seats": seats})], at)


def known(name: str, *former: str) -> dict[str, Any]:
    told = [{"name": old, "until": "t"} for old in former]
    return {"name": name, **({"formerly": told} if told else {})}


def test_people_of_two_groups_that_never_met_are_doubtful():
    people = People([known("Ana"), known("Ben")], [known("ana"), known("Cho")], {})
    assert people.doubtful() == ["ana"]
    assert People([known("Ana")], [known("Ana")], {"Ana": "Ana B"}).doubtful() == []


def test_in_one_group_who_is_called_alike_is_one():
    people = People([known("Ana")], [known("ANA"), known("Cho")], {})
    people.one_group = True
    assert people.doubtful() == []
    assert (people.called("ANA"), people.called("Cho")) == ("Ana", "Cho")


def test_who_was_called_otherwise_here_since_goes_by_the_new_name():
    people = People([known("Anna", "Ana")], [known("Ana")], {})
    people.one_group = True
    assert people.called("Ana") == "Anna"


def test_who_was_called_otherwise_there_since_keeps_the_name_here():
    people = People([known("Ana")], [known("Anna", "Ana")], {})
    people.one_group = True
    assert people.called("Anna") == "Ana"


def test_the_newest_play_of_both_tells_who_is_who():
    """Their Ana was said to be somebody else when the two groups were joined first."""
    people = People([known("Ana"), known("Ana B")], [known("Ana")], {})
    people.one_group = True
    people.see(play("Ana", at="2").events, play("Ana B", at="2").events)
    people.see(play("Ana", at="1").events, play("Ana", at="1").events)
    assert people.called("Ana") == "Ana B"
    people.chosen["ana"] = "Ana"
    assert people.called("Ana") == "Ana"


# Documents


def ruling(number: int, text: str, *on: str, **more: Any) -> dict[str, Any]:
    about = list(on or ("bwd/ward",))
    return {"number": number, "text": text, "on": about, "agreed_by": [], "at": "t", **more}


def called(name: str) -> str:
    return {"Ana": "Ana B"}.get(name, name)


def test_an_empty_document_takes_all_but_what_is_of_one_device():
    theirs = {"players": [known("Cho")], "count": 4, "me": "Cho", "boxes": {"blank": ["blank-a"]}}
    found = joined({}, theirs, follow, called)
    assert found.document == {key: value for key, value in theirs.items() if key != "me"}
    assert found.players == ["Cho"]


def test_what_is_ours_stays_and_neither_document_handed_in_is_changed():
    ours = {
        "players": [known("Ana")],
        "me": "Ana",
        "current": "bwd-3",
        "live": ["bwd-3"],
        "count": 3,
        "kept": {"bwd": "bwd-2"},
        "boxes": {"blank": ["blank-a"]},
        "ideas": {"blank": ["x"]},
    }
    theirs = {
        "players": [known("Ana"), known("Cho")],
        "me": "Cho",
        "current": "bwd-1",
        "live": ["bwd-1"],
        "count": 1,
        "kept": {"bwd": "bwd-1", "other": "bwd-1"},
        "boxes": {"blank": ["blank-b"], "other": ["blank-friday"]},
        "ideas": {"blank": ["y"], "lwd": ["z"]},
    }
    before = repr((ours, theirs))
    found = joined(ours, theirs, follow, called)
    assert found.document == {
        **ours,
        "players": [known("Ana"), known("Ana B"), known("Cho")],
        "kept": {"bwd": "bwd-2", "other": "bwd-9"},
        "boxes": {"blank": ["blank-a"], "other": ["blank-friday-2"]},
        "ideas": {"blank": ["x"], "lwd": ["z"]},
    }
    assert repr((ours, theirs)) == before


def test_former_names_come_along_unless_somebody_here_has_them():
    ours = {"players": [known("Ben"), known("Cho", "Choo")]}
    theirs = {"players": [known("Cho", "Choo", "Ben", "C")]}
    found = joined(ours, theirs, follow, str)
    assert found.document["players"] == [known("Ben"), known("Cho", "Choo", "C")]


def test_rulings_that_say_the_same_are_one_and_others_get_the_next_numbers():
    ours = {"rulings": [ruling(1, "A ward wards."), ruling(4, "No."), ruling(5, "Yes.")]}
    theirs = {
        "rulings": [
            ruling(1, "a ward wards.", agreed_by=["Ana"]),
            ruling(2, "A ward wards.", "bwd/erase", agreed_by=["Ana"], play="bwd-1"),
            ruling(3, "Sing.", "blank/friday/r15"),
            ruling(4, "Yes.", retired="t9", why="too loud"),
        ]
    }
    found = joined(ours, theirs, follow, called)
    assert found.rulings == [(2, 6), (3, 7)]
    assert found.retired == [5]
    assert found.document["rulings"] == [
        *ours["rulings"],
        ruling(6, "A ward wards.", "bwd/erase", agreed_by=["Ana B"], play="bwd-9"),
        ruling(7, "Sing.", "blank/friday-2/r15"),
    ]
    again = joined(found.document, theirs, follow, called)
    assert (again.document, again.rulings) == (found.document, [])


def test_who_somebody_is_to_other_programs_comes_along_and_ours_goes_first():
    here = {**known("Cho"), "known_as": [{"source": "BG Stats", "id": "1"}]}
    there = {
        **known("Cho"),
        "id": "u-2",
        "known_as": [{"source": "BG Stats", "id": "1"}, {"source": "x", "id": "7"}],
    }
    (cho,) = joined({"players": [here]}, {"players": [there]}, follow, str).document["players"]
    assert cho["id"] == "u-2"
    assert [one["id"] for one in cho["known_as"]] == ["1", "7"]
    (cho,) = joined(
        {"players": [{**here, "id": "u-1"}]}, {"players": [there]}, follow, str
    ).document["players"]
    assert cho["id"] == "u-1"
