"""Codes: every text comes back as it was put in, and its size is known before it is made."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.errors import Invalid
from companion.printing import codes
from companion.printing.layout.labels import least_side
from tests.printing.boxes import base45_like, rule, texts_of
from tests.printing.scanner import codes_in
from tests.terminal import LIMIT


def read(text: str) -> str:
    modules = codes.matrix(text)
    side = len(modules) + 2 * codes.QUIET
    picture = Image.new("L", (side, side), 255)
    for y, row in enumerate(modules):
        for x, dark in enumerate(row):
            picture.putpixel((x + codes.QUIET, y + codes.QUIET), 0 if dark else 255)
    large = picture.resize((side * 4, side * 4), Image.Resampling.NEAREST)
    (code,) = codes_in(large)
    return code.text


@pytest.mark.parametrize(
    "text",
    [
        *texts_of(rule(15)),
        "a",
        "Грушевий сік ★ 李明 עברית",
        "line\nline\n\nline",
        base45_like(30),
        base45_like(1450),
    ],
)
def test_a_text_comes_back_as_it_was_put_in(text):
    assert read(text) == text


def test_base45_is_packed_densely():
    assert codes.side(base45_like(1450)) <= 17 + 4 * 25
    assert codes.side(base45_like(1450).lower()) > codes.side(base45_like(1450))


@given(st.integers(0, 2331), st.booleans())
def test_the_size_of_a_code_is_known_before_it_is_made(length, dense):
    text = base45_like(length) if dense else "a" * length
    try:
        side = codes.side(text)
    except Invalid:
        assert length > 2000
        return
    if length < 300:
        assert len(codes.matrix(text)) == side


def test_of_several_texts_the_fullest_that_fits_is_taken():
    full, middle, machine = texts_of(rule(15))
    assert codes.fullest((full, middle, machine), 57) == full
    assert codes.fullest((full, middle, machine), 45) == middle
    assert codes.fullest((full, middle, machine), 25) == machine
    assert codes.fullest((full, middle, machine), 21) is None


def test_the_line_for_machines_is_packed_by_itself():
    """Its signs take five and a half bits each, those of what people read eight."""
    machine = texts_of(rule(15))[-1]
    text = f"{'Clap! ' * 13}\n{machine}"
    assert (codes.side(text), codes.side(text.lower())) == (41, 45)
    assert read(text) == text
    assert codes.side(machine) == 25
    assert read(machine) == machine


def test_a_text_that_no_code_holds_is_refused():
    with pytest.raises(Invalid, match="A text of 3000 characters is too long for a QR code"):
        codes.matrix("a" * 3000)


def test_stray_halves_of_characters_become_question_marks():
    assert read("a\ud800b") == "a?b"


def test_the_runs_are_the_dark_modules():
    modules = codes.matrix("companion")
    dark = {(x, y) for y, row in enumerate(modules) for x, on in enumerate(row) if on}
    drawn = [(x + i, y) for x, y, length in codes.runs(modules) for i in range(length)]
    assert sorted(drawn) == sorted(dark)


def test_the_least_label_fits_the_shortest_text():
    assert least_side(texts_of(rule(15))) == 9.6


def test_codes_are_made_without_pillow_which_can_be_had_all_the_same():
    program = (
        "import sys; from companion.printing import codes; side = codes.side('a');"
        "assert len(codes.matrix('a')) == side and 'PIL' not in sys.modules;"
        "from PIL import Image; Image.new('L', (1, 1))"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=LIMIT)
