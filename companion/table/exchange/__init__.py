"""Import from other programs, and export to them."""
