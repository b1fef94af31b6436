"""Go: structs mapped to tables (GORM), and calls with one as argument."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.model import Mapping
from indexer.facts.syntax import line_of, text_of

RETURNED = re.compile(r"\breturn\s+\"([\w.]+)\"")
GORM_TAG = re.compile(r"`[^`]*\bgorm:\"|\bgorm\.Model\b")
READING = frozenset(("Model", "Find", "First", "Last", "Take", "Preload", "Count"))
WRITING = frozenset(("Create", "Save", "Delete", "Updates", "FirstOrCreate", "CreateInBatches"))
TARGET = re.compile(r"\(\s*&?(?:\[\])?([\w.]+)\{|\(\s*&(\w+)\s*[,)]")
"""A value made on the spot, or a variable that is filled."""


def named_table(receiver: str, method: Node, owner: int) -> Iterator[Mapping]:
    """Yield the table that ``func (Order) TableName() string`` returns, of the struct ``entity``."""
    returned = RETURNED.search(text_of(method.child_by_field_name("body"))[:500])
    if receiver and returned:
        yield Mapping(owner, receiver, returned.group(1), "table", line_of(method))


def struct_mappings(node: Node, owner: int) -> Iterator[Mapping]:
    """Yield the table of each struct with GORM tags; its name is derived from that of the struct."""
    if GORM_TAG.search(text_of(node)):
        yield Mapping(owner, "", "", "table", line_of(node))


def call_mappings(name: str, arguments: Node | None, owner: int) -> Iterator[Mapping]:
    """Yield what ``db.Find(&order)`` or ``db.Model(&Order{})`` is about.

    ``entity`` is a struct, ``member`` a variable whose type says it.
    """
    kind = "read" if name in READING else "write" if name in WRITING else ""
    if kind and arguments is not None:
        target = TARGET.match(text_of(arguments)[:200])
        if target:
            yield Mapping(owner, target.group(1) or "", "", kind, line_of(arguments), member=target.group(2) or "")
