"""Which node of the graph a chunk stands for."""

from dataclasses import replace
from pathlib import Path

from search.graph.dependency_graph import DependencyGraph
from search.retrieval.index_graph import nodes_of
from search.types.graph import EdgeType
from search.types.ids import NodeId
from tests.contracts.samples import IndexOnDisk, chunk
from tests.fakes.graph import edge, file_node, node


def test_a_chunk_stands_for_what_its_file_defines_of_several_by_one_name_else_for_its_file(tmp_path: Path) -> None:
    written = {
        "Sales/box.cs": "cs:Shop.Box",
        "Stock/box.cs": "cs:Shop.Box",
        "tables.sql": "sql:main.word",
        "gone.cs": "cs:Shop.Gone",
    }
    chunks = [
        replace(chunk(path, 0, "box"), node_id=NodeId(f"shop@main:{local}")) for path, local in written.items()
    ]
    index = IndexOnDisk(tmp_path)
    index.holding(chunks)
    boxes = [
        node(f"cs:Shop.Box@{name}", name="Box", qualname="Shop.Box", path=path, spans=(f"{path}:1-9",))
        for name, path in (("Sales", "Sales/box.cs"), ("Stock", "Stock/box.cs"))
    ]
    word = node("sql:public.word", "table", name="word", path="tables.sql", spans=("tables.sql:1-1",))
    graph = DependencyGraph([*boxes, word, file_node("gone.cs")], [])
    nodes = nodes_of(index.storage.chunks.rows([chunk.id for chunk in chunks]), graph)
    assert {chunk.path: nodes[chunk.id] for chunk in chunks} == {
        "Sales/box.cs": ("shop@main:cs:Shop.Box@Sales",),
        "Stock/box.cs": ("shop@main:cs:Shop.Box@Stock",),
        "tables.sql": ("shop@main:sql:public.word",),
        "gone.cs": ("shop@main:file:gone.cs",),
    }


def test_a_chunk_stands_for_every_definition_in_its_lines_and_not_for_their_members(tmp_path: Path) -> None:
    text = replace(chunk("shop.cs", 0, "cart and order"), node_id=NodeId("shop@main:file:shop.cs"))
    lines = {"Cart": "1-2", "Cart.Add": "1-1", "Order": "3-5", "Later": "4-9"}
    definitions = [
        node(f"cs:{name}", name=name, path="shop.cs", spans=(f"shop.cs:{span}",)) for name, span in lines.items()
    ]
    file = file_node("shop.cs")
    cart, add, *others = definitions
    defines = [edge(file, inner, EdgeType.DEFINES) for inner in (cart, *others)]
    graph = DependencyGraph([file, *definitions], [*defines, edge(cart, add, EdgeType.DEFINES)])
    assert nodes_of({text.id: text}, graph) == {text.id: ("shop@main:cs:Cart", "shop@main:cs:Order")}
