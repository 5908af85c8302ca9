"""How a sheet begins: the title, how it is scored, who is with whom."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from companion.core.box import SHEETS
from companion.core.kind import Kind, shape_of
from companion.core.names import folded, listed, proper_name, short
from companion.core.param import Arguments, flag, number, several, text
from companion.core.play import STARTED
from companion.core.seats import Seat, find_seat
from companion.core.shapes import FLAG, NAME, SEAT, list_of, object_of, one_of, some_of, whole_from
from companion.core.titles import TITLES, Titles
from companion.core.verbs import PLAYERS, Start, StartRequest, StartResult
from companion.errors import Invalid
from companion.games.sheet.points import MOST_LINES, MOST_POINTS
from companion.games.sheet.state import Scoring, SheetState, Team

MOST_COLUMNS = 30


class TeamTold(TypedDict):
    """A team, and the seats of those who are in it."""

    name: Annotated[str, NAME]
    seats: Annotated[list[int], some_of(SEAT)]


class Begun(TypedDict):
    """How it is scored, as `start` recorded it: see `Scoring`."""

    title: Annotated[str, NAME]
    target: NotRequired[Annotated[int, whole_from(1, MOST_POINTS)]]
    lowest: NotRequired[Annotated[bool, FLAG]]
    rounds: NotRequired[Annotated[int, whole_from(1, MOST_LINES)]]
    columns: NotRequired[Annotated[list[str], some_of(NAME)]]
    coop: NotRequired[Annotated[bool, FLAG]]
    decimals: NotRequired[Annotated[bool, FLAG]]
    teams: NotRequired[Annotated[list[TeamTold], list_of(object_of(shape_of(TeamTold)))]]


class PlayStarted(TypedDict):
    """A sheet begins."""

    game: Annotated[Literal["sheet"], one_of("sheet")]
    options: Annotated[Begun, object_of(shape_of(Begun))]


PLAY_STARTED = Kind[SheetState, PlayStarted](STARTED, PlayStarted)

_TITLE = text("TITLE", help='What is played: "Heat".')
_TARGET = number(
    "--target",
    1,
    MOST_POINTS,
    what="number of points",
    metavar="N",
    help="Somebody who has so many points at the end of a round ends it.",
)
LOWEST = flag("--lowest", "The fewest points win.", against="--highest")
_ROUNDS = number(
    "--rounds", 1, MOST_LINES, what="number of rounds", metavar="N", help="It ends after so many."
)
COUNT = text("--count", metavar="A,B,C", help="A score pad: columns that are added up.")
_TEAM = several("--team", PLAYERS.sort, metavar="NAME=A,B", help="A team; once for each.")
_COOP = flag("--coop", "All win or lose together.", against="--against-each-other")
DECIMALS = flag("--decimals", "Points may be 12.5.", against="--whole")
_ANEW = flag("--anew", "As told here, not as this group scored it the last time.")


def _scoring(told: Arguments[Any], before: Scoring) -> Scoring:
    """How it is scored: as it was before, but for what was told. Raises Invalid."""
    if _ROUNDS in told and COUNT in told:
        raise Invalid("Rounds, or columns?", "Leave out `--rounds` or `--count`.")
    columns = columns_of(told[COUNT]) if COUNT in told else before.columns
    rounds = told.get(_ROUNDS, before.rounds)
    scoring = before._replace(
        target=told.get(_TARGET, before.target),
        lowest=told.get(LOWEST, before.lowest),
        rounds=None if COUNT in told else rounds,
        columns=() if _ROUNDS in told else columns,
        coop=told.get(_COOP, before.coop) and not (_TEAM in told and _COOP not in told),
        decimals=told.get(DECIMALS, before.decimals),
    )
    if scoring.coop and (scoring.lowest or _TEAM in told):
        other = "--team" if _TEAM in told else "--lowest"
        raise Invalid(
            f"All win or lose {scoring.title} together, so nobody is against anybody.",
            f"Leave out `{other}`, or type `--against-each-other`.",
        )
    return scoring


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


def teams_of(typed: Sequence[str], seats: Sequence[Seat]) -> tuple[Team, ...]:
    """The teams that were told, `reds=ana,ben` each. Raises Invalid where somebody is in two of
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
            raise Invalid(f"Two teams are called {short(name)}.", "Call one otherwise.")
        for seat in people:
            if seat in of:
                told = f"{seats[seat].name} is in two teams: {of[seat]} and {name}."
                if of[seat] == name:
                    told = f"{seats[seat].name} is in {name} twice."
                raise Invalid(told, "Everybody is in one.")
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


def _who(told: Arguments[Any]) -> Sequence[str]:
    """Who plays: those named, or else those in teams."""
    named = told.get(PLAYERS, ())
    if named:
        return named
    members = (word.partition("=")[2].split(",") for word in told.get(_TEAM, ()))
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


def _options(opening: StartRequest) -> StartResult:
    told, shelf = opening.told, opening.shelf
    typed = proper_name(told[_TITLE], "game")
    titles = Titles(shelf.remembered(TITLES))
    title = titles.now(typed)
    kept = shelf.remembered(SHEETS) or {}
    before = kept.get(folded(title))
    if before is None or told[_ANEW]:
        _require_no_title(title, opening.names, shelf.players)
        known = Scoring(title if before is None else before["title"])
    else:
        known = Scoring.of(before)
    scoring = _scoring(told, known)
    teams = teams_of(told.get(_TEAM, ()), opening.seats)
    recorded = scoring.recorded
    now = {**kept, folded(title): recorded}
    if teams:
        recorded = {
            **recorded,
            "teams": [{"name": team.name, "seats": list(team.seats)} for team in teams],
        }

    def then(play: str) -> tuple[Sequence[str], Sequence[str]]:
        if now != kept:
            shelf.remember(SHEETS, now)
        return ((f"“{typed}” is called {title} here.",) if titles.is_former(typed) else ()), ()

    return StartResult(recorded, then=then)


START = Start(
    help="""Begin a score sheet, for any game.

    The group remembers how a game is scored: the next time, its title is enough.

    \b
    Examples:
      companion start sheet "Heat" Ana Ben Cho
      companion start "Heat" Ana Ben Cho            the same, as no game of ours is called so
      companion start "Skull King" Ana Ben Cho --rounds 10
      companion start "6 nimmt!" Ana Ben Cho --target 66 --lowest
      companion start "Agricola" Ana Ben --count Fields,Pastures,Family,Bonus
      companion start "Crokinole" --team reds=ana,ben --team blues=cho,dan
      companion start "Pandemic" Ana Ben Cho --coop
    """,
    first="Who begins.",
    places=(_TITLE,),
    who=_who,
    params=(_TARGET, LOWEST, _ROUNDS, COUNT, _TEAM, _COOP, DECIMALS, _ANEW),
    options=_options,
)
