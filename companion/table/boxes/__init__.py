"""Physical boxes: for `deck`, and for verbs about boxes."""
