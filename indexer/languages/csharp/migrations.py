"""Entity Framework's migrations: tables and foreign keys that a ``migrationBuilder`` makes and takes away."""

from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.model import Mapping
from indexer.facts.syntax import line_of, text_of
from indexer.languages.csharp.constants import constant

BUILDER = "migrationBuilder"
"""Name of the parameter of ``Up`` and ``Down``, which is fixed in the tools that generate them."""

MAKES_TABLE = "CreateTable"
TABLE_CHANGES = {MAKES_TABLE: "created", "DropTable": "dropped"}
KEY = "ForeignKey"
ADDED_KEY = "AddForeignKey"


def migration_mappings(name: str, receiver: str, arguments: Node, owner: int) -> Iterator[Mapping]:
    """Yield the effects of a call of a migration: ``created``, ``dropped`` and ``migrated_key`` to ``entity``."""
    if receiver != BUILDER:
        return
    named = named_arguments(arguments)
    line = line_of(arguments)
    if name in TABLE_CHANGES:
        table = qualified(named, "schema", "name", "0")
        if table:
            yield Mapping(owner, "", table, TABLE_CHANGES[name], line)
        for key in keys_inside(arguments) if table and name == MAKES_TABLE else ():
            yield from _key(owner, table, named_arguments(key), line_of(key))
    elif name == ADDED_KEY:
        table = qualified(named, "schema", "table", "1")
        if table:
            yield from _key(owner, table, named, line)
    elif name == "RenameTable":
        table, now = qualified(named, "schema", "name", "0"), qualified(named, "newSchema", "newName", "")
        if table and now:
            yield Mapping(owner, now, table, "renamed", line)


def _key(owner: int, table: str, named: dict[str, str], line: int) -> Iterator[Mapping]:
    target = qualified(named, "principalSchema", "principalTable", "")
    if target:
        yield Mapping(owner, target, table, "migrated_key", line)


def qualified(named: dict[str, str], schema: str, name: str, position: str) -> str:
    """Return ``schema.name`` from a call's constant arguments; empty when the name is not constant."""
    table = named.get(name) or named.get(position, "")
    space = named.get(schema, "")
    return f"{space}.{table}" if table and space else table


def named_arguments(arguments: Node) -> dict[str, str]:
    """Return a call's constant arguments by their names, those without one by their position (``0``, ``1``)."""
    by_name: dict[str, str] = {}
    for position, each in enumerate(child for child in arguments.named_children if child.type == "argument"):
        label = each.child_by_field_name("name")
        value = constant(each.named_children[-1]) if each.named_children else ""
        if value:
            by_name[text_of(label) if label is not None else str(position)] = value
    return by_name


def keys_inside(arguments: Node) -> Iterator[Node]:
    """Yield the arguments of ``table.ForeignKey(...)`` in the functions that ``CreateTable`` is given."""
    waiting = [arguments]
    while waiting:
        node = waiting.pop()
        if node.type == "invocation_expression":
            function, inner = node.child_by_field_name("function"), node.child_by_field_name("arguments")
            name = function.child_by_field_name("name") if function is not None else None
            if inner is not None and text_of(name) == KEY:
                yield inner
                continue
        waiting.extend(reversed(node.named_children))
