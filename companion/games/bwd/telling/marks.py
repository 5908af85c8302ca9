"""What stood out in a play: the icons that were tagged."""

from collections.abc import Iterator, Sequence

from companion.core.event import Event
from companion.core.record import Mark


def tagged_icons(standing: Sequence[Event]) -> Iterator[Mark]:
    """Every icon that was drawn on a die by tagging, once for each who tagged it."""
    seen: set[tuple[str, int | None]] = set()
    for event in standing:
        if event.kind != "card.tagged":
            continue
        by = event.data.get("by")
        for _, _, icon in event.data["placed"]:
            if (icon, by) not in seen:
                seen.add((icon, by))
                yield Mark("icon", icon, "", by)
