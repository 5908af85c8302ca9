"""House rules and rulings: offered if a rule refuses an entry, named if one overrules it."""

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
    """The reason given with `--house`; for `ruling 3`, what that ruling says.

    Raises NotFound for an unknown ruling, Refused for a retired one.
    """
    why = desk.options.house
    number = None if why is None else ruling_number(why)
    return why if number is None else in_force(desk.group_document(), number).as_reason


def of(desk: Current, house: House | None) -> House | None:
    """The house rule of an entry, with the rules that it overruled.

    Raises Refused if it applies a ruling about something else.
    """
    number = ruling_number(desk.options.house or "")
    if house is None or not house.rules or number is None:
        return house
    ruling = in_force(desk.group_document(), number)
    if ruling not in _about(desk, house.rules):
        raise Refused(
            f"Ruling {ruling.number} is not about {listed(house.rules)}.",
            f'`--house` with a reason of your own, or `companion ruling add "…" --on '
            f"{house.rules[0]}`.",
        )
    return house


def describe(desk: Current, house: House | None) -> list[str]:
    """Describe an entry's house rule, and the rulings about the rules that it overruled.

    If there is no such ruling, say how to keep the house rule as one.
    """
    if house is None or not house.rules:
        return [] if house is None else [house.line]
    rulings = _about(desk, house.rules)
    if rulings:
        return [house.line, *(one.line for one in rulings if one.as_reason != house.why)]
    about = " ".join(f"--on {rule}" for rule in house.rules)
    return [house.line, f'To keep it for other games: `companion ruling add "…" {about}`.']


def offered(desk: Current, rule: str) -> list[str]:
    """The rulings about a rule that refuses an entry, and how to apply them."""
    with suppress(CompanionError):  # the refusal is what matters
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
    from companion.table.lookup.corpus import with_corpus  # slow to import

    resting = with_corpus(desk, lambda corpus: [_rules_of(corpus, ruling) for ruling in rulings])
    return [
        ruling
        for ruling, about in zip(rulings, resting, strict=True)
        if not about.isdisjoint(rules)
    ]


def _rules_of(corpus: "Corpus", ruling: Ruling) -> set[str]:
    """The rules and words that a ruling is about, and the rules that those words rest on."""
    about = set()
    for full_id in ruling.on:
        game, _, word = full_id.partition("/")
        about.add(word)
        about |= {rule for entry in corpus.of(game, [word]).values() for rule in entry.rules}
    return about
