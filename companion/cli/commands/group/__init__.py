"""Verbs of `companion group` that are imported only when they are run."""
