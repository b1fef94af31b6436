"""Counts the values of filter columns over the results of a query."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable

from search.types.files import FileRecord
from search.types.results import Facet

FACET_COLUMNS = ("repository", "language", "doc_type", "level", "branch", "component", "product")
"""In the order in which the window shows them."""


def facets(files: Iterable[tuple[FileRecord, Hashable]]) -> tuple[Facet, ...]:
    """Return one facet for each column: its values with the number of results, most first, ties by value.

    Each file comes with the key of its result group. A value counts once for a group, because filtering by it
    returns one result. Pass only files that the filters accept: hidden files are never counted.
    """
    groups: dict[Hashable, list[FileRecord]] = defaultdict(list)
    for record, group in files:
        groups[group].append(record)
    return tuple(_facet(column, groups.values()) for column in FACET_COLUMNS)


def _facet(column: str, groups: Iterable[list[FileRecord]]) -> Facet:
    values = ({str(getattr(record, column)) for record in records} for records in groups)
    counts = Counter(value for shown in values for value in shown if value)
    return Facet(column, tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0]))))
