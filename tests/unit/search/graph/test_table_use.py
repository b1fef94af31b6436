import pytest

from search.errors import NotFoundError
from search.graph.dependency_graph import DependencyGraph
from search.graph.table_use import table_use
from search.types.graph import Edge, EdgeType, Node
from search.types.graph_queries import Dependent, TableUse
from tests.fakes.graph import edge, id_of, node


def sql(name: str, kind: str) -> Node:
    return node(f"cs:{name}", kind, language="sql", path=f"db/{name}.sql")


ORDERS, OLD = sql("orders", "table"), sql("customers", "table")
OPEN = sql("open_orders", "view")
READ, CLOSE, NIGHTLY = (
    sql("read_orders", "procedure"),
    sql("close_order", "procedure"),
    sql("nightly", "procedure"),
)
SHOP = node("cs:Shop", "class")
LIST, SHUT, BOTH = (node(f"cs:Shop.{name}", "method") for name in ("List", "Shut", "Both"))
PAGE = node("cs:Page", "class")
AUDIT = sql("audit", "trigger")
NODES = [ORDERS, OLD, OPEN, READ, CLOSE, NIGHTLY, SHOP, LIST, SHUT, BOTH, PAGE, AUDIT]
EDGES = [
    *(edge(SHOP, member, EdgeType.DEFINES) for member in (LIST, SHUT, BOTH)),
    edge(OPEN, ORDERS, EdgeType.READS_TABLE),
    edge(READ, OPEN, EdgeType.READS_VIEW),
    edge(CLOSE, ORDERS, EdgeType.WRITES_TABLE),
    edge(CLOSE, ORDERS, EdgeType.READS_TABLE, line=3),
    edge(NIGHTLY, CLOSE),
    edge(LIST, READ),
    edge(SHUT, CLOSE, line=31),
    edge(BOTH, OPEN, EdgeType.WRITES_TABLE),
    edge(PAGE, LIST),
    edge(SHOP, ORDERS, EdgeType.MAPS_TO),
    edge(ORDERS, OLD, EdgeType.FOREIGN_KEY),
    edge(AUDIT, ORDERS, EdgeType.TRIGGER_ON),
]
GRAPH = DependencyGraph(NODES, EDGES)


def lines(group: tuple[Dependent, ...]) -> list[str]:
    return ["  " * (each.distance - 1) + each.name for each in group]


def test_readers_and_writers_come_with_the_code_behind_procedures_and_views():
    use = table_use(GRAPH, "Orders")
    assert lines(use.readers) == [
        "close_order",
        "  nightly",
        "  Shop.Shut",
        "open_orders",
        "  read_orders",
        "    Shop.List",
    ]
    assert lines(use.writers) == ["close_order", "  nightly", "  Shop.Shut", "open_orders", "  Shop.Both"]


def test_tests_come_behind_the_program_with_what_they_lead_to():
    use = table_use(GRAPH, "Orders", is_test=lambda each: each.name in {"close_order", "Shop.List"})
    assert lines(use.readers) == [
        "open_orders",
        "  read_orders",
        "    Shop.List",
        "close_order",
        "  nightly",
        "  Shop.Shut",
    ]


def test_every_line_has_its_evidence():
    shut = next(each for each in table_use(GRAPH, "orders").writers if each.name == "Shop.Shut")
    assert (shut.through, [(item.path, item.line) for item in shut.edges]) == (CLOSE.id, [("src/Shop.cs", 31)])


def test_who_reads_and_writes_has_in_each_group_the_evidence_of_that():
    use = table_use(GRAPH, "orders")
    lines_of = [
        next(each.edges for each in group if each.name == "close_order") for group in (use.readers, use.writers)
    ]
    assert [[(edge.edge_type, edge.line) for edge in edges] for edges in lines_of] == [
        [(EdgeType.READS_TABLE, 3)],
        [(EdgeType.WRITES_TABLE, 5)],
    ]


def test_keys_are_told_both_ways_with_mappings_and_triggers():
    use = table_use(GRAPH, "orders")
    assert [lines(group) for group in (use.mapped, use.refers_to, use.referred_by, use.triggers)] == [
        ["Shop"],
        ["customers"],
        [],
        ["audit"],
    ]
    assert lines(table_use(GRAPH, "customers").referred_by) == ["orders"]


def test_only_tables_and_views_are_meant_and_the_nearest_of_them_suggested():
    with pytest.raises(NotFoundError, match='No table or view is called "Shop"'):
        table_use(GRAPH, "Shop")
    with pytest.raises(NotFoundError) as error:
        table_use(GRAPH, "order")
    assert str(error.value.remedy) == "Did you mean orders, open_orders?"


def test_what_is_out_of_sight_is_neither_told_nor_passed_through():
    use = table_use(GRAPH, "orders", visible=lambda each: each.name != "close_order")
    assert lines(use.readers) == ["open_orders", "  read_orders", "    Shop.List"]
    assert lines(use.writers) == ["open_orders", "  Shop.Both"]


def test_two_procedures_that_call_each_other_are_told_once_each():
    back = [*EDGES, edge(CLOSE, NIGHTLY)]
    assert lines(table_use(DependencyGraph(NODES, back), "orders").writers).count("  nightly") == 1


def test_a_group_is_cut_and_says_so():
    use: TableUse = table_use(GRAPH, "orders", max_nodes=2)
    assert (len(use.readers), len(use.writers), use.hidden) == (2, 2, 7)


def test_the_order_of_edges_does_not_matter():
    def use_with(edges: list[Edge]) -> TableUse:
        return table_use(DependencyGraph(NODES, edges), id_of("orders"))

    assert use_with(EDGES) == use_with(EDGES[::-1])
