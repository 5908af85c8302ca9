"""Pebbles, a game for the companion: take some out of the pond until it is empty."""
