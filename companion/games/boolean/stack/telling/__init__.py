"""A play of The Stack in words, as a table, as JSON."""
