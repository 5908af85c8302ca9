"""What is typed behind a verb, word by word; and what is offered of it."""

from typing import Annotated, NotRequired, TypedDict

import pytest

from companion.core.command import choice, flag, player, text, words
from companion.core.param import Arguments, Incomplete
from companion.core.play import PlayState
from companion.core.seats import seats_for
from companion.core.shapes import NAME, SEAT, shape_of
from companion.errors import Invalid
from tests.marbles import verb_of

TABLE = PlayState(seats=seats_for(["Ana", "R4"]), scores=(0, 0), first=0)
WHAT, WHERE = text("DIE"), text("SQUARE")
ALL_THREE = player(optional=True, belongs_here=lambda state, words: len(words) == 3)


def told(*words, params=(ALL_THREE, WHAT, WHERE)):
    too_many = Invalid("too many")
    return Arguments(params, TABLE, words, {}, lambda words, rest: too_many)


def test_all_words_together_may_say_whether_the_first_is_for_somebody_who_may_be_left_out():
    assert ALL_THREE not in told("r4", "d3")
    named = told("r4", "r4", "d3")
    assert (named[ALL_THREE], named[WHAT], named[WHERE]) == (1, "r4", "d3")
    with pytest.raises(Invalid, match="too many"):
        told("r4", "r4", "d3", "d3")


def test_what_words_together_tell_apart_is_known_to_the_verb_that_has_it():
    verb = verb_of("place", ALL_THREE, WHAT, WHERE)
    assert verb.needs_whole_line
    with pytest.raises(Incomplete) as refusal:
        told("r4").require(WHAT, WHERE)
    assert refusal.value.param is WHERE


def test_of_what_is_required_the_first_that_lacks_is_named_before_any_is_read():
    color = choice(("red", "blue"), "colour", "COLOR")
    line = told("green", params=(color, WHERE))
    with pytest.raises(Incomplete, match="SQUARE is missing"):
        line.require(color, WHERE)
    with pytest.raises(Invalid, match="green"):
        line[color]


def test_a_parameter_is_shown_as_it_says_or_by_its_name():
    dice = words(name="DIE...", optional=True)
    assert dice.shown == "[DIE...]"
    assert dice.but(metavar="[PLAYER] DIE...").shown == "[PLAYER] DIE..."
    assert flag("", "--virtual").is_flag


def test_words_of_which_all_may_be_left_out_need_not_be_seen_together():
    who = player(optional=True, belongs_here=lambda state, words: words[0].isalpha())
    where = WHERE.but(optional=True)
    assert not verb_of("lose", who, where).needs_whole_line
    assert verb_of("lose", who, WHERE).needs_whole_line


def test_the_keys_of_what_an_entry_holds_carry_their_checkers_also_within_one():
    class Inner(TypedDict):
        color: Annotated[str, NAME]
        many: NotRequired[Annotated[int, SEAT]]

    assert shape_of(Inner) == {"color": NAME, "many?": SEAT}


def test_what_goes_without_saying_is_read_and_was_not_told():
    how = choice(("each", "random"), "way", "--how", default="each")
    line = told("r4", "d3", params=(WHAT, WHERE, how))
    assert line[how] == "each"
    assert how not in line
    assert (line.get(how), line.words_of(how)) == (None, ())


# Two of a kind, of which the first may be left out

WHO, OF = player(optional=True), player(name="OF")


def test_how_many_words_there_are_says_who_was_left_out():
    assert (told("r4", params=(WHO, OF)).get(WHO), told("r4", params=(WHO, OF))[OF]) == (None, 1)
    both = told("ana", "r4", params=(WHO, OF))
    assert (both[WHO], both[OF]) == (0, 1)
    assert verb_of("peek", WHO, OF).needs_whole_line
    with pytest.raises(Invalid, match="too many"):
        told("ana", "r4", "ana", params=(WHO, OF))


def test_behind_one_word_of_two_the_other_may_come():
    assert told("r4", params=(WHO, OF)).open == (OF,)
    assert told("ana", "r4", params=(WHO, OF)).open == ()
    assert told(params=(WHO, OF)).open == (WHO, OF)
