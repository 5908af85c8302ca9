"""Reads what is shipped in `data/`: rules and cards. Facts only, never a player's things."""
