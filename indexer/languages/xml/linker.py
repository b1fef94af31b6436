"""MyBatis: the methods of Java interfaces and the database objects that their statements use."""

from indexer.facts.model import NO_OWNER, SqlUse
from indexer.languages.link_context import LinkContext
from indexer.languages.sql.objects import imply_table, link_name


def link(context: LinkContext) -> None:
    """Add an edge from each method to what its statement uses; from the file where no such method is known."""
    stated = [
        (facts, each.entity, SqlUse(NO_OWNER, each.table, each.member, each.line, is_certain=True))
        for facts in context.files
        for each in facts.mappings
        if each.kind == "statement"
    ]
    for facts, _, use in stated:
        imply_table(use, facts, context.catalog, context.builder)
    for facts, method, use in stated:
        source = f"java:{method}"
        source = source if context.builder.has(source) else f"file:{facts.path}"
        link_name(use, source, facts, context.catalog, context.builder)
