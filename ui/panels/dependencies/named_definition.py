"""The definition that a selected file stands for, where the query is exactly a name that the file defines."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from search.errors import KnownError
from search.graph.overloads import is_overload
from search.ports import SearchCore
from search.query.intent import exact_name
from search.query.parse import parse
from search.types.filters import Access
from search.types.graph import DependencyTree, TreeRequest
from search.types.ids import NodeId
from search.types.results import ChunkHit, FileHit, SearchResult
from search.types.symbols import Symbol, SymbolRequest
from ui.code.names import own_name

_DEFINES = "exact_definition"
"""The signal of a file that defines a name of the query; its detail has the names."""

_TYPE = "class"
"""Kind of a type, which a name means before a member that is called so, such as its constructor."""

_OVERLOADED = frozenset({"constructor", "function", "method"})
"""Kinds of definitions that may have several nodes of one name."""

_MOST_SYMBOLS = 2_000
"""Definitions of one file among which the name is looked for."""


@dataclass(frozen=True, slots=True)
class NamedDefinition:
    """A definition whose node is not known yet.

    Attributes:
        file: identifier of the file that defines it.
        name: as the file has it.
        query: the name as it was typed, in lower case; it may have the names of what it is in before it.
    """

    file: str
    name: str
    query: str

    @property
    def target(self) -> str:
        """What stands for its node until that is known."""
        return f"{self.file}#{self.name}"

    def tree(self, core: SearchCore, request: TreeRequest, access: Access) -> DependencyTree:
        """Return its tree; that of its file where the graph does not have it.

        Raises:
            KnownError: neither is to be had.
        """
        try:
            symbols = core.symbols(SymbolRequest("", _MOST_SYMBOLS, self.file), access)
        except KnownError:
            symbols = ()
        target = self._among(symbols)
        return core.tree(replace(request, target=target or self.file, path=request.path if target else ""), access)

    def _among(self, symbols: Sequence[Symbol]) -> str:
        merged = [_without_parameters(each) for each in symbols]
        called = [each for each in merged if _is_called(each.name, each.kind, self.name)]
        return min(called, key=self._distance).id if called else ""

    def _distance(self, symbol: Symbol) -> tuple[bool, bool]:
        return not _ends_so(symbol.name, self.query), symbol.kind != _TYPE


def definition_named(file: FileHit, answer: SearchResult | None) -> ChunkHit | NamedDefinition | None:
    """Return what the query names, as far as a hit tells: a chunk of the file, or a name to look for in it.

    None where the query is no name, or one that the file does not define.
    """
    if answer is None or not file.pinned:
        return None
    query = answer.searched.strip().rstrip("()").casefold()
    names = {query, exact_name(parse(answer.searched)).casefold()}
    defined = ", ".join(signal.detail for signal in file.why.signals if signal.name == _DEFINES).split(", ")
    name = next((each for each in defined if each and each.casefold() in names), "")
    if not name:
        return None
    chunks = [chunk for chunk in file.chunks if _is_called(chunk.header_path, chunk.kind, name)]
    chunks.sort(key=lambda chunk: (not _ends_so(chunk.header_path, query), chunk.kind != _TYPE))
    return chunks[0] if chunks else NamedDefinition(file.file_id, name, query)


def _without_parameters(symbol: Symbol) -> Symbol:
    """Return the one node of all overloads of a method in place of that of one of them."""
    if symbol.kind not in _OVERLOADED or not is_overload(symbol.name):
        return symbol
    name = symbol.name.partition("(")[0]
    return structs.replace(symbol, name=name, id=NodeId(symbol.id.removesuffix(symbol.name.removeprefix(name))))


def _is_called(shown: str, kind: str, name: str) -> bool:
    return own_name(shown, kind).casefold() == name.casefold()


def _ends_so(shown: str, query: str) -> bool:
    """Return whether a qualified name ends in that of the query."""
    return f".{shown}".replace("::", ".").casefold().endswith(f".{query.replace('::', '.')}")
