"""What is drawn alike on a terminal, on paper and on pages, as values: charts, sheets, pictures."""
