"""Storage of logs and groups: `base` is the interface, `tiny` implements it."""
