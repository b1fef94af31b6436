"""Python calls inside a package, beside jedi: sites drawn at random give recall, drawn edges precision."""

import ast
import importlib.util
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from search.types.graph import Edge, EdgeType
from tests.benchmarks.graph_oracles.graphs import SourceGraph, local, source_graph
from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row, shown

DEMAND = Demand(0.97, 0.75)
PACKAGES = {
    "networkx": "networkx",
    "libcst": "libcst",
    "requests": "src/requests",
    "httpx": "httpx",
    "scrapy": "scrapy",
    "click": "src/click",
    "marshmallow": "src/marshmallow",
    "attrs": "src/attr",
    "tinydb": "tinydb",
    "poetry-core": "src/poetry/core",
}


@dataclass(frozen=True, slots=True)
class Site:
    """A call in a file: where the called name ends."""

    path: str
    line: int
    column: int
    name: str


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield one row for each package."""
    for corpus, package in PACKAGES.items():
        row = Row("Python calls", corpus, "jedi", DEMAND)
        root = corpora.folder(corpus)
        if importlib.util.find_spec("jedi") is None:
            yield replace(row, missing="jedi is not installed")
        elif root is None or not (root / package).is_dir():
            yield replace(row, missing="no corpus")
        else:
            yield measured(row, source_graph(root), package, corpora)


def measured(row: Row, graph: SourceGraph, package: str, corpora: Corpora) -> Row:
    """Return recall over sites whose target jedi finds in the root, and precision over edges it can judge."""
    oracle = Oracle(graph)
    draw = random.Random(corpora.seed)
    sites = [
        site for path in sorted(graph.facts) if path.startswith(f"{package}/") for site in sites_of(graph, path)
    ]
    edges = [
        edge
        for kind in (EdgeType.CALLS, EdgeType.INSTANTIATES)
        for edge in graph.by_type[kind]
        if edge.path.startswith(f"{package}/") and edge.path.endswith(".py")
    ]
    lost, known = set(), 0
    for site in draw.sample(sites, min(corpora.sites, len(sites))):
        targets = oracle.targets(site)
        source = oracle.source(site)
        if targets and source not in targets:
            known += 1
            if not any((source, target) in oracle.edges for target in targets):
                lost.add((f"{site.path}:{site.line} {site.name}", min(targets)))
    wrong, judged = set(), 0
    for edge in draw.sample(edges, min(corpora.sites, len(edges))):
        targets = oracle.targets_of(edge)
        if targets is not None:
            judged += 1
            if local(edge.target) not in targets:
                wrong.add((f"{edge.path}:{edge.line}", f"{local(edge.target)} (jedi: {min(targets)})"))
    return replace(
        row,
        judged=judged,
        right=judged - len(wrong),
        truth=known,
        covered=known - len(lost),
        wrong=shown(wrong),
        lost=shown(lost),
    )


def sites_of(graph: SourceGraph, path: str) -> list[Site]:
    """Return the calls of a file by name or attribute."""
    if not path.endswith(".py"):
        return []
    try:
        tree = ast.parse((graph.root / path).read_text("utf-8"))
    except (SyntaxError, UnicodeDecodeError):
        return []
    results: list[Site] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            end = (node.func.end_lineno or 0, (node.func.end_col_offset or 0) - 1)
            results.append(Site(path, *end, name))
    return results


class Oracle:
    """Asks jedi where a name is defined, and says which nodes these places are."""

    def __init__(self, graph: SourceGraph) -> None:
        import jedi

        self._graph = graph
        self._project = jedi.Project(graph.root, load_unsafe_extensions=False, smart_sys_path=True)
        self._scripts: dict[str, object] = {}
        self.edges = graph.pairs(EdgeType.CALLS, EdgeType.INSTANTIATES)

    def _script(self, path: str) -> object:
        import jedi

        if path not in self._scripts:
            self._scripts[path] = jedi.Script(path=self._graph.root / path, project=self._project)
        return self._scripts[path]

    def targets(self, site: Site) -> set[str]:
        """Return the nodes of this root that a site calls; empty when jedi finds none."""
        try:
            result = self._script(site.path).goto(site.line, site.column, follow_imports=True)  # type: ignore[attr-defined]
        except Exception:  # noqa: BLE001 -- jedi fails in many ways, of which none says anything of the graph
            return set()
        return {node for each in result if (node := self._node(each))}

    def _node(self, name: object) -> str:
        path, line = getattr(name, "module_path", None), getattr(name, "line", None)
        if path is None or line is None or getattr(name, "type", "") not in {"function", "class"}:
            return ""
        try:
            relative = Path(path).relative_to(self._graph.root).as_posix()
        except ValueError:
            return ""
        around = self._graph.around(relative, line)
        named = [each for each in around if each.name == getattr(name, "name", "")]
        return local(named[0].id) if named else ""

    def source(self, site: Site) -> str:
        """Return the node that a site is in; a decorator belongs to what it decorates."""
        kinds = {"function", "method", "class"}
        around = [each for each in self._graph.around(site.path, site.line) if each.kind in kinds]
        return local(around[0].id) if around else f"file:{site.path}"

    def targets_of(self, edge: Edge) -> set[str] | None:
        """Return what jedi finds for the calls in an edge's line with its target's name; None: it cannot say."""
        name = self._graph.nodes[local(edge.target)].name
        sites = [each for each in sites_of(self._graph, edge.path) if each.line == edge.line]
        targets = {node for site in sites if site.name == name for node in self.targets(site)}
        return targets or None
