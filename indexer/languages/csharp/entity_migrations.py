"""Entity Framework's migrations: the tables they leave, and their foreign keys where no script defines them."""

from collections.abc import Sequence

from indexer.facts.model import NO_OWNER, FileFacts, Mapping
from indexer.languages.sql.objects import SqlCatalog, table_node
from indexer.linking.graph import GraphBuilder
from search.types.graph import EdgeType

FORWARD = "Up"
"""The method that takes a step; ``Down`` takes it back."""

Key = tuple[str, str]


def link_migrations(files: Sequence[FileFacts], catalog: SqlCatalog, builder: GraphBuilder) -> None:
    """Add a node for every table that is there after the last step, and an edge for every foreign key."""
    tables: dict[str, str] = {}
    keys: dict[Key, tuple[str, int]] = {}
    scripted = {local_id for local_id in catalog.kinds if builder.is_defined(local_id)}
    for facts in sorted(files, key=lambda each: each.path):
        for each in facts.mappings:
            if each.owner != NO_OWNER and facts.definitions[each.owner].name == FORWARD:
                _step(facts, each, tables, keys)
    nodes = {name: table_node(written, catalog, builder) for name, written in sorted(tables.items())}
    for (source, target), evidence in sorted(keys.items()):
        if source in nodes and target in nodes and nodes[source] not in scripted:
            builder.edge(nodes[source], nodes[target], EdgeType.FOREIGN_KEY, "ef_typed", evidence)


def _step(facts: FileFacts, each: Mapping, tables: dict[str, str], keys: dict[Key, tuple[str, int]]) -> None:
    name = each.table.lower()
    if each.kind == "created":
        tables[name] = each.table
    elif each.kind == "dropped":
        tables.pop(name, None)
        for key in [key for key in keys if name in key]:
            del keys[key]
    elif each.kind == "renamed":
        tables.pop(name, None)
        now = each.entity.lower()
        tables[now] = each.entity
        for source, target in [key for key in keys if name in key]:
            renamed = (now if source == name else source, now if target == name else target)
            keys[renamed] = keys.pop((source, target))
    elif each.kind == "migrated_key":
        keys[name, each.entity.lower()] = (facts.path, each.line)
