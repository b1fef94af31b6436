"""The inputs of the linker of a language."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from indexer.facts.model import FileFacts
from indexer.languages.sql.objects import SqlCatalog
from indexer.linking.graph import GraphBuilder
from indexer.linking.routes import Routes


class TableMapper(Protocol):
    """Binds classes and models to their tables."""

    def add(self, facts: FileFacts, local_id: str, name: str, tables: Sequence[str], line: int) -> str:
        """Bind a model to the first of these tables that scripts define, else to the first; return its node."""
        ...


@dataclass(frozen=True, slots=True)
class LinkContext:
    """The facts of a root and the graph that is being built from them.

    Attributes:
        files: the facts of all files of the root, by path.
        builder: already holds the nodes of all files and definitions.
        catalog: the database objects.
        models: for models that are mapped to tables.
        routes: for the addresses that are served.
    """

    files: Sequence[FileFacts]
    builder: GraphBuilder
    catalog: SqlCatalog
    models: TableMapper
    routes: Routes
