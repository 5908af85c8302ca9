"""Marbles: a made-up game that has one of everything that a verb can be declared with.

It is played in tests alone: here, and installed as a package of somebody else's (`PACKAGE`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

from companion.core.action import Action
from companion.core.blocks import Block, Paragraph
from companion.core.box import BoxAction, BoxFact, BoxRules, PlayView, Shelf
from companion.core.command import (
    AnyVerb,
    Player,
    choice,
    flag,
    number,
    player,
    text,
    verb,
    word,
    words,
)
from companion.core.event import Event, Referee
from companion.core.fact import Fact, Seat, facts
from companion.core.game import DataReader, Game
from companion.core.legal import Legal, Step
from companion.core.log import Wording
from companion.core.names import chosen
from companion.core.offer import Trial
from companion.core.outcome import Outcome
from companion.core.param import Arguments, Candidate, Incomplete, Param, a_file, nobodys
from companion.core.play import PlayState
from companion.core.reply import Picture, Reply
from companion.core.seats import PlayerSeat, is_somebody
from companion.core.shapes import (
    FLAG,
    NAME,
    Context,
    Wrong,
    one_of,
    some_of,
    whole_from,
    with_schema,
)
from companion.core.value import replace
from companion.core.verbs import StartRequest, VerbGroup, Verbs, start
from companion.errors import Invalid, Refused
from tests.site import metadata

COLORS = ("red", "blue", "green")
COLOR = one_of(*COLORS)


class Bag(PlayState):
    """A table of Marbles: what is in the bag, what everybody holds, what somebody has hidden."""

    bag: tuple[str, ...] = ("red", "red", "red", "blue", "green")
    hands: tuple[tuple[str, ...], ...]
    hidden: tuple[int, ...]


# A box: what its marbles are called


Box = Mapping[str, str]
"""What marbles are called, by their colors."""


class ColorNamed(BoxFact[Box, Any], kind="color.named"):
    """Marbles of a color are called something in this box, and are thought pretty, or plain."""

    color: Annotated[str, COLOR]
    name: Annotated[str, NAME]
    pretty: Annotated[bool | None, FLAG] = None

    def check(self, box: Box) -> None:
        """Refuse a name that others have."""
        if list(box.values()).count(self.name) > 1:
            raise Refused(f"Other marbles are called {self.name} already.", "Another name.")

    def describe(self, box: Box) -> str:
        how = {True: ", and pretty", False: ", and plain", None: ""}[self.pretty]
        return f"{self.color} is {self.name}{how}"


class BagRules(BoxRules[Box]):
    """What the group calls its marbles."""

    kinds = facts(ColorNamed)

    def made(self, read: DataReader, facts: Callable[[], Sequence[Event]]) -> Box:
        named = (event.data for event in facts() if event.kind == ColorNamed.kind)
        return {data["color"]: data["name"] for data in named}


SAY = Wording("companion marbles box", "nothing is named", "the box itself", "Name some.")
Color = Annotated[str, choice(COLORS, "color")]
Name = Annotated[str, text()]
Pretty = Annotated[bool | None, flag("How they look.", opposite="--plain")]
Entry = Annotated[str | None, text("[ENTRY]")]


@verb("call a color something", name="name", of_play=False, of_house=True)
def name_color(shelf: Shelf[Box], color: Color, name: Name, *, pretty: Pretty = None) -> Reply:
    """Name marbles.

    Examples:
      companion marbles box name red Ruby
    """

    def plan(action: BoxAction[Box]) -> None:
        after = {**action.box, color: name}
        if sorted(after.values()) != sorted(set(after.values())):
            action.referee.refuse("MAR-9", "Two colors of one name.", "Another name.")
        action.add(ColorNamed(color=color, name=name, pretty=pretty))

    written = shelf.write(plan)
    lines = [*written.did(GAME.box_rules.kinds), *written.house]
    return Reply(document=lambda: dict(written.box.now), lines=tuple(lines))


@verb("all names", name="show", of_play=False)
def show_names(shelf: Shelf[Box]) -> Reply:
    """Show the names.

    Examples:
      companion marbles box show
    """
    box = shelf.open()
    lines = [f"{color}: {name}" for color, name in box.now.items()]
    return Reply(document=lambda: dict(box.now), lines=(box.name, *lines))


@verb("take a name back", name="undo", when=lambda trial: False, of_play=False)
def undo_name(shelf: Shelf[Box], entry: Entry = None) -> Reply:
    """Take back.

    Examples:
      companion marbles box undo
    """
    return shelf.undo(entry, SAY)


BOX = VerbGroup[Any](
    "box",
    "what they are called",
    "Your box of marbles.\n\nExamples:\n  companion marbles box show",
    lambda: (name_color, show_names, undo_name),
)

# Facts


class MarblesTaken(Fact[Bag], kind="marbles.taken"):
    """Marbles that somebody took out of the bag."""

    seat: Seat
    colors: Annotated[list[str], some_of(COLOR)]
    again: Annotated[int, whole_from(2, 9)] = 1

    @property
    def drawn(self) -> Counter[str]:
        """How many of which color were taken, all in all."""
        return Counter(self.colors * self.again)

    def check(self, state: Bag, referee: Referee) -> None:
        """Nobody takes what is not in the bag."""
        few = sorted(self.drawn - Counter(state.bag))
        referee.require(
            not few, "MAR-1", f"There is not that much {', '.join(few)}.", "Take what is there."
        )

    def apply(self, state: Bag) -> Bag:
        """The table after marbles were taken, as far as there were any."""
        got = tuple((self.drawn & Counter(state.bag)).elements())
        left = tuple((Counter(state.bag) - Counter(got)).elements())
        return replace(state, bag=left, hands=held(state, self.seat, got))

    def describe(self, before: Bag, after: Bag) -> str:
        return f"{before.name(self.seat)} takes {', '.join(self.drawn.elements())}"


def held(state: Bag, seat: int, more: tuple[str, ...] = (), less: str = "") -> tuple[Any, ...]:
    """What everybody holds after somebody got more, or gave one."""
    hand = [*state.hands[seat], *more]
    if less in hand:
        hand.remove(less)
    return (*state.hands[:seat], tuple(hand), *state.hands[seat + 1 :])


def to_another(data: Any, context: Context) -> Wrong | None:
    """Nobody gives anything to themselves."""
    return ("to", data["to"]) if data["to"] == data["seat"] else None


with_schema(to_another, lambda: {})


class MarbleGiven(Fact[Bag], kind="marble.given", together=to_another, counts=False):
    """A marble that went from hand to hand."""

    seat: Seat
    to: Seat
    color: Annotated[str, COLOR]

    def check(self, state: Bag, referee: Referee) -> None:
        """Nobody gives what is not in the hand."""
        there = self.color in state.hands[self.seat]
        referee.require(there, "MAR-3", f"There is no {self.color} in that hand.", "Give another.")

    def apply(self, state: Bag) -> Bag:
        given = replace(state, hands=held(state, self.seat, less=self.color))
        return replace(given, hands=held(given, self.to, (self.color,)))


class MarblesHidden(Fact[Bag], kind="marbles.hidden"):
    """So many are behind somebody's back."""

    seat: Seat
    count: Annotated[int, whole_from(0, 5)]

    def apply(self, state: Bag) -> Bag:
        hidden = [*state.hidden]
        hidden[self.seat] = self.count
        return replace(state, hidden=tuple(hidden))

    def describe(self, before: Bag, after: Bag) -> str:
        return ""


# Verbs


def a_color(state: Bag, word: str) -> str:
    """The color that a word begins."""
    return chosen(word, COLORS, "color")


def two_colors(state: Bag, word: str) -> tuple[str, str]:
    """`red=blue`, which is typed one half after the other."""
    first, equals, second = word.partition("=")
    if not (equals and second):
        whole = f"{a_color(state, first)}="
        raise Incomplete(f"“{whole}” wants a color behind it.", f"Such as `{whole}blue`.")
    return a_color(state, first), a_color(state, second)


def in_the_bag(trial: Trial[Bag], args: Arguments[Bag]) -> Iterable[Candidate]:
    """All colors with how many there are: the rules say which of them can be had."""
    left = Counter(trial.state.bag)
    return ((color, f"{left[color]} left") for color in COLORS)


def pairs(trial: Trial[Bag], args: Arguments[Bag]) -> Iterable[Candidate]:
    """What can be swapped for what."""
    mine = args.get("player", trial.state.first)
    return ((f"{color}=", "for another") for color, _ in groupby(trial.state.hands[mine]))


def joined_pairs(state: Bag, words: Sequence[str]) -> Sequence[str]:
    """`red = blue` is `red=blue`."""
    return " ".join(words).replace(" = ", "=").split()


def own_times(state: Bag, words: Sequence[str], stands: bool) -> Sequence[str]:
    """The `x2` of a line, unless `--times` has said it."""
    return [] if stands else [word for word in words if word[:1] == "x" and word[1:].isdecimal()]


def too_much(state: Bag, words: Sequence[str]) -> Invalid:
    """What to say where `give` is given more than it takes."""
    return Invalid(f"One marble is given at a time, and “{' '.join(words)}” is more.", "Type two.")


def no_color(state: Bag, args: Arguments[Bag]) -> tuple[str, str]:
    """What to say where it is not entered what somebody takes."""
    name = state.name(args.get("player", state.first))
    return f"Which colors does {name} take?", "Such as `red blue`."


Taker = Annotated[
    int,
    player(
        belongs_here=lambda state, words: is_somebody(state.seats, words[0]),
        default_from=lambda state: state.first,
    ),
]
Taken = Annotated[
    list[str],
    words(
        lambda state, words: [a_color(state, word) for word in words],
        "COLOR...",
        duplicates=True,
        candidates=in_the_bag,
        explain_missing=no_color,
    ),
]
Times = Annotated[
    int,
    word(
        lambda state, word: int(word.lstrip("x")),
        metavar="N",
        help="As often as that.",
        candidates=lambda trial, args: [("2", "twice"), ("3", "three times")],
        own_words=own_times,
    ),
]
Why = Annotated[str | None, text(metavar="TEXT", help="What for.", after_dash=True)]
Loud = Annotated[bool, flag("Say so.", about=lambda state: f"wake {state.name(0)}")]
Giver = Annotated[
    int, player(lambda trial: [seat for seat, hand in enumerate(trial.state.hands) if hand])
]
Getter = Annotated[
    int | None,
    player(
        name="--to",
        metavar="PLAYER",
        help="Who gets it, if not the next.",
        whose=nobodys,
        old_name="--for",
    ),
]
Pair = Annotated[tuple[str, str], word(two_colors, "MINE=OURS", candidates=pairs)]
Number = Annotated[
    int, number(0, 5, "N", what="number of marbles", example="0 to 5 are behind one")
]
Peeker = Annotated[int, player(default_from=lambda state: state.first)]
Under = Annotated[str, text(metavar="CUP", help="What it lies under.", alias="-u", secret=True)]
OnPaper = Annotated[str | None, word(sort=a_file("bag.svg"))]


@verb("out of the bag")
def take(
    action: Action[Bag],
    player: Taker,
    colors: Taken,
    *,
    times: Times = 1,
    why: Why = None,
    loud: Loud = False,
) -> None:
    """Take marbles.

    Examples:
      companion marbles take ana red blue   two
    """
    action.add(MarblesTaken(seat=player, colors=colors, again=times))
    if loud:
        action.warn("Everybody wakes.")
    action.show(
        lambda: [f"{len(action.state.bag)} are left"], lambda: {"left": len(action.state.bag)}
    )


@verb("to somebody", too_many=too_much)
def give(action: Action[Bag], player: Giver, color: Color = "red", *, to: Getter = None) -> None:
    """Give a marble, red if nothing is said.

    Examples:
      companion marbles give ana red --to ben
    """
    getter = action.state.left_of(player) if to is None else to
    if getter == player:
        raise Invalid("Nobody gives to themselves.", "Name another.")
    action.add(MarbleGiven(seat=player, to=getter, color=color))


@verb("with the bag", rearrange=joined_pairs)
def swap(action: Action[Bag], player: Taker, pair: Pair) -> None:
    """Swap a marble: one of ours for one out of the bag.

    Examples:
      companion marbles swap red=blue
    """
    mine, other = pair
    action.add(MarblesTaken(seat=player, colors=[other]))
    action.add(MarbleGiven(seat=player, to=action.state.left_of(player), color=mine))


@verb("behind the back", secret=True)
def tuck(action: Action[Bag], player: Player, n: Number) -> None:
    """Hide marbles.

    Examples:
      companion marbles tuck ana 3
    """
    action.add(MarblesHidden(seat=player, count=n))


@verb("what is hidden")
def cover(action: Action[Bag], player: Giver, *, under: Under) -> None:
    """Cover them.

    Examples:
      companion marbles cover ana --under hat
    """
    action.add(MarblesHidden(seat=player, count=len(under)))


@verb("at what one hides", private=True)
def peek(seen: PlayView[Bag], player: Peeker) -> Reply:
    """Show what is hidden.

    Examples:
      companion marbles peek ana
    """
    count = seen.state.hidden[player]
    return Reply(lambda: {"hidden": count}, (f"{seen.state.name(player)} hides {count}.",))


@verb("what is left", when=lambda trial: bool(trial.state.bag))
def bag(seen: PlayView[Bag], *, picture: OnPaper = None) -> Reply | Picture:
    """Show the bag.

    Examples:
      companion marbles bag
    """
    if picture is not None:
        return Picture(picture, "<svg/>", "The bag", lambda: {})
    return Reply(lambda: {"bag": list(seen.state.bag)}, (" ".join(seen.state.bag),))


@start()
def begin(
    request: StartRequest, *, five: Annotated[bool, flag("Five marbles alone.")] = False
) -> dict[str, Any]:
    """Begin Marbles."""
    return {"five": five}


VERBS = Verbs[Bag](
    "Marbles: take, give, swap, hide.",
    begin,
    (take, give, swap, tuck, cover, peek, bag, BOX),
    meant={"grab": "take"},
)


def verb_of(
    name: str = "sing",
    *params: Param,
    plan: Callable[[Any, Arguments[Any]], Any] = lambda action, args: None,
) -> AnyVerb:
    """A verb of these parameters, which its plan reads by itself."""

    @verb("", name)
    def made(action: Action[Any]) -> None: ...

    made.params = params
    made.places = tuple(param for param in params if not param.is_option)
    made.options = tuple(param for param in params if param.is_option)
    made.run = plan  # type: ignore[method-assign]
    return made


class Marbles(Game[Bag]):
    """Take them, give them, hide them."""

    id = "marbles"
    title = "Marbles"
    fewest_players, most_players = 2, 4
    seats_rule = "MAR-2"
    keeps_points = False
    kinds = facts(MarblesTaken, MarbleGiven, MarblesHidden)
    box_rules = BagRules()

    def opening(self, seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]) -> Bag:
        none = tuple(() for _ in seats)
        return Bag(seats=seats, scores=(), first=first, hands=none, hidden=(0,) * len(seats))

    def advance(self, action: Action[Bag]) -> None:
        action.add("round.ended", why="so it goes")

    def outcome(self, state: Bag) -> Outcome:
        return Outcome((), "nobody counts")

    def verbs(self) -> Verbs[Bag]:
        return VERBS

    def legal(self, reference: Any) -> Legal[Bag]:
        return LEGAL

    def view(self, state: Bag, reference: Any) -> list[Block]:
        return [Paragraph(f"In the bag: {', '.join(state.bag) or 'nothing'}.")]


LEGAL = Legal[Bag](
    lambda state: "full" if state.bag else "empty",
    {
        "full": (
            Step("take", say=lambda state: f"{state.name(state.first)} takes some."),
            Step("give"),
            Step("swap"),
            Step("tuck"),
            Step("cover"),
            Step("take"),
            Step("peek"),
            Step("bag"),
            Step("box"),
        ),
        "empty": (Step(say=lambda state: "That is all: `companion finish`."), Step("give")),
    },
)
GAME = Marbles()

PACKAGE = {
    **metadata("marbles", marbles="marbles.game:GAME"),
    "marbles/game.py": Path(__file__).read_text("utf-8"),
}
"""The same as a package that is installed."""
