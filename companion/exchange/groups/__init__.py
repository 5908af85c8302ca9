"""Files of whole groups, and merging two groups."""
