"""JavaScript: the names that an import, a re-export and a pattern of ``require`` bind."""

from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.model import Import
from indexer.facts.syntax import line_of, text_of
from indexer.languages.javascript.loading import unquoted


def imported(statement: Node, owner: int) -> Iterator[Import]:
    """Yield what ``import a, { b as c } from "x"`` and ``import a = require("x")`` bind."""
    line = line_of(statement)
    required = next((child for child in statement.named_children if child.type == "import_require_clause"), None)
    if required is not None:
        source = unquoted(required.child_by_field_name("source"))
        yield Import(source, line, "import", "", text_of(required.named_children[0]), owner)
        return
    source = unquoted(statement.child_by_field_name("source"))
    clause = next((child for child in statement.named_children if child.type == "import_clause"), None)
    if clause is None:
        yield Import(source, line, "import", owner=owner)
    for child in clause.named_children if clause is not None else ():
        yield from _bound(child, source, owner)


def _bound(node: Node, source: str, owner: int) -> Iterator[Import]:
    if node.type == "identifier":
        yield Import(source, line_of(node), "import", "default", text_of(node), owner)
    elif node.type == "namespace_import":
        yield Import(source, line_of(node), "import", "", text_of(node.named_children[0]), owner)
    elif node.type == "named_imports":
        for each in node.named_children:
            name = text_of(each.child_by_field_name("name"))
            alias = text_of(each.child_by_field_name("alias")) or name
            yield Import(source, line_of(each), "import", name, alias, owner)


def given_on(statement: Node, owner: int) -> Iterator[Import]:
    """Yield what ``export { a as b } from "x"`` and ``export * from "x"`` give to others."""
    source, line = unquoted(statement.child_by_field_name("source")), line_of(statement)
    clauses = {child.type: child for child in statement.named_children}
    if "export_clause" in clauses:
        for each in clauses["export_clause"].named_children:
            name = text_of(each.child_by_field_name("name"))
            alias = text_of(each.child_by_field_name("alias")) or name
            yield Import(source, line_of(each), "export", name, alias, owner)
    elif "namespace_export" in clauses:
        bound = text_of(clauses["namespace_export"].children[-1]).strip("\"'")
        yield Import(source, line, "export", "", bound, owner)
    else:
        yield Import(source, line, "export", "*", "", owner)


def required_parts(pattern: Node, source: str, owner: int) -> Iterator[Import]:
    """Yield what ``const { a, b: c } = require("x")`` binds."""
    for each in pattern.named_children:
        name = each.child_by_field_name("key") or each
        alias = each.child_by_field_name("value") or each
        yield Import(source, line_of(each), "require", text_of(name), text_of(alias), owner)
