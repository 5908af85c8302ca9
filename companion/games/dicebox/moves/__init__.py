"""What happens at a table of Dice Box, turned into entries."""
