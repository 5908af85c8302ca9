"""What happens at the table, turned into events: every move adds its facts to an action."""
