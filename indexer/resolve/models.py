"""Entity classes outside of C#: their tables, their keys, and the code that uses them."""

import re
from collections.abc import Sequence

from indexer.facts.model import NO_OWNER, FileFacts, Mapping
from indexer.languages.sql.objects import SqlCatalog, inferred_table, table_node
from indexer.linking.graph import GraphBuilder, source_of
from indexer.linking.module_names import ModuleNames
from indexer.linking.module_targets import ModuleTargets
from indexer.linking.modules import OpenClasses
from indexer.resolve.model_names import conventional_names, derived_name, django_label
from indexer.resolve.model_uses import ModelUses
from indexer.resolve.record_uses import records
from search.types.graph import EdgeType

FRAMEWORKS = {
    **dict.fromkeys(("models.Model", "db.models.Model"), "django"),
    "db.Model": "flask",
    **dict.fromkeys(
        ("namespace.Illuminate.Database.Eloquent.Model", "namespace.Illuminate.Foundation.Auth.User"), "eloquent"
    ),
}
"""Bases, as the facts have them, that make a class a model -> the framework that they are of."""

OWN_BASES = frozenset(("BaseModel", "Model"))
"""Names of classes that a program derives its models from, which have no table of their own."""

DERIVING = ("py:", "php:")
"""What the identifiers of classes begin with in languages whose models are known by their bases."""


class Models:
    """Finds the table of every class, then the tables behind the uses of classes."""

    def __init__(self, catalog: SqlCatalog, builder: GraphBuilder) -> None:
        self._catalog = catalog
        self._builder = builder
        self._tables: dict[str, str] = {}
        self._by_name: dict[str, set[str]] = {}

    def table_of(self, entity: str) -> str:
        """Return the table of the only class with this name, as queries by class name it; else empty."""
        tables = {self._tables[each] for each in self._by_name.get(entity.lower(), ())}
        return tables.pop() if len(tables) == 1 else ""

    def link(self, names: ModuleNames, targets: ModuleTargets) -> None:
        """Add the edges of one family of languages."""
        metas = {
            source_of(facts, each.owner): each
            for facts in names.files.values()
            for each in facts.mappings
            if each.kind == "meta"
        }
        declared = [
            (facts, each) for facts in names.files.values() for each in facts.mappings if each.kind == "table"
        ]
        for facts in names.files.values():
            self._describe(facts)
        for facts, each in sorted(declared, key=lambda pair: not pair[1].table):
            self._map(names, facts, each)
        self._map_derived(names, metas)
        if names.open is not None:
            self._map_records(names, names.open)
        uses = ModelUses(names, targets, self._tables, self._by_name, self._builder)
        for facts in names.files.values():
            self._link_columns(facts)
            uses.link(facts)

    def _map(self, names: ModuleNames, facts: FileFacts, each: Mapping) -> None:
        local_id = names.path_target(facts.path, each.entity) if each.entity else source_of(facts, each.owner)
        if not local_id or local_id in self._tables or each.owner == NO_OWNER:
            return
        name = re.split(r"[.#:]", local_id)[-1]
        convention = conventional_names(facts.language, name)
        self.add(facts, local_id, name, [each.table] if each.table else convention, each.line)

    def add(self, facts: FileFacts, local_id: str, name: str, tables: Sequence[str], line: int) -> str:
        """Map a class to the first of these tables that scripts define, else to the first; return its node."""
        known = (self._catalog.resolve(each, self._catalog.main_dialect).local_id for each in tables)
        table = next((each for each in known if each), "")
        table = table or inferred_table(tables[0], self._catalog, self._builder)
        self._builder.living(table)
        self._tables[local_id] = table
        self._by_name.setdefault(name.lower(), set()).add(local_id)
        self._builder.edge(local_id, table, EdgeType.MAPS_TO, "orm_typed", (facts.path, line))
        return table

    def _map_derived(self, names: ModuleNames, metas: dict[str, Mapping]) -> None:
        """Classes below a framework's model that are not abstract have a table, by its name or by convention."""
        for local_id in sorted(
            names.classes, key=lambda each: (each in metas and "proxy" in metas[each].member, each)
        ):
            class_ = names.classes[local_id]
            meta = metas.get(local_id)
            flags = meta.member if meta is not None else ""
            if not local_id.startswith(DERIVING) or local_id in self._tables or "abstract" in flags:
                continue
            base, name = self._model_base(names, local_id), re.split(r"[.#:]", local_id)[-1]
            if not base or name in OWN_BASES:
                continue
            label = (meta.entity if meta is not None else "") or django_label(class_.path)
            table = meta.table if meta is not None else ""
            if base == "eloquent":
                table = self._declared_table(names, metas, local_id)
            table = table or derived_name(base, label, name)
            facts = names.files[class_.path]
            line = next(each.start_line for each in facts.definitions if each.local_id == local_id)
            if "proxy" in flags:
                parents = [self._tables[each] for each in names.bases(class_) if each in self._tables]
                table = parents[0].removeprefix("sql:") if parents else table
            self.add(facts, local_id, name, [table], line)

    @staticmethod
    def _declared_table(names: ModuleNames, metas: dict[str, Mapping], local_id: str) -> str:
        """Return the name that a class of Eloquent or one of its bases gives the table; else empty."""
        own = (metas.get(class_.local_id) for class_ in names.lineage(local_id))
        return next((meta.table for meta in own if meta is not None and meta.table), "")

    @staticmethod
    def _model_base(names: ModuleNames, local_id: str) -> str:
        """Return ``django``, ``flask`` or ``eloquent`` for a class below a model of that framework; else empty."""
        written = (each for class_ in names.lineage(local_id) for each in class_.bases)
        return next((FRAMEWORKS[each] for each in written if each in FRAMEWORKS), "")

    def _map_records(self, names: ModuleNames, classes: OpenClasses) -> None:
        """Classes below Active Record have a table by convention; those of one table share it."""
        waiting = list(records(names, classes, self._tables))
        for each in sorted(waiting, key=lambda record: bool(record.base)):
            shared = self._tables.get(each.base, "").removeprefix("sql:")
            facts = names.files[each.path]
            name = each.local_id.rpartition(":")[2].rpartition(".")[2]
            self.add(facts, each.local_id, name, [shared] if shared else each.tables, each.line)

    def _describe(self, facts: FileFacts) -> None:
        for each in facts.mappings:
            if each.kind == "described":
                target = table_node(each.table, self._catalog, self._builder)
                evidence = (facts.path, each.line)
                self._builder.edge(source_of(facts, each.owner), target, EdgeType.MAPS_TO, "orm_typed", evidence)

    def _link_columns(self, facts: FileFacts) -> None:
        """Add the foreign keys that name a table and its column: ``ForeignKey("orders.id")``."""
        for each in facts.mappings:
            table, _, column = each.entity.rpartition(".")
            if each.kind != "foreign_key" or not table or not column[:1].islower():
                continue
            own = self._tables.get(source_of(facts, each.owner), "")
            if each.table:
                own = table_node(each.table, self._catalog, self._builder)
            target = self._catalog.resolve(table, self._catalog.main_dialect).local_id
            if own and self._catalog.kinds.get(target) == "table":
                self._builder.edge(own, target, EdgeType.FOREIGN_KEY, "orm_typed", (facts.path, each.line))
