"""Elixir: edges of calls, of modules that are named, of behaviours and of what is outside."""

from indexer.facts.marks import VIRTUAL
from indexer.facts.model import NO_OWNER, Call, FileFacts, Import, TypeUse
from indexer.languages.elixir.directives import BEFORE_COMPILE, EXCEPT, QUOTED, USE
from indexer.languages.elixir.names import Names, macros_of
from indexer.languages.elixir.packages import Packages
from indexer.languages.elixir.syntax import ANY_NUMBER
from indexer.languages.link_context import LinkContext
from indexer.linking.graph import GraphBuilder, place_of, source_of
from search.types.graph import VALUE, EdgeType

NO_MODULES = frozenset((QUOTED, EXCEPT))
"""Kinds of imports that name no further module."""

TABLE_EDGES = {
    "foreign_key": EdgeType.FOREIGN_KEY,
    "read": EdgeType.READS_TABLE,
    "write": EdgeType.WRITES_TABLE,
}


def link(context: LinkContext) -> None:
    """Add the edges of all Elixir files."""
    names = Names(context.files)
    links = _Links(names, Packages(context.files), context.builder)
    tables = {
        source_of(facts, each.owner): context.models.add(
            facts, source_of(facts, each.owner), facts.definitions[each.owner].name, [each.table], each.line
        )
        for facts in names.files
        for each in facts.mappings
        if each.kind == "table"
    }
    for facts in names.files:
        if context.builder.wants(facts.path):
            links.add(facts)
            links.add_tables(facts, tables)


class _Links:
    """Adds the edges of files."""

    def __init__(self, names: Names, packages: Packages, builder: GraphBuilder) -> None:
        self._names = names
        self._packages = packages
        self._builder = builder
        self._callbacks: dict[str, dict[str, set[int]]] = {}
        """Behaviour or protocol -> its callbacks -> how many arguments they take."""
        self._declared: dict[str, list[str]] = {}
        """Macro -> the behaviours that it declares in the modules that use it."""
        for facts in names.files:
            for use in facts.types:
                behaviour = names.module_at(facts, use.owner, use.name) if use.role == "base" else ""
                if behaviour:
                    self._declared.setdefault(place_of(facts, use.owner), []).append(behaviour)
            for each in facts.variables:
                if each.type == VIRTUAL and each.owner != NO_OWNER:
                    callbacks = self._callbacks.setdefault(facts.definitions[each.owner].local_id, {})
                    callbacks.setdefault(each.name, set()).add(int(each.value))

    def add(self, facts: FileFacts) -> None:
        """Add the edges of one file."""
        for each in facts.imports:
            if each.kind not in NO_MODULES:
                self._link_import(facts, each)
        for call in facts.calls:
            self._link_function(facts, call, EdgeType.CALLS)
        for named in facts.named:
            self._link_function(facts, named, EdgeType.REFERENCES)
        for use in facts.types:
            self._link_type(facts, use)
        self._link_used_behaviours(facts)

    def add_tables(self, facts: FileFacts, tables: dict[str, str]) -> None:
        """Add the edges to the tables of schemas: of other tables, and of what reads or writes them."""
        for each in facts.mappings:
            type_ = TABLE_EDGES.get(each.kind)
            target = tables.get(self._names.module_at(facts, each.owner, each.entity), "")
            source = source_of(facts, each.owner)
            if each.kind == "foreign_key":
                source = tables.get(source, "")
            if type_ is not None and source and target:
                self._builder.edge(source, target, type_, "orm_typed", (facts.path, each.line))

    def _link_import(self, facts: FileFacts, each: Import) -> None:
        evidence = (facts.path, each.line)
        module = self._names.module(facts.path, each.source)
        home = self._names.home.get(module, "")
        if home and home != facts.path:
            self._builder.edge(f"file:{facts.path}", f"file:{home}", EdgeType.IMPORTS, "module", evidence)
        elif not home:
            self._link_package(facts, each.source, each.line)
        if module and each.kind in {USE, BEFORE_COMPILE}:
            source = source_of(facts, each.owner)
            macros = [self._names.own(module, name, ANY_NUMBER) for name in macros_of(each)]
            for macro in filter(None, macros):
                self._builder.edge(source, macro, EdgeType.CALLS, "static", evidence)
            if not any(macros):
                self._reference(facts, each.owner, module, each.line)

    def _link_package(self, facts: FileFacts, full: str, line: int) -> None:
        """Add the edge to the package outside that a module is in, where the project says that it needs it."""
        package = "" if self._names.is_known(full) else self._packages.of(facts.path, full)
        if package:
            target = self._builder.external("hex", package)
            self._builder.edge(f"file:{facts.path}", target, EdgeType.IMPORTS, "package", (facts.path, line))

    def _link_function(self, facts: FileFacts, call: Call, type_: EdgeType) -> None:
        """Add the edge to a function; of another module's that no file defines, to the module."""
        if call.shape == "path":
            module = self._names.module_at(facts, call.owner, call.receiver)
            if not module:
                self._link_package(facts, call.receiver, call.line)
                return
            is_own = module == self._names.enclosing(place_of(facts, call.owner))
            target = self._names.own(module, call.name, call.arguments) if is_own else ""
            target, tier = target or self._names.remote(module, call.name, call.arguments), "static"
            if not target:
                self._reference(facts, call.owner, module, call.line)
        else:
            target, tier = self._names.bare(facts, call.owner, call.name, call.arguments)
        if target and target != place_of(facts, call.owner):
            evidence = (facts.path, call.line)
            self._builder.edge(source_of(facts, call.owner), target, type_, tier, evidence)

    def _link_type(self, facts: FileFacts, use: TypeUse) -> None:
        module = self._names.module_at(facts, use.owner, use.name)
        if not module:
            self._link_package(facts, use.name, use.line)
        elif use.role == "base":
            self._implement(facts, place_of(facts, use.owner), module, use.line)
        else:
            tier = VALUE if use.role == "reference" else "scope"
            self._reference(facts, use.owner, module, use.line, tier)

    def _reference(self, facts: FileFacts, owner: int, module: str, line: int, tier: str = VALUE) -> None:
        """Add the edge to a module that is named outside of itself: as a value, or in a type."""
        if module not in self._names.around(place_of(facts, owner)):
            source = source_of(facts, owner)
            self._builder.edge(source, module, EdgeType.REFERENCES, tier, (facts.path, line))

    def _link_used_behaviours(self, facts: FileFacts) -> None:
        """A module has the behaviours that a macro declares in it; its own functions implement them too."""
        for definition in facts.definitions:
            if definition.kind == "module":
                for macro, line in self._names.added(definition.local_id).holders.items():
                    for behaviour in self._declared.get(macro, ()):
                        self._implement(facts, definition.local_id, behaviour, line)

    def _implement(self, facts: FileFacts, holder: str, behaviour: str, line: int) -> None:
        """Add the edges from a module to a behaviour, and from its functions or a macro's to the callbacks."""
        if self._names.enclosing(holder) == holder:
            self._builder.edge(holder, behaviour, EdgeType.IMPLEMENTS, "scope", (facts.path, line))
        callbacks = self._callbacks.get(behaviour, {})
        for name, function in self._names.functions(holder) if callbacks else ():
            target = self._names.own(behaviour, name, ANY_NUMBER)
            if target and any(function.accepts(each, from_outside=True) for each in callbacks.get(name, ())):
                evidence = (facts.path, function.line)
                self._builder.edge(function.local_id, target, EdgeType.IMPLEMENTS, "scope", evidence)
