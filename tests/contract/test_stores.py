"""What a store promises, whatever it keeps things in."""

import pytest

from companion.core.event import Event, House
from companion.errors import (
    Ambiguous,
    CompanionError,
    Conflict,
    Corrupt,
    Invalid,
    Locked,
    NotFound,
)
from companion.store.base import LogRef, Store
from companion.store.tiny import TinyStore

PLAY = LogRef("Home", "plays", "bwd-1")


def entry(number: int, **data: object) -> Event:
    return Event(
        number, number, "points.gained", data or {"points": number}, "2025-03-01T19:30:00Z"
    )


@pytest.fixture
def empty(tmp_path) -> Store:
    return TinyStore(tmp_path / "home", patience=0.05)


@pytest.fixture
def store(empty) -> Store:
    empty.create_group("Home", {"players": [{"name": "Ana"}, {"name": "Ben"}]})
    return empty


def test_what_only_a_newer_companion_understands_is_named_with_its_log(store):
    problem = store.too_new(PLAY, "it has an entry of the kind “die.burnt”")
    assert problem.code == "too-new"
    assert "bwd-1" in problem.message
    assert "“die.burnt”" in problem.message
    assert problem.hint


# Groups


def test_a_new_home_holds_nothing(empty):
    assert empty.groups() == []
    assert empty.read_settings() == {}


def test_groups_are_sorted_whatever_their_case(store):
    for name in ("attic", "Zoo", "Ärzte"):
        store.create_group(name, {})
    assert store.groups() == ["attic", "Home", "Zoo", "Ärzte"]


@pytest.mark.parametrize("spelling", ["Home", "home", "HOME"])
def test_a_group_is_found_in_any_case(store, spelling):
    assert store.read_group(spelling) == {"players": [{"name": "Ana"}, {"name": "Ben"}]}


def test_a_group_is_found_however_its_accents_are_encoded(store):
    store.create_group("Café", {"town": "Aix"})
    assert store.read_group("CAFE\u0301") == {"town": "Aix"}


def test_a_second_group_of_that_name_is_refused(store):
    with pytest.raises(Ambiguous, match="hOME"):
        store.create_group("hOME", {"players": []})
    assert store.read_group("Home")["players"]


def test_an_unknown_group_is_not_found_and_the_nearest_is_named(store):
    with pytest.raises(NotFound, match="Hone") as refusal:
        store.read_group("Hone")
    assert "Home" in refusal.value.hint
    with pytest.raises(NotFound), store.change_group("Hone"):
        pytest.fail("there is nothing to change")


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"players": []},
        {"players": [{}], "rulings": [{"text": "Ties go to Ana"}, {"text": "二"}]},
        {"meta": [{"schema": 9}], "settings": [{"a": 1}], "events": [{"b": 2}], "_default": [{}]},
        {"settings": {"deep": {"er": [None, True, 1.5, "x", [{}]]}}, "": [{"": None}]},
        {"mixed": [{"a": 1}, 2], "none": None, "text": "“quoted”"},
    ],
)
def test_a_document_comes_back_exactly(store, document):
    store.create_group("Other", document)
    assert store.read_group("Other") == document
    with store.change_group("Home") as home:
        home.clear()
        home.update(document)
    assert store.read_group("Home") == document
    with store.change_settings() as settings:
        settings.update(document)
    assert store.read_settings() == document


def test_a_change_is_kept_when_its_block_ends_well(store):
    with store.change_group("home") as document:
        document["players"].append({"name": "Cid"})
    assert [player["name"] for player in store.read_group("Home")["players"]][-1] == "Cid"
    assert store.groups() == ["Home"]


def test_a_change_is_dropped_when_its_block_fails(store):
    def fail_after_a_change(change):
        with change as document:
            document["players"] = []
            raise ZeroDivisionError

    for change in (store.change_group("Home"), store.change_settings()):
        with pytest.raises(ZeroDivisionError):
            fail_after_a_change(change)
    assert store.read_group("Home")["players"]
    assert store.read_settings() == {}


def test_what_was_handed_out_or_in_is_a_copy(store):
    document = {"players": [{"name": "Dee"}]}
    store.create_group("Copy", document)
    document["players"][0]["name"] = "changed"
    store.read_group("Copy")["players"].clear()
    assert store.read_group("Copy") == {"players": [{"name": "Dee"}]}


def test_a_document_is_changed_by_one_at_a_time(store):
    with store.change_group("Home"), pytest.raises(Locked), store.change_group("home"):
        pytest.fail("held by somebody else")
    with store.change_settings(), pytest.raises(Locked), store.change_settings():
        pytest.fail("held by somebody else")


# Another name for a group


def test_a_renamed_group_takes_everything_along(store):
    store.create_log(PLAY, [entry(1)])
    store.create_log(PLAY._replace(shelf="copies", id="blank-1"), [entry(1)])
    store.rename_group("home", "Fridays / ½")
    assert store.groups() == ["Fridays / ½"]
    assert store.read_group("fridays / ½")["players"]
    assert store.read_log(PLAY._replace(group="Fridays / ½")) == [entry(1)]
    assert store.log_ids("Fridays / ½", "copies") == ["blank-1"]
    with pytest.raises(NotFound):
        store.read_group("Home")
    store.create_group("Home", {"fresh": True})
    assert store.log_ids("Home", "plays") == []


def test_a_group_can_be_renamed_to_another_spelling_of_its_name(store):
    store.create_log(PLAY, [entry(1)])
    store.rename_group("home", "HOME")
    assert store.groups() == ["HOME"]
    assert store.read_log(PLAY) == [entry(1)]


def test_a_name_that_is_taken_is_refused(store):
    store.create_group("Attic", {"dusty": True})
    with pytest.raises(Ambiguous, match="attic"):
        store.rename_group("Home", "attic")
    with pytest.raises(NotFound):
        store.rename_group("Cellar", "Roof")
    assert store.groups() == ["Attic", "Home"]
    assert store.read_group("Attic") == {"dusty": True}


# Logs


def test_a_log_comes_back_as_it_was_written(store):
    events = [
        entry(1, icon="☂", faces=[None, {"dots": 1}], note="«ну»\u2028\ud83d"),
        Event(2, 1, "die.rolled", {}, "2025-03-01T19:31:00Z", House("we always do", ("BWD-17",))),
    ]
    store.create_log(PLAY, events)
    assert store.read_log(PLAY) == events


def test_an_append_is_kept_at_once_and_seen_by_the_appender(store):
    store.create_log(PLAY, [])
    with store.change_log(PLAY) as log:
        assert list(log.events) == []
        log.append([entry(1), entry(2)])
        assert store.read_log(PLAY) == [entry(1), entry(2)]
        log.append([])
        log.append([entry(3)])
        assert list(log.events) == [entry(1), entry(2), entry(3)]
    assert store.read_log(PLAY) == [entry(1), entry(2), entry(3)]


@pytest.mark.parametrize("numbers", [[1], [3], [2, 4], [2, 2], [0]])
def test_an_append_that_does_not_go_on_from_the_end_changes_nothing(store, numbers):
    store.create_log(PLAY, [entry(1)])
    with store.change_log(PLAY) as log:
        with pytest.raises(Conflict):
            log.append([entry(number) for number in numbers])
        assert list(log.events) == [entry(1)]
        log.append([entry(2)])
    assert store.read_log(PLAY) == [entry(1), entry(2)]


def test_what_was_appended_is_dropped_when_the_block_fails_later(store):
    store.create_log(PLAY, [entry(1)])

    def fail_after_an_append():
        with store.change_log(PLAY) as log:
            log.append([entry(2)])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_after_an_append()
    assert store.read_log(PLAY) == [entry(1)]


# Several changes at once


def change_everything(store):
    """One change of everything that can be changed; what is read meanwhile is as it will be."""
    other = PLAY._replace(id="bwd-2")
    with store.together() as change:
        store.create_group("Attic", {"dusty": True})
        assert store.read_group("attic") == {"dusty": True}
        store.create_log(other, [entry(1)])
        with store.change_log(PLAY) as log, store.change_group("Home") as document:
            log.append([entry(2)])
            document["current"] = "bwd-2"
        assert store.read_log(PLAY) == [entry(1), entry(2)]
        assert store.read_log(other) == [entry(1)]
        assert store.log_ids("Home", "plays") == ["bwd-1", "bwd-2"]
        assert store.read_group("Home")["current"] == "bwd-2"
        with store.change_settings() as settings:
            settings["group"] = "Cellar"
        store.rename_group("Home", "Cellar")
        assert store.read_settings() == {"group": "Cellar"}
        assert not change.is_made
        yield change
    assert change.is_made


def everything_in(store):
    names = store.groups()
    logs = {
        (name, log): store.read_log(LogRef(name, "plays", log))
        for name in names
        for log in store.log_ids(name, "plays")
    }
    return {name: store.read_group(name) for name in names}, logs, store.read_settings()


def test_what_is_changed_together_is_there_when_the_block_ends(store):
    store.create_log(PLAY, [entry(1)])
    for _ in change_everything(store):
        pass
    groups, logs, settings = everything_in(store)
    assert list(groups) == ["Attic", "Cellar"]
    assert groups["Cellar"]["current"] == "bwd-2"
    assert logs == {
        ("Cellar", "bwd-1"): [entry(1), entry(2)],
        ("Cellar", "bwd-2"): [entry(1)],
    }
    assert settings == {"group": "Cellar"}
    assert store.renamed("home") == "Cellar"
    assert store.renamed("Fridge") is None


def test_of_what_is_changed_together_nothing_is_there_when_the_block_fails(store):
    store.create_log(PLAY, [entry(1)])
    before = everything_in(store)

    def fail_in_the_end():
        for _ in change_everything(store):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_in_the_end()
    assert everything_in(store) == before
    for _ in change_everything(store):
        pass
    assert everything_in(store) != before


def test_what_is_prepared_is_there_in_the_end_like_anything_else(store):
    store.create_log(PLAY, [entry(1)])
    other = PLAY._replace(id="bwd-2")
    with store.together():
        with store.preparing():
            store.create_log(other, [entry(1)])
            with store.change_log(PLAY) as log:
                log.append([entry(2)])
        assert store.read_log(other) == [entry(1)]
        with store.change_group("Home") as document:
            document["current"] = "bwd-2"
    assert store.read_log(PLAY) == [entry(1), entry(2)]
    assert store.read_log(other) == [entry(1)]
    assert store.read_group("Home")["current"] == "bwd-2"


def test_a_log_is_changed_by_one_at_a_time_and_read_by_all(store):
    other = PLAY._replace(id="bwd-2")
    store.create_log(PLAY, [entry(1)])
    store.create_log(other, [entry(1)])
    with store.change_log(PLAY):
        assert store.read_log(PLAY) == [entry(1)]
        with store.change_log(other) as log, store.change_group("Home"):
            log.append([entry(2)])
        with pytest.raises(Locked), store.change_log(PLAY):
            pytest.fail("held by somebody else")
    with store.change_log(PLAY) as log:
        log.append([entry(2)])


def test_a_new_log_needs_a_free_id_and_begins_with_entry_1(store):
    store.create_log(PLAY, [entry(1)])
    with pytest.raises(Conflict, match="bwd-1"):
        store.create_log(PLAY, [entry(1), entry(2)])
    with pytest.raises(Conflict):
        store.create_log(PLAY._replace(id="bwd-2"), [entry(2)])
    assert store.log_ids("Home", "plays") == ["bwd-1"]
    assert store.read_log(PLAY) == [entry(1)]


def test_ids_are_listed_in_the_order_of_their_numbers(store):
    for log_id in ("bwd-10", "lwd-2", "bwd-9", "attic", "2nd-box-11"):
        store.create_log(PLAY._replace(id=log_id), [])
    assert store.log_ids("home", "plays") == ["attic", "lwd-2", "bwd-9", "bwd-10", "2nd-box-11"]


def test_shelves_and_groups_are_apart(store):
    store.create_group("Attic", {})
    store.create_log(PLAY, [entry(1)])
    assert store.has_log(PLAY)
    assert store.has_log(PLAY._replace(group="HOME"))
    for other in (PLAY._replace(shelf="copies"), PLAY._replace(group="Attic")):
        assert not store.has_log(other)
        assert store.log_ids(other.group, other.shelf) == []


def test_an_unknown_log_is_not_found_and_the_newest_are_named(store):
    store.create_log(PLAY, [])
    missing = PLAY._replace(id="bwd-7")
    with pytest.raises(NotFound, match="bwd-7") as refusal:
        store.read_log(missing)
    assert "bwd-1" in refusal.value.hint
    with pytest.raises(NotFound), store.change_log(missing):
        pytest.fail("there is nothing to change")


def test_logs_of_an_unknown_group_are_not_found(store):
    elsewhere = PLAY._replace(group="Attic")
    assert not store.has_log(elsewhere)
    for attempt in (
        lambda: store.log_ids("Attic", "plays"),
        lambda: store.read_log(elsewhere),
        lambda: store.create_log(elsewhere, []),
        lambda: store.change_log(elsewhere).__enter__(),
    ):
        with pytest.raises(NotFound, match="Attic"):
            attempt()


@pytest.mark.parametrize(
    "log_id", ["", "..", "../group", "a/b", "a\\b", "x.json", "-", "né", "a" * 101]
)
def test_an_id_that_is_no_id_reaches_nothing(store, log_id):
    ref = PLAY._replace(id=log_id)
    assert not store.has_log(ref)
    with pytest.raises(NotFound):
        store.read_log(ref)
    with pytest.raises(NotFound), store.change_log(ref):
        pytest.fail("there is nothing to change")
    with pytest.raises(Invalid):
        store.create_log(ref, [])


def test_an_unknown_shelf_is_a_mistake_in_the_program(store):
    with pytest.raises(ValueError, match="shelf"):
        store.log_ids("Home", "../..")
    with pytest.raises(ValueError, match="shelf"):
        store.has_log(PLAY._replace(shelf="../.."))


@pytest.mark.parametrize(
    ("where", "named"), [(PLAY, "bwd-1"), ("Home", "home"), (None, "settings")]
)
def test_what_makes_no_sense_is_named_with_what_is_wrong_and_a_way_on(store, where, named):
    problem = store.damaged(where, "it says that the moon is square")
    assert isinstance(problem, Corrupt)
    assert named in problem.message.casefold()
    assert "the moon is square" in problem.message
    assert problem.hint


@pytest.mark.parametrize("wrong", [float("nan"), {1}, object()])
def test_what_is_not_json_is_not_written(store, wrong):
    with pytest.raises((TypeError, ValueError)), store.change_group("Home") as document:
        document["wrong"] = wrong
    assert "wrong" not in store.read_group("Home")


def test_the_mark_of_a_log_is_another_one_when_it_was_changed(store):
    assert store.mark(PLAY) == ""
    store.create_log(PLAY, [entry(1)])
    first = store.mark(PLAY)
    assert first
    assert store.mark(PLAY) == first
    with store.change_log(PLAY) as held:
        held.append([entry(2)])
    assert store.mark(PLAY) not in ("", first)


def test_the_mark_of_a_group_is_another_one_when_its_document_was_changed(store):
    assert store.mark("Attic") == ""
    store.create_group("Attic", {})
    first = store.mark("Attic")
    assert first
    assert store.mark("attic") == first
    with store.change_group("Attic") as document:
        document["current"] = "bwd-1"
    assert store.mark("Attic") not in ("", first)


def test_what_can_be_made_again_has_a_place_of_its_own_for_each_group(store):
    places = [store.cache(), store.cache("Home"), store.cache("Attic")]
    assert places == [None, None, None] or len(set(places)) == 3
    assert store.cache("Home") == store.cache("home")


def test_every_refusal_says_what_to_do(store):
    store.create_log(PLAY, [])
    for attempt in (
        lambda: store.create_group("home", {}),
        lambda: store.read_group("nobody"),
        lambda: store.read_log(PLAY._replace(id="bwd-2")),
        lambda: store.create_log(PLAY, []),
        lambda: store.create_log(PLAY._replace(id="."), []),
        lambda: store.create_log(PLAY._replace(id="bwd-2"), [entry(5)]),
    ):
        with pytest.raises(CompanionError) as refusal:
            attempt()
        assert refusal.value.message.endswith(".")
        assert refusal.value.hint


def test_a_shelf_tells_what_has_changed_since_or_that_it_does_not_know(store):
    """Every change is named, or nothing is said to be known; never is one left out."""
    other = PLAY._replace(id="bwd-2")
    store.create_log(PLAY, [entry(1)])
    before = store.changes("Home", "plays", "")
    assert before.logs is None
    store.create_log(other, [entry(1)])
    with store.change_log(PLAY) as held:
        held.append([entry(2)])
    logs = store.changes("Home", "plays", before.now).logs
    assert logs is None or logs == {PLAY.id, other.id}
    assert {log for log, _ in store.each_mark("Home", "plays")} == {PLAY.id, other.id}
