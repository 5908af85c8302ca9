"""A prize and its win have two logs: what is taken back in one stays in the other, and is said."""

import pytest

from tests.games.blank.tables import Evening

HUM = "If a 4 is played, then hum"


@pytest.fixture
def won(companion):
    """Ben has won, and has taken his prize: it was entry 4 of the box."""
    e = Evening(companion)
    e.box("Friday")
    e.printed("If a 1 is played, then bow", "If a 2 is played, then clap")
    e("start blank Ana Ben Cho --top 3-circle --rules none")
    e("blank win ben")
    e("blank rule add", HUM, "--prize", "--approved")
    return e


# The win was another's


def test_a_prize_that_is_taken_back_in_the_play_stays_in_its_box(won):
    said = " ".join(won("undo").out.split())
    assert "Rule 15 of Friday stays there: `companion blank copy undo 4 --copy friday`" in said
    assert "stays there" not in won("undo").out  # the win itself


def test_a_prize_that_was_taken_back_by_mistake_comes_back(won):
    won("undo")
    won("redo")
    assert won.table()["prize"]["card"] == "r15"


def test_all_that_was_told_of_it_is_to_be_taken_back_from_the_newest(won):
    won("blank rule ink 15")
    lines = "`companion blank copy undo 5 --copy friday`, then `companion blank copy undo 4 --copy"
    assert lines in " ".join(won("undo").out.split())
    won("blank copy undo 5 --copy friday")
    won("blank copy undo 4 --copy friday")


@pytest.mark.rule("BL-102")
def test_no_prize_is_offered_that_would_be_refused(won):
    won("undo")
    won("undo")
    said = " ".join(won("blank win cho").out.split())
    assert "→ Rule 15 of Friday is the prize of this play already, Ben's:" in said
    assert "--prize" not in said
    won.refuses('blank rule add "Sing" --prize', "The prize of this play is taken: rule 15")
    won("blank copy undo 4 --copy friday")
    assert "Cho's prize, a new rule" in won.table()["todo"][0]
    won('blank rule add "Sing" --prize')
    assert won.rule("15")["by"] == "Cho"


@pytest.mark.rule("BL-102", "BL-108")
def test_the_same_words_of_another_winner_are_not_what_was_agreed_to_before(won):
    won("undo")
    won("undo")
    won("blank win cho")
    won.refuses(f'blank rule add "{HUM}" --prize', "The prize of this play is taken: rule 15")
    assert won.rule("15")["by"] == "Ben"


def test_whoever_wins_again_notes_it_again(won):
    won("undo")
    won("undo")
    won("blank win ben")
    (step,) = won.table()["todo"]
    assert step == f'Rule 15 of Friday is Ben\'s prize: `companion blank rule add "{HUM}" --prize`.'
    won(step.split("`")[1].removeprefix("companion "))
    assert (won.table()["prize"]["card"], won.table()["todo"]) == ("r15", [])


def test_what_was_only_proposed_makes_way_though_it_says_the_same(companion):
    e = Evening(companion)
    e.box("Friday")
    e.won(winner="ben")
    e("blank rule add", HUM, "--prize")
    e("undo")
    e("undo")
    e("blank win ana")
    e("blank rule add", HUM, "--prize")
    assert (e.rule("16")["by"], e.table()["prize"]["card"]) == ("Ana", "r16")
    assert e.rule("15")["revisions"][0]["status"] == "declined"


# Two prizes


@pytest.mark.rule("BL-102")
def test_no_second_prize_is_brought_back(won):
    won("blank copy undo")
    won("blank card customise 2-circle sing --title S --prize --approved")
    taken = "The prize of this play is taken: 2-circle.1 of Friday, approved"
    won.refuses("blank copy redo 4", taken)
    assert won("blank rule list").out.count("hum") == 0


@pytest.mark.rule("BL-102")
def test_nor_from_another_box(companion):
    e = Evening(companion)
    e.box("Friday")
    e("blank copy new Cellar --mark #")
    e("blank mix friday cellar")
    e.won()
    e("blank rule add", HUM, "--prize", "--copy", "friday", "--approved")
    e("blank copy undo --copy friday")
    e("blank rule add", HUM, "--prize", "--copy", "cellar", "--approved")
    e.refuses("blank copy redo --copy friday", "The prize of this play is taken: rule 15 of Cellar")
    e("blank copy undo --copy cellar")
    e("blank copy redo --copy friday")


def test_what_is_no_prize_comes_back_beside_one(won):
    won('blank rule add "If you sneeze, then bow" --by Ana')
    won("blank copy undo")
    won("blank copy redo")
    won("blank copy undo 4")
    won("blank copy redo 4")
    assert won.rule("15")["status"] == "approved"


# What everybody sees


def test_it_is_said_when_a_rule_that_lies_open_is_taken_out_of_its_box(companion):
    e = Evening(companion)
    e.box("Friday")
    e('blank rule add "If a 1 is played, then bow" --by Ana --inked')
    e("start blank Ana Ben --rules 15 --top 3-circle")
    assert "Rule 15 lies open in this play, and is not in Friday now" in e("blank copy undo").err
    assert e("blank copy redo").err == ""
    e('blank rule edit 15 "If a 1 is played, then sing" --inked')
    assert "lies open" not in e("blank copy undo").err
    e("finish --abandon")
    assert "lies open" not in e("blank copy undo").err


def test_so_it_is_when_it_says_otherwise_again(companion):
    e = Evening(companion)
    e.box("Friday")
    e('blank rule add "If a 1 is played, then bow" --by Ana --inked')
    e('blank rule edit 15 "If a 1 is played, then sing" --inked')
    e("start blank Ana Ben --rules 15 --top 3-circle")
    said = "Rule 15 lies open in this play, and says otherwise in Friday now: it is played on"
    assert said in e("blank copy undo").err


def test_and_of_the_card_on_top(companion):
    e = Evening(companion)
    e.box("Friday")
    e('blank card customise 3-hexagon "Everybody sings" --title Choir --inked')
    e("start blank Ana Ben --rules none --top 3-circle")
    e("blank play choir")
    assert "3-hexagon.1 lies on top in this play, and is not in Friday" in e("blank copy undo").err
