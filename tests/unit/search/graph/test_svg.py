"""The picture of a tree: what stands in it, and that nothing can break out of it."""

import xml.etree.ElementTree as ET

from search.graph.as_tree import impact_tree, path_tree
from search.graph.dependency_graph import DependencyGraph
from search.graph.impact import impact_of
from search.graph.paths import dependency_path
from search.graph.svg import CLASS_OF, COLOURS, tree_svg
from search.graph.text import rows_of, tree_text
from search.graph.tree import dependency_tree
from search.types.graph import DependencyTree, Direction, EdgeType, TreeRequest
from tests.fakes.graph import drawn, edge, id_of, node

SVG = "{http://www.w3.org/2000/svg}"
GRAPH = drawn(
    ["a calls b", "b reads_table t", "b calls c", "c calls b", "a calls d", "d calls e", "c calls d", "x calls a"],
    t="table",
)


def picture(tree: DependencyTree) -> ET.Element:
    return ET.fromstring(tree_svg(tree))


def texts(drawing: ET.Element) -> list[str]:
    return ["".join(line.itertext()) for line in drawing.iter(f"{SVG}text")]


def test_every_line_of_the_text_is_a_line_of_the_picture():
    tree = dependency_tree(GRAPH, TreeRequest("a", Direction.BOTH, depth=3))
    drawing = picture(tree)
    assert len(texts(drawing)) == len(list(rows_of(tree))) == len(tree_text(tree).splitlines())
    assert texts(drawing)[1] == "depends on"
    assert "calls d [class]  src/d.cs:1" in texts(drawing)
    assert any("(cycle: b → c → b)" in line for line in texts(drawing))


def test_a_cycle_has_a_ring_a_repeat_an_arrow_and_each_edge_its_colour():
    drawing = picture(dependency_tree(GRAPH, TreeRequest("a", Direction.DEPENDS_ON)))
    assert [path.get("class") for path in drawing.iter(f"{SVG}path")].count("cycle") == 1
    assert {circle.get("class") for circle in drawing.iter(f"{SVG}circle")} == {"calls", "database"}


def test_the_picture_stands_alone_and_knows_light_and_dark():
    text = tree_svg(dependency_tree(GRAPH, TreeRequest("a")))
    assert "prefers-color-scheme:dark" in text
    assert text.count("http") == 1, "the name space alone"
    assert not any(word in text for word in ("<script", "@import", "url(", "xlink"))


def test_every_type_of_edge_has_a_colour():
    assert set(CLASS_OF) == set(EdgeType)
    assert set(CLASS_OF.values()) <= set(COLOURS)


def test_names_cannot_break_out_of_the_picture():
    hostile = node("cs:x", name='</tspan><script>alert("1")</script>\x07', qualname="x")
    tree = dependency_tree(DependencyGraph([hostile], []), TreeRequest(hostile.id))
    drawing = picture(tree)
    assert texts(drawing)[0].startswith('</tspan><script>alert("1")</script> [class]')
    assert not list(drawing.iter(f"{SVG}script"))


def test_everything_is_inside_the_picture():
    drawing = picture(dependency_tree(GRAPH, TreeRequest("a", Direction.BOTH)))
    height = float(drawing.get("height", "0"))
    lows = [float(line.get("y", "0")) for line in drawing.iter(f"{SVG}text")]
    assert all(0 < y < height for y in lows)
    assert lows == sorted(lows)


def test_a_path_is_drawn_as_one_branch():
    path = dependency_path(GRAPH, "x", "t")
    assert path is not None
    assert tree_text(path_tree(path)) == (
        f"{id_of('x')}  class  src/x.cs:1\n"
        "  calls a [class]  src/a.cs:1\n"
        "    calls b [class]  src/b.cs:1\n"
        "      reads table t [table]  src/t.cs:1\n"
    )
    assert len(texts(picture(path_tree(path)))) == 4


def test_an_impact_is_drawn_with_a_root_for_each_change():
    graph = drawn(["A defines A.go", "X calls A.go", "Y calls X", "Z calls B"], A_go="method")
    tree = impact_tree(impact_of(graph, [id_of("A"), id_of("B")]))
    assert tree_text(tree) == (
        f"{id_of('A')}  class  src/A.cs:1\n"
        "  defines A.go [method]  src/A.cs:1\n"
        "    called by X [class]  src/X.cs:1\n"
        "      called by Y [class]  src/Y.cs:1\n"
        f"{id_of('B')}  class  src/B.cs:1\n"
        "  called by Z [class]  src/Z.cs:1\n"
    )
    assert (tree.root, tree.debug.seed_count, tree.debug.expanded_count) == (id_of("A"), 2, 4)


def test_edges_against_the_reading_direction_are_worded_as_they_are_read():
    types = [node(f"cs:{name}", kind) for name, kind in (("I", "interface"), ("C", "class"), ("D", "class"))]
    declared, built = node("cs:I.go", "method"), node("cs:C.go", "method")
    graph = DependencyGraph(
        [*types, declared, built],
        [
            edge(types[1], types[0], EdgeType.IMPLEMENTS),
            edge(types[2], types[1], EdgeType.INHERITS),
            edge(types[0], declared, EdgeType.DEFINES),
            edge(types[1], built, EdgeType.DEFINES),
            edge(types[2], declared),
        ],
    )
    used = tree_text(dependency_tree(graph, TreeRequest(types[0].id, Direction.USED_BY)))
    assert "implemented by C [class]" in used
    assert "inherited by D [class]" in used
    down = tree_text(dependency_tree(graph, TreeRequest(types[2].id, Direction.DEPENDS_ON)))
    assert "implemented by C.go [method]" in down
    assert "inherits C [class]" in down
