"""Which names in documents are bound to code."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

CODE = """import wire

class Cart:
    def add_line(self): ...

class Basket:
    def add_many(self): ...

class Crate:
    def add_many(self): ...
"""


def mentions(text: str) -> set[str]:
    result = edges(graph_of({"shop.py": CODE, "use.md": text}))
    return {edge.rpartition(" ")[2] for edge in result if " mentions " in edge}


def test_a_call_on_an_object_mentions_the_only_method_of_that_name() -> None:
    assert mentions("Then `cart.add_line()` puts it in.") == {"py:shop:Cart.add_line"}


def test_a_call_of_a_package_from_outside_or_of_one_of_several_methods_mentions_nothing() -> None:
    assert (
        mentions("Not `wire.add_line()`, not `basket.add_many()`, not `cart.add_line` or `a.b.add_line()`.")
        == set()
    )


def test_letters_of_another_case_name_a_table_but_no_function() -> None:
    code = "def site_root(): ...\n"
    table = "CREATE TABLE dbo.site_log (id INT)"
    text = "Set `SITE_ROOT`, then look at `dbo.SITE_LOG`."
    result = edges(graph_of({"a.py": code, "t.sql": table, "use.md": text}))
    assert {edge.rpartition(" ")[2] for edge in result if " mentions " in edge} == {"sql:dbo.site_log"}
