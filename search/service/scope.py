"""Which rows a query may use."""

from dataclasses import dataclass

from search.types.filters import RowFilter


@dataclass(frozen=True, slots=True)
class Scope:
    """What a query may see, and what of that it filtered for."""

    visible: RowFilter
    wanted: RowFilter
