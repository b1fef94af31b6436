"""Entity Framework: names of tables that are constants elsewhere, and the default schema of a context."""

import re
from collections import defaultdict
from collections.abc import Sequence

from indexer.facts.model import NO_OWNER, FileFacts
from indexer.languages.csharp.types import CSharpTypes, TypeInfo

PATH = re.compile(r"\{([\w.]+)\}")


class EntityNames:
    """Constants by type and name, and schemas by context."""

    def __init__(self, types: CSharpTypes) -> None:
        self._types = types
        self._constants: dict[tuple[str, str], str] = {}
        self._schemas: dict[str, str] = {}
        self._of_project: dict[str, set[str]] = defaultdict(set)

    def read(self, files: Sequence[FileFacts]) -> None:
        """Take the constants, then the schemas, which may be constants."""
        for facts in files:
            for each in facts.mappings:
                if each.kind == "constant":
                    self._constants[facts.definitions[each.owner].local_id, each.member] = each.table
        for facts in files:
            for each in facts.mappings:
                schema = self.spelled(each.table, facts, each.owner) if each.kind == "schema" else ""
                around = self._types.enclosing_types(facts, each.owner) if schema else ()
                if around:
                    self._schemas[around[0].local_id] = schema
                    self._of_project[around[0].project].add(schema)

    def spelled(self, written: str, facts: FileFacts, owner: int) -> str:
        """Return a name with the values of its constants; empty when one of them is not known."""
        if "{" not in written:
            return written
        values = {path: self._value(path, facts, owner) for path in PATH.findall(written)}
        return PATH.sub(lambda match: values[match[1]], written) if all(values.values()) else ""

    def _value(self, path: str, facts: FileFacts, owner: int) -> str:
        holder, _, name = path.rpartition(".")
        if holder:
            holder_type = self._types.bind(holder, facts, owner).type_id
            return self._constants.get((holder_type, name), "")
        around = self._types.enclosing_types(facts, owner) if owner != NO_OWNER else ()
        owners = (info.local_id for each in around for info, _ in self._types.lineage(self._types.own(each)))
        return next((holder_type for each in owners if (holder_type := self._constants.get((each, name), ""))), "")

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
