"""A score sheet for any game: rounds or named columns, teams, or all against the game.

It is a game like the others, and has only the rules of a sheet: a cell is written once, the target
or the last line ends it, the most or the fewest points win. Read `state` first, then `rows` (a line
of points), `points` (one player's), `end`, `seats` (players who leave or join), `setup` and
`scoring_change` (how it is scored). `views` draw, and `game` joins all of them.
"""
