"""Sort: a game for one, who parts the dice by their bottoms without seeing them."""
