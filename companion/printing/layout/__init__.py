"""Composes pages of marks from values and measures; knows no kind of file."""
