"""JavaScript: what a CommonJS module gives by ``module.exports`` and ``exports``."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.model import Call, Import
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.javascript.loading import required_source
from indexer.languages.javascript.objects import FUNCTIONS, MOST_WRAPPERS, WHOLE, bared

EXPORTS = frozenset(("exports", "module.exports"))
"""The exports object of a CommonJS module."""

WHOLE_EXPORTS = "module.exports"

VARIABLES = frozenset(("identifier", "shorthand_property_identifier"))


def given_names(query_matches: Sequence[Match]) -> Iterator[str]:
    """Yield the variables that a module gives: ``module.exports = { open }``, ``exports.open = open``."""
    for match in query_matches:
        if match.role != "variable.member":
            continue
        receiver, name = text_of(match.part("receiver")), text_of(match.part("name"))
        if receiver in EXPORTS or f"{receiver}.{name}" == WHOLE_EXPORTS:
            value = bared(match.parts["value"][0])
            for each in value.named_children if value.type == "object" else (value,):
                part = each.child_by_field_name("value") if each.type == "pair" else each
                yield text_of(part) if part and part.type in VARIABLES else ""


def loaded(name: str, value: Node, owner: int) -> list[Import]:
    """Return what ``exports.name = require("x")`` gives; of a whole module also the names in it."""
    line = line_of(value)
    if value.type == "member_expression" and (source := required_source(value.named_children[0])):
        return [Import(source, line, "export", text_of(value.child_by_field_name("property")), name, owner)]
    source = required_source(value)
    if not source:
        return []
    whole = Import(source, line, "export", "", name, owner)
    return [whole, Import(source, line, "export", "*", "", owner)] if name == WHOLE else [whole]


def wraps_function(value: Node) -> bool:
    """Return whether a value is a call that is handed a function: ``guarded(async (request) => {})``."""
    inner = value
    for _ in range(MOST_WRAPPERS):
        arguments = inner.child_by_field_name("arguments") if inner.type == "call_expression" else None
        listed = [bared(each) for each in arguments.named_children] if arguments is not None else []
        if any(each.type in FUNCTIONS for each in listed):
            return True
        calls = [each for each in listed if each.type == "call_expression"]
        if not calls:
            break
        inner = calls[-1]
    return False


def is_given(node: Node) -> bool:
    """Return whether an object is the exports object of a CommonJS module."""
    above = node.parent
    left = (
        above.child_by_field_name("left") if above is not None and above.type == "assignment_expression" else None
    )
    return left is not None and text_of(left) in EXPORTS


def is_exported(node: Node) -> bool:
    """Return whether a name is one of those that a module gives: ``module.exports = { open }``."""
    outer = node.parent
    while outer is not None and outer.type in {"object", "pair"}:
        outer = outer.parent
    assigned = outer.child_by_field_name("left") if outer is not None else None
    return assigned is not None and text_of(assigned).removeprefix("module.").partition(".")[0] == "exports"


def holding_variable(assignment: Node) -> str:
    """Return ``app`` of ``var app = exports = module.exports = {}``; else empty."""
    above = assignment.parent
    while above is not None and above.type == "assignment_expression":
        above = above.parent
    name = above.child_by_field_name("name") if above is not None and above.type == "variable_declarator" else None
    return text_of(name) if name is not None and name.type == "identifier" else ""


def of_module(call: Call) -> Call:
    """Return ``exports.open()`` as a call of the module's own ``open()``, and any other as it is."""
    return replace(call, shape="bare", receiver="") if call.receiver in EXPORTS else call
