"""How long an answer takes: `python -m tests.bench`. Nothing in the test suite asserts a time."""
