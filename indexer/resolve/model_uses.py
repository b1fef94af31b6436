"""Code that reads or writes the tables behind classes: through managers, repositories and queries by class."""

import re

from indexer.facts.model import NO_OWNER, FileFacts, Mapping
from indexer.linking.graph import GraphBuilder, place_of, source_of
from indexer.linking.module_names import MAX_HOPS, ModuleNames
from indexer.linking.module_targets import ModuleTargets
from indexer.resolve.record_uses import record_uses
from search.types.graph import EdgeType

DJANGO_WRITES = re.compile(r"a?(?:create|bulk_create|update|bulk_update|delete|get_or_create|update_or_create)")
MANAGERS = (".objects", ".query", "._default_manager")
"""Names between a model and the operation on its table."""

TYPEORM_WRITES = frozenset(
    [
        "save",
        "insert",
        "update",
        "upsert",
        "delete",
        "remove",
        "softDelete",
        "softRemove",
        "restore",
        "recover",
        "increment",
        "decrement",
        "clear",
    ]
)
TYPEORM_SILENT = frozenset(("create", "merge", "getId", "hasId", "metadata", "target"))
"""Methods of a repository that do not reach the database."""

SPRING = re.compile(r"(save|delete|insert|update|remove|persist)|(find|get|count|exists|read|query|stream|search)")
"""How a repository's method begins: one that writes, or one that reads."""

READING_REPOSITORY = "Repository"
"""The marker interface of Spring Data, which has no methods."""


class ModelUses:
    """Edges from code to the tables of the classes that it names, in one family of languages."""

    def __init__(
        self,
        names: ModuleNames,
        targets: ModuleTargets,
        tables: dict[str, str],
        by_name: dict[str, set[str]],
        builder: GraphBuilder,
    ) -> None:
        self._names = names
        self._targets = targets
        self._tables = tables
        self._by_name = by_name
        self._builder = builder
        self._tables_held_by = {
            source_of(facts, each.owner): table
            for facts in names.files.values()
            for each in facts.mappings
            if each.kind == "repository" and (table := self._table(facts, each.entity))
        }

    def link(self, facts: FileFacts) -> None:
        """Add the edges of one file."""
        holders = _Holders(facts)
        for each in facts.mappings:
            table = self._mapped(facts, each)
            if not table:
                continue
            if each.kind in {"read", "write"}:
                self._edge(facts, each.owner, table, each.kind == "write", each.line)
            elif each.kind == "foreign_key":
                self._key(facts, each, table)
            elif each.kind == "repository":
                self._link_repository(facts, each, table)
            elif each.kind == "holder":
                holders.add(each, table)
        self._link_calls(facts, holders)
        if self._names.open is not None:
            for owner, table, writes, line in record_uses(facts, self._targets, self._tables):
                self._edge(facts, owner, table, writes, line)

    def _link_repository(self, facts: FileFacts, each: Mapping, table: str) -> None:
        """A repository reads its table, and writes it unless it is of the kind that declares no method itself."""
        self._edge(facts, each.owner, table, writes=False, line=each.line)
        if each.member != READING_REPOSITORY:
            self._edge(facts, each.owner, table, writes=True, line=each.line)
        own = source_of(facts, each.owner)
        for index, definition in enumerate(facts.definitions):
            kind = SPRING.match(definition.name) if definition.parent == own else None
            if kind:
                self._edge(facts, index, table, writes=bool(kind.group(1)), line=definition.start_line)

    def _mapped(self, facts: FileFacts, each: Mapping) -> str:
        if each.entity:
            is_class = each.entity.rpartition(".")[2][:1].isupper() or "." not in each.entity
            by_name = each.kind == "foreign_key" and is_class
            return self._table(facts, each.entity, each.owner, by_name=by_name)
        if each.member and each.kind in {"read", "write"}:
            class_id = self._targets.held_by(facts, each.owner, each.member, each.line, MAX_HOPS)
            return self._tables.get(class_id, "")
        return ""

    def _table(self, facts: FileFacts, written: str, owner: int = NO_OWNER, *, by_name: bool = False) -> str:
        """Return the table of a class as a file names it, also of ``Order.id``; else empty."""
        for name in (written, written.rpartition(".")[0]):
            table = self._tables.get(self._meaning(facts, owner, name), "") if name else ""
            if table:
                return table
        if not by_name:
            return ""
        if written == "self":
            return ""
        tables = {self._tables[each] for each in self._by_name.get(written.rpartition(".")[2].lower(), ())}
        return tables.pop() if len(tables) == 1 else ""

    def _meaning(self, facts: FileFacts, owner: int, name: str) -> str:
        """Return the class that a name means at a place."""
        if self._names.open is not None:
            return self._names.type_at(facts.path, place_of(facts, owner), name)
        return self._names.path_target(facts.path, name)

    def _key(self, facts: FileFacts, each: Mapping, table: str) -> None:
        own = self._tables.get(source_of(facts, each.owner), "")
        if own:
            self._builder.edge(own, table, EdgeType.FOREIGN_KEY, "orm_typed", (facts.path, each.line))

    def _link_calls(self, facts: FileFacts, holders: "_Holders") -> None:
        for call in facts.calls:
            if call.shape == "chain" and DJANGO_WRITES.fullmatch(call.name):
                first = call
                while first.shape == "chain":
                    first = facts.calls[first.inner]
                table = self._managed(facts, first.receiver)
                if table:
                    self._edge(facts, call.owner, table, writes=True, line=call.line)
            if call.shape != "path":
                continue
            table = self._managed(facts, call.receiver)
            if table:
                writes = DJANGO_WRITES.fullmatch(call.name) is not None
                self._edge(facts, call.owner, table, writes, call.line)
                continue
            self._link_holder(facts, call.owner, call.receiver, call.name, call.line, holders)

    def _managed(self, facts: FileFacts, receiver: str) -> str:
        """Return the table of ``Order`` in ``Order.objects``; else empty."""
        entity = next((receiver[: -len(end)] for end in MANAGERS if receiver.endswith(end)), "")
        return self._table(facts, entity) if entity else ""

    def _link_holder(
        self,
        facts: FileFacts,
        owner: int,
        receiver: str,
        name: str,
        line: int,
        holders: "_Holders",
    ) -> None:
        """A call of ``this.orders``, which is declared as the repository of a class."""
        table = holders.table(owner, receiver.removeprefix("this."))
        if table:
            if name not in TYPEORM_SILENT:
                self._edge(facts, owner, table, name in TYPEORM_WRITES, line)
            return
        kind = SPRING.match(name) if self._tables_held_by else None
        if kind:
            class_id = self._targets.held_by(facts, owner, receiver, line, MAX_HOPS)
            if class_id in self._tables_held_by:
                self._edge(facts, owner, self._tables_held_by[class_id], bool(kind.group(1)), line)

    def _edge(self, facts: FileFacts, owner: int, table: str, writes: bool, line: int) -> None:  # noqa: FBT001 - passed on
        type_ = EdgeType.WRITES_TABLE if writes else EdgeType.READS_TABLE
        self._builder.edge(source_of(facts, owner), table, type_, "orm_typed", (facts.path, line))


class _Holders:
    """The members of a file that are declared as repositories of a class."""

    def __init__(self, facts: FileFacts) -> None:
        self._facts = facts
        self._tables: dict[tuple[str, str], str] = {}
        self._parents: dict[str, str] = {}

    def add(self, mapping: Mapping, table: str) -> None:
        """Note the table behind a member."""
        self._tables[source_of(self._facts, mapping.owner), mapping.member] = table
        if not self._parents:
            self._parents = {each.local_id: each.parent for each in self._facts.definitions}

    def table(self, owner: int, member: str) -> str:
        """Return the table of a member as it is named inside a definition, whose own comes first; else empty."""
        scope = self._facts.definitions[owner].local_id if self._tables and owner != NO_OWNER else ""
        while scope in self._parents:
            if table := self._tables.get((scope, member)):
                return table
            scope = self._parents[scope]
        return ""
