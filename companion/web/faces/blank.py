"""BLANK on a phone: pads for playing cards, the open rules, and the winner's prize.

A pad enters what the prompt offers after `play`. Cards that do not fit have a pad of their own;
such a card is refused or counts as a mistake, as when it is typed.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.core.lookup import Mention
from companion.core.offer import Offer
from companion.web.page import Seen

NUMBERS = ("1", "2", "3", "4", "5", "6")
SUITS = ("hexagon", "triangle", "square", "circle", "diamond", "shield")
TAPS = {"play": "tap it below", "top": "tap it below", "draw": "draw", "open": "under Rules"}
"""What to tap for a verb."""
_OPEN = "`companion blank open "
_TELLS_CARD = ("play", "top")
"""Verbs with a pad."""
_ALONE = ("skip", "reverse", "reshuffle", "draw")
"""Verbs that are complete lines."""
_ELSEWHERE = (*_TELLS_CARD, *_ALONE, "penalty", "win", "open", "idea")
"""Verbs that have a place of their own on the page."""


class Key(NamedTuple):
    """A key of a pad: its number or suit, and the line that plays it."""

    text: str
    line: str


class Player(NamedTuple):
    """A player: whether it is their turn, their Penalties, and the lines for taps."""

    name: str
    handle: str
    turn: bool
    penalties: int
    missed: str
    penalty: str
    win: str


class Open(NamedTuple):
    """An open rule.

    `story` is the line that shows its history, `swap` begins the line that replaces it. `fits` says
    how it relates to the card on top.
    """

    label: str
    text: str
    new: bool
    fits: str
    story: str
    swap: str


class Agreed(NamedTuple):
    """A proposal to be approved or written on: its text, and the lines for that."""

    text: str
    approve: str = ""
    decline: str = ""
    ink: str = ""


class Prize(NamedTuple):
    """What the winner may write: cards with plain faces; `mine` if this is the winner's phone."""

    names: str
    mine: bool
    cards: Sequence[str]
    boxes: Sequence[str]


def face(seen: Seen, document: dict[str, Any]) -> str:
    """The card on top, pads, players and rules; after the end, the prize."""
    live = document["status"] == "live"
    verbs = _verbs(seen)
    words = [it.word for it in verbs]
    offers = seen.offers("play ") if "play" in words else ()
    handles = _handles(seen)
    numbers, suits = _pads(document["top"], {it.word for it in offers})
    known = {f"{number}-{suit}" for number in NUMBERS for suit in SUITS}
    return seen.draw(
        "faces/blank.html",
        document=document,
        live=live,
        words=words,
        numbers=numbers,
        suits=suits,
        maybe=[it for it in _in_front(seen) if it.why == "perhaps on top"],
        titled=[it for it in offers if it.word not in known and it.word not in handles.values()],
        all_numbers=NUMBERS,
        all_suits=SUITS,
        alone=[it for it in verbs if it.word in _ALONE and it.word != "draw"],
        more=[it for it in verbs if it.word not in _ELSEWHERE],
        players=_players(seen, document, handles, words),
        rules=_rules(seen, document),
        opens=_opens(seen, document, words),
        prize=_prize(seen, document),
        agreed=[] if live else [*_agreed(seen, document, "rule"), *_agreed(seen, document, "card")],
    )


def _verbs(seen: Seen) -> list[Offer]:
    """The verbs that can be used now, in the order of the prompt."""
    handles = _handles(seen).values()
    found = []
    for offer in seen.offers(""):
        if offer.word in handles or not offer.about or len(offer.word) == 1:
            break
        found.append(offer)
    return found


def _in_front(seen: Seen) -> list[Mention]:
    """What is in play according to the game, and why it matters."""
    play = seen.play
    return [] if play is None else list(play.game.in_play(play.state, play.reference))


def _handles(seen: Seen) -> dict[str, str]:
    """The players' handles by name."""
    return {} if seen.play is None else {it.name: it.handle for it in seen.play.state.seats}


def _pads(top: dict[str, Any] | None, offered: set[str]) -> tuple[list[Key], list[Key]]:
    """The numbers of the suit on top and the suits of its number that are offered."""
    if top is None:
        return [], []
    number, suit = str(top["number"]), top["suit"]
    numbers = [Key(it, f"play {it}-{suit}") for it in NUMBERS if f"{it}-{suit}" in offered]
    suits = [Key(it, f"play {number}-{it}") for it in SUITS if f"{number}-{it}" in offered]
    return numbers, suits


def _players(
    seen: Seen, document: dict[str, Any], handles: dict[str, str], verbs: Sequence[str]
) -> list[Player]:
    accused = {it.word for it in seen.offers("penalty ")} if "penalty" in verbs else set()
    wins = {it.word for it in seen.offers("win ")} if "win" in verbs else set()
    mine = handles.get(seen.phone.name, "")
    found = []
    for who in document["players"]:
        handle = handles[who["name"]]
        empty = handle in wins and any(it.word == "--empty" for it in seen.offers(f"win {handle} "))
        missed = f"penalty {handle} missed-rule --by "
        found.append(
            Player(
                name=who["name"],
                handle=handle,
                turn=who["name"] == document["turn"],
                penalties=document["penalties"].get(who["name"], 0),
                missed=f"{missed}{mine}"
                if handle in accused and mine in {it.word for it in seen.offers(missed)} - {handle}
                else "",
                penalty=f"penalty {handle} " if handle in accused else "",
                win=f"win {handle}{' --empty' if empty else ''}" if handle in wins else "",
            )
        )
    return found


def _rules(seen: Seen, document: dict[str, Any]) -> list[Open]:
    known = {it.word for it in seen.offers("rule show ")}
    swapped = {it.word for it in seen.offers("swap-rule ")}
    fits = {it.title: it.why for it in _in_front(seen) if it.why.endswith("top card")}
    return [
        Open(
            label=rule["id"],
            text=rule["text"],
            new=rule["new"],
            fits=fits.get(f"Rule {rule['id']}", ""),
            story=f"rule show {rule['id']}" if rule["id"] in known else "",
            swap=f"swap-rule {rule['id']} " if rule["id"] in swapped else "",
        )
        for rule in document["rules_in_play"]
    ]


class Opens(NamedTuple):
    """What can be opened: known rules, and the line that enters one in words."""

    known: Sequence[Offer]
    line: str


def _opens(seen: Seen, document: dict[str, Any], verbs: Sequence[str]) -> Opens | None:
    """What can be opened; None if no other rule may be open.

    A box without any known rule offers none; then the next step asks for one.
    """
    is_due = seen.says and any(_OPEN in step for step in document["todo"])
    if "open" not in verbs and not is_due:
        return None
    known = [it for it in seen.offers("open ") if not it.word.startswith("--")]
    line = "open {text}"
    if document["copies"]:
        line = "rule add {text} --printed --open" + _of_box(document["copies"])
    return Opens(known, line)


def _of_box(boxes: Sequence[str]) -> str:
    return " --box {box}" if len(boxes) > 1 else ""


def _prize(seen: Seen, document: dict[str, Any]) -> Prize | None:
    """What the winner may write on, if the prize was not taken yet."""
    if not any(it.word == "--prize" for it in seen.offers("rule add ")):
        return None
    winners = document["winners"]
    cards = [it.word for it in seen.offers("card customise ")]
    return Prize(", ".join(winners), seen.phone.name in winners, cards, document["copies"])


def _agreed(seen: Seen, document: dict[str, Any], what: str) -> list[Agreed]:
    """What is proposed and what is approved, with the lines for the next step."""
    done = {it.word for it in seen.offers(f"{what} decline ")}
    proposed = [
        Agreed(
            text=_text(it, document["prize"]),
            approve=f"{what} approve {it.word}",
            decline=f"{what} decline {it.word}" if it.word in done else "",
        )
        for it in seen.offers(f"{what} approve ")
    ]
    inked = [
        Agreed(text=_text(it, document["prize"]), ink=f"{what} ink {it.word}")
        for it in seen.offers(f"{what} ink ")
    ]
    return [*proposed, *inked]


def _text(offer: Offer, prize: dict[str, Any] | None) -> str:
    """The text of a card, in full if it is the prize."""
    if prize is not None and offer.word.endswith(prize["card"].removeprefix("r")):
        return str(prize["text"])
    return offer.about or offer.word
