"""A bar on standard error for what takes longer than a second; nothing where nobody looks."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.drawing.progress import Tick

PATIENCE = 1.0
"""Seconds that pass before there is a bar."""


@contextmanager
def progress(what: str) -> Iterator[Tick]:
    """Call what this gives with how much is done, and of how much if that is known.

    The bar goes when all is done.
    """
    from threading import Timer

    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    bar = Progress(console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task(what, total=None)
    # Whoever works without a word, such as a library, is not to keep the bar away.
    patience = Timer(PATIENCE, bar.start)
    patience.daemon = True
    if console.is_terminal:
        patience.start()
    try:
        yield lambda done, of: bar.update(task, completed=done, total=of)
    finally:
        patience.cancel()
        bar.stop()
