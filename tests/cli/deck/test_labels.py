"""`deck labels`, `deck sheet`: labels for cards, on sheets of every make."""

import json
import re

import pypdfium2
import pytest

from companion.boxes import codes
from companion.scanning import codes_in

SHEETS = {
    "L7160": 21,
    "L7163": 14,
    "L7651": 65,
    "L4732": 80,
    "L4731": 189,
    "5160": 30,
    "5163": 10,
    "5167": 80,
}


def cards_in(file):
    return [codes.read(text.split("\n")[-1]).card for text in codes_in(file)]


def pages_of(file):
    with pypdfium2.PdfDocument(file) as document:
        return len(document)


@pytest.mark.long
def test_every_sheet_has_a_label_for_every_card(friday, tmp_path):
    """That they can be scanned is shown by the photographs in `test_scan`."""
    file = str(tmp_path / "labels.pdf")
    for sheet, labels in SHEETS.items():
        told = friday(f"deck labels friday --all --sheet {sheet} --json -o", file).json
        assert told["labels"] == len(set(told["cards"])) == 108
        assert pages_of(file) == -(-108 // labels)


@pytest.mark.long
def test_on_all_pages_together_every_card_can_be_scanned(companion, tmp_path):
    file = str(tmp_path / "labels.pdf")
    told = companion("deck labels lwd --all --sheet 5163 --json -o", file).json
    assert pages_of(file) == 2
    assert sorted(cards_in(file)) == sorted(told["cards"])


def test_labels_are_for_what_is_in_the_box(friday, tmp_path):
    cards = friday("deck labels friday --all --json -o", str(tmp_path / "l.pdf")).json["cards"]
    assert {"r1", "r2", "r15", "r18", "4-hexagon.1"} <= set(cards)
    assert not {"r16", "r17"} & set(cards)  # only proposed, retired


def test_labels_are_for_cards_of_which_something_is_known(friday, tmp_path):
    file = str(tmp_path / "l.pdf")
    ran = friday("deck labels friday -o", file)
    assert cards_in(file) == ["r1", "r15", "4-hexagon.1"]
    assert "Without: 105 with unknown text (`--all` includes them" in ran.out
    assert "`--blank N` numbers the 21 still to be written" in ran.out
    assert friday("deck labels lwd --all --json -o", file).json["labels"] == 14


@pytest.mark.long
def test_codes_that_lost_their_words_are_counted_and_a_sheet_with_room_is_named(friday, tmp_path):
    file = str(tmp_path / "l.pdf")
    ran = friday("deck labels friday --sheet 5167 -o", file)
    assert ran.err == (
        "! 3 of 3 codes hold no text, only the line that the companion reads. `--sheet 5160` has "
        "room for all of it.\n"
    )
    assert all(text.startswith("CMP2 ") for text in codes_in(file))
    told = friday("deck labels friday --sheet 5167 --json -o", file).json
    assert told["shortened"] == told["without_words"] == told["cards"]
    assert told["roomier"] == [{"sheet": "5160", "left": 0}]
    again = friday("deck labels friday --sheet 5160 -o", file)
    assert again.err == ""
    assert {text.split("\n")[1] for text in codes_in(file)} == {
        "If a 1 is played, then sing",
        "If a 2 is played, then clap",
        "“Song” sing",
    }


def test_a_long_text_is_named_by_its_card_and_no_sheet_is_promised_that_does_not_hold_it(
    friday, tmp_path
):
    file = str(tmp_path / "l.pdf")
    friday.must(f"blank rule add '{'If a 5 is played, then bow to all. ' * 9}' --by Ana --inked")
    ran = friday("deck labels friday --sheet L4732 -o", file)
    assert "codes (Rule 15, Rule 18 and 4-hexagon.1) hold only part of what is known" in ran.err
    named = re.search(r"--sheet (\S+)` (?:has room )?for all of it", ran.err)[1]
    ran = friday(f"deck labels friday --sheet {named} -o", file)
    assert ran.err == ""


@pytest.mark.long
def test_nothing_on_paper_is_smaller_than_six_points(friday, tmp_path):
    file = tmp_path / "page.svg"
    lines = [f"deck labels friday --all --sheet {sheet}" for sheet in SHEETS]
    lines += [f"deck print {copy}" for copy in ("friday", "bwd", "lwd")]
    for line in (*lines, "deck labels --calibrate --sheet 5167"):
        friday.must(f"{line} -o", str(file))
        for written in tmp_path.glob("*.svg"):
            sizes = re.findall(r'<text [^>]*font-size="([\d.]+)"', written.read_text("utf-8"))
            assert min(map(float, sizes)) >= 6 * 25.4 / 72 - 0.0001, line


def test_used_up_labels_are_skipped(friday, tmp_path):
    file = str(tmp_path / "labels.pdf")
    told = friday("deck labels friday --all --skip 20 --json -o", file).json
    assert pages_of(file) == 7
    assert told["used"] == (20 + 108) % 21


def test_labels_that_are_used_up_are_skipped_by_their_numbers(friday, tmp_path):
    def ran(skip):
        return friday.must(f"deck labels friday --skip {skip} -o", str(tmp_path / "l.svg")).out

    assert "`--skip 5`" in ran("2")
    assert "`--skip 5`" in ran("1,3")
    assert "`--skip 1-6,9,10`" in ran("1-3,9,10")


def test_only_what_changed_since_the_last_print(friday, tmp_path):
    file = str(tmp_path / "labels.pdf")
    assert friday("deck labels friday --only changed --json -o", file).json["labels"] == 3
    assert friday("deck labels friday --only changed --all --json -o", file).json["labels"] == 105
    none = friday("deck labels friday --only changed -o", str(tmp_path / "none.pdf"))
    assert (none.code, "No card of Friday box ★ has changed" in none.out) == (0, True)
    assert not (tmp_path / "none.pdf").exists()
    friday.must("blank rule edit 15 --effect dance --by Ben")
    assert friday("deck labels friday --only changed --json -o", file).json["labels"] == 0
    friday.must("blank rule approve 15")  # now it is what the table plays with
    assert friday("deck labels friday --only changed --json -o", file).json["cards"] == ["r15"]
    friday.must("blank card customise 1-circle ring --approved")
    assert friday("deck labels friday --only changed --json -o", file).json["cards"] == [
        "1-circle.1"
    ]


def test_labels_that_could_not_be_written_are_not_taken_for_printed(friday, tmp_path):
    assert friday("deck labels friday -o", str(tmp_path / "no" / "l.pdf")).code == 3
    told = friday("deck labels friday --only changed --json -o", str(tmp_path / "l.pdf")).json
    assert told["labels"] == 3


def test_a_damaged_list_of_labels_says_so(friday, tmp_path, home):
    friday.must("deck labels friday -o", str(tmp_path / "l.pdf"))
    (home / "groups" / "home" / "labels" / "blank-friday-box.json").write_text("{")
    ran = friday("deck labels friday --only changed -o", str(tmp_path / "l.pdf"))
    assert ran.code == 3
    assert "damaged" in ran.err


def test_a_list_of_labels_that_makes_no_sense_is_not_written_on(friday, tmp_path, home):
    friday.must("deck labels friday -o", str(tmp_path / "l.pdf"))
    file = home / "groups" / "home" / "labels" / "blank-friday-box.json"
    content = file.read_text("utf-8")
    for old, new in (("labels.printed", "labels.other"), ('"r1":1', '"r1":"x"')):
        assert old in content
        file.write_text(content.replace(old, new), "utf-8")
        for line in ("--only changed", "--card 15"):
            assert friday(f"deck labels friday {line} -o", str(tmp_path / "m.pdf")).code == 3
        assert file.read_text("utf-8") == content.replace(old, new)


@pytest.mark.long
def test_numbered_labels_for_cards_that_are_still_to_be_written(friday, tmp_path, monkeypatch):
    file = str(tmp_path / "labels.pdf")
    told = friday("deck labels friday --blank 3 --json -o", file).json
    assert told["cards"] == ["r18", "r19", "r20"] == cards_in(file)
    friday.must('blank rule add "If a 6 is played, then bow" --by Ana --inked')
    assert friday("deck labels friday --blank 2 --json -o", str(tmp_path / "m.pdf")).json[
        "cards"
    ] == ["r21", "r22"]  # not those once more
    check = friday("deck check friday --json", file).json
    assert "r18" in check["found"]
    assert check["out_of_date"] == []
    again = friday("deck labels friday --only changed --json -o", str(tmp_path / "n.pdf")).json
    assert "r18" in again["cards"]  # by hand will do, but this is nicer
    friday.must("blank rule edit 18 --effect jump --by Ana --approved")
    check = friday("deck check friday --json", file).json
    assert check["out_of_date"] == [{"card": "r18", "printed": 0, "revision": 2}]


def test_a_page_to_measure_the_printer_with(friday, tmp_path):
    file = str(tmp_path / "page.pdf")
    told = friday("deck labels --calibrate --sheet 5160 -o", file).out
    assert "at 100 %" in told
    with pypdfium2.PdfDocument(file) as document:
        text = " ".join(document[0].get_textpage().get_text_range().split())
    assert "--shift 0,0 --scale 100" in text
    command = re.search(r"companion (deck labels --calibrate .*) -o page", text)[1]
    assert "next time too" in friday.must(command, "-o", file).out


def test_how_a_printer_is_off_is_remembered_for_the_sheet(friday, tmp_path):
    def warned(options):
        return friday.must(f"deck labels friday {options} -o", str(tmp_path / "l.svg")).out

    assert "L7160 is printed with `--shift 0.5,-1 --scale 99.4`" in warned(
        "--shift 0,5;-1 --scale 99,4%"
    )
    assert "`--shift 0.5,-1 --scale 99.4`" in warned("")
    assert "`--shift 0.5,-1 --scale 100`" in warned("--scale 100")
    assert "is printed with" not in warned("--sheet L7163")
    assert "is printed with" not in warned("--shift 0,0")
    assert "is printed with" not in warned("")


@pytest.mark.parametrize("options", ["--offset-x 2 --offset-y -1", "--shift 2,-1"])
def test_all_labels_are_shifted(friday, tmp_path, options):
    """Found again where they are: two millimetres to the right, one up."""
    places = {}
    for name, typed in (("plain", ""), ("moved", options)):
        file = str(tmp_path / f"{name}.pdf")
        friday.must(f"deck labels friday --card 15 {typed} -o", file)
        with pypdfium2.PdfDocument(file) as document:
            words = document[0].get_textpage()
            found = words.search("Rule 15")
            places[name] = words.get_charbox(found.get_next()[0])
    left, bottom = (places["moved"][i] - places["plain"][i] for i in (0, 1))
    assert (left * 25.4 / 72, bottom * 25.4 / 72) == pytest.approx((2, 1), abs=0.05)


# Sheets


def test_the_sheets_that_are_shipped_lie_on_their_paper(companion):
    sheets = companion("deck sheet list --json").json["sheets"]
    assert {sheet["id"]: sheet["columns"] * sheet["rows"] for sheet in sheets} == SHEETS
    papers = {"A4": (210, 297), "Letter": (215.9, 279.4)}
    for sheet in sheets:
        width, height = papers[sheet["paper"]]
        right = width - sheet["left"] - (sheet["columns"] - 1) * sheet["across"] - sheet["width"]
        bottom = height - sheet["top"] - (sheet["rows"] - 1) * sheet["down"] - sheet["height"]
        assert right == pytest.approx(sheet["left"], abs=0.11), sheet["id"]  # in the middle
        assert bottom == pytest.approx(sheet["top"], abs=0.11), sheet["id"]
        assert sheet["source"]


def test_measures_of_ones_own_are_kept_under_a_name(friday, tmp_path):
    friday.must("deck sheet add Mine --like L7160 --left 7.5 --top 14.8")
    assert "Mine" in friday("deck sheet list").out
    file = str(tmp_path / "labels.pdf")
    assert friday("deck labels friday --sheet mine --json -o", file).json["sheet"] == "Mine"
    friday.must("deck sheet add Other --like 5160 --paper letter")
    friday.must("deck sheet add mine --top 15,2")  # told anew: the rest stays
    (mine,) = [
        one for one in friday("deck sheet list --json").json["sheets"] if one["id"] == "Mine"
    ]
    assert (mine["left"], mine["top"]) == (7.5, 15.2)
    friday.must("deck sheet remove mine")
    assert friday("deck labels friday --sheet mine -o", file).code == 1


def test_sheets_that_are_not_listed_as_they_are_are_named_as_damage(companion, home):
    companion.must("deck sheet add Mine --like L7160")
    settings = home / "settings.json"
    content = settings.read_text("utf-8")
    for kept in ("[]", '{"Mine": {"id": 7}}', '{"Mine": 3}', '{"Mine": {"width": "wide"}}'):
        document = json.loads(content)
        for table in document.values():
            for row in table.values():
                if "sheets" in row:
                    row["sheets"] = json.loads(kept)
        settings.write_text(json.dumps(document), "utf-8")
        for line in ("list", "add Other --like L7160", "remove Mine"):
            ran = companion(f"deck sheet {line}")
            assert (ran.code, "damaged" in ran.err) == (3, True), line
