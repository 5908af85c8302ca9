"""BLANK: a deck that evolves with every win. `deck` is the box, the rest is a play with it."""
