"""A play of A Little White Die in words, as a table, as JSON."""
