"""C#: methods that name a constant of another file which holds a statement."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from indexer.facts.model import NO_OWNER, Call, FileFacts, SqlUse
from indexer.languages.csharp.names import FAMILY
from indexer.languages.csharp.types import CSharpTypes


class SqlConstants:
    """Finds the objects that statements in the constants of all types use."""

    def __init__(self, types: CSharpTypes, files: Sequence[FileFacts]) -> None:
        self._types = types
        self._uses: dict[tuple[str, str], list[SqlUse]] = defaultdict(list)
        """Type and name of a constant -> what its statement uses."""
        for facts in files:
            for use in facts.sql if facts.language in FAMILY else ():
                if use.owner != NO_OWNER and facts.definitions[use.owner].kind == "constant":
                    constant = facts.definitions[use.owner]
                    self._uses[constant.parent, constant.name].append(use)
        self._names = {name for _, name in self._uses}

    def uses(self, facts: FileFacts) -> Iterator[SqlUse]:
        """Yield the uses of definitions in a file through the constants that they name."""
        for named in facts.named if self._names and facts.language in FAMILY else ():
            if named.name in self._names and named.owner != NO_OWNER:
                for use in self._named(facts, named):
                    yield replace(use, owner=named.owner, line=named.line)

    def _named(self, facts: FileFacts, named: Call) -> Sequence[SqlUse]:
        if named.shape == "path":
            bound = self._types.bind(named.receiver, facts, named.owner)
            types = [info for info, _ in self._types.lineage(bound)] if bound.type_id else []
        else:
            around = self._types.enclosing_types(facts, named.owner) if named.shape in {"bare", "this"} else ()
            types = [info for each in around for info, _ in self._types.lineage(self._types.own(each))]
        holding = (self._uses.get((info.local_id, named.name)) for info in types)
        return next((each for each in holding if each), ())
