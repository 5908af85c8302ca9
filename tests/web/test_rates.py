"""How often somebody may ask."""

from companion.web.gate import Rate, Rates


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def test_so_many_at_once_and_then_so_many_a_second():
    clock = Clock()
    rates = Rates(Rate(a_second=2, at_once=3), now=clock)
    assert [rates.allow("ana") for _ in range(5)] == [True, True, True, False, False]
    clock.now += 0.5
    assert [rates.allow("ana") for _ in range(2)] == [True, False]
    clock.now += 3600  # whoever waits for long has no more than at the beginning
    assert [rates.allow("ana") for _ in range(4)] == [True, True, True, False]


def test_who_asks_too_often_takes_nothing_from_others():
    rates = Rates(Rate(1, 1), now=Clock())
    assert [rates.allow(who) for who in ("ana", "ana", "ben")] == [True, False, True]


def test_only_so_many_are_remembered():
    rates = Rates(Rate(1, 1), most=10, now=Clock())
    for number in range(1000):
        assert rates.allow(str(number))
    assert len(rates._left) == 10
    assert not rates.allow("999")
