"""Names that may be somebody's, mistyped or from before."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.core.names import folded, unaccented

_LONG_NAME = 5


def nearly_known(
    players: Iterable[Mapping[str, Any]], names: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """The names that are new, each with that of a player whose it may be, mistyped or from before.
    Whoever is named besides is meant by nobody else."""
    here = {folded(name) for name in names}
    known = {folded(who["name"]) for who in players}
    for name in names:
        if folded(name) in known:
            continue
        had_it = [
            (former["until"], who["name"])
            for who in players
            for former in who.get("formerly", ())
            if folded(former["name"]) == folded(name)
        ]
        alike = (who["name"] for who in players if _slipped(name, who["name"]))
        for candidate in (*(who for _, who in sorted(had_it, reverse=True)), *alike):
            if candidate.isprintable() and folded(candidate) not in here:
                yield name, candidate
                break


def _slipped(text: str, name: str) -> bool:
    """Whether somebody who typed `text` may have meant the name: a slip, or its beginning."""
    return unaccented(folded(name)).startswith(unaccented(folded(text))) or is_slip(text, name)


def is_slip(text: str, name: str) -> bool:
    """Whether `text` may be a name mistyped: one letter more, less or another, two exchanged, or no
    accents. In short names another letter is another."""
    typed, known = unaccented(folded(text)), unaccented(folded(name))
    if typed == known:
        return True
    if len(typed) != len(known):
        short_one, long_one = sorted((typed, known), key=len)
        return len(short_one) > 2 and any(
            long_one[:place] + long_one[place + 1 :] == short_one for place in range(len(long_one))
        )
    wrong = [place for place, sign in enumerate(typed) if sign != known[place]]
    if len(wrong) == 1:
        return len(typed) >= _LONG_NAME
    first, last = wrong[0], wrong[-1]
    turned = typed[first:][:2] == known[first:][:2][::-1]
    return len(wrong) == 2 and last == first + 1 and turned
