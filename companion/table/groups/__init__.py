"""The group: its document, players, titles and rulings, and all of it in a file."""
