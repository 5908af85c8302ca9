"""Values to print: a box of 110 cards, label sheets as they are sold, texts for codes."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from companion.core.inventory import Component, Inventory
from companion.drawing.paper import LabelSheet, Printed

ROOT = Path(__file__).parents[2]
SAYINGS = (
    "If a shield is played, then the player to the left claps and draws two cards.",
    "Whoever laughs passes one card to the right.",
    "",
)
SHAPES = ("hexagon", "circle", "shield", "star", "moon", "window")

DIE = Component(
    "d1",
    "White die",
    "Dice",
    kind="die",
    many=2,
    net=("white", "white", "black", "white", "black", "black"),
    coded=False,
)
"""A die, unfolded."""


def sheets() -> dict[str, LabelSheet]:
    """All label sheets that the program knows."""
    content = tomllib.loads((ROOT / "data/sheets.toml").read_text("utf-8"))
    return {entry["id"]: LabelSheet(**entry) for entry in content["sheet"]}


def rule(number: int, says: str = SAYINGS[0], **changes) -> Component:
    item = Component(
        f"r{number}",
        f"Rule {number}",
        "Rule cards",
        says=says,
        by="Ben" if says else "",
        revision=2 if says else 0,
    )
    return item._replace(**changes)


def texts_of(item: Component) -> tuple[str, ...]:
    """What an item's code may say: the fullest first, the machine line alone last."""
    machine = f"CMP2 BLANK-FRIDAY*7K3Q*{item.id.upper()}*{item.revision}*3F0A"
    head = f"BLANK · {item.title} · revision {item.revision} · Friday box ★"
    full = f"{head} · by {item.by}\n{item.says}\n{machine}"
    return (full, f"{head}\n{machine}", machine)


def printed(*items: Component) -> list[Printed]:
    return [Printed(item, texts_of(item) if item.coded else ()) for item in items]


def box(*items: Component, **changes) -> Inventory:
    inventory = Inventory(
        copy="blank-friday",
        code="blank-friday.7k3q",
        game="blank",
        game_title="BLANK",
        name="Friday box",
        mark="★",
        owner="Ana",
        revision=214,
        date="2025-10-17",
        items=items,
        notes=("Count the tokens once a year.",),
    )
    return inventory._replace(**changes)


def cards() -> Iterator[Component]:
    """38 rules and 72 game cards."""
    for number in range(1, 39):
        yield rule(number, SAYINGS[number % 3])
    for place in range(72):
        shape, number = SHAPES[place // 12], place % 12 + 1
        title = f"{shape.title()} {number}"
        yield Component(f"{number}-{shape}.1", title, "Game cards", says=f"A {shape}.")


def base45_like(length: int, seed: int = 0) -> str:
    """A text of the alphabet that QR codes pack most densely."""
    signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
    return "".join(signs[(place * place * 7 + place * 3 + seed) % 45] for place in range(length))
