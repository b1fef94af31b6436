"""Counting the values of filter columns over the files that a query found."""

from collections import Counter
from collections.abc import Iterable

from search.types.files import FileRecord
from search.types.results import Facet

FACET_COLUMNS = ("repository", "language", "doc_type", "level", "branch", "component", "product")
"""In the order in which the window shows them."""


def facets(found: Iterable[FileRecord]) -> tuple[Facet, ...]:
    """Return one facet for each column: its values with the number of files, most first, ties by value.

    Only files that the filters let pass may be given: what is out of sight is never counted.
    """
    counters = {column: Counter[str]() for column in FACET_COLUMNS}
    for record in found:
        for column, counter in counters.items():
            value = str(getattr(record, column))
            if value:
                counter[value] += 1
    return tuple(
        Facet(column, tuple(sorted(counter.items(), key=lambda item: (-item[1], item[0]))))
        for column, counter in counters.items()
    )
