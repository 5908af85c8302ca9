"""One log on two devices: which one goes on, and where they part."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.amendments import amendments
from companion.core.event import REDONE, UNDONE, Draft, Event
from companion.core.log import Log
from companion.exchange.groups.merge import (
    MergedDocument,
    identity,
    merged_documents,
    pooled,
    relation,
)
from companion.exchange.groups.people import People, with_names_here
from companion.exchange.groups.references import (
    masked,
    renamed,
    seat_names,
    with_references,
)

SEATS = [{"name": "Ana", "handle": "ana"}, {"name": "Ben", "handle": "ben"}]
BEGUN = {"game": "bwd", "seats": SEATS, "first": 0, "options": {}}


def log(*kinds: str | Draft, at: str = "t", begun: dict[str, Any] | None = None) -> Log:
    """A play with an entry for each; `kinds` alone have no data."""
    found = Log().extended([Draft("play.started", begun or BEGUN)], "t0")
    return on(found, *kinds, at=at)


def on(found: Log, *kinds: str | Draft, at: str = "t") -> Log:
    for number, kind in enumerate(kinds, len(found.events)):
        draft = Draft(kind, {}) if isinstance(kind, str) else kind
        found = found.extended([draft], f"{at}{number}")
    return found


def facts_of(found: Log) -> list[tuple[str, Any]]:
    return [(event.kind, event.data) for event in found.standing()]


def seat_renamed(name: str, seat: int = 0) -> Draft:
    return Draft("seat.renamed", {"seat": seat, "name": name})


def after(ours: Log, theirs: Log) -> Log:
    """Ours with what theirs has on top."""
    found = relation(ours.events, theirs.events)
    assert not found.parted
    return Log((*ours.events, *found.tail))


def test_a_log_that_is_known_brings_nothing():
    ours = log("a.b", "c.d")
    assert relation(ours.events, ours.events) == (3, False, -1, "", "", ())
    assert relation(ours.events, ours.events[:2]).tail == ()


def test_a_log_that_goes_on_brings_what_came_after():
    ours, theirs = log("a.b"), log("a.b", "c.d", "e.f")
    assert after(ours, theirs) == theirs


def test_two_logs_that_went_on_differently_say_where():
    ours, theirs = log("a.b", "c.d", at="x"), on(log("a.b", at="x"), "e.f", at="y")
    found = relation(ours.events, theirs.events)
    assert (found.common, found.parted, found.entry) == (2, True, 3)
    assert (found.ours_at, found.theirs_at) == ("x2", "y2")


def test_a_seat_that_is_called_otherwise_parts_nothing():
    beginning = log("a.b")
    ours = on(beginning, seat_renamed("Anna"), at="o")
    theirs = on(beginning, "c.d", Draft(UNDONE, {"action": 3}), "e.f")
    both = after(ours, theirs)
    assert [event.kind for event in both.standing()] == [
        *("play.started", "a.b", "seat.renamed", "e.f")
    ]
    assert [event.seq for event in both.events] == list(range(1, len(both.events) + 1))
    assert seat_names(both.events) == ["Anna", "Ben"]
    assert relation(both.events, theirs.events).tail == ()
    assert relation(theirs.events, both.events).tail == (both.events[2]._replace(seq=6, action=6),)


def test_the_newer_of_two_names_of_a_seat_stays():
    beginning = log("a.b")
    older, newer = (
        on(beginning, seat_renamed("Anna"), at="1"),
        on(beginning, seat_renamed("Anne"), at="2"),
    )
    assert seat_names(after(older, newer).events)[0] == "Anne"
    assert seat_names(after(newer, older).events)[0] == "Anne"


def test_ids_of_other_logs_do_not_count():
    boxes = [{"id": "blank-friday", "name": "Friday", "mark": ""}]
    here = log(begun={**BEGUN, "options": {"boxes": boxes}})
    there = log(begun={**BEGUN, "options": {"boxes": [{**boxes[0], "id": "blank-friday-2"}]}})
    assert identity("plays", here.events[0]) == identity("plays", there.events[0])
    assert relation(here.events, there.events) == relation(here.events, here.events)
    other = log(begun={**BEGUN, "options": {"boxes": [{**boxes[0], "name": "Cellar"}]}})
    assert identity("plays", here.events[0]) != identity("plays", other.events[0])


def test_a_play_and_a_box_that_begin_alike_are_two():
    first = log().events[0]
    assert identity("plays", first) != identity("copies", first)


def test_nonsense_about_undoing_is_compared_and_nothing_more():
    odd = log(Draft(UNDONE, {"action": [1]}), Draft(REDONE, {}), "a.b")
    assert relation(odd.events, odd.events).tail == ()
    assert relation(log().events, odd.events).tail[-1].kind == "a.b"
    assert pooled(log().events, odd.events)


steps = st.lists(
    st.sampled_from(["a.b", "c.d", "e.f"]) | st.integers(2, 6).map(lambda n: f"undo {n}"),
    max_size=5,
)


def played(found: Log, words: list[str], at: str) -> Log:
    for number, word in enumerate(words):
        if word.startswith("undo"):
            entry = int(word[5:])
            if entry in {event.action for event in found.standing()}:
                found = found.extended([Draft(UNDONE, {"action": entry})], f"{at}{number}")
        else:
            found = found.extended([Draft(word, {"by": at})], f"{at}{number}")
    return found


@given(steps, steps, steps)
def test_of_two_that_share_a_beginning_one_goes_on_or_they_part(shared, here, there):
    beginning = played(log(), shared, "s")
    ours, theirs = played(beginning, here, "x"), played(beginning, there, "y")
    found = relation(ours.events, theirs.events)
    went_on_here, went_on_there = ours != beginning, theirs != beginning
    assert found.parted is (went_on_here and went_on_there)
    if not found.parted:
        assert Log((*ours.events, *found.tail)) == (theirs if went_on_there else ours)


@given(steps, steps, st.booleans())
def test_a_renamed_seat_changes_nothing_of_what_goes_on(shared, there, early):
    beginning = played(log(), shared, "s")
    ours = on(beginning, seat_renamed("Anna"), at="zz")
    theirs = played(beginning, there, "y")
    both = after(ours, theirs)
    assert [one for one in facts_of(both) if one[0] != "seat.renamed"] == facts_of(theirs)
    assert relation(both.events, theirs.events).tail == ()


@given(steps, steps, steps)
def test_facts_of_a_pool_are_all_there_once_whoever_comes_first(shared, here, there):
    beginning = played(log(), shared, "s")
    ours, theirs = played(beginning, here, "x"), played(beginning, there, "y")
    one = Log((*ours.events, *pooled(ours.events, theirs.events)))
    other = Log((*theirs.events, *pooled(theirs.events, ours.events)))

    def facts(found: Log) -> list[str]:
        return sorted(f"{event.kind} {event.data} {event.at}" for event in found.standing())

    assert facts(one) == facts(other)
    assert pooled(one.events, theirs.events) == pooled(other.events, ours.events) == ()


def test_a_box_that_each_device_began_for_itself_keeps_its_own_beginning():
    made = Draft("copy.made", {"game": "bwd", "name": "Friday"})
    ours = on(Log().extended([made], "first"), "a.b", at="x")
    theirs = Log().extended([made], "later")
    theirs = on(theirs, "c.d", Draft(UNDONE, {"action": 2}), at="y")
    both = Log((*ours.events, *pooled(ours.events, theirs.events)))
    assert [event.kind for event in both.events] == ["copy.made", "a.b", "c.d", UNDONE]
    assert both.undone_actions() == {3}


def test_people_of_another_group_are_called_as_they_are_here():
    theirs = log("a.b")
    people = people_of([], ["Ana", "Ben"], {"Ana": "Ana B", "Ben": "Ben"})
    here = with_names_here(theirs.events, theirs.events, people, "now", {})
    assert tuple(here[:2]) == theirs.events
    assert seat_names(here) == ["Ana B", "Ben"]
    again = with_names_here(here, theirs.events, people, "now", {})
    assert again == here


# References that follow a new id, people who go by another name, two documents made one


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
    assert with_references(data, follow) == here
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
    formerly = [{"name": old, "until": "t"} for old in former]
    return {"name": name, **({"formerly": formerly} if formerly else {})}


def people_of(ours: list[Any], theirs: list[Any], chosen: dict[str, str]) -> People:
    both = (
        {"players": [known(it) if isinstance(it, str) else it for it in who]}
        for who in (ours, theirs)
    )
    return People(*both, chosen)


def merged(ours: dict[str, Any], theirs: dict[str, Any], **chosen: str) -> MergedDocument:
    """Two documents of one group joined, with some of theirs under other names."""
    people = People(ours, theirs, chosen)
    people.one_group = True
    return merged_documents(ours, theirs, follow, people)


def test_people_of_two_groups_that_never_met_are_doubtful():
    people = people_of([known("Ana"), known("Ben")], [known("ana"), known("Cho")], {})
    assert people.doubtful() == ["ana"]
    assert people_of([known("Ana")], [known("Ana")], {"Ana": "Ana B"}).doubtful() == []


def test_in_one_group_who_is_called_alike_is_one():
    people = people_of([known("Ana")], [known("ANA"), known("Cho")], {})
    people.one_group = True
    assert people.doubtful() == []
    assert (people.called("ANA"), people.called("Cho")) == ("Ana", "Cho")


def test_who_was_called_otherwise_here_since_goes_by_the_new_name():
    people = people_of([known("Anna", "Ana")], [known("Ana")], {})
    people.one_group = True
    assert people.called("Ana") == "Anna"


def test_who_was_called_otherwise_there_since_is_so_here():
    people = people_of([known("Ana")], [known("Anna", "Ana")], {})
    people.one_group = True
    assert people.called("Anna") == people.called("Ana") == "Anna"


def test_the_newest_play_of_both_tells_who_is_who():
    """Their Ana was said to be somebody else when the two groups were joined first."""
    people = people_of([known("Ana"), known("Ana B")], [known("Ana")], {})
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


def test_an_empty_document_takes_all_but_what_is_of_one_device():
    theirs = {"players": [known("Cho")], "count": 4, "me": "Cho", "boxes": {"blank": ["blank-a"]}}
    found = merged({}, theirs)
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
    found = merged(ours, theirs, Ana="Ana B")
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
    found = merged(ours, theirs)
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
    found = merged(ours, theirs, Ana="Ana B")
    assert found.rulings == [(2, 6), (3, 7)]
    assert found.retired == [5]
    assert found.document["rulings"] == [
        *ours["rulings"],
        ruling(6, "A ward wards.", "bwd/erase", agreed_by=["Ana B"], play="bwd-9"),
        ruling(7, "Sing.", "blank/friday-2/r15"),
    ]
    again = merged(found.document, theirs, Ana="Ana B")
    assert (again.document, again.rulings) == (found.document, [])


def test_who_somebody_is_to_other_programs_comes_along_and_ours_goes_first():
    here = {**known("Cho"), "known_as": [{"source": "BG Stats", "id": "1"}]}
    there = {
        **known("Cho"),
        "id": "u-2",
        "known_as": [{"source": "BG Stats", "id": "1"}, {"source": "x", "id": "7"}],
    }
    (cho,) = merged({"players": [here]}, {"players": [there]}).document["players"]
    assert cho["id"] == "u-2"
    assert [one["id"] for one in cho["known_as"]] == ["1", "7"]
    (cho,) = merged({"players": [{**here, "id": "u-1"}]}, {"players": [there]}).document["players"]
    assert cho["id"] == "u-1"


def play_edited(**changes: Any) -> Draft:
    return Draft("play.edited", changes)


@pytest.mark.parametrize("at", ["o", "p"])
def test_what_was_put_right_parts_nothing_and_comes_once(at):
    beginning = log("a.b")
    ours = on(beginning, play_edited(place="Attic"), at="o")
    theirs = on(beginning, play_edited(comment="rain"), "c.d", at=at)
    both = after(ours, theirs)
    assert [event.kind for event in both.standing()] == [
        *("play.started", "a.b", "play.edited", "play.edited", "c.d")
    ]
    assert relation(both.events, theirs.events).tail == ()
    assert relation(both.events, ours.events).tail == ()
    back = after(theirs, ours)
    assert amendments(back.events) == amendments(both.events)
    # How often each group has renamed somebody is its own count.
    here, there = (on(beginning, play_edited(place="Attic", renames=count)) for count in (1, 2))
    assert relation(here.events, there.events).tail == ()


@given(
    st.permutations([("place", "A"), ("place", "B"), ("comment", "x"), ("gone", 1), ("back", 1)])
)
def test_what_was_put_right_last_counts_wherever_it_stands(order):
    kinds = {"gone": "play.deleted", "back": "play.restored"}
    events = []
    for number, (key, value) in enumerate(order):
        kind, data = (kinds[key], {}) if key in kinds else ("play.edited", {key: value})
        events.append(Event(number + 1, number + 1, kind, data, f"t{number}"))
    amendment = amendments(events)[""]
    assert amendments(reversed(events))[""] == amendment
    assert amendment.changed["place"] == [value for key, value in order if key == "place"][-1]
    assert amendment.deleted == ([key for key, _ in order if key in kinds][-1] == "gone")


def test_counts_of_renames_that_come_in_stand_behind_ours():
    bnne = {"name": "Bnne", "until": "1", "renames": 1}
    gone = {
        "name": "Bne",
        "until": "2",
        "renames": 2,
        "merged": {"name": "Bne", "formerly": [bnne]},
    }
    theirs = {"players": [{"name": "Ben", "formerly": [dict(bnne), gone]}], "renames": 2}
    ours = {"players": [known("Ben")], "renames": 3}
    document = merged(ours, theirs).document
    bnne, gone = document["players"][0]["formerly"]
    assert (bnne["renames"], gone["renames"], document["renames"]) == (4, 5, 5)
    assert gone["merged"]["formerly"] == [bnne]
    again = merged(document, theirs).document
    assert again == document
