"""`companion shell`: a prompt that stays open for the play at hand."""
