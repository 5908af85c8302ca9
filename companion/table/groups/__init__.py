"""The group: its document, players and rulings, and all of it in a file. For `group`, `player`."""
