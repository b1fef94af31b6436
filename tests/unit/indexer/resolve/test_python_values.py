"""Values of Python that a property, a loop, an index, a condition or a ``with`` gives."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

SHOP = """
class Item:
    def rename(self) -> None: ...

class Shop:
    items: list[Item]
    by_name: dict[str, Item]

    @property
    def first(self) -> Item: ...

    @property
    def all(self) -> list[Item]: ...

    def pairs(self) -> dict[str, Item]: ...

class Other:
    def rename(self) -> None: ...

@contextmanager
def opened() -> Iterator[Item]: ...

def found() -> Optional["Item"]: ...
"""
RENAME = "py:use:run calls py:shop:Item.rename"


def calls(statement: str) -> set[str]:
    body = "\n".join(f"    {line}" for line in statement.split("\n"))
    header = "from shop import Item, Other, Shop, found, opened\n\ndef run(shop: Shop, x, y: Other, z):\n"
    result = edges(graph_of({"shop.py": SHOP, "use.py": f"{header}{body}\n"}))
    return {each for each in result if each.endswith(".rename")}


@pytest.mark.parametrize(
    "statement",
    [
        "shop.first.rename()",
        "for each in shop.all: each.rename()",
        "item = shop.first\nitem.rename()",
        "shop.items[0].rename()",
        "item = shop.by_name['x']\nitem.rename()",
        "shop.pairs()['x'].rename()",
        "for name, item in shop.by_name.items(): item.rename()",
        "for number, item in enumerate(shop.items): item.rename()",
        "for name, item in zip(z, shop.items): item.rename()",
        "for item in sorted(shop.items, key=z): item.rename()",
        "[item.rename() for name, item in shop.pairs().items()]",
        "if item := found(): item.rename()",
        "item = shop\nitem = item.first\nitem.rename()",
        "with opened() as item: item.rename()",
        "assert isinstance(x, Item)\nx.rename()",
        "if not isinstance(x, Item):\n    return\nx.rename()",
    ],
)
def test_the_class_of_a_value_is_known(statement: str) -> None:
    assert calls(statement) == {RENAME}


@pytest.mark.parametrize(
    "statement",
    [
        "shop.items[1:].rename()",
        "for item in shop.by_name: item.rename()",
        "for item, name in shop.by_name.items(): item.rename()",
        "for item, number in enumerate(shop.items): item.rename()",
        "if not isinstance(x, Item):\n    z()\nx.rename()",
        "assert isinstance(x, (Item, Other))\nx.rename()",
        "if z:\n    assert isinstance(x, Item)\nelse:\n    x.rename()",
        "x.rename()\nassert isinstance(z, Item)",
        "shop.pairs.rename()",
    ],
)
def test_what_is_no_such_value_is_not_called(statement: str) -> None:
    assert calls(statement) == set()


def test_a_getter_of_typescript_is_read_like_an_attribute() -> None:
    files = {"a.ts": "class A { get b(): B { return x; } get c() { return new B(); } }\nclass B { run() {} }\n"}
    files["a.ts"] += "function f(a: A) { a.b.run(); }\nfunction g(a: A) { a.c.run(); }\n"
    assert {each for each in edges(graph_of(files)) if " calls " in each} == {
        "ts:a.ts#f calls ts:a.ts#B.run",
        "ts:a.ts#g calls ts:a.ts#B.run",
    }
