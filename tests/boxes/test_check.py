"""Checking a box: every code is answered, and in the end it is known what is wrong."""

from hypothesis import given
from hypothesis import strategies as st

from companion.boxes.archive import split
from companion.boxes.check import BoxCheck
from companion.boxes.codes import CardCode, line, texts

from .boxes import box, item

FRIDAY = box(
    item("r1", says="If a 1 is played, then sing.", revision=1, status="printed"),
    item("r2", revision=2, says="Clap.", by="Ben"),
    item("r3"),
    item("r20", expected=False, status="plain"),
    item("r21", expected=False, out="too loud", revision=1),
    item("wildcard", title="Wildcard", part="Cards", many=None),
    item("disc", title="Disc", part="Pieces", kind="piece", many=8, coded=False),
)


def code(card, revision, copy="blank-friday.k7ab"):
    return line(CardCode(copy, card, revision))


def scanned(*lines):
    check = BoxCheck(FRIDAY, lambda copy: f"the box {copy}")
    return check, [answer for text in lines for answer in check.scan(text)] + check.end()


ALL = (code("r1", 1), code("r2", 2), code("r3", 0), code("wildcard", 0))


def test_a_box_in_which_all_is_there():
    check, answers = scanned(*ALL)
    assert [answer.verdict for answer in answers] == ["there"] * 4
    assert check.is_complete
    assert (check.missing, check.foreign, check.outdated, check.doubles) == ([], [], [], [])


def test_a_missing_a_double_and_a_foreign_card_are_found():
    check, answers = scanned(ALL[0], ALL[0], code("r7", 1, "blank-cellar.aaaa"))
    assert [answer.verdict for answer in answers] == ["there", "double", "foreign"]
    assert answers[1].text == "Rule 1, 2 times now"
    assert answers[2].text == "r7, of the box blank-cellar.aaaa"
    assert [thing.id for thing in check.missing] == ["r2", "r3", "wildcard"]
    assert [thing.id for thing in check.doubles] == ["r1"]
    assert [found.code.card for found in check.foreign] == ["r7"]
    assert not check.is_complete


def test_the_same_name_in_another_group_is_another_box():
    _, (answer,) = scanned(code("r1", 1, "blank-friday.zzzz"))
    assert answer.verdict == "foreign"


def test_a_card_that_this_box_never_had_is_foreign():
    _, (answer,) = scanned(code("r99", 1))
    assert answer.verdict == "foreign"
    assert answer.text == "r99, no card of this box"


def test_a_code_of_another_revision_is_out_of_date_and_the_card_is_there():
    check, (answer,) = scanned(code("r2", 1))
    assert answer.verdict == "outdated"
    assert "its code is of revision 1, now it is 2" in answer.text
    assert "r2" not in [thing.id for thing in check.missing]
    assert not check.is_complete


def test_a_label_that_was_printed_before_anything_was_told_was_written_on_by_hand():
    _, answers = scanned(code("r1", 0), code("r2", 0))
    assert [answer.verdict for answer in answers] == ["there", "outdated"]  # r2 was revised since


def test_a_retired_card_should_be_out():
    check, (answer,) = scanned(code("r21", 1))
    assert answer.verdict == "out"
    assert [thing.id for thing in check.should_be_out] == ["r21"]


def test_a_card_that_nobody_misses_may_be_there():
    check, (answer,) = scanned(code("r20", 0))
    assert answer.verdict == "there"
    assert "r20" not in [thing.id for thing in [*check.wanted, *check.missing]]


def test_of_cards_without_a_number_there_may_be_any():
    check, answers = scanned(*[code("wildcard", 0)] * 5)
    assert [answer.verdict for answer in answers] == ["there"] * 5
    assert check.doubles == []


def test_a_scanner_types_all_lines_of_a_code_and_only_the_last_one_counts():
    card = FRIDAY.items[1]
    check, answers = scanned(*texts(FRIDAY, card)[0].split("\n"))
    assert [answer.verdict for answer in answers] == ["there"]
    assert check.no_codes == []


def test_a_code_whose_last_line_is_mistyped_is_told_and_the_next_one_is_read():
    head, says, last = texts(FRIDAY, FRIDAY.items[1])[0].split("\n")
    _, answers = scanned(head, says, f"x{last[1:]}", ALL[0])
    assert [answer.verdict for answer in answers] == ["no code", "there"]
    _, answers = scanned(head, f"x{last[1:]}", *texts(FRIDAY, FRIDAY.items[0])[0].split("\n"))
    assert [answer.verdict for answer in answers] == ["no code", "there"]
    _, answers = scanned(head, says)
    assert [answer.verdict for answer in answers] == ["no code"]


def test_words_that_are_cut_are_those_of_the_card():
    long = item("r1", revision=1, says="sing and " * 100)
    check = BoxCheck(box(long, name="Friday box, now with a much longer name"))
    for text in texts(box(long), long)[:2]:  # printed when the box had a shorter name
        (answer,) = [one for typed in text.split("\n") for one in check.scan(typed)]
        assert answer.verdict in ("there", "double")
    assert check.reworded == []


def test_text_that_is_no_code_is_told_at_once():
    check, answers = scanned("hello", "", "   ", "http://example.org")
    assert [answer.text for answer in answers] == [
        "“hello” is not a code of a card.",
        "“http://example.org” is not a code of a card.",
    ]
    assert check.no_codes == ["hello", "http://example.org"]


def test_a_damaged_code_is_told_and_the_card_is_still_missing():
    check, (answer,) = scanned(f"{ALL[0][:-4]}0000")
    assert answer.verdict == "no code"
    assert "damaged" in answer.text
    assert FRIDAY.items[0] in check.missing


def test_a_part_of_a_whole_deck_is_told_what_it_is():
    (part,) = split(["a deck"])
    _, (answer,) = scanned(part)
    assert answer.text == "That is part 1 of 1 of a whole deck: `companion deck receive`."


def test_a_card_that_goes_by_another_id_now_is_found_by_the_old_one():
    renamed = box(item("17", title="Card 17", aliases=("medkit",)), code="bwd", game="bwd")
    check = BoxCheck(renamed)
    assert [answer.verdict for answer in check.scan(code("medkit", 0, "bwd"))] == ["there"]


@given(
    st.lists(
        st.sampled_from([*ALL, code("r2", 1), code("r9", 1), "x", "cmp1:", "a · revision 1 · b"])
    )
)
def test_whatever_is_scanned_the_sums_are_right(lines):
    check, _ = scanned(*lines)
    found, missing = {i.id for i in check.found}, {i.id for i in check.missing}
    assert found | missing == {i.id for i in check.wanted}
    assert not found & missing
    assert found == {card for card in ("r1", "r2", "r3", "wildcard") if check.times(item(card))}


def test_what_is_printed_on_a_card_counts_and_not_the_number_of_its_revision():
    put_back = box(
        item("r2", revision=3, same=(1,), says="Clap."), item("r4", revision=2, says="Hop.")
    )

    def verdicts(*lines):
        check = BoxCheck(put_back)
        return [answer.verdict for text in lines for answer in check.scan(text)]

    assert (
        verdicts(code("r2", 1)) == verdicts(code("r2", 0)) == verdicts(code("r2", 3)) == ["there"]
    )
    assert verdicts(code("r2", 2)) == ["outdated"]
    # Their book of the box counted otherwise, and says the same.
    head = "BLANK · Rule 4 · revision 7 · Friday"
    assert verdicts(head, "Hop.", code("r4", 7)) == ["there"]
    assert (
        verdicts(head, "Ho…", code("r4", 7))
        == verdicts(head, "Sit.", code("r4", 7))
        == ["outdated"]
    )


def test_all_codes_that_were_seen_are_counted():
    check, _ = scanned(*ALL, ALL[0], code("r20", 0), code("r21", 1), code("r7", 1, "blank-x.aaaa"))
    assert check.seen == {"wanted": 4, "others": 1, "again": 1, "out": 1, "foreign": 1}
