"""ASP.NET Core Identity: its classes with tables, which are not defined in any file of a root.

``IdentityDbContext`` maps seven classes to tables of fixed names; each of its type parameters stands for one of
them, and what a context does not name is the class of the platform. Of the older ASP.NET the first two are known.
"""

from collections.abc import Iterator, Sequence

from indexer.facts.model import FileFacts
from indexer.languages.csharp.bound import Bound
from indexer.languages.csharp.types import CSharpTypes
from indexer.linking.graph import GraphBuilder, source_of
from search.types.graph import EdgeType

CONTEXT = "IdentityDbContext"
NAMESPACE = "Microsoft.AspNetCore.Identity"
TABLES = (
    ("IdentityUser", "AspNetUsers"),
    ("IdentityRole", "AspNetRoles"),
    ("", ""),
    ("IdentityUserClaim", "AspNetUserClaims"),
    ("IdentityUserRole", "AspNetUserRoles"),
    ("IdentityUserLogin", "AspNetUserLogins"),
    ("IdentityRoleClaim", "AspNetRoleClaims"),
    ("IdentityUserToken", "AspNetUserTokens"),
)
"""Class and table in the order of the type parameters; the third is that of the keys."""

IN_BOTH = 2
"""So many of them the older ASP.NET has at the same place."""

_CLASSES = frozenset(name for name, _ in TABLES if name)
_EDGES = {"new": EdgeType.INSTANTIATES, "base": EdgeType.INHERITS}


def identity_facts(facts: FileFacts) -> tuple[object, ...]:
    """Return the facts of a C# file that decide which of these classes a root has; other files name them."""
    own = _CLASSES | {CONTEXT}
    bases = [each.name for each in facts.types if each.role == "base" and each.name.startswith(CONTEXT)]
    mapped = [each.entity for each in facts.mappings if each.kind == "table" and _simple(each.entity) in own]
    defined = [each.local_id for each in facts.definitions if each.name in own]
    imports = [each.source for each in facts.imports] if bases or mapped else []
    return bases, mapped, defined, imports


def _simple(written: str) -> str:
    """Return a type's name without namespace and arguments."""
    return written.partition("<")[0].partition("`")[0].rpartition(".")[2]


class IdentityClasses:
    """Adds the nodes of the classes that contexts of a root bring with them, and what uses them."""

    def __init__(self, types: CSharpTypes, builder: GraphBuilder) -> None:
        self._types = types
        self._builder = builder
        self._added: dict[str, str] = {}

    def tables(self, args: Sequence[Bound], facts: FileFacts) -> Iterator[tuple[str, str]]:
        """Yield class and table of a context with these type arguments; without any it names no own class."""
        is_core = self._is_used(facts)
        for number, (name, table) in enumerate(TABLES if is_core else TABLES[:IN_BOTH]):
            own = args[number] if number < len(args) else Bound("", name)
            if table and own.type_id:
                yield own.type_id, table
            elif is_core and table and own.name == name:
                yield self._outside(name), table

    def named(self, written: str, facts: FileFacts) -> str:
        """Return the class outside that a name means in a file, adding its node; empty where it means none."""
        name = _simple(written)
        return self._outside(name) if name in _CLASSES and self._is_used(facts) else ""

    def link(self, files: Sequence[FileFacts]) -> None:
        """Add the edges of what names one of the classes that were added."""
        for facts in files if self._added else ():
            if not self._builder.wants(facts.path) or not self._is_used(facts):
                continue
            for use in facts.types:
                target = self._added.get(_simple(use.name))
                if target and not self._types.bind(_simple(use.name), facts, use.owner).type_id:
                    type_ = _EDGES.get(use.role, EdgeType.REFERENCES)
                    self._builder.edge(source_of(facts, use.owner), target, type_, "scope", (facts.path, use.line))

    def _is_used(self, facts: FileFacts) -> bool:
        return any(each.startswith(NAMESPACE) for each in self._types.usings.namespaces(facts))

    def _outside(self, name: str) -> str:
        if name not in self._added:
            self._added[name] = self._builder.external("nuget", f"{NAMESPACE}.{name}", kind="class")
        return self._added[name]
