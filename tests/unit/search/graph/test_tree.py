import re

import pytest

from app.core.graph_cache import AccessVisibility
from search.errors import AmbiguousNameError, BadInputError, NotFoundError
from search.graph.dependency_graph import DependencyGraph
from search.graph.text import tree_text
from search.graph.tree import dependency_tree
from search.graph.walk import shares
from search.types.filters import Access
from search.types.graph import DependencyTree, Direction, EdgeType, NodeState, Origin, TreeNode, TreeRequest
from tests.fakes.graph import drawn, edge, file_node, id_of, node

DEPENDS, USED = Direction.DEPENDS_ON, Direction.USED_BY


def tree_of(graph: DependencyGraph, target: str, direction: Direction = DEPENDS, **limits: int) -> DependencyTree:
    return dependency_tree(graph, TreeRequest(target, direction, **limits))


def line_of(tree: DependencyTree, name: str, occurrence: int = 0) -> TreeNode:
    return [line for line in tree.nodes if line.name == name][occurrence]


def names(tree: DependencyTree) -> list[tuple[int, str]]:
    return [(line.depth, line.name) for line in tree.nodes]


def test_a_chain_is_shown_one_level_a_step():
    tree = tree_of(drawn(["a calls b", "b calls c"]), "a")
    assert names(tree) == [(0, "a"), (1, "b"), (2, "c")]
    assert [line.state for line in tree.nodes] == [NodeState.EXPANDED, NodeState.EXPANDED, NodeState.LEAF]
    assert [line.parent_id for line in tree.nodes] == [None, id_of("a"), id_of("b")]


def test_used_by_walks_against_the_edges():
    assert names(tree_of(drawn(["a calls b", "b calls c"]), "c", USED)) == [(0, "c"), (1, "b"), (2, "a")]


def test_both_directions_are_two_halves_that_do_not_mix():
    tree = tree_of(drawn(["a calls b", "b calls c", "x calls c", "a calls y"]), "b", Direction.BOTH)
    halves = {half: [line.name for line in tree.nodes[1:] if line.direction is half] for half in (DEPENDS, USED)}
    assert halves == {DEPENDS: ["c"], USED: ["a"]}
    assert tree.nodes[0].direction is Direction.BOTH


def test_a_node_that_is_its_own_ancestor_is_a_cycle_and_names_the_ring():
    tree = tree_of(drawn(["a calls b", "b calls c", "c calls a"]), "a", depth=9)
    last = tree.nodes[-1]
    assert (last.name, last.state, last.note) == ("a", NodeState.CYCLE, "a → b → c → a")
    assert tree.debug.truncated is False


def test_a_diamond_is_no_cycle_but_shown_above():
    tree = tree_of(drawn(["a calls b", "a calls c", "b calls d", "c calls d", "d calls e"]), "a")
    assert line_of(tree, "d", 0).state is NodeState.EXPANDED
    assert line_of(tree, "d", 1).state is NodeState.SHOWN_ABOVE
    assert [line.name for line in tree.nodes].count("e") == 1


def test_a_repeated_leaf_has_nothing_to_refer_to():
    tree = tree_of(drawn(["a calls b", "a calls c", "b calls d", "c calls d"]), "a")
    assert [line.state for line in tree.nodes if line.name == "d"] == [NodeState.LEAF, NodeState.LEAF]


def test_a_node_is_expanded_where_it_is_nearest_to_the_root():
    tree = tree_of(drawn(["a calls b", "b calls d", "a calls d", "d calls e"]), "a")
    near, far = line_of(tree, "d", 1), line_of(tree, "d", 0)
    assert (near.depth, near.state) == (1, NodeState.EXPANDED)
    assert (far.depth, far.state, far.note) == (2, NodeState.SHOWN_ABOVE, "shown below")


def test_parallel_edges_are_one_line_by_priority():
    tree = tree_of(drawn(["p writes_table t", "p reads_table t"]), "p")
    assert tree.nodes[1].edge_types == (EdgeType.READS_TABLE, EdgeType.WRITES_TABLE)
    assert [item.edge_type for item in tree.edges] == [EdgeType.READS_TABLE, EdgeType.WRITES_TABLE]


def test_children_are_ordered_by_edge_priority_then_kind_then_name():
    graph = drawn(
        ["a calls z", "a calls m", "a inherits y", "a reads_table t", "a calls f"], f="function", t="table"
    )
    assert [line.name for line in tree_of(graph, "a").nodes[1:]] == ["y", "t", "m", "z", "f"]


def test_what_belongs_to_a_database_comes_first_and_packages_last():
    own, package, root = node("cs:B", "method"), node("ext:nuget:A"), node("cs:Root", "method")
    table = node("sql:dbo.z", "table")
    edges = [edge(root, each) for each in (own, package)] + [edge(root, table, EdgeType.WRITES_TABLE)]
    tree = tree_of(DependencyGraph([own, package, root, table], edges), "Root")
    assert [line.name for line in tree.nodes] == ["Root", "z", "B", "A"]


def test_what_lies_below_the_depth_is_counted():
    tree = tree_of(drawn(["a calls b", "b calls c", "b calls d"]), "a", depth=1)
    assert (tree.nodes[1].state, tree.nodes[1].hidden) == (NodeState.TRUNCATED, 2)
    assert tree.nodes[1].note == "below depth 1"
    assert (tree.debug.truncated, tree.debug.reason) == (True, "depth_reached")


def test_a_hub_shows_some_children_and_counts_the_rest():
    picture = ["a calls hub", *(f"hub calls n{number:02}" for number in range(30))]
    tree = tree_of(drawn(picture), "a", max_nodes=40)
    hub = line_of(tree, "hub")
    assert (hub.state, hub.hidden) == (NodeState.TRUNCATED, 21)
    assert tree.debug.reason == "fan_out_reached"


def test_the_node_limit_is_said_on_every_cut_node():
    picture = [f"a calls b{number}" for number in range(4)]
    picture += [f"b{number} calls c{number}{other}" for number in range(4) for other in range(3)]
    tree = tree_of(drawn(picture), "a", max_nodes=10)
    assert len(tree.nodes) == 10
    cut = {line.name: line.hidden for line in tree.nodes if line.state is NodeState.TRUNCATED}
    assert cut == {"b0": 1, "b1": 2, "b2": 2, "b3": 2}
    assert tree.debug.reason == "limit_reached"


@pytest.mark.parametrize(
    ("wanted", "available", "arguments"),
    [([3, 3], 9, [3, 3]), ([9, 1, 9], 9, [4, 1, 4]), ([5, 5], 5, [3, 2]), ([4], 0, [0]), ([], 3, [])],
)
def test_lines_are_shared_fairly(wanted: list[int], available: int, arguments: list[int]):
    assert shares(wanted, available) == arguments


def test_a_half_that_needs_little_leaves_its_lines_to_the_other():
    picture = ["user calls a", *(f"a calls n{number:02}" for number in range(18))]
    tree = tree_of(drawn(picture), "a", Direction.BOTH, max_nodes=20)
    assert len(tree.nodes) >= 13
    assert line_of(tree, "user").direction is USED


def test_a_class_shows_those_of_its_members_that_lead_outside():
    graph = drawn(
        ["A defines A.Go", "A defines A.Help", "A.Go calls A.Help", "A.Go calls B", "A inherits Base"],
        A_Go="method",
        A_Help="method",
    )
    tree = tree_of(graph, "A")
    assert names(tree) == [(0, "A"), (1, "Base"), (1, "A.Go"), (2, "B"), (2, "A.Help")]
    assert tree.nodes[2].edge_types == (EdgeType.DEFINES,)


def test_a_file_shows_its_imports_and_the_members_of_its_classes():
    file, other = file_node("src/a.py"), file_node("src/b.py")
    holder, method, helper = node("py:a:A"), node("py:a:A.go", "method"), node("py:b:help", "function")
    graph = DependencyGraph(
        [file, other, holder, method, helper],
        [
            edge(file, holder, EdgeType.DEFINES),
            edge(holder, method, EdgeType.DEFINES),
            edge(file, other, EdgeType.IMPORTS),
            edge(method, helper),
        ],
    )
    assert names(tree_of(graph, "src/a.py")) == [(0, "a.py"), (1, "b.py"), (1, "A.go"), (2, "help")]


def test_members_are_not_entered_below_the_root():
    graph = drawn(["X calls A", "A defines A.Go", "A.Go calls B"], A_Go="method")
    assert names(tree_of(graph, "X")) == [(0, "X"), (1, "A")]


def test_a_call_through_an_interface_goes_on_to_what_implements_it():
    picture = ["Api calls I.Find", "I defines I.Find", "Repo implements I", "Repo defines Repo.Find"]
    graph = drawn([*picture, "Repo.Find reads_table t"], I="interface", I_Find="method", Repo_Find="method")
    tree = tree_of(graph, "Api")
    assert names(tree) == [(0, "Api"), (1, "I.Find"), (2, "Repo.Find"), (3, "t")]
    step = next(item for item in tree.edges if item.edge_type is EdgeType.IMPLEMENTS)
    assert (step.from_id, step.to_id, step.tier) == (id_of("Repo.Find"), id_of("I.Find"), "dispatch")
    back = tree_of(graph, "t", USED)
    assert names(back) == [(0, "t"), (1, "Repo.Find"), (2, "I.Find"), (3, "Api")]


def test_a_subclass_of_a_class_is_not_taken_for_what_its_base_calls():
    graph = drawn(
        ["X calls Base.Go", "Base defines Base.Go", "Sub inherits Base", "Sub defines Sub.Go"],
        Base_Go="method",
        Sub_Go="method",
    )
    assert names(tree_of(graph, "X")) == [(0, "X"), (1, "Base.Go")]


def test_references_and_mentions_are_off_except_where_a_document_speaks_of_the_root():
    graph = drawn(["a references b", "a calls c", "doc mentions c", "doc mentions a"], doc="section")
    assert names(tree_of(graph, "a", Direction.BOTH)) == [(0, "a"), (1, "c"), (1, "doc")]


def test_a_part_that_only_a_document_speaks_of_is_no_line_without_anything_below():
    graph = drawn(["A defines A.go", "doc mentions A.go", "A defines A.run", "b calls A.run"], A_go="method")
    assert names(tree_of(graph, "A", Direction.USED_BY)) == [(0, "A"), (1, "b"), (1, "A.run"), (2, "b")]


def test_a_document_shows_what_it_speaks_of():
    graph = drawn(["doc mentions a", "a calls b", "doc links_to other"], doc="section", other="section")
    assert names(tree_of(graph, "doc")) == [(0, "doc"), (1, "other"), (1, "a"), (2, "b")]


def test_only_the_named_edges_are_followed():
    graph = drawn(["a calls b", "a reads_table t", "b references c"])
    request = TreeRequest("a", DEPENDS, edges=(EdgeType.CALLS, EdgeType.REFERENCES))
    assert names(dependency_tree(graph, request)) == [(0, "a"), (1, "b"), (2, "c")]


def test_packages_are_external_and_not_walked_through():
    package, item, two = node("ext:nuget:Dapper"), node("cs:One"), node("cs:Two")
    graph = DependencyGraph([package, item, two], [edge(item, package), edge(two, package)])
    tree = tree_of(graph, "One")
    assert (tree.nodes[1].name, tree.nodes[1].state) == ("Dapper", NodeState.EXTERNAL)
    assert names(tree_of(graph, "ext:nuget:Dapper", USED)) == [(0, "Dapper"), (1, "One"), (1, "Two")]


def test_a_package_is_used_by_the_files_that_import_it():
    package, item, two = node("ext:go:pflag"), file_node("command.go"), file_node("args.go")
    edges = [edge(item, package, EdgeType.IMPORTS), edge(two, package, EdgeType.IMPORTS)]
    tree = tree_of(DependencyGraph([package, item, two], edges), "ext:go:pflag", USED)
    assert names(tree) == [(0, "pflag"), (1, "args.go"), (1, "command.go")]


def test_references_with_several_candidates_are_told():
    item, two = node("cs:One", ambiguous=2), node("cs:Two", ambiguous=1)
    tree = tree_of(DependencyGraph([item, two], [edge(item, two)]), "One")
    assert (tree.nodes[0].state, tree.nodes[0].note) == (
        NodeState.EXPANDED,
        "2 references with several candidates",
    )
    assert (tree.nodes[1].state, tree.nodes[1].note) == (
        NodeState.AMBIGUOUS,
        "1 reference with several candidates",
    )


def test_historic_nodes_are_hidden_unless_they_are_the_root():
    old, new = node("sql:dbo.old", "table", historic=True), node("sql:dbo.new", "table")
    graph = DependencyGraph([old, new], [edge(new, old, EdgeType.FOREIGN_KEY)])
    assert names(tree_of(graph, "dbo.new")) == [(0, "new")]
    assert names(tree_of(graph, "dbo.old", USED)) == [(0, "old"), (1, "new")]


def test_an_edge_whose_evidence_is_out_of_sight_is_not_told():
    hidden = file_node("secret/a.cs")
    item, two = node("cs:One"), node("cs:Two")
    message = edge(item, two, file_id=hidden.file_id, path=hidden.path)
    graph = DependencyGraph([hidden, item, two], [message])
    request = TreeRequest("One", DEPENDS)
    assert len(dependency_tree(graph, request).nodes) == 2
    tree = dependency_tree(graph, request, lambda each: each.id != hidden.id)
    assert (names(tree), tree.edges) == ([(0, "One")], ())


def test_a_package_and_an_inferred_table_are_seen_only_where_a_file_in_sight_uses_them():
    hidden, package = node("cs:Hidden"), node("ext:nuget:Rare")
    table = node("sql:dbo.pay", "table", path="", origin=Origin.INFERRED)
    edges = [edge(hidden, package), edge(hidden, table, EdgeType.READS_TABLE)]
    graph = DependencyGraph([hidden, package, table], edges)
    for target in ("Rare", "pay"):
        assert tree_of(graph, target, USED).nodes[1].name == "Hidden"
        with pytest.raises(NotFoundError) as error:
            dependency_tree(graph, TreeRequest(target), lambda each: each.id != hidden.id)
        assert "Rare" not in str(error.value.remedy)


def test_a_forbidden_candidate_makes_no_name_ambiguous():
    item, two = node("cs:A.Cart"), node("cs:B.Cart")
    graph = DependencyGraph([item, two], [])
    with pytest.raises(AmbiguousNameError) as error:
        tree_of(graph, "Cart")
    assert error.value.candidates == (item.id, two.id)
    tree = dependency_tree(graph, TreeRequest("Cart"), lambda each: each.id != two.id)
    assert tree.root == item.id


@pytest.mark.parametrize(("limits", "field"), [({"depth": -1}, "depth"), ({"max_nodes": 0}, "max-nodes")])
def test_limits_out_of_range_are_refused(limits: dict[str, int], field: str):
    with pytest.raises(BadInputError, match=field):
        tree_of(drawn(["a calls b"]), "a", **limits)


def test_one_node_is_the_root_alone_and_says_what_it_hides():
    tree = tree_of(drawn(["a calls b"]), "a", max_nodes=1)
    assert (len(tree.nodes), tree.nodes[0].hidden, tree.nodes[0].state) == (1, 1, NodeState.TRUNCATED)


def test_edges_without_both_ends_are_left_out_and_counted():
    item, two = node("cs:One"), node("cs:Two")
    graph = DependencyGraph([item], [edge(item, two)])
    assert (len(tree_of(graph, "One").nodes), graph.table.dangling) == (1, 1)


def test_a_members_name_does_not_tell_of_a_type_out_of_sight():
    graph = drawn(["X calls A.go", "A defines A.go"], A_go="method")
    assert tree_of(graph, "X").nodes[1].name == "A.go"
    tree = dependency_tree(graph, TreeRequest("X", DEPENDS), lambda each: each.id != id_of("A"))
    assert tree.nodes[1].name == "go"


def test_what_one_asker_sees_of_a_graph_is_not_taken_for_what_another_sees():
    secret, known = node("cs:Shop.Secret", groups=("staff",)), node("cs:Shop.Cart")
    graph = DependencyGraph([secret, known], [edge(known, secret, EdgeType.CALLS)])
    request = TreeRequest(known.id, DEPENDS)
    for _ in range(2):
        assert len(dependency_tree(graph, request, AccessVisibility(Access(groups=("staff",)))).nodes) == 2
        assert len(dependency_tree(graph, request, AccessVisibility(Access(groups=()))).nodes) == 1


TESTED = [
    "App.run calls Cart.add",
    "CartTest.adds calls Cart.add",
    "AppTest.runs calls App.run",
    "Helper.cart calls Cart.add",
    "CartTest.twice calls Helper.cart",
]


def grouped_tree(target: str, direction: Direction = Direction.BOTH, *, tests: bool = True) -> DependencyTree:
    graph = drawn(TESTED)
    in_tests = re.compile(r"Test|Helper").search
    request = TreeRequest(target, direction, tests=tests)
    return dependency_tree(graph, request, is_test=lambda node: in_tests(node.path) is not None)


def test_tests_that_use_the_root_have_a_group_of_their_own():
    tree = grouped_tree("Cart.add")
    groups = {line.name: line.direction for line in tree.nodes[1:]}
    assert groups == dict.fromkeys(["adds", "cart", "twice"], Direction.TESTED_BY) | {"run": USED}
    assert line_of(tree, "twice").parent_id == id_of("Helper.cart")


def test_a_line_says_how_many_tests_use_it():
    assert line_of(grouped_tree("Cart.add"), "run").note == "1 test"


def test_tests_are_left_out_and_counted_where_they_are_not_wanted():
    tree = grouped_tree("Cart.add", USED, tests=False)
    assert names(tree)[1:] == [(1, "run")]
    assert tree.nodes[0].note == "used-by: 2 tests left out"


def test_the_tests_alone_can_be_asked_for():
    tree = grouped_tree("Cart.add", Direction.TESTED_BY)
    assert [line.name for line in tree.nodes[1:]] == ["adds", "cart", "twice"]


def test_a_root_in_a_test_has_its_users_in_one_group():
    tree = grouped_tree("Helper.cart")
    assert {line.name: line.direction for line in tree.nodes[1:]} == {"add": DEPENDS, "twice": USED}


def test_what_tests_put_in_place_of_an_interface_is_not_what_a_call_of_it_needs():
    picture = ["Cart defines Cart.add", "Fake defines Fake.add", "Fake implements Cart", "App.run calls Cart.add"]
    graph = drawn(picture, Cart="interface", Cart_add="method", Fake_add="method")
    request = TreeRequest("App.run", DEPENDS)
    tree = dependency_tree(graph, request, is_test=lambda node: "Fake" in node.path)
    assert names(tree) == [(0, "run"), (1, "Cart.add")]
    assert "Fake.add" in [line.name for line in dependency_tree(graph, request).nodes]


HELPED = [*(f"a calls b{n}" for n in range(5)), *(f"b{n} calls helper" for n in range(5))]


def test_a_helper_of_many_places_is_marked_as_shown_everywhere_but_once():
    states = [line.state for line in tree_of(drawn(HELPED), "a").nodes if line.name == "helper"]
    assert states == [NodeState.LEAF, *[NodeState.SHOWN_ABOVE] * 4]


def test_a_helper_of_many_places_is_folded_in_the_text():
    folded = "    calls helper (shown above)"
    text = tree_text(tree_of(drawn([*HELPED, "b4 calls z"]), "a"))
    assert text.splitlines()[1:] == [
        "  calls b0 [class]  src/b0.cs:1",
        "    calls helper [class]  src/helper.cs:1",
        *(line for n in range(1, 4) for line in (f"  calls b{n} [class]  src/b{n}.cs:1", folded)),
        "  calls b4 [class]  src/b4.cs:1",
        "    calls z [class]  src/z.cs:1",
        folded,
    ]


def test_the_text_of_a_tree_has_a_heading_for_its_tests():
    text = tree_text(grouped_tree("Cart.add", USED))
    assert [line for line in text.splitlines() if not line.startswith(" ")][1:] == ["used by", "tests"]
    assert "tests" not in tree_text(tree_of(drawn(TESTED), "Cart.add", USED)).splitlines()


USED_PARTS = [
    *("Cart defines Cart.add", "Cart defines Cart.sum", "Cart defines Cart.own", "Cart.sum calls Cart.own"),
    *("App.run calls Cart.add", "Shop.sell calls Cart.sum", "Shop.sell calls Cart.add", "Shop.sell calls x"),
    *("Main calls App.run", "CartTest.adds calls Cart.add", "Maker instantiates Cart"),
]


def test_who_uses_a_part_of_a_type_uses_the_type_and_is_listed_before_its_parts():
    kinds = dict.fromkeys(("Cart_add", "Cart_sum", "Cart_own", "App_run", "Shop_sell", "x"), "method")
    tree = dependency_tree(
        drawn(USED_PARTS, **kinds), TreeRequest("Cart", USED), is_test=lambda node: "Test" in node.path
    )
    assert tree_text(tree).splitlines()[1:] == [
        "used by",
        "  created by Maker [class]  src/Maker.cs:1",
        "  called by run [method]  src/App.cs:1",
        "    called by Main [class]  src/Main.cs:1",
        "  called by sell [method]  src/Shop.cs:1",
        "  defines Cart.add [method]  src/Cart.cs:1 (1 test)",
        "    called by run, sell (shown above)",
        "  defines Cart.sum [method]  src/Cart.cs:1",
        "    called by sell (shown above)",
        "tests",
        "  called by adds [class]  src/CartTest.cs:1",
    ]
    sell = next(edge for edge in tree.edges if edge.from_id == id_of("Shop.sell") and edge.to_id == id_of("Cart"))
    assert (sell.edge_type, sell.path, sell.line) == (EdgeType.CALLS, "src/Shop.cs", 5)


def test_who_uses_a_part_of_a_file_is_shown_below_the_part():
    item = file_node("cart.py")
    add, user = node("py:add", "function", path="cart.py", file_id=item.id), node("py:user", path="app.py")
    edges = [edge(item, add, EdgeType.DEFINES), edge(user, add)]
    tree = dependency_tree(DependencyGraph([item, add, user], edges), TreeRequest("cart.py", USED))
    assert names(tree) == [(0, "cart.py"), (1, "add"), (2, "user")]


@pytest.mark.parametrize(
    ("direction", "lines"),
    [
        (Direction.USED_BY, ["used by: nothing"]),
        (Direction.DEPENDS_ON, ["depends on: nothing"]),
        (Direction.TESTED_BY, ["tests: nothing"]),
        (Direction.BOTH, ["depends on: nothing", "used by: nothing"]),
    ],
)
def test_the_text_of_a_tree_says_where_there_is_nothing(direction: Direction, lines: list[str]):
    graph = DependencyGraph([node("cs:alone", "method")], [])
    assert tree_text(tree_of(graph, "alone", direction)).splitlines()[1:] == lines


def test_the_text_of_a_tree_says_where_only_tests_use_something():
    lines = tree_text(grouped_tree("App.run", USED)).splitlines()
    assert lines[1:3] == ["used by: nothing", "tests"]


def test_a_function_that_is_handed_over_is_followed_like_a_call_and_a_named_type_only_by_its_users():
    graph = DependencyGraph(
        [
            node("cs:form", "method"),
            node("cs:clicked", "method"),
            node("cs:orders", "table"),
            node("cs:Kind", "enum"),
        ],
        [
            edge(node("cs:form", "method"), node("cs:clicked", "method"), EdgeType.REFERENCES),
            edge(node("cs:clicked", "method"), node("cs:orders", "table"), EdgeType.READS_TABLE),
            edge(node("cs:form", "method"), node("cs:Kind", "enum"), EdgeType.REFERENCES),
        ],
    )
    down = dependency_tree(graph, TreeRequest("form", Direction.DEPENDS_ON)).nodes
    assert [each.name for each in down] == ["form", "clicked", "orders"]
    up = dependency_tree(graph, TreeRequest("orders", Direction.USED_BY)).nodes
    assert [each.name for each in up] == ["orders", "clicked", "form"]
    only = dependency_tree(graph, TreeRequest("form", Direction.DEPENDS_ON, edges=(EdgeType.CALLS,))).nodes
    assert [each.name for each in only] == ["form"]
    named = dependency_tree(graph, TreeRequest("Kind", Direction.USED_BY)).nodes
    assert [each.name for each in named] == ["Kind", "form"]


def test_a_function_uses_the_decorator_that_runs_around_it():
    kinds = {"view": "function", "guard": "function", "log": "function"}
    graph = drawn(["view annotated_by guard", "guard calls log"], **kinds)
    assert names(tree_of(graph, "guard", USED)) == [(0, "guard"), (1, "view")]
    assert names(tree_of(graph, "view")) == [(0, "view"), (1, "guard"), (2, "log")]


def test_what_names_a_type_uses_it_and_its_own_members_do_not():
    picture = ["Size defines Size.of", "Size.of references Size", "Config references Size", "scan calls Config"]
    tree = tree_of(drawn(picture, Size="enum", Size_of="method", scan="function"), "Size", USED)
    assert names(tree) == [(0, "Size"), (1, "Config"), (2, "scan")]


def test_a_tree_says_what_else_its_name_stands_for():
    table, own = node("sql:main.baskets", "table"), node("cs:Context.Baskets", "property")
    user, other = node("cs:Cart.baskets", "property"), node("cs:User", "class")
    graph = DependencyGraph([table, own, user, other], [edge(other, table, EdgeType.READS_TABLE)])
    assert tree_of(graph, "Baskets").namesakes == (table.id,)
    assert tree_of(graph, own.id).namesakes == ()


def test_what_creates_a_type_is_not_also_said_to_name_it():
    tree = tree_of(drawn(["scan references Size", "scan instantiates Size"], scan="function"), "Size", USED)
    assert [line.edge_types for line in tree.nodes[1:]] == [(EdgeType.INSTANTIATES,)]


def test_what_a_type_names_is_not_among_its_dependencies():
    assert names(tree_of(drawn(["Config references Size"]), "Config")) == [(0, "Config")]


def test_what_names_a_type_of_a_file_uses_that_file():
    item = file_node("size.rs")
    size, user = node("rs:Size", path="size.rs", file_id=item.id), node("rs:Config", path="config.rs")
    edges = [edge(item, size, EdgeType.DEFINES), edge(user, size, EdgeType.REFERENCES)]
    tree = tree_of(DependencyGraph([item, size, user], edges), "size.rs", USED)
    assert names(tree) == [(0, "size.rs"), (1, "Size"), (2, "Config")]
