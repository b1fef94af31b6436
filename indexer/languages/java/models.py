"""Java: entity classes (JPA), their repositories (Spring Data) and queries by class."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.model import Mapping
from indexer.facts.syntax import line_of, text_of

REPOSITORY = re.compile(r"\b(\w*Repository)\s*<\s*([\w.]+)\s*,")
"""An interface of Spring Data, and the class that it keeps."""

CLASS_ARGUMENT = re.compile(r"\(\s*([\w.]+)\.class\b")
READING = frozenset(("find", "getReference", "from", "createQuery", "load", "get"))
"""Methods of an entity manager or a query that take a class."""

KEYS = frozenset(("ManyToOne", "OneToOne"))


def type_mappings(node: Node, owner: int) -> Iterator[Mapping]:
    """Yield the tables and repositories that the declaration of a class or an interface implies.

    Kinds are ``table`` (``table`` is empty where its name follows from the class), ``repository`` (``entity`` is
    what it keeps, ``member`` what it extends) and ``foreign_key`` (``entity`` is the type of the field).
    """
    named = dict(annotations(node))
    if "Entity" in named:
        yield Mapping(owner, "", _value(named.get("Table", ""), "name"), "table", line_of(node))
    for child in node.named_children:
        if child.type == "extends_interfaces":
            repository = REPOSITORY.search(text_of(child))
            if repository:
                yield Mapping(
                    owner, repository.group(2), "", "repository", line_of(child), member=repository.group(1)
                )
    body = node.child_by_field_name("body")
    for member in body.named_children if body is not None and "Entity" in named else ():
        if member.type == "field_declaration":
            keys = [text for name, text in annotations(member) if name in KEYS and "mappedBy" not in text]
            if keys:
                declared = text_of(member.child_by_field_name("type"))
                yield Mapping(owner, declared, "", "foreign_key", line_of(member))


def call_mappings(name: str, arguments: Node | None, owner: int) -> Iterator[Mapping]:
    """Yield the class that a call such as ``entities.find(Order.class, id)`` names."""
    if name in READING and arguments is not None:
        named = CLASS_ARGUMENT.match(text_of(arguments)[:200])
        if named:
            yield Mapping(owner, named.group(1), "", "read", line_of(arguments))


def annotations(node: Node) -> Iterator[tuple[str, str]]:
    """Yield name and text of each annotation before a declaration."""
    for child in node.named_children:
        for each in child.named_children if child.type == "modifiers" else ():
            if each.type in {"annotation", "marker_annotation"}:
                name = text_of(each.child_by_field_name("name")).rpartition(".")[2]
                yield name, text_of(each.child_by_field_name("arguments"))


def _value(arguments: str, key: str) -> str:
    value = re.search(rf"\b{key}\s*=\s*\"([^\"]+)\"", arguments)
    return value.group(1).strip("`") if value else ""
