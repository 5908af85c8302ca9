"""Charts, label sheets and pictures as values, for terminals, paper and pages."""
