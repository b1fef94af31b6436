"""Evidence takes what a hit depends on by distance, then by the words of the question in its name."""

from collections.abc import Mapping, Sequence

import pytest

from search.pipeline.named_first import NamedFirst
from search.types.expansion import ExpandedNode, Expansion, ExpansionLimits, TreeDebug
from search.types.ids import NodeId

NODES = (("Shop", 0), ("Shop.__init__", 1), ("Shop.count_bills", 1), ("Shop._load_template", 1), ("load_cache", 2))


class Graph:
    """A provider that returns the nodes of this test, whatever is asked."""

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
        del repository, branch, retrieval_filters, limits, active_index
        nodes = tuple(ExpandedNode(NodeId(f"shop@main:py:shop:{name}"), depth, None) for name, depth in NODES)
        debug = TreeDebug(seed_count=1, expanded_count=5, edges_count=0, truncated=False, reason="")
        return Expansion(tuple(map(NodeId, seeds)), nodes, (), debug)


@pytest.mark.parametrize(
    ("question", "order"),
    [
        ("how is a template cached", [0, 3, 1, 2, 4]),
        ("where is the bill counted", [0, 2, 1, 3, 4]),
        ("what else", [0, 1, 2, 3, 4]),
    ],
)
def test_what_bears_words_of_the_question_comes_before_what_is_as_near(question: str, order: list[int]) -> None:
    expansion = NamedFirst(Graph(), question).expand(
        seeds=["shop"], repository="shop", branch="main", retrieval_filters={}, limits=ExpansionLimits(3, 9, ())
    )
    assert [node.id.rpartition(":")[2] for node in expansion.nodes] == [NODES[at][0] for at in order]
