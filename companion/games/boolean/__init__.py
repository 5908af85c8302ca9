"""Boolean Dice: ten two-coloured dice, six games, three puzzles.

`dice` is the set itself, `possession` what several of the games share; each of the six games has a
folder of its own, made like a game's, and `puzzles` settles the puzzles.
"""
