"""The table on phones: pages and a small API for programs, on the local network.

Nothing here knows a rule. Phones send lines for the prompt, and everybody sees the result.
"""
