"""Pens: each draws pages as one kind of file."""
