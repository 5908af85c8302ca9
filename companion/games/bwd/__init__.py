"""Blank White Dice: faces are written on, cards overwrite one another, rounds have phases.

Read `state` (a play), `catalogue` (the cards) and `faces` (how dice and faces are named) first.
Each other module has one subject, from the typed word to the line of the log, in the order of a
play: `start`, `deal`, `additions`, `tableau`; `tags` and `tag_rules`, `setup` (tags before the
first round); `rolls`, `rounds`, `resolve` and `resolution`, `erasure`, `copies`, `dots`, `discs`,
`dice`, `turns`, `wards`, `points`. `consequence` records the consequences of an entry; `legal`
lists what can be done now; `box` and `cards` hold the texts of the group's cards; `game` joins them
all.
"""
