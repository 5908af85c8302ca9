"""The table on phones, in a real browser: `conftest.py` says in which."""
