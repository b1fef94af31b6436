"""Where a local name is bound: the parameter or the first assignment in the function around a place."""

import re
from collections.abc import Callable, Iterator

from tree_sitter import Node

from indexer.facts.entries import load
from indexer.facts.syntax import parse, text_of
from resources.languages import languages

_FUNCTION = re.compile(
    r"(?:function|method|constructor)(?:_definition|_declaration|_item|_expression)?|arrow_function|func_literal"
    r"|lambda(?:_expression|_literal)?|closure_expression|singleton_method|local_function_statement"
    r"|generator_function(?:_declaration)?|anonymous_(?:function|method)\w*|accessor_declaration"
)
"""Types of nodes that have local names of their own, in all grammars."""

_PATTERN = re.compile(
    r"\w+_pattern|pattern_list|expression_list|left_assignment_list|pair|variable_name|exception_variable"
    r"|(?:reference|pointer|array|function|parenthesized)_declarator|as_pattern_target|parenthesized_expression"
)
"""Types of nodes that a bound name may be inside of: destructuring, pointers, the ``$`` of PHP."""

_BINDING = re.compile(
    r"assignment(?:_expression)?|named_expression|\w*declaration|\w*declarator|(?:var|const)_spec|\w*for\w*"
    r"|range_clause|as_pattern|\w*catch\w*|rescue|let_condition|match_arm|resource|aliased_import|\w+_expression"
)
"""Types of nodes that bind what is in one of their `_BOUND_FIELDS`."""

_BOUND_FIELDS = frozenset({"left", "name", "declarator", "pattern", "alias", "parameter", "variable"})
_PARAMETER_FIELDS = frozenset({"parameter", "parameters"})
_UNBOUND_FIELDS = frozenset({"type", "value", "default_value", "key", "right", "size", "body"})

_MEMBER = re.compile(r"(?:(?<!\.)\.|->|::|@)\s*$")
"""What is before the name of a member; three dots spread what follows."""

_IDENTIFIERS = frozenset(
    {"identifier", "name", "simple_identifier", "shorthand_property_identifier_pattern", "variable"}
)


def local_binding(language: str, text: str, line: int, column: int, name: str) -> int:
    """Return the line (from 1) on which the local name at a place is bound, 0 where it is not a local name.

    The innermost function around the place that binds the name decides: its parameter, or the first place that
    assigns or declares it. Members, such as ``self.name``, are no local names.

    Args:
        language: of the file; one without a grammar has no local names.
        text: of the file.
        line: of the place, from 1.
        column: of the first character of the name, from 0.
        name: as it stands there.
    """
    known = languages().get(language)
    lines = text.split("\n")
    if known is None or known.grammar is None or not 0 < line <= len(lines):
        return 0
    before = lines[line - 1][:column]
    if _MEMBER.search(before):
        return 0
    source = text.encode("utf-8", "replace")
    if known.grammar.prepare:
        prepare: Callable[[bytes], bytes] = load(known.grammar.prepare)
        source = prepare(source)
    root = parse(language, source)
    if root is None:
        return 0
    row, byte = line - 1, len(before.encode("utf-8", "replace"))
    here = root.descendant_for_point_range((row, byte), (row, byte))
    if here is None or _names_an_argument(here):
        return 0
    scope = here.parent
    while scope is not None:
        if _FUNCTION.fullmatch(scope.type):
            bound = next((node for node in _named(scope, name) if _is_bound(node, scope)), None)
            if bound is not None:
                return bound.start_point[0] + 1
        scope = scope.parent
    return 0


def _names_an_argument(node: Node) -> bool:
    """Return whether a name is that of a parameter of another function: ``f(name=1)``."""
    parent = node.parent
    return (
        parent is not None
        and parent.type in {"keyword_argument", "argument", "pair"}
        and _field(parent, node) in {"name", "key"}
    )


def _named(scope: Node, name: str) -> Iterator[Node]:
    """Yield the nodes of a function with this name in order; of functions inside of it only their own names.

    One that surrounds the place was searched before, and what the others bind is unknown outside of them.
    """
    stack = [scope]
    while stack:
        node = stack.pop()
        if node.type in _IDENTIFIERS and node.child_count == 0 and text_of(node) == name:
            yield node
        if node == scope or not _FUNCTION.fullmatch(node.type):
            stack.extend(reversed(node.children))
        elif (own := node.child_by_field_name("name")) is not None:
            stack.append(own)


def _is_bound(node: Node, scope: Node) -> bool:
    """Return whether a name is bound where it stands, and is not the name of the function itself."""
    child, parent = node, node.parent
    while parent is not None and _surrounds(parent, _field(parent, child), scope):
        child, parent = parent, parent.parent
    return parent is not None and _binds(parent, child, scope)


def _surrounds(parent: Node, field: str, scope: Node) -> bool:
    """Return whether a node is a pattern around a bound name, in its field."""
    is_name = field not in _UNBOUND_FIELDS or (parent.type, field) == ("pair_pattern", "value")
    return parent != scope and parent.type != "as_pattern" and is_name and bool(_PATTERN.fullmatch(parent.type))


def _binds(parent: Node, child: Node, scope: Node) -> bool:
    """Return whether a node binds a name, or the pattern around it."""
    field = _field(parent, child)
    if parent == scope:
        return field in _PARAMETER_FIELDS
    if "parameter" in parent.type:
        return field not in _UNBOUND_FIELDS
    if parent.type == "foreach_statement" and not field:  # the grammar of PHP has no fields there
        return child.prev_named_sibling is not None
    is_nested = bool(_FUNCTION.fullmatch(parent.type))
    return field == "name" if is_nested else field in _BOUND_FIELDS and bool(_BINDING.fullmatch(parent.type))


def _field(parent: Node, child: Node) -> str:
    for index, each in enumerate(parent.children):
        if each == child:
            return parent.field_name_for_child(index) or ""
    return ""
