"""`lookup` and `guide`: search in shipped data, in the group's boxes and its rulings."""
