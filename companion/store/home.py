"""What lies in a home, and whether a file does: nothing that goes out is written over it."""

import os
from collections.abc import Iterator

from companion.store.refusals import KINDS

HISTORY = "shell-history.txt"
_NAMES = ("settings.json", "intent.json", "lock", "prepared", "groups", "cache", HISTORY)
"""What lies in a home. Whoever makes the home his own folder may keep other things beside it."""
_Number = tuple[int, int]
"""What a file or folder is known by, whatever it is called: its disk, and its number there."""

_open: list[str] = []


def opened(folder: str) -> None:
    """Note that this is the home in which this process keeps what it is told."""
    _open[:] = [folder]


def is_kept(path: str) -> bool:
    """Whether a file, there or not, is of the home that is open: in a folder of its own, under a
    name of its own, or where a link in it leads to.

    Folders are compared by their numbers: links, `..`, and another case where that is the same name
    lead to none that is not found. Raises ValueError for what is no name.
    """
    target = os.path.realpath(path)
    return any(_is_in(target, folder) for folder in _open)


def _is_in(target: str, folder: str) -> bool:
    root, ours = _number(folder), set(_numbers_in(folder))
    while True:
        above, name = os.path.split(target)
        if _number(target) in ours or (_is_ours(name) and _number(above) == root is not None):
            return True
        if above == target:
            return False
        target = above


def _is_ours(name: str) -> bool:
    """Whether that is what a file or folder in the home is called, or what stands beside one."""
    known = name.casefold()
    return any(known == own or known.startswith(f"{own}.") for own in _NAMES)


def _numbers_in(folder: str) -> Iterator[_Number]:
    """The numbers of a home's folders, wherever they lie, and of files that its links lead to."""
    groups = os.path.join(folder, "groups")
    each = [entry.path for entry in _entries(groups)]
    shelves = [os.path.join(group, shelf) for group in each for shelf in KINDS]
    kept = (os.path.join(folder, "cache"), groups, *each, *shelves)
    links = [entry.path for one in (folder, *kept) for entry in _entries(one) if entry.is_symlink()]
    yield from filter(None, map(_number, kept))
    yield from filter(None, map(_number, filter(os.path.isfile, links)))


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _number(path: str) -> _Number | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
