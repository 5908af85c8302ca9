"""Physical boxes: what is in them, what stands on their codes, how they travel."""
