"""Blank White Dice: faces are written on, cards overwrite one another, rounds have phases.

`state` is what is known of a play, `catalogue` what is known of the cards. Each other module has
one subject, from the typed word to the line of the log; `legal` says what can be done now, `game`
joins them all and lists what can be typed.
"""
