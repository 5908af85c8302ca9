"""Where logs and groups are kept: `base` is the promise, `tiny` and `memory` keep it.

Nothing is imported here, so that a command pays for the one store that it uses.
"""
