"""A Little White Die: dice made of cards, guesses that only rise, and a Liar who begins.

The game. Every player has a deck of cards, numbered 1 to 6. A round begins with the Liar, who
states a number: everybody splits their deck into that many face-down piles, and each pile is called
a die. Rolling a die is shuffling it, and its top card is what it shows; you look at your own dice
only. The Liar guesses first: how often a number shows on all dice together, such as three fives,
`3x5`. Going round, everybody makes a higher guess or challenges the last one. Then all top cards
are revealed. If the guess was right the challenger loses the round, otherwise the guesser does. The
loser gives up a die with all its cards, unseen, and is the next Liar. Whoever has no cards is out.
In one expansion some cards are wildcards, which count as any number. In another some are power
cards, which have a number and an action, and can be guessed as well: two power cards, `2xpower`.

What all games here have in common:

- The cards lie on the table, and people enter what they care to. Any step of a round may be left
  out: the Liar's number, a guess, what was revealed. What was not entered is unknown, and refuses
  nothing; some players only enter who lost.
- What is entered is a *fact*, a class: `check` refuses it or not, `apply` gives the next state,
  `describe` the line in the log. The names and fields of facts are the log's, and never change.
- The type of a fact's field names its checker, a function in capitals, which finds out a damaged
  log file. `play.started` and `play.finished` are facts of all games: the classes here only add to
  them what is special.
- When an entry is undone or redone, all later ones are checked again. Some checks can fail only
  then, such as that an extra card is for everybody: `trigger` itself makes it so.
- A *verb* is what is typed behind `companion lwd`; its function adds facts. It is named as the
  verb, but for two: `state_number` is the verb `round`, and `count_cards` is `cards`. The types of
  its parameters say how each is typed and what is offered (`core/param.py`); `core/command.py`
  explains the arguments of `@verb`, and of `player`, `number`, `word` and the like. Functions that
  offer words get a `Trial`, the play in which they are tried (`core/offer.py`), and `Arguments`,
  what is typed already. A verb that makes no entry, such as `odds`, gets a `PlayView` and answers
  with a `Reply`.
- `referee.refuse` and `referee.require` name a rule, and may return: with `--house "why"` people
  overrule the rule, and the entry is made. So what follows has to work for such an entry, too.
  `Refused` cannot be overruled: the entry makes no sense. `Invalid` is for words that cannot be
  read.
- An *event* is a fact as the log keeps it: with its number, its time, and the house rule. The
  events of one command are an *entry*, which `undo` takes back as one.
- `Legal` (`LEGAL` in `game`) does not decide what is allowed: it says what to do next, and in which
  order the prompt offers verbs. The facts' `check` decides, also for verbs that it does not list.
- Some games have a *box* of cards that the group writes, a first-player *marker*, or a *reference*
  that rules look cards up in. This one has none of them, and never uses `reference`.
- Among the fields of parameters, `whose` gives the seats of the players whose entry it is, where
  each enters on a phone only what is theirs; and `after_dash` marks an option that the prompt
  offers only once a dash is typed.
- Ids of rules, such as LW-26, and of our answers where the rulebook is silent, A-LW-09, stand in
  `data/lwd/rules.toml`.

Read `guesses` (which guess beats which), `decks` (what everybody knows about a player's cards) and
`state` (a play) first. Then, in the order of a round, from the typed word to the line in the log:
`round_start` (the Liar's number, the splits), `turns` (guesses), `challenge`, `loss`, `expansions`
(power cards, wildcards). `odds` and `chances` compute how likely a guess was, `views` show a play,
and `game` joins all of them and says what can be done when.
"""
