"""Texts of other programs: what a terminal would obey, or nobody could see, is gone."""

from unicodedata import category

from hypothesis import given

from companion.core.names import cleaned_line, cleaned_lines, visible
from companion.exchange.limits import numbered, plain_name, plain_text
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
    line, lines = cleaned_line(text), cleaned_lines(text)
    for shown in (line, lines.replace("\n", "")):
        spelled = {sign for sign in shown if visible(sign) != sign}
        assert {category(sign) for sign in spelled} <= {"Cn", "Co"}, "what nobody can draw yet"
    assert (cleaned_line(line), cleaned_lines(lines)) == (line, lines)


def test_a_name_with_a_number_is_a_name_still():
    assert numbered("Ana", 2) == "Ana 2"
    assert len(numbered("N" * 200, 9_999_999)) == 200
