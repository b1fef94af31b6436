"""C# to stored procedures: every ``CommandType.StoredProcedure`` in the sources has to lead to a procedure."""

import re
from collections.abc import Iterator
from dataclasses import replace

from search.types.graph import EdgeType
from tests.benchmarks.graph_oracles.graphs import SourceGraph, local, source_graph
from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row, shown

DEMAND = Demand(0.0, 0.95)
CORPORA = ("bitwarden",)
SITE = re.compile(r"CommandType\.StoredProcedure")


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield one row for each corpus."""
    for corpus in CORPORA:
        row = Row("C# to procedure", corpus, "StoredProcedure sites", DEMAND)
        root = corpora.folder(corpus)
        yield replace(row, missing="no corpus") if root is None else measured(row, source_graph(root))


def measured(row: Row, graph: SourceGraph) -> Row:
    """Return how many sites lie in a method that calls a procedure."""
    callers = {
        local(edge.source)
        for edge in graph.by_type[EdgeType.CALLS]
        if local(edge.source).startswith("cs:") and local(edge.target).startswith("sql:")
    }
    sites = [
        (f"{path}:{number}", around[0].id)
        for path, facts in sorted(graph.facts.items())
        if facts.language == "csharp"
        for number, line in enumerate((graph.root / path).read_text("utf-8-sig", "replace").splitlines(), 1)
        if SITE.search(line) and (around := graph.around(path, number))
    ]
    lost = {(site, local(node)) for site, node in sites if local(node) not in callers}
    return replace(row, truth=len(sites), covered=len(sites) - len(lost), lost=shown(lost))
