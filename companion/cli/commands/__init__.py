"""One file a command, each with a Typer called `app`.

The underscore in a file's name keeps `pass` from being a word of Python's.
"""
