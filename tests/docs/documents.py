"""What there is to read: the README, the guides, and what stands beside the code."""

import re
from pathlib import Path
from typing import NamedTuple

from companion.table.lookup.documents import guide_places

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
GUIDES = {name: path for name, path in guide_places() if path.is_relative_to(ROOT)}
NOTES = sorted((ROOT / ".docs").glob("**/*.md"))
DOCUMENTS = {
    "README": README,
    **GUIDES,
    **{str(path.relative_to(ROOT).with_suffix("")): path for path in NOTES},
}

_FENCED = re.compile(r"^```([^\n]*)\n(.*?)^```$", flags=re.M | re.S)


class Code(NamedTuple):
    """A fenced block: what stands behind its fence, and the lines in it."""

    language: str
    text: str

    @property
    def holds_commands(self) -> bool:
        """Whether it is there to be typed, line by line."""
        return not self.language and self.text.startswith("companion ")


def blocks(path: Path) -> list[Code]:
    """All fenced blocks of a document."""
    return [Code(info.strip(), text) for info, text in _FENCED.findall(path.read_text("utf-8"))]


def prose(path: Path) -> str:
    """A document without its fenced blocks."""
    return _FENCED.sub("", path.read_text("utf-8"))
