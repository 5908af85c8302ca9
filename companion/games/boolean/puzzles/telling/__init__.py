"""The solutions of the puzzles in words, on a terminal, as pictures and as JSON."""
