"""Rules on dependencies: what breaks them, by which way, and what does not."""

import re

import pytest

from search.graph.architecture import checked, path_pattern
from search.graph.dependency_graph import DependencyGraph
from search.types.architecture import ArchitectureRule, CheckedRule
from search.types.graph import EdgeType
from tests.fakes.graph import edge, file_node, node

ORDER = node("cs:Shop.Order", path="src/Domain/Order.cs")
PAY = node("cs:Shop.Order.Pay", "method", path="src/Domain/Order.cs")
CLOCK = node("cs:Shop.Clock", "method", path="src/Shared/Clock.cs")
STORE = node("cs:Shop.Store.Save", "method", path="src/Data/Store.cs")
TABLE = node("sql:dbo.orders", "table", path="db/orders.sql")
PACKAGE = node("ext:nuget:Microsoft.EntityFrameworkCore")
HOME = file_node("src/Shared/Clock.cs")
NODES = [
    ORDER,
    PAY,
    CLOCK,
    STORE,
    TABLE,
    PACKAGE,
    HOME,
    file_node("src/Domain/Order.cs"),
    file_node("src/Data/Store.cs"),
]
EDGES = [
    edge(ORDER, PAY, EdgeType.DEFINES),
    edge(PAY, CLOCK, line=7),
    edge(CLOCK, STORE, line=8),
    edge(STORE, TABLE, EdgeType.WRITES_TABLE, line=9),
    edge(HOME, PACKAGE, EdgeType.IMPORTS, line=1),
]


def check(forbidden: str, sources: str = "path:src/Domain/**", edges=EDGES) -> CheckedRule:
    return checked(DependencyGraph(NODES, edges), ArchitectureRule("r", (sources,), (forbidden,)), "shop")


def ways(rule: CheckedRule) -> list[list[str]]:
    return [
        [violation.source.name, *(f"{step.target.name}:{step.edges[0].line}" for step in violation.steps)]
        for violation in rule.violations
    ]


@pytest.mark.parametrize(
    ("forbidden", "expected"),
    [
        ("path:src/Data/**", [["Pay", "Clock:7", "Save:8"]]),
        ("path:src/Data", [["Pay", "Clock:7", "Save:8"]]),
        ("sql:dbo.*", [["Pay", "Clock:7", "Save:8", "orders:9"]]),
        ("kind:table", [["Pay", "Clock:7", "Save:8", "orders:9"]]),
        ("name:*.store.save", [["Pay", "Clock:7", "Save:8"]]),
        ("ext:*entityframework*", [["Pay", "Clock:7", "EntityFrameworkCore:1"]]),
        ("path:src/Dat", []),
        ("ext:Npgsql*", []),
    ],
)
def test_a_rule_names_the_shortest_way_that_breaks_it(forbidden: str, expected: list[list[str]]) -> None:
    assert ways(check(forbidden)) == expected


def test_what_implements_an_interface_is_no_dependency_of_who_calls_it() -> None:
    interface = node("cs:Shop.IStore.Save", "method", path="src/Domain/IStore.cs")
    edges = [edge(PAY, interface), edge(STORE, interface, EdgeType.IMPLEMENTS)]
    graph = DependencyGraph([*NODES, interface], edges)
    rule = ArchitectureRule("r", ("path:src/Domain/**",), ("path:src/Data/**",))
    assert not checked(graph, rule, "shop").violations
    assert len(checked(graph, ArchitectureRule("r", rule.forbidden, rule.sources), "shop").violations) == 1


def test_what_frameworks_connect_and_what_another_file_maps_is_no_dependency_of_the_code() -> None:
    message = edge(PAY, STORE, tier="message")
    mapped = edge(ORDER, TABLE, EdgeType.MAPS_TO, path="src/Data/Store.cs")
    own = node("cs:Shop.Own", path="src/Domain/Own.cs", spans=("src/Domain/Own.cs:1-9",))
    written = edge(own, TABLE, EdgeType.MAPS_TO)
    graph = DependencyGraph([*NODES, own], [message, mapped, written])
    assert not checked(
        graph, ArchitectureRule("r", ("path:src/Domain/**",), ("path:src/Data/**",)), "s"
    ).violations
    rule = checked(graph, ArchitectureRule("r", ("path:src/Domain/**",), ("kind:table",)), "s")
    assert ways(rule) == [["Own", "orders:5"]]


def test_each_last_step_into_what_is_forbidden_is_one_way() -> None:
    other = [*EDGES, edge(PAY, STORE, line=11)]
    assert ways(check("path:src/Data/**", edges=other)) == [["Pay", "Save:11"], ["Pay", "Clock:7", "Save:8"]]


def test_a_rule_that_speaks_of_nothing_says_so() -> None:
    assert check("kind:table", "path:src/Domian/**").matches == 0
    assert check("kind:table").matches == 3


@pytest.mark.parametrize(
    ("glob", "path", "fits"),
    [
        ("src/Domain/**", "src/Domain/a/b.cs", True),
        ("src/*/a.cs", "src/x/a.cs", True),
        ("src/*/a.cs", "src/x/y/a.cs", False),
        ("**/Tests/**", "src/Tests/a.cs", True),
        ("**/Tests/**", "Tests/a.cs", True),
        ("src/a?.cs", "src/ab.cs", True),
        ("src/a.cs", "src/abcs", False),
    ],
)
def test_globs_of_paths(glob: str, path: str, fits: bool) -> None:
    assert (re.fullmatch(path_pattern(glob), path) is not None) is fits
