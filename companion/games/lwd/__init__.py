"""A Little White Die: dice made of cards, guesses that only rise, and a Liar who begins.

`splits` is how a deck becomes dice, `guesses` which guess beats which, `deck` what is known of
everybody's cards, `chances` how likely a guess was. `state` is what is known of a play; `rules`
take events in and refuse them, `moves` turn what happened at the table into events, `telling` shows
it, `commands` are the verbs; `game` joins them all.
"""
