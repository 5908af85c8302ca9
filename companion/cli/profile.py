"""Writes what a command spends its time on to the file that COMPANION_PROFILE names.

Measured by Python's own profiler, which slows everything down: only shares and order matter.
"""

import atexit
import sys
from collections.abc import Iterator
from cProfile import Profile
from os import sep
from time import perf_counter
from typing import Any

from companion.cli.output import print_warning

PARTS = {
    "importing modules": ("<frozen importlib",),
    "writing files": ("companion/store/transaction", "companion/store/journal"),
    "reading files": ("companion/store/",),
    "folding logs": ("companion/table/plays/replay", "companion/core/log"),
    "counting plays": ("companion/stats/", "companion/table/history/"),
    "looking things up": ("companion/reference/", "companion/table/lookup/"),
    "drawing": ("companion/render/", "companion/drawing/", "companion/printing/", "/rich/"),
    "reading the line": ("companion/cli/quick", "companion/cli/declared", "/typer/", "/click/"),
    "the command itself": ("companion/table/", "companion/cli/", "companion/web/"),
}
"""The part that a function's time counts for, by the first matching file name. The time of other
functions, such as those of `json`, counts for their callers.
"""
_WRITES = ("write", "put", "save", "sync", "replace", "append", "_encode", "make_folder")
"""Names of store functions that write begin with these."""
_MODULES, _FUNCTIONS = 20, 60
_LEAST = 0.001
"""The least share of the whole time that is listed."""


def begin(file: str) -> None:
    """Measure from now until the program ends."""
    profile = Profile()
    atexit.register(_write, file, profile, perf_counter())
    profile.enable()


def _write(file: str, profile: Profile, began: float) -> None:
    """Write the report, without changing the exit code."""
    profile.disable()
    command = " ".join(["companion", *sys.argv[1:]])
    report = "\n".join(_report(command, profile.getstats(), perf_counter() - began))
    try:
        with open(file, "w", encoding="utf-8") as out:
            out.write(f"{report}\n")
    except OSError as problem:
        print_warning(f"COMPANION_PROFILE: {file} cannot be written ({problem.strerror}).")


def _report(command: str, entries: list[Any], whole: float) -> Iterator[str]:
    """The lines of the report: parts, modules and functions, in each the longest first."""
    calls = _Calls(entries)
    yield f"`{command}` took {whole:.3f} s. The profiler slows everything down: compare shares."
    yield from ("", "Where the time went")
    parts = dict.fromkeys([*PARTS, "other"], 0.0)
    for entry in entries:
        for part, share in calls.parts_of(entry.code).items():
            parts[part] += share * entry.inlinetime
    for part, seconds in sorted(parts.items(), key=lambda item: -item[1]):
        if seconds >= _LEAST * whole:
            yield f"{seconds:8.3f} s {seconds / whole:6.1%}  {part}"
    yield from ("", "Modules, with all that they import")
    modules = [entry for entry in entries if _name(entry.code) == "<module>"]
    for entry in sorted(modules, key=lambda entry: -entry.totaltime)[:_MODULES]:
        yield f"{entry.totaltime:8.3f} s  {_file(entry.code)}"
    yield from ("", "Functions: alone, with all that they call, how often, what calls them most")
    for entry in sorted(entries, key=lambda entry: -entry.inlinetime)[:_FUNCTIONS]:
        if entry.inlinetime >= _LEAST * whole:
            caller = calls.busiest(entry.code)
            by = "" if caller is None else f"  ← {_called(caller)}"
            times = f"{entry.inlinetime:8.3f} s {entry.totaltime:8.3f} s {entry.callcount:9,} ×"
            yield f"{times}  {_called(entry.code)}{by}"


class _Calls:
    """Which functions call which, and for how long."""

    def __init__(self, entries: list[Any]) -> None:
        self._callers: dict[Any, list[tuple[Any, float]]] = {}
        self._parts: dict[Any, dict[str, float]] = {}
        for entry in entries:
            for called in entry.calls or ():
                callers = self._callers.setdefault(called.code, [])
                callers.append((entry.code, called.totaltime))

    def busiest(self, code: Any) -> Any:
        """The caller on whose behalf a function runs longest; None if nothing calls it."""
        callers = [it for it in self._callers.get(code, ()) if it[0] is not code]
        return max(callers, key=lambda caller: caller[1])[0] if callers else None

    def parts_of(self, code: Any) -> dict[str, float]:
        """The parts that a function's time counts for, with the share of each."""
        if code not in self._parts:
            self._parts[code] = {"other": 1.0}  # provisional, as functions may call each other
            part = _part(code)
            self._parts[code] = self._of_callers(code) if part is None else {part: 1.0}
        return self._parts[code]

    def _of_callers(self, code: Any) -> dict[str, float]:
        callers = self._callers.get(code, ())
        whole = sum(seconds for _, seconds in callers)
        shares: dict[str, float] = {}
        for caller, seconds in callers:
            for part, share in self.parts_of(caller).items():
                shares[part] = shares.get(part, 0.0) + share * seconds / whole if whole else 0.0
        return shares or {"other": 1.0}


def _part(code: Any) -> str | None:
    """The part that a function itself belongs to; None if it counts for its callers."""
    if isinstance(code, str):
        return None
    if _name(code) == "<module>":
        return "importing modules"
    file = code.co_filename.replace(sep, "/")
    if "companion/store/" in file and code.co_name.startswith(_WRITES):
        return "writing files"
    return next((part for part, files in PARTS.items() if any(it in file for it in files)), None)


def _name(code: Any) -> str:
    return code if isinstance(code, str) else str(code.co_name)


def _file(code: Any) -> str:
    """The path within this project, or the end of another path."""
    file = code.co_filename.replace(sep, "/")
    at = file.rfind("/companion/")
    return file[at + 1 :] if at >= 0 else "/".join(file.split("/")[-2:])


def _called(code: Any) -> str:
    if isinstance(code, str):
        return code
    return f"{code.co_name} ({_file(code)}:{code.co_firstlineno})"
