"""The command line: the only place for exit codes, the environment, the clock and randomness."""
