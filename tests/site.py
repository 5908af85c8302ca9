"""Packages of other people, installed for one test: what they register, the program finds."""

import importlib
import os
import subprocess
import sys
import tomllib
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent

import pytest

import companion

PACKAGES = Path(__file__).parent / "packages"


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


def published(name: str) -> dict[str, str]:
    """The files of a package in `tests/packages`, as they lie where it is installed."""
    folder = PACKAGES / name
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    files = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted((folder / name).rglob("*"))
        if path.suffix in (".py", ".toml", ".md")
    }
    return {**metadata(name, **project["entry-points"]["companion.games"]), **files}


def copied(name: str) -> dict[str, str]:
    """The same with its own tests and its project file: all that its author has."""
    folder = PACKAGES / name
    tests = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in (folder / "pyproject.toml", *sorted((folder / "tests").glob("*.py")))
    }
    return {**published(name), **tests}


def own_tests(folder: Path, files: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    """Runs the tests of a package far from ours."""
    _write(folder, files)
    ours = Path(companion.__file__).parents[1]
    # What is asked of the run of our tests is not asked of theirs.
    environment = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider"],
        cwd=folder,
        env=environment | {"PYTHONPATH": os.pathsep.join([str(folder), str(ours)])},
        capture_output=True,
        text=True,
        check=False,
    )


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), "utf-8")


@contextmanager
def installed(
    site: Path, monkeypatch: pytest.MonkeyPatch, files: Mapping[str, str]
) -> Iterator[None]:
    """The files as a folder of packages on Python's path, forgotten again at the end."""
    _write(site, files)
    monkeypatch.syspath_prepend(str(site))
    importlib.invalidate_caches()
    # Its own tests lie beside it, and ours have that name as well.
    packages = {name.partition("/")[0] for name in files} - {"tests"}
    _forget(packages)  # whoever imported them from somewhere else
    try:
        yield
    finally:
        _forget(packages)


def _forget(packages: Collection[str]) -> None:
    for module in [name for name in sys.modules if name.partition(".")[0] in packages]:
        del sys.modules[module]
