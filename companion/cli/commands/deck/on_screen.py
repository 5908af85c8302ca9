"""Codes for the screen: of cards, and of the parts of a whole deck."""

from collections.abc import Sequence

from companion.core.blocks import Block, Heading, Paragraph, QrCode, Span, Stack
from companion.core.inventory import Component, Inventory
from companion.drawing.paper import Printed
from companion.printing.codes import matrix


def codes_on_screen(told: Inventory, coded: Sequence[Printed]) -> list[Block]:
    """The codes of cards, one below the other, each as full as the width has room for."""
    heading = Heading(told.title, told.game_title if told.game_title != told.name else "")
    if not coded:
        return [heading, Paragraph("Nothing in it has a code.")]
    return [
        heading,
        *(Stack((Paragraph(_line(row.item)), QrCode(row.codes, matrix))) for row in coded),
    ]


def parts_on_screen(told: Inventory, texts: Sequence[str]) -> list[Block]:
    """The parts of a whole deck, one below the other."""
    return [
        Heading(told.title, f"the whole deck in {len(texts)} codes"),
        *(
            Stack((Paragraph(f"Part {number} of {len(texts)}"), QrCode((text,), matrix)))
            for number, text in enumerate(texts, 1)
        ),
    ]


def _line(item: Component) -> tuple[str | Span, ...]:
    says = f"  {item.says}" if item.says else ""
    name = f" “{item.name}”" if item.name else ""
    return (Span(f"{item.title}{name}", "name"), says)
