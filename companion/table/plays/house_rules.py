"""House rules, and the rulings of the group: offered where a rule stands in the way of an entry,
named where a table plays by its own."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.core.event import House
from companion.core.names import listed
from companion.errors import CompanionError, Refused
from companion.table.current import Current
from companion.table.groups.rulings import Ruling, in_force, ruling_number, rulings_in

if TYPE_CHECKING:
    from companion.table.lookup.corpus import Corpus


def reason(desk: Current) -> str | None:
    """Why the rulebook does not count, if so; `ruling 3` stands for what that ruling says.

    Raises NotFound or Refused for a ruling that is not there or does not count.
    """
    why = desk.asked.house
    number = None if why is None else ruling_number(why)
    return why if number is None else in_force(desk.group_document(), number).as_reason


def of(desk: Current, house: House | None) -> House | None:
    """The house rule of an entry, with the rules that it overruled.

    Raises Refused where it goes by a ruling that is about something else.
    """
    number = ruling_number(desk.asked.house or "")
    if house is None or not house.rules or number is None:
        return house
    ruling = in_force(desk.group_document(), number)
    if ruling not in _about(desk, house.rules):
        raise Refused(
            f"Against this stands {listed(house.rules)}; ruling {ruling.number} is not about it.",
            f'`--house` with a reason of your own, or `companion ruling add "…" --on '
            f"{house.rules[0]}`.",
        )
    return house


def describe(desk: Current, house: House | None) -> list[str]:
    """An entry's house rule, with what the group agreed on about the rules that it overruled.

    Where it agreed on nothing, how to keep it for the games to come.
    """
    if house is None or not house.rules:
        return [] if house is None else [house.line]
    rulings = _about(desk, house.rules)
    if rulings:
        return [house.line, *(one.line for one in rulings if one.as_reason != house.why)]
    about = " ".join(f"--on {rule}" for rule in house.rules)
    return [house.line, f'To keep it for other games: `companion ruling add "…" {about}`.']


def offered(desk: Current, rule: str) -> list[str]:
    """What the group agreed on about a rule that stands against an entry, and how to go by it."""
    with suppress(CompanionError):  # The refusal is what matters here.
        return [
            f'{ruling.line} (`--house "ruling {ruling.number}"`)'
            for ruling in _about(desk, (rule,))
        ]
    return []


def _about(desk: Current, rules: Sequence[str]) -> list[Ruling]:
    """The rulings in force about any of these rules, or about a word that rests on one."""
    rulings = [ruling for ruling in rulings_in(desk.group_document()) if not ruling.retired]
    if not rulings:
        return []
    from companion.table.lookup.corpus import with_corpus  # later: it takes longest

    resting = with_corpus(desk, lambda corpus: [_rules_of(corpus, ruling) for ruling in rulings])
    return [
        ruling
        for ruling, about in zip(rulings, resting, strict=True)
        if not about.isdisjoint(rules)
    ]


def _rules_of(corpus: "Corpus", ruling: Ruling) -> set[str]:
    """The rules that a ruling is about: those named, and those that a word named rests on."""
    about = set()
    for full_id in ruling.on:
        game, _, word = full_id.partition("/")
        about.add(word)
        about |= {rule for entry in corpus.of(game, [word]).values() for rule in entry.rules}
    return about
