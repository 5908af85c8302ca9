"""Compose pages of marks from values and measures, for any kind of file."""
