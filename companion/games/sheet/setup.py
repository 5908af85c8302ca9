"""How a sheet begins: the title, how it is scored, the teams."""

from collections.abc import Sequence
from typing import Any, Literal, NotRequired, TypedDict

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
from companion.core.value import Annotated
from companion.core.verbs import PLAYERS, StartRequest, StartResult, start
from companion.errors import Invalid
from companion.games.sheet.points import MOST_LINES, MOST_POINTS
from companion.games.sheet.state import Scoring, SheetState, Team

MOST_COLUMNS = 30


class RecordedTeam(TypedDict):
    """A team, and the seats of its players."""

    name: Annotated[str, NAME]
    seats: Annotated[list[int], some_of(SEAT)]


class RecordedScoring(TypedDict):
    """How a game is scored, as the log of a play holds it: see `Scoring`."""

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
    options: Annotated[RecordedScoring, object_of(shape_of(RecordedScoring))]


Title = Annotated[str, text(help='What is played: "Heat".')]
Target = Annotated[
    int | None,
    number(
        1,
        MOST_POINTS,
        what="number of points",
        metavar="N",
        help="Ends after a round in which somebody has reached N points.",
    ),
]
Lowest = Annotated[bool | None, flag("The fewest points win.", opposite="--highest")]
Rounds = Annotated[
    int | None,
    number(1, MOST_LINES, what="number of rounds", metavar="N", help="Ends after N rounds."),
]
Columns = Annotated[
    str | None, text(metavar="A,B,C", help="A score pad: columns that are added up.")
]
Teams = Annotated[
    Sequence[str], words(sort=PLAYERS.sort, metavar="NAME=A,B", help="A team; once for each.")
]
Coop = Annotated[bool | None, flag("All win or lose together.", opposite="--against-each-other")]
Decimals = Annotated[bool | None, flag("Points may have decimals: 12.5.", opposite="--whole")]
IgnoreRemembered = Annotated[bool, flag("Ignore how this group scored it the last time.")]


def read_columns(text: str) -> tuple[str, ...]:
    """Read the columns of a score pad. Raises Invalid for a name twice, none, or too many."""
    names = [proper_name(name, "column") for name in text.split(",") if name.strip()]
    if not names or len(names) > MOST_COLUMNS or any("=" in name for name in names):
        raise Invalid(
            f"“{short(text)}” is not a list of columns.",
            f"Up to {MOST_COLUMNS}, with commas between them: `--count Farms,Roads,Bonus`",
        )
    plain = [folded(name) for name in names]
    for name in names:
        if plain.count(folded(name)) > 1:
            raise Invalid(f"The column {short(name)} is named twice.", "Leave one out.")
    return tuple(names)


def read_teams(words: Sequence[str], seats: Sequence[PlayerSeat]) -> tuple[Team, ...]:
    """Read teams: `reds=ana,ben` each. Raises Invalid for a player in two teams, or in none,
    NotFound for a name that is not at the table."""
    teams: list[Team] = []
    team_of: dict[int, str] = {}
    for word in words:
        name, _, members = word.partition("=")
        people = [find_seat(seats, member) for member in members.split(",") if member.strip()]
        if not name.strip() or not people:
            raise Invalid(
                f"“{short(word)}” is not a team with players.",
                "`--team reds=ana,ben`, once for each team",
            )
        name = proper_name(name, "team")
        if any(folded(name) == folded(team.name) for team in teams):
            raise Invalid(f"Two teams are named {short(name)}.", "Give one another name.")
        for seat in people:
            if seat in team_of:
                problem = f"{seats[seat].name} is in two teams: {team_of[seat]} and {name}."
                if team_of[seat] == name:
                    problem = f"{seats[seat].name} is in {name} twice."
                raise Invalid(problem, "Enter each player once.")
            team_of[seat] = name
        teams.append(Team(name, tuple(sorted(people))))
    alone = [seat.name for at, seat in enumerate(seats) if at not in team_of]
    if teams and alone:
        raise Invalid(
            f"{listed(alone)} {'is' if len(alone) == 1 else 'are'} in no team.",
            "A team may have one player: `--team ana=ana`.",
        )
    if len(teams) == 1:
        raise Invalid(
            "One team has nobody to play against.", "If all play together, enter `--coop`."
        )
    return tuple(teams)


def _players(args: Arguments[Any]) -> Sequence[str]:
    """The names of the players, or else of those in teams."""
    named: Sequence[str] = args.get(PLAYERS, ())
    if named:
        return named
    teams: Sequence[str] = args.get("team", ())
    members = (word.partition("=")[2].split(",") for word in teams)
    return list(dict.fromkeys(name.strip() for names in members for name in names if name.strip()))


def _require_no_title(title: str, names: Sequence[str], players: Sequence[str]) -> None:
    """Refuse words of a title as players: `start ticket to ride Ana Ben`. Raises Invalid."""
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
            f"Is the game “{whole}”, or is a player named {listed(words, 'or')}?",
            f'`companion start sheet "{whole}" {people}`; or write names with capital letters.',
        )


@start(first="Who begins.", who=_players)
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
    anew: IgnoreRemembered = False,
) -> StartResult:
    """Begin a score sheet, for any game.

    The group remembers how a game is scored: the next time, its title is enough.

    Examples:
      companion start sheet "Heat" Ana Ben Cho
      companion start "Heat" Ana Ben Cho      the same, if it is not built in
      companion start "Skull King" Ana Ben Cho --rounds 10
      companion start "6 nimmt!" Ana Ben Cho --target 66 --lowest
      companion start "Agricola" Ana Ben --count Fields,Pastures,Family,Bonus
      companion start "Crokinole" --team reds=ana,ben --team blues=cho,dan
      companion start "Pandemic" Ana Ben Cho --coop
    """
    shelf, typed_title = request.shelf, proper_name(title, "game")
    titles = Titles(shelf.remembered(TITLES))
    title = titles.now(typed_title)
    kept = shelf.remembered(SHEETS) or {}
    remembered = kept.get(folded(title))
    if remembered is None or anew:
        _require_no_title(title, request.names, shelf.players)
        before = Scoring(title if remembered is None else remembered["title"])
    else:
        before = Scoring.from_options(remembered)
    if rounds is not None and count is not None:
        raise Invalid(
            "A sheet has rounds or columns, not both.", "Leave out `--rounds` or `--count`."
        )
    columns = before.columns if count is None else read_columns(count)
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
            f"In {scoring.title}, all win or lose together.",
            f"Leave out `{'--team' if team else '--lowest'}`, or add `--against-each-other`.",
        )
    teams = read_teams(team, request.seats)
    recorded = scoring.to_options()
    now = {**kept, folded(title): recorded}
    if teams:
        recorded = {
            **recorded,
            "teams": [{"name": team.name, "seats": list(team.seats)} for team in teams],
        }

    def then(play: str) -> tuple[Sequence[str], Sequence[str]]:
        if now != kept:
            shelf.remember(SHEETS, now)
        renamed = titles.is_former(typed_title)
        return ((f"This group calls “{typed_title}” {title}.",) if renamed else ()), ()

    return StartResult(recorded, then=then)
