"""How many examples a property is tried with whose every example writes an index."""

import os

VARIABLE = "DOWSE_TEST_EXAMPLES"
"""Set to "all" by `make heavy`, which runs tests marked ``examples`` beside those marked ``heavy``."""


def examples(few: int, every: int) -> int:
    """Return how many `make test` tries: enough for each fault that the property was seen to notice."""
    return every if os.environ.get(VARIABLE) == "all" else few
