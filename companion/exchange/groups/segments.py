"""The files that a device writes into a shared folder: numbered segments of a group.

    <folder>/<group>/<device>/000001-all.jsonl    the whole group
    <folder>/<group>/<device>/000002.jsonl        the logs that changed since, each as a whole

A device writes only into its own folder and never changes a segment, so synchronizing the folder
(Syncthing, Nextcloud, git, a USB stick) makes no conflicts. A whole segment replaces all before it.
"""

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

_SEGMENT = re.compile(r"(\d{6})(-all)?\.jsonl")
_GROUP = re.compile(r"[a-z0-9-]{0,30}-[0-9a-f]{12}")
_DEVICE = re.compile(r"[a-z0-9-]{0,30}-[0-9a-f]{8}")
_IN_PASSING = re.compile(r"\..*|.*\.(tmp|part|partial|bak)|~.*", re.IGNORECASE)
"""Files of synchronizing programs, such as `.stfolder`, or of a transfer under way."""


class Segment(NamedTuple):
    """A segment by its number, from 1; a `whole` one holds the whole group."""

    number: int
    whole: bool

    @property
    def file(self) -> str:
        """Return the name of its file."""
        return f"{self.number:06}{'-all' if self.whole else ''}.jsonl"


def segment_of(file: str) -> Segment | None:
    """Return the segment in a file of that name; None for any other file."""
    found = _SEGMENT.fullmatch(file)
    return None if found is None or int(found[1]) == 0 else Segment(int(found[1]), bool(found[2]))


def segments_of(files: Iterable[str]) -> set[Segment]:
    """The segments among files of these names."""
    return {it for name in files if (it := segment_of(name)) is not None}


def is_group(name: str) -> bool:
    """Whether a folder of that name is a group's."""
    return _GROUP.fullmatch(name) is not None


def is_device(name: str) -> bool:
    """Whether a folder of that name is a device's."""
    return _DEVICE.fullmatch(name) is not None


def folder_name(called: str, number: str) -> str:
    """Return the folder name of a group or a device: readable, and unique by its `number`."""
    words = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in called.lower())
    return f"{'-'.join(words.split())[:30].strip('-')}-{number}"


def strangers(files: Iterable[str]) -> list[str]:
    """Return files that are not segments and not left by a synchronizing program: copies made in a
    conflict.
    """
    return sorted(
        name for name in files if segment_of(name) is None and not _IN_PASSING.fullmatch(name)
    )


def due(segments: Collection[Segment], read: int) -> tuple[list[Segment], int | None]:
    """Return the segments to read after number `read`, in order, and the first one that is missing.

    The latest whole segment makes all before it unnecessary.
    """
    later = sorted(it for it in segments if it.number > read)
    whole = [it.number for it in later if it.whole]
    following = whole[-1] if whole else read + 1
    found: list[Segment] = []
    for segment in later:
        if segment.number < following:
            continue
        if segment.number != following:
            return found, following
        found.append(segment)
        following += 1
    return found, None
