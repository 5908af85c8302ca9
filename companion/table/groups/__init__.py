"""A whole group in one file: written, read, and joined with a group that went on elsewhere."""
