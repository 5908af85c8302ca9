"""What is typed: `start` begins a play, `verbs` are the game's own."""
