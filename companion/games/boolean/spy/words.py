"""The words of Spy vs. Spy: sides, posts, places, and how a mission went."""

from typing import Literal

Side = Literal["white", "black"]
SIDES: tuple[Side, ...] = ("white", "black")
Post = Literal["desk", "field"]
POSTS: tuple[Post, ...] = ("desk", "field")
Place = Literal["populace", "desk", "field"]
PLACES: tuple[Place, ...] = ("populace", "desk", "field")
NOWHERE = "gone"
"""Where a turncoat is that was lost."""
Target = Literal["country", "agency"]
TARGETS: tuple[Target, ...] = ("country", "agency")
Result = Literal["failed", "loyal", "lost"]
RESULTS: tuple[Result, ...] = ("failed", "loyal", "lost")
Step = Literal["orders", "missions"]
