"""What a graph has that an earlier one lacks."""

from search.graph.added import new_cycles, new_dependencies, newly_broken
from search.graph.architecture import checked
from search.graph.dependency_graph import DependencyGraph
from search.types.architecture import ArchitectureRule
from search.types.graph import EdgeType
from tests.fakes.graph import drawn, edge, file_node, node

BEFORE = ["Shop.run calls Cart.add", "Cart.add reads_table dbo.Cart"]


def added_steps(before: list[str], now: list[str], is_test=lambda _: False) -> list[str]:
    steps, _ = new_dependencies(drawn(before), drawn(now), is_test=is_test)
    return [
        f"{step.source.name} {'+'.join(each.edge_type for each in step.edges)} {step.target.name}"
        for step in steps
    ]


def test_only_what_the_earlier_graph_lacks_is_new():
    assert added_steps(BEFORE, [*BEFORE, "Shop.run calls Mail.send"]) == ["run calls send"]
    assert added_steps([*BEFORE, "Shop.run calls Mail.send"], BEFORE) == []


def test_parallel_dependencies_are_one_and_those_of_one_file_are_none():
    now = [*BEFORE, "Shop.run calls Mail.send", "Shop.run references Mail.send", "Shop.run calls Shop.stop"]
    assert added_steps(BEFORE, now) == ["run calls+references send"]


def test_an_import_says_nothing_beside_what_is_used_of_the_file():
    files = [file_node("a.py"), file_node("b.py")]
    uses = [node("py:a.f", "function", path="a.py"), node("py:b.g", "function", path="b.py")]
    imports, calls = edge(*files, EdgeType.IMPORTS), edge(*uses)
    before = DependencyGraph([*files, *uses], [])
    for edges, types in (([imports], ["imports"]), ([imports, calls], ["calls"])):
        steps, _ = new_dependencies(before, DependencyGraph([*files, *uses], edges))
        assert [step.edges[0].edge_type for step in steps] == types


def test_what_concerns_a_database_comes_first_then_new_packages():
    nodes = [node("cs:A.f", "method"), node("cs:B.g", "method"), node("ext:nuget:Dapper")]
    table = node("sql:dbo.cart", "table", path="cart.sql")
    edges = [
        edge(nodes[0], nodes[1]),
        edge(nodes[0], nodes[2], EdgeType.IMPORTS),
        edge(nodes[0], table, EdgeType.READS_TABLE),
    ]
    steps, _ = new_dependencies(DependencyGraph([], []), DependencyGraph([*nodes, table], edges))
    assert [step.target for step in steps] == [table, nodes[2], nodes[1]]
    steps, _ = new_dependencies(DependencyGraph([nodes[2]], []), DependencyGraph([*nodes, table], edges))
    assert [step.target for step in steps] == [table, nodes[1], nodes[2]]


def test_what_tests_depend_on_is_counted():
    now = drawn([*BEFORE, "CartTest.adds calls Cart.add"])
    steps, in_tests = new_dependencies(drawn(BEFORE), now, is_test=lambda each: "Test" in each.path)
    assert (steps, in_tests) == ((), 1)


def with_imports(*pairs: str) -> DependencyGraph:
    files = {name: file_node(f"{name}.py") for name in "abcd"}
    return DependencyGraph(
        files.values(), [edge(files[pair[0]], files[pair[1]], EdgeType.IMPORTS) for pair in pairs]
    )


def added_cycles(before: DependencyGraph, now: DependencyGraph) -> list[list[str]]:
    return [[each.from_id[-4] for each in cycle.edges] for cycle in new_cycles(before, now)]


def test_a_dependency_that_closes_a_ring_comes_first_in_it():
    assert added_cycles(with_imports("ab", "bc"), with_imports("ab", "bc", "ca")) == [["c", "a", "b"]]


def test_files_of_a_ring_that_was_there_before_are_in_no_new_one():
    assert added_cycles(with_imports("ab", "bc", "ca"), with_imports("ab", "bc", "ca", "ba")) == []
    assert added_cycles(with_imports("ab", "ba"), with_imports("ab", "ba", "bc", "ca")) == [["b", "c", "a"]]


def test_a_dependency_that_closes_nothing_makes_no_ring():
    assert added_cycles(with_imports("ab"), with_imports("ab", "bc", "ac")) == []


def test_a_rule_is_newly_broken_by_ways_that_were_not_there():
    rule = ArchitectureRule("layers", ("path:src/A*",), ("path:src/D*",))
    before, now = (
        checked(drawn(lines), rule, "shop")
        for lines in (["A.f calls D.g"], ["A.f calls D.g", "A.h calls D.g", "B.x calls D.g"])
    )
    (broken,) = newly_broken([before], [now])
    assert [violation.source.name for violation in broken.violations] == ["h"]
    assert newly_broken([now], [now]) == newly_broken([now], [before]) == ()
