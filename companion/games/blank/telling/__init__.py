"""Puts a play of BLANK into words, tables and JSON."""
