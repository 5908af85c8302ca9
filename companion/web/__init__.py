"""The table on phones: pages and a small interface for programs, on the local network.

Nothing here knows a rule. A phone sends lines of the prompt, and what they come to is sent to all.
"""
