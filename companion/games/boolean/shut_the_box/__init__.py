"""Shut the Box: two columns from 0 to 5, three Nudges each, and dice that change hands."""
