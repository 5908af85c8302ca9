"""A play of Shut the Box in words, as a table, as JSON."""
