"""Entity Framework: classes mapped to tables, and methods that read or write a set of a context."""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from indexer.facts.model import NO_OWNER, FileFacts, Mapping
from indexer.languages.csharp.calls import CSharpCalls
from indexer.languages.csharp.entity_keys import link_keys
from indexer.languages.csharp.entity_migrations import link_migrations
from indexer.languages.csharp.entity_names import EntityNames
from indexer.languages.csharp.identity_classes import CONTEXT, IdentityClasses
from indexer.languages.csharp.mappings import CONFIGURED, REPOSITORY_ENDS, SET_TYPE
from indexer.languages.csharp.names import FAMILY
from indexer.languages.csharp.repositories import Repositories
from indexer.languages.csharp.types import CSharpTypes, TypeInfo
from indexer.languages.sql.objects import SqlCatalog, inferred_table, table_node
from indexer.linking.graph import GraphBuilder, source_of
from search.types.graph import EdgeType

CONFIGURATION = re.compile(r"(?:[\w.]+\.)?\w*(?:Configuration|Map|Mapping|Builder)\w*<")
"""Bases of a class that says how another is mapped."""

SET = "DbSet"
"""In the name of every type that `SET_TYPE` is looked for in; most fields have another."""


class EntityTable(NamedTuple):
    """The table of an entity, where that is said, and the schema that its context gives to tables without one."""

    table: str
    evidence: tuple[str, int]
    is_attribute: bool = False
    schema: str = ""


CONTRIB_KINDS = frozenset(("contrib_read", "contrib_write"))
ENTITY_USES = {"reads_entity": False, "writes_entity": True, "contrib_read": False, "contrib_write": True}
"""Uses that name the class and not a set, with whether they write."""


class EntityFramework:
    """Finds the table of every entity, then the tables behind the uses of sets."""

    def __init__(self, types: CSharpTypes, calls: CSharpCalls, catalog: SqlCatalog, builder: GraphBuilder) -> None:
        self._types = types
        self._calls = calls
        self._catalog = catalog
        self._builder = builder
        self._tables: dict[str, list[EntityTable]] = {}
        self._by_convention: set[str] = set()
        self._sets: dict[tuple[str, str], str] = {}
        self._sets_by_name: dict[str, set[str]] = defaultdict(set)
        self._names = EntityNames(types)
        self._repositories = Repositories(types, calls, self._tables)
        self._identity = IdentityClasses(types, builder)

    def link(self, facts: Sequence[FileFacts]) -> None:
        """Add ``maps_to``, ``reads_table`` and ``writes_table`` edges."""
        files = [each for each in facts if each.language in FAMILY and each.mappings]
        self._names.read(files)
        mappings = [(each, mapping) for each in files for mapping in each.mappings]
        self._find_tables(mappings)
        for entity in sorted(self._tables):
            self._tables[entity] = self._with_base(entity)
            for entity_table in self._tables[entity]:
                self._builder.edge(
                    entity, self._table(entity_table), EdgeType.MAPS_TO, "ef_typed", entity_table.evidence
                )
        link_keys(self._types, self._only_table, self._tables, self._builder)
        for each, mapping in mappings:
            if self._builder.wants(each.path):
                self._use(each, mapping)
        for each in self._types.files if self._tables else ():
            if self._builder.wants(each.path):
                self._use_repositories(each)
        self._identity.link([each for each in facts if each.language in FAMILY])
        link_migrations(files, self._catalog, self._builder)

    def _find_tables(self, mappings: Sequence[tuple[FileFacts, Mapping]]) -> None:
        for each, mapping in mappings:
            if mapping.kind == "table":
                self._explicit(each, mapping)
        for info in self._types.types.values():
            self._sets_of(info)
            self._identities_of(info)
        self._add_snapshots(mappings)
        for each, mapping in mappings:
            if mapping.kind in CONTRIB_KINDS:
                self._plural(each, mapping)

    def _explicit(self, facts: FileFacts, mapping: Mapping) -> None:
        """A builder overrules an attribute; a class that several contexts share may have a table in each."""
        if not mapping.entity and mapping.owner == NO_OWNER:
            return
        if mapping.entity == CONFIGURED:
            bound = self._configured(facts, mapping.owner)
        else:
            bound = self._types.bind(mapping.entity, facts, mapping.owner).type_id if mapping.entity else ""
        bound = bound or self._identity.named(mapping.entity, facts)
        entity = bound if mapping.entity else source_of(facts, mapping.owner)
        table = self._names.spelled(mapping.table, facts, mapping.owner)
        if not entity or not table:
            return
        schema = self._names.schema_at(facts, mapping.owner) if mapping.entity and "." not in table else ""
        explicit = EntityTable(table, (facts.path, mapping.line), not mapping.entity, schema)
        known = self._tables.setdefault(entity, [])
        if explicit.is_attribute and known:
            return
        known[:] = [each for each in known if not each.is_attribute]
        if all(each.table.lower() != explicit.table.lower() for each in known):
            known.append(explicit)

    def _add_snapshots(self, mappings: Sequence[tuple[FileFacts, Mapping]]) -> None:
        """Take tables that only the snapshot of a model names, for instance those that a convention names."""
        known = {entity for entity in self._tables if entity not in self._by_convention}
        for facts, mapping in mappings:
            entity = self._types.named_in_full(mapping.entity, facts) if mapping.kind == "snapshot" else ""
            if not entity or entity in known:
                continue
            around = self._types.enclosing_types(facts, mapping.owner)
            schema = self._names.schema_of(around[0]) if around and "." not in mapping.table else ""
            table = EntityTable(mapping.table, (facts.path, mapping.line), schema=schema)
            tables = self._tables.setdefault(entity, [])
            if all(each.table.lower() != table.table.lower() for each in tables):
                tables[:] = [table] if entity in self._by_convention else [*tables, table]
            self._by_convention.discard(entity)

    def _configured(self, facts: FileFacts, owner: int) -> str:
        """Return the class that the class around a place configures: the type argument of its base."""
        for info in self._types.enclosing_types(facts, owner)[:1]:
            for base_facts, base_owner, written, _ in info.bases:
                if CONFIGURATION.match(written):
                    arguments = self._types.bind(written, base_facts, base_owner).args
                    return arguments[0].type_id if arguments else ""
        return ""

    def _sets_of(self, info: TypeInfo) -> None:
        """The sets of a context; an entity without another mapping has its set's name as its table's."""
        for name in sorted(name for name, each in info.fields.items() if SET in each.type):
            each = info.fields[name]
            set_type = SET_TYPE.fullmatch("".join(each.type.split()))
            if not set_type:
                continue
            bound = self._types.bind(set_type.group(1), each.facts, each.owner)
            if bound.type_id:
                self._sets[info.local_id, name] = bound.type_id
                self._sets_by_name[name].add(bound.type_id)
                line = each.facts.definitions[each.owner].start_line
                if bound.type_id not in self._tables:
                    self._by_convention.add(bound.type_id)
                    schema = self._names.schema_of(info)
                    self._tables[bound.type_id] = [EntityTable(name, (each.facts.path, line), schema=schema)]

    def _identities_of(self, info: TypeInfo) -> None:
        for facts, owner, written, line in info.bases:
            base = self._types.bind(written, facts, owner) if written.startswith(CONTEXT) else None
            if base is None or base.type_id:
                continue
            for entity, table in self._identity.tables(base.args, facts):
                schema = self._names.schema_of(info)
                self._tables.setdefault(entity, [EntityTable(table, (facts.path, line), schema=schema)])

    def _plural(self, facts: FileFacts, mapping: Mapping) -> None:
        """A class without another mapping has its plural as its table, as Dapper.Contrib forms it."""
        bound = self._types.bind(mapping.entity, facts, mapping.owner)
        if bound.type_id and bound.type_id not in self._tables:
            info = self._types.types[bound.type_id]
            is_interface = info.kind == "interface" and info.name[:1] == "I"
            table = f"{info.name[1:] if is_interface else info.name}s"
            self._tables[bound.type_id] = [EntityTable(table, (facts.path, mapping.line))]

    def _with_base(self, entity: str) -> list[EntityTable]:
        """An entity below another one shares its table unless a mapping says else (table per hierarchy)."""
        own = self._tables[entity]
        if entity not in self._by_convention:
            return own
        above = (each.type_id for each in self._types.ancestors(entity)[1:])
        base = next((self._tables[each] for each in above if each in self._tables), own)
        return [EntityTable(each.table, own[0].evidence, schema=each.schema) for each in base]

    def _only_table(self, entity: str) -> str:
        """Return the table of an entity; empty where it has none or several."""
        known = self._tables.get(entity, ())
        return self._table(known[0]) if len(known) == 1 else ""

    def _table_in(self, entity: str, project: str) -> EntityTable | None:
        """Return the table of an entity in a project's context; None when several could be meant."""
        tables = self._tables[entity]
        near = [each for each in tables if self._types.projects.of(each.evidence[0]) == project] or tables
        return near[0] if len(near) == 1 else None

    def _table(self, entity_table: EntityTable) -> str:
        """Return the node of a table, in the schema of its context unless scripts know it in another only."""
        if not entity_table.schema:
            return table_node(entity_table.table, self._catalog, self._builder)
        full = f"{entity_table.schema}.{entity_table.table}"
        known = (
            self._catalog.resolve(each, self._catalog.main_dialect).local_id for each in (full, entity_table.table)
        )
        return next((each for each in known if each), "") or inferred_table(full, self._catalog, self._builder)

    def _use(self, facts: FileFacts, mapping: Mapping) -> None:
        if mapping.kind in {"read", "write"}:
            self._use_set(facts, mapping)
        elif mapping.kind in ENTITY_USES:
            self._use_entity(facts, mapping)

    def _use_repositories(self, facts: FileFacts) -> None:
        home = self._types.projects.of(facts.path)
        for mapping, entity in self._repositories.uses(facts):
            self._link_use(facts, mapping, (entity, home), "repository", writes=mapping.kind == "write")

    def _use_set(self, facts: FileFacts, mapping: Mapping) -> None:
        entity, tier, project = self._entity_of(facts, mapping)
        if not entity:
            return
        self._link_use(facts, mapping, (entity, project), tier, writes=mapping.kind == "write")

    def _use_entity(self, facts: FileFacts, mapping: Mapping) -> None:
        entity = self._types.bind(mapping.entity, facts, mapping.owner).type_id
        if entity in self._tables:
            home = (entity, self._types.projects.of(facts.path))
            self._link_use(facts, mapping, home, "ef_typed", writes=ENTITY_USES[mapping.kind])

    def _link_use(
        self, facts: FileFacts, mapping: Mapping, home: tuple[str, str], tier: str, *, writes: bool
    ) -> None:
        source = source_of(facts, mapping.owner)
        table = self._table_in(*home)
        if table is None:
            self._builder.ambiguous(source)
            return
        target = self._table(table)
        is_view = self._catalog.kinds.get(target) == "view"
        read = EdgeType.READS_VIEW if is_view else EdgeType.READS_TABLE
        self._builder.edge(
            source, target, EdgeType.WRITES_TABLE if writes else read, tier, (facts.path, mapping.line)
        )

    def _entity_of(self, facts: FileFacts, mapping: Mapping) -> tuple[str, str, str]:
        """Return the entity of a set that is used, how sure that is, and the project of its context."""
        scope = self._calls.scope(facts)
        holder, _ = self._calls.path_type(scope, mapping.owner, mapping.entity, mapping.line)
        stored = self._repositories.entity(holder)
        if stored:
            return stored, "repository", self._types.projects.of(facts.path)
        if holder is not None and holder.type_id:
            for info, _ in self._types.lineage(holder):
                entity = self._sets.get((info.local_id, mapping.member))
                if entity:
                    return entity, "ef_typed", info.project
            return "", "", ""
        if holder is not None and not holder.name.startswith("!"):
            return "", "", ""
        is_repository = mapping.entity.lower().endswith(REPOSITORY_ENDS)
        named = set() if is_repository else self._sets_by_name.get(mapping.member, set())
        project = self._types.projects.of(facts.path)
        return (next(iter(named)), "ef_name", project) if len(named) == 1 else ("", "", "")
