import pytest

from search.errors import BadInputError
from search.graph.edge_sets import DEFAULT
from search.graph.expansion import expand
from search.types.expansion import Expansion, ExpansionLimits
from search.types.graph import EdgeType
from tests.fakes.graph import drawn, id_of

PICTURE = ["a calls b", "b calls c", "c calls d", "a reads_table t"]


def expansion(*seeds: str, depth: int = 9, nodes: int = 99, edges: tuple[EdgeType, ...] = DEFAULT) -> Expansion:
    return expand(drawn(PICTURE), [id_of(seed) for seed in seeds], ExpansionLimits(depth, nodes, edges))


def test_seeds_come_first_and_then_what_is_nearest():
    result = expansion("c", "a")
    assert [(each.id, each.depth, each.parent) for each in result.nodes] == [
        (id_of("c"), 0, None),
        (id_of("a"), 0, None),
        (id_of("d"), 1, id_of("c")),
        (id_of("t"), 1, id_of("a")),
        (id_of("b"), 1, id_of("a")),
    ]
    assert result.seeds == (id_of("c"), id_of("a"))
    assert (result.debug.reason, result.debug.truncated, result.debug.expanded_count) == ("ok", False, 5)


def test_only_the_allowed_edges_are_followed():
    assert [each.id for each in expansion("a", edges=(EdgeType.READS_TABLE,)).nodes] == [id_of("a"), id_of("t")]
    assert [each.id for each in expansion("a", edges=()).nodes] == [id_of("a")]


def test_the_depth_and_the_number_of_nodes_are_kept_and_told():
    shallow = expansion("a", depth=1)
    assert ({each.id for each in shallow.nodes}, shallow.debug.reason) == (
        {id_of("a"), id_of("b"), id_of("t")},
        "depth_reached",
    )
    few = expansion("a", nodes=2)
    assert (len(few.nodes), few.debug.reason, few.debug.truncated) == (2, "limit_reached", True)


def test_no_seed_in_sight_is_said():
    assert expansion().debug.reason == "no_seeds"
    limits = ExpansionLimits(2, 9, DEFAULT)
    hidden = expand(drawn(PICTURE), [id_of("a"), "unknown"], limits, visible=lambda each: each.name != "a")
    assert (hidden.nodes, hidden.debug.reason) == ((), "no_seeds")


def test_chunks_stand_for_their_nodes():
    chunk = "shop@main:chunk:src/a.cs#a/0"
    nodes = {chunk: (id_of("a"), id_of("t"))}
    result = expand(drawn(PICTURE), [chunk], ExpansionLimits(0, 9, DEFAULT), nodes_of=nodes)
    assert result.seeds == (id_of("a"), id_of("t"))


def test_members_are_entered_from_seeds_when_defines_is_allowed():
    graph = drawn(["A defines A.go", "A.go calls B", "B defines B.run", "B.run calls C"], A_go="method")
    limits = ExpansionLimits(9, 9, (EdgeType.CALLS, EdgeType.DEFINES))
    assert [each.id for each in expand(graph, [id_of("A")], limits).nodes] == [
        id_of("A"),
        id_of("A.go"),
        id_of("B"),
    ]


@pytest.mark.parametrize(("depth", "nodes", "field"), [(-1, 9, "max_depth"), (1, 0, "max_nodes")])
def test_limits_out_of_range_are_refused(depth: int, nodes: int, field: str):
    with pytest.raises(BadInputError, match=field):
        ExpansionLimits(depth, nodes, DEFAULT)
