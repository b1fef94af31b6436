"""C# calls, bases and new objects, beside what a compiler made of them (``mcs``, read with ``monodis``).

The sample project of tests/golden/graph/compiled is compiled here. Another assembly is compared when its sources
lie in ``CORPORA/NAME`` and ``CORPORA/NAME.dll`` was put beside them; ``MONO_PATH`` names the folder of what it
uses.

Not compared is what the two name differently: indexers, finalizers and functions in fields have no node and count
as their type; the value of a property is set by the constructor; a call of what overrides a method of another
assembly (``ToString``) names that method; a function that becomes a delegate makes an object that nobody wrote; a
name in ``nameof`` is a text.
"""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from search.types.graph import Edge, EdgeType
from tests.benchmarks.graph_oracles.graphs import SourceGraph, local, source_graph
from tests.benchmarks.graph_oracles.il_reader import START, Assembly, IlReader
from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row, compared, shown

OWN_SAMPLE = Path(__file__).parents[2] / "golden" / "graph" / "compiled"
OWN = "own sample"
"""It calls overriding methods on purpose, of which a compiler names the first declaration."""

BASES = Demand(0.99, 0.97)
CALLS = Demand(0.95, 0.88)
FAMILY = Demand(0.97, 0.88)
MAKES = Demand(0.97, 0.88)
HANDED = Demand(0.97, 0.95)


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield four rows for the own sample and for each assembly beside the corpora."""
    if shutil.which("mcs") is None or shutil.which("monodis") is None:
        yield Row("C# calls", OWN, "mcs + monodis", CALLS, missing="mcs or monodis is not installed")
        return
    if not corpora.only or "compiled" in corpora.only:
        yield from compare(
            "own sample", source_graph(OWN_SAMPLE), assembly_of(compiled(OWN_SAMPLE, corpora.scratch))
        )
    for library in sorted(corpora.corpora.glob("*.dll")):
        folder = corpora.folder(library.stem.lower())
        if folder is not None:
            yield from compare(library.stem, source_graph(folder), assembly_of(library))


def compiled(folder: Path, scratch: Path) -> Path:
    """Return the library that the C# files of a folder make."""
    library = scratch / f"{folder.name}.dll"
    files = sorted(str(path) for path in folder.rglob("*.cs"))
    command = ["mcs", "-nologo", "-langversion:latest", "-target:library", f"-out:{library}", *files]
    subprocess.run(command, check=True, capture_output=True)
    return library


def assembly_of(library: Path) -> Assembly:
    """Return what a library says."""
    done = subprocess.run(["monodis", str(library)], check=True, capture_output=True, text=True, errors="replace")
    return IlReader().read(done.stdout)


def compare(name: str, graph: SourceGraph, assembly: Assembly) -> Iterator[Row]:
    """Yield bases, calls (the same method; or one it overrides), functions handed over and new objects."""
    oracle = "mcs + monodis"
    assembly = seen_by(graph, assembly)
    yield compared(Row("C# inherits, implements", name, oracle, BASES), *bases(graph, assembly))
    ours, truth = initialised(graph, calls(graph, assembly), assembly.calls), assembly.calls
    ours -= {pair for pair in ours - truth if pair[1] in assembly.outside}
    truth = truth - (assembly.repeats - ours)
    yield compared(
        Row("C# calls, same declaration", name, oracle, Demand() if name == OWN else CALLS), ours, truth
    )
    row = Row("C# calls, same family", name, oracle, FAMILY)
    wrong = {pair for pair in ours - truth if not is_related(pair, assembly.calls, assembly)}
    lost = {pair for pair in truth - ours if not is_related(pair, ours, assembly)}
    yield replace(
        row,
        judged=len(ours),
        right=len(ours) - len(wrong),
        truth=len(truth),
        covered=len(truth) - len(lost),
        wrong=shown(wrong),
        lost=shown(lost),
    )
    yield compared(Row("C# functions handed over", name, oracle, HANDED), handed(graph, assembly), assembly.handed)
    truth = makes_of_sources(assembly)
    ours = initialised(graph, makes(graph, assembly), truth) - (assembly.zeroed - truth)
    yield compared(Row("C# instantiates", name, oracle, MAKES), ours, truth)
    truth = constructs_of_sources(graph, assembly)
    yield compared(
        Row("C# constructors", name, oracle, MAKES), initialised(graph, constructs(graph, assembly), truth), truth
    )


def seen_by(graph: SourceGraph, assembly: Assembly) -> Assembly:
    """Return an assembly in which what has no node of its own counts as the start of its type."""

    def node_name(source: str) -> str:
        node = graph.nodes.get(f"cs:{source}")
        is_own = source.endswith(START) or (node is not None and node.kind in {"method", "property"})
        return source if is_own else f"{source.rpartition('.')[0]}.{START}"

    def placed(pairs: set[tuple[str, str]]) -> set[tuple[str, str]]:
        return {(node_name(a), b) for a, b in pairs if node_name(a) != b}

    return replace(
        assembly,
        methods={node_name(each) for each in assembly.methods},
        calls=placed(assembly.calls),
        handed=placed(assembly.handed),
        makes=placed(assembly.makes),
        constructs=placed(assembly.constructs),
        zeroed=placed(assembly.zeroed),
    )


def initialised(
    graph: SourceGraph, pairs: set[tuple[str, str]], truth: set[tuple[str, str]]
) -> set[tuple[str, str]]:
    """Return the pairs; what initial values of properties call counts for the type, as the compiler has it."""

    def start(pair: tuple[str, str]) -> tuple[str, str]:
        source, target = pair
        node = graph.nodes.get(f"cs:{source}")
        at_start = (f"{source.rpartition('.')[0]}.{START}", target)
        is_value = node is not None and node.kind == "property" and pair not in truth and at_start in truth
        return at_start if is_value else pair

    return {start(pair) for pair in pairs}


def bases(graph: SourceGraph, assembly: Assembly) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Return the pairs of type and anything it is derived from, as the graph and as the assembly have them."""
    direct = Assembly()
    for source, target in graph.pairs(EdgeType.INHERITS, EdgeType.IMPLEMENTS):
        if source.startswith("cs:") and source[3:] in assembly.types and target[3:] in assembly.types:
            direct.bases[source[3:]].add(target[3:])
    written = {each for each in assembly.types if "<" not in each}
    ours = {(each, base) for each in written for base in direct.ancestors(each)}
    return ours, {(each, base) for each in written for base in assembly.ancestors(each)}


def source_name(graph: SourceGraph, node_id: str) -> str:
    """Return a method as the assembly names it: constructors and field initialisers are the start of a type."""
    kind = graph.nodes[node_id].kind
    name = node_id[3:]
    if kind == "constructor":
        return f"{name.rpartition('.')[0]}.{START}"
    return name if kind in {"method", "property"} else f"{name}.{START}"


def calls(graph: SourceGraph, assembly: Assembly) -> set[tuple[str, str]]:
    """Return the graph's calls from methods that were compiled."""
    results = {
        (source_name(graph, source), target[3:])
        for source, target in graph.pairs(EdgeType.CALLS)
        if source.startswith("cs:") and target.startswith("cs:") and graph.nodes[target].kind != "constructor"
    }
    return {(source, target) for source, target in results if source in assembly.methods}


def constructs(graph: SourceGraph, assembly: Assembly) -> set[tuple[str, str]]:
    """Return the graph's calls of constructors from methods that were compiled."""
    results = {
        (source_name(graph, source), source_name(graph, target))
        for source, target in graph.pairs(EdgeType.CALLS)
        if source.startswith("cs:") and graph.nodes[target].kind == "constructor"
    }
    return {(source, target) for source, target in results if source in assembly.methods and source != target}


def constructs_of_sources(graph: SourceGraph, assembly: Assembly) -> set[tuple[str, str]]:
    """Return the calls of constructors that are written, but those by a constructor that the compiler adds."""
    written = {source_name(graph, each) for each, node in graph.nodes.items() if node.kind == "constructor"}

    def is_added(source: str, target: str) -> bool:
        above = assembly.ancestors(source.removesuffix(f".{START}"))
        return source not in written and target.removesuffix(f".{START}") in above

    return {(a, b) for a, b in assembly.constructs if b in written and not is_added(a, b)}


def handed(graph: SourceGraph, assembly: Assembly) -> set[tuple[str, str]]:
    """Return the methods that the graph has as named without being called."""
    results = {
        (source_name(graph, local(edge.source)), local(edge.target)[3:])
        for edge in graph.by_type[EdgeType.REFERENCES]
        if local(edge.target).startswith("cs:")
        and graph.nodes[local(edge.target)].kind == "method"
        and "nameof(" not in evidence(graph, edge)
    }
    return {(source, target) for source, target in results if source in assembly.methods}


def evidence(graph: SourceGraph, edge: Edge) -> str:
    """Return the line that an edge is read from."""
    return graph.text(edge.path)[edge.line - 1] if edge.path else ""


def makes(graph: SourceGraph, assembly: Assembly) -> set[tuple[str, str]]:
    """Return the graph's new objects in methods that were compiled."""
    results = {
        (source_name(graph, source), target[3:])
        for source, target in graph.pairs(EdgeType.INSTANTIATES)
        if source.startswith("cs:") and target.startswith("cs:")
    }
    written = {(source, target) for source, target in results if target not in assembly.delegates}
    return {(source, target) for source, target in written if source in assembly.methods}


def makes_of_sources(assembly: Assembly) -> set[tuple[str, str]]:
    """Return new objects, but those of a type inside itself: nothing depends on its own holder in the graph."""
    return {
        (source, target)
        for source, target in assembly.makes
        if not source.startswith(f"{target}.") and target not in assembly.delegates
    }


def is_related(pair: tuple[str, str], others: set[tuple[str, str]], assembly: Assembly) -> bool:
    """Return whether the other side has the same call to a method of the same name in a base or a derived type."""
    source, target = pair
    holder, _, name = target.rpartition(".")
    above = assembly.ancestors(holder)
    return any(
        other_source == source
        and other.rpartition(".")[2] == name
        and (other.rpartition(".")[0] in above or holder in assembly.ancestors(other.rpartition(".")[0]))
        for other_source, other in others
    )
