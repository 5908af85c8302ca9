"""The three puzzles: how each is solved, what is answered about it, and how that is drawn."""
