"""What happens at a table of A Little White Die, turned into entries."""
