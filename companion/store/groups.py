"""Finds the folder of a group by its name, and the name of the group in a folder."""

import contextlib
import os
from collections.abc import Iterable
from typing import Any

from companion.errors import StorageError
from companion.store.database import Database
from companion.store.disk import explain
from companion.store.naming import folder_of, group_key
from companion.store.refusals import no_group
from companion.store.storage import was_there


class GroupFolders:
    """The folders under `<home>/groups`, one a group, each with a `group.json`."""

    def __init__(self, home: str) -> None:
        self.root = os.path.join(home, "groups")

    def path(self, name: str) -> str:
        """The folder for a group of that name, whether there is one or not."""
        return os.path.join(self.root, folder_of(name))

    def has(self, name: str) -> bool:
        """Whether there is a file for a group of that name, damaged, or lost with a backup."""
        return was_there(_document_in(self.path(name)))

    def require(self, name: str) -> str:
        """The folder of a group. Raises NotFound when there is none."""
        if not self.has(name):
            raise no_group(name, self.names())
        return self.path(name)

    def file(self, name: str) -> Database:
        """The file of a group, whether there is one or not."""
        return Database(_document_in(self.path(name)), "group")

    def open(self, name: str) -> tuple[Database, str]:
        """The file of a group and the name as the group writes it. Raises NotFound."""
        folder = self.require(name)
        file = self.file(name)
        present = _fitting(os.path.basename(folder), _names(file.meta()), name)
        # Only where the checksums of two names are equal: that folder is another group's.
        if group_key(present) != group_key(name):
            raise no_group(name, self.names())
        return file, present

    def names(self) -> list[str]:
        """The names of all groups, sorted without regard to case.

        A group whose file cannot be read is listed under its folder's name: one damaged file
        must not hide the others.
        """
        found = []
        for folder in self._folders():
            file = Database(_document_in(os.path.join(self.root, folder)), "group")
            with contextlib.suppress(StorageError):
                if not file.exists():
                    continue  # left by a crash before the group was made
                folder = _fitting(folder, _names(file.meta()), folder)
            found.append(folder)
        return sorted(found, key=group_key)

    def _folders(self) -> list[str]:
        try:
            with os.scandir(self.root) as entries:
                return [entry.name for entry in entries if entry.is_dir()]
        except FileNotFoundError:
            return []
        except OSError as problem:
            raise explain(problem, self.root) from problem


def _document_in(folder: str) -> str:
    return os.path.join(folder, "group.json")


def _names(meta: dict[str, Any]) -> list[Any]:
    return [meta.get("name"), meta.get("formerly")]


def _fitting(folder: str, names: Iterable[Any], otherwise: str) -> str:
    """The name that belongs to a folder.

    A group is renamed by writing the new name beside the former one, then moving the folder; the
    folder says how far that came. None fits after somebody copied or restored files by hand.
    """
    fitting = (name for name in names if isinstance(name, str) and folder_of(name) == folder)
    return next(fitting, otherwise)
