"""Boolean Dice: ten two-coloured dice, six games, three puzzles.

`dice` is the set, and which dice are in whose Possession, for several of the games; each of the six
games has a folder of its own, made like any game's, and `puzzles` solves the puzzles.
"""
