"""A score sheet for any game on the shelf: rounds or named columns, teams, all against the game.

It is a game like the others as far as the table is concerned, and knows no rules but those of a
sheet: a cell is written once, target or last line end it, the most or the fewest points win.
"""
