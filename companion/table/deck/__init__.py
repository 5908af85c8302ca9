"""What the group's boxes are to the table: found, listed, labelled, checked, taken along."""
