"""Histories: what every play says of a box or of a rule."""

from companion.core.reply import Reply
from companion.games.blank.cards import Card
from companion.games.blank.game import GAME
from companion.games.blank.histories import CardHistory, PastGame, game_of
from companion.games.blank.stories import lines_of, story_blocks, story_record
from companion.table.annals import finished_plays
from companion.table.copies import OpenCopy
from companion.table.desk import Desk


def told_story(desk: Desk, box: OpenCopy) -> Reply:
    """The story of a box, day by day."""
    copy_id, deck, games = box.ref.id, box.reference, _games(desk)
    lines = lines_of(copy_id, deck, box.log.standing(), games)
    return Reply(
        document=lambda: story_record(copy_id, deck, lines),
        blocks=lambda: story_blocks(copy_id, deck, lines, games),
    )


def told_history(desk: Desk, box: OpenCopy, card: Card) -> Reply:
    """The history of a card, over all games of its box."""
    history = CardHistory(box.ref.id, box.reference, card, _games(desk))
    return Reply(document=history.record, blocks=history.blocks)


def _games(desk: Desk) -> list[PastGame]:
    return [
        game_of(play.ref.id, play.state, play.log.standing()) for play in finished_plays(desk, GAME)
    ]
