"""Turns: placing, what is refused and by which neighbour, rolling when nothing fits."""

import pytest

from companion.errors import Invalid, Refused
from companion.games.dicebox.turns import must_place, place_such_as, turn_step
from companion.testing.plays import refused
from tests.games.dicebox.tables import table


@pytest.fixture
def t():
    """Both have rolled, and Ana has the first turn."""
    return table().roll("ana", "r4 r2 r1 y6 y5 b4 b2 w3").roll("ben", "r5 y3 y4 b3 b5 w6")


# Where a die may go


@pytest.mark.rule("DB-22", "DB-31", "DB-32")
def test_a_turn_is_one_die_then_the_next_player_s_and_all_others_stay(t):
    before = t.dice("ana").split()
    t.place("ana", "r4", "d3")
    assert t.row(3) == ". . S3 R4 ."
    assert t.turn == "ben"
    assert t.dice("ana").split() == [die for die in before if die != "r4"]
    assert t.said == ["Ana places red 4 on d3 (Ana 0 → 4)"]


@pytest.mark.rule("DB-30", "DB-37")
def test_a_die_may_be_of_any_colour_and_counts_for_whose_colour_it_is(t):
    """Ana is red, Ben blue; yellow and white are nobody's."""
    t.place("ana", "b4", "d3").place("ben", "y3", "e3")
    assert t.points == "ana 0 ben 4"
    assert t.state.tally() == {"red": 0, "yellow": 3, "blue": 4, "white": 0}


@pytest.mark.rule("DB-23", "DB-25")
@pytest.mark.parametrize("square", ["b2", "d4", "a1", "e3"])
def test_a_square_needs_a_die_at_its_side_and_corners_do_not_count(t, square):
    with refused("DB-23", "No die lies at a side of", "A 4 fits on c2, b3, d3 or c4."):
        t.place("ana", "r4", square)


@pytest.mark.rule("DB-23")
def test_a_die_lies_on_an_empty_square_beside_a_filled_one(t):
    t.place("ana", "r4", "d3")
    for square, why in (
        ("d3", "d3 is filled: red 4 lies there"),
        ("a1", "No die lies at a side of a1"),
        ("e4", "No die lies at a side of e4"),
    ):
        with refused("DB-23", why):
            t.place("ben", "r3", square)
    with refused("DB-23", "Nothing lies on the board yet"):
        table(seed=None).place("ana", "r4", "d3")
    assert t.place("ben", "r3", "e3").row(3) == ". . S3 R4 R3"


@pytest.mark.rule("DB-23")
def test_a_filled_square_takes_no_other_die(t):
    with refused("DB-23", "c3 is filled: the Seed, 3 lies there"):
        t.place("ana", "r4", "c3")


@pytest.mark.rule("DB-26")
@pytest.mark.parametrize("die", ["r1", "y6", "y5", "w3"])
def test_a_die_is_one_apart_from_its_neighbour(t, die):
    with refused("DB-26", "c3 (the Seed, 3) lies beside it", "exactly one apart"):
        t.place("ana", die, "d3")


@pytest.mark.rule("DB-26", "DB-41")
@pytest.mark.parametrize(("seed", "die"), [(6, "r1"), (1, "y6")])
def test_six_and_one_do_not_meet(seed, die):
    t = table(seed=seed).roll("ana", "r1 y6")
    with refused("DB-26", "6 and 1 do not meet"):
        t.place("ana", die, "d3")


@pytest.mark.rule("DB-27")
def test_a_die_fits_every_neighbour_and_the_refusal_names_those_that_it_does_not(t):
    t.place("ana", "r4", "d3").place("ben", "b5", "d2")
    with refused("DB-27", "d2 (blue 5) lies beside it", "one apart from every die", "b3 or c4"):
        t.place("ana", "b2", "c2")
    t.place("ana", "b4", "c2")
    assert t.row(2) == ". . B4 B5 ."


@pytest.mark.rule("DB-27")
def test_two_neighbours_in_the_way_are_both_named(t):
    t.place("ana", "r4", "d3").place("ben", "b5", "d2")
    with refused("DB-27", "d2 (blue 5) and c3 (the Seed, 3) lie beside it"):
        t.place("ana", "r1", "c2")


@pytest.mark.rule("DB-28")
def test_dead_squares_are_seen():
    t = table(seed=3)
    t.place("ana", "r2", "c2").place("ben", "b4", "d3").place("ana", "y1", "c1")
    t.place("ben", "w5", "e3").place("ana", "b6", "e2")
    assert t.row(2) == ". . R2 × B6"  # 2 and 6 have nothing in between
    t.place("ben", "y5", "e1")
    assert t.row(1) == ". . Y1 × Y5"


# Whose turn, whose die


@pytest.mark.rule("DB-31")
def test_nobody_places_out_of_turn(t):
    with refused("DB-31", "Ana's turn", "not Ben's", "What did Ana place?"):
        t.place("ben", "b3", "d3")


@pytest.mark.rule("DB-22")
def test_a_die_that_is_not_held_cannot_be_placed():
    t = table().roll("ana", "r4 r4 r2 y2 y2 y2 b1 b1 b1 w6 w6 w6")
    with refused("DB-22", "Ana has no white 4", "2 × red 4", "3 × white 6"):
        t.place("ana", "w4", "d3")


@pytest.mark.rule("DB-22")
def test_of_a_colour_that_is_used_up_no_roll_is_asked_for():
    """Dice of which nobody told what they show are of other colours."""
    t = table(colors=None).place("ana", "r4", "d3").place("ben", "r2", "b3")
    t.place("ana", "r4", "c2").place("ben", "r4", "c4").place("ana", "r3", "d2")
    t.place("ben", "r3", "b4")
    with refused("DB-22", "Ana has no red die left, but 3 × yellow", "If one was told wrongly"):
        t.place("ana", "r1", "a3")


@pytest.mark.rule("DB-22")
def test_of_a_colour_that_shows_something_else_no_roll_is_asked_for_either():
    t = table().roll("ana", "r4 r2 r2").place("ana", "r4", "d3").place("ben", "b3", "e3")
    with refused(
        "DB-22", "no red 4 to place, but 2 × red 2, 3 × yellow", "If one was told wrongly"
    ):
        t.place("ana", "r4", "b3")


def test_dice_that_were_not_told_may_show_anything():
    t = table()
    t.place("ana", "w4", "d3")
    assert t.dice("ana").count("w?") == 2
    t.place("ben", "w5", "e3").place("ana", "w6", "e2").next().place("ana", "w5", "e1")
    t.next()
    with refused("DB-22", "Ana has no white die left"):
        t.place("ana", "w6", "d1")


def test_the_first_turn_needs_the_seed():
    t = table(seed=None)
    with refused("DB-23", "Nothing lies on the board", "companion dicebox seed"):
        t.place("ana", "r4", "c3")
    with refused("DB-19", "no turns before the Seed"):
        t.next()
    with refused("DB-19"):
        t.roll("ana", "r1 r1", stuck=True)


def test_a_seed_on_which_a_turn_rests_is_not_taken_back():
    t = table().roll("ana", "r1 r1 r1 y1 y1 y1 b6 b6 b6 w6 w6 w6")
    t.roll("ana", "r2 r1 r1 y1 y1 y1 b6 b6 b6 w6 w6 w6")
    with refused("DB-19", "entry 4 would not stand"):
        t.undo(2)


# Placing is a duty; rolling is for who cannot


@pytest.mark.rule("DB-29", "DB-30", "DB-33")
def test_who_can_place_must_even_a_rival_s_colour():
    t = table().roll("ana", "r1 r1 r1 y6 y6 y6 b4 b1 b1 w1 w1 w1")
    with refused("DB-29", "Ana can place blue 4 on c2", "no passing"):
        t.next()
    with refused("DB-29", "whatever the colour", "no rolling now"):
        t.roll("ana", "r1 r2 r3")


def test_what_was_not_told_of_a_roll_can_be_told_later():
    t = table().roll("ana", "r1")
    assert t.warned == ["11 of Ana's dice were not told; what they show stays unknown."]
    t.roll("ana", "r1 r2 r4 y4 y4 y4 b6 b6 b6 w6 w6 w6")
    assert (t.turn, t.said[0].endswith("w6 6 6"), t.warned) == ("ana", False, [])
    assert t.dice("ana") == "r1 r2 r4 y4 y4 y4 b6 b6 b6 w6 w6 w6"
    with refused("DB-32", "stay as they are: red 1", "--stuck"):
        table().roll("ana", "r1").roll("ana", "r2 r3")


@pytest.mark.rule("DB-33", "DB-34", "DB-35")
def test_who_told_no_dice_before_says_that_nothing_fitted():
    t = table().roll("ana", "r1 r2 r4 y4 y4 y4 b6 b6 b6 w6 w6 w6", stuck=True)
    assert (t.turn, t.dice("ana")[:5]) == ("ben", "r1 r2")
    with refused("DB-29"):
        table().roll("ana", "r4").roll("ana", "r1", stuck=True)


def test_examples_are_of_dice_that_a_player_has():
    t = table("Ana Ben Cho Dan").draft(
        "ana red ben red cho blue dan blue dan white cho white ben yellow ana yellow"
    )
    t.place("ana", "r4", "d3").place("ben", "b4", "c2")
    with refused("DB-22", "Ben has no blue die", "or leave some out: `r4 y4`"):
        t.roll("ben", "b1")
    with pytest.raises(Invalid, match="What did Ben roll") as asked:
        t.roll("ben", "")
    assert "`companion dicebox roll ben r4 y4 w4`" in asked.value.hint
    t.roll("ben", "r1 r1 y1 y1 w1")
    assert place_such_as(t.state, 1) == "`companion dicebox place ben r1 d3`"


@pytest.mark.rule("DB-35")
@pytest.mark.parametrize("first", ["ana", "ben", "cho"])
def test_who_rolls_in_a_turn_hands_it_on_to_the_left(first):
    t = table("Ana Ben Cho", first=first)
    t.roll(first, "r1 r1 y1 y1 b6 b6 w6 w6").roll(first, "r4 r2 y4 y4 b6 b6 w6 w6")
    assert t.turn == {"ana": "ben", "ben": "cho", "cho": "ana"}[first]
    with refused("DB-31", "turn, and not"):
        t.place(first, "r4", "d3")


@pytest.mark.rule("DB-33", "DB-34", "DB-35", "A-DB-09")
def test_who_can_place_nothing_rolls_all_dice_and_the_turn_passes():
    t = table()
    t.roll("ana", "r1 r1 r1 y1 y1 y1 b6 b6 b6 w6 w6 w6")
    t.roll("ana", "r4 r2 r1 y4 y4 y4 b6 b6 b6 w6 w6 w6")
    assert "nothing fitted, so that was the turn" in t.said[0]
    assert t.turn == "ben"
    assert t.dice("ana") == "r1 r2 r4 y4 y4 y4 b6 b6 b6 w6 w6 w6"


@pytest.mark.rule("A-DB-09")
def test_what_is_not_told_of_a_roll_is_unknown_and_not_kept():
    t = table().roll("ana", "r1 r1 r1 y1 y1 y1 b6 b6 b6 w6 w6 w6").roll("ana", "r4")
    assert t.dice("ana") == "r4 r? r? y? y? y? b? b? b? w? w? w?"
    assert "11 of Ana's dice were not told" in t.warned[0]


def test_passing_untold_forgets_what_the_dice_showed():
    t = table().roll("ana", "r1 r1 r1 y1 y1 y1 b6 b6 b6 w6 w6 w6").next()
    assert (t.turn, set(t.dice("ana").split())) == ("ben", {"r?", "y?", "b?", "w?"})


@pytest.mark.rule("DB-32")
def test_dice_are_not_rolled_out_of_turn(t):
    with refused("DB-32", "Ben's dice stay as they are"):
        t.roll("ben", "r1 r1 r1")


@pytest.mark.rule("DB-22")
@pytest.mark.parametrize("dice", ["r1 r1 r1 r1", "r1 r2 r3 y1 y2 y3 b1 b2 b3 w1 w2 w3 w4"])
def test_more_dice_than_are_held_cannot_be_rolled(dice):
    with refused("DB-22", "Ana has no fourth", "3 × red, 3 × yellow"):
        table().roll("ana", dice)


@pytest.mark.rule("DB-22")
def test_the_die_that_is_one_too_many_is_named():
    t = table(seed=None).left("ana", "r4 r4 b6")
    for dice, named in (("r1 r2 r3", "no third red die"), ("w1", "no white die")):
        with refused("DB-22", named, "there are 2 × red and 1 × blue to roll"):
            t.roll("ana", dice)
    t.left("ana", "r4")
    with refused("DB-22", "no second red die", "there is 1 × red to roll"):
        t.roll("ana", "r4 r4")


def test_the_companion_rolls_once_for_everybody_and_then_for_whose_turn_it_is():
    t = table(seed=None).roll_all()
    assert all(t.state.all_known(seat) for seat in (0, 1))
    with pytest.raises(Refused, match="All have rolled") as refusal:
        t.roll_all()
    assert "dicebox seed" in str(refusal.value.hint)
    before = t.dice("ben")
    t.left("ana", "r1 b6").seed(3).roll_all()
    assert (t.turn, t.dice("ben")) == ("ben", before)
    assert "nothing fitted" in t.said[0]
    t = table("Ana Ben Cho Dan", seed=None)
    for words, hint in (("", "draws lots"), ("ana red", "companion dicebox draft")):
        if words:
            t.draft(words)
        with pytest.raises(Refused, match="drafted dice are not told") as refusal:
            t.roll_all()
        assert hint in str(refusal.value.hint)


def test_a_roll_without_dice_is_asked_for_them():
    with pytest.raises(Invalid, match="What did Ana roll"):
        table().roll("ana", "")


@pytest.mark.rule("A-DB-08")
def test_who_has_no_dice_left_is_passed_over():
    t = table("Ana Ben Cho")
    t.left("ben", "").place("ana", "r4", "d3")
    assert t.said == ["Ana places red 4 on d3 (Ana 0 → 4); Ben has no dice left and is passed over"]
    assert t.turn == "cho"
    t.give_turn("ben").next()
    assert (t.said, t.turn) == (["Ben has no dice left and passes"], "cho")
    t.left("cho", "").give_turn("ana").next()
    assert t.said[0].endswith("; Ben and Cho have no dice left and are passed over")
    t.left("ana", "")
    assert t.todo == "Nobody has dice left: `companion finish`."


@pytest.mark.rule("DB-2")
def test_there_are_six_dice_of_each_colour_however_they_were_drafted():
    t = table("Ana Ben Cho Dan")
    for name, square in zip(
        ("ana", "ben", "cho", "dan", "ana", "ben"),
        ("d3", "b3", "c2", "c4", "d1", "e2"),
        strict=True,
    ):
        t.house = "anywhere"
        t.place(name, "r4", square)
    t.house = None
    with refused("DB-2", "Cho cannot have a red die more"):
        t.place("cho", "r3", "e1")


# House rules and undo


def test_a_house_rule_lets_any_die_lie_anywhere(t):
    t.house = "on the edge, too"
    t.place("ben", "w1", "a1")
    assert (t.overruled, t.row(1)) == (["DB-31", "DB-23"], "W1 . . . .")
    t.place("ana", "r4", "a1")
    assert t.row(1) == "R4 . . . ."


def test_an_entry_on_which_another_rests_is_not_taken_back(t):
    t.place("ana", "r4", "d3").place("ben", "b5", "e3")
    with refused("DB-31", "entry 6 would not stand"):
        t.undo(5)
    t.undo().undo()
    assert (t.turn, t.row(3)) == ("ana", ". . S3 . .")


def test_whose_turn_it_is_can_be_put_right(t):
    assert t.give_turn("ben").turn == "ben"
    with pytest.raises(Refused, match="Ben's turn already"):
        t.give_turn("ben")


# What nobody can know, and house rules that leave odd hands


@pytest.mark.rule("DB-31")
def test_out_of_turn_what_is_missing_is_asked_for():
    t = table()
    with refused("DB-31", "`companion next` if Ana could place nothing"):
        t.place("ben", "b4", "d3")
    t.roll("ana", "r1 r1 r1 y1 y1 y1 b1 b1 b1 w1 w1 w1")
    with refused("DB-31", "What did Ana roll? `companion next`"):
        t.place("ben", "b4", "d3")


@pytest.mark.rule("DB-32")
def test_who_tells_a_roll_again_is_told_of_undo():
    t = table().roll("ben", "r2 r2 r2 y2 y2 y2 b2 b2 b2 w2 w2 w2")
    again = "r2 r2 r2 y2 y2 y2 b2 b2 b2 w2 w2 w4"
    with refused("DB-32", "Told wrongly: `companion log` has the number for `companion undo`"):
        t.roll("ben", again)
    t.give_turn("ben")
    with refused("DB-29", "dice told wrongly: `companion log`"):
        t.roll("ben", again)


def test_a_command_for_whoever_has_the_turn_gives_points_to_nobody_else():
    t = table("Ana Ben", colors="ana=red ben=blue")
    assert "companion dicebox place r4 c2" in t.todo
    assert "companion dicebox place b5 c1" in t.place("ana", "r4", "c2").todo


def test_of_much_that_fits_the_first_is_told():
    t = table().roll("ana", "r1 r2 r3 y4 y5 y6 b1 b1 b1 w1 w1 w2")
    t.place("ana", "y4", "c2")
    assert "legal" not in t.todo
    t.place("ben", "b5", "d2").place("ana", "r2", "b3")
    t.give_turn("ana")
    assert "6 (yellow)" not in t.todo
    assert "; more in `companion dicebox legal`. Such as" in t.todo
    assert "6 (yellow)" in turn_step(t.state, most=25)


@pytest.mark.rule("DB-29")
def test_who_passes_by_a_house_rule_keeps_the_dice_as_they_are():
    t = table().roll("ana", "r2 r4 r4 y1 y1 y1 b1 b1 b1 w1 w1 w1")
    before = t.dice("ana")
    t.house = "we pass"
    t.next()
    assert (t.dice("ana"), t.turn) == (before, "ben")
    assert t.said == ["Ana passes, and could have placed"]


def test_who_told_half_of_the_dice_is_not_said_to_be_stuck():
    t = table().roll("ana", "r1 r1 r1 y1 y1 y1")
    assert must_place(t.state, 0) is None
    assert "can place nothing" not in t.todo
    assert "companion dicebox place b2 c2" in t.todo  # A die that she may have; b4 gives Ben more.


def test_a_wrong_roll_can_be_put_right_before_the_seed():
    t = table(seed=None).roll("ana", "r1 r1 r1").roll("ana", "r2 r2 r2")
    assert t.dice("ana").startswith("r2 r2 r2")


@pytest.mark.rule("DB-31")
def test_nothing_fitted_in_one_s_own_turn_alone():
    with refused("DB-31", "Ana's turn, and not Ben's"):
        table().roll("ben", "r1 b6", stuck=True)


def test_a_die_that_was_not_held_is_taken_for_another_of_its_colour():
    t = table().roll("ana", "r1 r1 r1 y1 y1 y1 b1 b1 b1 w1 w1 w1")
    t.house = "turned round"
    t.place("ana", "r4", "d3")
    assert t.dice("ana").startswith("r1 r1 y1")
    t.house = "from another box"
    for square, number in (("e3", 5), ("e2", 4), ("d2", 3)):
        t.give_turn("ana").place("ana", f"r{number}", square)
    assert t.dice("ana").startswith("y1 y1 y1")


@pytest.mark.rule("DB-37")
def test_no_die_is_placed_that_would_not_count():
    t = table()
    t.house = "counted by hand"
    t.count(red=9)
    t.house = None
    with refused("DB-37", "this die would not count"):
        t.place("ana", "r4", "d3")
    assert t.todo == "All points are told: `companion finish`."
