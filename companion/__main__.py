"""`companion`, or `python -m companion`."""

import gc
import os

# A run lasts for the blink of an eye: collecting garbage while modules load is a tenth of it.
gc.disable()

if os.environ.get("COMPANION_PROFILE"):
    from companion.cli.profile import begin

    begin(os.environ["COMPANION_PROFILE"])

from companion.cli.run import main  # noqa: E402

if __name__ == "__main__":
    main()
