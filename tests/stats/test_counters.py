"""Counters as JSON, and what is sealed so that nobody loses time by it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.stats.counts import opened, sealed
from companion.stats.tally import Tally
from tests.stats.records import histories, of_catan, played


@given(st.dictionaries(st.text(), st.lists(st.integers() | st.floats(allow_nan=False))))
def test_what_is_sealed_comes_out_as_it_was(value):
    assert opened(sealed(value)) == value
    assert not set('"\\') & set(sealed(value))


@pytest.mark.parametrize("text", ["", "nothing", "bm90aGluZw==", "ä"])
def test_what_is_no_such_text_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011
        opened(text)


def test_a_game_that_nobody_looks_at_stays_sealed_when_another_one_is_played():
    plays = [played(1, "Ana*", "Ben"), of_catan(played(2, "Ana*", "Ben"))]
    kept = Tally.from_json(json.loads(json.dumps(Tally(plays).to_json())))
    kept.add(of_catan(played(3, "Ben*", "Ana")))
    quiet, played_on = kept.games.values()
    assert "players" not in vars(quiet)
    assert "players" in vars(played_on)
    assert quiet.players["Ana"].wins == 1


@given(histories())
def test_what_was_kept_says_the_same_wherever_it_is_looked_at(plays):
    whole = Tally(plays)
    kept = Tally.from_json(json.loads(json.dumps(whole.to_json())))
    for here, there in zip(whole.games.values(), kept.games.values(), strict=True):
        assert here.comparison.packed() == there.comparison.packed()
        assert here.lengths == there.lengths
        for name, count in here.players.items():
            assert count.packed() == there.players[name].packed()
        for name, teams in here.members.items():
            found = there.members[name]
            assert {team: it.packed() for team, it in teams.items()} == {
                team: it.packed() for team, it in found.items()
            }
    assert whole == kept
