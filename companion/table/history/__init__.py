"""Plays as they are remembered: read once, kept, counted; what is told and drawn of them."""
