"""Boolean Dice: ten two-coloured dice, six games, three puzzles.

`dice` is the set, and whose dice are whose, which several of the games ask; each of the six games
has a folder of its own, made like a game's, and `puzzles` settles the puzzles.
"""
