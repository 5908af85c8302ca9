"""All verbs of a game, and how a play of it begins: what is registered, and looked at then."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from companion.core.event import Referee
from companion.core.names import folded
from companion.core.param import A_PLAYER, A_TEXT, Arguments, Param, flag, one, several
from companion.core.play import PlayState
from companion.core.seats import Seat
from companion.core.value import resolved
from companion.core.verb import Verb

if TYPE_CHECKING:
    from companion.core.box import Shelf

S = TypeVar("S", bound=PlayState)


class VerbGroup(Generic[S]):
    """Verbs behind a word: `companion bwd card show`. They are loaded when one of them is needed.

    `load` gives them, in the order in which help lists them.
    """

    def __init__(
        self,
        name: str,
        about: str,
        help: str,
        load: Callable[[], Sequence[Verb[S]]],
    ) -> None:
        self.name = name
        self.about = about
        self.help = help
        self._load = load

    @cached_property
    def by_name(self) -> Mapping[str, Verb[S]]:
        """Its verbs. Raises ValueError for one that nobody could type."""
        return _by_name(self._load())


class LazyVerbs(Generic[S]):
    """Verbs that are loaded when one of them is needed: those of one game in a box of several.

    `load` gives them, in the order of `names`.
    """

    def __init__(self, names: Sequence[str], load: Callable[[], Sequence[Verb[S]]]) -> None:
        self.names = tuple(names)
        self._load = load

    @cached_property
    def by_name(self) -> Mapping[str, Verb[S]]:
        """The verbs. Raises ValueError for others than were named, or one nobody could type."""
        found = _by_name(self._load())
        if tuple(found) != self.names:
            _refuse(f"the verbs {', '.join(found)} were named {', '.join(self.names)}", "Mend one.")
        return found


class StartResult:
    """What a play begins with: the `options` that are recorded, the `boxes` in use from then on.

    `then` is what follows once the play is there, by its id: it gives lines and warnings for the
    answer.
    """

    def __init__(
        self,
        options: Mapping[str, Any],
        boxes: Sequence[str] = (),
        then: Callable[[str], tuple[Sequence[str], Sequence[str]]] = lambda play: ((), ()),
    ) -> None:
        self.options = options
        self.boxes = boxes
        self.then = then


class StartRequest:
    """What a play is to begin with: who plays, what was typed behind `start`, by whose rules.

    `reference` is what the game looks things up in, `shelf` has the boxes and plays of the group.
    `as_json` says whether the answer is the whole table.
    """

    def __init__(
        self,
        names: Sequence[str],
        seats: tuple[Seat, ...],
        args: Arguments[Any],
        referee: Referee,
        reference: Any,
        shelf: Shelf[Any],
        as_json: bool = False,
    ) -> None:
        self.names = names
        self.seats = seats
        self.args = args
        self.referee = referee
        self._reference = reference
        self.shelf = shelf
        self.as_json = as_json

    @property
    def reference(self) -> Any:
        """What the game looks things up in, read by now (`core.value`)."""
        return resolved(self._reference)


class Start:
    """How a play begins: `companion start GAME PLAYER… --first NAME`, and the game's own options.

    `first` explains `--first`; without it there is no such option. `options` makes what is
    recorded of what was typed, and refuses through the referee what the rules do; or else a
    `StartResult`, where more comes of it. The options are read without a state. `of_house` says
    whether it takes `--house`. `places` are what is typed in front of the players, `who` says who
    plays, where options name people as well; nobody for those of the play at hand. Every start
    takes `--new` and `--seats`.
    """

    def __init__(
        self,
        help: str,
        params: tuple[Param[Any, Any], ...] = (),
        options: Callable[[StartRequest], Mapping[str, Any] | StartResult] = lambda opening: {},
        first: str = "",
        of_house: bool = True,
        places: tuple[Param[Any, Any], ...] = (),
        who: Callable[[Arguments[Any]], Sequence[str]] | None = None,
    ) -> None:
        self.help = help
        self.params = params
        self.options = options
        self.first = first
        self.of_house = of_house
        self.who = who or _players_named
        self.places = places
        # The same as a verb, by which its words are told apart.
        who_begins = f"{first.removesuffix('.')}; `{RANDOM}` draws."
        begins = (one(FIRST, A_TEXT, metavar="NAME", help=who_begins),) if first else ()
        self.verb: Verb[Any] = Verb(
            "start",
            "",
            help,
            (*places, PLAYERS, *begins, *params, DRAWN_SEATS, NOBODY_KNOWN),
            plan=_no_plan,
            of_play=False,
            of_house=of_house,
        )


PLAYERS = several(
    "PLAYER...",
    A_PLAYER,
    optional=True,
    help="Clockwise; the same as last.",
)
"""Who begins a play; those of the play at hand where nobody is named."""


def _players_named(args: Arguments[Any]) -> Sequence[str]:
    return args.get(PLAYERS, ())


FIRST = "--first"
"""Who begins, behind `start`."""
NEW = "--new"
"""Behind `start`: whoever is called nearly like a player of the group is somebody else."""
SEATS = "--seats"
"""Behind `start`: `random` draws who sits where."""
RANDOM = "random"
"""The word that draws one, or an order."""
DRAWN_SEATS = one(SEATS, A_TEXT, optional=True, metavar=RANDOM, help="Draw who sits where.")
NOBODY_KNOWN = flag(NEW, "Whoever is called nearly like a player of the group is somebody else.")
_TAKEN = ("--json", "--group", "--play", "--house", "--help", "-h")
"""Options that every command has."""


class Verbs(Generic[S]):
    """All verbs of a game, with how a play of it begins, and what help says of the whole.

    `meant` says which verb other words mean. Raises ValueError for one that nobody could type.
    """

    def __init__(
        self,
        help: str,
        start: Start,
        verbs: Collection[Verb[S] | VerbGroup[S] | LazyVerbs[S]],
        meant: Mapping[str, str] | None = None,
    ) -> None:
        self.help = help
        self.start = start
        self.meant = meant or {}
        self._declared = tuple(verbs)
        at_hand = _by_name([verb for verb in verbs if isinstance(verb, Verb)])
        self.groups: Mapping[str, VerbGroup[S]] = {
            group.name: group for group in verbs if isinstance(group, VerbGroup)
        }
        for name in at_hand:
            if name in self.groups:
                _refuse(f"`{name}` is a verb and a group of them", "Call one something else.")
        _require_typable(start.verb)
        if start.first and any(param.name == FIRST for param in start.params):
            _refuse(f"`start` has {FIRST} twice", "What `first` explains is made by itself.")
        for own in (NEW, SEATS):
            if any(param.name == own for param in start.params):
                _refuse(f"`start` has {own} twice", "Every start has it, made by itself.")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the verbs and groups are called, in the order in which help lists them."""
        each = (it.names if isinstance(it, LazyVerbs) else (it.name,) for it in self._declared)
        return tuple(name for names in each for name in names)

    def find(self, name: str) -> Verb[S] | VerbGroup[S]:
        """The verb or group of exactly that name; no other is loaded for it."""
        for it in self._declared:
            if isinstance(it, LazyVerbs):
                if name in it.names:
                    return it.by_name[name]
            elif it.name == name:
                return it
        raise KeyError(name)

    @cached_property
    def in_order(self) -> tuple[Verb[S] | VerbGroup[S], ...]:
        """All verbs and groups, in the order of `names`, loaded."""
        return tuple(map(self.find, self.names))

    @cached_property
    def by_name(self) -> Mapping[str, Verb[S]]:
        """All verbs that stand in no group, loaded."""
        return {it.name: it for it in self.in_order if isinstance(it, Verb)}

    @property
    def secret(self) -> tuple[str, ...]:
        """Verbs, and options of these and of `start`, behind which stands a secret."""
        verbs = self.by_name.values()
        named = [verb.name for verb in verbs if verb.secret or any(it.secret for it in verb.places)]
        hiding = (it for verb in (self.start.verb, *verbs) for it in verb.options if it.secret)
        options = (name for it in hiding for name in it.names)
        return tuple(dict.fromkeys([*named, *options]))

    @property
    def private(self) -> tuple[str, ...]:
        """Verbs that show what only the player may see who is named first."""
        return tuple(verb.name for verb in self.by_name.values() if verb.private)


def _by_name(verbs: Sequence[Verb[S]]) -> Mapping[str, Verb[S]]:
    """Verbs by their names. Raises ValueError for a double, or one that nobody could type."""
    names = [verb.name for verb in verbs]
    for name in names:
        if names.count(name) > 1:
            _refuse(f"there are two verbs `{name}`", "Call one of them something else.")
    for verb in verbs:
        _require_typable(verb)
    return dict(zip(names, verbs, strict=True))


def _require_typable(verb: Verb[Any]) -> None:
    """Refuse what could never be told apart when it is typed. Raises ValueError, for its author."""
    if not verb.name or verb.name != folded(verb.name) or " " in verb.name or verb.name[0] == "-":
        _refuse(f"a verb “{verb.name}”", "Its name is one word in small letters, without a dash.")
    if verb.plan is None and verb.show is None and verb.run is None:
        _refuse(
            f"`{verb.name}` neither enters nor shows anything", "It needs a `plan` or a `show`."
        )
    names = [name for it in verb.params for name in (*it.names, it.against) if name]
    for name in names:
        if name in _TAKEN:
            _refuse(
                f"`{verb.name}` has {name}, and so has every command", "Call it something else."
            )
        if names.count(name) > 1:
            _refuse(f"`{verb.name}` has {name} twice", "Call one of the two something else.")
    for option in verb.options:
        if not _is_option(option.name):
            _refuse(
                f"`{verb.name}` has {option.name}",
                "An option is small letters behind two dashes; one dash and a letter: its `short`.",
            )
        if option.short and not _is_short(option.short):
            _refuse(
                f"`{verb.name}` has {option.short} for {option.name}",
                "A `short` is a dash and a letter, or another option.",
            )
    for at, before in enumerate(verb.places):
        _require_apart(verb, before, verb.places[at + 1 :])


def _require_apart(verb: Verb[Any], before: Param[Any, Any], behind: Sequence[Any]) -> None:
    """Refuse what stands in its place where nobody could tell it apart from what follows it."""
    if before.is_flag or before.sort.name == "file":
        what = "takes nothing" if before.is_flag else "is a file"
        _refuse(f"`{verb.name}` has {before.name} in its place, which {what}", "Make it an option.")
    if before.repeated and behind:
        last, too_late = before.name, behind[0].name
        _refuse(
            f"`{verb.name}` has {too_late} behind {last}, which takes all that follows",
            f"Put {last} last, or make an option of {too_late}.",
        )


def _is_option(name: str) -> bool:
    words = name.removeprefix("--").split("-")
    plain = all(word.isascii() and word.isalnum() and word == word.lower() for word in words)
    return name.startswith("--") and plain


def _is_short(name: str) -> bool:
    a_letter = len(name) == 2 and name[0] == "-" and name[1].isascii() and name[1].isalpha()
    return a_letter or _is_option(name)


def _refuse(what: str, way: str) -> NoReturn:
    raise ValueError(f"{what}. {way}")


def _no_plan(action: Any, args: Any) -> None:
    raise ValueError("a play is begun by the table")
