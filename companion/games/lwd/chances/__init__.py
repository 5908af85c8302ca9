"""How likely a guess was, by what everybody could know: exact, and pure arithmetic."""
