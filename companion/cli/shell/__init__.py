"""`companion shell`: a prompt that stays open for the current play."""
