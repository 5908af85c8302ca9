"""`companion lookup`: the rule that a refusal cites, and what a word means."""

import pytest


def test_a_rule_by_its_id(companion):
    (found,) = companion.must("lookup bl-75 --json").json["results"]
    assert (found["id"], found["game"], found["kind"]) == ("BL-75", "blank", "enforced")


@pytest.mark.parametrize("typed", ["penalty", "PENALTY", "penalties", "'draw as a penalty'"])
def test_a_word_by_its_title_or_by_what_else_people_call_it(companion, typed):
    (found,) = companion.must(f"lookup {typed} --json").json["results"]
    assert (found["id"], found["title"], found["game"]) == ("penalty", "Penalty", "blank")
    assert {"text", "section", "score", "kind"} <= found.keys()


@pytest.mark.parametrize("typed", ["draw pile", "draw-pile", "'Draw Pile'"])
def test_words_are_one_question_with_blanks_or_hyphens(companion, typed):
    assert companion.must(f"lookup {typed} --json").json["results"][0]["id"] == "draw-pile"


def test_a_word_is_told_with_what_people_miss_and_where_to_read_on(companion):
    told = companion.must("lookup winning").out
    assert "Mind: " in told
    assert "Such as: " in told
    assert "See also " in told
    assert "BL-100" in told


def test_a_slip_of_the_finger_gets_the_nearest_words(companion):
    ran = companion("lookup penaltie")
    assert ran.code == 1
    assert "Did you mean penalties, penalty" in ran.err
