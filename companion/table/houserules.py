"""House rules, and the rulings of the group: offered where a rule stands in the way of an entry,
told where a table plays by its own."""

from contextlib import suppress
from typing import TYPE_CHECKING

from companion.core.event import House
from companion.errors import CompanionError
from companion.table.rulings import in_force, ruling_number, rulings_on

if TYPE_CHECKING:
    from companion.table.desk import Desk


def reason(desk: "Desk") -> str | None:
    """Why the rulebook does not count, if so; `ruling 3` stands for what that ruling says.

    Raises NotFound or Refused for a ruling that is not there or does not count.
    """
    why = desk.asked.house
    number = None if why is None else ruling_number(why)
    return why if number is None else in_force(desk.group_document(), number).as_reason


def told(desk: "Desk", house: House | None) -> list[str]:
    """An entry's house rule, with what the group agreed on about the rules that it overruled.

    Where it agreed on nothing, how to keep it for the games to come.
    """
    if house is None or not house.rules:
        return [] if house is None else [house.line]
    rulings = rulings_on(desk.group_document(), house.rules)
    if rulings:
        return [house.line, *(one.line for one in rulings if one.as_reason != house.why)]
    about = " ".join(f"--on {rule}" for rule in house.rules)
    return [house.line, f'To keep it for other games: `companion ruling add "…" {about}`.']


def offered(desk: "Desk", rule: str) -> list[str]:
    """What the group agreed on about a rule that stands against an entry, and how to go by it."""
    with suppress(CompanionError):  # The refusal is what matters here.
        return [
            f'{ruling.line} (`--house "ruling {ruling.number}"`)'
            for ruling in rulings_on(desk.group_document(), (rule,))
        ]
    return []
