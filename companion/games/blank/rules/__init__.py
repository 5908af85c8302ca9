"""What the rules refuse, how events change a play, and what events look like."""
