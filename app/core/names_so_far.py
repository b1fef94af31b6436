"""Says of a name that is not in the graph whether all of the graph is there to look in."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from search.errors import NotFoundError

UNKNOWN = {"graph.unknown_name": "graph.unknown_so_far", "graph.no_table": "graph.no_table_so_far"}
"""Messages about a name that is not there, and what is true of it while dependencies are still read."""

SO_FAR = frozenset(UNKNOWN.values())
"""Codes of messages that say themselves how much is known."""


@contextmanager
def names_so_far(share: Callable[[], float]) -> Iterator[None]:
    """Say which part of the dependencies is known if a name is not among them.

    Args:
        share: returns the share of the files whose dependencies are known, 0.0 to 1.0.

    Raises:
        NotFoundError: inside of this a name stands for nothing.
    """
    try:
        yield
    except NotFoundError as error:
        code = UNKNOWN.get(error.message.code)
        known = share() if code else 1.0
        if code is None or known >= 1.0:
            raise
        raise NotFoundError(code, name=error.message.values["name"], percent=math.floor(100.0 * known)) from None
