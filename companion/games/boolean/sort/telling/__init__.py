"""A play of Sort in words, as a table, as JSON."""
