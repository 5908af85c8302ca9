"""Plays that are logged afterwards, and plays that are corrected."""
