"""The state and its events as people and scripts read them."""
