"""Entity Framework: foreign keys implied by a navigation property and its key property."""

from collections.abc import Callable, Iterable

from indexer.facts.model import FileFacts
from indexer.languages.csharp.types import CSharpTypes
from indexer.linking.graph import GraphBuilder
from search.types.graph import EdgeType

UNMAPPED = "NotMapped"


def link_keys(
    types: CSharpTypes, tables: Callable[[str], str], entities: Iterable[str], builder: GraphBuilder
) -> None:
    """Add a ``foreign_key`` for ``Buyer`` with ``BuyerId``, if both classes have exactly one table.

    Scripts that define the table say its keys themselves.

    Args:
        types: all types.
        tables: the table of an entity; empty where it has none or several.
        entities: classes that have a table.
        builder: takes the edges.
    """
    for entity in sorted(each for each in entities if each in types.types):
        lineage = [types.types[each.type_id] for each in types.ancestors(entity)]
        fields = {name: each for info in reversed(lineage) for name, each in info.fields.items()}
        for name in sorted(name for name in fields if f"{name}Id" in fields):
            each = fields[name]
            own, other = tables(entity), tables(types.bind(each.type.rstrip("?"), each.facts, each.owner).type_id)
            is_said = builder.is_defined(own) if own else True
            if not is_said and other and not _is_unmapped(each.facts, each.owner):
                line = each.facts.definitions[each.owner].start_line
                builder.edge(own, other, EdgeType.FOREIGN_KEY, "ef_typed", (each.facts.path, line))


def _is_unmapped(facts: FileFacts, owner: int) -> bool:
    return any(
        use.owner == owner and use.role == "attribute" and use.name.startswith(UNMAPPED) for use in facts.types
    )
