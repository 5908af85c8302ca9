"""A bar on standard error for what takes longer than half a second; nothing where nobody looks."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

PATIENCE = 0.5
"""Seconds that pass before there is a bar."""

Tick = Callable[[int, int | None], None]


@contextmanager
def progress(what: str) -> Iterator[Tick]:
    """Call what this gives with how much is done, and of how much if that is known.

    The bar goes when all is done.
    """
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    began = monotonic()
    bar = Progress(console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task(what, total=None)
    shown = False

    def tick(done: int, of: int | None) -> None:
        nonlocal shown
        if not shown and monotonic() - began > PATIENCE:
            shown = True
            bar.start()
        bar.update(task, completed=done, total=of)

    try:
        yield tick
    finally:
        if shown:
            bar.stop()
