"""Constructors: whoever makes an object depends on what its constructor does."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

CSHARP = """
class Store {
    static Store() { }
    public Store() : this("rows") { }
    public Store(string name) { }
    public Store(int size) { }
    public static Store Open() {
        return new Store(3);
    }
}
class Files : Store {
    private Store _spare = new("spare");
    public Files(int size) : base(size) { }
    public Files() { }
}
class Plain : Store { }
class Shop {
    void Sell(string name) {
        var store = new Store(name);
        Plain plain = new();
    }
    Files Make() => new(2);
}
class Primary(int size) : Store(size) { }
"""
JAVA = """
package p;
class Store {
    Store() { this("rows"); }
    Store(String name) { }
    Store(int size) { }
}
class Files extends Store {
    Files(int size) { super(size); }
    Files() { }
}
class Plain extends Store { }
class Shop {
    void sell(String name) {
        new Store(name);
        new Plain();
        new Store(2) { };
    }
}
"""
PYTHON = """
from dataclasses import dataclass
class Store:
    def __init__(self, name): ...
class Files(Store): ...
class Rows(Store):
    def __new__(cls): ...
    def __init__(self):
        super().__init__("rows")
@dataclass
class Price:
    amount: int
    def __post_init__(self): ...
def sell():
    Files("files")
    Price(3)
def rows():
    Rows()
"""
TYPESCRIPT = """
export class Store { constructor(name: string) { } }
class Files extends Store { }
class Rows extends Store { constructor() { super("rows"); } }
function sell() { new Files("files"); }
function rows() { return new Rows(); }
function hidden(Store) { return new Store(1); }
"""
CPP = """
class Store {
public:
    Store(const Store&) = delete;
    explicit Store(int size);
};
Store::Store(int size) { }
void local() { Store store(1); }
void made() { auto* store = new Store(2); }
void called() { auto store = Store(3); }
void pointed(Store* other) { Store* store = other; }
"""


def test_an_object_of_a_class_inside_of_that_of_a_variable() -> None:
    graph = "package p;\nclass Graph<T> {\nclass Edge {\nEdge(T from) { } } }"
    use = "package p;\nclass Use {\nvoid run(Graph<String> graph) {\ngraph.new Edge(null); } }"
    result = edges(graph_of({"p/Graph.java": graph, "p/Use.java": use}))
    assert "java:p.Use.run calls java:p.Graph.Edge.Edge" in result
    assert "java:p.Use.run instantiates java:p.Graph.Edge" in result


def test_a_page_that_makes_an_object_calls_its_constructor() -> None:
    page = "@functions { int Size() { return 1; } }\n<p>@(new Store(2))</p>\n@{ var one = new Store(); }\n"
    result = edges(graph_of({"Store.cs": CSHARP, "Shop.cshtml": page}))
    assert {each for each in result if "Shop_cshtml" in each and " calls " in each} == {
        "cs:Shop_cshtml calls cs:Store.Store(int)",
        "cs:Shop_cshtml calls cs:Store.Store()",
    }


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "Store.cs",
            CSHARP,
            {
                "cs:Store.Store() calls cs:Store.Store(string)",
                "cs:Store.Open calls cs:Store.Store(int)",
                "cs:Files calls cs:Store.Store(string)",
                "cs:Files.Files(int) calls cs:Store.Store(int)",
                "cs:Files.Files() calls cs:Store.Store()",
                "cs:Shop.Sell calls cs:Store.Store(string)",
                "cs:Shop.Sell calls cs:Store.Store()",
                "cs:Shop.Make calls cs:Files.Files(int)",
                "cs:Primary calls cs:Store.Store(int)",
            },
        ),
        (
            "Store.java",
            JAVA,
            {
                "java:p.Store.Store() calls java:p.Store.Store(String)",
                "java:p.Files.Files(int) calls java:p.Store.Store(int)",
                "java:p.Files.Files() calls java:p.Store.Store()",
                "java:p.Shop.sell calls java:p.Store.Store(String)",
                "java:p.Shop.sell calls java:p.Store.Store()",
                "java:p.Shop.sell calls java:p.Store.Store(int)",
            },
        ),
        (
            "store.py",
            PYTHON,
            {
                "py:store:Rows.__init__ calls py:store:Store.__init__",
                "py:store:sell calls py:store:Store.__init__",
                "py:store:sell calls py:store:Price.__post_init__",
                "py:store:rows calls py:store:Rows.__init__",
                "py:store:rows calls py:store:Rows.__new__",
            },
        ),
        (
            "store.ts",
            TYPESCRIPT,
            {
                "ts:store.ts#Rows.constructor calls ts:store.ts#Store.constructor",
                "ts:store.ts#sell calls ts:store.ts#Store.constructor",
                "ts:store.ts#rows calls ts:store.ts#Rows.constructor",
            },
        ),
        (
            "store.cpp",
            CPP,
            {
                "c:store.cpp#local calls c:store.cpp#Store.Store",
                "c:store.cpp#made calls c:store.cpp#Store.Store",
                "c:store.cpp#called calls c:store.cpp#Store.Store",
            },
        ),
    ],
    ids=["csharp", "java", "python", "typescript", "cpp"],
)
def test_a_new_object_leads_to_the_constructor_that_fits(path: str, text: str, expected: set[str]) -> None:
    assert {each for each in edges(graph_of({path: text})) if " calls " in each} == expected
