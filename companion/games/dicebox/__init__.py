"""Dice Box: coloured dice on a grid, each one apart from its neighbours; your colour scores.

Read `board` (the grid, and what fits where) and `state` (dice, and a play) first. Then, from the
typed word to the line in the log: `setup` (colours, the draft), `rolls`, `turns` (the Seed, whose
turn it is), `placement` and `points`. `show` has the verbs that make no entry, `views` draw, and
`game` joins all of them and says what can be done when.
"""
