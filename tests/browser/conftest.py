"""A real browser: Chromium as it is installed here, driven by Playwright.

Where there is none, these tests are skipped and say why; with COMPANION_BROWSER_TESTS=required they
fail in its place. COMPANION_BROWSER names a browser that is found nowhere else.
"""

import os
import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.browser.served import WAIT, Table, expect, served

BROWSERS = (
    # Without windows of its own, it takes two thirds of the time.
    *("chromium-headless-shell", "chromium"),
    *("chromium-browser", "google-chrome", "google-chrome-stable"),
)
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
    # The address bar of every window would come with two pages of its own; the rest is what
    # Playwright turns off, of which the last list counts.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup,AimEnabled,"
    "HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding,OptimizationHints,MediaRouter,"
    "LensOverlay,NetworkTimeServiceQuerying,ThirdPartyStoragePartitioning,PreconnectToSearch",
]
START = "start bwd Ana Ben Cleo --set V1"


def _without(what: str) -> NoReturn:
    why = f"Needs {what}: apt install chromium-headless-shell, pip install 'companion[browser]'."
    if os.environ.get("COMPANION_BROWSER_TESTS") == "required":
        pytest.fail(why)
    pytest.skip(why)


# A package, not a session: while Playwright runs, nothing else can use asyncio in this thread.
@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """A browser; each test opens windows of its own in it."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ModuleNotFoundError:
        _without("Playwright")
    named = os.environ.get("COMPANION_BROWSER")
    path = named or next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        _without("a browser")
    expect.set_options(timeout=WAIT)
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        except Error as problem:
            _without(f"a browser that starts ({path}: {problem.message.splitlines()[0]})")
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def axe() -> str:
    """The script of axe-core."""
    try:
        found = files("axe_playwright_python").joinpath("axe.min.js")
    except ModuleNotFoundError:
        _without("axe-core")
    return found.read_text(encoding="utf-8")


@pytest.fixture
def table(tmp_path: Path, browser: Any) -> Iterator[Table]:
    """A table of three at Blank White Dice, served."""
    with served(tmp_path / "home", browser, START) as opened:
        yield opened
