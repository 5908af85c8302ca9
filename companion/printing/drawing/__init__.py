"""Draws pages, each module as one kind of file."""
