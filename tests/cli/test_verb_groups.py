"""Verbs behind a word, about a box in place of a play: `companion marbles box name red Ruby`."""

import json

import pytest

from companion.cli.quick import Words
from tests.marbles import PACKAGE, give
from tests.site import installed


@pytest.fixture
def marbles(tmp_path, monkeypatch, companion):
    """Beside a game of another package that has a box."""
    with installed(tmp_path / "site", monkeypatch, PACKAGE):
        yield companion


def test_what_is_told_of_a_box_is_kept_and_taken_back(marbles):
    assert marbles.must("marbles box name red Ruby").out == "red is Ruby\n"
    assert marbles.must("marbles box name blue Sea --plain").out == "blue is Sea, and plain\n"
    assert marbles.must("marbles box name green Moss --pretty").out.endswith("and pretty\n")
    assert json.loads(marbles.must("marbles box undo 3 --json").out)["entry"] == 5
    told = marbles.must("marbles box show").out
    assert told == "Marbles\nred: Ruby\ngreen: Moss\n"


def test_what_the_rules_refuse_of_a_box_a_house_rule_lets_pass(marbles):
    marbles.must("marbles box name red Ruby")
    refused = marbles("marbles box name blue Ruby")
    assert (refused.code, refused.out) == (1, "")
    assert "Two colors of one name." in refused.err
    assert "MAR-9" in refused.err
    told = marbles.must('marbles box name blue Ruby --house "twins"').out
    assert told.startswith("blue is Ruby\n")
    assert "twins" in told


def test_help_lists_the_verbs_and_says_what_each_takes(marbles):
    told = marbles.must("marbles -h").out
    assert "box " in told
    told = marbles.must("marbles box -h").out
    assert "Your box of marbles." in told
    assert told.index("  name ") < told.index("  show ") < told.index("  undo ")
    told = marbles.must("marbles box name -h").out
    assert "--pretty" in told
    assert "--plain" in told
    assert "--house" in told
    assert "--play" not in told, "it is about no play"
    assert "--house" not in marbles.must("marbles box show -h").out


def test_a_slip_says_what_was_meant(marbles):
    assert "Did you mean `companion marbles box show`?" in marbles("marbles box shw").err
    wrong = marbles("marbles box name pink Rose")
    assert (wrong.code, "pink" in wrong.err) == (2, True)


def test_the_menu_offers_the_word_its_verbs_and_what_stands_behind_them(marbles, complete):
    marbles.must("start marbles Ana Ben")
    assert complete("companion marbles b") == ["bag", "box"]
    assert complete("companion marbles box name ") == ["red", "blue", "green"]
    assert complete("companion marbles box name red --p") == ["--pretty", "--plain"]


def test_an_option_goes_by_its_old_name_too_which_is_shown_nowhere(marbles, complete):
    marbles.must("start marbles Ana Ben Cho")
    marbles.must("marbles take ana red red")
    marbles.must("marbles give ana red --for cho")
    assert "--for" not in marbles.must("marbles give -h").out
    assert "--for" not in complete("companion marbles give ana --")
    assert Words(give, ["ana", "--for", "cho"]).line.options == {"--to": ("cho",)}
    both = marbles("marbles give ana red --for cho --to ben")
    assert (both.code, "`--to` was given twice" in both.err) == (2, True)
