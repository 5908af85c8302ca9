"""The Stack: a tower of dice, each of them the inverse of the one below, or a bluff."""
