"""Turns the names that people give into names of files that are safe everywhere.

Two names mean the same group when they differ only in case or in the way that accents are
encoded. The folder follows from the name alone, so a group is found without opening the others.
"""

import zlib
from functools import lru_cache

_LONGEST_SLUG = 40
_LONGEST_ID = 100
# Windows has no files of these names, with whatever ending.
_DEVICES = {"con", "prn", "aux", "nul"} | {
    port + number for port in ("com", "lpt") for number in "0123456789¹²³"
}


def group_key(name: str) -> str:
    """What two spellings of one group's name have in common."""
    if name.isascii():
        return name.lower()
    from unicodedata import normalize

    return normalize("NFC", normalize("NFD", name).casefold())


@lru_cache
def folder_of(name: str) -> str:
    """The name of a group's folder: readable, and different for every group.

    A name that can be a folder as it stands is one. Others lose what is unsafe, and gain a
    checksum of the whole; so do names that only look as if they had one.
    """
    key = group_key(name)
    slug = _slug(key)
    if slug and slug == key and key not in _DEVICES and not _looks_checked(key):
        return key
    # A name from the command line may hold bytes that are no text at all; they count as well.
    checksum = zlib.crc32(key.encode("utf-8", "surrogatepass"))
    return f"{slug or 'group'}-{checksum:08x}"


def is_id(text: str) -> bool:
    """Whether a log can have this id: letters, digits and `-`, as in `bwd-12`."""
    return (
        text.isascii()
        and text.replace("-", "").isalnum()
        and not text.startswith("-")
        and len(text) <= _LONGEST_ID
    )


def by_number(log_id: str) -> tuple[int, str]:
    """A sorting key that puts `bwd-9` before `bwd-10`: the last number in an id, then the id."""
    import re  # only needed to list a shelf

    numbers = re.findall(r"[0-9]+", log_id)
    return (int(numbers[-1]) if numbers else 0, log_id)


def _looks_checked(key: str) -> bool:
    end = key[-9:]
    return len(end) == 9 and end[0] == "-" and set(end[1:]) <= set("0123456789abcdef")


def _slug(key: str) -> str:
    """Letters, digits and the marks on them; a single `-` for any run of other characters."""
    slug = ""
    for character in key[:_LONGEST_SLUG]:
        if character.isalnum() or (_is_mark(character) and slug[-1:] not in ("", "-")):
            slug += character
        elif slug[-1:] != "-":
            slug += "-"
    return slug.strip("-")


def _is_mark(character: str) -> bool:
    if character.isascii():
        return False
    from unicodedata import category

    # Vowel signs and accents are part of words in many scripts; what selects the colour of an
    # emoji is of the same category and is not.
    return category(character) in ("Mn", "Mc") and not "\ufe00" <= character <= "\ufe0f"
