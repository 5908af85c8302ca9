"""Boxes made by hand, for tests that are about no game."""

from companion.core.inventory import Component, Inventory


def item(card: str, **facts) -> Component:
    return Component(**{"id": card, "title": f"Rule {card[1:]}", "part": "Rule cards", **facts})


def box(*items: Component, **facts) -> Inventory:
    """The Friday box with these items."""
    return Inventory(
        **{
            "copy": "blank-friday",
            "code": "blank-friday.k7ab",
            "game": "blank",
            "game_title": "BLANK",
            "name": "Friday box",
            "mark": "★",
            "owner": "Ana",
            "revision": 12,
            "date": "2026-11-20",
            "items": items,
            **facts,
        }
    )
