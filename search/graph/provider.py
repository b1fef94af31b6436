"""The seam between retrieval and the dependency graph."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from search.types.expansion import Expansion, ExpansionLimits


class GraphProvider(Protocol):
    """Expands seed nodes along the unified dependency graph, under the same filters as the retrieval."""

    def expand(
        self,
        *,
        seeds: Sequence[str],
        repository: str,
        branch: str,
        retrieval_filters: Mapping[str, object],
        limits: ExpansionLimits,
        active_index: str | None = None,
    ) -> Expansion:
        """Return the seeds and their dependencies, nearest first."""
        ...
