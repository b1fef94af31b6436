"""Structs of Go that are known to implement an interface, which no declaration says."""

import pytest

from search.graph.dependency_graph import DependencyGraph
from search.graph.tree import dependency_tree
from search.types.graph import Direction, TreeRequest
from tests.unit.indexer.resolve.graph_samples import edges, graph_of

STORE = """package store

type Reader interface{ Get(id int) int }

type Store interface {
	Reader
	Put(id int)
}

type base struct{}

func (b *base) Put(id int) {}
"""


def memory(proof: str) -> dict[str, str]:
    """A struct with the methods of the interface, one of them of a struct that is embedded; and a proof."""
    text = 'package mem\n\nimport "m/store"\n\ntype base struct{}\n\nfunc (b *base) Put(id int) {}\n\n'
    text += "type mem struct{ base }\n\nfunc (m *mem) Get(id int) int { return load() }\n\n"
    text += "func load() int { return 1 }\n\n"
    return {"go.mod": "module m\n", "store/store.go": STORE, "mem/mem.go": text + proof}


def implemented(files: dict[str, str]) -> set[str]:
    return {each for each in edges(graph_of(files)) if " implements " in each}


@pytest.mark.parametrize(
    "proof",
    [
        "var _ store.Store = (*mem)(nil)",
        "var _ store.Store = &mem{}",
        "var (\n\t_ store.Store = mem{}\n)",
        "var _ store.Store = new(mem)",
        "var Shared store.Store = &mem{}",
        "func New() store.Store { return &mem{} }",
        "func New() (store.Store, error) { return &mem{}, nil }",
        "func New() store.Store {\n\tif x {\n\t\treturn nil\n\t}\n\treturn mem{}\n}",
        "func New() {\n\tvar s store.Store = &mem{}\n\tuse(s)\n}",
    ],
)
def test_a_struct_that_is_given_as_an_interface_implements_it(proof: str) -> None:
    assert implemented(memory(proof)) == {
        "go:mem.mem implements go:store.Store",
        "go:mem.mem implements go:store.Reader",
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "func New() *mem { return &mem{} }",
        "func New() any { return &mem{} }",
        "type other struct{}\n\nfunc (o other) Get(id int) int { return 1 }\n\nvar _ store.Store = other{}",
        "type Empty interface{}\n\nvar _ Empty = mem{}",
        "func New() (error, store.Store) { return &mem{}, nil }",
        "func New() store.Store {\n\tf := func() *base { return &base{} }\n\treturn f()\n}",
    ],
)
def test_without_a_proof_or_with_a_method_missing_it_implements_nothing(text: str) -> None:
    assert implemented(memory(text)) == set()


def test_a_call_of_the_interface_leads_to_the_method_of_the_struct() -> None:
    files = memory("func New() store.Store { return &mem{} }")
    files["main.go"] = 'package main\n\nimport "m/store"\n\nfunc use(s store.Store) int { return s.Get(1) }\n'
    graph = graph_of(files)
    request = TreeRequest("go:..use", Direction.DEPENDS_ON, depth=6)
    tree = dependency_tree(DependencyGraph(graph.nodes, graph.edges), request)
    assert {"mem.Get", "load"} <= {line.name for line in tree.nodes}
