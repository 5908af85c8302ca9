"""How events change the state, and which of them the rules refuse."""
