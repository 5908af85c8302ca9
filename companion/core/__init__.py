"""Logs, games and blocks: pure values, the standard library alone."""
