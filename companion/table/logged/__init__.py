"""Plays that are logged afterwards or corrected, and which plays count."""
