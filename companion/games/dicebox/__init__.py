"""Dice Box: coloured dice on a grid, each one apart from its neighbours; one's colour scores.

`board` is the grid and what may go where, `state` dice and what is known of a play. Each kind of
entry stands beside the rules of its subject: `setup`, `rolls`, `placement`, `turns`, `points`.
`verbs` is what is typed, `legal` what can be done now, `views` shows it; `game` joins them all.
"""
