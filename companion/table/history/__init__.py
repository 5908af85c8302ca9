"""Plays as they are remembered: read once, kept, counted; their lists, statistics and charts."""
