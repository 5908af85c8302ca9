"""What a group sees of its past: shares only where they mean something, and whom it is about."""

from datetime import datetime, timedelta

import pytest

from companion.core.blocks import Fit, Heading, Paragraph, Steps, Table, plain
from companion.core.record import UTC_TIME, Mark
from companion.errors import Ambiguous, Invalid, NotFound
from companion.table.history import player_statistics
from companion.table.history.filters import (
    Choice,
    games_played,
    known_players,
    players_named,
    selected,
)
from companion.table.history.statistics import overview
from tests.stats.records import of_catan, played


def told(reply):
    """All that a reply draws, as lines of text; of what fits in several ways, the widest."""
    lines = []
    for block in reply.blocks():
        match block:
            case Heading(text, aside):
                lines.append(f"{plain(text)} | {plain(aside)}")
            case Paragraph(text):
                lines.append(plain(text))
            case Steps(items):
                lines += [plain(item) for item in items]
            case Fit((Table() as table, *_)) | (Table() as table):
                lines += [" | ".join(plain(cell) for cell in row) for row in table.rows]
    return lines


def plays_of(wins, of):
    """Ana wins so many of her plays against Ben, the first ones."""
    return [
        played(number, *(("Ana* 9", "Ben 4") if number < wins else ("Ana 2", "Ben* 8")))
        for number in range(of)
    ]


def test_nothing_yet_says_how_one_begins(past):
    desk = past([])
    assert told(overview(selected(desk, Choice()), False)) == [
        "Statistics | group home",
        "No finished plays yet: `companion start bwd Ana Ben` begins one, `companion finish` ends "
        "it.",
    ]


@pytest.mark.parametrize(
    ("wins", "of", "share"),
    [(1, 1, "few"), (3, 4, "few"), (4, 5, "~80%"), (8, 9, "~89%"), (7, 10, "70%"), (0, 12, "0%")],
)
def test_a_share_is_told_from_five_plays_on_and_without_doubt_from_ten(past, wins, of, share):
    (line,) = [
        line
        for line in told(overview(selected(past(plays_of(wins, of)), Choice()), False))
        if line.startswith("Ana |")
    ]
    assert line.split(" | ")[:4] == ["Ana", str(of), str(wins), share]


def first_told(desk):
    lines = told(overview(selected(desk, Choice()), False))
    (line,) = [line for line in lines if line.startswith("The player who went first")]
    return line


@pytest.mark.parametrize(
    ("wins", "of", "rest"),
    [
        (1, 2, ": too few to tell; with 10 or more it begins to show."),
        (5, 6, ": 83%, where chance alone gives 50%. To say more, it takes 10 plays in which "
         "different players go first."),
        (19, 20, ". It was always Ana, so it may be Ana, and not going first. It shows when "
         "others go first, too."),
        (1, 20, ". It was always Ana, so it may be Ana, and not going first. It shows when "
         "others go first, too."),
    ],
)  # fmt: skip
def test_that_it_helps_to_begin_is_never_said_where_always_the_same_begins(past, wins, of, rest):
    plays = "play" if of == 1 else "plays"
    line = first_told(past(plays_of(wins, of)))
    assert line == f"The player who went first won {wins} of {of} {plays}{rest}"


@pytest.mark.parametrize(
    ("wins", "rest"),
    [
        (16, ("80", "20", "going first helps.")),
        (10, ("50", "50", "that may be luck.")),
        (4, ("20", "80", "going first hurts.")),
    ],
)
def test_whether_it_helps_to_begin_shows_where_all_begin_in_turn(past, wins, rest):
    plays = [
        played(
            number, *((f"{one}* 9", f"{other} 4") if number < 2 * wins else (one, f"{other}* 8"))
        )
        for number in range(40)
        for one, other in [("Ana", "Ben") if number % 2 else ("Ben", "Ana")]
    ]
    begun, others, verdict = rest
    about = (
        f"The player who went first won {2 * wins} of 40 plays. In the same game, the same players "
        f"win {begun}% of the plays in which they go first, and {others}% of the others: {verdict}"
    )
    assert first_told(past(plays)) == about


def test_who_mostly_began_is_named_and_where_everybody_did_once_that_is_said(past):
    mostly = [*plays_of(9, 15), *(played(20 + n, f"Guest-{n}*", "Ana") for n in range(3))]
    assert first_told(past(mostly)).startswith(
        "The player who went first won 12 of 18 plays. It was Ana in 15 of them, so it may be Ana"
    )
    guests = [played(n, f"Guest-{n}*", f"Friend-{n}") for n in range(12)]
    assert first_told(past(guests)) == (
        "The player who went first won 12 of 12 plays. Whether going first helps is still open: "
        "hardly anybody played a game several times, going first in some plays and not in others."
    )


def test_the_document_tells_what_was_compared_and_who_mostly_began(past):
    document = overview(selected(past(plays_of(9, 12)), Choice()), False).document()
    first = document["first_player"]
    assert (first["plays"], first["wins"], first["by_chance"], first["few"]) == (12, 9, 6.0, False)
    assert first["compared"] == {"plays": 0, "wins": 0, "by_own": 0.0}
    assert first["mostly"] == {"name": "Ana", "plays": 12}
    assert first["verdict"] == "few"
    assert document["games"][0]["first_player"] == first


def test_scores_of_different_games_are_never_mixed(past):
    desk = past([played(1, "Ana* 15", "Ben 9"), of_catan(played(2, "Ana* 10", "Ben 7"))])
    lines = told(overview(selected(desk, Choice()), False))
    assert not any("15" in line for line in lines if line.startswith("Ana |"))
    only = told(overview(selected(desk, Choice(game="catan")), False))
    assert "Ana | 1 | 1 | few | 1 | 1 | 10.0 | 10 import-1.2" in only


def test_the_document_has_everything(past):
    document = overview(selected(past(plays_of(7, 10)), Choice()), False).document()
    ana, ben = document["players"]
    assert (ana["name"], ana["wins"], ana["share"], ana["by_chance"]) == ("Ana", 7, 0.7, 5.0)
    assert (ana["streak"], ana["longest_streak"], ben["streak"]) == (0, 7, 3)
    (game,) = document["games"]
    assert game["players"][0]["scores"] == {
        "plays": 10,
        "average": 6.9,
        "best": 9,
        "best_play": "import-1.1",
        "highest": 9,
        "lowest": 2,
    }
    assert game["most_wins"] == ["Ana"]


def test_where_the_fewest_points_win_the_fewest_are_the_best(past):
    desk = past([of_catan(played(n, "Ana* 60", "Ben 72")) for n in range(3)])
    (game,) = overview(selected(desk, Choice()), False).document()["games"]
    assert game["lowest_wins"]
    assert game["players"][1]["scores"]["best"] == 72


def test_games_are_found_by_id_and_by_the_title_that_another_program_told(past):
    desk = past([played(1, "Ana*", "Ben"), of_catan(played(2, "Ana*", "Ben"))])
    assert [selected(desk, Choice(game=game)).title for game in ("bwd", "blank white", "cat")] == [
        "Blank White Dice",
        "Blank White Dice",
        "Catan",
    ]
    assert selected(desk, Choice(game="cat")).tally.plays == 1
    with pytest.raises(NotFound, match="is known or was played"):
        selected(desk, Choice(game="chess"))


@pytest.mark.parametrize(
    ("since", "until", "plays"),
    [
        (None, None, 40),
        ("2026", "2026", 40),
        ("2026-02", None, 12),
        (None, "2026-01", 28),
        ("2026-01-03", "2026-01-05", 3),
        ("2027", None, 0),
    ],
)
def test_both_ends_of_a_time_count(past, since, until, plays):
    desk = past(plays_of(20, 40))
    assert selected(desk, Choice(since=since, until=until)).tally.plays == plays


def test_a_player_sees_every_game_and_everybody_they_met(past):
    desk = past([*plays_of(7, 10), of_catan(played(11, "Ana", "Cho* 10"))])
    lines = told(player_statistics.one_player(selected(desk, Choice()), "Ana", False))
    assert lines[:2] == [
        "Ana | group home",
        "7 of 11 plays won (64%; by chance it would be 50%). 7 in a row at best. Last played: "
        "import-1.11, 2026-01-12.",
    ]
    assert "Ben | 10 | 7 | 3 | 0 | 0" in lines
    assert "Cho | 1 | 0 | 1 | 0 | 0" in lines


def test_some_who_never_met_are_told_so(past):
    desk = past([played(1, "Ana*", "Ben"), played(2, "Cho*", "Ben")])
    lines = told(
        player_statistics.several_players(selected(desk, Choice(game="bwd")), ["Ana", "Cho"])
    )
    assert lines[1] == "Ana and Cho have finished no play of Blank White Dice together."


def test_somebody_of_the_group_who_has_not_played_is_known(past):
    about = selected(past([played(1, "Ana*", "Ben")], "Zoe"), Choice())
    assert players_named(about, ["z"]) == ["Zoe"]
    assert told(player_statistics.one_player(about, "Zoe", False))[1].startswith(
        "Zoe has finished no play."
    )


@pytest.mark.parametrize(
    ("typed", "problem"),
    [(["x"], NotFound), (["an"], Ambiguous), (["ben", "BEN"], Invalid), ([""], NotFound)],
)
def test_names_have_to_say_who_is_meant(past, typed, problem):
    about = selected(past([played(1, "Anton*", "Anna", "Ben")]), Choice())
    with pytest.raises(problem):
        players_named(about, typed)


def test_icons_show_how_those_fared_who_tagged_them(past):
    tagged = (Mark("icon", "junk-food", "", 0), Mark("icon", "-2", "", 1))
    plays = [play._replace(marks=tagged) for play in plays_of(7, 10)]
    lines = told(overview(selected(past(plays), Choice(game="bwd")), False))
    assert "Junk Food | 10 | 10 | 7 | 70% | 40–89% | 50%" in lines
    assert "−2 | 10 | 10 | 3 | 30% | 11–60% | 50%" in lines


def test_a_crowd_is_cut_short_and_says_so(past):
    plays = [played(n, f"Guest-{n}*", "Ben") for n in range(15)]
    lines = told(overview(selected(past(plays), Choice()), False))
    assert lines[-1] == "6 players more: `companion stats --all`."
    everybody = told(overview(selected(past(plays), Choice()), True))
    assert sum(line.startswith("Guest-") for line in everybody) == 15


def test_what_a_shell_completes(past):
    desk = past([played(1, "Ana*", "Ben"), of_catan(played(2, "Cho*", "Ben"))])
    assert known_players(desk) == ["Ana", "Ben", "Cho"]
    assert games_played(desk) == ["bwd", "Catan"]


# Cooperative plays, teams, places, and what a group plays how often


def of(title, number, *told, **about):
    """A play of a game that the companion has no rules for."""
    return of_catan(played(number, *told))._replace(title=title, called=title, **about)


def test_a_cooperative_play_is_nobodys_win_and_is_counted_apart(past):
    plays = [
        played(1, "Ana* 9", "Ben 4"),
        of("Pandemic", 2, "Ana*", "Ben*", coop=True, place="Attic"),
        of("Pandemic", 3, "Ana", "Ben", "Cho", coop=True),
    ]
    found = selected(past(plays), Choice())
    document = overview(found, False).document()
    ana, cho, ben = document["players"]
    assert (ana["plays"], ana["wins"], ana["streak"], ana["by_chance"]) == (1, 1, 1, 0.5)
    assert [it["together"] for it in (ana, ben, cho)] == [
        {"plays": 2, "wins": 1},
        {"plays": 2, "wins": 1},
        {"plays": 1, "wins": 0},
    ]
    assert (cho["plays"], cho["last"]["play"]) == (0, "import-1.3")
    assert document["together"] == {"plays": 2, "wins": 1}
    assert document["first_player"]["plays"] == 1
    assert document["places"] == [{"place": "Attic", "plays": 1, "most_wins": [], "wins": 0}]
    pandemic = document["games"][0]
    assert (pandemic["plays"], pandemic["most_wins"]) == (2, [])
    assert pandemic["together"] == {"plays": 2, "wins": 1}
    lines = told(overview(found, False))
    assert "Cho | 0 | 0 | – | 0 of 1 | – | –" in lines
    assert "Pandemic | 2 | 2026-01-04 | – | together, 1 of 2" in lines
    record = player_statistics.one_player(found, "Ana", False).document()
    assert [it["name"] for it in record["against"]] == ["Ben"]
    assert record["against"][0]["plays"] == 1


def test_somebody_who_only_played_together_has_no_play_against_others(past):
    found = selected(past([of("Pandemic", 2, "Ana*", "Ben*", coop=True)]), Choice())
    assert told(player_statistics.one_player(found, "Ana", False))[1] == (
        "No play against others. All together, against the game: 1 of 1 play won. Last played: "
        "import-1.1, 2026-01-03."
    )


def test_teams_are_counted_whoever_is_in_them(past):
    plays = [
        of("Spies", n, *(f"{name}{won}" for name in names), f"Dan/Blues{lost}")
        for n, (won, lost, names) in enumerate(
            [("*", "", ("Ana/Reds", "Ben/reds")), ("", "*", ("Cho/reds", "Ben/Reds"))] * 3
        )
    ]
    found = selected(past([played(30, "Ana*", "Ben"), *plays]), Choice(game="spies"))
    (game,) = overview(found, False).document()["games"]
    assert [(it["team"], it["plays"], it["wins"], it["by_chance"]) for it in game["teams"]] == [
        ("Blues", 6, 3, 3.0),
        ("Reds", 6, 3, 3.0),
    ]
    ben = next(it for it in game["players"] if it["name"] == "Ben")
    # By lot two of three win three times, and one of three the other times.
    assert (ben["wins"], ben["by_chance"]) == (3, 3.0)
    assert "Reds | 3 of 6 | ~50% | 50%" in told(overview(found, False))
    record = player_statistics.one_player(found, "Ben", False).document()
    assert [it["name"] for it in record["against"]] == ["Dan"]
    assert record["with"] == [
        {"name": "Ana", "plays": 3, "wins": 3},
        {"name": "Cho", "plays": 3, "wins": 0},
    ]
    assert [(it["team"], it["plays"]) for it in record["games"][0]["teams"]] == [("Reds", 6)]
    lines = told(player_statistics.several_players(found, ["Ana", "Ben"]))
    assert lines[1] == "3 plays in the same team: 3 won."


def test_a_play_says_that_the_fewest_points_win_even_where_its_winner_has_more(past):
    desk = past([of("Golf", 1, "Ana* 70", "Ben 66", lowest=True)])
    (game,) = overview(selected(desk, Choice()), False).document()["games"]
    assert game["lowest_wins"]
    assert game["players"][0]["scores"]["best"] == 70
    assert any("The fewest points win." in it for it in told(overview(selected(desk, Choice()), 0)))


def test_a_place_is_asked_for_as_plays_are(past):
    plays = [
        played(1, "Ana*", "Ben", place="Ben's kitchen"),
        played(2, "Ana", "Ben*", place="ben's Kitchen "),
        played(3, "Ana*", "Ben", place="Attic"),
        played(4, "Ana*", "Ben"),
    ]
    desk = past(plays)
    everywhere = selected(desk, Choice())
    lines = told(overview(everywhere, False))
    assert "Ben's kitchen | 2 | Ana and Ben, 1 each" in lines
    assert "Attic | 1 | Ana, 1" in lines
    there = selected(desk, Choice(place="kitchen"))
    assert there.tally.plays == 2
    assert told(overview(there, False))[0] == "Statistics | group home · at Ben's kitchen"
    assert overview(there, False).document()["place"] == "Ben's kitchen"
    assert not any("Attic" in line for line in told(overview(there, False)))
    with pytest.raises(NotFound):
        selected(desk, Choice(place="cellar"))


def test_what_a_group_plays_how_often_goes_by_the_clock_of_the_desk(past):
    now = datetime.fromisoformat(past([]).now())

    def ago(days):
        at = (now - timedelta(days=days, minutes=-30)).strftime(UTC_TIME)
        return {"started": at, "ended": at}

    azul = [of("Azul", 40 - days // 100, "Ana*", "Ben", **ago(days)) for days in (1000, 800)]
    heat = [
        of("HEAT" if n % 2 else "Heat", 90 - n, "Ana*", "Ben", **ago(360 + n)) for n in range(10)
    ]
    found = selected(past([*azul, *heat]), Choice())
    document = overview(found, False).document()
    assert (document["h_index"], document["nickels"], document["dimes"]) == (2, 0, 1)
    assert [(it["plays"], it["share"]) for it in document["favourites"]] == [
        (10, 0.8333),
        (2, 0.1667),
    ]
    (lately,) = document["favourites_of_the_year"]
    assert (lately["title"].casefold(), lately["plays"], lately["share"]) == ("heat", 6, 1.0)
    first, second = document["longest_unplayed"]
    assert (first["title"], first["days"], second["days"]) == ("Azul", 800, 360)
    lines = told(overview(found, False))
    assert "Within a year | HEAT 6, of 6 plays" in lines
    assert "Longest unplayed | Azul (2 years) and HEAT (11 months)" in lines


def test_what_is_left_out_of_a_player_is_said_with_the_same_question(past):
    plays = [of(f"Game {n}", n, "Ana*", f"Guest-{n}", place="Ana's flat") for n in range(12)]
    found = selected(past(plays), Choice(place="flat", since="2026"))
    lines = told(player_statistics.one_player(found, "Ana", False))
    assert lines[-1] == (
        "2 games and 2 opponents more: `companion stats Ana --since 2026 --place flat --all`."
    )
    assert not told(player_statistics.one_player(found, "Ana", True))[-1].startswith("2 games")


def test_who_was_met_is_the_same_however_the_plays_are_asked_for(past):
    plays = [
        played(1, "Ana/reds*", "Ben/reds*", "Cho/blues"),
        played(2, "Ben*", "Cho"),
        of("Chess", 3, "Cho*", "Ana"),
        of("Chess", 4, "Ana*", "Ben", coop=True),
    ]
    desk = past(plays)
    for name in ("Ana", "Ben", "Cho"):
        kept, again = (
            player_statistics.one_player(selected(desk, choice), name, False).document()
            for choice in (Choice(), Choice(since="2026"))
        )
        assert kept == {**again, "since": None}
    kept, again = (
        player_statistics.several_players(selected(desk, choice), ["Ana", "Ben", "Cho"]).document()
        for choice in (Choice(), Choice(since="2026"))
    )
    assert kept == {**again, "since": None}
    assert kept["pairs"][0]["one_team"] == {"plays": 1, "wins": 1}


def test_of_a_time_that_is_over_nobody_says_what_lies_unplayed_since(past):
    now = datetime.fromisoformat(past([]).now())
    at = (now - timedelta(days=1000)).strftime(UTC_TIME)
    plays = [of(title, 1, "Ana*", "Ben", started=at, ended=at) for title in ("Azul", "Heat")]
    plays = [play._replace(uid=f"{play.uid[:-1]}{n}") for n, play in enumerate(plays)]
    lines = told(overview(selected(past(plays), Choice()), False))
    assert "Longest unplayed | Azul (2 years) and Heat (2 years)" in lines
    lines = told(overview(selected(past(plays), Choice(until=at[:10])), False))
    assert "H-index | 1" in lines
    assert not any(line.startswith("Longest unplayed") for line in lines)
