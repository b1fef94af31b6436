import pytest

from search.errors import AmbiguousNameError, NotFoundError
from search.graph.dependency_graph import DependencyGraph
from search.graph.names import NameIndex
from search.spelling import nearest
from search.types.graph import EdgeType, Origin
from tests.fakes.graph import edge, file_node, node

CART = node("cs:Shop.Cart")
ADD = node("cs:Shop.Cart.Add", "method")
OTHER_ADD = node("cs:Shop.List.Add", "method")
ORDERS = node("sql:dbo.orders", "table", name="Orders", qualname="dbo.Orders")
FILE = file_node("src/Shop/Cart.cs")
DEEP_FILE = file_node("tests/src/Shop/Cart.cs")
PACKAGE = node("ext:nuget:Dapper")
ROUTE = node("http:GET /api/orders/{id}", "route", name="GET /api/orders/{id}", qualname="GET /api/orders/{id}")
RUBY = node("rb:Till.Drawer#close!", "method", name="close!", qualname="Till::Drawer::close!")
NODES = [RUBY, CART, ADD, OTHER_ADD, ORDERS, FILE, DEEP_FILE, PACKAGE, ROUTE]


SHELF = node(
    "ts:src/shelf.ts#Shelf", path="src/shelf.ts", name="Shelf", qualname="Shelf", start_line=3, end_line=20
)
PUT = node(
    "ts:src/shelf.ts#Shelf.put",
    "method",
    path="src/shelf.ts",
    name="put",
    qualname="Shelf.put",
    start_line=5,
    end_line=9,
)
OTHER_PUT = node("ts:src/till.ts#put", "function", path="src/till.ts", name="put", qualname="put")
SHELF_FILE, TILL_FILE = file_node("src/shelf.ts"), file_node("src/till.ts")
PLACED = [SHELF, PUT, OTHER_PUT, SHELF_FILE, TILL_FILE]


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("src/shelf.ts:6", [PUT]),
        ("shelf.ts:6:12", [PUT]),
        ("./src/shelf.ts#L5-L9", [PUT]),
        ("src/shelf.ts:12", [SHELF]),
        ("src/shelf.ts:99", [SHELF_FILE]),
        ("SRC/shelf.TS:6", [PUT]),
        ("src/shelf.ts#put", [PUT]),
        ("src/shelf.ts::Shelf::put", [PUT]),
        ("src/shelf.ts:Shelf.put()", [PUT]),
        ("src/till.ts#put", [OTHER_PUT]),
        ("src/till.ts#Shelf", []),
        ("src/none.ts:6", []),
        ("src/shelf.ts:0", []),
        ("https://github.com/a/shop/blob/main/src/shelf.ts#L6", [PUT]),
        ("https://github.com/a/shop/blob/main/src/shelf.ts?plain=1#L6-L9", [PUT]),
        ("https://github.com/a/shop/blob/main/src/till.ts", [TILL_FILE]),
        ("Shelf/put", [PUT]),
        ("Shelf/take", []),
        (":6", []),
        ("#", []),
    ],
)
def test_a_place_stands_for_the_definition_there(text: str, results: list):
    assert names(PLACED).find(text) == sorted(results, key=lambda each: each.id)


def route(name: str):
    return node(f"http:{name}", "route", name=name, qualname=name)


ROUTES = [
    route("GET /api/badge/{id}/uptime/{duration}"),
    route("ANY /api/push/{token}"),
    route("DELETE /api/push/{token}"),
    route("GET /files/{name}.json"),
]


@pytest.mark.parametrize(
    ("text", "served"),
    [
        ("/api/badge/12/uptime/24", ROUTES[:1]),
        ("GET /API/badge/12/uptime/24/", ROUTES[:1]),
        ("https://status.example:3001/api/badge/12/uptime/24?label=x#top", ROUTES[:1]),
        ("POST /api/badge/12/uptime/24", []),
        ("post /api/push/a1b2?status=up", ROUTES[1:2]),
        ("/api/push/a1b2", ROUTES[1:3]),
        ("/files/list.json", ROUTES[3:]),
        ("/files/.json", []),
        ("/files/list.xml", []),
        ("/api/badge/12/uptime", []),
        ("/a1b2", []),
        ("/", []),
    ],
)
def test_an_address_stands_for_the_routes_that_serve_it(text: str, served: list):
    assert names(ROUTES).find(text) == sorted(served, key=lambda each: each.id)


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("shop/src/Shop/Cart.cs", [FILE]),
        ("SHOP\\src\\Shop\\cart.cs", [FILE]),
        ("/workspace/shop/src/Shop/Cart.cs", [FILE]),
        ("C:\\work\\shop\\src\\Shop\\Cart.cs", [FILE]),
        ("/workspace/shop/tests/src/Shop/Cart.cs", [DEEP_FILE]),
        ("other/src/Shop/Cart.cs", []),
        ("elsewhere/shop/src/Shop/Cart.cs", []),
        ("/workspace/other/src/Shop/Cart.cs", []),
        ("/workspace/shop/Shop/Cart.cs", []),
    ],
)
def test_a_path_may_begin_with_the_name_of_its_repository(text, results):
    assert NameIndex(NODES, lambda position: -1).find(text) == results


def test_a_path_that_is_no_address_stands_for_no_route_of_parameters_alone():
    anything = route("GET /{owner}/{name}")
    assert names([anything]).find("/encode/starlette") == []
    assert names([anything]).find("https://host.example/encode/starlette") == []
    assert names([anything]).find("GET /encode/starlette") == [anything]


def test_long_texts_of_marks_are_read_in_linear_time():
    for text in ("/" * 100_000, ":1" * 50_000, "#" * 100_000, "GET /" + "{" * 100_000, "a" * 100_000 + ":"):
        assert names([*ROUTES, *PLACED]).find(text) == []


def test_an_empty_name_stands_for_nothing_and_for_no_file_without_a_stem():
    with pytest.raises(NotFoundError):
        names([file_node(".gitignore")]).resolve(" ")


def names(nodes=NODES) -> NameIndex:
    return DependencyGraph(nodes, []).names


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("shop@main:cs:Shop.Cart", [CART]),
        ("cs:Shop.Cart", [CART]),
        ("CS:shop.cart", [CART]),
        ("ext:nuget:Dapper", [PACKAGE]),
        ("dapper", [PACKAGE]),
        ("Cart", [CART]),
        ("cart", [CART]),
        ("Shop.Cart", [CART]),
        ("Cart.Add", [ADD]),
        ("Cart.Add()", [ADD]),
        ("Cart::Add", [ADD]),
        ("Drawer#close!", [RUBY]),
        ("Drawer.close!", [RUBY]),
        ("Till::Drawer::close!", [RUBY]),
        ("rb:Till.Drawer#close!", [RUBY]),
        ("Other#close!", []),
        ("add", [ADD, OTHER_ADD]),
        ("[dbo].[Orders]", [ORDERS]),
        ('"dbo"."orders"', [ORDERS]),
        ("ORDERS", [ORDERS]),
        ("tests/src/Shop/Cart.cs", [DEEP_FILE]),
        ("src/Shop/Cart.cs", [FILE]),
        ("SRC\\shop\\Cart.cs", [FILE]),
        ("./src/Shop/Cart.cs", [FILE]),
        ("Shop/Cart.cs", [FILE, DEEP_FILE]),
        ("hop/Cart.cs", []),
        ("http:GET /api/orders/{id}", [ROUTE]),
        ("GET /api/orders/{id}", [ROUTE]),
        ("get /api/Orders/{id}", [ROUTE]),
        ("/api/orders/{id}", [ROUTE]),
        ("orders/{id}", [ROUTE]),
        ("art", []),
        ("t.Add", []),
        ("", []),
        ("::", []),
        ("\x00", []),
    ],
)
def test_a_name_stands_for_what_a_person_means_by_it(text: str, results: list):
    assert names().find(text) == sorted(results, key=lambda each: each.id)


@pytest.mark.parametrize(
    "text",
    [
        "Cart->Add",
        "Cart->Add()",
        "$cart?->Add",
        "Cart#Add",
        "Shop.Cart#Add",
        "Shop\\Cart::Add",
        "\\Shop\\Cart::Add",
        "Other\\Space\\Cart::Add",
        "Cart.Add(",
        "Cart.Add(item, 2)",
        "Cart().Add",
        "@Cart.Add",
        "this.Cart.Add",
        "$this->Cart->Add($item);",
        "&Cart::Add",
        "Cart<T>::Add",
        "(*Cart).Add",
        "example.org/me/shop/Shop.(*Cart).Add",
    ],
)
def test_what_languages_write_around_a_name_does_not_matter(text: str):
    assert names().find(text) == [ADD]


def test_a_dotted_name_is_a_module_unless_code_is_called_so():
    section = node("doc:docs/cart.md#shop.cart", "section", path="docs/cart.md", name="shop.cart")
    module, package = file_node("src/shop/cart.py"), file_node("src/shop/till/__init__.py")
    other = file_node("cart.py")
    method = node("py:shop.Till.put", "method", name="put", qualname="shop.Till.put")
    known = names([section, module, package, other, method, file_node("shop/Till/put.py")])
    assert known.find("shop.cart") == [module]
    assert known.find("shop.till") == [package]
    assert known.find("Till.put") == [method]
    assert known.find("shop.none") == []
    assert names([module, file_node("crates/shop/src/cart/mod.rs")]).find("crate::cart") != []


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("shop.cart.Cart.add", ["shop/cart.py"]),
        ("shop.cart:Cart.add", ["shop/cart.py"]),
        ("shop.cart.Cart.add()", ["shop/cart.py"]),
        ("shop.Cart.add", ["shop/cart.py"]),
        ("shop.Cart.Add", ["shop/cart.py"]),
        ("old_shop::cart::Cart::add", ["crates/old-shop/src/cart/mod.rs"]),
        ("crate::cart::Cart::add", ["crates/old-shop/src/cart/mod.rs", "shop/cart.py"]),
        ("stock.Cart.add", []),
    ],
)
def test_a_name_is_found_with_the_modules_before_it(text: str, paths: list[str]):
    of_paths = ("shop/cart.py", "crates/old-shop/src/cart/mod.rs")
    methods = [node(f"x:{each}#add", "method", path=each, name="add", qualname="Cart.add") for each in of_paths]
    assert sorted(each.path for each in names(methods).find(text)) == paths


def test_what_has_the_modules_before_it_comes_before_what_differs_in_case():
    method = node("go:core.App.Run", "method", path="core/app.go", name="Run", qualname="App.Run")
    other = node("ts:types.d.ts#core.App.run", "method", path="types.d.ts", name="run", qualname="core.App.run")
    assert names([method, other]).find("core.App.Run") == [method]
    assert names([method, other]).find("core.App.run") == [other]


def test_what_is_written_exactly_so_comes_before_what_differs_in_case():
    upper, lower = node("ts:a#Money"), node("ts:b#money", "function")
    assert names([upper, lower]).find("money") == [lower]
    assert names([upper, lower]).find("MONEY") == [upper, lower]


def test_a_class_is_meant_rather_than_its_constructor():
    maker = node("cs:Shop.Cart.Cart", "constructor")
    graph = DependencyGraph([CART, maker], [edge(CART, maker, EdgeType.DEFINES)])
    assert graph.names.resolve("Cart") == CART


def test_a_living_object_is_meant_rather_than_one_of_old_scripts():
    old = node("sql:archive.orders", "table", name="Orders", historic=True)
    assert names([ORDERS, old]).resolve("Orders") == ORDERS
    assert names([old]).resolve("Orders") == old


def test_a_definition_is_meant_rather_than_what_was_inferred():
    inferred = node("sql:sales.orders", "table", name="Orders", origin=Origin.INFERRED)
    assert names([ORDERS, inferred]).resolve("Orders") == ORDERS


def test_a_name_of_several_lists_them():
    with pytest.raises(AmbiguousNameError) as error:
        names().resolve("Add")
    assert error.value.candidates == (ADD.id, OTHER_ADD.id)
    assert ADD.id in str(error.value.remedy)


def test_a_name_that_does_not_exist_brings_the_nearest():
    with pytest.raises(NotFoundError) as error:
        names().resolve("Ordres")
    assert str(error.value.remedy) == "Did you mean Orders?"


def test_names_out_of_sight_are_not_suggested():
    with pytest.raises(NotFoundError) as error:
        names().resolve("Ordres", lambda each: each.id != ORDERS.id)
    assert "Orders" not in str(error.value.remedy)


def test_mutual_containment_does_not_hide_everything():
    item, two = node("cs:A.Same"), node("cs:B.Same")
    graph = DependencyGraph([item, two], [edge(item, two, EdgeType.DEFINES), edge(two, item, EdgeType.DEFINES)])
    with pytest.raises(AmbiguousNameError):
        graph.names.resolve("Same")


@pytest.mark.parametrize(
    ("wanted", "name", "is_near"),
    [
        ("lease", "lease", True),
        ("lease", "leas", True),
        ("lease", "laese", True),
        ("lease", "leash", True),
        ("leases", "laesse", True),
        ("lease", "laesse", False),
        ("lease", "cat", False),
    ],
)
def test_names_within_the_allowed_edits_are_suggested(wanted: str, name: str, is_near: bool):
    assert nearest(wanted, [name]) == [name] * is_near


def test_fewest_edits_come_first_then_names_that_contain_it():
    known = ["renewlease", "lease", "leased", "please", "order"]
    assert nearest("leese", known) == ["lease"]
    assert nearest("lease", known) == ["lease", "leased", "please", "renewlease"]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("shop@main:cs:Shop.Box", ["cs:Shop.Box@Sales", "cs:Shop.Box@Stock"]),
        ("cs:Shop.Box.Open", ["cs:Shop.Box.Open@Sales"]),
        ("cs:Shop.Pair`2", ["cs:Shop.Pair`2@Sales"]),
        ("cs:Shop.Box@Stock", ["cs:Shop.Box@Stock"]),
        ("shop@main:sql:dbo.note", ["sql:sales/dbo.note", "sql:stock/dbo.note"]),
        ("sql:stock/dbo.note", ["sql:stock/dbo.note"]),
    ],
)
def test_namesakes_of_several_projects_or_databases_are_found_without_naming_one(text, result) -> None:
    nodes = [
        *(node(f"cs:Shop.Box@{project}", name="Box", qualname="Shop.Box") for project in ("Sales", "Stock")),
        node("cs:Shop.Box.Open@Sales", "method", name="Open", qualname="Shop.Box.Open"),
        node("cs:Shop.Pair`2@Sales", name="Pair", qualname="Shop.Pair"),
        *(node(f"sql:{name}/dbo.note", "table", name="note", qualname="dbo.note") for name in ("sales", "stock")),
    ]
    assert [str(each.id) for each in names(nodes).find(text)] == [f"shop@main:{each}" for each in result]


def test_of_namesakes_the_one_that_is_defined_in_the_file_is_meant():
    first, second = (
        node(f"cs:Shop.Money@{project}", name="Money", spans=(f"{project}/Money.cs:1-9",))
        for project in ("Api", "Jobs")
    )
    both = names([first, second])
    with pytest.raises(AmbiguousNameError):
        both.resolve("shop@main:cs:Shop.Money")
    assert both.resolve("shop@main:cs:Shop.Money", path="Jobs/Money.cs") == second
    with pytest.raises(AmbiguousNameError):
        both.resolve("shop@main:cs:Shop.Money", path="Web/Money.cs")


def test_a_type_comes_before_the_members_that_are_called_as_it():
    property_ = node("cs:Shop.Page.Cart", "property")
    assert names([*NODES, property_]).resolve("Cart") is CART


def test_a_file_is_found_by_its_name_without_the_extension_where_nothing_else_is_called_so():
    report = file_node("src/Shop/Report.g.cs")
    assert names([*NODES, report]).resolve("report") is report


def test_an_identifier_is_found_without_the_marks_of_generic_types():
    generic, member = node("cs:Shop.List`1", name="List"), node("cs:Shop.List`1.Add", "method", name="Add")
    resolve = names([generic, member]).resolve
    assert (resolve("cs:Shop.List"), resolve("shop@main:cs:Shop.List.Add")) == (generic, member)


def test_the_type_without_parameters_is_meant_by_an_identifier_without_marks():
    plain, generic = node("cs:Shop.List"), node("cs:Shop.List`1", name="List")
    assert names([plain, generic]).resolve("cs:Shop.List") == plain


def test_candidates_are_named_without_marks_unless_only_these_tell_them_apart():
    nodes = [node("cs:A.List`1", name="List"), node("cs:B.List`1", name="List"), node("cs:B.List`2", name="List")]
    with pytest.raises(AmbiguousNameError) as caught:
        names(nodes).resolve("List")
    assert caught.value.candidates == ("shop@main:cs:A.List", "shop@main:cs:B.List`1", "shop@main:cs:B.List`2")
