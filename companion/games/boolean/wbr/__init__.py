"""White, Black, or Roll: calls about bottoms that nobody sees, and the dice that they win."""
