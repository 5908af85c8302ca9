"""A Little White Die on a phone: the guess to beat, a stepper to raise it, the odds afterwards."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from companion.core.offer import Offer
from companion.web.page import Seen

TAPS = {
    **{"guess": "choose it below", "round": "tap how many below", "lose": "tap the die below"},
    "challenge": "challenge",
}
"""What to tap for a verb."""
BADGES = {"liar": "Liar"}
"""Labels for the player named in the document under these keys."""
_THERE, _EXTRA = "--there", "--extra"


class Move(NamedTuple):
    """A line that a tap enters: the word on its button, and what it means."""

    line: str
    word: str
    about: str = ""


class Moves(NamedTuple):
    """Moves under a heading."""

    title: str
    moves: Sequence[Move]


def face(seen: Seen, document: dict[str, Any]) -> str:
    """The table, and what can be entered in this step of the round."""
    assert seen.play is not None
    handles = {seat.name: seat.handle for seat in seen.play.state.seats}
    names = {handle: name for name, handle in handles.items()}
    turn = handles.get(document["turn"] or "", "")
    return seen.draw(
        "faces/lwd.html",
        document=document,
        handles=handles,
        turn=turn,
        rounds=_moves("round", seen.offers("round ")),
        guesses=_guesses(f"guess {turn}", seen.offers(f"guess {turn} ")) if turn else [],
        there=_there(f"challenge {turn} {_THERE}", seen) if turn else [],
        can_challenge=bool(turn) and any(seen.offers("challenge ")),
        reveal=_reveal(document, handles),
        power=_power(f"trigger {turn}", seen) if turn and document["power"] else [],
        lost=_lost(seen, document, names),
        swaps=[
            Move(f"swap {offer.word}", names[offer.word])
            for offer in seen.offers("swap ")
            if offer.word in names
        ],
        odds=_odds(seen, document),
    ).strip()


def _moves(line: str, offers: Sequence[Offer]) -> list[Move]:
    """The numbers that are offered next in a line."""
    return [
        Move(f"{line} {offer.word}", offer.word, offer.about)
        for offer in offers
        if offer.word.isdecimal()
    ]


def _guesses(line: str, offers: Sequence[Offer]) -> list[Move]:
    """Higher guesses, the lowest first: `3x5` is shown as 3 × 5."""
    return [
        Move(f"{line} {offer.word}", offer.word.replace("x", " × ", 1), offer.about)
        for offer in offers
    ]


def _there(line: str, seen: Seen) -> list[Moves]:
    """The numbers of dice that may be there, grouped by what they mean."""
    found = _moves(line, seen.offers(f"{line} "))
    return [Moves(about, [*moves]) for about, moves in groupby(found, lambda move: move.about)]


def _reveal(document: dict[str, Any], handles: dict[str, str]) -> list[dict[str, Any]]:
    """How many top cards each player has to show; empty if a number of dice is unknown."""
    players = document["players"]
    if any(who["dice"] is None for who in players):
        return []
    return [
        {"name": who["name"], "handle": handles[who["name"]], "dice": who["dice"]}
        for who in players
        if who["dice"]
    ]


def _power(line: str, seen: Seen) -> list[Moves]:
    """Power cards that may act: by number, and with the card that some of them add."""
    offers = seen.offers(f"{line} ")
    numbers = _moves(line, offers)
    extra = [offer.about for offer in offers if offer.word == _EXTRA]
    with_extra = [move._replace(line=f"{move.line} {_EXTRA}") for move in numbers]
    found = [Moves("The number on it", [*numbers, Move(line, "?", "not known")])]
    found += [Moves(f"The same, and {about}", with_extra) for about in extra]
    return found if offers else []


def _lost(seen: Seen, document: dict[str, Any], names: dict[str, str]) -> list[Moves]:
    """The players who may have lost, each with the dice that they can give up."""
    loser = (document["challenge"] or {}).get("loser")
    people = [offer.word for offer in seen.offers("lose ") if offer.word in names]
    return [
        Moves(names[who], _moves(f"lose {who}", seen.offers(f"lose {who} ")))
        for who in people
        if loser is None or names[who] == loser
    ]


def _odds(seen: Seen, document: dict[str, Any]) -> str:
    """How likely the last guess of the last round was; empty during a round."""
    if seen.play is None or document["phase"] == "guess":
        return ""
    said = seen.read("lwd odds", seen.play.ref.id)
    if said.reply is None:
        return ""
    return seen.blocks(said.reply.blocks())
