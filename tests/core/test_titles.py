"""What games are called now, and two groups' tables of it made one."""

from functools import reduce
from itertools import permutations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.core.names import folded
from companion.core.titles import Titles, are_titles, joined_titles

titles = st.sampled_from(["Heat", "heat", "Hate", "HEAT!", "Azul", "Straße", "STRASSE"])
changes = st.lists(st.tuples(titles, titles, st.integers(0, 2)), max_size=6)
Table = dict[str, Any]


def changed(table: Table, typed: list[tuple[str, str, int]]) -> Table:
    """The table of a group that made these changes, as its commands make them: of what a game is
    called at that time, into the same or another title; or parted."""
    for was, new, at in typed:
        known = Titles(table)
        if known.is_former(was) and folded(was) == folded(new):
            table = dict(known.changed(was, was, f"t{at}"))
        else:
            table = dict(known.changed(known.now(was), new, f"t{at}"))
    return table


@given(changes, titles, titles)
def test_a_renamed_title_is_called_so_until_it_is_renamed_back_or_parted(before, was, new):
    table = changed({}, before)
    was = Titles(table).now(was)
    after = Titles(table).changed(was, new, "t3")
    assert Titles(after).now(was) == Titles(after).now(new) == new
    back = Titles(Titles(after).changed(new, was, "t3"))
    assert back.now(was) == back.now(new) == was
    if folded(was) != folded(new):
        parted = Titles(Titles(after).changed(was, was, "t3"))
        assert (parted.now(was), parted.now(new)) == (was, new)


@given(changes, titles, titles)
def test_titles_that_were_merged_before_go_along_there_and_back(before, was, new):
    table = changed({}, before)
    was = Titles(table).now(was)
    if folded(Titles(table).now(new)) == folded(was):
        return
    theirs = [title for title, now in Titles(table).former() if now == was]
    after = Titles(table).changed(was, new, "t3")
    assert {Titles(after).now(title) for title in theirs} <= {new}
    parted = Titles(Titles(after).changed(was, was, "t3"))
    assert {parted.now(title) for title in theirs} <= {was}


@given(changes, st.tuples(changes, changes, changes))
def test_joined_groups_call_each_game_alike_whoever_joins_whom_first(shared, apart):
    beginning = changed({}, shared)
    tables = [changed(beginning, typed) for typed in apart]
    joined = reduce(joined_titles, tables)
    assert are_titles(joined)
    for order in permutations(tables):
        assert reduce(joined_titles, order) == joined
    assert joined_titles(joined, tables[0]) == joined
    for line in joined.values():  # no title leads in a circle
        now = Titles(joined).now(line["title"])
        assert joined[folded(now)]["called"] == now == Titles(joined).now(now)
