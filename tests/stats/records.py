"""Plays as they are remembered, made by hand for tests."""

from hypothesis import strategies as st

from companion.core.record import Mark, Part, PlayRecord

NAMES = ("Ana", "Ben", "Cho", "Dan")


def played(number: int, *texts: str, **about: object) -> PlayRecord:
    """A play of Blank White Dice on day `number`: `Ana* 12` has won with 12 points.

    `Ana/reds* 12` was in the team of the reds. Whoever is told of first began, unless `first` says
    that nobody knows.
    """
    knows = about.pop("first", True)
    parts = []
    for seat, text in enumerate(texts):
        name, _, score = text.partition(" ")
        won = name.endswith("*")
        points = int(score) if score else None
        name, _, team = name.rstrip("*").partition("/")
        parts.append(Part(name, points, won, seat == 0 if knows else None, team))
    at = f"2026-{1 + number // 28:02}-{1 + number % 28:02}T20:00:00Z"
    base = PlayRecord(
        uid=f"00000000-0000-4000-8000-{number:012}",
        play=f"bwd-{number}",
        game="bwd",
        title="Blank White Dice",
        called="Blank White Dice",
        started=at,
        ended=at,
        minutes=None,
        rounds=None,
        parts=tuple(parts),
    )
    return base._replace(**about)  # type: ignore[arg-type]


def of_catan(record: PlayRecord) -> PlayRecord:
    """The same, told by another program of a game that is not played here."""
    return record._replace(game="", title="Catan", called="Catan", source="BG Stats")


@st.composite
def _records(draw: st.DrawFn, number: int) -> PlayRecord:
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4))
    parts = tuple(
        Part(
            name,
            draw(st.none() | st.integers(-5, 40) | st.floats(-5, 5).map(lambda it: round(it, 1))),
            draw(st.booleans()),
            draw(st.sampled_from([True, False, None])),
            draw(st.sampled_from(["", "", "reds", "Reds", "blues"])),
        )
        for name in names
    )
    marks = draw(
        st.lists(
            st.builds(
                Mark,
                st.sampled_from(["icon", "rule", "weather"]),
                st.sampled_from(["ward", "points", "r15"]),
                st.sampled_from(["", "If a 1 is played, then sing"]),
                st.none() | st.integers(0, 3),
            ),
            max_size=4,
        )
    )
    record = played(number, minutes=draw(st.none() | st.integers(0, 300)))
    record = record._replace(
        parts=parts,
        marks=tuple(marks),
        place=draw(st.sampled_from(["", "Ana's", "ana's ", "Attic"])),
        coop=draw(st.booleans()),
        lowest=draw(st.booleans()),
    )
    return of_catan(record) if draw(st.booleans()) else record


def histories(most: int = 12) -> st.SearchStrategy[list[PlayRecord]]:
    """Plays of some days, in order: known and unknown scores, several winners, doubles, marks,
    teams, places, cooperative ones and those that the fewest points win."""
    return st.integers(0, most).flatmap(
        lambda count: st.tuples(*(_records(number) for number in range(count))).map(list)
    )
