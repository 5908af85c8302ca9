"""What lies in a home, and whether a file does: nothing that goes out is written over it."""

import os
from collections.abc import Iterable, Iterator
from typing import Any

from companion.errors import StorageError
from companion.store.base import KINDS, folder_of, group_key, no_group
from companion.store.database import Database
from companion.store.disk import FRESH, explain, remove, require_no_broken_link
from companion.store.storage import damaged, existed
from companion.store.transaction import Transactions

HISTORY = "shell-history.txt"
_NAMES = ("settings.json", "intent.json", "lock", "prepared", "groups", "cache", HISTORY)
"""What lies in a home. Whoever makes the home his own folder may keep other things beside it."""
_Number = tuple[int, int]
"""What a file or folder is known by, whatever it is called: its disk, and its number there."""

_open: list[str] = []


def set_open_home(folder: str) -> None:
    """Note that this is the home in which this process keeps what is entered."""
    _open[:] = [folder]


def is_in_home(path: str) -> bool:
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


# Finds the folder of a group by its name, and the name of the group in a folder


class GroupFolders:
    """The folders under `<home>/groups`, one a group, each with a `group.json`."""

    def __init__(self, home: str, files: Transactions) -> None:
        self.root = os.path.join(home, "groups")
        self._files = files

    def path(self, name: str) -> str:
        """The folder for a group of that name, whether there is one or not."""
        return os.path.join(self.root, folder_of(name))

    def has(self, name: str) -> bool:
        """Whether there is a group of that name, damaged ones too, and those that lost their file.

        A folder in which nothing lies is none: a crash left it before the group was made.
        """
        return self._is_group(self.path(name))

    def require(self, name: str) -> str:
        """The folder of a group. Raises NotFound when there is none."""
        if not self.has(name):
            raise no_group(name, self.names())
        return self.path(name)

    def file(self, name: str) -> Database:
        """The file of a group, whether there is one or not."""
        return self._file(self.path(name))

    def open(self, name: str) -> tuple[Database, str]:
        """The file of a group and the name as the group writes it. Raises NotFound, Corrupt."""
        folder = self.require(name)
        file = self.file(name)
        if not file.exists():
            raise damaged(file.path, "it is gone, and what the group has played is there")
        present = _fitting(os.path.basename(folder), names_in(file), name)
        # Only where the checksums of two names are equal: that folder is another group's.
        if group_key(present) != group_key(name):
            raise no_group(name, self.names())
        return file, present

    def names(self) -> list[str]:
        """The names of all groups, sorted without regard to case.

        A group whose file cannot be read is listed under its folder's name: one damaged file
        must not hide the others.
        """
        return sorted((name for name, _ in self._named()), key=group_key)

    def renamed(self, name: str) -> str | None:
        """The current name of a group with that former name; None for none."""
        key = group_key(name)
        for present, names in self._named():
            if any(isinstance(one, str) and group_key(one) == key for one in names):
                return present
        return None

    def clear(self, folder: str) -> None:
        """Let the folder of no group make way for one. Raises StorageError."""
        try:
            for inside, _, files in os.walk(folder, topdown=False):
                for file in files:
                    if file.endswith(FRESH):  # what a crash left
                        remove(os.path.join(inside, file))
                os.rmdir(inside)
        except OSError as problem:
            raise explain(problem, folder) from problem

    def _named(self) -> Iterator[tuple[str, list[Any]]]:
        """The groups, each by its name and the names that it says it has and had."""
        for folder in self._folders():
            path = os.path.join(self.root, folder)
            file, names = self._file(path), list[Any]()
            try:
                if not file.exists() and not self._is_group(path):
                    continue
                names = names_in(file)
            except StorageError as problem:
                self._files.notice(problem)
            yield _fitting(folder, names, folder), names

    def _file(self, folder: str) -> Database:
        return Database(_document_in(folder), "group", self._files)

    def _is_group(self, folder: str) -> bool:
        path = _document_in(folder)
        if existed(path) or self._files.where(path) != path:
            return True
        require_no_broken_link(os.path.dirname(self.root), self.root, folder)
        return any(_holds_logs(os.path.join(folder, shelf)) for shelf in KINDS)

    def _folders(self) -> list[str]:
        try:
            with os.scandir(self.root) as entries:
                return [entry.name for entry in entries if _may_be_group(entry)]
        except FileNotFoundError:
            require_no_broken_link(os.path.dirname(self.root), self.root)
            return []
        except OSError as problem:
            raise explain(problem, self.root) from problem


def _may_be_group(entry: os.DirEntry[str]) -> bool:
    """Whether a group lies there, or behind a link to nowhere: it may lie there again tomorrow."""
    if not entry.is_symlink():
        return entry.is_dir()
    return os.path.isdir(entry.path) or not os.path.exists(entry.path)


def _document_in(folder: str) -> str:
    return os.path.join(folder, "group.json")


def _holds_logs(folder: str) -> bool:
    try:
        with os.scandir(folder) as entries:
            return any(entry.name.endswith(".json") for entry in entries)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as problem:
        raise explain(problem, folder) from problem


def names_in(file: Database) -> list[Any]:
    """The name that the file of a group gives it, and the one that it had before."""
    meta = file.meta()
    return [meta.get("name"), meta.get("formerly")]


def _fitting(folder: str, names: Iterable[Any], otherwise: str) -> str:
    """The name that belongs to a folder.

    Older companions wrote the new name beside the former one, then moved the folder: the folder
    says how far that came. None fits after somebody copied or restored files by hand.
    """
    fitting = (name for name in names if isinstance(name, str) and folder_of(name) == folder)
    return next(fitting, otherwise)
