"""A verb of a game, declared once: what is typed behind it, what it enters or shows, how it helps.

    GUESS = Verb(
        name="guess",
        about="what the dice show",
        help="Guess what the dice show, all together. …",
        params=(PLAYER, GUESSED),
        plan=lambda action, told: guess(action, told.get(PLAYER, action.state.turn), told[GUESSED]),
    )

From it are made: the command (`cli.verbs`), completion and the prompt's menu (`core.menu`), help
and the tables of verbs in the guides, and what a form needs to know.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from companion.core.later import known
from companion.core.log import Log
from companion.core.names import folded
from companion.core.offer import Line
from companion.core.param import A_PLAYER, Param, Told, several
from companion.core.play import PlayState, require_live
from companion.core.referee import Referee
from companion.core.seats import Seat
from companion.errors import Invalid

if TYPE_CHECKING:
    from companion.core.action import Action
    from companion.core.blocks import Block, Heading
    from companion.core.offering import Plan
    from companion.core.reply import Picture, Reply

S = TypeVar("S", bound=PlayState)


class Seen(Generic[S]):
    """A play as a verb sees it that shows something of it."""

    def __init__(
        self,
        game: Any,
        state: S,
        reference: Any,
        log: Log,
        play: str,
        group: str,
    ) -> None:
        self.game = game
        self.state = state
        self._reference = reference
        self.log = log
        self.play = play
        self.group = group

    @property
    def reference(self) -> Any:
        """What the game looks things up in, read by now (`core.later`)."""
        return known(self._reference)

    def heading(self, title: str, *more: str) -> Heading:
        """What stands above all that is shown of a play: the title, the group, the play."""
        from companion.core.blocks import Heading

        return Heading(title, " · ".join([self.group, self.play, *more]))

    def won(self) -> list[Block]:
        """Who has won a play that is finished, and why."""
        from companion.core.ending import won

        return won(self)


class Added:
    """What an answer tells on top of the usual: lines behind the first, keys of the document."""

    def __init__(
        self,
        lines: Sequence[str],
        document: Callable[[], Mapping[str, Any]],
    ) -> None:
        self.lines = lines
        self.document = document


class Verb(Generic[S]):
    """A verb of a game.

    `about` are a few words for menus, `help` is the whole text, the examples last. `plan` makes the
    entry, `show` answers without one; a verb that has both shows where nothing stands behind it.
    `adds` is what the answer to an entry tells besides. `when` says of a verb that shows whether
    there is anything to be seen.

    `arrange` puts the words of a line in order before they are told apart: `3 x 5` is `3x5`.
    `surplus` is what to say where there are more words than the verb takes. A verb that is
    `private` shows what only the player may see who is named first, behind one that is `secret`
    stands what nobody else may read.
    """

    def __init__(
        self,
        name: str,
        about: str,
        help: str,
        params: tuple[Param[Any, Any], ...] = (),
        plan: Callable[[Action[S], Told[S]], None] | None = None,
        show: Callable[[Seen[S], Told[S]], Reply | Picture] | None = None,
        adds: Callable[[S], Added] | None = None,
        when: Callable[[S], bool] | None = None,
        arrange: Callable[[S, Sequence[str]], Sequence[str]] | None = None,
        surplus: Callable[[S, Sequence[str]], Invalid] | None = None,
        secret: bool = False,
        private: bool = False,
    ) -> None:
        self.name = name
        self.about = about
        self.help = help
        self.params = params
        self.places = tuple(param for param in params if not param.is_option)
        self.options = tuple(param for param in params if param.is_option)
        self.plan = plan
        self.show = show
        self.adds = adds
        self.when = when
        self.arrange = arrange
        self.surplus = surplus
        self.secret = secret
        self.private = private

    @property
    def spreads(self) -> bool:
        """Whether its words have to be seen together to know which is what, or how many there are.

        Where all may be left out, one after another is enough: words come in their order.
        """
        gather = any(it.repeated or it.gathers for it in self.params)
        left_out = [it.optional for it in self.places]
        return self.arrange is not None or gather or left_out != sorted(left_out)

    @property
    def such_as(self) -> str:
        """Its first example: `companion lwd guess ana 3x5`, as a hint."""
        _, _, examples = self.help.partition("Examples:")
        first = examples.strip().split("\n")[0].split("  ")[0]
        return f"`{first}`" if first else ""

    def shows(self, line: Line) -> bool:
        """Whether a line of this verb only shows something."""
        if self.show is None or self.plan is None:
            return self.show is not None
        return not line.arguments and not any(param.name in line.options for param in self.params)

    def told(self, state: S, line: Line) -> Told[S]:
        """What a line tells, parameter by parameter. Raises Invalid for words that are too many."""
        words = line.arguments if self.arrange is None else self.arrange(state, line.arguments)

        def surplus(told: Sequence[str], rest: Sequence[str]) -> Invalid:
            if self.surplus is not None:
                return self.surplus(state, told)
            return Invalid(f"“{' '.join(rest)}” is more than this command takes.", self.such_as)

        return Told(self.params, state, words, line.options, surplus, self.such_as)

    def entry(self, line: Line, told: Told[S] | None = None) -> Plan[S]:
        """The plan of the entry that a line makes, in a play that goes on.

        `told` is what it tells, where somebody has looked at it already.
        """
        make = self.plan
        if make is None:
            raise ValueError(f"{self.name} makes no entry")

        def plan(action: Action[S]) -> None:
            require_live(action.state)
            make(action, told or self.told(action.state, line))

        return plan


class Opening:
    """What a play is to begin with: who plays, what was told behind `start`, by whose rules.

    `reference` is what the game looks things up in.
    """

    def __init__(
        self,
        names: Sequence[str],
        seats: tuple[Seat, ...],
        told: Told[Any],
        referee: Referee,
        reference: Any,
    ) -> None:
        self.names = names
        self.seats = seats
        self.told = told
        self.referee = referee
        self._reference = reference

    @property
    def reference(self) -> Any:
        """What the game looks things up in, read by now (`core.later`)."""
        return known(self._reference)


class Start:
    """How a play begins: `companion start GAME PLAYER… --first NAME`, and the game's own options.

    `first` explains `--first`; without it there is no such option. `options` makes what is
    recorded of what was told, and refuses through the referee what the rules do; the options are
    read without a state.
    """

    def __init__(
        self,
        help: str,
        params: tuple[Param[Any, Any], ...] = (),
        options: Callable[[Opening], Mapping[str, Any]] = lambda opening: {},
        first: str = "",
    ) -> None:
        self.help = help
        self.params = params
        self.options = options
        self.first = first
        # The same as a verb, by which its words are told apart.
        self.verb: Verb[Any] = Verb("start", "", help, (PLAYERS, *params), plan=_no_plan)


PLAYERS: Param[Any, Sequence[str]] = several(
    "PLAYER...",
    A_PLAYER,
    lambda state, words: list(words),
    optional=True,
    help="Clockwise; the same as last.",
)
"""Who begins a play; those of the play at hand where nobody is named."""

FIRST = "--first"
"""Who begins, behind `start`."""
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
        verbs: Collection[Verb[S]],
        meant: Mapping[str, str] | None = None,
    ) -> None:
        self.help = help
        self.start = start
        self.by_name: Mapping[str, Verb[S]] = {verb.name: verb for verb in verbs}
        self.meant = meant or {}
        if len(self.by_name) < len(verbs):
            names = [verb.name for verb in verbs]
            twice = next(name for name in names if names.count(name) > 1)
            _refuse(f"there are two verbs `{twice}`", "Call one of them something else.")
        for verb in (start.verb, *verbs):
            _require_typable(verb)
        if start.first and any(param.name == FIRST for param in start.params):
            _refuse(f"`start` has {FIRST} twice", "What `first` explains is made by itself.")

    @property
    def secret(self) -> tuple[str, ...]:
        """Verbs, and options of these and of `start`, behind which stands a secret."""
        verbs = self.by_name.values()
        named = [verb.name for verb in verbs if verb.secret or any(it.secret for it in verb.places)]
        hiding = (it for verb in (self.start.verb, *verbs) for it in verb.options if it.secret)
        options = (name for it in hiding for name in (it.name, it.short) if name)
        return tuple(dict.fromkeys([*named, *options]))

    @property
    def private(self) -> tuple[str, ...]:
        """Verbs that show what only the player may see who is named first."""
        return tuple(verb.name for verb in self.by_name.values() if verb.private)


def _require_typable(verb: Verb[Any]) -> None:
    """Refuse what could never be told apart when it is typed. Raises ValueError, for its author."""
    if not verb.name or verb.name != folded(verb.name) or " " in verb.name or verb.name[0] == "-":
        _refuse(f"a verb “{verb.name}”", "Its name is one word in small letters, without a dash.")
    if verb.plan is None and verb.show is None:
        _refuse(
            f"`{verb.name}` neither enters nor shows anything", "It needs a `plan` or a `show`."
        )
    names = [name for param in verb.params for name in (param.name, param.short) if name]
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
                "A `short` is a dash and a letter.",
            )
    for at, before in enumerate(verb.places):
        _require_apart(verb, before, verb.places[at + 1 :])


def _require_apart(verb: Verb[Any], before: Param[Any, Any], behind: Sequence[Any]) -> None:
    """Refuse what stands in its place where nobody could tell it from what stands behind it."""
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
    return len(name) == 2 and name[0] == "-" and name[1].isascii() and name[1].isalpha()


def _refuse(what: str, way: str) -> NoReturn:
    raise ValueError(f"{what}. {way}")


def _no_plan(action: Any, told: Any) -> None:
    raise ValueError("a play is begun by the table")
