"""How a sheet begins: the title, how it is scored, who is with whom."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from companion.core.box import SHEETS
from companion.core.command import flag, number, text, words
from companion.core.fact import Fact
from companion.core.names import folded, listed, proper_name, short
from companion.core.param import Arguments
from companion.core.play import STARTED
from companion.core.seats import PlayerSeat, find_seat
from companion.core.shapes import (
    FLAG,
    NAME,
    SEAT,
    list_of,
    object_of,
    one_of,
    shape_of,
    some_of,
    whole_from,
)
from companion.core.titles import TITLES, Titles
from companion.core.verbs import PLAYERS, StartRequest, StartResult, start
from companion.errors import Invalid
from companion.games.sheet.points import MOST_LINES, MOST_POINTS
from companion.games.sheet.state import Scoring, SheetState, Team

MOST_COLUMNS = 30


class RecordedTeam(TypedDict):
    """A team, and the seats of those who are in it."""

    name: Annotated[str, NAME]
    seats: Annotated[list[int], some_of(SEAT)]


class StartOptions(TypedDict):
    """How it is scored, as `start` recorded it: see `Scoring`."""

    title: Annotated[str, NAME]
    target: NotRequired[Annotated[int, whole_from(1, MOST_POINTS)]]
    lowest: NotRequired[Annotated[bool, FLAG]]
    rounds: NotRequired[Annotated[int, whole_from(1, MOST_LINES)]]
    columns: NotRequired[Annotated[list[str], some_of(NAME)]]
    coop: NotRequired[Annotated[bool, FLAG]]
    decimals: NotRequired[Annotated[bool, FLAG]]
    teams: NotRequired[Annotated[list[RecordedTeam], list_of(object_of(shape_of(RecordedTeam)))]]


class PlayStarted(Fact[SheetState], kind=STARTED):
    """A sheet begins."""

    game: Annotated[Literal["sheet"], one_of("sheet")]
    options: Annotated[StartOptions, object_of(shape_of(StartOptions))]


Title = Annotated[str, text(help='What is played: "Heat".')]
Target = Annotated[
    int | None,
    number(
        1,
        MOST_POINTS,
        what="number of points",
        metavar="N",
        help="The first with so many points at the end of a round ends it.",
    ),
]
Lowest = Annotated[bool | None, flag("The fewest points win.", opposite="--highest")]
Rounds = Annotated[
    int | None,
    number(1, MOST_LINES, what="number of rounds", metavar="N", help="It ends after so many."),
]
Columns = Annotated[
    str | None, text(metavar="A,B,C", help="A score pad: columns that are added up.")
]
Teams = Annotated[
    Sequence[str], words(sort=PLAYERS.sort, metavar="NAME=A,B", help="A team; once for each.")
]
Coop = Annotated[bool | None, flag("All win or lose together.", opposite="--against-each-other")]
Decimals = Annotated[bool | None, flag("Points may be 12.5.", opposite="--whole")]
Anew = Annotated[bool, flag("As typed here, not as this group scored it the last time.")]


def columns_of(typed: str) -> tuple[str, ...]:
    """The columns of a score pad. Raises Invalid for a double, or too many."""
    names = [proper_name(name, "column") for name in typed.split(",") if name.strip()]
    if not names or len(names) > MOST_COLUMNS or any("=" in name for name in names):
        raise Invalid(
            f"“{short(typed)}” names no columns.",
            f"Up to {MOST_COLUMNS}, with commas between them: `--count Farms,Roads,Bonus`.",
        )
    double = next(
        (name for name in names if len([*filter(folded(name).__eq__, map(folded, names))]) > 1),
        None,
    )
    if double is not None:
        raise Invalid(f"The column {short(double)} is named twice.", "Once is enough.")
    return tuple(names)


def teams_of(typed: Sequence[str], seats: Sequence[PlayerSeat]) -> tuple[Team, ...]:
    """The teams that were typed, `reds=ana,ben` each. Raises Invalid where somebody is in two of
    them, or in none, NotFound for somebody who does not play."""
    teams: list[Team] = []
    of: dict[int, str] = {}
    for word in typed:
        name, _, members = word.partition("=")
        people = [find_seat(seats, one) for one in members.split(",") if one.strip()]
        if not name.strip() or not people:
            raise Invalid(
                f"“{short(word)}” is a team of nobody.", "`--team reds=ana,ben`, once for each."
            )
        name = proper_name(name, "team")
        if any(folded(name) == folded(team.name) for team in teams):
            raise Invalid(f"Two teams are called {short(name)}.", "Give one another name.")
        for seat in people:
            if seat in of:
                problem = f"{seats[seat].name} is in two teams: {of[seat]} and {name}."
                if of[seat] == name:
                    problem = f"{seats[seat].name} is in {name} twice."
                raise Invalid(problem, "Everybody is in one.")
            of[seat] = name
        teams.append(Team(name, tuple(sorted(people))))
    alone = [seat.name for at, seat in enumerate(seats) if at not in of]
    if teams and alone:
        raise Invalid(
            f"{listed(alone)} {'is' if len(alone) == 1 else 'are'} in no team.",
            "A team may be of one: `--team ana=ana`.",
        )
    if len(teams) == 1:
        raise Invalid("One team has nobody to play against.", "All together are `--coop`.")
    return tuple(teams)


def _who(args: Arguments[Any]) -> Sequence[str]:
    """Who plays: those named, or else those in teams."""
    named: Sequence[str] = args.get(PLAYERS, ())
    if named:
        return named
    typed: Sequence[str] = args.get("team", ())
    members = (word.partition("=")[2].split(",") for word in typed)
    return list(dict.fromkeys(one.strip() for names in members for one in names if one.strip()))


def _require_no_title(title: str, names: Sequence[str], players: Sequence[str]) -> None:
    """Refuse to seat the words of a title: `start ticket to ride Ana Ben`. Raises Invalid."""
    known = set(map(folded, players))
    words = []
    for name in names:
        if not name[:1].islower() or folded(name) in known or " " in name:
            break
        words.append(name)
    behind = names[len(words) :]
    strangers = len(words) > 1 and not behind and bool(players) and title[:1].islower()
    if words and (behind or strangers) and title == title.split(" ")[0]:
        whole, people = " ".join([title, *words]), " ".join(behind or ["Ana", "Ben"])
        raise Invalid(
            f"Is the game called “{whole}”, or is somebody called {listed(words, 'or')}?",
            f'`companion start sheet "{whole}" {people}`; or their names with capital letters.',
        )


@start(first="Who begins.", who=_who)
def begin(
    request: StartRequest,
    title: Title,
    *,
    target: Target = None,
    lowest: Lowest = None,
    rounds: Rounds = None,
    count: Columns = None,
    team: Teams = (),
    coop: Coop = None,
    decimals: Decimals = None,
    anew: Anew = False,
) -> StartResult:
    """Begin a score sheet, for any game.

    The group remembers how a game is scored: the next time, its title is enough.

    \b
    Examples:
      companion start sheet "Heat" Ana Ben Cho
      companion start "Heat" Ana Ben Cho      the same: Heat is not built in
      companion start "Skull King" Ana Ben Cho --rounds 10
      companion start "6 nimmt!" Ana Ben Cho --target 66 --lowest
      companion start "Agricola" Ana Ben --count Fields,Pastures,Family,Bonus
      companion start "Crokinole" --team reds=ana,ben --team blues=cho,dan
      companion start "Pandemic" Ana Ben Cho --coop
    """
    shelf, typed = request.shelf, proper_name(title, "game")
    titles = Titles(shelf.remembered(TITLES))
    title = titles.now(typed)
    kept = shelf.remembered(SHEETS) or {}
    remembered = kept.get(folded(title))
    if remembered is None or anew:
        _require_no_title(title, request.names, shelf.players)
        before = Scoring(title if remembered is None else remembered["title"])
    else:
        before = Scoring.of(remembered)
    if rounds is not None and count is not None:
        raise Invalid("Rounds, or columns?", "Leave out `--rounds` or `--count`.")
    columns = before.columns if count is None else columns_of(count)
    scoring = before._replace(
        target=before.target if target is None else target,
        lowest=before.lowest if lowest is None else lowest,
        rounds=None if count is not None else before.rounds if rounds is None else rounds,
        columns=() if rounds is not None else columns,
        coop=before.coop and not team if coop is None else coop,
        decimals=before.decimals if decimals is None else decimals,
    )
    if scoring.coop and (scoring.lowest or team):
        raise Invalid(
            f"All win or lose {scoring.title} together, so nobody is against anybody.",
            f"Leave out `{'--team' if team else '--lowest'}`, or type `--against-each-other`.",
        )
    teams = teams_of(team, request.seats)
    recorded = scoring.recorded
    now = {**kept, folded(title): recorded}
    if teams:
        recorded = {
            **recorded,
            "teams": [{"name": one.name, "seats": list(one.seats)} for one in teams],
        }

    def then(play: str) -> tuple[Sequence[str], Sequence[str]]:
        if now != kept:
            shelf.remember(SHEETS, now)
        return ((f"“{typed}” is called {title} here.",) if titles.is_former(typed) else ()), ()

    return StartResult(recorded, then=then)
