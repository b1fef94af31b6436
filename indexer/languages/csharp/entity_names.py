"""Entity Framework: names of tables that are constants elsewhere, and the default schema of a context."""

from collections import defaultdict
from collections.abc import Sequence

from indexer.facts.model import FileFacts
from indexer.languages.csharp.constant_texts import ConstantTexts
from indexer.languages.csharp.types import CSharpTypes, TypeInfo


class EntityNames:
    """Constants by type and name, and schemas by context."""

    def __init__(self, types: CSharpTypes) -> None:
        self._types = types
        self._texts = ConstantTexts(types)
        self._schemas: dict[str, str] = {}
        self._of_project: dict[str, set[str]] = defaultdict(set)

    def read(self, files: Sequence[FileFacts]) -> None:
        """Take the constants, then the schemas, which may be constants."""
        self._texts.read(files)
        for facts in files:
            for each in facts.mappings:
                schema = self.spelled(each.table, facts, each.owner) if each.kind == "schema" else ""
                around = self._types.enclosing_types(facts, each.owner) if schema else ()
                if around:
                    self._schemas[around[0].local_id] = schema
                    self._of_project[around[0].project].add(schema)

    def spelled(self, written: str, facts: FileFacts, owner: int) -> str:
        """Return a name with the values of its constants; empty when one of them is not known."""
        return self._texts.spelled(written, facts, owner)

    def schema_of(self, context: TypeInfo) -> str:
        """Return the default schema of a context; empty when it says none."""
        return self._schemas.get(context.local_id, "")

    def schema_at(self, facts: FileFacts, owner: int) -> str:
        """Return the default schema where a mapping stands: of the context around, else of the project."""
        around = self._types.enclosing_types(facts, owner)
        if around and around[0].local_id in self._schemas:
            return self._schemas[around[0].local_id]
        schemas = self._of_project.get(self._types.projects.of(facts.path), set())
        return next(iter(schemas)) if len(schemas) == 1 else ""
