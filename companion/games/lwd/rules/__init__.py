"""What is recorded of a play of A Little White Die: shapes, what is refused, what changes."""
