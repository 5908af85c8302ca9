"""Packages of other people, installed for one test: what they register, the program finds."""

import importlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent

import pytest


def metadata(package: str, **entry_points: str) -> dict[str, str]:
    """What an installed package says of itself: a game's id and where the game lies, for each."""
    lines = "".join(f"{name} = {value}\n" for name, value in entry_points.items())
    return {
        f"{package}-1.0.dist-info/METADATA": (
            f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n"
        ),
        f"{package}-1.0.dist-info/entry_points.txt": f"[companion.games]\n{lines}",
        f"{package}/__init__.py": "",
    }


@contextmanager
def installed(
    site: Path, monkeypatch: pytest.MonkeyPatch, files: Mapping[str, str]
) -> Iterator[None]:
    """The files as a folder of packages on Python's path, forgotten again at the end."""
    for name, text in files.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), "utf-8")
    monkeypatch.syspath_prepend(str(site))
    importlib.invalidate_caches()
    yield
    packages = {name.partition("/")[0] for name in files}
    for module in [name for name in sys.modules if name.partition(".")[0] in packages]:
        del sys.modules[module]
