"""What is entered, undone and shown of plays."""
