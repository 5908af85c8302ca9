"""A Little White Die: dice made of cards, guesses that only rise, and a Liar who begins.

`guesses` says which beats which, `decks` what is known of everybody's cards, `state` what is known
of a play. What happens at the table stands together, from the typed word to the line in the log:
`round` (the Liar's number, the splits), `turns` (guesses), `challenge`, `loss`, and `expansions`
(power cards, wildcards). `odds` and `chances` compute how likely a guess was, `views` draw; `game`
joins them all and says what can be done when.
"""
