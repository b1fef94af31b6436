"""Java calls, bases and new objects, beside what ``javac`` made of them (read with ``javap``).

``CORPORA/NAME`` is compared when its compiled classes lie beside it as ``CORPORA/NAME.jar``; the sample of
tests/golden/graph/mixed/java is compiled here.
"""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from search.types.graph import EdgeType, Node
from tests.benchmarks.graph_oracles.graphs import SourceGraph, local, source_graph, spans
from tests.benchmarks.graph_oracles.javap_reader import CompiledClass, JavapReader
from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row, compared

OWN_SAMPLE = Path(__file__).parents[2] / "golden" / "graph" / "mixed" / "java"
ORACLE = "javac + javap"
BASES = Demand(0.99, 0.97)
CALLS = Demand(0.97, 0.75)
MAKES = Demand(0.97, 0.75)
ENUM_METHODS = frozenset(("values", "valueOf"))
"""Methods that the compiler adds to an enumeration."""

CONSTRUCTOR, NEW_OBJECT = '"<init>"', ""
"""Names of an invocation: of a constructor, and of the instruction that gives a new object its memory."""

Pairs = set[tuple[str, str]]


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield three rows for the own sample and for each jar beside the corpora."""
    if shutil.which("javac") is None or shutil.which("javap") is None:
        yield Row("Java calls", "own sample", ORACLE, CALLS, missing="javac or javap is not installed")
        return
    if not corpora.only or "compiled" in corpora.only:
        yield from compare(
            "own sample", source_graph(OWN_SAMPLE), classes_of(compiled(OWN_SAMPLE, corpora.scratch))
        )
    for library in sorted(corpora.corpora.glob("*.jar")):
        folder = corpora.folder(library.stem.lower())
        if folder is not None:
            classes = corpora.scratch / f"{library.stem}-classes"
            shutil.unpack_archive(library, classes, "zip")
            yield from compare(library.stem, source_graph(folder), classes_of(classes))


def compiled(folder: Path, scratch: Path) -> Path:
    """Return a folder with the classes of the Java files of a folder."""
    classes = scratch / "java-classes"
    files = sorted(str(path) for path in folder.rglob("*.java"))
    subprocess.run(["javac", "-g", "-proc:none", "-d", str(classes), *files], check=True, capture_output=True)
    return classes


def classes_of(folder: Path) -> dict[str, CompiledClass]:
    """Return the compiled classes below a folder by name."""
    return JavapReader().read(javap(folder))


def javap(folder: Path) -> str:
    """Return what ``javap`` prints of the compiled classes below a folder."""
    files = sorted(str(path) for path in folder.rglob("*.class"))
    command = ["javap", "-v", "-p", *files]
    return subprocess.run(command, check=True, capture_output=True, text=True, errors="replace").stdout


class Compiled:
    """The compiled classes with the look-ups of the comparison, in the graph's names."""

    def __init__(self, graph: SourceGraph, classes: dict[str, CompiledClass]) -> None:
        self._graph = graph
        self._classes = {each.name: each for each in classes.values()}
        self.paths = {path: each for path in graph.facts for each in (self._package_file(path),) if each}
        sources = {
            f"{each.name.rpartition('.')[0]}/{each.file}" for each in classes.values() if "$" not in each.name
        }
        self.paths = {path: key for path, key in self.paths.items() if key in sources}
        self._path_of = {key: path for path, key in self.paths.items()}

    def _package_file(self, path: str) -> str:
        facts = self._graph.facts[path]
        if facts.language != "java":
            return ""
        return f"{facts.namespaces[0] if facts.namespaces else ''}/{path.rpartition('/')[2]}"

    def _path(self, each: CompiledClass) -> str:
        package = each.name.partition("$")[0].rpartition(".")[0]
        while package:
            result = self._path_of.get(f"{package}/{each.file}")
            if result:
                return result
            package = package.rpartition(".")[0]
        return self._path_of.get(f"/{each.file}", "")

    def ancestors(self, name: str) -> list[str]:
        """Return a class and all that it is derived from, nearest first."""
        results = [name]
        for each in results:
            contents = self._classes.get(each)
            results += [base for base in contents.bases if base not in results] if contents else []
        return results

    def declaring(self, holder: str, name: str, descriptor: str) -> str:
        """Return the class that declares a method which is called on ``holder``; empty when it is outside."""
        above = [each for each in self.ancestors(holder) if each in self._classes]
        exact = (each for each in above if (name, descriptor) in self._classes[each].methods)
        return next(exact, "")

    def is_added(self, holder: str, name: str) -> bool:
        """Return whether the compiler has added a method to an enumeration."""
        return name in ENUM_METHODS and "java.lang.Enum" in self._classes[holder].bases

    def is_written(self, name: str) -> bool:
        """Return whether a class is one of these and has a name in the source."""
        return name in self._classes and "$" not in name

    def calls(self) -> Pairs:
        """Return the calls of written methods by written methods."""
        results: Pairs = set()
        for each in self._classes.values():
            for call in each.invocations if (path := self._path(each)) else ():
                holder = self.declaring(call.holder, call.name, call.descriptor) if call.name else ""
                if self.is_written(holder) and not self.is_added(holder, call.name):
                    results.add((source_at(self._graph, path, call.line), f"java:{holder}.{call.name}"))
        return {(source, target) for source, target in results if source != target}

    def constructs(self) -> Pairs:
        """Return the calls of written constructors, but those by a constructor that the compiler adds."""
        nodes = self._graph.nodes
        made = {
            (source, f"{target}.{target[5:].rpartition('.')[2]}") for source, target in self._made(CONSTRUCTOR)
        }
        written = {(source, target) for source, target in made if target in nodes and source != target}
        return {
            (source, target) for source, target in written if source not in nodes or nodes[source].kind != "class"
        }

    def makes(self) -> Pairs:
        """Return the new objects of written classes, but those of a class in itself."""
        made = self._made(NEW_OBJECT)
        return {(source, target) for source, target in made if not f"{source}.".startswith(f"{target}.")}

    def _made(self, name: str) -> Pairs:
        """Return who makes objects of which written class, by one of the two instructions that it takes."""
        return {
            (source_at(self._graph, path, call.line), f"java:{made}")
            for each in self._classes.values()
            if (path := self._path(each))
            for call in each.invocations
            if call.name == name
            for made in self.named(call.holder)
        }

    def named(self, name: str) -> list[str]:
        """Return a class, or the bases of one that has no name in the source."""
        unnamed = self._classes.get(name) if "$" in name else None
        return [each for each in (unnamed.bases if unnamed is not None else (name,)) if self.is_written(each)]

    def bases(self) -> Pairs:
        """Return the bases that written classes name."""
        return {
            (f"java:{each.name}", f"java:{base}")
            for each in self._classes.values()
            if self.is_written(each.name) and self._path(each)
            for base in each.bases
            if self.is_written(base)
        }


def source_at(graph: SourceGraph, path: str, line: int) -> str:
    """Return the node around a line; where a class without a name begins or ends, that of the code around."""
    around = [
        each
        for each in graph.around(path, line)
        if each.kind != "constant" and not ("{}" in each.name and (path, line) in ends(each))
    ]
    return local(around[0].id) if around else f"file:{path}"


def ends(node: Node) -> set[tuple[str, int]]:
    """Return path and line of where a node's places begin and end."""
    return {(path, line) for path, *lines in spans(node) for line in lines}


def compare(name: str, graph: SourceGraph, classes: dict[str, CompiledClass]) -> Iterator[Row]:
    """Yield bases, calls and new objects."""
    truth = Compiled(graph, classes)

    def ours(*types: EdgeType) -> Pairs:
        edges = (edge for each in types for edge in graph.by_type[each])
        results = {(local(edge.source), local(edge.target)) for edge in edges if edge.path in truth.paths}
        return {(source, target) for source, target in results if target.startswith("java:") and source != target}

    bases = {(a, b) for a, b in ours(EdgeType.INHERITS, EdgeType.IMPLEMENTS) if truth.is_written(a[5:])}
    yield compared(Row("Java inherits, implements", name, ORACLE, BASES), bases, truth.bases())
    run = ours(EdgeType.CALLS)
    made = {(a, b) for a, b in run if graph.nodes[b].kind == "constructor"}
    calls = {(a, b) for a, b in run - made if truth.is_written(b[5:].rpartition(".")[0])}
    yield compared(Row("Java calls", name, ORACLE, CALLS), calls, truth.calls())
    makes = {(a, b) for a, b in ours(EdgeType.INSTANTIATES) if not f"{a}.".startswith(f"{b}.")}
    yield compared(Row("Java instantiates", name, ORACLE, MAKES), makes, truth.makes())
    made = {(a, b) for a, b in made if graph.nodes[a].kind != "class"}
    yield compared(Row("Java constructors", name, ORACLE, MAKES), made, truth.constructs())
