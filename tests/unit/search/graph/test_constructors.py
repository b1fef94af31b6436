"""What trees say of constructors: that an object is made is said once, and what its making leads to is shown."""

from search.graph.paths import dependency_path
from search.graph.tree import dependency_tree
from search.types.graph import Direction, TreeRequest
from tests.fakes.graph import drawn

GRAPH = drawn(
    [
        "Store defines Store.Store",
        "Plain defines Plain.Plain",
        "Sell instantiates Store",
        "Sell calls Store.Store",
        "Sell instantiates Plain",
        "Sell calls Plain.Plain",
        "Store.Store calls Open",
        "Sub calls Plain.Plain",
    ],
    Store_Store="constructor",
    Plain_Plain="constructor",
    Sell="method",
    Open="method",
    Sub="method",
)


def tree(target: str, direction: Direction) -> list[tuple[int, str]]:
    return [(line.depth, line.name) for line in dependency_tree(GRAPH, TreeRequest(target, direction)).nodes]


def test_a_constructor_that_leads_nowhere_is_left_out_beside_its_class():
    lines = tree("Sell", Direction.DEPENDS_ON)
    assert lines == [(0, "Sell"), (1, "Store.Store"), (2, "Open"), (1, "Plain"), (1, "Store")]


def test_one_that_is_called_without_its_class_is_shown():
    assert tree("Sub", Direction.DEPENDS_ON) == [(0, "Sub"), (1, "Plain.Plain")]


def test_users_of_a_class_are_not_repeated_below_its_constructor():
    assert tree("Store", Direction.USED_BY) == [(0, "Store"), (1, "Sell")]
    assert tree("Plain", Direction.USED_BY) == [
        (0, "Plain"),
        (1, "Sell"),
        (1, "Sub"),
        (1, "Plain.Plain"),
        (2, "Sell"),
        (2, "Sub"),
    ]


def test_what_a_constructor_leads_to_is_used_by_those_that_make_the_object():
    assert tree("Open", Direction.USED_BY) == [(0, "Open"), (1, "Store.Store"), (2, "Sell")]
    path = dependency_path(GRAPH, "Sell", "Open")
    assert path is not None
    assert [step.target.name for step in path.steps] == ["Store", "Open"]


def test_a_constructor_that_is_asked_for_has_its_users():
    assert tree("Plain.Plain", Direction.USED_BY) == [(0, "Plain.Plain"), (1, "Sell"), (1, "Sub")]
