"""A companion for physical tabletop games: it remembers what the table forgets."""

__version__ = "0.17.0"
