"""Attacks on what is kept: `python -m tests.faults` kills commands, lets their calls to the system
fail, fills the disk, sends in eight at once, and says what became of it. No part of the suite."""
