"""The command line: commands, exit codes, the environment, and the clock and chance that are handed in."""
