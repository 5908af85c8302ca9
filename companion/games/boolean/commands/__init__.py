"""What one types for Boolean Dice."""
