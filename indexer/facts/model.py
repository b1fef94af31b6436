"""Graph facts of one file: a pure function of its path and text, cached by content hash."""

from dataclasses import dataclass

EXTRACTOR_VERSION = 1
"""Raised when an extractor gives other facts for the same bytes; cached facts of other versions are dropped."""


@dataclass(frozen=True, slots=True)
class Definition:
    """Something that a file defines.

    Attributes:
        local_id: canonical identifier without ``repo@branch:``, such as ``cs:Shop.Cart.Add`` or ``doc:a.md#Use``.
        kind: class, interface, method, function, table, view, procedure, section ...
        name: short name, as a person would search for it.
        qualname: full name within its language, as shown in a header path.
        start_line, end_line: from 1, both inclusive; with leading comments and attributes.
        parent: ``local_id`` of the enclosing definition, or empty.
    """

    local_id: str
    kind: str
    name: str
    qualname: str
    start_line: int
    end_line: int
    parent: str = ""
