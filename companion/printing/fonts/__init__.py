"""Finds fonts for signs that the standard ones lack: names may be in any script."""
