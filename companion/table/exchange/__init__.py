"""Results that come in from other programs, and go out to them."""
