"""Write files so that a crash at any moment leaves the old one or the new one, whole.

Failures are plain OSErrors; `explain` turns one into a sentence for people.
"""

import contextlib
import errno
import os
import stat

from companion.errors import Conflict, Corrupt, StorageError

ELSEWHERE = "To keep everything elsewhere, set COMPANION_HOME to another folder."
FRESH = ".tmp"
"""The ending of the name of a file that will replace another one."""
NO_FILE = {
    errno.EISDIR: "it is a folder, not a file",
    errno.EINVAL: "it is a pipe or a device, not a file",
    errno.ELOOP: "it is a link that leads back to itself",
}
"""What is in the place of a file, by the error that reports it."""
PRIVATE = 0o700
"""A home is private to its owner: what a group writes may be nobody else's business."""

_NOTHING = (FileNotFoundError, NotADirectoryError)
Stamp = tuple[int, int, int]
ABSENT: Stamp = (0, 0, 0)


def stamp(status: os.stat_result) -> Stamp:
    """Return a value that changes whenever a file is written."""
    return status.st_ino, status.st_size, status.st_mtime_ns


def stamp_of(path: str) -> Stamp:
    """Return the stamp of the present file. Raises OSError."""
    try:
        return stamp(os.stat(path))
    except _NOTHING:
        return ABSENT


def exists(path: str) -> bool:
    """Whether anything is there, including a broken link.

    Raises OSError if that cannot be determined now, unlike `os.path.lexists`, which returns False.
    """
    try:
        os.lstat(path)
    except _NOTHING:
        return False
    return True


def read_file(path: str) -> tuple[bytes, os.stat_result]:
    """Return a file's content, and its stamp. Raises OSError.

    Anything but a file is refused at once: reading a pipe would never end.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    file = os.open(path, flags)
    try:
        found = os.fstat(file)
        if stat.S_ISDIR(found.st_mode):
            raise OSError(errno.EISDIR, NO_FILE[errno.EISDIR], path)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, NO_FILE[errno.EINVAL], path)
        parts, rest = [], found.st_size + 1
        while part := os.read(file, max(rest, 1)):
            parts.append(part)
            rest -= len(part)
        return b"".join(parts), found
    finally:
        with contextlib.suppress(OSError):  # all requested bytes are read
            os.close(file)


def replace_file(path: str, content: bytes) -> os.stat_result:
    """Replace the content of a file, and keep the previous file beside it as `.bak`.

    The names of the temporary files are fixed, so that the next write removes what a crash left;
    only one writer at a time is allowed.
    """
    fresh = f"{path}{FRESH}"
    try:
        written = write_new(fresh, content, like=path)
        put_in_place(fresh, path)
    except OSError:
        remove(fresh)
        raise
    sync_folder(os.path.dirname(path))
    return written


def write_new(
    path: str, content: bytes, like: str | None = None, synced: bool = True
) -> os.stat_result:
    """Write a new file, which is on the disk when this returns; leftovers of a crash are replaced.

    It gets the permissions of the file that it is `like`, if any. If not `synced`, it is on the
    disk after `sync_file`: for thousands of files, that is faster.
    """
    remove(path)  # left by a crash; it may be a link to a file that must not be touched
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    file = os.open(path, flags, 0o666)
    try:
        if like is not None:
            _let_be_like(file, like)
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(file, rest) :]
        if synced:
            os.fsync(file)
        return os.fstat(file)
    finally:
        os.close(file)


def sync_file(path: str) -> None:
    """Make sure that the file's content is on the disk. Raises OSError."""
    file = os.open(path, os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def put_in_place(fresh: str, path: str) -> None:
    """Replace `path` by a new file, written beside it; the old one is kept as `.bak`.

    The file itself is never absent: the backup is a second link to it, and the new one replaces it
    in one step.
    """
    spare = f"{path}.bak{FRESH}"
    try:
        _keep_backup(path, spare)
        os.replace(fresh, path)
    finally:
        # Also after a success: renaming one link to a file onto another link to the same file, as
        # in the first write after a crash between the two renames, removes neither.
        remove(spare)


def make_folder(path: str, mode: int = 0o777) -> None:
    """Make a folder, and missing ones above it. Raises StorageError.

    `mode` is the permissions of that folder.
    """
    if os.path.isdir(path):
        return
    above = os.path.dirname(path)
    try:
        make_folder(above)
    except RecursionError:
        raise StorageError("That folder is nested too deeply.", ELSEWHERE) from None
    try:
        os.mkdir(path, mode)
    except OSError as problem:
        if not os.path.isdir(path):  # otherwise another process made it just now
            raise explain(problem, path) from problem
    sync_folder(above)


def sync_folder(path: str) -> None:
    """Make new and renamed files in a folder survive a power cut, if possible.

    Failures are ignored: the new file is already in its place, and reporting that it was not saved
    would make people enter the same thing twice.
    """
    if os.name == "nt":  # Windows cannot open folders
        return
    with contextlib.suppress(OSError):
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def remove(path: str) -> None:
    """Remove a file, if possible."""
    with contextlib.suppress(OSError):
        os.unlink(path)


def explain(problem: OSError, path: str) -> StorageError:
    """Turn a system error into a sentence that says what to do."""
    met = problem.filename2 or problem.filename or path
    if problem.errno in (errno.EISDIR, errno.EEXIST) and met != path and os.path.isdir(met):
        return in_the_way(met)
    match problem.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return StorageError(
                f"The disk is full: {path} could not be saved and is as it was before.",
                f"Make some room and repeat the command. {ELSEWHERE}",
            )
        case errno.EROFS:
            what = f"{path} is on a read-only disk."
        case errno.EACCES | errno.EPERM:
            what = f"You may not open or change {_barred(path)}."
        case errno.EISDIR:
            what = f"{path} is a folder where a file must be."
        case errno.ELOOP:
            return StorageError(
                f"{_link_in(path)} is a link where a file or folder must be.",
                "Move that link away, then repeat the command.",
            )
        case errno.ENOENT:
            what = f"The folder {os.path.dirname(path)} does not exist."
        case errno.EEXIST if os.path.islink(path):
            return broken_link(path)
        case errno.ENOTDIR | errno.EEXIST:
            what = f"A file on the way to {path} is where a folder must be."
        case _:
            what = f"{path} could not be used: {problem.strerror or problem}."
    return StorageError(what, f"The file is as it was. {ELSEWHERE}")


def _barred(path: str) -> str:
    """Return the path, or the folder above it that is not accessible."""
    above = os.path.dirname(path)
    return path if above == path or os.access(above, os.X_OK) else _barred(above)


def _link_in(path: str) -> str:
    """Return the path, or the folder above it that is a link."""
    above = os.path.dirname(path)
    return path if os.path.islink(path) or above == path else _link_in(above)


def in_the_way(folder: str) -> StorageError:
    """Return the error for a folder at the place of a backup, or of a temporary file."""
    return StorageError(
        f"{folder} is a folder where a file must be.",
        "Nothing is lost. Move that folder away, then repeat the command.",
    )


def require_no_folder_beside(path: str) -> None:
    """Raise StorageError if a folder is at the place of the backup of an existing file."""
    for beside in (f"{path}.bak", f"{path}.bak{FRESH}"):
        if os.path.isdir(beside):
            raise in_the_way(beside)


def changed_meanwhile(path: str) -> Conflict:
    """Return the error for a file that changed since it was read; it is not overwritten."""
    return Conflict(
        f"Another program changed {path} after it was read, so it was left as it is.",
        "Check what it holds now, then repeat the command.",
    )


def broken_link(path: str) -> Corrupt:
    """Return the error for a folder that is a link to a missing one."""
    return Corrupt(
        f"{path} is a link that leads nowhere, and was left as it is.",
        f"Connect the disk with {os.path.realpath(path)}, then repeat the command. {ELSEWHERE}",
    )


def require_no_broken_link(*paths: str) -> None:
    """Raise Corrupt if one of these is a broken link: what it leads to is unknown, which is not the
    same as missing.
    """
    for path in paths:
        if os.path.islink(path) and not os.path.exists(path):
            raise broken_link(path)


def _let_be_like(file: int, path: str) -> None:
    """Copy a file's permissions, which may be stricter than usual."""
    try:
        mode = stat.S_IMODE(os.stat(path).st_mode)
    except FileNotFoundError:
        return
    if hasattr(os, "fchmod") and mode != stat.S_IMODE(os.fstat(file).st_mode):
        os.fchmod(file, mode)


def _keep_backup(path: str, spare: str) -> None:
    remove(spare)
    try:
        os.link(path, spare)
    except FileNotFoundError:
        return  # the first write: there is nothing to back up
    except (OSError, AttributeError):  # no hard links on this disk or this system
        content, _ = read_file(path)
        write_new(spare, content, like=path)
    os.replace(spare, f"{path}.bak")
