"""C#: edges between types, methods and namespaces."""

from indexer.facts.model import Call, FileFacts, TypeUse
from indexer.languages.csharp.calls import CSharpCalls
from indexer.languages.csharp.constructors import Constructors
from indexer.languages.csharp.file_scope import FileScope
from indexer.languages.csharp.implementations import Implementations
from indexer.languages.csharp.names import parse_type
from indexer.languages.csharp.page_source import SHARED_USING
from indexer.languages.csharp.types import Ambiguous, CSharpTypes, TypeInfo
from indexer.languages.csharp.usings import meanings
from indexer.languages.csharp.value_links import ValueLinks
from indexer.linking.graph import Draft, GraphBuilder, source_of
from search.types.graph import VALUE, EdgeType


class CSharpLinks:
    """Adds everything that C# files say of each other."""

    def __init__(self, types: CSharpTypes, builder: GraphBuilder) -> None:
        self._types = types
        self._builder = builder
        self.calls = CSharpCalls(types, builder.overloads)
        self._values = ValueLinks(types, self.calls)
        self._constructors = Constructors(types, self.calls, builder)
        self._imported: dict[tuple[str, str, str], tuple[str, str]] = {}
        self._spaces = {each for facts in types.files for each in facts.namespaces}

    def link(self) -> None:
        """Add all edges."""
        for facts in self._types.files:
            self._link_namespaces(facts)
            if not self._builder.wants(facts.path):
                continue
            for use in facts.types:
                if not self._types.is_foreign(use.name, facts):
                    self._link_type(facts, use)
            self._link_calls(facts)
            self._constructors.link(facts)
        Implementations(self._types, self._builder).link()

    def _link_namespaces(self, facts: FileFacts) -> None:
        for name in facts.namespaces:
            self._builder.add(f"cs:{name}", Draft("namespace", name.rpartition(".")[2], name, "csharp"))
        project = self._types.projects.of(facts.path)
        is_wanted = self._builder.wants(facts.path)
        for each in facts.imports:
            if each.alias or "static" in each.kind or each.kind == SHARED_USING:
                continue
            key = (each.source, each.within, project)
            imported = self._imported.get(key)
            if imported is None:
                imported = self._imported[key] = self._import(*key)
            target, tier = imported
            if target and is_wanted:
                self._builder.edge(f"file:{facts.path}", target, EdgeType.IMPORTS, tier, (facts.path, each.line))

    def _import(self, source: str, within: str, project: str) -> tuple[str, str]:
        """Return the node of a namespace or of the package it is in, adding it, and the tier; else empty."""
        space = next((name for name in meanings(source, within) if name in self._spaces), "")
        if space:
            self._builder.add(f"cs:{space}", Draft("namespace", space.rpartition(".")[2], space, "csharp"))
            return f"cs:{space}", "scope"
        package = self._types.projects.package(source, project)
        return (self._builder.external("nuget", package), "package") if package else ("", "")

    def _link_type(self, facts: FileFacts, use: TypeUse) -> None:
        source = source_of(facts, use.owner)
        try:
            target = self._type(facts, use)
        except Ambiguous:
            self._builder.ambiguous(source)
            return
        is_around = target is not None and source.startswith(f"{target.local_id}.")
        if target is None or (is_around and use.role != "base"):
            return
        self._builder.edge(
            source, target.local_id, self._edge_type(facts, use, target), "scope", (facts.path, use.line)
        )

    def _type(self, facts: FileFacts, use: TypeUse) -> TypeInfo | None:
        expression = parse_type(use.name)
        arity = len(expression.args)
        if use.role == "attribute":
            attribute_type = self._types.find(f"{expression.name}Attribute", arity, facts, use.owner)
            if attribute_type is not None:
                return attribute_type
        return self._types.find(expression.name, arity, facts, use.owner) if expression.name else None

    @staticmethod
    def _edge_type(facts: FileFacts, use: TypeUse, target: TypeInfo) -> EdgeType:
        if use.role == "base":
            source_kind = facts.definitions[use.owner].kind
            is_interface = target.kind == "interface" and source_kind != "interface"
            return EdgeType.IMPLEMENTS if is_interface else EdgeType.INHERITS
        by_role = {"new": EdgeType.INSTANTIATES, "attribute": EdgeType.ANNOTATED_BY}
        return by_role.get(use.role, EdgeType.REFERENCES)

    def _link_calls(self, facts: FileFacts) -> None:
        scope = self.calls.scope(facts)
        for index, call in enumerate(facts.calls):
            if call.shape == "path":
                self._refer(scope, call, self._values.receiver(scope, call), VALUE)
            if call.name not in self.calls.names:
                continue
            member, tier = self.calls.target(scope, index)
            if member is not None:
                source = source_of(facts, call.owner)
                evidence, among = (facts.path, call.line), self.calls.candidates(scope, index)
                self._builder.edge(source, member.local_id, EdgeType.CALLS, tier, evidence, among)
        for named in facts.named:
            self._link_named(scope, named)

    def _link_named(self, scope: FileScope, named: Call) -> None:
        """Add the edge to a function or a value that is named."""
        if named.name in self.calls.names:
            member, tier = self.calls.named(scope, named)
            if member is not None and member.facts.definitions[member.owner].kind != "constructor":
                self._refer(scope, named, member.local_id, tier)
                return
        self._refer(scope, named, self._values.target(scope, named), VALUE)

    def _refer(self, scope: FileScope, at: Call, target: str, tier: str) -> None:
        source = source_of(scope.facts, at.owner) if target else ""
        if target and not source.startswith(f"{target}."):
            self._builder.edge(source, target, EdgeType.REFERENCES, tier, (scope.facts.path, at.line))
