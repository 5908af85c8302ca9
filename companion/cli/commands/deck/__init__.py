"""The commands of `companion deck`, one file each."""
