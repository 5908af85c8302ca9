"""Spy vs. Spy: agencies with desk agents and field agents, Orders, and missions paid with them."""
