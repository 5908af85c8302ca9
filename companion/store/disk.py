"""Puts files on the disk so that a crash at any moment leaves the old one or the new one, whole.

What goes wrong is told by `explain` in a sentence for people; only `replace_file` leaves that to
its caller, with a plain OSError.
"""

import contextlib
import errno
import os

from companion.errors import StorageError

ELSEWHERE = "COMPANION_HOME names the folder that everything is kept in; it can be another one."


def replace_file(path: str, content: bytes) -> os.stat_result:
    """Make `content` the whole of a file, and keep the file before it beside it as `.bak`.

    The file itself is never absent: the backup is a second link to it, and the new content
    takes its place in one step. The names of the temporary files are fixed, so that whatever a
    crash leaves is cleared away by the next write; only one writer at a time is allowed.
    """
    fresh, spare = f"{path}.tmp", f"{path}.bak.tmp"
    try:
        written = _write_new(fresh, content)
        _keep_backup(path, spare)
        os.replace(fresh, path)
    finally:
        # Also after a success: renaming one link to a file onto another link to the same file,
        # as happens in the first write after a crash between the two renames, removes neither.
        _remove(fresh)
        _remove(spare)
    _sync_folder(os.path.dirname(path))
    return written


def make_folder(path: str) -> None:
    """Make a folder, and those above it where they are missing. Raises StorageError."""
    if os.path.isdir(path):
        return
    above = os.path.dirname(path)
    try:
        make_folder(above)
    except RecursionError:
        raise StorageError("That folder lies too deep.", ELSEWHERE) from None
    try:
        os.mkdir(path)
    except OSError as problem:
        if not os.path.isdir(path):  # else somebody else made it a moment ago
            raise explain(problem, path) from problem
    _sync_folder(above)


def move_folder(source: str, target: str) -> None:
    """Give a folder another name, in one step. Raises StorageError."""
    try:
        os.rename(source, target)
    except OSError as problem:
        raise explain(problem, target) from problem
    _sync_folder(os.path.dirname(target))


def _sync_folder(path: str) -> None:
    """Make what was created or renamed in a folder survive a power cut, where that can be done.

    A failure is passed over: the new file is already in its place, and saying that it was not
    saved would make people enter the same thing twice.
    """
    if os.name == "nt":  # Windows opens no folders
        return
    with contextlib.suppress(OSError):
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def explain(problem: OSError, path: str) -> StorageError:
    """What the system's error means for the person whose file it is, and what to do."""
    match problem.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return StorageError(
                f"The disk is full: {path} could not be saved and is as it was before.",
                f"Make some room and repeat the command. {ELSEWHERE}",
            )
        case errno.EROFS:
            what = f"{path} lies on a disk that can only be read."
        case errno.EACCES | errno.EPERM:
            what = f"{path} may not be opened or changed by you."
        case errno.EISDIR:
            what = f"{path} is a folder, where a file is expected."
        case errno.ENOENT:
            what = f"The folder {os.path.dirname(path)} is not there (any more)."
        case errno.ENOTDIR | errno.EEXIST:
            what = f"On the way to {path} lies a file, where a folder is expected."
        case _:
            what = f"{path} could not be used: {problem.strerror or problem}."
    return StorageError(what, f"The file is as it was. {ELSEWHERE}")


def _write_new(path: str, content: bytes) -> os.stat_result:
    _remove(path)  # what a crash left; it may be a link to a file that must not be touched
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    file = os.open(path, flags, 0o666)
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(file, rest) :]
        os.fsync(file)
        return os.fstat(file)
    finally:
        os.close(file)


def _keep_backup(path: str, spare: str) -> None:
    _remove(spare)
    try:
        os.link(path, spare)
    except FileNotFoundError:
        return  # the first write: there is nothing to keep
    except (OSError, AttributeError):  # no hard links on this disk or this system
        with open(path, "rb") as file:
            _write_new(spare, file.read())
    os.replace(spare, f"{path}.bak")


def _remove(path: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)
