"""The command line: commands, exit codes, the environment; the clock and chance are handed in."""
