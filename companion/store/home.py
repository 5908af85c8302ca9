"""The files of a home, and whether a file is one of them: outputs never overwrite these."""

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
"""The names in a home. The user may keep other things in the same folder."""
_Number = tuple[int, int]
"""The identity of a file or folder, under any name: its disk, and its number there."""

_open: list[str] = []


def set_open_home(folder: str) -> None:
    """Note that this process stores entries in this home."""
    _open[:] = [folder]


def is_in_home(path: str) -> bool:
    """Whether a file, existing or not, belongs to the open home.

    It does if it is in one of the home's folders, has one of its names, or is where a link in it
    leads to. Folders are compared by their numbers: so links, `..`, and other spellings are
    recognized. Raises ValueError for an invalid name.
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
    """Whether this is the name of something in the home, or of a temporary file beside it."""
    known = name.casefold()
    return any(known == own or known.startswith(f"{own}.") for own in _NAMES)


def _numbers_in(folder: str) -> Iterator[_Number]:
    """Return the numbers of a home's folders, wherever they are, and of files that its links lead
    to.
    """
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


# The folder of a group by its name, and the name of the group in a folder


class GroupFolders:
    """The folders under `<home>/groups`, one per group, each with a `group.json`."""

    def __init__(self, home: str, files: Transactions) -> None:
        self.root = os.path.join(home, "groups")
        self._files = files

    def path(self, name: str) -> str:
        """Return the folder for a group of that name, existing or not."""
        return os.path.join(self.root, folder_of(name))

    def has(self, name: str) -> bool:
        """Whether there is a group of that name, including damaged ones and those without their
        file.

        An empty folder is not a group: a crash left it before the group was created.
        """
        return self._is_group(self.path(name))

    def require(self, name: str) -> str:
        """Return the folder of a group. Raises NotFound if there is none."""
        if not self.has(name):
            raise no_group(name, self.names())
        return self.path(name)

    def file(self, name: str) -> Database:
        """Return the file of a group, existing or not."""
        return self._file(self.path(name))

    def open(self, name: str) -> tuple[Database, str]:
        """Return the file of a group and the name as spelled in it. Raises NotFound, Corrupt."""
        folder = self.require(name)
        file = self.file(name)
        if not file.exists():
            raise damaged(file.path, "it is gone, and what the group has played is there")
        present = _fitting(os.path.basename(folder), names_in(file), name)
        # Only if the checksums of two names are equal: that folder is another group's.
        if group_key(present) != group_key(name):
            raise no_group(name, self.names())
        return file, present

    def names(self) -> list[str]:
        """The names of all groups, sorted without regard to case.

        A group with an unreadable file is listed by its folder's name: one damaged file must not
        hide the others.
        """
        return sorted((name for name, _ in self._named()), key=group_key)

    def renamed(self, name: str) -> str | None:
        """Return the current name of a group with that former name; None if there is none."""
        key = group_key(name)
        for present, names in self._named():
            if any(isinstance(one, str) and group_key(one) == key for one in names):
                return present
        return None

    def clear(self, folder: str) -> None:
        """Remove a folder that is not a group's, to make room for one. Raises StorageError."""
        try:
            for inside, _, files in os.walk(folder, topdown=False):
                for file in files:
                    if file.endswith(FRESH):  # left by a crash
                        remove(os.path.join(inside, file))
                os.rmdir(inside)
        except OSError as problem:
            raise explain(problem, folder) from problem

    def _named(self) -> Iterator[tuple[str, list[Any]]]:
        """Return the groups, each by its name, with its present and former names."""
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
    """Whether there is a group, or a broken link to one, which may be back tomorrow."""
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
    """Return the group's name in its file, and the former one."""
    meta = file.meta()
    return [meta.get("name"), meta.get("formerly")]


def _fitting(folder: str, names: Iterable[Any], otherwise: str) -> str:
    """Return the name that belongs to a folder.

    Older companions wrote the new name beside the former one, then moved the folder: the folder
    shows how far that went. None fits after files were copied or restored manually.
    """
    fitting = (name for name in names if isinstance(name, str) and folder_of(name) == folder)
    return next(fitting, otherwise)
