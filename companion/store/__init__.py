"""Where logs and groups are kept: `base` is the promise, `tiny` keeps it."""
