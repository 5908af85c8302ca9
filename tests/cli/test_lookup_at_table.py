"""Look-ups in the middle of a play: what lies on the table is found first."""

import pytest

from tests.reference.accuracy import HELD_OUT, TUNED, questions


def found(companion, line: str, *arguments: str) -> list[str]:
    results = companion.must(f"lookup {line} --json", *arguments).json["results"]
    return [f"{result['game']}/{result['id']}" for result in results]


# Cards of the tableau


@pytest.mark.parametrize(
    ("level", "word", "card"),
    [
        ("V1", "split", "split-strategy"),
        ("V1", "strategy", "split-strategy"),
        ("V1", "multi", "multitag"),
        ("V1", "in", "investment"),
        ("V1", "'wheels in'", "wheels-in-wheels"),
        ("V1", "junkfood", "junk-food"),
        ("V2", "time", "time-warp"),
        ("V2", "warp", "time-warp"),
        ("V2", "swap", "knowledge-swap"),
        ("V2", "prey", "predator-and-prey"),
        ("V2", "know", "knowledge-swap"),
    ],
)
def test_a_word_that_tag_takes_for_a_card_of_the_tableau_finds_it_first(
    companion, level, word, card
):
    companion.must(f"start bwd Ana Ben --set {level}")
    assert found(companion, word)[0] == f"bwd/{card}"
    companion.must(f"bwd tag a1 {word}")
    (_, tagged) = companion.must("log --json").json["entries"][-1]["lines"][0].split(" tags ")
    told = companion.must(f"lookup {word}").out.splitlines()[0]
    assert tagged.startswith(told.partition("  ")[0])


def test_all_cards_that_an_ambiguous_word_may_mean_stand_first(companion):
    companion.must("start bwd Ana Ben --set V2")
    assert found(companion, "p")[:2] == ["bwd/points", "bwd/parasite"]


@pytest.mark.parametrize(
    "question", ["what does split do", "how does split work again?", "explain split"]
)
def test_a_question_about_a_card_of_the_tableau_is_understood_so_too(companion, question):
    companion.must("start bwd Ana Ben --set V1")
    assert found(companion, "", question)[0] == "bwd/split-strategy"
    companion.must("start bwd Ana Ben --set V2")
    assert "bwd/split-strategy" not in found(companion, "", question)


def test_a_card_that_is_only_drawn_on_a_die_lies_on_the_table_too(companion):
    companion.must("start bwd Ana Ben --set V1")
    assert found(companion, "warp")[0] != "bwd/time-warp"
    companion.must("bwd write ana.1 time-warp")
    assert found(companion, "warp")[0] == "bwd/time-warp"


def test_a_word_of_the_game_that_is_called_just_so_stays_before_a_card_that_begins_so(companion):
    companion.must("bwd card set 23 --name Wardrobe --text Hide.")
    companion.must("start bwd Ana Ben --set V1")
    companion.must("next")
    companion.must("bwd write ana.1 wardrobe")
    assert found(companion, "ward")[0] == "bwd/ward"
    assert found(companion, "wardr")[0] == "bwd/#23"


def test_one_of_another_game_alone_is_no_card_of_this_one(companion):
    companion.must("start bwd Ana Ben --set V1")
    assert found(companion, "split --game boolean") == ["boolean/split"]
    assert found(companion, "split --game bwd")[0] == "bwd/split-strategy"


def test_cards_go_by_the_play_that_is_asked_for(companion):
    companion.must("start bwd Ana Ben --set V1")
    companion.must("start blank Ana Ben")
    assert found(companion, "split")[0] != "bwd/split-strategy"
    assert found(companion, "split --play bwd-1")[0] == "bwd/split-strategy"


def test_the_card_is_shown_in_full_and_other_words_of_that_name_below(companion, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    companion.must("start bwd Ana Ben --set V2")
    companion.must("bwd card set time-warp --text 'Take another turn.'")
    told = companion.must("lookup warp").out
    assert told.startswith("Time Warp  Blank White Dice\n\nTake another turn.\n")
    assert "\nSet V2 " in told
    assert "Nothing is named" not in told


def test_a_damaged_play_is_told_and_the_answer_given(companion, home):
    companion.must("start bwd Ana Ben --set V1")
    (home / "groups" / "home" / "plays" / "bwd-1.json").write_text("{broken", "utf-8")
    ran = companion.must("lookup split")
    assert "Split" in ran.out
    assert "bwd-1.json" in ran.err


# Cards of BLANK


@pytest.fixture
def boxes(companion):
    """Two boxes of BLANK, of which the first is played with."""
    companion.must("blank box new Friday --mark ★ --owner Ana")
    companion.must("blank box set friday --suit hexagon=red")
    companion.must("blank rule add 'If a 1 is played, then all players yodel' --printed")
    companion.must("blank card customise 4-hexagon 'sing a song' --title Turnpike --by Ben --inked")
    companion.must("blank box new Cellar --mark C --owner Ben")
    companion.must("blank card customise 5-circle 'nap' --title Penalty --inked --box cellar")
    companion.must(
        "blank card customise 6-circle 'A penalty takes a penalty for a penalty.' --title Doom"
        " --inked --box cellar"
    )
    companion.must("start blank Ana Ben --box friday --rules 1")
    return companion


@pytest.mark.parametrize("word", ["4-hexagon", "4hex", "'red 4'", "turnp", "★turnpike", "turnpike"])
def test_a_card_of_the_box_on_the_table_is_found_as_play_takes_it(boxes, word):
    assert found(boxes, word)[0] == "blank/friday/4-hexagon.1"
    assert "4-hexagon" in boxes.must(f"blank play --turn ana {word}").out


def test_an_open_rule_is_found_by_its_number(boxes):
    assert found(boxes, "1")[0] == "blank/friday/r1"
    assert found(boxes, "turn")[0] == "blank/turn"


def test_cards_of_a_box_that_is_not_in_play_stand_behind_the_rulebook(boxes):
    assert found(boxes, "penalty")[0] == "blank/penalty"
    assert "blank/cellar/5-circle.1" in found(boxes, "penalty")
    asked = "what takes a penalty for a penalty"
    assert not found(boxes, "", asked)[0].startswith("blank/cellar")
    assert found(boxes, "doom") == ["blank/cellar/6-circle.1"]
    boxes.must("start blank Ana Ben --box cellar")
    assert found(boxes, "", asked)[0] == "blank/cellar/6-circle.1"


def test_no_box_is_in_play_beside_another_game(boxes):
    boxes.must("start bwd Ana Ben --set V1")
    results = boxes.must("lookup 'all players sing a song' --json").json["results"]
    assert results[0]["game"] != "blank"
    assert [result["score"] for result in results] == sorted(
        (result["score"] for result in results), reverse=True
    )


# Questions


@pytest.mark.parametrize("level", ["V1", "V2"])
def test_questions_are_answered_no_worse_in_the_middle_of_a_play(companion, level):
    """With a set in play: what answered a question before still comes first, or nearly."""
    companion.must(f"start bwd Ana Ben --set {level}")
    for name in (TUNED, HELD_OUT):
        asked = [one for one in questions(name) if one.table == "bwd"]
        firsts = [found(companion, "", one.ask)[:3] for one in asked]
        right = [not one.answers.isdisjoint(ids) for one, ids in zip(asked, firsts, strict=True)]
        assert sum(right) / len(right) >= 0.97, [
            one.ask for one, well in zip(asked, right, strict=True) if not well
        ]


# Boolean Dice


@pytest.mark.parametrize(
    ("word", "dice"),
    [
        ("3c", ["3w-corner"]),
        ("5w", ["5w"]),
        ("2w-opposite", ["2w-opposite"]),
        ("5", ["5w"]),
        ("4", ["4w-adjacent", "4w-opposite"]),
    ],
)
def test_a_die_of_the_set_is_found_by_its_name(companion, word, dice):
    companion.must("start boolean Ana Ben --game stack")
    assert found(companion, word)[: len(dice)] == [f"boolean/{die}" for die in dice]


@pytest.mark.parametrize(
    ("game", "word", "title"),
    [
        ("stack", "challenge", "Challenge: The Stack"),
        ("liar", "challenge", "Challenge: Liar's Boolean Dice"),
        ("spy", "setup", "Setup: Spy vs. Spy"),
        ("shut-the-box", "tie", "Tie: Shut the Box"),
        ("shut-the-box", "'how does winning work'", "Winning: Shut the Box"),
        ("spy", "challenge", "Challenge"),
    ],
)
def test_of_a_box_with_several_games_the_one_on_the_table_is_meant(companion, game, word, title):
    companion.must(f"start boolean Ana Ben {'Cho' * (game == 'liar')} --game {game}")
    results = companion.must(f"lookup {word} --json").json["results"]
    assert results[0]["title"] == title
    assert word != "challenge" or "Challenge" in [result["title"] for result in results]


def test_while_nothing_is_played_the_box_in_use_counts(companion):
    companion.must("blank box new Friday --mark ★")
    companion.must("blank box new Cellar --mark C")
    for box in ("friday", "cellar"):
        companion.must(f"blank card customise 1-circle 'A penalty of {box}.' --box {box} --inked")
    asked = "'penalty of {}'"
    assert found(companion, asked.format("friday"))[0] == "blank/friday/1-circle.1"
    assert not found(companion, asked.format("cellar"))[0].startswith("blank/cellar")
    companion.must("blank box use cellar")
    assert found(companion, asked.format("cellar"))[0] == "blank/cellar/1-circle.1"
