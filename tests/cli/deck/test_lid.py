"""The whole way: a box is printed, photographed page by page, and checked before it is closed."""

import io

import pypdfium2
import pytest
from PIL import ImageFilter

from companion.boxes import codes as cardcode


def photographs(pdf, folder):
    """Every page as a telephone sees it: turned by seven degrees, a little blurred, as JPEG."""
    names = []
    with pypdfium2.PdfDocument(pdf) as document:
        for number, page in enumerate(document):
            picture = page.render(scale=150 / 72).to_pil().convert("L")
            picture = picture.rotate(7, expand=True, fillcolor=205, resample=3)
            content = io.BytesIO()
            picture.filter(ImageFilter.GaussianBlur(0.6)).save(content, "JPEG", quality=60)
            names.append(str(folder / f"page{number}.jpg"))
            (folder / f"page{number}.jpg").write_bytes(content.getvalue())
    return names


@pytest.mark.parametrize(("copy", "lost", "cards"), [("friday", "r2", 87), ("bwd", "17", 54)])
def test_a_missing_a_double_and_a_foreign_card_are_found(
    friday, tmp_path, types, copy, lost, cards
):
    friday.must("blank copy new Cellar --mark ♥")
    friday.must("bwd card set 18 --name Zoom")
    sheet, other = str(tmp_path / "sheet.pdf"), str(tmp_path / "other.pdf")
    friday.must(f"deck print {copy} -o", sheet)
    friday.must("deck print cellar --card r3 -o", other)
    photos = photographs(sheet, tmp_path)
    lines = friday("deck scan", *photos).out.splitlines()
    types(*lines)
    complete = friday(f"deck check {copy} --json").json
    assert (len(complete["found"]), complete["missing"]) == (cards, [])
    assert (complete["foreign"], complete["double"], complete["no_codes"]) == ([], [], [])
    lines += friday("deck scan", other).out.splitlines()
    codes = [line for line in lines if line.startswith("CMP2 ")]
    kept = [line for line in codes if cardcode.read(line).card != lost]
    double = kept[0]
    types(*kept, double)
    told = friday(f"deck check {copy} --json").json
    assert told["missing"] == [lost]
    assert [one["card"] for one in told["double"]] == [cardcode.read(double).card]
    assert [one["card"] for one in told["foreign"]] == ["r3"]
    assert told["complete"] is False
