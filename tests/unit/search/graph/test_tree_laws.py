"""Laws that hold for the tree of any graph."""

from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import DEFAULT
from search.graph.expansion import expand
from search.graph.text import tree_text
from search.graph.tree import dependency_tree
from search.types.expansion import ExpansionLimits
from search.types.graph import Direction, Edge, EdgeType, Node, NodeState, TreeRequest
from tests.fakes.graph import edge, node

KINDS = ("class", "interface", "method", "table", "procedure", "section")
WALKED = (EdgeType.CALLS, EdgeType.READS_TABLE, EdgeType.WRITES_TABLE, EdgeType.INHERITS)
ALL_TYPES = (*WALKED, EdgeType.IMPLEMENTS, EdgeType.DEFINES, EdgeType.MENTIONS, EdgeType.REFERENCES)


@st.composite
def graphs(draw: st.DrawFn, types: tuple[EdgeType, ...] = ALL_TYPES) -> tuple[list[Node], list[Edge]]:
    count = draw(st.integers(2, 12))
    nodes = [node(f"cs:n{number}", draw(st.sampled_from(KINDS))) for number in range(count)]
    ends = st.sampled_from(nodes)
    triples = draw(st.lists(st.tuples(ends, ends, st.sampled_from(types)), max_size=40))
    return nodes, [edge(source, target, kind) for source, target, kind in triples]


directions = st.sampled_from(list(Direction))
requests = st.builds(
    TreeRequest,
    target=st.just("shop@main:cs:n0"),
    direction=directions,
    depth=st.integers(0, 5),
    max_nodes=st.integers(1, 30),
)


@given(graphs(), requests, st.sets(st.integers(1, 11)))
def test_nothing_out_of_sight_is_named_or_counted(
    made: tuple[list[Node], list[Edge]], request: TreeRequest, numbers: set[int]
):
    forbidden = {f"shop@main:cs:n{number}" for number in numbers}
    nodes, edges = made
    seen = dependency_tree(DependencyGraph(nodes, edges), request, lambda each: each.id not in forbidden)
    matching = [each for each in nodes if each.id not in forbidden]
    without = dependency_tree(DependencyGraph(matching, edges), request)
    assert seen == without, "a forbidden node leaves the same tree as one that does not exist"


@given(graphs(), requests)
def test_the_limits_hold_and_every_parent_is_shown(made: tuple[list[Node], list[Edge]], request: TreeRequest):
    tree = dependency_tree(DependencyGraph(*made), request)
    assert len(tree.nodes) <= request.max_nodes
    assert max(line.depth for line in tree.nodes) <= request.depth
    shown = {line.id for line in tree.nodes}
    assert all(line.parent_id in shown for line in tree.nodes[1:])
    assert {end for item in tree.edges for end in (item.from_id, item.to_id)} <= shown
    assert bool(sum(line.hidden for line in tree.nodes)) is tree.debug.truncated


@given(graphs(), requests)
def test_every_line_hangs_under_the_nearest_line_above_it(
    made: tuple[list[Node], list[Edge]], request: TreeRequest
):
    tree = dependency_tree(DependencyGraph(*made), request)
    branch: list[str] = []
    for line in tree.nodes:
        del branch[line.depth :]
        assert line.parent_id == (branch[-1] if branch else None)
        cycle = line.id in branch
        assert cycle is (line.state is NodeState.CYCLE)
        branch.append(line.id)


@given(graphs(WALKED), st.sampled_from([Direction.DEPENDS_ON, Direction.USED_BY]))
def test_a_node_is_first_placed_at_its_distance_from_the_root(
    made: tuple[list[Node], list[Edge]], direction: Direction
):
    nodes, edges = made
    tree = dependency_tree(
        DependencyGraph(nodes, edges), TreeRequest("shop@main:cs:n0", direction, depth=20, max_nodes=2000)
    )
    depths: dict[str, int] = {}
    for line in tree.nodes:
        if line.state in (NodeState.EXPANDED, NodeState.LEAF):
            depths[line.id] = min(line.depth, depths.get(line.id, line.depth))
    assert depths == distances(edges, direction)


@given(graphs(), requests, st.randoms(use_true_random=False))
def test_the_order_of_the_input_does_not_matter(made: tuple[list[Node], list[Edge]], request: TreeRequest, random):
    nodes, edges = made
    first = dependency_tree(DependencyGraph(nodes, edges), request)
    random.shuffle(nodes)
    random.shuffle(edges)
    again = dependency_tree(DependencyGraph(nodes, edges), request)
    assert again == first
    assert tree_text(again) == tree_text(first)


@given(graphs(), requests)
def test_the_text_has_a_line_for_every_node_and_every_cut(
    made: tuple[list[Node], list[Edge]], request: TreeRequest
):
    tree = dependency_tree(DependencyGraph(*made), request)
    lines = tree_text(tree).splitlines()
    root, *below = tree.nodes
    both = request.direction is Direction.BOTH
    cut = sum(bool(line.hidden) for line in below) + (root.note.count("+") if both else bool(root.hidden))
    halves = 2 if both else int(not below and not root.hidden)
    assert len(lines) == len(tree.nodes) + cut + halves


@given(graphs(), st.integers(0, 4), st.integers(1, 12), st.lists(st.integers(0, 11), max_size=4))
def test_an_expansion_keeps_to_its_limits_and_to_the_allowlist(
    made: tuple[list[Node], list[Edge]], depth: int, count: int, seeds: list[int]
):
    limits = ExpansionLimits(depth, count, DEFAULT)
    result = expand(DependencyGraph(*made), [f"shop@main:cs:n{number}" for number in seeds], limits)
    assert len(result.nodes) <= count
    assert all(each.depth <= depth for each in result.nodes)
    assert {item.edge_type for item in result.edges} <= set(DEFAULT)
    shown = {each.id for each in result.nodes}
    assert all(each.parent in shown for each in result.nodes if each.depth)
    assert result.debug.expanded_count == len(result.nodes)


def distances(edges: list[Edge], direction: Direction) -> dict[str, int]:
    """Breadth-first distances from n0, by a second hand."""
    results = {"shop@main:cs:n0": 0}
    waiting = deque(results)
    while waiting:
        here = waiting.popleft()
        for each in edges:
            ends = (each.source, each.target) if direction is Direction.DEPENDS_ON else (each.target, each.source)
            if ends[0] == here and ends[1] not in results:
                results[ends[1]] = results[here] + 1
                waiting.append(ends[1])
    return results
