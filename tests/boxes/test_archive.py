"""A copy as a document: out and in again, the very same."""

import json
import random
import string
import zlib
from contextlib import suppress

import pytest
from base45 import b45encode
from hypothesis import example, given
from hypothesis import strategies as st

from companion.boxes import archive
from companion.boxes.archive import (
    LARGEST,
    MOST_PARTS,
    PIECE,
    Archive,
    Part,
    from_json,
    join,
    read_part,
    split,
    unpacked,
)
from companion.core.event import Draft, House
from companion.core.log import Log
from companion.errors import Invalid, Refused, TooNew
from companion.printing.codes import side

facts = st.lists(
    st.builds(
        Draft,
        st.sampled_from(["card.written", "card.inked", "action.undone"]),
        st.dictionaries(st.text(max_size=5), st.text() | st.integers() | st.none(), max_size=3),
    ),
    min_size=1,
    max_size=4,
)
houses = st.none() | st.builds(House, st.text(), st.lists(st.text(), max_size=2).map(tuple))


@st.composite
def archives(draw):
    log = Log()
    for number, drafts in enumerate(draw(st.lists(facts, min_size=1, max_size=5))):
        log = log.extended(drafts, f"2026-11-20T10:00:{number:02}Z", draw(houses))
    return Archive("blank-friday", "blank", log.events)


@given(archives())
def test_an_export_is_read_back_to_the_very_log(archive):
    assert from_json(json.loads(json.dumps(archive.to_json()))) == archive


@given(archives())
def test_a_packed_deck_is_read_back_to_the_very_log(archive):
    assert unpacked(json.loads(json.dumps(archive.packed()))) == archive


EXPORT = Archive("c", "blank", Log().extended([Draft("copy.made", {"n": 1})], "t").events).to_json()
EVENT = EXPORT["events"][0]


@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        "text",
        {},
        {**EXPORT, "kind": "something else"},
        {**EXPORT, "version": None},
        {**EXPORT, "version": True},
        {**EXPORT, "copy": 3},
        {**EXPORT, "events": []},
        {**EXPORT, "events": [3]},
        {**EXPORT, "events": [{**EVENT, "seq": 2}]},
        {**EXPORT, "events": [{**EVENT, "action": 0}]},
        {**EXPORT, "events": [EVENT, {**EVENT, "seq": 2, "action": 3}]},
        {**EXPORT, "events": [{**EVENT, "data": None}]},
    ],
)
def test_what_no_companion_exported_is_refused(document):
    with pytest.raises(Invalid, match="not a box that a companion exported"):
        from_json(document)


@pytest.mark.parametrize(
    "document",
    [
        None,
        {},
        [1, "c", "blank"],
        [1, "c", "blank", None],
        [1, "c", "blank", []],
        [1, "c", "blank", [["t"]]],
        [1, "c", "blank", [["t", [["copy.made"]]]]],
        [1, "c", "blank", [["t", [["copy.made", None]]]]],
        [1, "c", "blank", [["t", [["copy.made", {}]], ["why"]]]],
        [1, "c", "blank", [["t", [["copy.made", {}]], ["why", "rules"]]]],
        [1, "c", "blank", [["t", [["copy.made", {}]], {"0": 1}]]],
        [1, "c", "blank", [["t", [["copy.made", {}]], ["why", []], "more"]]],
        [1, "c", "blank", [["t", [["copy.made", {"name": "\ud800"}]]]]],
        [1, "c", "blank", [["t", [["copy.made", {}]] * 100_001]]],
        [1, None, "blank", [["t", [["copy.made", {}]]]]],
    ],
)
def test_a_packed_deck_that_makes_no_sense_is_refused(document):
    with pytest.raises(Invalid, match="not a box that a companion exported"):
        unpacked(document)


def test_what_a_newer_companion_made_says_so():
    with pytest.raises(TooNew):
        from_json({**EXPORT, "version": 2})
    with pytest.raises(TooNew):
        unpacked([2, "c", "blank", []])


# A whole deck as numbered parts: split, put together again, and found out when damaged.


ALPHANUMERIC = set(string.digits + string.ascii_uppercase + " $%*+-./:")
VERSION_25 = 17 + 4 * 25
leaves = st.none() | st.booleans() | st.integers() | st.text(max_size=30)
documents = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5)
    ),
    max_leaves=25,
)


def deck(cards: int, seed: int = 1) -> list[str]:
    """A document that does not compress well."""
    chance = random.Random(seed)
    return [
        "".join(chance.choice(string.ascii_letters + "äöü★ ") for _ in range(60))
        for _ in range(cards)
    ]


def read(texts):
    return [read_part(text) for text in texts]


def packed(content: bytes, whole: int | None = None) -> Part:
    """One part that holds these bytes, whatever they are."""
    checksum = zlib.crc32(content) if whole is None else whole
    return Part(1, 1, f"{checksum:08X}", b45encode(content).decode())


@given(documents, st.integers(20, 200), st.randoms())
@example([], 20, random.Random(1))
@example({"": "★"}, 20, random.Random(1))
def test_parts_in_any_order_some_of_them_twice_are_the_document_again(document, piece, chance):
    texts = list(split(document, piece))
    chance.shuffle(texts)
    assert join(read([*texts, *texts[:2]])) == document


def test_every_part_is_alphanumeric_and_fits_version_25():
    texts = split(deck(300))
    assert len(texts) > 9
    for text in texts:
        assert set(text) <= ALPHANUMERIC
        assert side(text) <= VERSION_25


def test_the_first_part_of_a_deck_is_as_the_readme_says():
    """What one companion prints, another one reads for years: the form may never change."""
    (text,) = split(["1"])
    packed_as = zlib.compress(b'["1"]', 9)
    start = f"CMPD2 1*1*{zlib.crc32(packed_as):08X}*{b45encode(packed_as).decode()}"
    assert text == f"{start}*{archive.check_digits(start)}"
    assert read_part(text).piece == b45encode(packed_as).decode()


def test_what_was_printed_with_colons_is_read_for_ever():
    text = "CMPD1:1/1:2C9C980D:NCFURHEG68KH300W8H11:CD8F"
    assert join([read_part(text)]) == ["1"]
    with pytest.raises(Invalid, match="Part 1 of 1 of a deck is damaged"):
        read_part(text.replace("NCF", "NFC"))


@given(st.data())
def test_every_single_mistyped_sign_of_a_part_is_found(data):
    text = split(deck(3), 90)[1]
    place = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.sampled_from(sorted(ALPHANUMERIC - {text[place]})))
    damaged = f"{text[:place]}{sign}{text[place + 1 :]}"
    try:
        assert read_part(damaged) is None  # no code at all, by its beginning
        assert place < len("CMPD2 ")
    except (Invalid, TooNew):
        pass


def test_a_damaged_part_says_which_it_is():
    text = split(deck(3), 90)[1]
    with pytest.raises(Invalid, match="Part 2 of "):
        read_part(f"{text[:-1]}{'0' if text[-1] != '0' else '1'}")


def test_missing_parts_are_named():
    texts = split(deck(6), 90)
    of = len(texts)
    with pytest.raises(Invalid, match=f"Part 2 of {of} is missing"):
        join(read([text for text in texts if "CMPD2 2*" not in text]))
    with pytest.raises(Invalid, match=f"Parts 1 and 3 of {of} are missing"):
        join(read([texts[1], *texts[3:]]))


def test_parts_of_two_decks_are_told_apart():
    one, other = split(deck(6), 90), split(deck(6, seed=2), 90)
    with pytest.raises(Invalid, match="two decks: part 1 of"):
        join(read([one[0], other[1]]))


def test_parts_of_two_prints_of_one_deck_are_told_as_such():
    small, large = split(deck(6), 90), split(deck(6), 300)
    with pytest.raises(Invalid, match="printed twice, in"):
        join(read([small[0], large[1]]))


def test_a_part_of_a_newer_companion_is_no_damaged_one():
    with pytest.raises(TooNew, match="newer companion"):
        read_part("CMPD3:1/1:WHATEVER")
    with pytest.raises(TooNew, match="newer companion"):
        read_part("CMPD3 WHATEVER")


def test_a_part_of_a_number_beyond_its_deck_is_refused():
    start = "CMPD2 3*2*00000000*ABC"
    with pytest.raises(Invalid, match="no part 3 of 2"):
        read_part(f"{start}*{archive.check_digits(start)}")


@given(st.text(max_size=100))
@example("CMPD1:")
@example("CMPD2 ")
@example("CMPD2 1*1*00000000* *0000")
@example("CMPD" + "9" * 6000 + ":")
@example("CMPD1:1/1:00000000: :0000")
def test_whatever_is_scanned_is_answered(text):
    with suppress(Invalid, TooNew):
        assert read_part(text) is None


# What is unpacked


def test_a_bomb_is_unpacked_only_so_far():
    bomb = zlib.compress(b" " * (LARGEST + 1), 9)
    assert len(bomb) < 10_000
    with pytest.raises(Invalid, match="unpacks to more than"):
        join([packed(bomb)])


@pytest.mark.parametrize(
    "content",
    [
        b"no zlib at all",
        zlib.compress(b'["1"]')[:-3],  # cut off
    ],
)
def test_what_is_no_document_is_refused(content):
    with pytest.raises(Invalid, match="do not fit together"):
        join([packed(content)])


@pytest.mark.parametrize("content", [b"no json", b"\xff\xfe", b"[" * 100_000, b""])
def test_what_is_packed_well_and_is_no_deck_is_refused(content):
    with pytest.raises(Invalid, match="do not hold a deck"):
        join([packed(zlib.compress(content))])


def test_a_checksum_of_something_else_is_refused():
    with pytest.raises(Invalid, match="do not fit together"):
        join([packed(zlib.compress(b'["1"]'), whole=0)])


def test_no_part_at_all_is_refused():
    with pytest.raises(Invalid, match="no part of a deck"):
        join([])


def test_one_part_that_was_read_in_two_ways_is_refused():
    with pytest.raises(Invalid, match="read in two ways"):
        join([Part(1, 2, "00000000", "AB"), Part(1, 2, "00000000", "CD")])


def test_a_deck_that_nobody_would_scan_is_refused():
    with pytest.raises(Refused, match="too many to scan"):
        split(deck(30), 1)
    assert MOST_PARTS * PIECE > LARGEST / 100


def test_json_stands_in_a_part_as_it_is():
    (text,) = split({"a": ["★", 1, None]})
    assert json.loads(json.dumps(join(read([text])))) == {"a": ["★", 1, None]}
