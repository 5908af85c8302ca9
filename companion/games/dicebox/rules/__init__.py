"""What is recorded of a play of Dice Box: shapes of entries, what is refused, what changes."""
