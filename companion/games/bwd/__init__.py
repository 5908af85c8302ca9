"""Blank White Dice: faces are written on, cards overwrite one another, rounds have phases.

`state` is what is known, `record` takes events in, `check` refuses them; `catalogue` knows the
cards. `dice`, `tagging`, `resolving`, `setup` and `phases` turn what the table did into events;
`describe`, `view` and `report` tell the state; `commands` are the verbs.
"""
