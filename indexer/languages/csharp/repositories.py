"""Generic repositories: ``IRepository<Order>``, of which a use reads or writes the table of the class."""

import re
from collections.abc import Container, Iterator

from indexer.facts.model import FileFacts, Mapping
from indexer.languages.csharp.bound import Bound
from indexer.languages.csharp.calls import CSharpCalls
from indexer.languages.csharp.file_scope import FileScope
from indexer.languages.csharp.types import CSharpTypes

REPOSITORY = re.compile(r"I?(?:[A-Z]\w*)?Repository(?:Base|Async)?")
"""Names of types whose first type argument is the stored class."""

USES = re.compile(
    r"(?P<writes>Add|Attach|Bulk|Create|Delete|Insert|Merge|Remove|Save|Store|Update|Upsert)\w*"
    r"|(?:All|Any|Count|Exists|Fetch|Find|First|Get|List|Load|Query|Search|Select|Single|Where)\w*"
)
"""Methods of a repository, by how their names begin."""

NO_WRITES = frozenset(("SaveChanges", "SaveChangesAsync", "CreateQuery"))
"""They name no class of their own."""


class Repositories:
    """Finds the class behind a use of a repository."""

    def __init__(self, types: CSharpTypes, calls: CSharpCalls, entities: Container[str]) -> None:
        self._types = types
        self._calls = calls
        self._entities = entities

    def uses(self, facts: FileFacts) -> Iterator[tuple[Mapping, str]]:
        """Yield the operations of a file's calls on tables, as uses of a set, each with its class."""
        scope = self._calls.scope(facts)
        for index, call in enumerate(facts.calls):
            use = USES.fullmatch(call.name) if call.shape == "path" and call.name not in NO_WRITES else None
            if use is not None and self._is_generic(scope, index):
                holder, _ = self._calls.path_type(scope, call.owner, call.receiver, call.line)
                entity = self.entity(holder)
                if entity:
                    yield Mapping(call.owner, "", "", "write" if use["writes"] else "read", call.line), entity

    def _is_generic(self, scope: FileScope, index: int) -> bool:
        """Return whether a call is of the repository for all classes; that of one class tells it itself."""
        member, _ = self._calls.target(scope, index)
        parent = member.facts.definitions[member.owner].parent if member is not None else ""
        holder = self._types.types.get(parent)
        return holder is None or bool(holder.parameters)

    def entity(self, holder: Bound | None) -> str:
        """Return the class that a repository stores; empty where the type is no repository of a known class."""
        if holder is None:
            return ""
        if not holder.type_id:
            return self._first(holder.name, holder.args)
        lineage = self._types.lineage(holder)
        stored = (
            self._first(info.name, [values.get(each) for each in info.parameters]) for info, values in lineage
        )
        return next((each for each in stored if each), "")

    def _first(self, name: str, arguments: "list[Bound | None] | tuple[Bound, ...]") -> str:
        first = arguments[0] if arguments and REPOSITORY.fullmatch(name) else None
        return first.type_id if first is not None and first.type_id in self._entities else ""
