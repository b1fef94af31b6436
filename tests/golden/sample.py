"""What the golden tests of the sample corpus share: its graph, the trees that are kept, and how they are written.

``python -m tests.golden.sample`` writes the kept trees again; look at the difference before you commit it.
"""

import sys
from functools import cache
from pathlib import Path

from app.core.test_code import is_test
from resources.locate import resource
from search.graph.dependency_graph import DependencyGraph
from search.graph.exports import tree_dot, tree_graphml, tree_mermaid
from search.graph.svg import tree_svg
from search.graph.text import tree_text
from search.graph.tree import dependency_tree
from search.types.graph import Direction, TreeRequest
from tests.fakes.sample_graph import graph_of_folder

TREES = Path(__file__).parent / "trees"
DRAWINGS = Path(__file__).parent / "drawings"

DRAWN = "lease"
"""The kept tree that is drawn in every form."""

FORMS = {"svg": tree_svg, "graphml": tree_graphml, "dot": tree_dot, "mermaid": tree_mermaid}

KEPT = {
    "sign-in": TreeRequest("SignInService", Direction.BOTH, depth=5, max_nodes=80),
    "invoice-table": TreeRequest("dbo.Invoice", Direction.USED_BY, depth=3, max_nodes=60),
    "invoice-guide": TreeRequest("docs/guides/invoices.md", Direction.DEPENDS_ON, depth=4),
    "lease": TreeRequest("Job_RenewLease", Direction.BOTH, depth=6),
    "refund": TreeRequest("RefundsController", Direction.DEPENDS_ON, depth=6, max_nodes=80),
    "deliveries": TreeRequest("worker/roastery_worker/deliveries.py", Direction.BOTH, depth=3),
    "invoices-page": TreeRequest("InvoicesPage.tsx", Direction.BOTH, depth=4),
}


@cache
def sample_graph() -> DependencyGraph:
    """Return the graph of the sample corpus."""
    return graph_of_folder(resource("sample"), "sample")


def tree_of(name: str) -> str:
    """Return one of the kept trees as it is now."""
    return tree_text(dependency_tree(sample_graph(), KEPT[name], is_test=is_test))


def drawing_of(form: str) -> str:
    """Return the drawn tree in one form, as it is now."""
    return FORMS[form](dependency_tree(sample_graph(), KEPT[DRAWN], is_test=is_test))


def main() -> None:
    """Write all kept trees and drawings."""
    TREES.mkdir(exist_ok=True)
    for name in KEPT:
        (TREES / f"{name}.txt").write_text(tree_of(name), encoding="utf-8")
        sys.stdout.write(f"{name}\n")
    DRAWINGS.mkdir(exist_ok=True)
    for form in FORMS:
        (DRAWINGS / f"{DRAWN}.{form}").write_text(drawing_of(form), encoding="utf-8")


if __name__ == "__main__":
    main()
