"""`deck check`: scan the cards before the box is closed."""

import io
import json
import sys

import pytest

from companion.boxes.codes import CardCode, line


@pytest.fixture
def code(friday):
    """Makes the code of a card of the Friday box, or of another one."""
    own = friday("deck show friday --json").json["code"]

    def made(card, revision, copy=own):
        return line(CardCode(copy, card, revision))

    return made


def everything(companion, copy):
    """The code of every card that should be in a box, as it is now."""
    told = companion(f"deck show {copy} --json").json
    return [
        line(CardCode(told["code"], item["id"], item["revision"]))
        for item in told["items"]
        if item["coded"] and item["expected"]
    ]


def test_all_is_there(friday, types):
    types(*everything(friday, "friday"))
    ran = friday("deck check friday")
    assert ran.code == 0
    assert "87 of 87 found" in ran.out
    assert "Nothing is missing." in ran.out
    assert "May be there: Rule 16; 18 to 38" in ran.out


def test_every_code_is_ticked_off_as_it_comes(friday, types, code):
    types(code("r1", 1), code("r15", 1))
    ticks = friday("deck check friday").err.splitlines()
    assert [tick.split()[:3] for tick in ticks] == [["✓", "Rule", "1"], ["✓", "Rule", "15"]]
    assert ticks[0].endswith("░ 1/87")
    assert ticks[1].endswith("░ 2/87")


def test_a_missing_a_double_a_foreign_and_an_old_card_are_found(friday, types, code):
    friday.must("blank box new Cellar --mark ♥")
    cellar = friday("deck show cellar --json").json["code"]
    friday.must("blank rule edit 15 --effect dance --by Ben")
    friday.must("blank rule approve 15")
    codes = everything(friday, "friday")
    codes.remove(code("r2", 0))
    codes[codes.index(code("r15", 2))] = code("r15", 1)
    types(
        *codes, code("r1", 1), code("r3", 0, cellar), code("r9", 0, "blank-x.zzzz"), code("r17", 1)
    )
    ran = friday("deck check friday")
    assert "86 of 87 found" in ran.out
    told = " ".join(ran.out.split())
    assert "Missing Rule 2 " in told
    assert "Foreign Rule 3, of Cellar ♥; Rule 9, of blank-x.zzzz" in told
    assert "Out of date Rule 15 (printed 1, now 2)" in told
    assert "90 codes seen: 86 to be found, 1 seen before, 1 to remove, 2 of another box." in told
    assert "Twice Rule 1 (× 2)" in told
    assert "Remove Rule 17: too loud" in told
    assert "companion deck labels friday-box --card r15 -o new.pdf" in told
    assert "✗ Rule 3, of Cellar ♥" in ran.err


def test_a_card_that_was_put_back_to_its_printed_words_is_as_it_was_printed(
    friday, types, code, tmp_path
):
    friday.must("deck labels friday -o", str(tmp_path / "l.svg"))
    for effect in ("dance", "clap"):
        friday.must(f"blank rule edit 15 --effect {effect} --by Ben --approved")
    for revision, outdated in ((0, 0), (1, 0), (2, 1), (3, 0)):
        types(code("r15", revision))
        assert len(friday("deck check friday --json").json["out_of_date"]) == outdated
    none = friday("deck labels friday --only changed -o", str(tmp_path / "none.svg"))
    assert "No card of Friday box ★ has changed" in none.out


def test_a_card_of_blank_white_dice_that_was_put_back_is_as_it_was_printed(companion, types):
    printed = []
    for name in ("Spoon", "Fork", "Spoon"):
        companion.must(f"bwd card set 17 --name {name}")
        printed.append(next(one for one in everything(companion, "bwd") if "*17*" in one))
    for label, outdated in zip(printed, (0, 1, 0), strict=True):
        types(label)
        assert len(companion("deck check bwd --json").json["out_of_date"]) == outdated


def test_as_json(friday, types, code):
    types(code("r1", 1), code("r1", 1), "hello", code("r9", 0, "blank-x.zzzz"), code("r17", 1))
    ran = friday("deck check friday --json")
    told = json.loads(ran.out)
    assert ran.err == ""
    assert told["complete"] is False
    assert (told["expected"], told["found"]) == (87, ["r1"])
    assert (told["seen"], told["seen_again"]) == (4, 1)
    assert len(told["missing"]) == 86
    assert told["double"] == [{"card": "r1", "times": 2}]
    assert told["foreign"] == [{"copy": "blank-x.zzzz", "card": "r9", "revision": 0}]
    assert told["should_be_out"] == ["r17"]
    assert told["no_codes"] == ["hello"]
    assert {"item": "r18", "title": "Rule 18", "count": 1} in told["by_hand"]


def test_a_card_of_a_box_that_was_named_otherwise_since_is_its_own(friday, types, code):
    friday.must('blank box set friday --name "Old box"')
    types(code("r1", 1))
    assert friday("deck check old --json").json["found"] == ["r1"]


def test_blank_white_dice_by_the_numbers_on_its_cards(companion, types):
    companion.must("bwd card set 17 --name Medkit")
    types(*everything(companion, "bwd"))
    told = companion("deck check bwd --json").json
    assert (told["complete"], told["expected"]) == (True, 54)
    assert {"item": "die", "title": "Blank die", "count": 8} in told["by_hand"]


def test_a_box_without_codes_is_counted_by_hand(companion, types):
    types()
    told = companion("deck check dicebox").out
    assert "count it by hand" in told
    assert "6 × Die, red" in told


def test_codes_may_lie_in_a_text_file(friday, code, tmp_path):
    (tmp_path / "codes.txt").write_text(f"{code('r1', 1)}\r\n\r\n{code('r15', 1)}\n")
    told = friday("deck check friday --json", str(tmp_path / "codes.txt")).json
    assert told["found"] == ["r1", "r15"]


def test_all_lines_of_a_code_may_be_typed(friday, types):
    printed = friday("deck print friday --card 15 --json").json["codes"][0]["text"]
    assert printed.count("\n") == 2
    types(*printed.split("\n"))
    told = friday("deck check friday --json").json
    assert (told["found"], told["no_codes"]) == (["r15"], [])


def test_a_card_that_lost_its_label_is_ticked_off_by_its_name(friday, types):
    types("rule 1", "15", "4-Hexagon.1", "R2", "rule 1")
    ran = friday("deck check friday --json")
    assert ran.json["found"] == ["r1", "r2", "r15", "4-hexagon.1"]
    assert ran.json["double"] == [{"card": "r1", "times": 2}]


def test_scanners_that_end_lines_otherwise_are_understood(friday, types, code):
    text = friday("deck print friday --card 15 --json").json["codes"][0]["text"]
    types(text.replace("\n", "\r"), code("r1", 1).upper() + "\r" + code("r2", 0))
    assert friday("deck check friday --json").json["found"] == ["r1", "r2", "r15"]
    types(text.replace("\n", " "), text.upper())
    told = friday("deck check friday --json").json
    assert (told["found"], told["no_codes"], told["other_words"]) == (["r15"], [], [])


def test_other_words_under_the_same_number_and_revision_are_told(friday, types, code):
    """Two groups wrote on a card of one number, each in its own book of the same box."""
    types(
        "BLANK · Rule 15 · revision 1 · Friday box ★", "If a 9 is played, then bark", code("r15", 1)
    )
    ran = friday("deck check friday")
    assert "Different text  Rule 15: “If a 9 is played, then bark”" in ran.out
    assert "~ Rule 15 is there, with a different text" in ran.err


def test_a_long_list_of_what_is_missing_can_be_seen_whole(friday, types):
    types("1")
    assert "more (`--all`)" in friday("deck check friday").out
    types("1")
    told = friday("deck check friday --all").out
    assert "6-shield.2" in told
    assert "more" not in told


def test_whoever_has_had_enough_sees_how_far_it_came(friday, monkeypatch):
    class Interrupted(io.BytesIO):
        def readline(self, size=-1):
            line = super().readline(size)
            if not line:
                raise KeyboardInterrupt
            return line

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Interrupted(b"1\n15\n")))
    ran = friday("deck check friday")
    assert ran.code == 0
    assert "2 of 87 found" in ran.out


@pytest.mark.long
def test_a_page_for_a_browser_cannot_be_looked_at(friday, tmp_path):
    for name in ("sheet.html", "sheet.svg"):
        friday.must("deck print friday -o", str(tmp_path / name))
        ran = friday("deck check friday", str(tmp_path / name))
        assert ran.code == 2
        assert "Print it as .pdf or .png" in ran.err


def test_what_is_no_code_is_named_and_the_check_goes_on(friday, types, code):
    odd = {
        "hello": "“hello” is not a code of a card.",
        "cmp3:blank:r1:1:0000": "was made by a newer companion",
        "cmp1:blank:r1:1:0000": "is damaged, or mistyped",
        "CMP2 BLANK*R1*1*0000": "is damaged, or mistyped",
        "CMPD1:1/1:00000000:AB:0000": "Part 1 of 1 of a deck is damaged",
        "\x1b[2J\x07": "“\\x1b[2J\\x07” is not a code",
        "\udcff\udcfe": "is not a code of a card",
        "x" * 20_000: "is not a code of a card",
    }
    for typed, said in odd.items():
        types(typed, code("r1", 1))
        ran = friday("deck check friday")
        assert said in ran.err
        assert "1 of 87 found" in ran.out
        assert not {"\x1b", "\a"} & {*ran.out, *ran.err}, "a beep only where somebody hears it"


# Cards that lost their labels, by name


def ticked(companion, types, copy: str, *names: str) -> list[str]:
    """What is answered to names that somebody types, without how far the box is."""
    types(*names)
    told = companion(f"deck check {copy}").err.splitlines()
    return [line.partition("  ")[0].partition(" ░")[0].partition(" █")[0] for line in told]


def test_a_card_of_blank_is_ticked_off_by_every_name_that_play_takes(friday, types):
    friday.must("blank box set friday --suit hexagon=red")
    for card, names in {
        "4-hexagon.1 “Song”": ("4-hexagon", "4hex", "red 4", "★4-hexagon", "song", "so"),
        "4-hexagon.2": ("4-hexagon.2",),
        "Rule 15": ("rule 15", "★15", "then clap"),
    }.items():
        for name in names:
            assert ticked(friday, types, "friday", name) == [f"✓ {card}, by name"]


def test_of_two_cards_of_a_face_the_one_that_was_not_found_yet_is_ticked_off(friday, types):
    assert ticked(friday, types, "friday", *["2-circle"] * 3) == [
        "✓ 2-circle.1, by name",
        "✓ 2-circle.2, by name",
        "2 2-circle.1, 2 times now",
    ]


def test_things_of_other_games_are_ticked_off_by_name_number_or_icon(companion, types):
    companion.must("bwd card set 23 --name Hourglass")
    for copy, name, answer in (
        *(("bwd", points, "✓ Points, by name") for points in ("points", "3", "-2")),
        ("bwd", "window", "✓ The Window, by name"),
        ("bwd", "re roll", "✓ Re-roll, by name"),
        *(("bwd", clock, "✓ Card 23 “Hourglass”, by name") for clock in ("hour", "23")),
        ("bwd", "er", "? “er” could be Erase or Eradicate. Type eras or erad."),
        ("bwd", "xyz", "? “xyz” is not a code of a card."),
        ("boolean", "3c", "✓ 3 white faces around a corner, by name"),
        ("boolean", "5", "✓ 5 white faces, by name"),
        *(("lwd", four, "✓ Number 4, by name") for four in ("number 4", "4")),
        ("lwd", "7", "? “7” is not a code of a card."),
        ("lwd", "wild", "✓ Wildcard, by name"),
    ):
        assert ticked(companion, types, copy, name) == [answer]


def test_of_a_card_whose_number_nobody_told_that_is_said(companion, types):
    (told,) = ticked(companion, types, "bwd", "medkit")
    assert told.startswith("? The number of Medkit is unknown")
    assert "`companion bwd card set medkit --number N`" in told


def test_cards_may_be_named_where_files_are(friday, code, tmp_path):
    (tmp_path / "codes.txt").write_text(code("r1", 1))
    ran = friday("deck check friday", "4-hexagon", str(tmp_path / "codes.txt"), "rule 15")
    assert ran.code == 0
    assert "3 of 87 found" in ran.out
    assert [tick.split("  ")[0] for tick in ran.err.splitlines()] == [
        "✓ 4-hexagon.1 “Song”, by name",
        "✓ Rule 15, by name",
    ]
    assert friday("deck check friday", "song").out.startswith("Friday box ★  1 of 87 found")
    ran = friday("deck check friday", "nothing-like-it")
    assert (ran.code, "There is no file nothing-like-it" in ran.err) == (1, True)


def test_labels_are_printed_by_these_names_too(friday, tmp_path):
    friday.must("blank box set friday --suit hexagon=red")
    line = "deck labels friday --json -o"
    told = friday.must(line, str(tmp_path / "l.pdf"), "--card", "red 4", "--card", "★15").json
    assert told["cards"] == ["4-hexagon.1", "4-hexagon.2", "r15"]
