"""Prisma: tables of the models in schemas, and what its client does with them in JavaScript and TypeScript."""

import re

from indexer.facts.model import FileFacts
from indexer.languages.link_context import LinkContext
from indexer.linking.graph import GraphBuilder, source_of
from search.types.graph import EdgeType

CLIENT = re.compile(r"(?:^|\.)(?:\w*prisma\w*|\w*db|tx|\w*client)$", re.IGNORECASE)
"""Usual names of a Prisma client or of one of its transactions."""

READING = (
    "findMany",
    "findUnique",
    "findUniqueOrThrow",
    "findFirst",
    "findFirstOrThrow",
    "count",
    "aggregate",
    "groupBy",
)
WRITING = ("create", "createMany", "createManyAndReturn", "update", "updateMany", "upsert", "delete", "deleteMany")
CLIENT_EDGES = {
    **dict.fromkeys(READING, EdgeType.READS_TABLE),
    **dict.fromkeys(WRITING, EdgeType.WRITES_TABLE),
}
LANGUAGES = frozenset(("javascript", "typescript", "tsx"))


def link(context: LinkContext) -> None:
    """Add the tables of all schemas, their keys, and the edges from the client's calls."""
    schemas = [each for each in context.files if each.language == "prisma"]
    tables: dict[str, str] = {}
    for facts in schemas:
        for each in facts.mappings:
            if each.kind == "table":
                name = facts.definitions[each.owner].name
                source = source_of(facts, each.owner)
                tables[name] = context.models.add(facts, source, name, [each.table or name], each.line)
    for facts in schemas:
        for each in facts.mappings:
            own = facts.definitions[each.owner].name
            if each.kind == "foreign_key" and each.entity in tables and own in tables:
                evidence = (facts.path, each.line)
                context.builder.edge(tables[own], tables[each.entity], EdgeType.FOREIGN_KEY, "orm_typed", evidence)
    members = {f"{name[:1].lower()}{name[1:]}": table for name, table in tables.items()}
    for facts in context.files if members else ():
        if facts.language in LANGUAGES:
            _link_client(facts, members, context.builder)


def _link_client(facts: FileFacts, members: dict[str, str], builder: GraphBuilder) -> None:
    """``prisma.order.findMany(...)`` reads the table of the model ``Order``."""
    for call in facts.calls:
        head, _, member = call.receiver.rpartition(".")
        type_ = CLIENT_EDGES.get(call.name)
        if call.shape == "path" and type_ is not None and member in members and CLIENT.search(head):
            source = source_of(facts, call.owner)
            builder.edge(source, members[member], type_, "orm_name", (facts.path, call.line))
