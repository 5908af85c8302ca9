"""What a device writes into a shared folder: numbered segments, each a file of a group.

    <folder>/<group>/<device>/000001-all.jsonl    the whole group
    <folder>/<group>/<device>/000002.jsonl        the logs that changed since, each as a whole

A device writes only into its own folder and never changes a segment, so whatever carries the folder
between machines (Syncthing, Nextcloud, git, a stick) meets no conflicts. A segment that is whole
stands for all before it.
"""

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

_SEGMENT = re.compile(r"(\d{6})(-all)?\.jsonl")
_GROUP = re.compile(r"[a-z0-9-]{0,30}-[0-9a-f]{12}")
_DEVICE = re.compile(r"[a-z0-9-]{0,30}-[0-9a-f]{8}")
_IN_PASSING = re.compile(r"\..*|.*\.(tmp|part|partial|bak)|~.*", re.IGNORECASE)
"""Files that carriers make for themselves, such as `.stfolder`, or while a file is under way."""


class Segment(NamedTuple):
    """A segment by its number, from 1; one that is `whole` holds the whole group."""

    number: int
    whole: bool

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.number:06}{'-all' if self.whole else ''}.jsonl"


def segment_of(file: str) -> Segment | None:
    """The segment in a file of that name; None for any other file."""
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
    """The folder of a group or a device: readable, and different for each by its `number`."""
    words = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in called.lower())
    return f"{'-'.join(words.split())[:30].strip('-')}-{number}"


def strangers(files: Iterable[str]) -> list[str]:
    """Files that are no segments, and that no carrier would leave: copies made in a conflict."""
    return sorted(
        name for name in files if segment_of(name) is None and not _IN_PASSING.fullmatch(name)
    )


def due(segments: Collection[Segment], read: int) -> tuple[list[Segment], int | None]:
    """The segments to read after number `read`, in order, and the first one that has not arrived.

    The newest whole segment makes all before it unnecessary.
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
