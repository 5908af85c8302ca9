"""A box of BLANK: its cards, every revision of them, and the facts that its log is made of."""
