"""Two spellings of a person become one; whoever never played is taken out of the list."""

import shlex
from itertools import repeat

import pytest

from companion.store.base import LogRef
from companion.testing.program import Outcome, typed_at


class Typed:
    """Lines over one store in memory, whose clock goes on by a second each time: 2025-03-01."""

    def __init__(self, desks) -> None:
        self._desks = desks

    def __call__(self, line: str) -> Outcome:
        return typed_at(self._desks, shlex.split(line))

    def must(self, line: str) -> Outcome:
        """Run what is only there to prepare a test."""
        outcome = self(line)
        assert outcome.code == 0, outcome.refusal
        return outcome


@pytest.fixture
def companion(desks):
    return Typed(desks)


def told(companion, line: str):
    return companion.must(line).document


def names(companion) -> list[str]:
    return [who["name"] for who in told(companion, "player list")["players"]]


def seats(companion) -> list[list[str]]:
    """Who sat in each play, the newest first."""
    plays = told(companion, "plays --all")["plays"]
    return [[who["name"] for who in play["players"]] for play in plays]


def seats_by_play(companion) -> dict[str, list[str]]:
    plays = told(companion, "plays --all")["plays"]
    return {play["play"]: [who["name"] for who in play["players"]] for play in plays}


@pytest.fixture
def sheet(tmp_path):
    """Writes a file of results and gives its name."""

    def written(*rows: str, name: str = "sheet.csv") -> str:
        file = tmp_path / name
        file.write_text("\n".join(["title,date,player,score", *rows, ""]))
        return str(file)

    return written


def refused(companion, line: str) -> str:
    """What is said of a line that changes nothing: the message, and a hint below."""
    before = (names(companion), seats(companion))
    said = companion(line)
    assert said.code == 1, said.refusal
    message, hint = said.refusal.split("\n→ ")
    assert message, hint
    assert (names(companion), seats(companion)) == before
    return f"{message}\n{hint}"


def test_all_plays_of_a_mistyped_name_are_those_of_the_right_one(companion, sheet, tmp_path):
    companion.must("start bwd Ana Bne")
    companion.must("finish --winner bne")
    companion.must("start bwd Ana Bne")
    companion.must("score bne +1")
    companion.must("finish --abandon")
    companion.must(f"import {sheet('Catan,2024-05-01,Ana,10', 'Catan,2024-05-01,Bne,11')} --same")
    companion.must("start bwd Cho Ben --new")
    companion.must("finish --winner ben")
    companion.must("start bwd Ana Bne")
    companion.must("score bne +2")
    document = told(companion, "player merge Bne Ben --yes")
    assert document == {"player": "Ben", "was": "Bne", "group": "home", "plays": 4}
    assert names(companion) == ["Ana", "Cho", "Ben"]
    assert not any("Bne" in play for play in seats(companion))
    assert [play for play in seats(companion) if "Ben" in play] == seats(companion)
    wins = {it["title"]: it["wins"] for it in told(companion, "stats ben")["games"]}
    assert wins == {"Blank White Dice": 2, "Catan": 0}  # the sheet did not tell who won
    (rated,) = told(companion, "ratings --game bwd")["games"]
    assert {it["name"] for it in rated["ratings"]} == {"Ana", "Ben", "Cho"}
    out = tmp_path / "all.jsonl"
    companion.must(f"export --as jsonl -o {out}")
    assert "Bne" not in out.read_text()
    companion.must("score ben +1")
    assert told(companion, "table")["players"][1]["score"] == 6


def test_a_play_of_today_that_ends_later_by_its_sheet_goes_along(companion, sheet):
    """The clock of tests shows 2025-03-01, 19:30 UTC."""
    companion.must(f"import {sheet('Catan,2025-03-02,Ana,10', 'Catan,2025-03-02,Bne,11')} --same")
    companion.must("player new Ben")
    companion.must("player merge Bne Ben --yes")
    assert seats(companion) == [["Ana", "Ben"]]


def test_whoever_has_had_other_names_is_merged_with_all_of_them(companion):
    companion.must("start bwd Ana Benjamin")
    companion.must("finish --winner benjamin")
    companion.must("player rename Benjamin Ben")
    companion.must("start bwd Ana Bnne --new")
    companion.must("finish --winner bnne")
    companion.must("player rename Bnne Bne")
    companion.must("start bwd Ana Bne")
    companion.must("finish --winner bne")
    companion.must("player merge Bne Ben --yes")
    assert seats(companion) == [["Ana", "Ben"]] * 3
    assert told(companion, "stats ben")["games"][0]["wins"] == 3
    companion.must("player rename Ben Benno")
    assert seats(companion) == [["Ana", "Benno"]] * 3


def test_who_stands_in_plays_alone_is_known_as_well(companion, desks, sheet):
    companion.must(f"import {sheet('Go,2024-05-01,Bne,1', 'Go,2024-05-01,Cho,2')} --same")
    companion.must(f"import {sheet('Go,2024-06-01,Ben,1', name='b.csv')} --same")
    with desks.store.change_group("home") as document:
        document["players"] = [{"name": "Cho"}]
    companion.must("player merge Bne Ben --yes")
    assert names(companion) == ["Cho", "Ben"]
    assert seats(companion) == [["Ben"], ["Ben", "Cho"]]


# Two who have met


@pytest.mark.parametrize("end", ["", "finish --winner ben", "finish --abandon"])
@pytest.mark.parametrize("line", ["player merge Bne Ben --yes", "player rename Bne Ben --same"])
def test_two_who_sat_at_one_table_are_two_whatever_became_of_the_play(companion, end, line):
    companion.must("start bwd Ben Bne")
    companion.must("score ben +1")
    if end:
        companion.must(end)
    assert refused(companion, line).splitlines() == [
        "Bne and Ben sat at the same table, so they are two people: bwd-1 of 2025-03-01 has both.",
        "`companion player rename Bne NEW_NAME` gives one of them another name.",
    ]


def test_also_where_the_play_was_put_away_before_anything_was_entered(companion):
    companion.must("start bwd Ben Bne")
    companion.must("start bwd Ana Cho")
    assert "bwd-1 of" in refused(companion, "player merge Bne Ben --yes")


def test_also_where_another_program_told_it_and_when_that_was_taken_back(companion, sheet):
    file = sheet("Go,2024-05-01,Bne,1", "Go,2024-05-01,Ben,2")
    companion.must(f"import {file} --same")
    message = refused(companion, "player merge Bne Ben --yes").splitlines()[0]
    assert message.endswith("import-1.1 of 2024-05-01 has both.")
    companion.must("import --undo 1")
    message = refused(companion, "player merge Bne Ben --yes").splitlines()[0]
    assert message.endswith("import-1, which was taken back, has both.")


def test_also_under_a_name_of_before(companion):
    companion.must("start bwd Benjamin Bne")
    companion.must("finish --winner bne")
    companion.must("player rename Benjamin Ben")
    assert "bwd-1 of" in refused(companion, "player merge Bne Ben --yes")


def test_of_many_plays_some_are_named_and_the_others_counted(companion):
    for _ in range(3):
        companion.must("start bwd Ben Bne")
        companion.must("finish --winner ben")
    message = refused(companion, "player merge Bne Ben --yes").splitlines()[0]
    assert "bwd-3 of 2025-03-01, bwd-2 of 2025-03-01 and bwd-1 of 2025-03-01 have both" in message
    companion.must("start bwd Ben Bne")
    companion.must("finish --winner ben")
    message = refused(companion, "player merge Bne Ben --yes").splitlines()[0]
    assert "bwd-4 of 2025-03-01, bwd-3 of 2025-03-01 and 2 more have both" in message


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("player merge Ben ben", "the same name already"),
        ("player merge Zoe Ben", "“Zoe”"),
        ("player merge Ben Zoe", "“Zoe”"),
        ("player merge Benjamin Ben", "one player already"),
    ],
)
def test_what_is_no_pair_is_refused(companion, line, said):
    companion.must("start bwd Ana Benjamin")
    companion.must("player rename Benjamin Ben")
    assert said in refused(companion, line)


# Asked first, and undone


def test_a_merge_shows_the_plays_of_both_and_waits_for_a_yes(companion):
    companion.must("start bwd Ana Bne")
    companion.must("finish --winner bne")
    companion.must("player new Ben")
    for line in ("player merge Bne Ben", "player rename Bne Ben --same"):
        assert refused(companion, line).splitlines() == [
            "Are Bne and Ben the same person? Bne has 1 play (the last: bwd-1 of 2025-03-01) and "
            "Ben has no plays; they never sat at the same table.",
            "`companion player merge Bne Ben --yes` makes all of them plays of Ben; "
            "`companion player split Bne` would make them two again.",
        ]


def test_a_split_parts_two_as_they_were(companion, desks, sheet):
    companion.must(f"import {sheet('Catan,2024-05-01,Ana,10', 'Catan,2024-05-01,Bne,11')} --same")
    for line in (
        "start bwd Ana Bnne --new",
        "finish --winner bnne",
        "player rename Bnne Bne2",
        "player merge Bne2 Bne --yes",
        "start bwd Ana Bne",
        "finish --winner bne",
        "start lwd Cho Ben --new",
        "finish --winner ben",
        "play add Heat Bne=3 Ana=1",
        "start bwd Ana Bne",
        "score bne +2",
    ):
        companion.must(line)
    before = seats_by_play(companion), sorted(names(companion)), told(companion, "stats --json")
    companion.must("player merge Bne Ben --yes")
    assert not any("Bne" in play for play in seats(companion))
    companion.must("finish --winner ben")
    companion.must("resume bwd-2")  # goes by the names of today: an entry more
    companion.must("resume bwd-4")
    companion.must("undo")
    assert told(companion, "player split bne") == {"player": "Bne", "was": "Ben", "group": "home"}
    assert (seats_by_play(companion), sorted(names(companion))) == before[:2]
    assert told(companion, "stats --json")["games"] == before[2]["games"]
    companion.must("score bne +1")
    # A merge within a merge is undone by itself.
    companion.must("player split Bne2")
    assert seats_by_play(companion)["bwd-1"] == ["Ana", "Bne2"]
    assert seats_by_play(companion)["bwd-2"] == ["Ana", "Bne"]


def test_one_merge_of_two_is_undone_and_the_other_stays(companion):
    for name in ("Bne", "Bnn", "Ben"):
        companion.must(f"play add Heat {name}=3 Ana=1 --new")
    companion.must("player merge Bne Bnn --yes")
    companion.must("player merge Bnn Ben --yes")
    companion.must("player split Bne")
    assert [play[0] for play in seats_by_play(companion).values()] == ["Ben", "Ben", "Bne"]
    companion.must("player split Bnn")
    assert [play[0] for play in seats_by_play(companion).values()] == ["Ben", "Bnn", "Bne"]
    assert companion("player split Bnn").code == 1


def test_whoever_has_had_the_name_since_keeps_their_plays(companion):
    companion.must("play add Heat Dan=1 Ana=2 --new")
    companion.must("player new Cho")
    companion.must("player merge Dan Cho --yes")
    companion.must("play add Heat Dan=1 Ana=2 --new")
    assert "called Dan in this group already" in refused(companion, "player split Dan")
    companion.must("player rename Dan Daniel")
    companion.must("player split Dan")
    assert seats_by_play(companion) == {"told-1": ["Dan", "Ana"], "told-2": ["Daniel", "Ana"]}
    companion.must("player rename Dan Danny")
    assert seats_by_play(companion) == {"told-1": ["Danny", "Ana"], "told-2": ["Daniel", "Ana"]}


def test_what_other_programs_know_comes_back_with_a_split(companion, desks):
    companion.must("player new Bne")
    companion.must("player new Ben")
    known = {"name": "Bne", "id": "x", "known_as": [{"source": "BG Stats", "id": "7"}]}
    with desks.store.change_group("home") as document:
        document["players"] = [known, {"name": "Ben"}]
    companion.must("player merge Bne Ben --yes")
    companion.must("player split Bne")
    ben, bne = desks.store.read_group("home")["players"]
    assert ben == {"name": "Ben"}
    assert {key: bne[key] for key in known} == known


# Taken out of the list


def test_who_never_played_is_taken_out_and_comes_back(companion):
    companion.must("start bwd Ana Ben")
    companion.must("player new Cho")
    companion.must("player use cho")
    assert told(companion, "player remove cho") == {
        "player": "Cho",
        "group": "home",
        "removed": True,
    }
    assert names(companion) == ["Ana", "Ben"]
    assert not any(who["in_use"] for who in told(companion, "player list")["players"])
    assert companion("score +1").code != 0  # nobody's
    companion.must("player new Cho")
    assert names(companion) == ["Ana", "Ben", "Cho"]


def test_who_is_in_use_stays_so_when_another_is_taken_out(companion):
    companion.must("player new Ana")
    companion.must("player new Cho")
    companion.must("player use ana")
    companion.must("player remove cho")
    assert told(companion, "player list")["players"] == [{"name": "Ana", "in_use": True}]


@pytest.mark.parametrize("became", ["live", "finished", "abandoned", "put away", "imported"])
def test_whoever_is_in_a_play_stays(companion, sheet, became):
    companion.must("player new Ana")
    if became == "imported":
        companion.must(f"import {sheet('Go,2024-05-01,Cho,1', 'Go,2024-05-01,Ana,2')} --same")
    else:
        companion.must("start bwd Ana Cho")
        if became == "put away":
            companion.must("start lwd Ana Ben Dee")
        if became in ("finished", "abandoned"):
            companion.must("score cho +1")
            companion.must("finish" + (" --abandon" if became == "abandoned" else ""))
    message, hint = refused(companion, "player remove cho").splitlines()
    on = "import-1.1 of 2024-05-01" if became == "imported" else "bwd-1 of 2025-03-01"
    assert message == f"Cho has played (last: {on}), and plays keep their players."
    assert "`companion player merge Cho NAME`" in hint


def test_whoever_played_under_another_name_stays(companion):
    companion.must("start bwd Ana Cho")
    companion.must("finish --winner ana")
    companion.must("player rename Cho Chloe")
    assert "bwd-1" in refused(companion, "player remove Chloe")


def test_nobody_is_taken_out_of_a_group_that_has_nobody(companion):
    assert companion("player remove Zoe").code == 1
    companion.must("player new Ana")
    assert "Zoe" in refused(companion, "player remove Zoe")


def test_what_was_told_stays_in_the_logs(companion, desks):
    companion.must("start bwd Ana Bne")
    companion.must("finish --winner bne")
    companion.must("start bwd Ana Ben --new")
    ref = LogRef("home", "plays", "bwd-1")
    before = desks.store.read_log(ref)
    companion.must("player merge Bne Ben --yes")
    assert desks.store.read_log(ref)[: len(before)] == before
    (ben,) = [who for who in desks.store.read_group("home")["players"] if who["name"] == "Ben"]
    assert [it["name"] for it in ben["formerly"]] == ["Bne"]


# Within one second


@pytest.fixture
def at_once(companion, desks):
    """The same, and the clock stands still: all that follows is of one second."""
    companion.must("player new Ana")
    desks._clock = repeat("2025-03-01T20:00:00Z")
    return companion


def test_who_is_entered_after_a_merge_is_somebody_else_in_that_second_too(at_once):
    at_once.must("play add Heat Dan=1 Ana=2 --new")
    at_once.must("player new Cho")
    at_once.must("player merge Dan Cho --yes")
    at_once.must("play add Heat Cho=1 Dan=2 --new")
    assert seats_by_play(at_once) == {"told-1": ["Cho", "Ana"], "told-2": ["Cho", "Dan"]}
    (_, telling) = told(at_once, "stats dan")["player"], told(at_once, "stats cho")["player"]
    assert telling["plays"] == 2


@pytest.mark.parametrize("play", ["told", "followed", "imported"])
def test_a_rename_takes_along_the_play_of_that_second_and_none_behind_it(at_once, sheet, play):
    def played():
        if play == "told":
            at_once.must("play add Heat Dan=1 Ana=2 --new")
        elif play == "imported":
            # Its day is over hours after the clock.
            rows = "Catan,2025-03-01,Ana,10", "Catan,2025-03-01,Dan,11"
            at_once.must(f"import {sheet(*rows)} --same")
        else:
            at_once.must("start bwd Dan Ana --new")
            at_once.must("finish --winner dan")

    played()
    at_once.must("player rename Dan Dana")
    assert [{*names} for names in seats(at_once)] == [{"Dana", "Ana"}]
    assert "Dana has played" in refused(at_once, "player remove Dana")
    if play != "imported":
        played()
        assert [{*names} for names in seats(at_once)] == [{"Dan", "Ana"}, {"Dana", "Ana"}]
        at_once.must("player rename Dan Daniel")
        assert [{*names} for names in seats(at_once)] == [{"Daniel", "Ana"}, {"Dana", "Ana"}]


def test_who_is_put_into_a_play_after_a_rename_is_somebody_else(at_once):
    at_once.must("play add Heat Dan=1 Ana=2 --new")
    at_once.must("start bwd Dan Ana --new")
    at_once.must("finish --winner dan")
    at_once.must("player rename Dan Dana")
    for play in ("told-1", "bwd-1"):
        at_once.must(f"play edit {play} --players Dan,Ana --new")
    assert seats(at_once) == [["Dan", "Ana"]] * 2
    assert told(at_once, "play show told-1")["players"][0]["name"] == "Dan"


def test_renames_of_older_companions_go_by_their_times(companion, desks):
    companion.must("start bwd Dan Ana")
    companion.must("finish --winner dan")
    companion.must("player rename Dan Dana")
    with desks.store.change_group("home") as document:
        del document["renames"]
        for who in document["players"]:
            for former in who.get("formerly", []):
                del former["renames"]
    companion.must("start bwd Dan Ana --new")
    companion.must("finish --winner dan")
    assert seats(companion) == [["Dan", "Ana"], ["Dana", "Ana"]]
    companion.must("player rename Dan Daniel")
    assert seats(companion) == [["Daniel", "Ana"], ["Dana", "Ana"]]


def test_who_comes_in_from_another_group_is_the_one_of_that_name_now(companion, tmp_path):
    file = tmp_path / "club.jsonl"
    companion.must("start bwd Dan Ana")
    companion.must("finish --winner dan")
    companion.must("player rename Dan Dana")
    companion.must("start bwd Dan Ana --new")
    companion.must("finish --winner dan")
    companion.must("group new club")
    companion.must("start bwd Dan Zoe")
    companion.must("finish --winner dan")
    companion.must("play add Heat Dan=2 Zoe=1")
    companion.must(f"group export -o {file}")
    companion.must("group use home")
    companion.must(f"group import {file} --into home --same")
    came = [play for play in seats(companion) if "Zoe" in play]
    assert came == [["Dan", "Zoe"]] * 2
    assert companion.must(f"group import {file} --into home --same").document["logs"] == []
