"""Rules in bulk: read from CSV or lines, taken in as a whole or not at all, written, read again."""

import csv

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.event import Referee
from companion.core.names import cleaned_name
from companion.games.blank.cards import Wording, has_same_words, make_wording
from companion.games.blank.pen import Pen
from companion.games.blank.rule_files import (
    COLUMNS,
    ImportResult,
    LineError,
    Row,
    import_rows,
    read_rules,
    write_lines,
    write_rules,
)
from tests.games.blank.box import box, change, deck, revise, rule, rules, undo, write
from tests.golden.breaking import contents

SINGS = Wording(text="Ana sings")
HEADER = ",".join(COLUMNS)


def read(text, **how):
    """The rows of a text without any fault."""
    parsed = read_rules(text, **how)
    assert parsed.errors == []
    return parsed.rows


def faults(text, **how):
    return [str(fault) for fault in read_rules(text, **how).errors]


def take(log, text, house=None, **how):
    """The log after an import that has to go well, and what it did."""
    results = []

    def plan(pen):
        taken, wrong = import_rows(pen, read(text, **how))
        assert wrong == []
        results.append(taken._replace(lines=()))

    return write(log, plan, house), results[0]


def taken(log, text):
    """What an import would do, and its faults; nothing is written."""
    did, wrong = import_rows(Pen(deck(log), log.events, Referee()), read(text))
    return did._replace(lines=()), wrong


def exported(log):
    return write_rules(deck(log).rules)


# One rule a line


def test_each_line_is_a_rule_and_empty_ones_are_none():
    assert read("Ana sings\n\n  \n  Ben dances. \n") == [
        Row(1, SINGS),
        Row(4, Wording(text="Ben dances.")),
    ]
    for ends in ("\n", "\r\n", "\r"):
        for mark in ("", "\ufeff"):
            assert read(f"{mark}Ana sings{ends}{ends}Ben dances{ends}") == [
                Row(1, SINGS),
                Row(3, Wording(text="Ben dances")),
            ]
    text = "If a 6, 5 or 4 is played, then all players sing"
    assert read(text) == [Row(1, Wording(text=text))]
    assert read_rules("") == read_rules("\n \n") == ([], [])
    assert faults(f"{'x' * 9_999}\n") == ["line 1: has 9999 characters, and 2000 are kept"]
    assert faults(f"text,by\nAna sings,{'x' * 201}\n", table=True) == [
        "line 2: has 201 characters in “by”, and 200 are kept"
    ]
    assert faults("Ana sings\nB\0en\nCho\0\n") == [
        "line 2: holds a zero byte, so it is not text",
        "line 3: holds a zero byte, so it is not text",
    ]


# CSV


def test_a_table_has_commas_semicolons_or_tabs_and_any_line_ends():
    lines = [["Effect", "TRIGGER", " by "], ["sing", '"a 6, 5; or 4"', "Ana"], ["dance", "", "Ben"]]
    quoted = ["text,by", '"Ana sings,', 'then ""Ben""",Ana', "", "Cho hums,Cho", ""]
    for ends in ("\n", "\r\n"):
        for separator in (",", ";", "\t"):
            for mark in ("", "\ufeff"):
                text = mark + "".join(separator.join(line) + ends for line in lines)
                assert read(text) == [
                    Row(2, Wording("a 6, 5; or 4", "", "sing"), by="Ana"),
                    Row(3, Wording("", "", "dance"), by="Ben"),
                ]
        # Quoted line breaks are kept, and lines are counted on.
        assert read(ends.join(quoted)) == [
            Row(2, Wording(text='Ana sings,\nthen "Ben"'), by="Ana"),
            Row(5, Wording(text="Cho hums"), by="Cho"),
        ]
    assert read('"text";"by"\n"Ana sings";"Ana"\n') == [Row(2, SINGS, by="Ana")]


def test_every_column_has_its_meaning():
    (row,) = read(f'{HEADER}\nr17,plain,inked,"a 6 is played",you,sing,,Ana,too cruel\n')
    assert row == Row(
        line=2,
        wording=Wording("a 6 is played", "you", "sing"),
        number=17,
        printed=False,
        status="inked",
        by="Ana",
        retired="too cruel",
        has_retired_column=True,
    )
    for number in ("17", "r17", " R17 "):
        assert read(f"rule,text\n{number},Ana sings\n")[0].number == 17
    for columns, values in (
        *(("origin", "printed"), ("status", "Printed")),
        ("origin,status", "printed,printed"),
    ):
        (row,) = read(f"text,{columns}\nAna sings,{values}\n")
        assert (row.printed, row.status) == (True, None)
    rows = read("text,origin\nSing,\nHum,plain\nClap,printed\n", printed=True)
    assert [row.printed for row in rows] == [True, False, True]


FAULTY = {
    "Ana sings,,,,,\0,,": "holds a zero byte, so it is not text",
    ",,,Ana sings": "has 4 fields, and the header 8",
    ",,,Ana sings,,,,,": "has 9 fields, and the header 8",
    ",,,,,,,Ben": "says nothing: a rule needs an effect, or a text",
    ",,a 6 is played,,Ana sings,,,": (
        "has a text as well as trigger, target or effect; use either"
    ),
    ",,a 6 is played,all players,,,,": "has no effect",
    ",illustrated,,,Ana sings,,,": "“illustrated” is not an origin: printed or plain",
    ",,,,Ana sings,done,,": "“done” is not a status: proposed, approved, inked",
    "0,,,,Ana sings,,,": "“0” is not the number of a rule",
    "4-hexagon,,,,Ana sings,,,": "“4-hexagon” is not the number of a rule",
    "100000,,,,Ana sings,,,": "“100000” is not the number of a rule",
    "14,,,,Ana sings,,,": "rule 14 is a printed one, so its origin is not plain",
    "r1,plain,,,Ana sings,,,": "rule 1 is a printed one, so its origin is not plain",
}
_UNCLOSED = "a quotation mark opens a cell that is never closed"


def test_every_faulty_line_is_named_with_its_number():
    header = "rule,origin,trigger,target,text,status,effect,by"
    for line, what in FAULTY.items():
        text = f'{header}\n,,,,"Ben\ndances",,,\n{line}\n,,,,Cho hums,,,\n'
        parsed = read_rules(text)
        assert [str(fault) for fault in parsed.errors] == [f"line 4: {what}"]
        assert [row.line for row in parsed.rows] == [2, 5]
    text = "rule,text\n" + "".join(
        f"{line}\n" for line in ("x,A", "16,B", "17", ",", "2,C", '18,""')
    )
    assert faults(text) == [
        "line 2: “x” is not the number of a rule",
        "line 4: has 1 fields, and the header 2",
        "line 6: rule 2 is a printed one, so its origin is not plain",
        "line 7: says nothing: a rule needs an effect, or a text",
    ]
    # Where quotation marks are broken the table ends.
    for line, what in (
        ('"Ana sings,Ana', _UNCLOSED),
        (f'"{"Ana sings " * 20_000}', _UNCLOSED),
        ('"Ana" sings,Ana', "is not CSV from here on (',' expected after '\"')"),
    ):
        parsed = read_rules(f"text,by\nCho hums,Cho\n{line}\nBen dances,Ben\n")
        assert [row.line for row in parsed.rows] == [2]
        assert [str(fault) for fault in parsed.errors] == [f"line 3: {what}"]


def test_a_header_that_is_wrong_or_missing_is_the_only_fault():
    columns = "rule, origin, status, trigger, target, effect, text, by, retired"
    for header, what in (
        ("text,colour", "there is no column “colour”"),
        ("text,by,", "there is no column “”"),
        ("text,by,Text", "a column is there twice"),
    ):
        assert faults(f"{header}\n,,,,,,\n") == [f"line 1: {what}; the columns are {columns}"]
    assert faults("Ana sings\nBen dances\n", table=True) == [
        f"line 1: is not a header; the columns are {', '.join(COLUMNS)}"
    ]
    assert faults("", table=True) == faults("Ana sings", table=True)
    for header in ('"text,by', 'text,"by', '"'):
        assert faults(f"{header}\nAna sings,Ana\n", table=True) == [f"line 1: {_UNCLOSED}"]


# Taken in


@pytest.mark.rule("BL-27")
def test_rules_are_written_on_the_next_plain_cards_in_one_entry():
    log, did = take(rule(box(), "Cho hums."), "Ana sings\nBen dances\n")
    assert did == ImportResult(new=2, changed=0, same=0)
    assert [(card.id, card.sentence, card.status) for card in deck(log).rules] == [
        ("r15", "Cho hums.", "proposed"),
        ("r16", "Ana sings", "proposed"),
        ("r17", "Ben dances", "proposed"),
    ]
    assert {event.action for event in log.events[2:]} == {3}


def test_the_same_file_twice_adds_nothing():
    text = (
        f"{HEADER}\n,printed,,,,Sing,,,\n,,inked,a 6 is played,you,dance,,Ana,\n,,,,,,Hum,,torn\n"
    )
    log, did = take(box(), text)
    assert did == ImportResult(3, 0, 0)
    assert taken(log, text) == (ImportResult(0, 0, 3), [])
    assert taken(log, exported(log)) == (ImportResult(0, 0, 3), [])


def test_what_a_card_says_already_or_stands_twice_is_one_rule():
    for words in ("ana sings.", "  ANA SINGS  ", "Ana  sings!", "rule,text\n15,ANA sings\n"):
        assert taken(rule(box(), "Ana sings.", by="Ana"), words) == (ImportResult(0, 0, 1), [])
    log, did = take(box(), "Ana sings\nBen dances\nana sings.\n")
    assert did == ImportResult(2, 0, 1)
    assert [card.sentence for card in deck(log).rules] == ["Ana sings", "Ben dances"]
    _, wrong = taken(box(), "rule,text\n20,Ana sings\n21,Ben dances\n20,Cho hums\n")
    assert wrong == [LineError(4, "rule 20 is in line 2 already")]


def test_a_rule_is_written_on_the_card_of_its_number():
    log, did = take(box(), "rule,text\n20,Ana sings\n,Ben dances\n16,Cho hums\n")
    assert did == ImportResult(3, 0, 0)
    assert {card.id: card.sentence for card in deck(log).rules} == {
        "r15": "Ben dances",
        "r16": "Cho hums",
        "r20": "Ana sings",
    }


def test_a_rule_without_a_number_does_not_take_the_card_of_one_that_has_it_later():
    log, _ = take(box(), "rule,text\n,Ben dances\n15,Ana sings\n")
    assert {card.sentence: card.id for card in deck(log).rules} == {
        "Ana sings": "r15",
        "Ben dances": "r16",
    }


def test_a_rule_of_a_number_that_is_there_is_changed():
    log, did = take(rule(box(), by="Ana"), "rule,text,by,status\n15,Ben dances,Ben,approved\n")
    assert did == ImportResult(0, 1, 0)
    card = deck(log).cards["r15"]
    assert [revision.wording.text for revision in card.revisions] == ["Sing.", "Ben dances"]
    assert (card.author, card.now.by, card.status) == ("Ana", "Ben", "approved")


def test_a_rule_is_brought_to_the_step_in_the_file_and_never_taken_back():
    for status, *kinds in (
        *(("proposed",), ("approved", "card.approved")),
        ("inked", "card.approved", "card.inked"),
    ):
        log = rule(box())
        pen = Pen(deck(log), log.events, Referee())
        did, _ = import_rows(pen, read(f"rule,text,status\n15,Sing.,{status}\n"))
        assert [draft.kind for draft in pen.drafts] == kinds
        assert did[:3] == ((0, 1, 0) if kinds else (0, 0, 1))
    log = rule(box(), status="inked")
    assert taken(log, "rule,text,status\n15,Sing.,proposed\n") == (ImportResult(0, 0, 1), [])


def test_a_rule_is_retired_by_a_file_and_brought_back_by_one():
    log, did = take(rule(box()), "rule,text,retired\n15,Sing.,too cruel\n")
    assert did == ImportResult(0, 1, 0)
    assert deck(log).cards["r15"].retired == "too cruel"
    assert taken(log, "rule,text\n15,Sing.\n") == (ImportResult(0, 0, 1), [])
    log, did = take(log, "rule,text,retired\n15,Sing.,\n")
    assert did == ImportResult(0, 1, 0)
    assert deck(log).cards["r15"].retired is None
    log, did = take(change(log, "r15", "retire", ""), "rule,text\n15,Hum.\n")
    assert (did, deck(log).cards["r15"].retired) == (ImportResult(0, 1, 0), None), (
        "reworded, it is back"
    )
    # One that was declined is proposed again by its number.
    log, _ = take(change(rule(box()), "r15", "decline", "too long"), "rule,text\n15,Sing.\n")
    assert (deck(log).cards["r15"].sentence, deck(log).cards["r15"].status) == ("Sing.", "proposed")


def test_what_changes_is_named_with_its_line():
    log = rule(box())
    rows = read("rule,text,status\n15,Hum.,\n,Bow.,\n")
    did, _ = import_rows(Pen(deck(log), log.events, Referee()), rows)
    assert did.lines == ("line 2: rule 15: Sing. → Hum.", "line 3: rule 16 is new: Bow.")
    log, did = take(rule(box(), by="Ana"), "rule,text,by\n15,Sing.,Ben\n")
    assert did == ImportResult(0, 1, 0), "another signature alone is a change"
    assert deck(log).cards["r15"].now.by == "Ben"


def test_an_import_can_be_taken_back_and_made_again():
    log, _ = take(box(), "Ana sings\nBen dances\n")
    log, did = take(undo(log), "Ana sings\nBen dances\n")
    assert did == ImportResult(2, 0, 0)
    assert [card.id for card in deck(log).rules] == ["r15", "r16"]


# Too many


@pytest.mark.rule("BL-25", "BL-26", "BL-27")
def test_too_many_lines_are_one_fault_each_kind():
    many = "".join(f"Ana sings song {number}\n" for number in range(1, 501))
    printed = "".join(f"printed,Hum {number}\n" for number in range(14))
    plain = "".join(f"plain,Dance {number}\n" for number in range(24))
    for text, fault in (
        (
            many,
            "line 25: All 24 plain rule cards of this box are taken: none is left to write on "
            "(BL-27)",
        ),
        (
            f"origin,text\n{printed}printed,Sing\n",
            "line 16: All 14 printed rules of this box are known already (BL-26)",
        ),
        (
            f"origin,text\n{printed}{plain},Sing\n",
            "line 40: All 38 rule cards of this box are written on: there is no 39th (BL-25)",
        ),
    ):
        assert [str(it) for it in taken(box(), text)[1]] == [fault]
    log = box()
    pen = Pen(deck(log), log.events, Referee("we bought paper"))
    did, wrong = import_rows(pen, read(many))
    assert (did[:3], wrong, len(pen.drafts)) == ((500, 0, 0), [], 500)
    assert pen.drafts[-1].data["card"] == "r514"
    assert pen.referee.overruled == ["BL-27"]


# Written, and read again


def test_a_box_is_written_as_a_table_by_number():
    log = rule(box(), "Ana sings", by="Ana", status="inked")
    log = write(
        log, lambda pen: pen.new_rule(make_wording("a 6 is played", "you", "dance"), by="Ben")
    )
    log = rule(log, 'Say "no",\nor hum', printed=True)
    log = change(log, "r16", "retire", "")
    assert exported(log) == (
        "rule,origin,status,trigger,target,effect,text,by,retired\n"
        'r1,printed,printed,,,,"Say ""no"",\nor hum",,\n'
        "r15,plain,inked,,,,Ana sings,Ana,\n"
        "r16,plain,proposed,a 6 is played,you,dance,,Ben,retired\n"
    )
    assert write_lines(deck(log).rules) == ('Say "no", or hum\nAna sings\n')


def test_an_empty_box_is_written_as_a_header_and_nothing_is_read_from_it():
    assert exported(box()) == f"{HEADER}\n"
    assert read_rules(exported(box())) == ([], [])


def test_what_was_declined_is_not_written():
    log = change(revise(rule(box(), status="approved"), "r15", "Hum."), "r15", "decline", "")
    assert read(exported(log))[0].wording.text == "Sing."
    assert exported(change(rule(box()), "r15", "decline", "")) == f"{HEADER}\n"


SIGNS = st.characters(exclude_categories=("Cs", "Cc"), include_characters="\n\t")
TEXTS = st.text(SIGNS, max_size=20) | st.text(alphabet='a6,;."\n\t I’', max_size=20)
NAMES = st.text(SIGNS, max_size=8).map(cleaned_name)
WORDINGS = st.one_of(
    st.builds(lambda text: make_wording(text=text), TEXTS),
    st.builds(make_wording, TEXTS, TEXTS, TEXTS),
).filter(lambda wording: wording.text or wording.effect)
STATUS = st.sampled_from(["proposed", "approved", "inked"])


@st.composite
def boxes(draw):
    """The log of a box with a few rules: printed and plain, reworded, retired, declined."""
    log = box(owner=draw(st.sampled_from(["", "Ana"])))
    for _ in range(draw(st.integers(0, 6))):
        wording, by, status = draw(WORDINGS), draw(NAMES), draw(STATUS)
        printed = draw(st.booleans())
        log = write(
            log,
            lambda pen, wording=wording, by=by, status=status, printed=printed: pen.new_rule(
                wording, by="" if printed else by, printed=printed, status=status
            ),
        )
        card = log.events[-1].data["card"]
        did = draw(st.sampled_from(["", "", "revise", "retire", "decline"]))
        now = deck(log).cards[card]
        if did == "revise":
            other = draw(WORDINGS)
            if not has_same_words(other, now.now.wording):
                log = change(log, card, "revise", other, by=by)
        elif did == "retire":
            log = change(log, card, "retire", draw(NAMES))
        elif did == "decline" and now.status == "proposed":
            log = change(log, card, "decline", "")
    return log


@settings(max_examples=25)
@given(boxes())
def test_what_is_exported_and_imported_gives_the_same_export_and_changes_nothing(log):
    text = exported(log)
    rows = read(text)
    pen = Pen(deck(log), log.events, Referee())
    assert import_rows(pen, rows) == (ImportResult(0, 0, len(rows)), [])
    assert pen.drafts == []
    if rows:
        again, did = take(box(), text)
        assert exported(again) == text
        assert did.changed == did.same == 0


def test_a_full_box_whose_retired_rules_gave_their_cards_to_others_goes_round_too():
    log = change(rules(box(), 24), "r20", "retire", "")
    log = rule(log, "Hum.")
    assert deck(log).counts.plain_left == 0
    again, _ = take(box(), exported(log))
    assert exported(again) == exported(log)


# With files


@pytest.fixture
def friday(companion):
    companion.must('blank box new "Friday box" --mark ★ --owner Ana')
    return companion


@pytest.fixture
def file(tmp_path):
    """Writes the bytes of a text into a file, and gives its name."""

    def written_file(content, name="rules.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return written_file


def sentences(companion):
    return [card["says"] for card in companion.must("blank rule list --json").json["cards"]]


def test_a_file_from_any_machine_is_taken_in(friday, file):
    mark, ends = "\ufeff", "\r\n"
    name = file(f'{mark}text;by\n"Ana sings\nand hums";Ana\nBen dances;Ben\n'.replace("\n", ends))
    ran = friday.must("blank rule import", name)
    assert "2 new" in ran.out
    assert "22 plain rule cards left" in ran.out
    assert sentences(friday) == ["Ana sings and hums", "Ben dances"]
    assert '"Ana sings\nand hums"' in friday.must("blank rule export").out


def test_where_one_line_is_wrong_nothing_is_taken_in(friday, file, home):
    before = contents(home)
    name = file("rule,text\n,Ana sings\n2,Ben dances\n,Cho hums\nx,Dan\n")
    for line in ("blank rule import", "blank rule import --check"):
        ran = friday(line, name)
        assert ran.code == 2
        assert ran.out == ""
        assert ran.err == (
            f"{name} has 2 lines that cannot be imported, so nothing was imported.\n"
            "  line 3: rule 2 is a printed one, so its origin is not plain\n"
            "  line 5: “x” is not the number of a rule\n"
            "  → Correct them and try again; `--check` only checks.\n"
        )
        assert contents(home) == before


def test_a_dry_run_tells_what_would_happen_and_writes_nothing(friday, file, home):
    before = contents(home)
    rules = file("".join(f"Ana sings {how}\n" for how in "abcdefghijklmnopqrstuvw"), "r.txt")
    ran = friday.must("blank rule import --check --json", rules)
    assert (ran.json["new"], ran.json["taken_in"]) == (23, False)
    said = friday.must("blank rule import --check", rules).out
    assert ("Ana sings t" in said, "Ana sings u" in said, "… and 3 more" in said) == (
        True,
        False,
        True,
    )
    assert contents(home) == before


def test_a_file_in_latin_1_is_refused_with_its_line(friday, file, home):
    before = contents(home)
    ran = friday(
        "blank rule import", file("text\nAna sings\nBen sings caf\xe9\n".encode("latin-1"))
    )
    assert ran.code == 2
    assert "line 3 holds the byte 0xe9" in ran.err
    assert contents(home) == before


def test_an_export_is_read_by_an_import_into_another_box(friday, tmp_path):
    friday.must('blank rule add --trigger "a 6 is played" --effect sing --by Ana --inked')
    friday.must('blank rule add "Say ""no"", or hum" --printed')
    text = friday.must("blank rule export").out
    friday.must("blank rule export -o", str(tmp_path / "rules.csv"))
    assert (tmp_path / "rules.csv").read_text(encoding="utf-8") == text
    friday.must("blank box new Cellar --mark '#'")
    friday.must("blank rule import --box cellar", str(tmp_path / "rules.csv"))
    assert friday.must("blank rule export --box cellar").out == text


def test_the_words_alone_are_those_that_are_played(friday, tmp_path):
    friday.must("blank rule add 'Ana sings' --by Ana --inked")
    friday.must("blank rule edit 15 'Ana hums'")
    friday.must("blank rule add 'Ben dances' --by Ben")
    friday.must("blank rule add 'Cho bows' --by Cho")
    friday.must("blank rule decline 17")
    ran = friday.must("blank rule export --json", str(tmp_path / "rules.txt"))
    assert ran.json["rules"] == 2
    assert (tmp_path / "rules.txt").read_text(encoding="utf-8") == "Ana sings\nBen dances\n"


def test_one_file_is_named_to_write_to(friday, tmp_path):
    ran = friday("blank rule export a.csv -o b.csv")
    assert (ran.code, "Two files are named" in ran.err) == (2, True)


def test_a_signature_and_a_step_for_rows_that_do_not_say(friday, file):
    name = file("text,by,status\nAna sings,Ana,inked\nBen dances,,\n")
    friday.must("blank rule import --by Cho --approved", name)
    cards = friday.must("blank rule list --json").json["cards"]
    assert [(card["by"], card["status"]) for card in cards] == [
        ("Ana", "inked"),
        ("Cho", "approved"),
    ]


@pytest.mark.rule("BL-27")
def test_a_house_rule_makes_room_and_is_noted_in_the_log(friday, file):
    name = file("".join(f"Ana sings {number}\n" for number in range(30)), "rules.txt")
    ran = friday("blank rule import", name)
    assert ran.code == 2
    assert "line 25: All 24 plain rule cards" in ran.err
    friday.must("blank rule import --house 'we bought paper'", name)
    entry = friday.must("blank box log --json").json["entries"][-1]
    assert (entry["house"], entry["overruled"]) == ("we bought paper", ["BL-27"])
    assert len(sentences(friday)) == 30


@pytest.mark.rule("BL-26")
def test_a_plain_list_is_taken_as_the_printed_rules(friday, file):
    lines = "".join(f"If a {number} is said, then clap\n\n" for number in range(14))
    friday.must("blank rule import --printed", file(lines, "printed.txt"))
    rules = friday.must("blank rule list --json").json["cards"]
    assert [rule["id"] for rule in rules] == [f"r{number}" for number in range(1, 15)]
    assert {(rule["status"], rule["by"]) for rule in rules} == {("printed", None)}
    again = friday.must("blank rule import --printed", file(lines, "printed.txt"))
    assert "All 14 rules of" in again.out
    more = file("If you yawn, then draw\n", "more.txt")
    ran = friday("blank rule import --printed", more)
    assert ran.code == 2
    assert "line 1: All 14 printed rules of this box are known already (BL-26)" in ran.err


def test_nobody_signs_or_approves_a_list_of_printed_rules(friday, file):
    for more in ("--by Ana", "--approved", "--inked"):
        ran = friday(f"blank rule import --printed {more}", file("Sing\n", "printed.txt"))
        assert (ran.code, "A printed rule needs no name" in ran.err) == (2, True)


def test_what_goes_out_is_nothing_that_a_terminal_obeys(friday, tmp_path):
    friday.must("blank rule add", "sing \x1b]0;red\x07\u202e loudly", "--by", "An\x1b[2Ja")
    for output in ("", "rules.csv", "rules.txt"):
        told = friday.must("blank rule export", *(["-o", str(tmp_path / output)] if output else []))
        text = (tmp_path / output).read_text("utf-8") if output else told.out
        assert "]0;red" in text
        assert [sign for sign in text if not sign.isprintable() and sign != "\n"] == []


def test_what_goes_out_is_nothing_that_a_spreadsheet_calculates(friday, tmp_path):
    said = ["=1+2", "@sum", "+3 to all", "-cards to all", "'=quoted"]
    for text in said:
        friday.must("blank rule add", "--", text)
    friday.must("blank rule export -o", str(tmp_path / "rules.csv"))
    with (tmp_path / "rules.csv").open(encoding="utf-8", newline="") as file:
        cells = [row["text"] or row["effect"] for row in csv.DictReader(file)]
    assert cells == [f"'{text}" for text in said]
    same = friday.must("blank rule import", str(tmp_path / "rules.csv")).out
    assert "All 5 rules of rules.csv are known already" in same
    friday.must('blank box new "Cellar box"')
    friday.must("blank rule import --box cellar", str(tmp_path / "rules.csv"))
    first = friday.must("blank rule export --box cellar").out
    assert first == friday.must("blank rule export --box friday").out


def test_of_many_warnings_the_first_are_shown(companion, tmp_path):
    companion.must("blank box new Friday --mark ★ --owner Ana")
    file = tmp_path / "rules.txt"
    file.write_text("".join(f"Everybody sings {'very ' * 30}{how}\n" for how in "abcdefg"))
    err = companion.must(f"blank rule import {file}").err
    assert (err.count("That is long for a card"), "2 more warnings." in err) == (5, True)
