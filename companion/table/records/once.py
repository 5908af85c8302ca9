"""A play counts once, however often it was told."""

from collections.abc import Iterable

from companion.core.record import PlayRecord


def each_once(plays: Iterable[PlayRecord]) -> tuple[list[PlayRecord], dict[str, str]]:
    """The plays, each once, in their order; and the ids of the others, with which one counts.

    Two devices may have followed one play to different ends, so that both logs lie here, one beside
    the other; and another program may have told of it as well. Our own come before all others. Of
    two ends the earlier one counts: every device that has both chooses the same.
    """
    found: dict[str, PlayRecord] = {}
    twice: list[PlayRecord] = []
    for play in plays:
        before = found.get(play.uid)
        if before is None:
            found[play.uid] = play
        elif _order(play) < _order(before):
            twice.append(before)
            found[play.uid] = play
        else:
            twice.append(play)
    return list(found.values()), {play.play: found[play.uid].play for play in twice}


def _order(play: PlayRecord) -> tuple[bool, str, str]:
    """What comes first counts; ids of plays are each device's own, and decide nothing."""
    return bool(play.source), play.ended, repr(play._replace(play=""))
