"""A turn without its missions: Orders at its beginning, and swaps at its end."""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.command import number, player, verb, words
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import chosen, counted, listed
from companion.core.numbers import only_digits
from companion.core.param import Arguments, Candidate, a_choice
from companion.core.shapes import list_of, maybe, one_of
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.boolean.parsing import is_name, names_first, numbers
from companion.games.boolean.spy.agency import (
    COUNT,
    DERIVED_KEYS,
    begin_missions,
    end_turn,
    require_in,
    require_turn,
)
from companion.games.boolean.spy.state import (
    AT,
    INTO,
    POSTS,
    Agency,
    Post,
    SpyState,
    can_swap,
    default_swaps,
    forced_turncoats,
    most_swaps,
    with_agency,
)
from companion.games.boolean.variants import UNDO_BY_NUMBER

if TYPE_CHECKING:
    from companion.core.offer import Trial

Mover = Annotated[
    int,
    player(
        lambda trial: (trial.state.mover,),
        "whose turn it is",
        default_from=lambda state: state.mover,
        belongs_here=is_name(only_digits),
    ),
]
"""The player whose turn it is; the name may be left out."""


def _agency(trial: "Trial[SpyState]", args: Arguments[SpyState]) -> Agency:
    seat: int = args.get("player", trial.state.mover)
    return trial.state.agencies[seat]


# Orders


class OrdersCounted(Fact[SpyState], kind="orders.counted"):
    """The desk agents are rolled; null if the number of friendly ones is not entered."""

    seat: Seat
    orders: Annotated[int | None, maybe(COUNT)]

    def check(self, state: SpyState, referee: Referee) -> None:
        seat, orders = self.seat, self.orders
        require_in(state, seat)
        require_turn(state, seat, referee)
        name, now = state.name(seat), state.now
        if seat == state.turn and now.step == "missions":
            made = "" if now.orders is None else f" for {counted(now.orders, 'Order')}"
            referee.require(
                now.orders is None and orders is not None,
                "BO-184",
                f"{name}'s desk agents were already rolled{made}, which happens once in a turn.",
                "Missions come next: `companion boolean mission`; `companion undo` if the Orders "
                "are wrong.",
            )
            if orders is not None and orders < now.spent:
                spent = counted(now.spent, "Order")
                raise Refused(
                    f"{name}'s missions of this turn have already taken {spent}.",
                    f"Enter at least {now.spent}: `companion boolean orders {now.spent}`.",
                )
        if orders is not None:
            _require_desk_agents(name, state.agencies[seat], orders, referee)

    def apply(self, state: SpyState) -> SpyState:
        state = begin_missions(state, self.seat)
        most = state.agencies[self.seat].most_orders if self.orders is None else None
        return replace(state, now=state.now._replace(orders=self.orders, most=most))

    def describe(self, before: SpyState, after: SpyState) -> str:
        name = after.name(self.seat)
        if self.orders is None:
            return f"{name}'s desk agents are rolled, but their Orders were not entered"
        return f"{name}'s desk agents bring {counted(self.orders, 'Order')}"


def _require_desk_agents(name: str, agency: Agency, orders: int, referee: Referee) -> None:
    most = agency.most_orders
    if agency.desk is None or most is None:
        referee.require(
            orders < agency.dice,
            "BO-186",
            f"{name} has {agency.dice} dice, and not all of them sit at desks, so they bring fewer "
            f"than {counted(orders, 'Order')}.",
            "Enter how many came up friendly, such as `companion boolean orders "
            f"{min(2, agency.dice - 1)}`.",
        )
        return
    agents = counted(agency.desk, "desk agent")
    each = ", and each brings one Order at most" if agency.desk else " to bring an Order"
    hint = f"`companion boolean orders {most}`{', or fewer' if most else ''}."
    referee.require(orders <= agency.desk, "BO-186", f"{name} has {agents}{each}.", hint)
    referee.require(
        orders <= most,
        "BO-195",
        f"{name} has {agents}, but a turncoat at a desk never brings an Order.",
        hint,
    )


def _most_orders(trial: "Trial[SpyState]", args: Arguments[SpyState]) -> Iterable[Candidate]:
    agency = _agency(trial, args)
    most = agency.dice - 1 if agency.desk is None else agency.desk
    for word, about in numbers(0, most, "Orders"):
        yield word, "Order" if word == "1" else about


Orders = Annotated[
    int | None,
    number(
        0,
        99,
        name="N",
        what="number of Orders",
        example="`companion boolean orders 2`",
        candidates=_most_orders,
    ),
]


@verb(
    "Orders of the desk agents",
    name="orders",
    rearrange=names_first(only_digits),
    too_many=lambda state, words: Invalid(
        "Enter one number of Orders.", "`companion boolean orders 2`"
    ),
)
def count_orders(action: Action[SpyState], player: Mover, orders: Orders = None) -> None:
    """Roll the desk agents, and enter how many Orders they bring.

    Without a number, Orders are not counted in this turn.

    Examples:
      companion boolean orders 2
      companion boolean orders ana 2
      companion boolean orders
    """
    action.add(OrdersCounted(seat=player, orders=orders))


# Swapping ends the turn


class AgencyReorganized(Fact[SpyState], kind="agency.reorganized"):
    """Pairs of field and desk agents change places, and the turn is over.

    `swaps` is null if the swap was not entered; `turncoats` are the places to which those went, and
    `turncoat` the first one. Older entries have only the latter.
    """

    seat: Seat
    swaps: Annotated[int | None, maybe(COUNT)]
    turncoat: Annotated[Post | None, maybe(one_of(*POSTS))]
    turncoats: Annotated[Sequence[Post] | None, list_of(one_of(*POSTS))] = None
    untold: Annotated[Sequence[str] | None, DERIVED_KEYS] = None

    @property
    def turncoat_posts(self) -> tuple[Post, ...]:
        """The places to which turncoats went."""
        if self.turncoats is not None:
            return tuple(self.turncoats)
        return () if self.turncoat is None else (self.turncoat,)

    def check(self, state: SpyState, referee: Referee) -> None:
        seat, swaps, turncoats = self.seat, self.swaps, self.turncoat_posts
        require_in(state, seat)
        require_turn(state, seat, referee)
        name, agency = state.name(seat), state.agencies[seat]
        if swaps is None:
            return
        self._require_same_swap(name, agency, swaps, referee)
        if not swaps:
            referee.require(
                can_swap(agency) is not True and not turncoats,
                "BO-192",
                f"{name} has to swap at least one pair of agents.",
                "`companion boolean swap 1`",
            )
            return
        for post in dict.fromkeys(turncoats):
            start: Post = "field" if post == "desk" else "desk"
            there, moved = agency.most_turncoats_at(start), turncoats.count(post)
            referee.require(
                moved <= there,
                "BO-194",
                f"{name} has {_so_many(there)} {AT[start]} to swap.",
                f"`companion boolean swap {swaps}` {'with fewer' if there else 'without'} "
                "`--turncoat`; `companion table` shows where turncoats are.",
            )
        _require_pairs(name, swaps, turncoats, referee)
        _require_agents(name, agency, swaps, turncoats.count("desk"), referee)
        forced = forced_turncoats(agency, swaps).count("desk")
        referee.require(
            forced <= turncoats.count("desk"),
            "BO-194",
            f"{'One' if forced == 1 else forced} of the {swaps} field agents "
            f"{'is' if forced == 1 else 'are'} {name}'s "
            f"{'turncoat' if forced == 1 else 'turncoats'}, "
            f"and two desk agents have to take {'its' if forced == 1 else 'each'} place.",
            f"`companion boolean swap {swaps}{' --turncoat desk' * forced}`",
        )

    def apply(self, state: SpyState) -> SpyState:
        """Only a turncoat, who is replaced by two desk agents, changes the numbers."""
        agency = state.agencies[self.seat]
        for post in self.turncoat_posts:
            if post == "desk":
                agency = agency.with_turncoat_moved("field", "desk").with_moved("desk", "field")
            else:
                agency = agency.with_turncoat_moved("desk", "field")
        return end_turn(with_agency(state, self.seat, agency), self.seat)

    def describe(self, before: SpyState, after: SpyState) -> str:
        name, swaps, turncoats = after.name(self.seat), self.swaps, self.turncoat_posts
        if swaps is None:
            return f"{name}'s turn is over; the rest of it was not entered"
        if not swaps:
            return f"{name} cannot swap agents"
        line = f"{name} swaps {'a pair' if swaps == 1 else f'{swaps} pairs'} of agents"
        to_desks, afield = turncoats.count("desk"), turncoats.count("field")
        went = []
        if to_desks == 1:
            went.append("the turncoat goes to a desk, and two agents into the field for it")
        elif to_desks:
            for_them = f"and {2 * to_desks} agents into the field for them"
            went.append(f"{to_desks} turncoats go to desks, {for_them}")
        if afield == 1:
            went.append(f"{'another' if to_desks else 'the turncoat'} goes into the field")
        elif afield:
            went.append(f"{afield} {'others' if to_desks else 'turncoats'} go into the field")
        return f"{line}: {'; '.join(went)}" if went else line

    def _require_same_swap(self, name: str, agency: Agency, swaps: int, referee: Referee) -> None:
        """Refuse consequences of the agents that would be different after an undo."""
        untold: Collection[str] = self.untold or ()
        posts = self.turncoat_posts
        usual = default_swaps(agency, () if "turncoat" in untold else posts)
        referee.require(
            swaps == usual or "swaps" not in untold,
            "BO-192",
            f"{name} had {'a' if swaps else 'no'} swap in that turn, by the agents that were "
            f"known; now there would be {'one' if usual else 'none'}.",
            UNDO_BY_NUMBER,
        )
        forced = forced_turncoats(agency, swaps)
        if self.turncoats is None:
            forced = forced[:1]
        referee.require(
            posts == forced or "turncoat" not in untold,
            "BO-194",
            f"{name}'s turncoat {f'went {_where(posts)}' if posts else 'stayed'} in that swap, by "
            "the agents that were known; now it would have "
            f"{f'gone {_where(forced)}' if forced else 'stayed'}.",
            UNDO_BY_NUMBER,
        )


def _so_many(turncoats: int) -> str:
    return "no turncoat" if not turncoats else f"only {counted(turncoats, 'turncoat')}"


def _require_pairs(name: str, swaps: int, turncoats: Sequence[Post], referee: Referee) -> None:
    """Refuse more turncoats than agents that change places."""
    needed = default_swaps(Agency(), turncoats)
    referee.require(
        needed <= swaps,
        "BO-193",
        f"{counted(swaps, 'pair')} cannot include {name}'s turncoats: {_where(turncoats)}.",
        f"`companion boolean swap {needed}{''.join(f' --turncoat {post}' for post in turncoats)}`",
    )


def _where(turncoats: Sequence[Post]) -> str:
    """Say where turncoats go: `to a desk`, `2 to desks and 1 into the field`."""
    if len(turncoats) == 1:
        return INTO[turncoats[0]]
    places = (("desk", "to desks"), ("field", "into the field"))
    return listed([f"{turncoats.count(post)} {into}" for post, into in places if post in turncoats])


def _require_agents(name: str, agency: Agency, swaps: int, to_desks: int, referee: Referee) -> None:
    """Refuse more pairs than agents on either side: nobody moves twice."""
    field, desk, most = agency.field, agency.desk, most_swaps(agency)
    can = f"`companion boolean swap {1 if most is None else most}`"
    twice = "and nobody moves twice:"
    made = f"{name} has {agency.dice} dice, {twice} these cannot make {swaps} pairs."
    referee.require(2 * swaps <= agency.dice, "BO-193", made, can)
    afield = f"{name} has {counted(field or 0, 'field agent')}, {twice} {swaps} cannot go to desks."
    referee.require(field is None or swaps <= field, "BO-193", afield, can)
    needed = swaps + to_desks
    if desk is None or needed <= desk:
        return
    has = f"{name} has {counted(desk, 'desk agent')}"
    if to_desks and swaps <= desk:
        takes = f"{counted(swaps, 'swap')} {'takes' if swaps == 1 else 'take'} {needed}"
        whose = "The turncoat's place takes" if to_desks == 1 else "Each turncoat's place takes"
        why = f"{whose} two desk agents, so {takes}, and {has}."
        left = min(desk - to_desks, field or desk)  # The possible number of pairs with them.
        with_them = f"`companion boolean swap {left}{' --turncoat desk' * to_desks}`"
        referee.refuse("BO-194", why, with_them if left >= to_desks else can)
    elif desk:
        referee.refuse("BO-193", f"{has}, {twice} {swaps} cannot go into the field.", can)
    else:
        referee.refuse("A-BO-19", f"{has}, so no swap is possible, and it is skipped.", can)


def _warn_of_swap(action: Action[SpyState], before: SpyState, seat: int, swaps: int) -> None:
    """Warn if a turncoat may have been swapped."""
    agency, name = before.agencies[seat], before.name(seat)
    if can_swap(agency) is False:
        return
    ways: tuple[tuple[Post, Post], ...] = (("field", "desk"), ("desk", "field"))
    for post, to in ways:
        replaced = to == "field" or agency.desk is None or agency.desk > swaps
        if agency.turncoats_at(post) and replaced:
            action.warn(
                f"{name}'s turncoat stays {AT[post]}. If it was swapped, `companion undo`, then "
                f"`companion boolean swap {swaps} --turncoat {to}`."
            )


def advance(action: Action[SpyState]) -> None:
    """Go on to the next player; the rest of the turn is not entered."""
    before = action.state
    action.add(AgencyReorganized(seat=before.mover, swaps=None, turncoat=None))
    _warn_of_swap(action, before, before.mover, 1)


def _posts(state: SpyState, words: Sequence[str]) -> list[Post]:
    """Read the destinations of turncoats: `desk`, or `desk,desk`. Raises Invalid or Ambiguous."""
    posts = [post for word in words for post in word.split(",")]
    return [chosen(post, POSTS, "place for a turncoat") for post in posts]


Pairs = Annotated[
    int | None,
    number(
        0,
        99,
        name="N",
        what="number of swaps",
        example="`companion boolean swap 1`",
        candidates=lambda trial, args: (
            (word, "pair" if word == "1" else "pairs")
            for word, _ in numbers(0, _agency(trial, args).dice // 2)
        ),
    ),
]
TurncoatTo = Annotated[
    Sequence[Post] | None,
    words(
        _posts,
        sort=a_choice(*POSTS),
        metavar="desk|field",
        help="Where a turncoat goes; once for each.",
        about="a turncoat is swapped",
        candidates=lambda trial, args: ((post, "where the turncoat goes") for post in POSTS),
    ),
]


@verb(
    "swap agents, and end the turn",
    name="swap",
    rearrange=names_first(only_digits),
    too_many=lambda state, words: Invalid(
        "Enter one number of swaps.", "`companion boolean swap 1`"
    ),
)
def reorganize(
    action: Action[SpyState], player: Mover, swaps: Pairs = None, *, turncoat: TurncoatTo = None
) -> None:
    """Swap pairs of field and desk agents, which ends the turn.

    Without a number, one pair. When a turncoat goes to a desk, two desk agents take its place.

    Examples:
      companion boolean swap
      companion boolean swap 2
      companion boolean swap ana 1 --turncoat desk
      companion boolean swap 2 --turncoat desk --turncoat desk
    """
    before = action.state
    agency = before.agencies[player]
    pairs = default_swaps(agency, turncoat or ()) if swaps is None else swaps
    to = forced_turncoats(agency, pairs) if turncoat is None else turncoat
    untold = [key for key, typed in (("swaps", swaps), ("turncoat", turncoat)) if typed is None]
    action.add(
        AgencyReorganized(
            seat=player,
            swaps=pairs,
            turncoat=next(iter(to), None),
            turncoats=list(to),
            untold=untold,
        )
    )
    if pairs and not to:
        _warn_of_swap(action, before, player, pairs)
