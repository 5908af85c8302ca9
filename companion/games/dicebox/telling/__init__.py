"""A play of Dice Box in words, as a table, as a picture, as JSON."""
