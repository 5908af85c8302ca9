"""White, Black, or Roll: calls about unseen bottoms, and the dice won by them."""
