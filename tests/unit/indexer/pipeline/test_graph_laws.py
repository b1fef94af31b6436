"""Whatever changes and comes back, the stored graph is the one that a fresh build of the same files gives."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from search.types.filters import RowFilter
from search.types.graph import Edge, Node
from tests.benchmarks.graph_oracles.graphs import graph_of

CONTENTS = {
    "db/Order.sql": (
        "CREATE TABLE dbo.[Order] (Id INT, CarId INT REFERENCES dbo.Car(Id))\nGO\n",
        "CREATE TABLE sales.[Order] (Id INT, N TEXT)\nGO\nCREATE VIEW dbo.V AS SELECT N FROM sales.[Order]\nGO\n",
    ),
    "db/procedures.sql": (
        "CREATE PROC dbo.Order_Read AS SELECT * FROM dbo.[Order]\nGO\nCREATE TABLE dbo.Car (Id INT)\nGO\n",
        "CREATE PROC dbo.Order_Read AS EXEC dbo.Car_Read\nGO\nCREATE PROC dbo.Car_Read AS SELECT 1\nGO\n",
    ),
    "Store.cs": (
        'namespace N; public partial class Store { public Car Find() { Run("dbo.Order_Read"); return null; } }\n',
        "namespace M; public class Store { public int Find() => 1; }\n",
    ),
    "Store.More.cs": (
        "namespace N; public partial class Store { public void More() { Find().Go(); } }\n",
        "namespace N; public partial class Store { public Car Find(int id) { return Find(); } }\n",
    ),
    "Car.cs": ("namespace N; public class Car { public void Go() { } }\n", "namespace N; public struct Car { }\n"),
    "shop/__init__.py": ("", "from shop.cart import add\n"),
    "shop/cart.py": ("import shop\n\ndef add(): pass\n", "def remove(): pass\n"),
    "shop/use.py": ("from shop import add\nadd()\n",),
    "notes.md": ("# Notes\n\n`Store.Find` reads [cars](Car.cs)\n",),
}
"""Path -> what may stand in it."""

PATHS = sorted(CONTENTS)
EDITS = st.lists(st.tuples(st.sampled_from(PATHS), st.integers(-1, 1)), min_size=1, max_size=3)
"""Which file gets which of its contents; -1 deletes it."""


def write(folder: Path, path: str, number: int) -> None:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    if number < 0:
        file.unlink(missing_ok=True)
    else:
        file.write_text(CONTENTS[path][number % len(CONTENTS[path])], encoding="utf-8")


def rows(nodes: list[Node], edges: list[Edge]) -> tuple[list[tuple], list[tuple]]:
    """What the graph says, without the names of repository and branch."""

    def short(node_id: str) -> str:
        return node_id if node_id.startswith("ext:") else node_id.partition(":")[2]

    return (
        [(short(n.id), n.kind, n.qualname, n.path, n.spans, n.origin, n.ambiguous, n.historic) for n in nodes],
        [(short(e.source), short(e.target), e.type, e.tier, e.path, e.line, e.columns) for e in edges],
    )


def stored(bench) -> tuple[list[tuple], list[tuple]]:
    bench.index()
    return rows(bench.storage.graph.nodes(RowFilter()), bench.storage.graph.edges())


def fresh(bench) -> tuple[list[tuple], list[tuple]]:
    graph = graph_of(bench.root_folder).graph
    return rows(list(graph.nodes), list(graph.edges))


@given(edits=EDITS)
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_changed_index_equals_a_fresh_one_and_a_revert_brings_the_first_graph_back(bench, edits) -> None:
    for path in PATHS:
        write(bench.root_folder, path, 0)
    first = stored(bench)
    assert first == fresh(bench)
    for path, number in edits:
        write(bench.root_folder, path, number)
        assert stored(bench) == fresh(bench)
    for path, _ in edits:
        write(bench.root_folder, path, 0)
    assert stored(bench) == first
