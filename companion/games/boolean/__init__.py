"""Boolean Dice: ten two-coloured dice, six games, three puzzles.

`dice` is the set, and dice in Possession, which several of the games need; each of the six games
has a folder of its own, like any game, and `puzzles` solves the puzzles.
"""
