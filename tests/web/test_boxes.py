"""Boxes on phones: all is there, by photographs of the codes; and what is sent in place of one."""

import io
import re
from collections.abc import Sequence

import pytest
from PIL import Image, ImageFilter

from companion.errors import Invalid
from companion.printing.codes import matrix
from companion.scanning import codes_in_photograph
from companion.scanning.pictures import MOST_PIXELS_SENT
from tests.web.room import WATCH, Served, served

BOUNDARY = "----phone"


@pytest.fixture
def table():
    with served() as table:
        yield table


@pytest.fixture
def ana(table):
    return table.phone("Ana")


def test_every_box_of_the_list_can_be_tapped(table, ana):
    listed = table.get("/boxes", phone=ana)
    links = re.findall(r'href="(/boxes/[^"]*)"', listed.text)
    boxes = table.typed("deck", "list", "--json").document["copies"]
    assert links == [f"/boxes/{box['copy']}" for box in boxes]
    assert [table.get(link, phone=ana).status for link in links] == [200] * len(links)


def codes(table: Served, *cards: str) -> list[str]:
    """What stands in the codes of some cards of Blank White Dice."""
    asked = [word for card in cards for word in ("--card", card)]
    told = table.typed("deck", "print", "bwd", *asked, "--json").document
    return [one["text"] for one in told["codes"]]


def photograph(texts: Sequence[str], kind: str = "JPEG") -> bytes:
    """Codes side by side as a telephone sees them: turned a little, blurred."""
    drawn = [matrix(text) for text in texts]
    side = 6 * max(len(one) + 12 for one in drawn)
    paper = Image.new("L", (side * len(drawn), side), 235)
    for place, rows in enumerate(drawn):
        code = Image.new("L", (len(rows), len(rows)))
        code.putdata([0 if dark else 235 for row in rows for dark in row])
        paper.paste(code.resize((6 * len(rows), 6 * len(rows)), 0), (side * place + 36, 36))
    turned = paper.rotate(4, expand=True, fillcolor=200, resample=3)
    content = io.BytesIO()
    turned.filter(ImageFilter.GaussianBlur(0.6)).save(content, kind)
    return content.getvalue()


def send(table: Served, phone, *pictures: bytes, typed: str = ""):
    """Post photographs as the form of the page does."""
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="photograph"; '
        f'filename="{number}.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'.encode()
        + picture
        + b"\r\n"
        for number, picture in enumerate(pictures)
    ]
    if typed:
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="typed"\r\n\r\n'
        parts.append(f"{head}{typed}\r\n".encode())
    body = b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()
    kind = [("content-type", f"multipart/form-data; boundary={BOUNDARY}")]
    return table.post("/boxes/bwd/photos", body, kind, phone=phone)


def test_what_is_found_grows_from_photograph_to_photograph(table, ana):
    assert "<strong>0 of 54</strong>" in table.get("/boxes/bwd/check", phone=ana).text
    first = send(table, ana, photograph(codes(table, "17", "18", "19")))
    assert first.status == 200
    assert "3 codes in a photograph." in first.text
    assert "<strong>3 of 54</strong>" in first.text
    both = send(table, ana, photograph(codes(table, "20")), photograph(codes(table, "19")))
    assert "<strong>4 of 54</strong>" in both.text
    assert "Twice" in both.text
    assert "<strong>5 of 54</strong>" in send(table, ana, typed="21").text
    assert "<strong>5 of 54</strong>" in table.get("/boxes/bwd/check", phone=ana).text


def test_each_phone_looks_by_itself_and_may_begin_again(table, ana):
    send(table, ana, typed="17")
    other = table.get("/boxes/bwd/check", phone=table.phone("Ben"))
    assert "<strong>0 of 54</strong>" in other.text
    assert table.get("/boxes/bwd/check?again", phone=ana).status == 303
    assert "<strong>0 of 54</strong>" in table.get("/boxes/bwd/check", phone=ana).text


def test_who_watches_takes_no_photographs(table):
    assert send(table, table.phone(role=WATCH), typed="17").status == 403


@pytest.mark.parametrize(
    "content", [b"", b"GIF89a", b"%PDF-1.4", b"<svg/>", b"\xff\xd8" + b"x" * 99]
)
def test_what_is_no_photograph_is_said_to_be_none(table, ana, content):
    answer = send(table, ana, content)
    assert answer.status == 200
    assert "cannot be read as a photograph" in answer.text


def test_a_photograph_without_a_code_says_what_helps(table, ana):
    content = io.BytesIO()
    Image.new("L", (300, 300), 200).save(content, "PNG")
    assert "nearer, from above, in good light" in send(table, ana, content.getvalue()).text


def test_a_picture_that_would_fill_the_memory_is_never_opened():
    side = int(MOST_PIXELS_SENT**0.5) + 10
    content = io.BytesIO()
    Image.new("1", (side, side)).save(content, "PNG")
    with pytest.raises(Invalid, match="too large"):
        codes_in_photograph(content.getvalue())


def test_a_picture_of_a_kind_that_phones_do_not_make_is_never_opened():
    content = io.BytesIO()
    Image.new("L", (20, 20)).save(content, "TIFF")
    with pytest.raises(Invalid, match="photograph"):
        codes_in_photograph(content.getvalue())


def test_the_story_of_a_card_is_told(table, ana):
    table.typed("bwd", "card", "set", "17", "--name", "Medkit")
    html = table.get("/boxes/bwd/card?name=17", phone=ana).text
    assert "Medkit" in html
    assert "Medkit" in table.get("/boxes/bwd", phone=ana).text
