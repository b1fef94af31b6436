"""C#: directives inside a namespace go before the namespaces around it."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

TYPES = """namespace Shop { public class Page { } public class Item { } public class Order { } }
namespace Other { public class Item { } }
namespace Shop.Data { public class Row { } }"""


def test_a_directive_inside_a_namespace_goes_before_the_namespaces_around_it() -> None:
    inside = "namespace Shop.Web { using Other; class Cart { Item i; Order o; } }"
    outside = "using Other; namespace Shop.Web { class Cart { Item i; } }"
    result = edges(graph_of({"types.cs": TYPES, "cart.cs": inside}))
    assert {"cs:Shop.Web.Cart references cs:Other.Item", "cs:Shop.Web.Cart references cs:Shop.Order"} <= result
    assert "cs:Shop.Web.Cart references cs:Shop.Item" in edges(graph_of({"types.cs": TYPES, "cart.cs": outside}))


def test_a_type_of_the_platform_that_such_a_directive_brings_in_is_none_of_ours() -> None:
    inside = "namespace Shop.Web { using System.Web.UI; class Front : Page { Order o; } }"
    outside = "using System.Web.UI; namespace Shop.Web { class Front : Page { } }"
    result = edges(graph_of({"types.cs": TYPES, "front.cs": inside}))
    assert "cs:Shop.Web.Front inherits cs:Shop.Page" not in result
    assert "cs:Shop.Web.Front references cs:Shop.Order" in result
    assert "cs:Shop.Web.Front inherits cs:Shop.Page" in edges(graph_of({"types.cs": TYPES, "front.cs": outside}))


def test_a_directive_inside_a_namespace_may_leave_out_how_that_one_begins() -> None:
    result = edges(graph_of({"types.cs": TYPES, "a.cs": "namespace Shop.Web { using Data; class A { Row r; } }"}))
    assert {"cs:Shop.Web.A references cs:Shop.Data.Row", "file:a.cs imports cs:Shop.Data"} <= result
