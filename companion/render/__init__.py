"""Draws blocks. Knows no game: whatever a view is made of is drawn the same way."""
