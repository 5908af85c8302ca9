"""`companion blank …`: all verbs, from the files that hold them."""

import typer

from companion.games.blank.commands import hands, order, penalties, play, rules_in_play

HELP = """BLANK: the cards of your boxes, and a game with them.

Who plays what, which rules lie open, what was written on which card.

\b
Examples:
  companion blank play ana 4-hexagon
  companion blank win ana
  companion blank rule add "If a 6 is played, then everybody sings" --prize
"""

app = typer.Typer(name="blank", help=HELP)
for part in (play, hands, penalties, order, rules_in_play):
    app.registered_commands.extend(part.app.registered_commands)

LATER = {
    "copy": "companion.games.blank.commands.copies",
    "rule": "companion.games.blank.commands.rule_cards",
    "card": "companion.games.blank.commands.game_cards",
    "idea": "companion.games.blank.commands.ideas",
    "mix": "companion.games.blank.commands.mix",
    "unmix": "companion.games.blank.commands.unmix",
}
