"""One log on two devices: which one goes on, and where they part."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.core.event import REDONE, UNDONE, Draft
from companion.core.log import Log
from companion.exchange.groups.continuing import identity, pooled, relation
from companion.exchange.groups.seated import as_called_here, seat_names

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


def told(found: Log) -> list[tuple[str, Any]]:
    return [(event.kind, event.data) for event in found.standing()]


def renamed(name: str, seat: int = 0) -> Draft:
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
    ours = on(beginning, renamed("Anna"), at="o")
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
    older, newer = on(beginning, renamed("Anna"), at="1"), on(beginning, renamed("Anne"), at="2")
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
    ours = on(beginning, renamed("Anna"), at="zz")
    theirs = played(beginning, there, "y")
    both = after(ours, theirs)
    assert [one for one in told(both) if one[0] != "seat.renamed"] == told(theirs)
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
    joined = Log((*ours.events, *pooled(ours.events, theirs.events)))
    assert [event.kind for event in joined.events] == ["copy.made", "a.b", "c.d", UNDONE]
    assert joined.undone_actions() == {3}


def test_people_of_another_group_are_called_as_they_are_here():
    theirs = log("a.b")
    here = as_called_here(theirs.events, theirs.events, {"Ana": "Ana B", "Ben": "Ben"}.get, "now")
    assert tuple(here[:2]) == theirs.events
    assert seat_names(here) == ["Ana B", "Ben"]
    again = as_called_here(here, theirs.events, {"Ana": "Ana B", "Ben": "Ben"}.get, "now")
    assert again == here
