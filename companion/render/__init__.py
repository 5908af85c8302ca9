"""Draw blocks, in the same way for every game."""
