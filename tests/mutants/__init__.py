"""Which changes of the program no test notices: `python -m tests.mutants`.

It changes the program at many places, one at a time (a comparison, a refusal switched off, a
constant, a call left out), runs the tests that pass through the changed line, and lists the changes
after which all of them still passed.
"""
