"""A play of White, Black, or Roll in words, as a table, as JSON."""
