"""Program text: what each language's reader sees."""

import pytest

from indexer.facts.extract import extract
from indexer.facts.model import Call, Definition, FileFacts, Variable
from indexer.types import ParsedFile


def facts(language: str, text: str, path: str = "src/a.x") -> FileFacts:
    return extract(ParsedFile(path, language, text, "utf-8", ""))


def outline(file_facts: FileFacts) -> list[tuple[str, str, int, int]]:
    return [(each.kind, each.local_id, each.start_line, each.end_line) for each in file_facts.definitions]


def call(file_facts: FileFacts, name: str) -> Call:
    return next(each for each in file_facts.calls if each.name == name)


def variable(file_facts: FileFacts, name: str) -> Variable:
    return next(each for each in file_facts.variables if each.name == name)


CSHARP = """using System;
using static Shop.Money;
using Basket = Shop.Core.Cart<int>;

namespace Shop
{
    namespace Inner { public enum Kind { A } }

    /// <summary>Kept.</summary>
    [Table("carts")]
    public partial class Cart<T>(IRepo repo) : Base<T>(repo), IThing
    {
        private readonly Dictionary<int, Order?> _known = new();
        public string Name { get; set; }
        public Cart(int a) { }
        public async Task<Order> Add(this int self, string x = "y", params int[] rest)
        {
            var got = await repo.Find<Order>(1).ConfigureAwait(false);
            got?.Save(); this.Foo(); base.Bar(); Baz(); new Zed().Go(); ((Zed)x).Cast(); a.b.C(); (x as Zed)!.As();
            foreach (var one in got.Lines) { one.Run(); }
            db.Execute("SELECT * FROM dbo.Carts" + where);
            db.Run($"[dbo].[{Table}_Read]");
            return got;
        }
    }
}
"""


def test_csharp_definitions_have_full_names_and_their_comments() -> None:
    assert outline(facts("csharp", CSHARP)) == [
        ("enum", "cs:Shop.Inner.Kind", 7, 7),
        ("class", "cs:Shop.Cart`1", 9, 25),
        ("property", "cs:Shop.Cart`1.Name", 14, 14),
        ("constructor", "cs:Shop.Cart`1.Cart", 15, 15),
        ("method", "cs:Shop.Cart`1.Add", 16, 24),
    ]
    assert facts("csharp", CSHARP).definitions[4].qualname == "Shop.Cart.Add"


def test_csharp_calls_keep_the_shape_of_their_receiver() -> None:
    result = facts("csharp", CSHARP)
    shapes = {each.name: (each.shape, each.receiver) for each in result.calls}
    assert shapes["Find"] == ("path", "repo")
    assert call(result, "Find").type_arguments == "Order"
    assert shapes["Save"] == ("path", "got")
    assert shapes["Foo"] == ("this", "")
    assert shapes["Bar"] == ("base", "")
    assert shapes["Baz"] == ("bare", "")
    assert shapes["Go"] == ("type", "Zed")
    assert shapes["Cast"] == ("type", "Zed")
    assert shapes["C"] == ("path", "a.b")
    assert shapes["As"] == ("type", "Zed")


def test_csharp_variables_have_a_type_or_the_call_that_gives_it() -> None:
    result = facts("csharp", CSHARP)
    assert variable(result, "_known").type == "Dictionary<int, Order?>"
    assert variable(result, "repo").type == "IRepo"
    assert result.calls[variable(result, "got").call].name == "Find"
    assert variable(result, "one").is_element
    assert variable(result, "one").value == "got.Lines"


def test_csharp_signatures_count_arguments_without_this() -> None:
    result = facts("csharp", CSHARP)
    added = result.signatures[4]
    assert (added.returns, added.required, added.total, added.receiver) == ("Task<Order>", 0, -1, "int")


def test_csharp_imports_bases_strings_and_mappings() -> None:
    result = facts("csharp", CSHARP)
    assert [(each.kind, each.source, each.alias) for each in result.imports] == [
        ("using", "System", ""),
        ("using static", "Shop.Money", ""),
        ("using", "Shop.Core.Cart<int>", "Basket"),
    ]
    assert [each.name for each in result.types if each.role == "base"] == ["Base<T>", "IThing"]
    assert [(use.role, use.name) for use in result.sql] == [("reads", "dbo.Carts")]
    assert [each.text for each in result.texts] == ["[dbo].[{Table}_Read]"]
    assert [(each.kind, each.table) for each in result.mappings] == [("table", "carts")]


PYTHON = '''"""Select something from anything."""
from a.b import c as d, e
import x.y


# Holds.
@dataclass
class Cart(Base, generic.Thing[int]):
    name: "Name"

    @property
    def total(self) -> Money:
        """Select a total from the items."""
        found = helper().run()
        for one in found.items:
            one.go()
        return self.db.query("SELECT a FROM carts WHERE id = %s")

    def __init__(self, db: Database):
        self.db = db

        def inner():
            super().go()
'''


def test_python_definitions_nest_and_begin_with_comment_and_decorator() -> None:
    assert outline(facts("python", PYTHON, "src/shop/cart.py")) == [
        ("class", "py:shop.cart:Cart", 6, 23),
        ("method", "py:shop.cart:Cart.total", 11, 17),
        ("method", "py:shop.cart:Cart.__init__", 19, 23),
        ("function", "py:shop.cart:Cart.__init__.inner", 22, 23),
    ]


def test_python_references() -> None:
    result = facts("python", PYTHON, "src/shop/cart.py")
    assert [(each.source, each.name, each.alias) for each in result.imports] == [
        ("a.b", "c", "d"),
        ("a.b", "e", ""),
        ("x.y", "", ""),
    ]
    assert [(each.role, each.name) for each in result.types] == [
        ("attribute", "dataclass"), ("base", "Base"), ("base", "generic.Thing"), ("attribute", "property"),
        ("type", "Money"), ("type", "Database"),
    ]  # fmt: skip
    assert call(result, "run").shape == "chain"
    assert call(result, "query").receiver == "self.db"
    assert call(result, "go").shape == "path"
    assert [each.shape for each in result.calls if each.name == "go"] == ["path", "base"]
    assert [(use.role, use.name) for use in result.sql] == [("reads", "carts")]


def test_python_modules_are_named_by_their_path() -> None:
    assert facts("python", "def f(): pass", "src/a/__init__.py").definitions[0].local_id == "py:a:f"
    assert facts("python", "def f(): pass", "lib/a.py").definitions[0].local_id == "py:lib.a:f"


MARKDOWN = """---
title: T
---
# Guide

See [a](b.md#Part) and `Cart.add()`, ![p](p.png) <https://x.y>.

## Use `it`

```
# no heading, [no](link.md)
```

## Use `it`

Set
-----

| a | `dbo.Orders` |
|---|---|
"""


def test_markdown_sections_nest_and_double_names_stay_apart() -> None:
    assert outline(facts("markdown", MARKDOWN, "a.md")) == [
        ("section", "doc:a.md#Guide", 4, 20),
        ("section", "doc:a.md#Guide/Use it", 8, 13),
        ("section", "doc:a.md#Guide/Use it+2", 14, 15),
        ("section", "doc:a.md#Guide/Set", 16, 20),
    ]


def test_markdown_links_and_mentions_have_their_lines() -> None:
    links = facts("markdown", MARKDOWN, "a.md").links
    assert [(each.kind, each.target, each.line, each.owner) for each in links] == [
        ("link", "b.md#Part", 6, 0),
        ("mention", "Cart.add()", 6, 0),
        ("link", "p.png", 6, 0),
        ("mention", "dbo.Orders", 19, 3),
    ]


def test_typescript_names_are_those_of_the_file() -> None:
    text = (
        "// kept\nexport class A { run = async () => { await this.b.go(); };"
        " m(): Promise<B> { return f<B>(`SELECT 1 FROM t`); } }\n"
    )
    result = facts("typescript", text, "web/a.ts")
    assert outline(result)[0] == ("class", "ts:web/a.ts#A", 1, 2)
    assert ("method", "ts:web/a.ts#A.m", 2, 2) in outline(result)
    assert call(result, "go").receiver == "this.b"
    assert [use.name for use in result.sql] == ["t"]


def test_definitions_never_repeat_the_place_of_another() -> None:
    for language, text in (("csharp", CSHARP), ("python", PYTHON), ("markdown", MARKDOWN)):
        result = facts(language, text)
        positions: list[Definition] = list(result.definitions)
        assert len({(each.local_id, each.start_line, each.end_line) for each in positions}) == len(positions)


MEMBERS = """/** Sends. */
res.send = function send(body) { check(body); };
res.set = res.header = (name) => store(name);
View.prototype.open = function () {};
exports.close = function () { tidy(); };
function Box() { this.size = function () {}; }
"""


def test_javascript_functions_given_to_members_are_definitions() -> None:
    result = facts("javascript", MEMBERS, "a.js")
    assert outline(result) == [
        ("method", "js:a.js#res.send", 1, 2),
        ("method", "js:a.js#res.header", 3, 3),
        ("method", "js:a.js#res.set", 3, 3),
        ("method", "js:a.js#View.open", 4, 4),
        ("function", "js:a.js#close", 5, 5),
        ("function", "js:a.js#Box", 6, 6),
    ]
    assert [each.name for each in result.definitions] == ["send", "header", "set", "open", "close", "Box"]
    assert result.definitions[call(result, "check").owner].name == "send"
    assert outline(extract(ParsedFile("a.js", "javascript", MEMBERS, "utf-8", ""), outline=True)) == outline(
        result
    )


@pytest.mark.parametrize("language", ["javascript", "typescript"])
@pytest.mark.parametrize(
    ("name", "bound"), [("tools", "tools"), ("default", "default"), ('"any name"', "any name")]
)
def test_a_whole_module_is_exported_under_any_name(language: str, name: str, bound: str) -> None:
    [item] = facts(language, f'export * as {name} from "./tools";', "a.mjs").imports
    assert (item.source, item.kind, item.name, item.alias) == ("./tools", "export", "", bound)
