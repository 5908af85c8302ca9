"""The table on phones, in a real browser: `conftest.py` says which, and what every page keeps to."""
