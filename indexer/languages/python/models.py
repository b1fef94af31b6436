"""Python: classes mapped to tables (SQLAlchemy, SQLModel, Django), and calls that read or write them."""

import re
from collections.abc import Iterator

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.model import Mapping
from indexer.facts.syntax import line_of, text_of

KEYS = frozenset(("ForeignKey", "OneToOneField"))
"""Calls in the body of a model that make a foreign key."""

READING = frozenset(("select", "query", "get", "join", "outerjoin", "select_from", "exists", "scalars"))
WRITING = frozenset(("insert", "update", "delete", "bulk_insert_mappings", "bulk_update_mappings"))
"""Functions and methods whose first arguments are mapped classes."""

ADDING = frozenset(("add", "merge", "delete"))
SESSION = re.compile(r"(?:session|db)$", re.IGNORECASE)
"""Methods of a session that write the object they get, and how a session is called."""

META = ("db_table", "app_label", "abstract", "proxy")


def class_mappings(node: Node, owner: int) -> Iterator[Mapping]:
    """Yield the table mapping in the body of a class.

    Kinds are ``table`` (``__tablename__``), ``meta`` (of Django: ``table``, ``entity`` for the label of the
    application, ``member`` for ``abstract`` or ``proxy``) and ``foreign_key`` (``entity`` as it is written).
    """
    body = node.child_by_field_name("body")
    if _is_table(node):
        yield Mapping(owner, "", text_of(node.child_by_field_name("name")).lower(), "table", line_of(node))
    for statement in body.named_children if body is not None else ():
        if statement.type == "class_definition" and text_of(statement.child_by_field_name("name")) == "Meta":
            yield from _meta(statement, owner)
            continue
        assignment = statement.named_children[0] if statement.type == "expression_statement" else None
        if assignment is None or assignment.type != "assignment":
            continue
        value = assignment.child_by_field_name("right")
        if text_of(assignment.child_by_field_name("left")) == "__tablename__" and _string(value):
            yield Mapping(owner, "", _string(value), "table", line_of(assignment))
        elif value is not None and value.type == "call":
            yield from _keys(value, owner)


def call_mappings(function: Node, arguments: Node, owner: int) -> Iterator[Mapping]:
    """Yield the classes that a call such as ``session.query(Order, Item)`` or ``delete(Order)`` names.

    A call of ``Table("orders", ...)`` describes a table without a class: kind ``described``, and for each of its
    keys ``foreign_key`` with the table.
    """
    name = text_of(function).rpartition(".")[2]
    first = arguments.named_children[0] if arguments.named_children else None
    if name == "Table" and _string(first) and arguments.named_child_count > 1:
        yield Mapping(owner, "", _string(first), "described", line_of(function))
        for column in arguments.named_children[1:]:
            keys = _keys(column, owner) if column.type == "call" else ()
            yield from (replace(key, table=_string(first)) for key in keys)
        return
    if name in ADDING and SESSION.search(text_of(function).rpartition(".")[0]):
        yield from (
            Mapping(owner, "", "", "write", line_of(each), member=text_of(each))
            for each in arguments.named_children[:1]
            if each.type == "identifier"
        )
    kind = "read" if name in READING else "write" if name in WRITING else ""
    for argument in arguments.named_children if kind else ():
        if argument.type in {"identifier", "attribute"} and _is_class_name(text_of(argument)):
            yield Mapping(owner, text_of(argument), "", kind, line_of(argument))


def _is_table(node: Node) -> bool:
    """Return whether a class is declared with ``table=True`` (SQLModel) and leaves the name to the framework."""
    bases, body = node.child_by_field_name("superclasses"), node.child_by_field_name("body")
    options = [text_of(each).replace(" ", "") for each in bases.named_children] if bases is not None else []
    return "table=True" in options and "__tablename__" not in text_of(body)


def _is_class_name(path: str) -> bool:
    """Tell ``Order``, ``models.Order`` and ``Order.id`` from what begins with a small letter throughout."""
    return any(part[:1].isupper() for part in path.split("."))


def _meta(node: Node, owner: int) -> Iterator[Mapping]:
    options: dict[str, str] = {}
    body = node.child_by_field_name("body")
    for statement in body.named_children if body is not None else ():
        assignment = statement.named_children[0] if statement.type == "expression_statement" else None
        if assignment is not None and assignment.type == "assignment":
            value = assignment.child_by_field_name("right")
            options[text_of(assignment.child_by_field_name("left"))] = _string(value) or text_of(value)
    if any(name in options for name in META):
        flags = [name for name in ("abstract", "proxy") if options.get(name) == "True"]
        table = options.get("db_table", "")
        yield Mapping(owner, options.get("app_label", ""), table, "meta", line_of(node), member=" ".join(flags))


def _keys(call: Node, owner: int) -> Iterator[Mapping]:
    """Yield the foreign keys in a column's description; ``ForeignKey`` may stand inside ``Column``."""
    function = text_of(call.child_by_field_name("function")).rpartition(".")[2]
    arguments = call.child_by_field_name("arguments")
    for number, argument in enumerate(arguments.named_children if arguments is not None else ()):
        named = text_of(argument.child_by_field_name("name")) if argument.type == "keyword_argument" else ""
        value = argument.child_by_field_name("value") if named else argument
        is_target = function in KEYS and (named == "to" or (not named and number == 0))
        if value is not None and (is_target or named == "foreign_key"):
            written = _string(value) or (text_of(value) if value.type in {"identifier", "attribute"} else "")
            if written:
                yield Mapping(owner, written, "", "foreign_key", line_of(call))
        elif value is not None and value.type == "call":
            yield from _keys(value, owner)


def _string(node: Node | None) -> str:
    """Return the text of a plain string; empty for anything else."""
    if node is None or node.type != "string" or any(child.type == "interpolation" for child in node.children):
        return ""
    return "".join(text_of(child) for child in node.children if child.type == "string_content")
