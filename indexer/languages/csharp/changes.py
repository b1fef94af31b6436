"""C#: names by which other files can notice that a file has changed."""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import astuple, replace

from indexer.facts.model import NO_OWNER, FileFacts, Import, Signature
from indexer.languages.csharp.receivers import ELEMENT
from indexer.languages.csharp.types import TYPE_KINDS

WORD = re.compile(r"\w+")
ATTRIBUTE = "Attribute"
SETS = frozenset(("DbSet", "IDbSet"))
"""A field of this type means that the class in its angle brackets has a table."""

USES = frozenset(("read", "write", "reads_entity", "writes_entity", "constant"))
"""Mappings that concern their own file only, but for constants that name a table elsewhere."""


class Item(NamedTuple):
    """What other files may see of one definition or field; two that are equal resolve alike where all names do."""

    name: str
    details: tuple[object, ...]
    words: frozenset[str]


def items(facts: FileFacts) -> list[Item]:
    """Return the externally visible part of the definitions and fields of a file, in order."""
    signatures = {each.owner: each for each in facts.signatures}
    bases: dict[int, list[str]] = defaultdict(list)
    for use in facts.types:
        if use.role == "base":
            bases[use.owner].append(use.name)
    variables: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for each in facts.variables:
        variables[each.owner].append((each.name, each.type))
    listed: list[Item] = []
    for index, definition in enumerate(facts.definitions):
        is_type = definition.kind in TYPE_KINDS
        signature = signatures.get(index, Signature(index))
        parameters = () if is_type else _parameters(signature, variables[index])
        identity = (definition.local_id, definition.kind, definition.qualname, definition.parent)
        details = (*identity, astuple(signature)[1:], parameters, tuple(bases[index]))
        written = " ".join(
            (signature.returns, signature.receiver, *signature.constraints, *bases[index], *parameters)
        )
        listed.append(Item(definition.name, details, frozenset(WORD.findall(written))))
        for name, type_ in variables[index] if is_type else ():
            shown = definition.name if name == ELEMENT else name
            listed.append(Item(shown, (definition.local_id, name, type_), frozenset(WORD.findall(type_))))
    return listed


def _parameters(signature: Signature, variables: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return the types of a method's parameters, which are listed before its locals."""
    count = signature.total + bool(signature.receiver) if signature.total >= 0 else len(variables)
    return tuple(type_ for _, type_ in variables[:count])


def noticed_by(
    before: FileFacts, after: FileFacts, spaces: frozenset[str], types: frozenset[str]
) -> set[str] | None:
    """Return the names whose meaning may have changed; None if any name may be affected.

    Args:
        before: the earlier facts; empty if there was no file.
        after: the present facts; empty if the file is deleted.
        spaces: namespaces of the root, with those around them.
        types: names of the types of the root.
    """
    if _wide(before) != _wide(after):
        return None
    old, new = items(before), items(after)
    names: set[str] = set(before.namespaces) ^ set(after.namespaces)
    for each in {*old} ^ {*new}:
        names |= _names_of(each)
    if _order(old, names) != _order(new, names):
        return None
    if _seen_imports(before, spaces) != _seen_imports(after, spaces):
        names |= {each.name for each in new if each.words & types}
    return names


def _order(unordered: Sequence[Item], names: set[str]) -> list[Item]:
    """Return changes that other checks miss: of several overloads or parts only the first counts there."""
    return [each for each in unordered if each.name not in names]


def _names_of(item: Item) -> set[str]:
    names = {item.name, item.name.removesuffix(ATTRIBUTE)}
    return names if item.words.isdisjoint(SETS) else names | item.words


def _wide(facts: FileFacts) -> tuple[object, ...]:
    """Return what reaches further than names: directives for all files, mappings, arguments given to bases."""
    mappings = [replace(each, owner=NO_OWNER, line=0) for each in facts.mappings if each.kind not in USES]
    entities = [
        facts.definitions[each.owner].local_id
        for each in facts.mappings
        if each.kind not in USES and each.owner != NO_OWNER
    ]
    bases = {
        (facts.definitions[use.owner].local_id, use.name)
        for use in facts.types
        if use.role == "base" and use.owner != NO_OWNER and "<" in use.name
    }
    directives = {_import_fields(each) for each in facts.imports if "global" in each.kind}
    return directives, mappings, entities, bases


def _import_fields(each: Import) -> tuple[str, ...]:
    return each.source, each.kind, each.name, each.alias, each.within


def _seen_imports(facts: FileFacts, spaces: frozenset[str]) -> set[tuple[str, ...]]:
    """Return the directives that can bring a type of the root into sight."""
    return {
        _import_fields(each)
        for each in facts.imports
        if each.alias or each.within or "static" in each.kind or each.source.removeprefix("global::") in spaces
    }
