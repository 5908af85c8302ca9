"""What BG Stats writes and takes: its exports, its files of plays, its links."""
