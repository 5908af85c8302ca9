"""Files that are sound JSON and nonsense all the same: a bit flipped, or somebody mended one.

Whatever a play's file says, a command either makes sense of it or says that the file is damaged.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.core.event import REDONE, UNDONE, Draft
from companion.core.log import Log
from companion.core.reply import Reply
from companion.errors import CompanionError, Corrupt, Refused, StorageError, TooNew
from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from companion.table.groups import players as people
from companion.table.history import play_list
from companion.table.plays import enter, start
from companion.table.plays.undo import undo
from companion.table.plays.views import show_log, table
from companion.testing.plays import AT, REFUSALS, recorded
from companion.testing.program import drawn
from tests.contract.players import PLAYERS
from tests.desks import Desks

SAMPLE = 240
SEEDS = (1, 6, 7, 9, 11)
"""Random plays in which, together, everything happens that bwd knows, and most of other games."""
REMOVED = object()
OTHERS = (
    *(REMOVED, None, -1, 99, 1.5, "text", [], {}, True),
    *(0, 1, 2, "ana.2", "common", "points", "main", "red", "d3", AT),  # Right somewhere, and often.
)
TOP = (("data",), ("kind",), ("action",), ("at",))
"""What an event itself has, taken in turns: there is more to spoil in its data."""

LOOKING: dict[str, Callable[[Desks], Reply]] = {
    "table": lambda desks: table(desks(play="1")),
    "log": lambda desks: show_log(desks(play="1")),
}
ENTERING: dict[str, Callable[[Desks], Reply]] = {
    "score": lambda desks: enter.score(desks(play="1"), ["ana", "+1"]),
    "undo": lambda desks: undo(desks(play="1"), None),
    "undo 4": lambda desks: undo(desks(play="1"), "4"),
}


class Shelf(NamedTuple):
    """A home with two plays, the first of which can be written over; the other stays as it is."""

    desks: Desks
    file: Path

    @property
    def play(self) -> str:
        """The id of the play that is written over."""
        return self.file.stem

    def holds(self, records: list[dict[str, Any]]) -> None:
        """Make these records the first play."""
        tables = {
            "meta": {"1": {"schema": 1, "kind": "play"}},
            "events": {str(number): record for number, record in enumerate(records, 1)},
        }
        self.file.write_text(json.dumps(tables), "utf-8")
        with self.desks.store.change_group("home") as document:  # both go on
            document["live"] = [self.play, "bwd-2"]

    def records(self) -> list[dict[str, Any]]:
        """The events of the first play, to be spoilt."""
        return [*json.loads(self.file.read_text("utf-8"))["events"].values()]

    def statuses(self) -> dict[str, str]:
        """How `plays` lists the two."""
        shown = play_list.StatusFilter(abandoned=True)
        plays = play_list.list_plays(self.desks(), False, shown=shown).document()["plays"]
        return {play["play"]: play["status"] for play in plays}


@pytest.fixture
def shelf(tmp_path) -> Shelf:
    made = shelf_of("bwd", {"target": 13}, tmp_path)
    enter.score(made.desks(play="1"), ["ana", "+3"])
    return made


def shelf_of(
    game_id: str, options: dict[str, Any], folder: Path, players: Sequence[str] = ("Ana", "Ben")
) -> Shelf:
    """A shelf whose first play is one of that game."""
    desks = Desks(TinyStore(folder / "home"))
    start.start(desks(), game_id, players, None, options)
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {"target": 13})
    return Shelf(desks, folder / "home" / "groups" / "home" / "plays" / f"{game_id}-1.json")


def show(reply: Reply) -> None:
    """All of a reply, as text and as JSON."""
    json.dumps(reply.document(), allow_nan=False)
    drawn(list(reply.blocks() if reply.blocks else ()), 80)


# Anything anywhere


def rich_play(player: str, seed: int) -> list[dict[str, Any]]:
    """A random play, something in it taken back and brought back, a new name, an end."""
    log: Log = recorded(PLAYERS[player], seed).log
    last = log.next_action - 1
    points = PLAYERS[player].game.keeps_points
    for drafts in (
        [Draft(UNDONE, {"action": last})],
        [Draft(REDONE, {"action": last})],
        [Draft("seat.renamed", {"seat": 0, "name": "Ana Maria"})],
        [Draft("points.set", {"seat": 0, "points": 7})] if points else [Draft("marker.passed", {})],
        [Draft(UNDONE, {"action": last + 4})],
        [Draft("play.abandoned" if seed % 2 else "marker.passed", {})],
    ):
        log = log.extended(drafts, AT)
    return [json.loads(json.dumps(event.to_json())) for event in log.events]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to everything within a value, itself included."""
    yield path
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(item, (*path, key))


def ways_to_spoil(player: str) -> list[tuple[int, int, tuple[Any, ...], Any]]:
    """(seed, event, path, what instead): of each kind the same number, chosen at random."""
    random, by_kind = Random(7), {}
    for seed in SEEDS:
        for place, record in enumerate(rich_play(player, seed)):
            for path in leaves(record):
                if len(path) > 1 or path in TOP[place % len(TOP) :][:1]:
                    by_kind.setdefault(record["kind"], []).append((seed, place, path))
    found = []
    for kind in sorted(by_kind):
        for _ in range(SAMPLE // len(by_kind)):
            found.append((*random.choice(by_kind[kind]), random.choice(OTHERS)))
    return found


def spoilt(records: list[dict[str, Any]], place: int, path: tuple[Any, ...], new: Any) -> Any:
    """The records with one value replaced or removed."""
    records = json.loads(json.dumps(records))
    *way, last = path
    inner = records[place]
    for key in way:
        inner = inner[key]
    if new is REMOVED:
        del inner[last]
    else:
        inner[last] = new
    return records


@pytest.mark.parametrize("player", PLAYERS)
def test_whatever_stands_in_a_play_a_command_works_or_names_the_file(player, tmp_path):
    plays = {seed: rich_play(player, seed) for seed in SEEDS}
    begun = plays[SEEDS[0]][0]["data"]
    names = [seat["name"] for seat in begun["seats"]]
    shelf = shelf_of(PLAYERS[player].game.id, begun["options"], tmp_path, names)
    outcomes = {"damaged": 0, "fine": 0}
    for seed, place, path, new in ways_to_spoil(player):
        shelf.holds(spoilt(plays[seed], place, path, new))
        try:
            outcomes[survive(shelf)] += 1
        except Exception as problem:
            problem.add_note(f"play {seed}, event {place}: {path} is {new!r} now")
            problem.add_note(json.dumps(plays[seed][place]))
            raise
    # Both happen, and often: otherwise the sample shows little.
    assert min(outcomes.values()) > SAMPLE // 40


def survive(shelf: Shelf) -> str:
    """Run every command on the play; how it went."""
    before = shelf.file.read_bytes()
    statuses = shelf.statuses()
    assert statuses["bwd-2"] == "live"
    readable = statuses[shelf.play] in ("live", "finished", "abandoned")
    for name, command in (LOOKING | ENTERING).items():
        problem = attempt(command, shelf.desks)
        if problem is None:
            assert readable
            shelf.file.write_bytes(before)
            continue
        assert shelf.file.read_bytes() == before
        if isinstance(problem, StorageError):
            assert not readable
            assert str(shelf.file) in problem.message or isinstance(problem, TooNew)
        elif readable:  # A change that the rules refuse.
            assert name in ENTERING
        else:
            assert "not installed" in problem.message
    return "fine" if readable else "damaged"


def attempt(command: Callable[[Desks], Reply], desks: Desks) -> CompanionError | None:
    """What a command refuses with, if it does."""
    try:
        show(command(desks))
    except (StorageError, *REFUSALS) as problem:
        return problem
    return None


# What somebody came upon


def entry(kind: str, **data: Any) -> dict[str, Any]:
    return {"kind": kind, "data": data}


NONSENSE = {
    "its action is missing": entry("action.undone"),
    "its action is [1]": entry("action.undone", action=[1]),
    "its action is 1": entry("action.undone", action=1),
    "its action is 9": entry("action.redone", action=9),
    "its action is 2": entry("action.redone", action=2),
    "its winners[0] is 9": entry("play.finished", winners=[9], why="the table says so"),
    "its why is missing": entry("play.finished", winners=[0]),
    "its name is 99": entry("seat.renamed", seat=0, name=99),
    "its points are 1.5": entry("points.gained", seat=0, points=1.5),
    "its points are -3": entry("points.gained", seat=0, points=-3),
    "its points are true": entry("points.gained", seat=0, points=True),
    "its seat is 2": entry("points.gained", seat=2, points=1),
    "its seat is -1": entry("marker.given", seat=-1),
    "its faces.ana.1 is 7": entry("dice.rolled", faces={"ana.1": 7}, shows={"ana.1": None}),
    "its shows are missing": entry("dice.rolled", faces={"ana.1": 1}),
    "its shows are {}": entry("dice.rolled", faces={"ana.1": 1}, shows={}),
    'its dice[1] is "cho.1"': entry("dice.swapped", dice=["ana.1", "cho.1"]),
    'its dice are ["ana.1"]': entry("dice.swapped", dice=["ana.1"]),
    'its die is "ana.3"': entry("die.claimed", die="ana.3", seat=0),
    "its why is null": entry("face.erased", die="ana.1", face=0, by="itself"),
    "its undrawn is missing": entry(
        "card.tagged", card="points", die="ana.1", by=0, placed=[["ana.1", 0, "3"]], needs=[]
    ),
    "its placed[0][1] is 6": entry(
        *("card.tagged",), card="tag", die="ana.1", placed=[["ana.1", 6, "3"]], undrawn=[], needs=[]
    ),
    "its icon is 3": entry("face.replaced", die="ana.1", face=0, icon=3, card=None),
    "its turn is null": entry("phase.begun", phase="main", turn=None),
    'its phase is "tea"': entry("phase.begun", phase="tea", turn=None),
    'its hands are [["tag"]]': entry("cards.dealt", hands=[["tag"]]),
    "its hands[0][0] is 6": entry("cards.dealt", hands=[[6], []]),
    'its on is "moon"': entry("disc.placed", seat=0, on="moon"),
    "a play begins with it": entry("play.started", game="bwd", seats=[], first=0, options={}),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_an_entry_that_makes_no_sense_is_named(shelf, what):
    stamp = {"seq": 3, "action": 3, "at": AT}
    record = NONSENSE[what] | stamp
    if "begins" in what:
        record["data"] = shelf.records()[0]["data"]
    shelf.holds([*shelf.records(), record])
    require_damaged(shelf, f"its entry 3 ({record['kind']}) makes no sense: {what}")


@pytest.mark.parametrize(
    ("path", "new", "what"),
    [
        (("first",), 7, "its first is 7"),
        (("seats", 0, "name"), 5, "its seats[0].name is 5"),
        (("seats", 1, "handle"), "ana", "its seats are "),
        (("seats",), [], "its first is 0"),
        (("seats", 0, "name"), "half \ud800", "its seats[0].name is"),
        (("options", "target"), "13", 'its options.target is "13"'),
        (("options", "target"), None, "its options.target is null"),
        (("options", "dice"), [], "its options.dice are []"),
        (("options", "dice"), {"ana.1": [None]}, "its options.dice.ana.1 is [null]"),
        (("options", "spare"), None, "its options.spare is null"),
        (("options", "set"), "V1", 'its options.set is "V1"'),
        (("options", "set"), {"id": "V1"}, "its options.set.cards are missing"),
    ],
)
def test_a_beginning_that_makes_no_sense_is_named(shelf, path, new, what):
    shelf.holds(spoilt(shelf.records(), 0, ("data", *path), new))
    require_damaged(shelf, f"its entry 1 (play.started) makes no sense: {what}")


@pytest.mark.parametrize(("action", "what"), [(9, "entry 2"), (-1, "entry 2"), (0, "entry 2")])
def test_entries_are_numbered_one_after_the_other(shelf, action, what):
    shelf.holds(spoilt(shelf.records(), 1, ("action",), action))
    require_damaged(shelf, f"it should be {what}")


@pytest.mark.parametrize(
    "house", [5, {}, {"why": 5, "rules": []}, {"why": "ours", "rules": [1]}, {"why": "ours"}]
)
def test_a_house_rule_is_a_text_and_the_ids_of_rules(shelf, house):
    first, second = shelf.records()
    shelf.holds([first, {**second, "house": house}])
    require_damaged(shelf, "its entry 2 is not a complete entry")


@pytest.mark.parametrize(
    "at", ["2025=03-01T19:30:00Z", "2025-03-01T11:5::21Z", "2025-02-29T01:00:00Z"]
)
def test_a_time_that_is_none_is_found_when_the_log_is_read(shelf, at):
    """Not in a chart of the years, with a sentence about something else."""
    first, second = shelf.records()
    shelf.holds([first, {**second, "at": at}])
    require_damaged(shelf, "its entry 2 is not a complete entry")


def test_a_number_beyond_all_numbers_is_found_wherever_it_stands(shelf):
    """It could be read, and shown as `Infinity`; what holds it could never be written again."""
    text = shelf.file.read_text("utf-8")
    shelf.file.write_text(text.replace('"points":3', '"points":3,"more":1e999'), "utf-8")
    require_damaged(shelf, "it is not JSON")


@pytest.mark.parametrize("action", [[None], {}, "all", 10**400])
def test_nonsense_in_one_play_stands_in_no_other_ones_way(shelf, action):
    stamp = {"seq": 3, "action": 3, "at": AT}
    shelf.holds([*shelf.records(), entry("action.undone", action=action) | stamp])
    show(enter.finish(shelf.desks(play="2"), (), True))
    assert shelf.statuses() == {"bwd-1": "corrupt", "bwd-2": "abandoned"}


def require_damaged(shelf: Shelf, what: str) -> None:
    """Every command says that the file is damaged, names it and what is wrong, and leaves it."""
    before = shelf.file.read_bytes()
    for command in (LOOKING | ENTERING).values():
        with pytest.raises(Corrupt) as refusal:
            command(shelf.desks)
        assert str(shelf.file) in refusal.value.message
        assert what in refusal.value.message
        assert ".bak" in refusal.value.hint
    assert shelf.file.read_bytes() == before
    assert shelf.statuses() == {"bwd-1": "corrupt", "bwd-2": "live"}


# What is no nonsense


def test_what_a_newer_companion_adds_to_an_entry_is_let_pass(shelf):
    records = spoilt(shelf.records(), 1, ("data", "mood"), ["happy"])
    records[0]["data"]["options"] |= {"weather": 5, "set": {"id": "x", "cards": [], "new": 1}}
    shelf.holds(records)
    show(table(shelf.desks(play="1")))
    show(show_log(shelf.desks(play="1")))


def test_a_kind_of_a_newer_companion_explains_what_comes_after_it(shelf):
    """A third player may have joined; that the entry after it makes no sense here is no damage."""
    stamps = [{"seq": number, "action": number, "at": AT} for number in (3, 4)]
    joined = entry("player.joined", name="Cho") | stamps[0]
    scored = entry("points.gained", seat=2, points=1) | stamps[1]
    shelf.holds([*shelf.records(), joined, scored])
    for command in (LOOKING | ENTERING).values():
        with pytest.raises(TooNew):
            command(shelf.desks)
    assert shelf.statuses()["bwd-1"] == "too-new"


# The files beside the plays


def test_a_play_that_was_lost_is_listed_while_its_backup_is_there(shelf):
    shelf.file.unlink()
    assert shelf.statuses() == {"bwd-1": "corrupt", "bwd-2": "live"}
    with pytest.raises(Corrupt, match="it is gone"):
        table(shelf.desks(play="1"))


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        *(("me", wrong) for wrong in (5, [], {"name": "Ana"})),
        *(("current", wrong) for wrong in (1, ["bwd-1"], {})),
        *(("kept", wrong) for wrong in (1, ["bwd-1"], {"bwd": 1}, {"bwd": None})),
    ],
)
def test_a_group_whose_choices_make_no_sense_is_damaged(desks, key, wrong):
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    with desks.store.change_group("home") as document:
        document[key] = wrong
    for command in (
        lambda: table(desks()),
        lambda: enter.score(desks(), ["+3"]),
        lambda: play_list.list_plays(desks(), False),
        lambda: people.list_players(desks()),
        lambda: people.use_player(desks(), "ana"),
    ):
        with pytest.raises(Corrupt, match="home"):
            command()
    assert len(desks.store.read_log(LogRef("home", "plays", "bwd-1"))) == 1


@pytest.mark.parametrize("wrong", [5, None, ["home"], {}])
def test_settings_that_name_no_group_are_damaged_until_one_is_chosen(desks, wrong):
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    with desks.store.change_settings() as settings:
        settings["group"] = wrong
    for command in (
        lambda: table(desks()),
        lambda: people.list_groups(desks()),
        lambda: people.rename_group(desks(), "home", "Friday"),
        lambda: enter.finish(desks(), [], True),
    ):
        with pytest.raises(Corrupt, match="settings"):
            command()
    show(table(desks(group="home")))
    people.use_group(desks(), "home")
    show(table(desks()))
    with pytest.raises(Refused):
        undo(desks(), None)
