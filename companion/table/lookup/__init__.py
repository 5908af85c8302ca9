"""What `lookup` and `guide` find: in what is shipped, in the boxes and the rulings of the group."""
