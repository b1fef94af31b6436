"""Expansion for a question: of what is equally near, that comes first whose name has words of the question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from search.analysis.terms import query_terms
from search.graph.names import shared_id
from search.graph.provider import GraphProvider
from search.types.expansion import Expansion, ExpansionLimits


@dataclass(frozen=True, slots=True)
class NamedFirst:
    """`GraphProvider` for one question.

    A class has more members than fit into a budget, and what most of them do has nothing to do with the question.

    Attributes:
        provider: expands the seeds.
        question: words.
    """

    provider: GraphProvider
    question: str

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
        """Return the seeds and their dependencies: nearest first, then by words of the question in their names."""
        expansion = self.provider.expand(
            seeds=seeds,
            repository=repository,
            branch=branch,
            retrieval_filters=retrieval_filters,
            limits=limits,
            active_index=active_index,
        )
        asked_for = frozenset(query_terms(self.question))
        nodes = sorted(expansion.nodes, key=lambda node: (node.depth, -_words(node.id, asked_for)))
        return replace(expansion, nodes=tuple(nodes))


def _words(node: str, asked_for: frozenset[str]) -> int:
    """Return how many words of the question the last name in an identifier has."""
    return len(asked_for.intersection(query_terms(shared_id(node).rpartition(":")[2].rpartition(".")[2])))
