"""Pictures in SVG: whole ones, and words that fit their room."""

import xml.etree.ElementTree as ET

from companion.drawing.svg import picture, words, xml_text


def word(text, size, room=0.0):
    element = ET.fromstring(words(1, 2, text, size, room=room))
    return element.text, int(element.get("font-size"))


def test_a_picture_is_xml_with_a_title_and_what_is_in_it():
    svg = ET.fromstring(picture(40, 30.5, "<a> & b", [words(1, 2, '"x"', 12)]))
    assert (svg.get("width"), svg.get("height"), svg.get("viewBox")) == (
        "40",
        "30.5",
        "0 0 40 30.5",
    )
    assert [element.text for element in svg if element.text] == ["<a> & b", '"x"']


def test_words_keep_their_size_where_there_is_room():
    assert word("short", 20) == ("short", 20)
    assert word("short", 20, room=200) == ("short", 20)


def test_long_words_are_set_smaller_and_then_cut():
    text, size = word("a name of some length", 20, room=150)
    assert text == "a name of some length"
    assert size < 20
    assert word("x" * 100, 20, room=60) == ("x" * 9 + "…", 10)


def test_what_xml_cannot_hold_is_left_out():
    assert xml_text("a\x1b<b>\ud800") == "a&lt;b&gt;"
