"""Boolean Dice on phones.

Calls and declarations to tap, the pile, columns, agencies, a clock, the ten dice, and the puzzles
as pictures. A player's own dice are only on that player's phone.
"""

from collections.abc import Callable
from re import findall
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.offer import Offer
from companion.table.plays import menu
from companion.table.plays.secrets import entered_on
from companion.web.faces.boolean_pictures import Puzzle, nets, puzzles

if TYPE_CHECKING:
    from companion.web.page import Seen

Document = dict[str, Any]
NONE = "none"
TAPS = {
    **dict.fromkeys(("call", "declare", "stack", "agency", "turn", "sort"), "tap it below"),
    **dict.fromkeys(("cross", "mission", "swap", "lose", "fell", "challenge"), "tap it below"),
    "orders": "tap how many below",
}
"""What to tap for a verb."""


class Mine(NamedTuple):
    """A player's own dice, for the phone that holds the seat.

    `known` are the names of known dice, `many` is how many dice there are; `dice` can be tapped,
    each as often as there are `sets`.
    """

    handle: str
    known: list[str]
    many: int
    dice: list[Offer]
    sets: int


def face(seen: "Seen", document: Document) -> str:
    """The part of the page for the game that is played, of the six."""
    variant = document["variant"]
    people = _people(seen, document)
    more = _OF.get(variant, _nothing)(seen, document, people)
    return seen.draw(
        "faces/boolean.html",
        document=document,
        people=people,
        turn=document["turn"],
        part=f"faces/boolean_{variant.replace('-', '_')}.html",
        nets=nets(seen),
        mine=_mine(seen, document),
        puzzles=_puzzles(seen),
        verbs=_verbs(seen),
        dice_of_set=words(seen, "dice "),
        **more,
    )


def words(seen: "Seen", line: str) -> list[Offer]:
    """The words that may come next in a line, except options."""
    return [offer for offer in seen.offers(line) if not offer.word.startswith("-")]


def _verbs(seen: "Seen") -> set[str]:
    """The verbs that can be used now; none on a phone that enters nothing."""
    play = seen.play
    if play is None or not seen.says:
        return set()
    return {offer.word for offer in menu.offers(play.game, play.state, play.reference, ())}


def _people(seen: "Seen", document: Document) -> list[Document]:
    """The players as in the document, each with their handle and seat."""
    assert seen.play is not None
    return [
        {**player, "handle": seat.handle, "at": number}
        for number, (seat, player) in enumerate(
            zip(seen.play.state.seats, document["players"], strict=True), 1
        )
    ]


def _mine(seen: "Seen", document: Document) -> Mine | None:
    """The dice of the player at this phone, read with its rights; None if there are none."""
    play, name = seen.play, seen.phone.name
    assert play is not None
    seat = next((seat for seat in play.state.seats if seat.name == name), None)
    if seat is None or not seen.says:
        return None
    offers = [offer for offer in words(seen, f"holds {seat.handle} ") if offer.word != NONE]
    reply = seen.room.prompt.say("mine", play.ref.id, seen.phone.source, None).reply
    if reply is None and entered_on(play, play.state.seats.index(seat)):  # another phone
        return None
    known = [] if reply is None else reply.document()["known"]
    if not offers and not known:
        return None
    many = sum(player["dice"] for player in document["players"] if player["name"] == name)
    lying = document.get("middle", document.get("center", {}).get("dice", 0))
    dice = lying + sum(player["dice"] for player in document["players"])
    return Mine(seat.handle, known, many, offers, max(1, round(dice / len(nets(seen)))))


def _puzzles(seen: "Seen") -> list[tuple[Puzzle, list[int]]]:
    """The puzzles, each with the numbers of its hints."""
    return [(puzzle, list(range(1, puzzle.steps + 1))) for puzzle in puzzles(seen)]


def _wbr(seen: "Seen", document: Document, people: list[Document]) -> Document:
    calls = [(offer, words(seen, f"call {offer.word} ")) for offer in words(seen, "call ")]
    handles = {one["handle"] for one in people}
    clock = _clock(document, people) if words(seen, "clock ") else None
    tied = [one for one in people if one["name"] in document["tied"]]
    return {
        "calls": [(offer, results) for offer, results in calls if offer.word not in handles],
        "clock": clock,
        "tie": [(one, offers) for one in tied if (offers := words(seen, f"tie {one['handle']} "))],
    }


def _clock(document: Document, people: list[Document]) -> Document:
    """What the script needs to run the clock; `left` is empty if nobody has set a time."""
    left = document["clock"] or [(document["minutes"] or 0) * 60] * len(people)
    names = [one["name"] for one in people]
    return {
        "names": names,
        "handles": [one["handle"] for one in people],
        "left": left if any(left) else [],
        "side": names.index(document["turn"]) if document["turn"] in names else 0,
    }


def _liar(seen: "Seen", document: Document, people: list[Document]) -> Document:
    begin = "declare"
    offers = words(seen, f"{begin} ")
    own = next((one["handle"] for one in people if one["name"] == seen.phone.name), "")
    openers = [offer for offer in offers if not offer.word.isdecimal()]
    if len(openers) == len(offers) and own in {offer.word for offer in openers}:
        begin = f"{begin} {own}"
        offers = words(seen, f"{begin} ")
    numbers = [offer for offer in offers if offer.word.isdecimal()]
    lowest = numbers[0].word if numbers else "0"
    counted: list[tuple[str, list[Offer]]] = []
    for offer in words(seen, "challenge --white "):
        if not counted or counted[-1][0] != offer.about:
            counted.append((offer.about, []))
        counted[-1][1].append(offer)
    loses = [
        (one, words(seen, f"lose {one['handle']} --to "))
        for one in people
        if one["handle"] in {offer.word for offer in words(seen, "lose ")}
    ]
    return {
        "begin": begin,
        "numbers": numbers,
        "openers": [] if numbers else openers,
        "displays": [
            (offer, _colours(offer.word))
            for offer in (words(seen, f"{begin} {lowest} --show ") if numbers else ())
        ],
        "counted": counted,
        "loses": loses,
        "names": {one["handle"]: one["name"] for one in people},
    }


def _colours(word: str) -> Document:
    """The numbers of white and black in a word such as `2w1b`; 0 of each in `none`."""
    found = {sign: int(many) for many, sign in findall(r"(\d+)([wb])", word)}
    return {"white": found.get("w", 0), "black": found.get("b", 0)}


def _stack(seen: "Seen", document: Document, people: list[Document]) -> Document:
    handles = {one["handle"]: one["name"] for one in people}
    return {
        "tops": [it for it in words(seen, "stack ") if it.word not in handles],
        "verdicts": [it for it in words(seen, "challenge ") if it.word not in handles],
        "faces": any(it.word == "--below" for it in seen.offers("challenge ")),
        "falls": [(it, handles[it.word]) for it in words(seen, "fell ") if it.word in handles],
        "at": {one["name"]: one["at"] for one in people},
    }


def _box(seen: "Seen", document: Document, people: list[Document]) -> Document:
    def counts(one: Document, nudged: bool) -> list[Offer]:
        offers = words(seen, f"turn {one['handle']} ")
        return [offer for offer in offers if ("," in offer.word) is nudged]

    return {
        "rolls": [
            (one, sorted(plain, key=lambda it: it.word), counts(one, True))
            for one in people
            if (plain := counts(one, False))
        ],
        "crosses": [(one, words(seen, f"cross {one['handle']} ")) for one in people],
        "lefts": [(one, words(seen, f"nudges {one['handle']} ")) for one in people],
    }


def _sort(seen: "Seen", document: Document, people: list[Document]) -> Document:
    places = ("rolled", "black", "white")
    black = words(seen, "bottoms ")
    white = {it.word: it for first in black for it in words(seen, f"bottoms {first.word} ")}
    return {
        "into": [(place, it) for place in places if (it := words(seen, f"sort {place} "))],
        "right": [black, [white[word] for word in sorted(white)]] if white else [],
    }


def _spy(seen: "Seen", document: Document, people: list[Document]) -> Document:
    handles = {one["handle"]: one["name"] for one in people}
    formed = []
    for one in people:
        begin = f"agency {one['handle']}"
        sides = words(seen, f"{begin} ") if one["side"] is None else []
        friendly = words(seen, f"{begin} {sides[0].word} ") if sides else []
        last = friendly[-1].word if friendly else ""
        field = words(seen, f"{begin} {sides[0].word} {last} ") if last else []
        if sides:
            formed.append((one, sides, friendly, field))
    return {
        "formed": formed,
        "orders": [it for it in words(seen, "orders ") if it.word not in handles],
        "missions": [_mission(seen, offer, handles) for offer in words(seen, "mission ")],
        "swaps": [it for it in words(seen, "swap ") if it.word not in handles],
        "lost": [
            (one, posts) for one in people if (posts := words(seen, f"lost {one['handle']} "))
        ],
        "out": [(it, handles[it.word]) for it in words(seen, "out ") if it.word in handles],
    }


def _mission(seen: "Seen", offer: Offer, handles: dict[str, str]) -> Document:
    """A mission that can be paid for; its lines by enemy, if it is against somebody.

    `steps` are further words, such as targets or counts, each with the words that may follow it.
    """
    line = f"mission {offer.word}"
    title, _, costs = offer.about.rpartition(", ")
    first = words(seen, f"{line} ")
    enemies = [it for it in first if it.word in handles]
    against = []
    for enemy in enemies:
        more = words(seen, f"{line} {enemy.word} ")
        against.append(
            (enemy.word, handles[enemy.word], _steps(seen, f"{line} {enemy.word}", more))
        )
    return {
        "line": line,
        "name": offer.word,
        "title": title or offer.about,
        "costs": costs,
        "against": against,
        "steps": [] if enemies else _steps(seen, line, first),
        "options": [it for it in seen.offers(f"{line} ") if it.word.startswith("-")],
    }


def _steps(seen: "Seen", line: str, offers: list[Offer]) -> list[tuple[Offer, list[Offer]]]:
    """Each word with the words that may follow it."""
    return [(it, words(seen, f"{line} {it.word} ")) for it in offers]


def _nothing(seen: "Seen", document: Document, people: list[Document]) -> Document:
    return {}


_OF: dict[str, Callable[["Seen", Document, list[Document]], Document]] = {
    "white-black-roll": _wbr,
    "liar": _liar,
    "stack": _stack,
    "shut-the-box": _box,
    "sort": _sort,
    "spy": _spy,
}
