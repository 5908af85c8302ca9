"""Dice Box: coloured dice on a grid, each one apart from its neighbours; one's colour scores.

`board` is the grid and what may go where, `state` what is known of a play. `rules` takes events in
and refuses them, `moves` turns what happened at the table into events, `telling` shows it,
`commands` are the verbs; `game` joins them all.
"""
