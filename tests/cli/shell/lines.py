"""A shell whose lines come from a file, in this process."""

import io
import sys

import pytest

from tests.desks import Companion, Run


class Piped:
    """`piped("ana +3\\nt", "--keep-going")`: the lines (text or bytes), and options of `shell`."""

    def __init__(self, companion: Companion, patch: pytest.MonkeyPatch) -> None:
        self._companion, self._patch = companion, patch

    def __call__(self, lines: str | bytes, options: str = "") -> Run:
        content = lines if isinstance(lines, bytes) else lines.encode()
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        return self._companion(f"shell {options}")
