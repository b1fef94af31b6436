"""What is new, gone or moved in a tree since a walk was kept."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from search.graph.dependency_graph import DependencyGraph
from search.graph.saved_trees import compared
from search.graph.tree import dependency_tree
from search.types.graph import Direction, EdgeType, TreeNode, TreeRequest
from search.types.saved_trees import Change, TreeLine
from tests.fakes.graph import drawn, edge, file_node, id_of, node

BASE = ["a calls b", "b calls c", "b calls d", "x calls a"]


def tree(picture: list[str], **limits: int) -> tuple[TreeNode, ...]:
    return dependency_tree(drawn(picture), TreeRequest("a", Direction.BOTH, **limits)).nodes


def line_texts(lines: tuple[TreeLine, ...]) -> list[str]:
    marks = {Change.SAME: " ", Change.NEW: "+", Change.GONE: "-", Change.MOVED: "~"}
    return [f"{marks[each.change]}{'  ' * each.node.depth}{each.node.name} {each.was}".rstrip() for each in lines]


def test_what_came_and_what_went_is_told_in_its_place() -> None:
    lines = compared(tree(BASE), tree(["a calls b", "b calls c", "a calls e", "e calls f", "y calls a"]))
    assert line_texts(lines) == [
        " a",
        "   b",
        "     c",
        "-    d",
        "+  e",
        "+    f",
        "+  y",
        "-  x",
    ]
    assert [line.node.direction for line in lines[-2:]] == [Direction.USED_BY, Direction.USED_BY]


def test_a_half_that_lost_its_last_line_tells_it_before_the_other_half() -> None:
    assert line_texts(compared(tree(["a calls b", "x calls a"]), tree(["x calls a"]))) == [" a", "-  b", "   x"]


def test_what_hangs_elsewhere_now_has_moved_with_what_is_below_it() -> None:
    before = ["a calls b", "b calls c", "a calls e", "c calls d"]
    after = ["a calls b", "a calls e", "e calls c", "c calls d", "c calls g"]
    assert line_texts(compared(tree(before), tree(after))) == [
        " a",
        "   b",
        "   e",
        "~    c below b",
        "       d",
        "+      g",
    ]


def test_a_definition_in_another_file_has_moved_and_one_at_another_line_has_not() -> None:
    retained = tree(BASE)
    now = tuple(
        replace(each, path="lib/c.cs") if each.name == "c" else replace(each, start_line=each.start_line + 9)
        for each in retained
    )
    moved = [line for line in compared(retained, now) if line.change is not Change.SAME]
    assert [(line.node.name, line.change, line.was) for line in moved] == [("c", Change.MOVED, "src/c.cs")]


def test_a_file_whose_identifier_is_its_path_is_known_again_by_its_name() -> None:
    def imports(folder: str) -> tuple[TreeNode, ...]:
        top, other, leaf = file_node("top.ts"), file_node(f"{folder}/cart.ts"), node("ext:npm:zod")
        graph = DependencyGraph(
            [top, other, leaf], [edge(top, other, EdgeType.IMPORTS), edge(other, leaf, EdgeType.IMPORTS)]
        )
        return dependency_tree(graph, TreeRequest("top.ts", Direction.DEPENDS_ON)).nodes

    assert line_texts(compared(imports("src"), imports("lib"))) == [
        " top.ts",
        "~  cart.ts src/cart.ts",
        "     zod",
    ]


def test_what_a_cut_hides_is_neither_gone_nor_new() -> None:
    assert {line.change for line in compared(tree(BASE), tree(BASE, depth=1))} == {Change.SAME}
    assert {line.change for line in compared(tree(BASE, depth=1), tree(BASE))} == {Change.SAME}


def test_a_place_of_expansion_that_changed_loses_nothing() -> None:
    before = ["a calls b", "b calls z", "z calls c"]
    after = [*before, "a calls z"]
    assert line_texts(compared(tree(before), tree(after))) == [" a", "   b", "     z", "+  z", "     c"]


NAMES = st.sampled_from("abcdef")
PICTURE = st.lists(st.tuples(NAMES, NAMES).map(lambda ends: f"{ends[0]} calls {ends[1]}"), max_size=9)


@given(PICTURE, PICTURE)
def test_every_line_of_now_is_told_once_in_order(before: list[str], after: list[str]) -> None:
    retained, now = tree(["a calls b", *before]), tree(["a calls b", *after])
    lines = compared(retained, now)
    assert tuple(line.node for line in lines if line.change is not Change.GONE) == now
    removed = Counter(line.node.id for line in lines if line.change is Change.GONE)
    assert removed <= Counter(each.id for each in retained)


@given(PICTURE)
def test_nothing_has_changed_since_a_moment_ago(picture: list[str]) -> None:
    retained = tree(["a calls b", *picture])
    assert {line.change for line in compared(retained, retained)} == {Change.SAME}
    assert retained[0].id == id_of("a")
