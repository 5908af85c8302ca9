"""The command line: commands, exit codes, the environment, the real clock and chance."""
