"""Kotlin and Scala calls, bases and new objects, beside what their compilers made of them (read with ``javap``).

``CORPORA/NAME`` is compared when its compiled classes lie beside it as ``CORPORA/NAME.kotlin.jar`` or
``CORPORA/NAME.scala.jar``. A call whose name the line does not write (an operator, a conversion, ``apply``) may
be an edge, and is not demanded.
"""

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, cached_property

from search.types.graph import EdgeType
from tests.benchmarks.graph_oracles.graphs import SourceGraph, local, source_graph
from tests.benchmarks.graph_oracles.inlined_code import inlined, written_at
from tests.benchmarks.graph_oracles.java_compiled import BASES, CALLS, CONSTRUCTOR, MAKES, Pairs, javap, source_at
from tests.benchmarks.graph_oracles.javap_reader import CompiledClass, Invocation, JavapReader
from tests.benchmarks.graph_oracles.rows import Corpora, Row, compared, shown

ORACLES = {"kotlin": "kotlinc + javap", "scala": "scalac + javap"}
RUN = frozenset(("method", "function", "constructor"))
"""Kinds of definitions that are called."""

_SIGNS = "bslash\\ qmark? at@ tilde~ eq= less< greater> bang! hash# percent%"
_MORE_SIGNS = "up^ amp& bar| times* div/ plus+ minus- colon:"
SIGNS = {f"${each[:-1]}": each[-1] for each in (*_SIGNS.split(), *_MORE_SIGNS.split())}
"""How Scala writes signs in names of classes and methods."""

_SIGN = re.compile("|".join(re.escape(each) for each in SIGNS))
_INSIDE = re.compile(r"\$\$anon|\$\d|\$\$Lambda|\$\$anonfun")
"""In the name of a class that the source gives none, or that a function holds."""

_ADDED = re.compile(r"\$default\$\d+$|\$anonfun|\$lambda|\$lzycompute|^(?:component\d+|productElement.*)$")
"""Methods that a compiler adds."""

_SUPER = "$$super$"
"""In the name of a method that calls one of a base, in front of the name of that."""

_WORD = re.compile(r"\w+|[^\w\s()\[\]{}.,;\"'`]+")


@cache
def names(name: str) -> tuple[str, ...]:
    """Return the names that a compiled method may have in the source, innermost first."""
    text = _SIGN.sub(lambda match: SIGNS[match.group()], name.strip('"'))
    parts = [*text.split("$"), name.rpartition("$$")[2]]
    mangled = [part.partition("-")[0] for part in parts]
    return tuple(dict.fromkeys(each for each in (text, *parts[::-1], *mangled[::-1]) if each))


@cache
def class_path(name: str) -> tuple[str, ...]:
    """Return the names of a compiled class and of those around it, without its package."""
    text = _SIGN.sub(lambda match: SIGNS[match.group()], name.rpartition(".")[2])
    parts = [each for each in text.split("$") if each not in {"", "Companion", "DefaultImpls", "package"}]
    return tuple(parts)


class Compiled:
    """The compiled classes of a corpus, in the graph's names."""

    def __init__(self, graph: SourceGraph, classes: dict[str, CompiledClass], language: str) -> None:
        self._graph = graph
        self._classes = classes
        keys = {f"{package_of(each.name)}/{each.file}" for each in classes.values()}
        self.paths: dict[str, str] = {}
        for path, facts in graph.facts.items():
            file = path.rpartition("/")[2]
            for package in facts.namespaces[:1] or ("",):
                known = [key for key in (f"{package}/{file}", f"{package}.package/{file}") if key in keys]
                if facts.language == language and known:
                    self.paths[path] = known[0]
        self._path_of: dict[str, list[str]] = {}
        for path, key in self.paths.items():
            self._path_of.setdefault(key, []).append(path)
        self.single = {paths[0] for paths in self._path_of.values() if len(paths) == 1}
        """Source files of which it is known which classes are made of them."""
        self._parts: dict[str, list[str]] = {}
        """Class of several files (``@JvmMultifileClass``) -> the classes of these files."""
        for each in classes:
            whole, sign, _ = each.partition("__")
            if sign:
                self._parts.setdefault(whole, []).append(each)
        self._by_path: dict[tuple[str, tuple[str, ...]], str] = {}
        for key, node in graph.nodes.items():
            for span in node.spans:
                self._by_path.setdefault((span.rpartition(":")[0], tuple(inner(key))), key)

    def sources(self, each: CompiledClass) -> list[str]:
        """Return the source files that a class may be of: Kotlin's platforms have some of the same name."""
        return self._path_of.get(f"{package_of(each.name)}/{each.file}", [])

    def path(self, each: CompiledClass) -> str:
        """Return the source file of a class; empty when it is none of the corpus or not known which."""
        paths = self.sources(each)
        return paths[0] if len(paths) == 1 else ""

    def type(self, name: str) -> str:
        """Return the node of a class; empty for one without a name, and for one from elsewhere."""
        each = self._classes.get(name)
        if each is None or _INSIDE.search(name):
            return ""
        keys = ((path, class_path(name)) for path in self.sources(each))
        return next((self._by_path[key] for key in keys if key in self._by_path), "")

    def ancestors(self, name: str) -> list[CompiledClass]:
        """Return a class and all of these that it is derived from, nearest first."""
        results = [name, *self._parts.get(name, ())]
        for each in results:
            contents = self._classes.get(each)
            results += [base for base in contents.bases if base not in results] if contents else []
        return [self._classes[each] for each in results if each in self._classes]

    def method(self, call: Invocation) -> str:
        """Return the node of what is called; empty when it is outside, or added by the compiler."""
        if _ADDED.search(call.name):
            return ""
        above = call.name.rpartition(_SUPER)[2] if _SUPER in call.name else ""
        for each in self.ancestors(call.holder)[1:] if above else ():
            line = next((line for (name, _), line in each.methods.items() if name == above), None)
            if line is not None and (result := self.written(each, above, line)):
                return result
        for each in self.ancestors(call.holder):
            line = each.methods.get((call.name.strip('"'), call.descriptor))
            result = self.written(each, call.name, line) if line is not None else ""
            if result or any(name.endswith(f" {call.name};") for name, _ in each.methods):
                return result  # of a field it is the accessor
        return ""

    def written(self, holder: CompiledClass, name: str, line: int) -> str:
        """Return the node of a method by its class, its name and the first line of its code."""
        paths, wanted = self.sources(holder), names(name)
        for each in self._graph.around(paths[0], line) if line and len(paths) == 1 else ():
            if each.name in wanted and each.kind in RUN:
                return local(each.id)
        type_ = class_path(holder.name)
        keys = ((path, (*start, each)) for path in paths for each in wanted for start in (type_, ()))
        known = (self._by_path[key] for key in keys if key in self._by_path)
        return next((each for each in known if self._graph.nodes[each].kind in RUN), "")

    def invocations(self) -> Iterator[tuple[str, Invocation]]:
        """Yield what classes call whose source is known, with its path; not what copied code calls."""
        for each in self._classes.values():
            copied = {line for copy in inlined(each.line_map) for line in copy.lines}
            for call in each.invocations:
                if call.line not in copied:
                    holder, line = written_at(each.line_map, call.line) or (each.name, call.line)
                    path = self.path(self._classes[holder]) if holder in self._classes else ""
                    if path:
                        yield path, Invocation(line, call.holder, call.name, call.descriptor)

    def copies(self) -> Iterator[tuple[str, int, str]]:
        """Yield path, line and function of the calls whose function is copied to there."""
        for each in self._classes.values():
            path = self.path(each)
            for copy in inlined(each.line_map) if path else ():
                holder = self._classes.get(copy.holder)
                around = self._graph.around(self.path(holder), copy.line) if holder is not None else []
                target = next((node for node in around if node.kind in RUN), None)
                if target is not None:
                    yield path, copy.call_line, local(target.id)

    def _called(self) -> Iterator[tuple[str, int, str]]:
        for path, call in self.invocations():
            target = self.method(call) if call.name and call.name != CONSTRUCTOR else ""
            if target:
                yield path, call.line, target
        yield from self.copies()

    def calls(self) -> tuple[Pairs, Pairs]:
        """Return the calls between definitions, all and those whose name is in their line."""
        results: Pairs = set()
        named: Pairs = set()
        for path, line, target in self._called():
            pair = (source_at(self._graph, path, line), target)
            if pair[0] != target:
                results.add(pair)
                if self._is_named(path, line, target):
                    named.add(pair)
        return results, named

    def _is_named(self, path: str, line: int, key: str) -> bool:
        """Return whether a line writes the name of a definition."""
        text = self._graph.text(path)
        return line <= len(text) and self._graph.nodes[key].name in _WORD.findall(text[line - 1])

    def makes(self) -> tuple[Pairs, Pairs]:
        """Return the new objects of classes by code that names them, with a written ``apply`` and without."""
        applied: Pairs = set()
        made: Pairs = set()
        for path, call in self.invocations():
            is_applied = call.name == "apply"
            for type_ in self.named(call.holder) if is_applied or not call.name else ():
                if self._is_named(path, call.line, type_):
                    (applied if is_applied else made).add((source_at(self._graph, path, call.line), type_))
        return applied | made, made

    def named(self, name: str) -> list[str]:
        """Return the node of a class, or those of the bases of one that has no name in the source."""
        unnamed = self._classes.get(name) if _INSIDE.search(name) else None
        return [key for each in (unnamed.bases if unnamed else (name,)) if (key := self.type(each))]

    def bases(self) -> Pairs:
        """Return the bases that classes name."""
        pairs = {(self.type(name), self.type(base)) for name, each in self._classes.items() for base in each.bases}
        return {(a, b) for a, b in pairs if a and b and a != b}

    @cached_property
    def types(self) -> set[str]:
        """Nodes of the compiled classes."""
        return {self.type(each) for each in self._classes}

    @cached_property
    def shared(self) -> set[str]:
        """Classes with a function of the same name beside them, for which one node stands."""
        kinds: dict[str, set[bool]] = {}
        for facts in self._graph.facts.values():
            for each in facts.definitions:
                kinds.setdefault(each.local_id, set()).add(each.kind in RUN)
        return {key for key, each in kinds.items() if len(each) > 1}


def package_of(name: str) -> str:
    """Return the package of a compiled class."""
    return name.rpartition(".")[0]


def inner(key: str) -> list[str]:
    """Return the names of a definition and of those around it, without its package or file."""
    return [each for each in key.partition("#")[2].split(".") if each != "Companion"]


def compare(name: str, language: str, graph: SourceGraph, classes: dict[str, CompiledClass]) -> Iterator[Row]:
    """Yield bases, calls and new objects."""
    truth = Compiled(graph, classes, language)
    title, oracle = language.capitalize(), ORACLES[language]
    top = overridden(graph)

    def ours(*types: EdgeType) -> Pairs:
        edges = [edge for each in types for edge in graph.by_type[each] if edge.path in truth.single]
        pairs = {(owner(graph, local(edge.source)), local(edge.target)) for edge in edges}
        return {(a, b) for a, b in pairs if a != b and b in graph.nodes}

    def is_run(pair: tuple[str, str]) -> bool:
        node = graph.nodes[pair[1]]
        return node.kind in RUN - {"constructor"} and any(
            span.rpartition(":")[0] in truth.paths for span in node.spans
        )

    def is_class(pair: tuple[str, str]) -> bool:
        return all(graph.nodes[each].kind not in RUN | {"type", "constant"} and "{}" not in each for each in pair)

    def is_compiled(pair: tuple[str, str]) -> bool:
        holder = pair[1].rpartition(".")[0]
        return holder in truth.types or "#" not in holder or graph.nodes[holder].kind in RUN

    bases = {
        pair for pair in ours(EdgeType.INHERITS, EdgeType.IMPLEMENTS) if is_class(pair) and pair[1] in truth.types
    }
    yield compared(
        Row(f"{title} inherits, implements", name, oracle, BASES), bases, set(filter(is_class, truth.bases()))
    )
    every, named = ({(a, top(b)) for a, b in each if b not in truth.shared} for each in truth.calls())
    calls, referred = (
        {(a, top(b)) for a, b in filter(is_run, filter(is_compiled, ours(each))) if b not in truth.shared}
        for each in (EdgeType.CALLS, EdgeType.REFERENCES)
    )
    covered = calls | referred
    yield judged(Row(f"{title} calls", name, oracle, CALLS), calls, every, covered, named)
    unnamed = {(a, b) for a, b in every - named if not a.startswith("file:")}
    yield compared(Row(f"{title} calls without a name", name, oracle, CALLS), unnamed & covered, unnamed)
    makes, applied, made = (
        {(a, b) for a, b in each if b in truth.types - truth.shared and not f"{a}.".startswith(f"{b}.")}
        for each in (ours(EdgeType.INSTANTIATES), *truth.makes())
    )
    yield judged(Row(f"{title} instantiates", name, oracle, MAKES), makes, applied, makes, made)


def judged(row: Row, results: Pairs, every: Pairs, covered: Pairs, demanded: Pairs) -> Row:
    """Return ``row`` with edges beside all that may be, and with demanded ones beside those that cover them."""
    return replace(
        row,
        judged=len(results),
        right=len(results & every),
        truth=len(demanded),
        covered=len(demanded & covered),
        wrong=shown(results - every),
        lost=shown(demanded - covered),
    )


def overridden(graph: SourceGraph) -> Callable[[str], str]:
    """Return a function that gives a method the one that it overrides in the end."""
    above = {
        a: b for a, b in sorted(graph.pairs(EdgeType.INHERITS, EdgeType.IMPLEMENTS)) if graph.nodes[a].kind in RUN
    }

    def top(key: str) -> str:
        for _ in above:
            key = above.get(key, key)
        return key

    return cache(top)


def owner(graph: SourceGraph, key: str) -> str:
    """Return a definition, or what is around a constant."""
    node = graph.nodes.get(key)
    if node is None or node.kind != "constant":
        return key
    around = key.rpartition(".")[0]
    return around if around in graph.nodes else f"file:{next(iter(node.spans)).rpartition(':')[0]}"


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield rows for each jar beside the corpora."""
    if shutil.which("javap") is None:
        yield Row("Kotlin calls", "", ORACLES["kotlin"], CALLS, missing="javap is not installed")
        return
    for language in ORACLES:
        for library in sorted(corpora.corpora.glob(f"*.{language}.jar")):
            name = library.name.partition(".")[0]
            folder = corpora.folder(name)
            if folder is not None:
                classes = corpora.scratch / f"{name}-{language}-classes"
                shutil.unpack_archive(library, classes, "zip")
                reader = JavapReader(keeps_synthetic=True, named=str)
                yield from compare(name, language, source_graph(folder), reader.read(javap(classes)))
