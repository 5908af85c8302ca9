"""Sort: a game for one, who sorts the dice by their bottoms without seeing them."""
