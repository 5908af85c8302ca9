"""Plays as they are remembered: read once, kept, and read again only where something changed."""

from companion.table.records.annals import Annals

__all__ = ["Annals"]
