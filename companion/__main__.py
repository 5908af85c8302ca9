"""`companion`, or `python -m companion`."""

import gc

# A run lasts for the blink of an eye: collecting garbage while modules load is a tenth of it.
gc.disable()

from companion.cli.run import main  # noqa: E402

if __name__ == "__main__":
    main()
