"""Counting the values of filter columns over what a query found."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable

from search.types.files import FileRecord
from search.types.results import Facet

FACET_COLUMNS = ("repository", "language", "doc_type", "level", "branch", "component", "product")
"""In the order in which the window shows them."""


def facets(found: Iterable[tuple[FileRecord, Hashable]]) -> tuple[Facet, ...]:
    """Return one facet for each column: its values with the number of results, most first, ties by value.

    Each file comes with what it has in common with those that are shown as one with it: a value counts once for
    them all, as it does where it is chosen. Only files that the filters let pass may be given: what is out of
    sight is never counted.
    """
    together: dict[Hashable, list[FileRecord]] = defaultdict(list)
    for record, group in found:
        together[group].append(record)
    return tuple(_facet(column, together.values()) for column in FACET_COLUMNS)


def _facet(column: str, together: Iterable[list[FileRecord]]) -> Facet:
    values = ({str(getattr(record, column)) for record in records} for records in together)
    counts = Counter(value for shown in values for value in shown if value)
    return Facet(column, tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0]))))
