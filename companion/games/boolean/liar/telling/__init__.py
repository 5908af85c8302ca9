"""A play of Liar's Boolean Dice in words, as a table, as JSON."""
