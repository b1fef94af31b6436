"""Where the parameters and local variables of functions are bound, which are no nodes of the graph."""

from app.core.file_view import file_text
from indexer.facts.bindings import local_binding
from search.storage.storage import Storage
from search.types.filters import Access
from search.types.ids import FileId, node_id
from search.types.symbols import LOCAL, Symbol, SymbolRequest


def local_name(storage: Storage, request: SymbolRequest, access: Access) -> tuple[Symbol, ...]:
    """Return the parameter or local variable that a name in a file stands for; empty where it is neither.

    Raises:
        NotFoundError: no such visible file.
    """
    text, name = file_text(storage, request.file, access), request.text
    line = local_binding(text.language, text.text, request.line, request.column, name)
    if not line:
        return ()
    repository, _, branch = text.file_id.partition(":file:")[0].rpartition("@")
    node = node_id(repository, branch, LOCAL, f"{text.path}#{name}")
    return (Symbol(node, LOCAL, name, FileId(text.file_id), repository, branch, text.path, line),)
