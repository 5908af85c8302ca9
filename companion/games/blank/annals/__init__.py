"""What became of boxes and rules over many plays."""
