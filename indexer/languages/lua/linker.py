"""Lua: edges of modules that are required, of calls, of functions that are handed on, and of classes."""

from indexer.facts.model import FUNCTION, NO_OWNER, Call, FileFacts
from indexer.languages.link_context import LinkContext
from indexer.languages.lua.names import Function, Names, Slot
from indexer.languages.lua.scopes import GLOBAL
from indexer.languages.lua.syntax import MODULE
from indexer.linking.graph import GraphBuilder, source_of
from search.types.graph import VALUE, EdgeType

MOST_PARTS = 60
"""Functions of a table that is handed on as a whole; a larger one is data."""


def link(context: LinkContext) -> None:
    """Add the edges of all Lua files."""
    names = Names(context.files)
    links = _Links(names, context.builder)
    for path, facts in names.files.items():
        if context.builder.wants(path):
            links.add(facts)


class _Links:
    """Adds the edges of files."""

    def __init__(self, names: Names, builder: GraphBuilder) -> None:
        self._names = names
        self._builder = builder

    def add(self, facts: FileFacts) -> None:
        """Add the edges of one file."""
        for each in facts.imports:
            target = self._names.modules.file(facts.path, each.source)
            evidence = (facts.path, each.line)
            rock = self._names.modules.rocks.of(facts.path, each.source) if not target else ""
            if rock:
                outside = self._builder.external("luarocks", rock)
                self._builder.edge(f"file:{facts.path}", outside, EdgeType.IMPORTS, "package", evidence)
            if target and target != facts.path:
                self._builder.edge(f"file:{facts.path}", f"file:{target}", EdgeType.IMPORTS, "module", evidence)
        for call in reversed(facts.calls):  # what a call is made of has the greater number
            if call.shape != "other":
                self._link_call(facts, call)
        for named in facts.named:
            self._link_named(facts, named)
        self._link_classes(facts)
        self._link_handed(facts)

    def _link_call(self, facts: FileFacts, call: Call) -> None:
        """Add the edge to the function that a call runs, or to what a class library runs for a new object."""
        dotted = ".".join(each for each in (call.receiver, call.name if call.shape != "bare" else "") if each)
        slots = self._names.at(facts.path, dotted, call.inner)
        functions = self._names.functions(slots)
        if not functions:
            functions = self._constructors(facts, call, slots)
        target = self._only(functions)
        if target is not None:
            self._edge(facts, call, target, EdgeType.CALLS, self._tier(facts, call, target))

    def _constructors(self, facts: FileFacts, call: Call, slots: tuple[Slot, ...]) -> list[Function]:
        """Return what runs when a class is called, or the method ``new`` that its library gives it."""
        if call.shape != "bare" and call.name == "new":
            slots = self._names.at(facts.path, call.receiver, call.inner)
        elif not all(self._names.class_of(each) is not None for each in slots):
            return []
        return [each for slot in slots for each in self._names.constructor(slot)]

    def _link_named(self, facts: FileFacts, named: Call) -> None:
        """Add the edge to a function or class that is handed on, or to the functions of a table that is."""
        dotted = f"{named.receiver}.{named.name}" if named.shape == "path" else named.receiver
        slots = self._names.at(facts.path, dotted)
        target = self._only(self._names.functions(slots))
        if target is None and len(slots) == 1:
            target = self._names.class_at(slots[0])
        if target is not None:
            self._edge(facts, named, target, EdgeType.REFERENCES, VALUE)
            return
        parts = [each for slot in slots for each in self._names.parts(slot)]
        for part in parts if len(parts) <= MOST_PARTS else ():
            self._edge(facts, named, part, EdgeType.REFERENCES, VALUE)

    def _link_classes(self, facts: FileFacts) -> None:
        """Add the edges from the classes of a file to those that they are derived from, and of their methods."""
        for each in facts.variables:
            if each.type == FUNCTION and facts.definitions[each.owner].kind == "method":
                table, _, name = each.name.rpartition(".")
                method = self._only(self._names.overridden(Slot(facts.path, table), name))
                if method is not None:
                    source, evidence = facts.definitions[each.owner].local_id, (facts.path, each.line)
                    self._builder.edge(source, self._id(method), EdgeType.IMPLEMENTS, "scope", evidence)
            if each.type == FUNCTION and facts.definitions[each.owner].kind == "class":
                for base in self._names.bases(Slot(facts.path, each.name)):
                    source, target = facts.definitions[each.owner].local_id, self._id(base)
                    evidence = (facts.path, facts.definitions[each.owner].end_line)
                    self._builder.edge(source, target, EdgeType.INHERITS, "base", evidence)

    def _link_handed(self, facts: FileFacts) -> None:
        """A function that is put into a table from outside is used there: ``function love.draw() end``."""
        for each in facts.variables:
            root, dot, _ = each.name.partition(".")
            if each.type != FUNCTION or not dot:
                continue
            is_global = root.startswith(GLOBAL) and not self._names.sets_global(root)
            if is_global or (root.startswith(MODULE) and not self._names.modules.file(facts.path, root)):
                evidence = (facts.path, each.line)
                target = facts.definitions[each.owner].local_id
                self._builder.edge(f"file:{facts.path}", target, EdgeType.REFERENCES, VALUE, evidence)

    def _only(self, functions: list[Function]) -> Function | None:
        """Return the only one of functions, which the branches of a condition may define several times."""
        ids = {self._id(each) for each in functions}
        return functions[0] if len(ids) == 1 else None

    def _id(self, function: Function) -> str:
        return self._names.files[function.path].definitions[function.number].local_id

    def _edge(self, facts: FileFacts, call: Call, target: Function, type_: EdgeType, tier: str) -> None:
        source, local_id = source_of(facts, call.owner), self._id(target)
        if call.owner == NO_OWNER or source != local_id:
            self._builder.edge(source, local_id, type_, tier, (facts.path, call.line))

    def _tier(self, facts: FileFacts, call: Call, target: Function) -> str:
        """Return how a function is known that a call runs."""
        if call.shape == "chain":
            return "chain"
        root = call.receiver.partition(".")[0]
        if self._names.is_self(facts.path, root):
            return "self"
        if root.startswith(GLOBAL):
            return "scope" if target.path == facts.path else "dotted"
        if target.path != facts.path:
            return "import"
        return "scope"
