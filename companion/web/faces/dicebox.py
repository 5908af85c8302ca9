"""Dice Box on a phone: the board, highlighted dice that fit, and rolls entered by taps."""

from collections.abc import Iterable, Sequence
from re import findall
from typing import Any, NamedTuple

from companion.core.offer import Offer
from companion.core.seats import PlayerSeat
from companion.web.page import Seen

TAPS = {
    **{"roll": "tap the dice below", "seed": "tap it below", "place": "tap a die, then a square"},
    **{"draft": "tap it below", "colors": "tap them below"},
}
"""What to tap for a verb."""
_VIRTUAL, _STUCK = "--virtual", "--stuck"


class Key(NamedTuple):
    """A die that can be tapped: its colour, number and line, and the squares where it fits.

    A die that does not fit has no `line`.
    """

    color: str
    number: int
    line: str = ""
    squares: str = ""


class Roll(NamedTuple):
    """A roll to enter: the player, a row of keys for each colour, how many dice of each.

    `must` says that nothing else can be done, `stuck` that it may have taken the turn.
    """

    name: str
    line: str
    rows: Sequence[tuple[str, Sequence[Key]]]
    counts: dict[str, int]
    must: bool
    stuck: bool
    virtual: bool
    virtual_for_all: bool


def face(seen: Seen, document: dict[str, Any]) -> str:
    """The board with what can be placed, or what has to be entered first."""
    seats = _seats(seen)
    turn = next((who for who in document["players"] if who["name"] == document["turn"]), None)
    fits = seen.offers(f"place {seats[turn['name']].handle} ") if turn else ()
    hand, others = _hand(seats[turn["name"]], turn, fits, document) if turn else ((), ())
    return seen.draw(
        "faces/dicebox.html",
        document=document,
        live=document["status"] == "live",
        turn=turn,
        hand=hand,
        others=_rows(others, document),
        placing=bool(fits),
        due=_due(document),
        roll=_roll(seen, seats, document, fits=bool(fits)),
        seed=[offer.word for offer in seen.offers("seed ")],
        colors=_colors(seen, seats, document),
        draft=_draft(seen, seats),
        drafted=any(die["color"] is None for who in document["players"] for die in who["dice"]),
        tally=_points_alone(seen, document),
        owners={
            color: [who["name"] for who in document["players"] if color in who["colors"]]
            for color in document["tally"]
        },
    ).strip()


def _due(document: dict[str, Any]) -> str:
    """The verb that comes next: its part of the page is open, all others are one tap away."""
    verbs = [
        verb for step in document["todo"] for verb in findall(r"`companion dicebox (\w+)", step)
    ]
    return next((verb for verb in verbs if verb in TAPS), "place")


def _seats(seen: Seen) -> dict[str, PlayerSeat]:
    assert seen.play is not None
    return {seat.name: seat for seat in seen.play.state.seats}


def _hand(
    seat: PlayerSeat, player: dict[str, Any], fits: Sequence[Offer], document: dict[str, Any]
) -> tuple[list[Key], list[Key]]:
    """A player's dice as entered, and other dice that would fit."""
    found = {
        (key.color, key.number): key._replace(squares=_squares(document, key.number))
        for key in _keys(fits, f"place {seat.handle}", document)
    }
    dice = [(die["color"], die["value"]) for die in player["dice"]]
    entered = [die for die in dice if None not in die]
    hand = [found.get(die, Key(*die)) for die in entered]
    return hand, [key for die, key in found.items() if die not in entered]


def _squares(document: dict[str, Any], number: int) -> str:
    """The squares where that number fits."""
    return " ".join(square for square, fitting in document["open"].items() if number in fitting)


def _keys(offers: Iterable[Offer], line: str, document: dict[str, Any]) -> Iterable[Key]:
    """The dice that are offered; `r4` stands for `red 4`."""
    for offer in offers:
        color, _, more = offer.about.partition(" ")
        if color in document["tally"] and more[:1].isdecimal():
            yield Key(color, int(more[0]), f"{line} {offer.word} ")


def _rows(keys: Iterable[Key], document: dict[str, Any]) -> list[tuple[str, list[Key]]]:
    """The keys in rows, one for each colour that has any."""
    found: dict[str, list[Key]] = {color: [] for color in document["tally"]}
    for key in sorted(keys, key=lambda key: key.number):
        found[key.color].append(key)
    return [(color, row) for color, row in found.items() if row]


def _roll(
    seen: Seen, seats: dict[str, PlayerSeat], document: dict[str, Any], *, fits: bool
) -> Roll | None:
    """The next roll to enter; at the beginning, preferably by the player at this phone."""
    offered = {offer.word for offer in seen.offers("roll ")}
    can = [who for who in document["players"] if seats[who["name"]].handle in offered]
    begins = not any(document["tally"].values())
    stuck = document["turn"] if document["phase"] == "play" and not fits else None
    first = (begins and seen.phone.name) or document["turn"]
    can = [
        who
        for who in can
        if who["name"] == stuck or any(die["value"] is None for die in who["dice"])
    ]
    for who in sorted(can, key=lambda who: who["name"] != first):
        line = f"roll {seats[who['name']].handle}"
        offers = seen.offers(f"{line} ")
        keys = [*_keys(offers, line, document)]
        if not keys:
            continue
        colors = [die["color"] or "" for die in who["dice"]]
        return Roll(
            name=who["name"],
            line=line,
            rows=_rows(keys, document),
            counts={color: colors.count(color) for color in [*document["tally"], ""]},
            must=begins or not fits,
            stuck=not begins and any(offer.word == _STUCK for offer in seen.offers(keys[0].line)),
            virtual=any(offer.word == _VIRTUAL for offer in offers),
            virtual_for_all=begins and _VIRTUAL in offered,
        )
    return None


def _colors(
    seen: Seen, seats: dict[str, PlayerSeat], document: dict[str, Any]
) -> list[tuple[str, list[tuple[str, list[str]]]]]:
    """Players without a colour, each with the lines that give them one."""
    if all(who["colors"] for who in document["players"]):
        return []
    offers = [offer.word.partition("=") for offer in seen.offers("colors ")]
    found = []
    for who in document["players"]:
        handle = seats[who["name"]].handle
        given = [
            (f"colors {handle}={colors}", colors.split(","))
            for it, _, colors in offers
            if it == handle
        ]
        if given and not who["colors"]:
            found.append((who["name"], given))
    return found


class Draft(NamedTuple):
    """The dice that can be picked; until somebody begins, the lines for who does."""

    colors: Sequence[str]
    first: Sequence[tuple[str, str]]


def _draft(seen: Seen, seats: dict[str, PlayerSeat]) -> Draft | None:
    offered = [offer.word for offer in seen.offers("draft ")]
    if not offered:
        return None
    people = {seat.handle: name for name, seat in seats.items()}
    colors = [word for word in offered if word not in people]
    first = [] if colors else [(f"draft {word} ", people[word]) for word in offered]
    return Draft(colors, first)


def _points_alone(seen: Seen, document: dict[str, Any]) -> bool:
    """Whether only the end can be entered: nothing is placed, and nobody has rolled."""
    return document["phase"] == "setup" and bool(seen.offers("tally "))
