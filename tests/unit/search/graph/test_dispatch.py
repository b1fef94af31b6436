"""What runs when a member is called that others implement or override."""

from search.graph.dependency_graph import DependencyGraph
from search.graph.tree import dependency_tree
from search.types.graph import Direction, EdgeType, TreeRequest
from tests.fakes.graph import drawn, edge, node

OVERRIDES = [
    "Store defines Store.Keep",
    "Cached defines Cached.Keep",
    "Files defines Files.Keep",
    "Cached.Keep implements Store.Keep",
    "Files.Keep implements Cached.Keep",
    "Files.Keep writes_table t",
]
METHODS = dict.fromkeys(("Store_Keep", "Cached_Keep", "Files_Keep"), "method")


def names(graph: DependencyGraph, root: str, direction: Direction = Direction.DEPENDS_ON) -> list[tuple[int, str]]:
    tree = dependency_tree(graph, TreeRequest(root, direction, depth=9))
    return [(line.depth, line.name) for line in tree.nodes]


def test_a_call_of_an_abstract_member_goes_on_to_what_overrides_it() -> None:
    graph = drawn([*OVERRIDES, "Api calls Store.Keep"], **METHODS)
    way = [(0, "Api"), (1, "Store.Keep"), (2, "Cached.Keep"), (3, "Files.Keep"), (4, "t")]
    assert names(graph, "Api") == way
    back = names(graph, "t", Direction.USED_BY)
    assert [name for _, name in back] == [name for _, name in reversed(way)]


def test_a_member_that_only_its_overrides_call_leads_to_none_of_them() -> None:
    first, second, base = (node(f"cs:{name}", "method") for name in ("First.Keep", "Second.Keep", "Store.Keep"))
    table = node("cs:t", "table")
    edges = [edge(each, base, EdgeType.IMPLEMENTS) for each in (first, second)]
    edges += [edge(first, base, tier="base"), edge(second, table, EdgeType.WRITES_TABLE)]
    graph = DependencyGraph([first, second, base, table], edges)
    assert names(graph, "First.Keep") == [(0, "Keep"), (1, "Keep")]
    assert names(graph, "t", Direction.USED_BY) == [(0, "t"), (1, "Keep")]


def test_a_member_that_a_class_inherits_implements_the_interface_that_the_class_names() -> None:
    picture = [
        "Api calls I.Find",
        "I defines I.Find",
        "Base defines Base.Find",
        "Repo inherits Base",
        "Repo implements I",
        "Base.Find reads_table t",
    ]
    graph = drawn(picture, I="interface", I_Find="method", Base_Find="method", t="table")
    way = [(0, "Api"), (1, "I.Find"), (2, "Base.Find"), (3, "t")]
    assert names(graph, "Api") == way
    assert [name for _, name in names(graph, "t", Direction.USED_BY)] == ["t", "Base.Find", "I.Find", "Api"]
