"""What is told of boxes, and asked of them."""
