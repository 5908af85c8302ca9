"""What may be typed next at a table of A Little White Die: guesses that rise, dice that hold it."""

from tests.games.lwd.tables import table

# The verbs of the moment


def test_each_step_of_a_round_has_its_verbs():
    t = table("Ana Ben Cho")
    assert t.words() == "round lose cards"
    assert t.round(2).words() == "guess round lose cards"
    assert t.guess("2x5").words() == "guess challenge round lose cards"
    assert t.challenge("ben", there=1).words() == "lose cards odds"
    assert t.lose(None, 2).words() == "round lose cards odds"


def test_once_nothing_higher_can_be_there_a_challenge_comes_first():
    t = table("Ana Ben").round(2).guess("4x6")
    assert t.words().split()[:2] == ["challenge", "guess"]
    assert t.offers("guess")["5x6"] == "5 sixes: more than there are dice"


def test_after_the_end_there_is_only_what_was():
    t = table("Ana Ben").round(2).guess("2x5").challenge("ben", there=2).add_fact("play.abandoned")
    assert t.words() == "odds"
    assert t.words("lose") == ""


# Numbers and guesses


def test_the_liar_states_no_less_than_the_table_agreed_on():
    assert table("Ana Ben").words("round") == "2 3 4 5 6"
    t = table("Ana Ben", min_dice=3)
    assert t.words("round") == "3 4 5 6"
    assert t.offers("round")["3"] == "6 dice on the table"


def test_guesses_rise_the_nearest_first_and_not_above_what_there_is():
    t = table("Ana Ben").round(2).guess("2x5")
    assert t.words("guess") == "2x6 3x5 3x6 4x5 4x6 ben"
    assert t.offers("guess")["2x6"] == "2 sixes: raises the number"
    assert t.offers("guess")["3x6"] == "3 sixes: raises the count and the number"
    assert t.words("guess ben") == t.words("guess be") == "2x6 3x5 3x6 4x5 4x6"
    assert t.words("guess 3x5") == t.words("guess ana") == ""


def test_the_first_guess_may_be_any():
    t = table("Ana Ben").round(2)
    assert t.words("guess").split()[:3] == ["1x1", "1x2", "2x1"]
    assert {"1x6", "4x6", "ana"} <= {*t.offers("guess")}


def test_power_cards_are_guessed_where_there_are_some():
    t = table("Ana Ben", power=True).round(3).guess("3x6")
    assert t.words("guess") == "4x6 5x6 6x6 4xpower 5xpower 6xpower ben"
    assert t.guess("4xpower").words("guess").split()[0] == "9x1", "twice as many, and one more"


def test_guesses_that_were_not_entered_have_risen_too():
    t = table("Ana Ben Cho").round(2).guess("2x5").next()
    assert t.words("guess").split()[:2] == ["3x6", "4x5"]
    assert "--there" not in t.offers("challenge")


# The end of a round


def test_a_challenge_tells_how_many_are_there_and_who_would_lose():
    t = table("Ana Ben").round(2).guess("2x5")
    assert t.words("challenge") == "--there --reveal ben"
    assert t.words("challenge --there") == t.words("challenge ben --there") == "0 1 2 3 4"
    assert t.offers("challenge --there")["1"] == "Ana loses the round"
    assert t.offers("challenge --there")["2"] == "Ben loses the round"
    assert t.words("challenge --there 2") == t.words("challenge --reveal") == ""
    assert t.words("challenge --there 2 --there") == "", "it is entered once"
    assert t.words("challenge ana=5,2 ben=1,3") == "", "all cards are entered, without the option"


def test_who_has_lost_gives_up_a_die_that_can_hold_so_many():
    t = table("Ana Ben Cho").round(2).guess("2x5").challenge("ben", there=2)
    assert t.words("lose") == "2 3 4 ben"
    assert t.words("lose ben") == "2 3 4"
    assert t.words("lose ana") == t.words("lose ben 2") == t.words("lose 2") == ""


def test_without_cards_one_of_the_last_two_has_lost():
    t = table("Ana Ben Cho").round(3).guess("2x5").challenge("ben")
    assert t.words("lose") == "ana ben"
    assert t.words("lose ana") == "2"
    t = table("Ana Ben Cho").round(4).guess("2x5").challenge("ben", there=2)
    assert t.offers("lose")["1"] == "a single card"
    assert t.offers("lose")["2"] == "cards in the die"


def test_round_by_round_anybody_may_lose():
    assert table("Ana Ben Cho").words("lose") == "ana ben cho"


def test_the_loser_may_swap_a_card_before_the_next_number():
    t = table("Ana Ben", wildcards=True).round(2).guess("2x5").challenge("ben", there=2)
    assert t.words("swap") == ""
    t.lose("ben", 3)
    assert t.words().split()[:2] == ["swap", "round"], "it cannot be done once a number is stated"
    assert t.words("swap") == "ben"


def test_a_power_card_is_triggered_once_in_a_round():
    t = table("Ana Ben", power=True).round(2)
    assert t.words("trigger") == "1 2 3 4 5 6 --extra ana"
    assert t.offers("trigger")["--extra"] == "everybody gets a 7"
    t.trigger("ana", 4)
    assert t.words("trigger") == "1 2 3 5 6 --extra ana"
    assert t.words("trigger 5 --extra") == ""


def test_who_is_called_a_number_is_no_riddle():
    """`lose 2` would be a player's."""
    t = table("2 Ben").round(2).guess("2x5").challenge("ben", there=2)
    assert t.words("lose") == "3 4 ben"
    assert t.words("lose ben") == "2 3 4"
