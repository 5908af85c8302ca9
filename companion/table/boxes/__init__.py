"""Physical boxes: what `deck` asks, and what the verbs of a game write into them."""
