"""Dice Box: coloured dice on a grid, each one apart from its neighbours; one's colour scores.

`board` is the grid and what may go where, `state` dice and what is known of a play. Each kind of
entry stands beside the rules of its subject: `setup`, `rolls`, `placement`, `turns`, `points`.
`verbs` is what is typed, `views` shows it; `game` joins them all and says what can be done when.
"""
