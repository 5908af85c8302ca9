"""What a phone's screen shows and keeps: pictures large enough, fields that stay, nothing lost."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.served import Table, expect, served

PICTURES = """() => [...document.querySelectorAll("main svg[role=img], main img")]
  .filter((it) => it.checkVisibility())
  .map((it) => [it.getBoundingClientRect(), it.outerHTML.slice(0, 90)])
  .map(([at, html]) => [at.width, at.left >= 0 && at.right <= innerWidth, html])"""
LEAST_PICTURE = 240
WITH_PICTURES = (
    *("/read/wins", "/read/growth", "/play/bwd-1/report", "/play/bwd-2/report"),
    *("/boxes/bwd", "/boxes/bwd/card?q=17"),
)


def test_every_picture_is_large_enough_and_inside_the_page(table: Table):
    for line in ("score ana +5", "next", "finish --winner ana", "start bwd Ana Ben --set V1"):
        table.run(line)
    table.run("score ben +4")
    phone = table.phone("Ana")
    seen, wrong = 0, []
    for path in WITH_PICTURES:
        phone.open(path)
        for width in (360, 390, 768, 1024):
            phone.page.set_viewport_size({"width": width, "height": 844})
            for wide, inside, html in phone.page.evaluate(PICTURES):
                seen += 1
                if wide < LEAST_PICTURE or not inside:
                    wrong.append(f"{path} at {width}: {wide} wide: {html}")
    assert seen >= 3 * 4
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def sheet(tmp_path: Path, browser: Any) -> Any:
    """A score sheet of two, served."""
    with served(tmp_path / "home", browser, 'start sheet "6 nimmt!" Ana Ben') as opened:
        yield opened


def test_a_row_that_is_half_typed_stays_when_somebody_enters_something(sheet: Table):
    ana = sheet.phone("Ana")
    expect(ana.pill).to_have_text("live")
    first, second = (ana.page.locator(f".sheet-line input[name=p{seat}]") for seat in (0, 1))
    first.fill("12")
    second.press_sequentially("3")
    second.evaluate("it => { it.isTheSame = true; }")
    sheet.run("sheet row 1 ana=7")
    expect(ana.page.locator(".newest li").first).to_contain_text("7")
    expect(second).to_be_focused()
    assert second.evaluate("it => it.isTheSame")
    second.press_sequentially("4")
    expect(second).to_have_value("34")
    sheet.run("undo")
    expect(first).to_be_visible()
    expect(second).to_be_focused()
    expect(second).to_have_value("34")


def test_a_browser_that_keeps_nothing_says_so_and_asks_before_it_leaves(table: Table):
    ana = table.phone("Ana")
    full = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"
    ana.context.add_init_script(full)
    ana.page.reload()
    expect(ana.pill).to_have_text("live")
    ana.go_offline()
    ana.tap("Ana gains 1")
    expect(ana.waiting).to_contain_text("stay on this page until it is sent")
    asked: list[str] = []

    def stay(dialog: Any) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    ana.page.on("dialog", stay)
    ana.page.close(run_before_unload=True)
    ana.page.wait_for_timeout(500)
    assert asked == ["beforeunload"]
    ana.go_online()
    expect(ana.score("Ana")).to_have_text("4")
