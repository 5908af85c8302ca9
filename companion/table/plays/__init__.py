"""The play at hand: begun, entered into, undone, replayed, shown. From `start` to `finish`."""
