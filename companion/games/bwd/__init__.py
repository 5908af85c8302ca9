"""Blank White Dice: faces are written on, cards overwrite one another, rounds have phases.

`state` is what is known, `catalogue` and `cardbook` are what is known of the cards. `rules` takes
events in and refuses them, `moves` turns what happened at the table into events, `telling` shows
it, `commands` are the verbs; `game` joins them all.
"""
