"""Logs, games and blocks: pure values that need only the standard library."""
