"""Entity Framework: classes mapped to tables, and methods that read or write a set of a context."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from indexer.facts.csharp_mappings import SET_TYPE
from indexer.facts.model import NO_OWNER, FileFacts, Mapping
from indexer.resolve.csharp import source_of
from indexer.resolve.csharp_calls import CSharpCalls
from indexer.resolve.csharp_types import CSharpTypes, TypeInfo
from indexer.resolve.graph import GraphBuilder
from indexer.resolve.sql_objects import SqlCatalog, table_node
from search.types.graph import EdgeType


class EntityTable(NamedTuple):
    """The table of an entity, where that is said, and how sure it is."""

    table: str
    evidence: tuple[str, int]
    tier: str


class EntityFramework:
    """Finds the table of every entity, then the tables behind the uses of sets."""

    def __init__(self, types: CSharpTypes, calls: CSharpCalls, catalog: SqlCatalog, builder: GraphBuilder) -> None:
        self._types = types
        self._calls = calls
        self._catalog = catalog
        self._builder = builder
        self._tables: dict[str, EntityTable] = {}
        self._by_convention: set[str] = set()
        self._sets: dict[tuple[str, str], str] = {}
        self._sets_by_name: dict[str, set[str]] = defaultdict(set)

    def link(self, facts: Sequence[FileFacts]) -> None:
        """Add ``maps_to``, ``reads_table`` and ``writes_table`` edges."""
        files = [each for each in facts if each.language == "csharp"]
        for each in files:
            for mapping in each.mappings:
                if mapping.kind == "table":
                    self._explicit(each, mapping)
        for info in self._types.types.values():
            self._sets_of(info)
        for entity in sorted(self._tables):
            table, evidence, tier = self._tables[entity] = self._with_base(entity)
            self._builder.edge(entity, self._table(table), EdgeType.MAPS_TO, tier, evidence)
        for each in files:
            for mapping in each.mappings:
                if mapping.kind in {"read", "write"}:
                    self._use(each, mapping)

    def _explicit(self, facts: FileFacts, mapping: Mapping) -> None:
        if not mapping.entity:
            if mapping.owner != NO_OWNER:
                self._tables[source_of(facts, mapping.owner)] = EntityTable(
                    mapping.table, (facts.path, mapping.line), "ef_typed"
                )
            return
        bound = self._types.bind(mapping.entity, facts, mapping.owner)
        if bound.type_id:
            self._tables[bound.type_id] = EntityTable(mapping.table, (facts.path, mapping.line), "ef_typed")

    def _sets_of(self, info: TypeInfo) -> None:
        """The sets of a context; an entity without another mapping has its set's name as its table's."""
        for name in sorted(info.fields):
            each = info.fields[name]
            found = SET_TYPE.fullmatch("".join(each.type.split()))
            if not found:
                continue
            bound = self._types.bind(found.group(1), each.facts, each.owner)
            if bound.type_id:
                self._sets[info.local_id, name] = bound.type_id
                self._sets_by_name[name].add(bound.type_id)
                line = each.facts.definitions[each.owner].start_line
                if bound.type_id not in self._tables:
                    self._by_convention.add(bound.type_id)
                    self._tables[bound.type_id] = EntityTable(name, (each.facts.path, line), "ef_typed")

    def _with_base(self, entity: str) -> EntityTable:
        """An entity below another one shares its table unless a mapping says else (table per hierarchy)."""
        own = self._tables[entity]
        if entity not in self._by_convention:
            return own
        above = (each.type_id for each in self._types.ancestors(entity)[1:])
        base = next((self._tables[each] for each in above if each in self._tables), own)
        return EntityTable(base.table, own.evidence, own.tier)

    def _table(self, written: str) -> str:
        return table_node(written, self._catalog, self._builder)

    def _use(self, facts: FileFacts, mapping: Mapping) -> None:
        entity, tier = self._entity_of(facts, mapping)
        if not entity:
            return
        target = self._table(self._tables[entity].table)
        is_view = self._catalog.kinds.get(target) == "view"
        read = EdgeType.READS_VIEW if is_view else EdgeType.READS_TABLE
        type_ = EdgeType.WRITES_TABLE if mapping.kind == "write" else read
        self._builder.edge(source_of(facts, mapping.owner), target, type_, tier, (facts.path, mapping.line))

    def _entity_of(self, facts: FileFacts, mapping: Mapping) -> tuple[str, str]:
        scope = self._calls.scope(facts)
        holder, _ = self._calls.path_type(scope, mapping.owner, mapping.entity, mapping.line)
        if holder is not None and holder.type_id:
            for info, _ in self._types.lineage(holder):
                entity = self._sets.get((info.local_id, mapping.member))
                if entity:
                    return entity, "ef_typed"
            return "", ""
        if holder is not None and not holder.name.startswith("!"):
            return "", ""
        named = self._sets_by_name.get(mapping.member, set())
        return (next(iter(named)), "ef_name") if len(named) == 1 else ("", "")
