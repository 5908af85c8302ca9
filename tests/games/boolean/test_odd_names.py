"""Players who are called as colours, verdicts and numbers are: what is typed still works."""


def test_two_counts_are_a_count_for_each_whatever_players_are_called(companion):
    companion.must("start boolean 3 2 --game shut-the-box")
    players = companion.must("boolean turn 2 3 --json").json["players"]
    assert [(who["name"], who["crossed"]) for who in players] == [("3", [2]), ("2", [3])]
    players = companion.must("boolean turn 2 4 3 1 --json").json["players"]
    assert [(who["name"], who["crossed"]) for who in players] == [("3", [1, 2]), ("2", [3, 4])]


def test_a_word_alone_is_a_colour_and_in_front_of_one_a_name(companion):
    for line, name in (("stack white", "white"), ("stack Ana white", "Ana")):
        companion.must(f"start boolean white Ana --game stack --first {name}")
        stack = companion.must(f"boolean {line} --json").json["stack"]
        assert stack == [{"name": name, "top": "white"}]
        companion.must("start boolean white Ana --game stack")
        assert companion.must("boolean stack white black --json").json["stack"][0]["top"] == "black"


def test_a_verdict_alone_is_one_and_may_stand_behind_a_name_like_it(companion):
    for line in ("challenge bluff", "challenge true bluff"):
        companion.must("start boolean bluff true --game stack")
        for _ in range(3):
            companion.must("boolean stack")
        assert companion.must(f"boolean {line} --json").json["challenge"] == {
            "by": "true",
            "inverse": False,
        }


def test_a_number_alone_is_one_and_may_stand_behind_a_name_like_it(companion):
    companion.must("start boolean 3 Ana --game liar")
    companion.must("boolean declare ana 4 --house 'she was first'")
    assert companion.must("boolean challenge 3 3 --json").json["challenge"]["white_up"] == 3
    companion.must("start boolean 2 1 --game spy")
    assert companion.must("boolean orders 2 --json").json["orders"] == 2
    companion.must("boolean swap 1")
    assert companion.must("boolean orders 1 3 --json").json["orders"] == 3


def test_a_name_may_hold_the_sign_behind_it(companion):
    companion.must("start boolean Ana= Ben --game liar")
    companion.must("boolean declare 4")
    ran = companion.must("boolean challenge --reveal Ana==bbbbb ben=wwwwb --json")
    assert ran.json["challenge"]["white_up"] == 4
