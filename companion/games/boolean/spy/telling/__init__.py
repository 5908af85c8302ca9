"""A play of Spy vs. Spy in words, as a table, as JSON."""
