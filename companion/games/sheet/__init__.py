"""A score sheet for any game on the shelf: rounds or named columns, teams, all against the game.

It is a game like the others as far as the table is concerned, and knows no rules but those of a
sheet: a cell is told once, the target or the last line ends it, the most points win, or the fewest.
"""
