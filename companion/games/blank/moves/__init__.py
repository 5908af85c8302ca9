"""Makes events of what happened at the table."""
