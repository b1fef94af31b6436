"""JavaScript and TypeScript calls, new objects and bases, beside the TypeScript compiler's own checker.

``javascript_calls/main.js`` asks it what each name means. Packages outside are not needed: what it knows nothing
of is not compared. Demanded are functions, methods, classes and exported constants that the files define; what a
parameter or a variable holds is not.
"""

import json
import os
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from search.types.graph import Edge, EdgeType
from tests.benchmarks.graph_oracles.graphs import SourceGraph, local, source_graph
from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row, shown

ORACLE = "typescript"
CALLS = Demand(0.97, 0.75)
BASES = Demand(0.99, 0.97)
CORPORA = (
    *("express", "axios", "got", "zod", "trpc", "uptime-kuma", "hono", "immer", "commander.js", "redux"),
    *("tinyhttp", "h3", "oak", "koa", "execa", "pinia", "query"),
)
PROGRAM = Path(__file__).parent / "javascript_calls" / "main.js"
TYPESCRIPT = os.environ.get("TYPESCRIPT", "")
"""The package's folder, after ``npm install typescript@5`` anywhere."""

LANGUAGES = frozenset(("javascript", "typescript", "tsx"))
ENDINGS = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
"""Names of files end so that the compiler reads; a script without an ending is not judged."""

MOST_CHARS = 1_000
"""In longer lines, of packed code, nothing says which of their functions a call stands in."""

RUN = frozenset(("call", "make"))
CHECKS = (
    ("call", "JS/TS calls", CALLS, (EdgeType.CALLS,)),
    ("make", "JS/TS new objects", CALLS, (EdgeType.INSTANTIATES,)),
    ("base", "JS/TS inherits, implements", BASES, (EdgeType.INHERITS, EdgeType.IMPLEMENTS)),
)
"""Kind of site, name of the row, what is wanted and the edges that are judged."""


@dataclass(frozen=True, slots=True)
class Site:
    """Where a name is used; its targets among the nodes, and those of them that are demanded.

    A site that the compiler knows nothing of is not judged.
    """

    path: str
    line: int
    name: str
    targets: frozenset[str] = frozenset()
    demanded: frozenset[str] = frozenset()
    is_known: bool = True


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield three rows for each corpus."""
    for corpus in CORPORA:
        row = Row("JS/TS calls", corpus, ORACLE, CALLS)
        root = corpora.folder(corpus)
        if shutil.which("node") is None or not (Path(TYPESCRIPT) / "package.json").is_file():
            yield replace(row, missing="node or typescript is not installed")
        elif root is None:
            yield replace(row, missing="no corpus")
        else:
            graph = source_graph(root)
            truth = checked(graph)
            for kind, check, demand, types in CHECKS:
                yield compare(Row(check, corpus, ORACLE, demand), graph, truth, kind, types)


def checked(graph: SourceGraph) -> dict[str, list[Site]]:
    """Return the compiler's sites by kind."""
    paths = [path for path, facts in sorted(graph.facts.items()) if facts.language in LANGUAGES]
    command = ["node", "--max-old-space-size=6000", str(PROGRAM), str(Path(TYPESCRIPT).resolve()), str(graph.root)]
    done = subprocess.run(command, input="\n".join(paths), capture_output=True, check=True, text=True)
    results: dict[str, list[Site]] = defaultdict(list)
    for each in done.stdout.splitlines():
        kind, path, line, name, targets = each.split("\t")
        known = json.loads(targets) if targets.startswith("[") else []
        nodes = [(node_at(graph, *where), is_demanded) for *where, is_demanded in known]
        results[kind].append(
            Site(
                path,
                int(line),
                name,
                frozenset(node for node, _ in nodes),
                frozenset(node for node, is_demanded in nodes if is_demanded),
                targets != "unknown",
            )
        )
    return results


def node_at(graph: SourceGraph, path: str, line: int, name: str) -> str:
    """Return the node that a declaration is; its place where there is none."""
    named = [each for each in graph.around(path, line) if each.name == name]
    return local(named[0].id) if named else f"{path}:{line} {name}"


def compare(
    row: Row, graph: SourceGraph, truth: dict[str, list[Site]], kind: str, types: tuple[EdgeType, ...]
) -> Row:
    """Return a row: edges of some types, and pairs that the sites of one kind demand."""
    kinds = RUN if kind in RUN else {kind}
    sites: dict[tuple[str, int], list[Site]] = defaultdict(list)
    for each in kinds:
        for site in truth[each]:
            sites[site.path, site.line].append(site)
    judged, wrong = 0, set()
    for edge in (edge for type_ in types for edge in graph.by_type[type_]):
        if is_apart(edge, graph, kind):
            continue
        verdict = judge(edge, graph, sites.get((edge.path, edge.line), []))
        judged += verdict is not None
        if verdict is False:
            wrong.add((f"{edge.path}:{edge.line} {local(edge.source)}", local(edge.target)))
    demanded: dict[tuple[str, frozenset[str]], Site] = {}
    for site in truth[kind]:
        source = source_of(graph, site, kind)
        if site.demanded and source not in site.targets and not is_packed(graph, site.path, site.line):
            demanded.setdefault((source, site.demanded), site)
    ours = graph.pairs(*(type_ for each, _, _, group in CHECKS if each in kinds for type_ in group))
    lost = {
        (f"{site.path}:{site.line} {source}", min(site.demanded))
        for (source, _), site in demanded.items()
        if not any((source, target) in ours for target in site.targets)
    }
    return replace(
        row,
        judged=judged,
        right=judged - len(wrong),
        truth=len(demanded),
        covered=len(demanded) - len(lost),
        wrong=shown(wrong),
        lost=shown(lost),
    )


def is_apart(edge: Edge, graph: SourceGraph, kind: str) -> bool:
    """Return whether an edge is of a route, leads to a constructor, or ties a member to one of a base."""
    if local(edge.source).startswith("http:") or local(edge.target).startswith("http:"):
        return True
    is_override = kind == "base" and graph.nodes[local(edge.source)].kind == "method"
    return is_override or graph.nodes[local(edge.target)].name == "constructor"


def judge(edge: Edge, graph: SourceGraph, sites: list[Site]) -> bool | None:
    """Return whether a name in the edge's line means its target; None where the compiler cannot say."""
    is_read = graph.facts[edge.path].language in LANGUAGES and edge.path.endswith(ENDINGS)
    if not is_read or is_packed(graph, edge.path, edge.line):
        return None
    target = local(edge.target)
    if any(target in each.targets for each in sites):
        return True
    named = [each for each in sites if each.name == graph.nodes[target].name]
    return False if all(each.is_known for each in named or sites) else None


def is_packed(graph: SourceGraph, path: str, line: int) -> bool:
    """Return whether a line is one of packed code."""
    return len(graph.text(path)[line - 1]) > MOST_CHARS


def source_of(graph: SourceGraph, site: Site, kind: str) -> str:
    """Return the innermost node around a site; of bases the class or interface."""
    around = graph.around(site.path, site.line)
    if kind == "base":
        around = [each for each in around if each.kind in {"class", "interface"}]
    return local(around[0].id) if around else f"file:{site.path}"
