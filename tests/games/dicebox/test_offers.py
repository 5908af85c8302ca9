"""What may be typed next at a table of Dice Box: only what the board and the rules allow."""

from tests.games.dicebox.tables import table

# The verbs of the moment


def test_before_the_seed_it_is_set_up():
    t = table("Ana Ben", colors=None, seed=None)
    assert t.words() == "colors seed roll tally"
    assert t.colors("ana=red ben=blue").words() == "seed roll tally"
    assert table("Ana Ben Cho Dan", seed=None).words().startswith("draft ")


def test_in_a_turn_somebody_places_or_rolls():
    t = table("Ana Ben").roll("ana", "r4 " * 3 + "y6 y6 y6 b1 b1 b1 w6 w6 w6")
    assert t.words() == "place roll legal board tally", "Ben may enter what he has"
    assert table("Ana Ben").roll_all().words() == "place legal board tally"
    stuck = table("Ana Ben").roll("ana", "r6 " * 3 + "y6 y6 y6 b6 b6 b6 w6 w6 w6")
    assert stuck.words().startswith("roll legal")
    assert table("Ana Ben").words().startswith("place roll"), "nothing is told of her dice"


def test_a_board_that_is_done_is_looked_at():
    t = table("Ana Ben").add_fact("play.abandoned")
    assert t.words() == "board tally"
    assert t.words("place") == ""


# Dice and squares


def test_a_die_that_fits_then_its_squares():
    t = table("Ana Ben").roll("ana", "r4 r2 r1 y6 y5 y2 b4 b2 b1 w6 w3 w3")
    assert t.words("place") == "r4 r2 y2 b2 b4 ana", "her own red first, the highest of it"
    assert t.offers("place")["r4"] == "red 4 on c2, b3, d3 or c4"
    assert t.words("place r4") == t.words("place ana r4") == "c2 b3 d3 c4"
    assert t.offers("place r4")["d3"] == "beside 3 (c3)"
    assert t.words("place r4 d3") == ""
    assert t.words("place r1") == t.words("place y6") == ""


def test_long_names_and_beginnings_are_understood_in_the_line():
    t = table("Ana Ben").roll("ana", "r4 r2 r1 y6 y5 y2 b4 b2 b1 w6 w3 w3")
    assert t.words("place an red:4") == t.words("place red 4") == "c2 b3 d3 c4"
    assert t.words("place nobody") == t.words("place r9") == ""


def test_dice_that_were_not_told_may_be_any_that_fit():
    t = table("Ana Ben").roll("ana", "r4")
    words = t.words("place").split()
    assert words[:2] == ["r4", "r2"]
    assert sorted(words[2:]) == ["ana", "b2", "b4", "w2", "w4", "y2", "y4"]


def test_only_who_has_the_turn_places():
    t = table("Ana Ben").roll_all()
    assert "ben" not in t.offers("place")
    assert t.words("place ben") == ""
    assert t.words("turn") == "", "Ana has to place"
    assert t.words("turn --house why") == "ben"


# Rolls


def test_everybody_rolls_then_a_word_for_each_die():
    t = table("Ana Ben", seed=None)
    assert t.words("roll") == "ana ben --virtual"
    assert t.words("roll ana").split()[:3] == ["r1", "r2", "r3"]
    assert "r4" in t.offers("roll ana r4 r4"), "two red dice may both show 4"
    assert not [word for word in t.offers("roll ana r4 r4 r1") if word.startswith("r")]
    assert t.words("roll --virtual") == "ana ben"
    assert t.words("roll ana r4 --virtual") == ""


def test_who_is_told_does_not_roll_again_and_the_others_come_next():
    t = table("Ana Ben").roll("ana", "r4 r2 r1 y6 y5 y2 b4 b2 b1 w6 w3 w3")
    assert t.words("roll") == "ben --virtual"
    hand = "r4 r2 r1 y6 y5 y2 b4 b2 b1 w6 w3 w3"
    assert table("Ana Ben", seed=None).words(f"roll ana {hand}") == "ben"


def test_a_roll_that_was_the_turn_says_so():
    t = table("Ana Ben")
    assert t.offers("roll ana r1")["--stuck"] == "nothing had fitted: that was the turn"
    assert "--stuck" not in t.offers("roll ben r1")
    assert "--stuck" not in t.offers("roll ana r1 --stuck")


# Before the first turn


def test_two_players_may_have_two_colours_each():
    t = table("Ana Ben", colors=None, seed=None)
    assert t.words("colors").split()[:5] == [
        *("ana=red", "ana=yellow", "ana=blue", "ana=white"),
        "ana=red,yellow",
    ]
    assert t.words("colors ana=red,yellow") == "ben=blue,white"
    assert t.words("colors ana=red") == "ben=yellow ben=blue ben=white"


def test_the_draft_goes_on_with_what_is_left():
    t = table("Ana Ben Cho Dan", seed=None)
    assert t.words("draft") == "ana ben cho dan", "nobody is first yet"
    assert t.words("draft cho") == "red yellow blue white"
    t.draft("cho red dan red")
    assert t.words("draft") == "yellow blue white ana"
    assert t.words("draft yellow") == "yellow blue white"


def test_the_seed_shows_one_of_six():
    assert table("Ana Ben", seed=None).words("seed") == "1 2 3 4 5 6 --virtual"
    assert table("Ana Ben", seed=3).words("seed") == ""


def test_a_tally_is_told_where_there_is_no_board():
    t = table("Ana Ben", seed=None)
    assert t.words("tally") == "red= yellow= blue= white="
    assert t.words("tally red=31 blue=28") == "yellow= white="
    assert table("Ana Ben").words("tally") == ""


def test_who_is_called_like_a_die_or_a_colour_is_no_riddle():
    t = table("Red R4", colors=None).roll("red", "r2 r2 r1 y6 y5 y4 b6 b5 b1 w6 w3 w3")
    assert "red" in t.offers("place")
    assert t.words("place red y4") == "c2 b3 d3 c4"
    assert "r4" in t.offers("roll"), "the player"
    assert "r4" in t.offers("roll r4"), "the die"


def test_a_word_that_is_a_die_may_be_its_square_as_well():
    t = table("Ana Ben", seed=4).place("ana", "r5", "c4")
    assert "b4" in t.words("place b4").split()
    assert t.place("ben", "b4", "b4").row(4) == ". B4 R5 . ."


def test_the_companion_rolls_for_who_may_roll_however_the_dice_fall():
    t = table("Ana Ben").roll_all().left("ana", "r4").left("ben", "r2")
    assert "--virtual" not in t.offers("roll")
    assert "roll" not in t.words().split()


def test_a_pick_that_is_owed_once_the_seed_lies_comes_first():
    t = table("Ana Ben Cho Dan")
    assert t.words().startswith("draft place ")
    assert t.place("ana", "r4", "d3").words().startswith("place ")


def test_a_word_for_a_player_is_offered_as_no_die_and_no_colour():
    t = table("Blue R4", colors=None).roll("blue", "r2 r2 r1 y6 y5 y4 b6 b5 b1 w6 w3 w3")
    assert "r4" not in t.offers("roll blue r1") or t.offers("roll blue r1")["r4"] != "red 4"
    assert table("Blue Ben Cho Dan", seed=None).words("draft") == "blue ben cho dan"
    drawn = table("Blue Ben Cho Dan", seed=None).draft("ben red")
    assert drawn.words("draft").split().count("blue") <= 1


def test_a_house_that_rolls_again_is_offered_dice():
    t = table("Ana Ben").roll_all()
    assert t.words("roll") == ""
    assert t.words("roll --house again") == "ana ben --virtual"
    assert t.offers("roll ana --house again")["r1"] == "red 1"
