"""What a table does: open, replay, check, append. Returns values, prints nothing."""
