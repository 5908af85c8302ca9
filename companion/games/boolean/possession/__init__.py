"""Dice in somebody's Possession: how many is known to all, which they are may be told."""
