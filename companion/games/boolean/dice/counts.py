"""How many dice there are: in a set, and in half of one."""

SET = 10
"""Dice in a set, each of them different."""
HALF = SET // 2
"""Dice of each colour after a Split."""
