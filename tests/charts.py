"""Charts to draw: of ordinary evenings, and of those that are hard to draw."""

from companion.core.blocks import Chart, Series
from companion.core.dates import day_of

ANA = (3, 7, 9, 7, 6, 9, 12, 14, 12, 14, 16, 17, 15)
BEN = (3, 5, 4, 2, 0, 1, 2, 0, -1, -3, -1, 0, -2)
CHO = (3, 3, 2, 3, 6, 4, 2, 6, 8, 6, 6, 8, 6)
DIMITRI = (3, 2, 0, 2, 6, 5, 5, 6, 5, 7, 5, 7, 7)
NAMES = ("Ana", "Ben", "Cho", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou")
HOSTILE = (
    "李明和王小红",
    "שלום",
    "<i>Eve & co</i>",
    '"><script>',
    "🎲🎲",
    "سلام",
    "a\x1b[31mb\u202e",
)


def line(name: str, values: tuple[float, ...], first: float = 0) -> Series:
    return Series(name, tuple((first + place, float(y)) for place, y in enumerate(values)))


def zigzag(many: int, slope: float) -> tuple[float, ...]:
    return tuple(round(slope * at + (at * 7919 % 13) - 6) for at in range(many))


def rated(name: str, begin: float, way: float) -> Series:
    days = [day_of("2026-01-05") + 7 * week for week in range(40)]
    values = [begin + way * week / (week + 4) for week in range(40)]
    points = tuple(zip(days, values, strict=True))
    band = tuple(
        (y - 16 / (week + 2) - 2, y + 16 / (week + 2) + 2) for week, (_, y) in enumerate(points)
    )
    return Series(name, points, band)


CHARTS = {
    "four": Chart(
        "Blank White Dice, 22 November 2026",
        "round",
        "points",
        (line("Ana", ANA), line("Ben", BEN), line("Cho", CHO), line("Dimitri", DIMITRI)),
    ),
    "two": Chart("Points by round", "round", "points", (line("Ana", ANA), line("Ben", BEN))),
    "twelve": Chart(
        "Points by round",
        "round",
        "points",
        tuple(line(name, zigzag(15, at / 4)) for at, name in enumerate(NAMES)),
    ),
    "same": Chart("All alike", "round", "points", tuple(line(name, ANA) for name in NAMES[:3])),
    "apart": Chart(
        "Ratings of seven",
        "day",
        "rating",
        tuple(
            rated(name, 1000, way)
            for name, way in zip(NAMES, (300, -96, 144, 36, -168, 108, -36), strict=False)
        ),
        note="2 players of fewer plays not drawn.",
        dates=True,
        apart=True,
    ),
    "ratings": Chart(
        "Ratings",
        "day",
        "rating",
        (rated("Ana", 25, 8), rated("Ben", 25, -3), rated("Cho", 25, -11)),
        note="Ben has played three times: too few to say much.",
        dates=True,
    ),
    "growth": Chart(
        "How Friday box ★ has grown",
        "play",
        "cards written",
        (
            line("rules", tuple(at // 2 for at in range(30))),
            line("cards", tuple(at // 3 for at in range(30))),
        ),
        kind="step",
    ),
    "wins": Chart(
        "Wins",
        "",
        "of 34 plays",
        (Series("wins", ((0, 12), (1, 7), (2, 3), (3, 0))),),
        kind="bar",
        labels=("Ana", "Ben", "Cho", "Dimitri the Great"),
    ),
    "differences": Chart(
        "Beginning and not",
        "",
        "points",
        (
            Series("first player", ((0, 3.5), (1, -2), (2, 0))),
            Series("others", ((0, 1), (1, 1.25), (2, -0.5))),
        ),
        kind="bar",
        labels=("Ana", "Ben", "Cho"),
    ),
    "point": Chart("One round", "round", "points", (line("Ana", (5,), 1),)),
    "nothing": Chart("No round yet", "round", "points", (line("Ana", ()),)),
    "negative": Chart("Down", "round", "points", (line("Ana", (-1, -5, -4, -12)),)),
    "huge": Chart("Up", "round", "points", (line("Ana", (1e6, 3e9, 2.5e9)), line("B", (0, 1, 2)))),
    "endless": Chart("10,000 plays", "play", "points", (line("Ana", zigzag(10_000, 0.01)),)),
    "long": Chart(
        "A title that goes on, as whoever thought of it had time " * 3,
        "round of the whole tournament, counted from the very first",
        "points that were scored by everybody at this table, and a few more",
        (line("Wolfeschlegelsteinhausenbergerdorff the Third", ANA), line("Ana", BEN)),
        note="A word of warning that is as long as the title, and nearly as needless. " * 2,
    ),
    "hostile": Chart(
        '<b>"Title" & </title><script>',
        "<x>",
        "<y>",
        tuple(line(name, zigzag(9, at)) for at, name in enumerate(HOSTILE)),
        note="</desc></svg><img src=x>",
    ),
    "crowd": Chart(
        "Forty players",
        "round",
        "points",
        tuple(line(f"Player {at}", zigzag(6, at)) for at in range(40)),
    ),
}
