"""A whole group in a file, and two that went on apart, joined."""
