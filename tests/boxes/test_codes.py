"""A card's code: what a phone shows, and a last line that finds every mistyped sign (contract)."""

import re
import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.boxes import codes as cardcode
from companion.boxes.codes import HANDY, LONGEST, CardCode, is_head, line, read, texts
from companion.core.names import visible
from companion.errors import CompanionError, Invalid, TooNew

from .boxes import box, item

CODE = CardCode("blank-friday.k7ab", "r15", 2)
LINE = "CMP2 BLANK-FRIDAY*K7AB*R15*2*"
OF_BEFORE = "cmp1:blank-friday.k7ab:r15:2:7946"
SIGNS = string.digits + string.ascii_letters + string.punctuation + " éß‐"
ids = st.text(string.ascii_lowercase + string.digits + "-.#", min_size=1, max_size=40)
boxes = ids.filter(lambda box: not box.startswith(".") and not box.endswith("."))
codes = st.builds(CardCode, boxes, ids, st.integers(0, 999_999))


def is_refused(text: str) -> bool:
    """Whether a line is told as damaged, too new, or no code at all."""
    try:
        return read(text) is None
    except CompanionError:
        return True


def test_the_last_line_is_as_the_readme_says():
    """Labels are on cards for years: this line may never change."""
    assert line(CODE) == "CMP2 BLANK-FRIDAY*K7AB*R15*2*45B0"
    assert read("CMP2 BLANK-FRIDAY*K7AB*R15*2*45B0") == CODE


def test_a_label_of_before_is_read_for_ever():
    assert read(OF_BEFORE) == read(OF_BEFORE.upper()) == CODE
    assert read("cmp1:bwd:re-roll:0:444f") == CardCode("bwd", "re-roll", 0)
    for place, right in enumerate(OF_BEFORE):
        for sign in SIGNS:
            if sign != right:
                assert is_refused(f"{OF_BEFORE[:place]}{sign}{OF_BEFORE[place + 1 :]}")


@given(codes)
@example(CardCode("blank-friday-box.info", "4-hexagon.1", 2026))
def test_no_phone_takes_the_line_for_an_address(code):
    """Cameras look for `scheme:`, readers of codes for `name.tld/`, both for numbers to call."""
    text = line(code._replace(copy=code.copy.replace(".", "") + ".k7ab"))
    assert text.startswith("CMP2 ")
    assert not set(text) & set(":/@+&?=%")
    name = "[a-z0-9-]+"
    assert not re.match(rf"({name}\.){{1,6}}[a-z]{{2,}}(:\d+)?(/|\?|$)", text, re.IGNORECASE)


@given(codes)
@example(CardCode("bwd", "17", 0))
@example(CardCode("blank-a.aaaa", "4-hexagon.1", 3))
def test_what_is_written_is_read_again(code):
    assert read(line(code)) == code


@given(codes, st.data())
def test_every_single_mistyped_sign_is_found(code, data):
    text = line(code)
    place = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.characters().filter(lambda other: other != text[place]))
    assert is_refused(f"{text[:place]}{sign}{text[place + 1 :]}")


def test_every_sign_at_every_place_is_found_in_one_line():
    text = line(CODE)
    for place, right in enumerate(text):
        for sign in SIGNS:
            if sign != right:
                assert is_refused(f"{text[:place]}{sign}{text[place + 1 :]}"), (place, sign)


@given(codes, st.data())
def test_two_neighbours_changed_about_are_found(code, data):
    text = line(code)
    place = data.draw(st.integers(0, len(text) - 2))
    first, second = text[place : place + 2]
    assert first == second or is_refused(f"{text[:place]}{second}{first}{text[place + 2 :]}")


def test_a_sign_too_few_is_found():
    """Not for sure in every code: a check of sixteen bits cannot promise that of lost signs."""
    text = line(CODE)
    for place in range(len(text)):
        assert is_refused(text[:place] + text[place + 1 :])


@given(st.text(max_size=200))
@example("cmp1")
@example("cmp1:" + "9" * 5000)
@example("cmp" + "9" * 5000 + ":")
@example("cmp1:a:b:1:0000\n")
@example("CMP2 A*B*1*0000\n")
@example("cmp2 ")
def test_whatever_is_typed_is_answered(text):
    assert is_refused(text)


@pytest.mark.parametrize("text", ["CMP3 BLANK*R15*2*7946", "cmp17:whatever it will be", "cmp3 x"])
def test_a_code_of_a_newer_companion_is_told_from_a_damaged_one(text):
    with pytest.raises(TooNew, match="newer companion"):
        read(text)


def test_a_line_in_small_letters_is_read_and_one_sign_of_it_is_not_changed():
    assert read(line(CODE).lower()) == CODE
    text = line(CODE)
    for place, sign in enumerate(text):
        if sign.isalpha():
            assert is_refused(f"{text[:place]}{sign.lower()}{text[place + 1 :]}")


def test_a_damaged_code_says_what_to_do():
    with pytest.raises(Invalid, match="damaged, or mistyped") as caught:
        read(f"{LINE}0000")
    assert "Scan it again" in caught.value.hint


# The text


def test_a_phone_shows_what_the_card_says_by_whom_which_revision_and_which_box():
    clap = item("r15", says="If a shield is played, then clap.", by="Ben", revision=2)
    assert texts(box(clap), clap) == (
        "BLANK · Rule 15 · revision 2 · Friday box ★ · by Ben\n"
        "If a shield is played, then clap.\n"
        "CMP2 BLANK-FRIDAY*K7AB*R15*2*45B0",
        "BLANK · Rule 15 · revision 2 · Friday box ★ · by Ben\nCMP2 BLANK-FRIDAY*K7AB*R15*2*45B0",
        "CMP2 BLANK-FRIDAY*K7AB*R15*2*45B0",
    )


def test_a_title_stands_before_what_the_card_says():
    song = item("4-hexagon.1", title="4-hexagon.1", name="Song", says="All players sing.")
    assert "\n“Song” All players sing.\n" in texts(box(song), song)[0]


@given(
    st.text(max_size=3000),
    st.text(max_size=300),
    st.text(max_size=300),
    st.text(st.characters(categories=("Lo", "So", "Mn", "Cc", "Cf")), max_size=300),
)
def test_texts_grow_shorter_and_always_end_with_the_line_for_machines(says, by, name, mark):
    card = item("r15", says=says, by=by, name=name, revision=3)
    found = texts(box(card, mark=mark, name=name or "x"), card)
    assert found[-1] == line(CardCode("blank-friday.k7ab", "r15", 3))
    lengths = [len(text.encode()) for text in found]
    assert lengths == sorted(set(lengths), reverse=True)
    for text in found:
        *before, last = text.split("\n")
        assert read(last) == CardCode("blank-friday.k7ab", "r15", 3)
        assert len(before) <= 2
        assert visible(text.replace("\n", "")) == text.replace("\n", "")
        assert not before or is_head(before[0])
    assert lengths[0] <= LONGEST
    heads = [text for text in found if text.count("\n") == 2]
    assert not heads or len(heads[-1].encode()) <= max(HANDY, LONGEST)


def test_a_long_text_is_cut_where_a_handy_code_is_full():
    card = item("r15", says="sing, " * 400, revision=1)
    full, handy, *_ = texts(box(card), card)
    assert len(full.encode()) > 590
    assert 200 < len(handy.encode()) <= HANDY
    assert "…\nCMP2 " in full
    assert "…\nCMP2 " in handy


def test_only_the_line_for_machines_counts_what_is_before_it_may_say_anything():
    assert is_head("BLANK · Rule 15 · revision 2 · Friday box ★")
    assert not is_head("If a shield is played, then clap.")
    assert cardcode.read("BLANK · Rule 15 · revision 2 · Friday box ★") is None
