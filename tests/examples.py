"""How many examples are tried of a property that writes an index for each of them."""

import os

VARIABLE = "DOWSE_TEST_EXAMPLES"
"""Set to "all" by `make heavy`, which runs tests marked ``examples`` beside those marked ``heavy``."""


def examples(few: int, every: int) -> int:
    """Return how many `make test` tries: enough for each fault that the property was seen to notice."""
    return every if os.environ.get(VARIABLE) == "all" else few
