"""BLANK: a deck that evolves with every win. `deck` is the box as it is now."""
