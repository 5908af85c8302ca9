"""Plays that are told when they are over, and plays that are put right."""
