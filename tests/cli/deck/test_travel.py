"""Boxes that travel: exported, imported, taken from the codes of a whole deck."""

import json

import pytest

from companion.boxes.codes import CardCode, line


@pytest.fixture
def exported(friday, tmp_path):
    """A file with the Friday box in it."""
    file = str(tmp_path / "friday.json")
    friday.must("deck export friday -o", file)
    return file


def parts(companion, copy="friday"):
    return companion.must(f"deck print {copy} --parts --json").json["parts"]


def log(companion, copy="friday"):
    return json.loads(companion.must(f"deck export {copy} --json").out)["events"]


# Export and import


def test_a_box_goes_out_and_in_with_every_revision(friday, exported):
    before = log(friday)
    friday.must("group new Other")
    friday.must("deck import", exported)
    assert log(friday) == before
    assert (
        friday("blank box log friday").out.splitlines()[1:]
        == (friday("blank box log friday --group home").out.splitlines()[1:])
    )


def test_what_was_undone_goes_along(friday, tmp_path):
    friday.must("blank rule edit 15 --effect dance")
    friday.must("blank box undo")
    friday.must("deck export friday -o", str(tmp_path / "b.json"))
    before = log(friday)
    friday.must("group new Other")
    friday.must("deck import", str(tmp_path / "b.json"))
    assert log(friday) == before
    friday.must("blank box redo")


def test_the_labels_of_a_box_that_moved_are_still_its_own(friday, exported):
    code = friday("deck show friday --json").json["code"]
    friday.must("group new Other")
    friday.must("deck import", exported)
    assert friday("deck show friday --json").json["code"] == code


def test_nor_does_another_name_make_them_foreign(friday, exported, types):
    code = friday("deck print friday --card r1 --json").json["codes"][0]["text"]
    friday.must("group new Other")
    friday.must("deck import --name Attic", exported)
    types(*code.split("\n"))
    assert friday("deck check attic --json").json["found"] == ["r1"]


def test_the_first_box_is_in_use(friday, exported):
    friday.must("group new Other")
    friday.must("deck import", exported)
    assert friday("blank box show").code == 0


def test_an_import_twice_adds_nothing(friday, exported):
    before = log(friday)
    ran = friday("deck import", exported)
    assert ran.code == 0
    assert "nothing is new" in ran.out
    assert log(friday) == before


def test_a_box_goes_on_where_the_file_goes_on(friday, exported, tmp_path):
    friday.must("group new Other")
    friday.must("deck import", exported)
    friday.must("blank rule edit 15 --effect dance")
    newer = str(tmp_path / "newer.json")
    friday.must("deck export friday -o", newer)
    after = log(friday)
    ran = friday("deck import --group home", newer)
    assert "1 change taken over" in ran.out
    assert (
        log(friday) == after == json.loads(friday("deck export friday --group home").out)["events"]
    )


def test_an_older_file_takes_nothing_away(friday, exported):
    friday.must("blank rule edit 15 --effect dance")
    before = log(friday)
    assert "nothing is new" in friday("deck import", exported).out
    assert log(friday) == before


def test_an_import_only_looks_with_check(friday, exported):
    friday.must("group new Other")
    assert "would be a new box here" in friday("deck import --check", exported).out
    assert friday("deck show friday").code == 1


def test_boxes_that_went_different_ways_are_not_imported(friday, exported):
    friday.must("group new Other")
    friday.must("deck import", exported)
    friday.must("blank rule edit 15 --effect dance")
    friday.must("deck export friday -o", exported)
    friday.must("group use home")
    friday.must("blank rule edit 16 --effect jump")
    before = log(friday)
    ran = friday("deck import", exported)
    assert ran.code == 1
    assert "have both changed" in ran.err
    assert "companion deck receive" in ran.err
    assert log(friday) == before


def test_a_box_of_the_same_name_needs_another_one(friday, exported):
    friday.must("group new Other")
    friday.must('blank box new "Friday box" --mark ♥')
    ran = friday("deck import", exported)
    assert ran.code == 1
    assert "--name" in ran.err
    friday.must("deck import --name Theirs", exported)
    assert friday("deck show theirs --json").json["copy"] == "blank-theirs"
    assert friday("deck show theirs --json").json["code"].startswith("blank-theirs.")


def test_the_book_of_blank_white_dice_travels_too(companion, tmp_path):
    companion.must("bwd card set 17 --name Medkit")
    companion.must("deck export bwd -o", str(tmp_path / "bwd.json"))
    companion.must("group new Other")
    companion.must("deck import", str(tmp_path / "bwd.json"))
    assert "Medkit" in companion("deck show bwd").out


def test_a_file_that_is_no_export_is_refused_and_nothing_changes(companion, tmp_path, home):
    def document(game, *facts):
        events = [
            {"seq": at, "action": at, "kind": kind, "data": data, "at": "2025-03-01T19:30:00Z"}
            for at, (kind, data) in enumerate(facts, 1)
        ]
        return json.dumps(
            {"kind": "companion-copy", "version": 1, "copy": "b", "game": game, "events": events}
        )

    made = ("copy.made", {"game": "blank", "name": "X"})
    for content, said, code in (
        ("", "There is no JSON in", 2),
        ("[" * 100_000, "There is no JSON in", 2),
        ("[]", "not a box that a companion exported", 2),
        ('{"kind": "companion-copy", "version": 9}', "newer companion", 3),
        (document("chess", ("copy.made", {})), "not installed here", 1),
        (document("blank", ("copy.made", {})), "makes no sense", 2),
        (document("blank", made, ("card.inked", {"card": "no"})), "makes no sense", 2),
    ):
        (tmp_path / "x.json").write_text(content)
        ran = companion("deck import", str(tmp_path / "x.json"))
        assert (ran.code, said in ran.err) == (code, True), ran.err
        assert not (home / "groups").exists()


def test_an_id_that_could_not_be_a_file_is_given_a_new_one(friday, exported, tmp_path):
    document = json.loads((tmp_path / "friday.json").read_text())
    for number, copy in enumerate(("../../x", "blank-../x", "", "x" * 500, "bwd")):
        (tmp_path / "odd.json").write_text(json.dumps({**document, "copy": copy}))
        friday.must(f"group new Other{number}")
        friday.must("deck import", str(tmp_path / "odd.json"))
        assert friday("deck show friday --json").json["copy"] == "blank-friday-box"


# Take


def test_another_group_takes_a_deck_from_its_parts(friday, types):
    before, texts = log(friday), parts(friday)
    friday.must("group new Other")
    types(*reversed(texts), texts[0])
    shown = friday("deck receive")
    assert "Friday box would be a new box here, as blank-friday-box." in shown.out
    assert "Rule 15: If a 2 is played, then clap — by Ben" in shown.out
    assert friday("deck show friday").code == 1
    types(*texts)
    friday.must("deck receive --yes")
    assert log(friday) == before


def test_what_is_new_comes_on_top(friday, types):
    texts = parts(friday)
    friday.must("group new Other")
    types(*texts)
    friday.must("deck receive --yes")
    friday.must("blank rule edit 15 --effect dance --by Ben")
    friday.must("blank rule approve 15")
    friday.must('blank rule add "If a 5 is played, then whistle" --by Dan --approved')
    newer = parts(friday)
    friday.must("group use home")
    friday.must("blank rule edit 16 --effect jump --by Cho")
    friday.must('blank rule add "If a 6 is played, then bow" --by Ana --inked')  # rule 18 here, too
    types(*newer)
    shown = friday("deck receive --json").json
    assert (shown["new"], shown["taken"]) == (False, False)
    types(*newer)
    told = friday("deck receive --yes").out
    assert "Rule 15: If a 2 is played, then dance. (it was: If a 2 is played, then clap)" in told
    says = {card["id"]: card for card in friday("deck show friday --json").json["items"]}
    assert says["r15"]["says"] == "If a 2 is played, then dance."
    assert says["r15"]["revision"] == 2
    assert "jump" in friday("blank rule show 16 --json").json["says"]  # ours, which they left alone
    assert says["r18"]["says"] == "If a 6 is played, then bow"
    assert says["r19"]["says"] == "If a 5 is played, then whistle"
    assert "If a 2 is played, then clap" in friday("blank rule show 15").out  # still to be read
    types(*newer)
    assert "nothing is new" in friday("deck receive --yes").out


def test_taking_is_one_entry_that_can_be_taken_back(friday, types):
    texts = parts(friday)
    friday.must("group new Other")
    types(*texts)
    friday.must("deck receive --yes")
    friday.must("blank rule edit 15 --effect dance --by Ben --approved")
    newer = parts(friday)
    friday.must("group use home")
    friday.must("blank rule edit 16 --effect jump --by Cho")
    types(*newer)
    friday.must("deck receive --yes")
    friday.must("blank box undo")
    assert "dance" not in friday("deck show friday").out


def test_what_two_groups_read_on_the_cards_of_blank_white_dice_is_put_together(companion, types):
    companion.must("bwd card set 17 --name Medkit --text Heal")
    companion.must("bwd card set 18 --name Zoo")
    theirs = parts(companion, "bwd")
    companion.must("group new Other")
    companion.must("bwd card set 17 --name Medkit --ward erase")
    companion.must("bwd card set 19 --name Bell")
    types(*theirs)
    companion.must("deck receive --yes")
    card = companion("bwd card show 17 --json").json
    assert (card["text"], card["ward"]) == ("Heal", "erase")
    assert companion("bwd card show 18 --json").json["name"] == "Zoo"
    assert companion("bwd card show 19 --json").json["name"] == "Bell"


def test_two_cards_of_one_name_are_not_put_together(companion, types):
    companion.must("bwd card set 17 --name Heal")
    theirs = parts(companion, "bwd")
    companion.must("group new Other")
    companion.must("bwd card set 18 --name Heal")
    types(*theirs)
    before = companion("deck show bwd --json").json
    ran = companion("deck receive --yes")
    assert ran.code == 1
    assert "There is a card named Heal already" in ran.err
    assert companion("deck show bwd --json").json == before


def test_a_missing_part_is_named(friday, types):
    friday.must("blank box new Big --mark B")
    for number in range(24):
        long = " ".join(f"word{number * k * 7919 % 10007}" for k in range(120))
        friday.must("blank rule add --box big", f"If {long}, then sing", "--by", "Ana")
    texts = parts(friday, "big")
    assert len(texts) > 4
    types(*texts[:2], *texts[3:])
    ran = friday("deck receive")
    assert ran.code == 2
    assert f"Part 3 of {len(texts)} is missing." in ran.err


def test_parts_of_two_decks_are_told_apart(friday, types):
    one = parts(friday)
    friday.must("blank rule edit 15 --effect dance")
    types(one[0], parts(friday)[0])
    ran = friday("deck receive")
    assert ran.code == 2
    assert "two decks" in ran.err


def test_what_is_no_part_is_named(companion, types):
    for typed, said, code in (
        ("hello", "“hello” is not part of a deck.", 2),
        ("CMPD7:1/1:X", "packed by a newer companion", 3),
        ("CMPD1:1/1:00000000:AB:0000", "Part 1 of 1 of a deck is damaged", 2),
        ("", "It holds no part of a deck", 2),
        ("cmp1:blank-x.zzzz:r9:0:0000", "is damaged, or mistyped", 2),
        (line(CardCode("blank-x.zzzz", "r9", 0)), "It holds no part of a deck", 2),
    ):
        types(typed)
        ran = companion("deck receive")
        assert (ran.code, said in ran.err) == (code, True), ran.err
