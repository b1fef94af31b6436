"""TypeScript: entity classes (TypeORM), variables that hold their repositories, and calls of Prisma's client."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.model import Mapping
from indexer.facts.syntax import line_of, text_of
from indexer.languages.javascript.decorators import decorators_of

ENTITY = re.compile(r"@Entity\s*\(\s*(?:[\"'`]([^\"'`]+)[\"'`]|(\{.*\}))?", re.DOTALL)
NAME = re.compile(r"\bname\s*:\s*[\"'`]([^\"'`]+)[\"'`]")
KEY = re.compile(r"@ManyToOne\s*\(\s*(?:\(\s*\w*\s*\)|\w+)\s*=>\s*(\w+)", re.DOTALL)
REPOSITORY = re.compile(r"\bRepository<\s*(\w+)\s*>")
READING = frozenset(("getRepository", "find", "findOne", "findOneBy", "findBy", "count"))
WRITING = frozenset(("insert", "update", "upsert", "softDelete"))
"""Functions that take an entity's class as their first argument."""

CLASS_NAME = re.compile(r"\(\s*([A-Z]\w*)\s*[,)]")
MAX_DECORATOR_CHARS = 2_000


def class_mappings(node: Node, owner: int) -> Iterator[Mapping]:
    """Yield the tables and keys that the decorators of a class and its properties declare.

    Kinds are ``table`` (``table`` is empty where its name follows from the class) and ``foreign_key``.
    """
    entities = [each for each in map(_entity, decorators_of(node)) if each is not None]
    if not entities:
        return
    yield Mapping(owner, "", entities[0], "table", line_of(node))
    body = node.child_by_field_name("body")
    for member in body.named_children if body is not None else ():
        for decorator in decorators_of(member) if member.type != "decorator" else ():
            key = KEY.match(text_of(decorator)[:MAX_DECORATOR_CHARS])
            if key:
                yield Mapping(owner, key.group(1), "", "foreign_key", line_of(decorator))


def call_mappings(name: str, arguments: Node | None, owner: int) -> Iterator[Mapping]:
    """Yield the class that a call such as ``manager.find(Order, ...)`` names."""
    kind = "read" if name in READING else "write" if name in WRITING else ""
    if kind and arguments is not None:
        named = CLASS_NAME.match(text_of(arguments)[:200])
        if named:
            yield Mapping(owner, named.group(1), "", kind, line_of(arguments))


def held_repository(declared: str, name: str, owner: int, line: int) -> Iterator[Mapping]:
    """Yield that ``name`` holds the repository of a class: ``orders: Repository<Order>``; kind ``holder``."""
    repository = REPOSITORY.search(declared)
    if repository:
        yield Mapping(owner, repository.group(1), "", "holder", line, member=name)


def _entity(decorator: Node) -> str | None:
    """Return the table that ``@Entity`` names, empty where it names none; None for other decorators."""
    match = ENTITY.match(text_of(decorator)[:MAX_DECORATOR_CHARS])
    if match is None:
        return None
    named = NAME.search(match.group(2) or "")
    return match.group(1) or (named.group(1) if named else "")
