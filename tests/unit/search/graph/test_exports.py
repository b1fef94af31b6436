import io

import networkx as nx

from search.graph.dependency_graph import DependencyGraph
from search.graph.exports import tree_dot, tree_graphml, tree_mermaid, tree_networkx
from search.graph.text import tree_text
from search.graph.tree import dependency_tree
from search.types.graph import Direction, EdgeType, TreeRequest
from tests.fakes.graph import drawn, edge, id_of, node

GRAPH = drawn(["a calls b", "b reads_table t", "b writes_table t", "b calls a"], t="table")
TREE = dependency_tree(GRAPH, TreeRequest("a", Direction.DEPENDS_ON))


def test_graphml_reads_back_as_the_same_graph():
    back = nx.read_graphml(io.BytesIO(tree_graphml(TREE).encode()), force_multigraph=True)
    assert sorted(back.nodes) == [id_of("a"), id_of("b"), id_of("t")]
    assert nx.is_isomorphic(back, tree_networkx(TREE))
    assert back.nodes[id_of("t")]["kind"] == "table"


def test_dot_and_mermaid_name_each_node_once():
    for drawing in (tree_dot(TREE), tree_mermaid(TREE)):
        assert drawing.count("table") == 3, "one node and two edges speak of a table"
        assert drawing.count("n2") == 3


def test_names_cannot_break_out_of_a_drawing():
    hostile = node("cs:x", name='a"] --> b\n\\"', qualname="x")
    other = node("cs:y", name="</svg>|#", qualname="y")
    tree = dependency_tree(DependencyGraph([hostile, other], [edge(hostile, other)]), TreeRequest(hostile.id))
    drawing = tree_mermaid(tree)
    assert drawing.count('"') == 4
    assert "-->|calls|" in drawing
    assert drawing.count("-->") == 1
    assert 'label="a\\"] --> b \\\\\\"\\nclass"' in tree_dot(tree)


def test_names_that_xml_forbids_are_written_all_the_same():
    odd = node("cs:odd", name="bell\x07", qualname="odd")
    tree = dependency_tree(DependencyGraph([odd], []), TreeRequest(odd.id))
    assert "bell" in tree_graphml(tree)


def test_the_graph_is_a_networkx_graph_with_merged_edges():
    graph = GRAPH.to_networkx()
    assert graph.edges[id_of("b"), id_of("t")]["types"] == (EdgeType.READS_TABLE, EdgeType.WRITES_TABLE)
    part = GRAPH.to_networkx([GRAPH.position(id_of("a")), GRAPH.position(id_of("b"))])
    assert sorted(part.edges) == [(id_of("a"), id_of("b")), (id_of("b"), id_of("a"))]


def test_text_is_indented_two_blanks_a_level():
    assert tree_text(TREE) == (
        "shop@main:cs:a  class  src/a.cs:1\n"
        "  calls b [class]  src/b.cs:1\n"
        "    reads table, writes table t [table]  src/t.cs:1\n"
        "    calls a [class]  src/a.cs:1 (cycle: a → b → a)\n"
    )


def test_text_of_both_directions_has_two_headed_halves():
    text = tree_text(dependency_tree(GRAPH, TreeRequest("t", Direction.BOTH, depth=1)))
    assert text == (
        "shop@main:cs:t  table  src/t.cs:1\n"
        "depends on: nothing\n"
        "used by\n"
        "  read by, written by b [class]  src/b.cs:1\n"
        "    … +1 more below depth 1\n"
    )
