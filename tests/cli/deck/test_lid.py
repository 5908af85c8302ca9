"""The whole way: a box is printed, photographed page by page, and checked before it is closed."""

import io

import pypdfium2
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


def test_a_missing_a_double_and_a_foreign_card_are_found(companion, tmp_path, types):
    companion.must("blank box new Cellar --mark ♥")
    sheet, other = str(tmp_path / "sheet.pdf"), str(tmp_path / "other.pdf")
    companion.must("deck print bwd --all -o", sheet)
    companion.must("deck print cellar --card r3 -o", other)
    lines = companion("deck scan", *photographs(sheet, tmp_path)).out.splitlines()
    types(*lines)
    complete = companion("deck check bwd --json").json
    assert (len(complete["found"]), complete["missing"]) == (54, [])
    assert (complete["foreign"], complete["double"], complete["no_codes"]) == ([], [], [])
    lines += companion("deck scan", other).out.splitlines()
    codes = [line for line in lines if line.startswith("CMP2 ")]
    lost, double = (cardcode.read(code).card for code in codes[:2])
    types(*codes[1:], codes[1])
    document = companion("deck check bwd --json").json
    assert document["missing"] == [lost]
    assert [one["card"] for one in document["double"]] == [double]
    assert [one["card"] for one in document["foreign"]] == ["r3"]
    assert document["complete"] is False
