"""`companion start blank` and `companion blank …`."""
