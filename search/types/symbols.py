"""Names that a person can go to: files, definitions, tables and headings."""

from dataclasses import dataclass

from search.types.graph import Record
from search.types.ids import FileId, NodeId

MOST_SYMBOLS = 60
"""Default number of files, and of other names, that an answer lists."""

FILE = "file"
"""Kind of a symbol that is a file."""

LOCAL = "variable"
"""Kind of a symbol that is a parameter or a local variable; no node of the graph is of it."""


@dataclass(frozen=True, slots=True)
class SymbolRequest:
    """Ask for names by some of their letters.

    Attributes:
        text: typed letters: a part of the name, or the beginnings of its words. For files each word must match.
        most: how many files, and how many other names, are returned at most.
        file: identifier of a file whose definitions are wanted, by line; the letters are then ignored. One that is
            not visible raises `NotFoundError`.
        line: of a place in that file where ``text`` is a name, from 1; 0 for no place. Wanted is then where this
            name is bound, if it is a parameter or a local variable.
        column: of the first character of the name, from 0.
    """

    text: str
    most: int = MOST_SYMBOLS
    file: str = ""
    line: int = 0
    column: int = 0


class Symbol(Record, frozen=True):
    """A file, definition, table or heading.

    Attributes:
        id: its node in the dependency graph.
        kind: as in `search.types.graph.Node`.
        name: to show: of a member with the name of its type, of a file its last part.
        path: file that has its definition; empty for a table that is only used.
        start_line: from 1.
    """

    id: NodeId
    kind: str
    name: str
    file_id: FileId
    repository: str
    branch: str
    path: str
    start_line: int
