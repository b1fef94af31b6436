"""MyBatis: the methods of Java interfaces and the database objects that their statements use."""

from collections.abc import Sequence

from indexer.facts.model import NO_OWNER, FileFacts, SqlUse
from indexer.languages.sql.objects import SqlCatalog, imply_table, link_name
from indexer.linking.graph import GraphBuilder


def link_statements(files: Sequence[FileFacts], catalog: SqlCatalog, builder: GraphBuilder) -> None:
    """Add an edge from each method to what its statement uses; from the file where no such method is known."""
    stated = [
        (facts, each.entity, SqlUse(NO_OWNER, each.table, each.member, each.line, is_certain=True))
        for facts in files
        for each in facts.mappings
        if each.kind == "statement"
    ]
    for facts, _, use in stated:
        imply_table(use, facts, catalog, builder)
    for facts, method, use in stated:
        source = f"java:{method}"
        link_name(use, source if builder.has(source) else f"file:{facts.path}", facts, catalog, builder)
