"""Files: the same values give the same bytes, and a missing library is told in a sentence."""

import subprocess
import sys

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.inventory import Component
from companion.drawing.paper import Printed
from companion.errors import Unusable
from companion.printing.document import KINDS, calibration, labels, parts, sheet
from tests.printing import scanner
from tests.printing.boxes import base45_like, box, printed, rule, sheets
from tests.terminal import LIMIT

ROWS = printed(*(rule(number) for number in range(1, 6)))
LABELS = sheets()


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_two_runs_give_the_same_bytes(kind):
    for make in (
        lambda: sheet(kind, box(), ROWS, "A4"),
        lambda: labels(kind, ROWS, LABELS["5160"], mark="★"),
        lambda: calibration(kind, LABELS["5160"]),
        lambda: parts(kind, box(), [base45_like(200)], "A4"),
    ):
        assert make() == make()


def test_labels_ask_printers_not_to_scale_them():
    asked = b"/PrintScaling /None"
    label = next(iter(sheets().values()))
    assert asked in labels("pdf", printed(rule(1)), label).content
    assert asked in calibration("pdf", label).content
    assert asked not in sheet("pdf", box(rule(1)), printed(rule(1)), "A4").content


def test_a_pdf_tells_its_title_and_its_author():
    made = sheet("pdf", box(), ROWS, "A4")
    with pypdfium2.PdfDocument(made.content) as document:
        told = document.get_metadata_dict()
    assert told["Title"] == "Friday box ★: inventory"
    assert told["Author"] == "Ana"
    assert not told["CreationDate"] or "2000" in told["CreationDate"]


def test_labels_are_called_after_their_box():
    label = next(iter(sheets().values()))
    rows = printed(rule(1))
    content = labels("html", rows, label, mark="★", box="Friday box ★").content.decode()
    assert f"<title>Friday box ★: labels {label.id}</title>" in content


@pytest.mark.parametrize(
    ("kind", "library", "message"),
    [
        ("pdf", "reportlab", "PDFs need reportlab, which is not installed."),
        ("png", "pypdfium2", "PNGs need pypdfium2 and Pillow, which are not installed."),
    ],
)
def test_a_missing_library_is_told_and_how_to_do_without(kind, library, message, monkeypatch):
    for name in list(sys.modules):
        if name.split(".")[0] == library:
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(Unusable) as refused:
        calibration(kind, LABELS["5160"])
    assert refused.value.message == message
    assert refused.value.hint == f"`pip install {library} pillow`, or print to .html or .svg."


def test_pages_for_a_browser_and_svg_need_neither_reportlab_nor_pillow():
    program = """
import sys
import companion.printing.document as document
assert not {"qrcode", "reportlab", "PIL"} & set(sys.modules)
sys.modules["reportlab"] = sys.modules["PIL"] = None
from tests.printing.boxes import box, printed, rule, sheets
for kind in ("html", "svg"):
    assert document.sheet(kind, box(), printed(rule(1)), "A4").content
    assert document.labels(kind, printed(rule(1)), sheets()["5160"]).content
    assert document.parts(kind, box(), ["ABC"], "A4").content
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=LIMIT)


SIGNS = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=["Cs", "Cc", "Cf", "Mn"]),
        st.sampled_from("אבגسلام李明🎲ÅÉ\u202e\u200d\n\t <&>\"'\\"),
    ),
    max_size=60,
)
ITEMS = st.builds(
    Component,
    id=st.just("r1"),
    title=SIGNS,
    part=SIGNS,
    many=st.one_of(st.none(), st.integers(0, 10**12)),
    name=SIGNS,
    says=st.one_of(SIGNS, SIGNS.map(lambda text: text * 40)),
    by=SIGNS,
    revision=st.integers(0, 3),
    status=SIGNS,
    net=st.one_of(st.just(()), st.lists(SIGNS, min_size=6, max_size=6).map(tuple)),
    out=SIGNS,
)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=12)
@given(item=ITEMS, name=SIGNS, mark=SIGNS, text=SIGNS, sheet_id=st.sampled_from(sorted(LABELS)))
def test_no_text_is_too_odd_to_be_printed(kind, item, name, mark, text, sheet_id):
    rows = [Printed(item, (text, "CMP2 X")), Printed(item)]
    odd = box(item, name=name, mark=mark, owner=name, notes=(text,), game_title=text, date=text)
    for made in (
        sheet(kind, odd, rows, "A4"),
        labels(kind, rows, LABELS[sheet_id], mark=mark),
        parts(kind, odd, ["ABC"], "Letter"),
    ):
        assert made.content
        if kind in ("svg", "html"):
            made.content.decode()
        if kind == "pdf":
            assert scanner.pdf_text(made.content)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_two_thousand_characters_are_printed(kind):
    for says in ("x" * 2000, "word " * 400, "李" * 2000):
        item = rule(1, says)
        assert sheet(kind, box(item), printed(item), "Letter").content
        assert labels(kind, printed(item), LABELS["L4732"]).content
