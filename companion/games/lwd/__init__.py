"""A Little White Die: dice made of cards, guesses that only rise, and a Liar who begins.

Read `guesses` (which guess beats which), `decks` (what everybody knows about a player's cards) and
`state` (a play) first. Then, in the order of a round, from the typed word to the line in the log:
`round_start` (the Liar's number, the splits), `turns` (guesses), `challenge`, `loss`, `expansions`
(power cards, wildcards). `odds` and `chances` compute how likely a guess was, `views` show a play,
and `game` joins all of them and says what can be done when.
"""
