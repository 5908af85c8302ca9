"""Looks for codes in a process of its own, with so much memory and for so long: the libraries
that decode and draw know no limits themselves.

The process writes lines of JSON: `{"of": pages}` as soon as it knows, `{"texts": […]}` for each
page, `{"part": true}` for a part of a tall picture, and in the end `{"done": true}`, or what it
refuses as `{"error": code, "message", "hint"}`.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import IO, Any

from companion.errors import CompanionError, Invalid, Unusable

SECONDS = 8
"""The most seconds of processor time for one file."""
MEMORY = 240_000_000
"""Bytes of memory for the process, without its programs."""

SENT = "-"
"""Instead of a file name: the photograph comes on standard input."""
_THIS = "This picture"
_PATIENCE = 3 * SECONDS
"""Seconds after which it is ended where the system does not see to that, or has much else to do."""
_TIME_IS_OVER = 24
"""The signal with which a system ends what has used up its time (SIGXCPU)."""


def results(name: str, sent: bytes = b"") -> Iterator[dict[str, Any]]:
    """What a process finds in a file, or of a photograph that was `sent`, as it comes.

    It ends with `{"done": true}`, or with `{"late": true}` where the time was over. Raises Invalid,
    also where the process ended by itself: then the picture takes more memory than there is for it.
    """
    # -P: what lies in the folder in which somebody stands is no part of the program.
    command = [sys.executable, "-P", "-m", __name__, name]
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    except OSError as problem:
        raise Unusable(
            f"Reading pictures needs a second process, which could not start ({problem.strerror}).",
            "Close some programs and repeat the command.",
        ) from None
    late = Timer(_PATIENCE, process.kill)
    late.daemon = True
    late.start()
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        with suppress(OSError), process.stdin:  # It may have ended by now.
            process.stdin.write(sent)
        for line in process.stdout:
            found: dict[str, Any] = json.loads(line)
            if "error" in found:
                raise Invalid(found["message"], found["hint"])
            yield found
            if "done" in found:
                return
        if process.wait() == -_TIME_IS_OVER or not late.is_alive():
            yield {"late": True}
            return
        raise Invalid(
            f"{_THIS if name == SENT else name} takes too much memory for one picture.",
            "Make it smaller, or crop it.",
        )
    finally:
        late.cancel()
        process.kill()
        process.wait()
        process.stdout.close()


def _main(name: str) -> None:
    _limit()
    try:
        for line in _found(name, sys.stdin.buffer):
            _send(line)
        _send({"done": True})
    except MemoryError:
        sys.exit(1)
    except CompanionError as problem:
        _send({"error": problem.code, "message": problem.message, "hint": problem.hint})


def _limit() -> None:
    """Limit memory and time, if the system supports that."""
    try:
        import resource
    except ImportError:
        return  # Windows: whoever began this process ends it when the time is over.
    for limit, most in (
        (resource.RLIMIT_DATA, (MEMORY, MEMORY)),
        (resource.RLIMIT_CPU, (SECONDS, SECONDS + 1)),
        (resource.RLIMIT_CORE, (0, 0)),
    ):
        with suppress(OSError, ValueError):
            resource.setrlimit(limit, most)


def _found(name: str, sent: IO[bytes]) -> Iterator[dict[str, Any]]:
    from companion.scanning.pictures import pages, photograph, picture, texts_in

    if name == SENT:
        yield {"texts": texts_in(photograph(sent.read()))}
    elif name.lower().endswith(".pdf"):
        for _, count, page in pages(Path(name), name):
            yield {"of": count}
            yield {"texts": texts_in(page)}
    else:
        yield {"texts": texts_in(picture(Path(name), name), lambda: _send({"part": True}))}


def _send(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    _main(sys.argv[1])
