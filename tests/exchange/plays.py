"""Remembered plays of every kind, for properties; and one of which every field is told."""

from datetime import datetime
from uuid import UUID

from hypothesis import strategies as st

from companion.core.names import LONGEST_NAME, cleaned_lines, cleaned_name, folded
from companion.core.record import Mark, Part, PlayRecord

FULL = PlayRecord(
    uid="0b6f2a52-0000-5000-8000-00000000000a",
    play="bwd-12",
    game="bwd",
    title="Blank White Dice",
    called="Blank White Dice",
    started="2025-03-01T19:30:00Z",
    ended="2025-03-01T20:12:30Z",
    minutes=42,
    rounds=7,
    parts=(Part("Ana", 13, True, True), Part("Ben", 9, False, False)),
    marks=(Mark("icon", "investment", "Investment", 0), Mark("rule", "15", "Clap", None)),
    bgg_id=206753,
    place="Kitchen",
    comment="Rain, all evening.",
)
"""A play with everything that can be told of one."""

# Whatever UTF-8 can hold, formulas and separators of tables more often.
_signs = st.one_of(
    st.sampled_from("=+-@'\",;\t\n\r |%&"), st.characters(exclude_categories=("Cs",))
)
any_texts = st.text(_signs, max_size=12)
texts = any_texts.map(cleaned_name)
names = texts.map(lambda text: (text if text.strip() else f"x{text}")[:LONGEST_NAME])
_wholes = st.none() | st.integers(0, 10**9)
_scores = st.none() | st.integers(-(10**9), 10**9) | st.floats(-(10**9), 10**9)
_times = st.datetimes(datetime(1900, 1, 1)).map(lambda time: f"{time:%Y-%m-%dT%H:%M:%S}Z")


@st.composite
def records(draw: st.DrawFn) -> PlayRecord:
    """A play that could be kept."""
    called = draw(st.lists(names, min_size=1, max_size=4, unique_by=folded))
    parts = tuple(
        Part(
            name,
            draw(_scores),
            draw(st.booleans()),
            draw(st.sampled_from([None, True, False])),
            draw(st.just("") | texts),
            draw(st.just("") | texts),
        )
        for name in called
    )
    seats = st.none() | st.integers(0, len(parts) - 1)
    marks = st.builds(Mark, texts, texts, texts, seats)
    title = draw(names)
    started, ended = sorted((draw(_times), draw(_times)))
    return PlayRecord(
        uid=str(draw(st.uuids(version=4))),
        play=draw(st.sampled_from(["bwd-1", "import-2.7", ""])),
        game=draw(st.sampled_from(["bwd", "boolean", ""])),
        title=title,
        called=draw(names | st.just(title)),
        started=started,
        ended=ended,
        minutes=draw(_wholes),
        rounds=draw(_wholes),
        parts=parts,
        marks=tuple(draw(st.lists(marks, max_size=3))),
        bgg_id=draw(_wholes),
        source=draw(st.sampled_from(["", "BG Stats"])),
        place=draw(texts),
        comment=cleaned_lines(draw(any_texts)),
        coop=draw(st.booleans()),
        lowest=draw(st.booleans()),
    )


def uid(number: int) -> str:
    """A UUID that is easy to write down."""
    return str(UUID(int=number))
