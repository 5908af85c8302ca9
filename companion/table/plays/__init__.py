"""Plays, from `start` to `finish`: begins them, enters, undoes, replays and shows them."""
