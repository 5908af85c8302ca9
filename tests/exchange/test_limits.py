"""Texts of other programs: what a terminal would obey, or nobody could see, is gone."""

from hypothesis import given

from companion.core.names import visible
from companion.exchange.limits import numbered, plain_name, plain_text, printable, printable_line
from tests.exchange.plays import any_texts


def test_texts_lose_what_cannot_be_shown_and_keep_what_is_theirs():
    assert plain_name("  Ana\u00a0 Maria\x1b[2J\u202e ") == "Ana Maria [2J"
    assert plain_name("👩‍👩‍👧 李明") == "👩‍👩‍👧 李明"
    assert plain_text("one\r\ntwo\x00") == "one\ntwo"
    assert plain_text("half \ud800") == "half"
    assert plain_name(None) == plain_name(7) == ""
    assert len(plain_name("A" * 5000)) == 200


@given(any_texts)
def test_what_is_shown_does_nothing_else_and_stays_as_it_is(text):
    line, lines = printable_line(text), printable(text)
    assert visible(line) == line
    assert visible(lines.replace("\n", "")) == lines.replace("\n", "")
    assert (printable_line(line), printable(lines)) == (line, lines)


def test_a_name_with_a_number_is_a_name_still():
    assert numbered("Ana", 2) == "Ana 2"
    assert len(numbered("N" * 200, 9_999_999)) == 200
