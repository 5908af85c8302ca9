"""A game without points and without a marker: nothing speaks of what it does not have."""

import pytest

from tests.site import installed, metadata

# Players whisper in turn and drop out; whoever was caught begins the next round.
FILES = {
    **metadata("whispers", whispers="whispers.game:GAME"),
    "whispers/game.py": '''\
        from dataclasses import dataclass, replace

        from companion.core.action import Action
        from companion.core.blocks import Paragraph
        from companion.core.command import Player, verb
        from companion.core.fact import Fact, Seat, facts
        from companion.core.game import Game
        from companion.core.names import listed
        from companion.core.outcome import Outcome
        from companion.core.play import PlayState
        from companion.core.verbs import StartRequest, Verbs, start


        @dataclass(frozen=True, slots=True, kw_only=True)
        class State(PlayState):
            out: tuple[int, ...] = ()
            caught: int | None = None


        class PlayerCaught(Fact[State], kind="player.caught"):
            seat: Seat

            def apply(self, state):
                return replace(state, out=(*state.out, self.seat), caught=self.seat)

            def describe(self, before, after):
                return f"{after.name(self.seat)} was caught"


        @verb("somebody is caught", name="catch-one")
        def catch_one(action: Action[State], player: Player) -> None:
            'Catch somebody.'
            action.add(PlayerCaught(seat=player))


        @start()
        def begin(request: StartRequest) -> dict:
            'Begin Whispers.'
            return {}


        VERBS = Verbs("Whispers.", begin, (catch_one,))


        class Whispers(Game):
            """The last one left has won."""

            id = "whispers"
            title = "Whispers"
            fewest_players, most_players = 2, 9
            seats_rule = "WHI-1"
            keeps_points = False
            keeps_marker = False
            kinds = facts(PlayerCaught)

            def verbs(self):
                return VERBS

            def opening(self, seats, first, options):
                return State(seats=seats, scores=(), first=first)

            def advance(self, action):
                result = self.outcome(action.state)
                if result.winners:
                    action.add("play.finished", winners=list(result.winners), why=result.why)
                else:
                    action.add("round.ended", why=result.why, first=action.state.caught)

            def outcome(self, state):
                left = [seat for seat in range(len(state.seats)) if seat not in state.out]
                if len(left) == 1:
                    return Outcome(tuple(left), "the last one left")
                return Outcome((), f"{listed([state.name(seat) for seat in left])} still whisper")

            def todo(self, state, reference):
                whisper = f"{state.name(state.first)} whispers first."
                return [whisper] if state.status == "live" else []

            def view(self, state, reference):
                return [Paragraph(f"{len(state.out)} caught.")]

            def player_json(self, state, seat, reference):
                return {"out": seat in state.out}


        GAME = Whispers()
    ''',
}


@pytest.fixture
def whispers(tmp_path, monkeypatch, companion):
    """Ana, Ben and Cho whisper."""
    with installed(tmp_path / "site", monkeypatch, FILES):
        companion.must("start whispers Ana Ben Cho")
        yield companion


def test_it_is_played_from_start_to_finish(whispers):
    caught = whispers.must("whispers catch-one ben --json").json
    assert caught["players"] == [
        {"name": "Ana", "seat": 1, "score": None, "out": False},
        {"name": "Ben", "seat": 2, "score": None, "out": True},
        {"name": "Cho", "seat": 3, "score": None, "out": False},
    ]
    assert caught["first_player"] is None
    whispers.must("undo")
    whispers.must("redo")
    assert "Ben whispers first." in whispers.must("next").out
    whispers.must("whispers catch-one cho")
    ended = whispers.must("next --json").json
    assert (ended["status"], ended["winners"]) == ("finished", ["Ana"])
    assert "Ana has won: the last one left." in whispers.must("table").out


def test_no_answer_speaks_of_points_or_a_marker(whispers):
    whispers.must("whispers catch-one ben")
    told = [whispers.must(line).out for line in ("next", "table", "log", "plays", "undo", "redo")]
    told += [whispers.must("whispers -h").out, whispers.must("start whispers -h").out]
    for text in told:
        for word in ("marker", "point", "score", "is first", "None", "tied"):
            assert word not in text, text
    assert whispers.must("log --json").json["entries"][0]["text"] == (
        "Whispers begins: Ana, Ben, Cho"
    )
    assert "Ana, Ben, Cho" in whispers.must("plays").out
    assert whispers.must("plays --json").json["plays"][0]["players"][0] == {
        "name": "Ana",
        "score": None,
        "team": None,
    }


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("score ana +1", "keeps no points"),
        ("score +1", "keeps no points"),
        ("first", "no first-player marker"),
        ("first ana", "no first-player marker"),
        ("pass", "no first-player marker"),
    ],
)
def test_what_it_does_not_have_cannot_be_entered(whispers, line, fact):
    before = whispers("log --json").json
    ran = whispers(line)
    assert (ran.code, ran.out) == (1, "")
    assert "Whispers" in ran.err
    assert fact in ran.err
    assert whispers("log --json").json == before


def test_a_winner_is_named_by_the_rules_or_by_the_table_and_never_by_nothing(whispers):
    ran = whispers("finish")
    assert ran.code == 1
    assert "Ana, Ben and Cho still whisper" in ran.err
    assert "--winner ana" in ran.err
    assert "tied" not in ran.err
    assert whispers.must("finish --winner cho --json").json["winners"] == ["Cho"]
    whispers.must("undo")
    whispers.must("whispers catch-one ana")
    whispers.must("whispers catch-one ben")
    assert whispers.must("finish --json").json["winners"] == ["Cho"]
