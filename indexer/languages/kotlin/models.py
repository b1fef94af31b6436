"""Kotlin: classes that stand for tables (JPA, Room, Exposed), their keys, and code that uses them."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.model import Mapping
from indexer.facts.syntax import line_of, text_of
from indexer.languages.java.models import KEYS
from indexer.languages.kotlin.annotations import annotations, plain_text
from indexer.languages.kotlin.expressions import CallParts, type_in, value_of, written_type

REPOSITORY = re.compile(r"(\w*Repository)<([\w.]+),")
"""An interface of Spring Data, and the class that it keeps."""

TABLES = re.compile(r"(?:\w*Id)?Table")
"""Classes of Exposed whose objects are tables: ``Table``, ``IntIdTable``."""

JPA, ROOM, EXPOSED = ("jakarta.persistence", "javax.persistence"), ("androidx.room",), ("org.jetbrains.exposed",)
_NAMED = re.compile(r"\b(?:name|tableName)\s*=\s*\"([^\"$]+)\"")
_FOREIGN = re.compile(r"\bForeignKey\s*\(\s*entity\s*=\s*([\w.]+)::class")
_REFERENCES = frozenset(("reference", "optReference", "references"))
_READS = frozenset(("select", "selectAll", "selectBatched", "slice", "join", "innerJoin", "leftJoin", "fullJoin"))
_WRITES = frozenset(
    (
        *("insert", "insertIgnore", "insertAndGetId", "insertIgnoreAndGetId", "insertReturning", "batchInsert"),
        *("batchReplace", "batchUpsert", "replace", "upsert", "upsertReturning", "update", "updateReturning"),
        *("deleteWhere", "deleteAll", "deleteIgnoreWhere", "deleteReturning"),
    )
)
MOST_MEMBERS = 500
"""Members of a class that are looked at for keys."""


def is_used(imports: frozenset[str], packages: tuple[str, ...]) -> bool:
    """Return whether a file imports something of one of these packages."""
    return any(each.startswith(packages) for each in imports)


def type_mappings(node: Node, owner: int, imports: frozenset[str]) -> Iterator[Mapping]:
    """Yield the tables, keys and repositories that the declaration of a type implies, as those of Java."""
    named = dict(annotations(node))
    line = line_of(node)
    if "Entity" in named and is_used(imports, (*JPA, *ROOM)):
        table = _NAMED.search(named.get("Table", "") or named["Entity"])
        own = text_of(node.child_by_field_name("name")) if is_used(imports, ROOM) else ""
        yield Mapping(owner, "", table.group(1).strip("`") if table else own, "table", line)
        for each in _FOREIGN.findall(named["Entity"]):
            yield Mapping(owner, each, "", "foreign_key", line)
        yield from _keys(node, owner)
    for base, call in _bases(node):
        repository = REPOSITORY.match(base)
        if repository:
            yield Mapping(owner, repository.group(2), "", "repository", line, member=repository.group(1))
        elif call is not None and TABLES.fullmatch(base.partition("<")[0]) and is_used(imports, EXPOSED):
            yield Mapping(owner, "", _table(call) or _own_name(node), "table", line)


def _bases(node: Node) -> Iterator[tuple[str, Node | None]]:
    """Yield the bases of a type as written, and the call of the constructor of each that has one."""
    listed = next((each for each in node.named_children if each.type == "delegation_specifiers"), None)
    for each in listed.named_children if listed is not None else ():
        inner = each.named_children[0] if each.named_children else None
        if inner is not None and inner.type == "constructor_invocation":
            yield written_type(type_in(inner)), inner
        elif inner is not None:
            yield written_type(inner), None


def _table(call: Node) -> str:
    """Return the name that the constructor of a table is handed; else empty."""
    arguments = next((each for each in call.named_children if each.type == "value_arguments"), None)
    first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    name, value = value_of(first) if first is not None else ("", None)
    text = plain_text(value) if name in {"", "name"} else None
    return text if text and "{" not in text else ""


def _own_name(node: Node) -> str:
    """Return the name that Exposed gives to the table of an object."""
    name = text_of(node.child_by_field_name("name"))
    return name.removesuffix("Table") or name


def _keys(node: Node, owner: int) -> Iterator[Mapping]:
    """Yield the types of the properties that refer to other entities."""
    groups = ("class_body", "primary_constructor", "class_parameters")
    members = [each for each in node.named_children if each.type in groups]
    for group in members:
        for member in group.named_children[:MOST_MEMBERS]:
            if member.type == "class_parameters":
                members.append(member)
                continue
            keys = [text for name, text in annotations(member) if name in KEYS and "mappedBy" not in text]
            parts = (each for each in member.named_children if each.type == "variable_declaration")
            type_ = written_type(type_in(next(parts, member))) if keys else ""
            if type_:
                yield Mapping(owner, type_, "", "foreign_key", line_of(member))


def call_mappings(
    name: str, receiver: str, parts: CallParts, owner: int, line: int, imports: frozenset[str]
) -> Iterator[Mapping]:
    """Yield the table of Exposed that a call reads, writes or refers to.

    Args:
        name: of what is called.
        receiver: the path that it is called of; empty for any other.
        parts: of the call.
        owner: the definition around the call.
        line: of the call.
        imports: packages that the file imports from.
    """
    if not (name in _READS or name in _WRITES or name in _REFERENCES) or not is_used(imports, EXPOSED):
        return
    if name not in _REFERENCES:
        if receiver[:1].isupper():
            yield Mapping(owner, receiver, "", "write" if name in _WRITES else "read", line)
        return
    arguments = (value_of(each)[1] for each in parts.arguments)
    path = next((text_of(each) for each in arguments if each is not None and text_of(each)[:1].isupper()), "")
    if path:
        entity, _, column = path.rpartition(".")
        yield Mapping(owner, entity if entity and column[:1].islower() else path, "", "foreign_key", line)
