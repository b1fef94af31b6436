"""PHP: where a variable is of the class that a condition tells: ``if ($post instanceof Comment)``."""

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from indexer.facts.syntax import text_of
from indexer.languages.php.expressions import argument, named_class
from indexer.languages.php.names import NAMES

MOST_PARTS = 20
"""Parts of a condition that are looked at."""

JOINTS = {"&&": True, "and": True, "||": False, "or": False}
"""Words between conditions -> what the first one has to be for the second one to count."""

CONDITIONED = frozenset(("assert", "assertTrue"))
"""Functions that are handed a condition, and do not come back where it does not hold."""

LEAVING = frozenset(("return_statement", "continue_statement", "break_statement"))


class Narrowed(NamedTuple):
    """A variable, its class as written, and the bytes between which it is of that class."""

    name: str
    type: str
    between: tuple[int, int]


def narrowed(node: Node) -> Iterator[Narrowed]:
    """Yield what a statement or an expression with a condition tells of variables."""
    if node.type == "expression_statement":
        yield from _asserted(node)
        return
    if node.type == "binary_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if right is not None:
            yield from _implied(left, right.byte_range, holds=JOINTS[_operator(node)])
        return
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
    other = node.child_by_field_name("alternative")
    if body is not None:
        yield from _implied(condition, body.byte_range, holds=True)
    if node.type == "conditional_expression" and other is not None:
        yield from _implied(condition, other.byte_range, holds=False)
    block = node.parent if node.type == "if_statement" and other is None and _leaves(body) else None
    if block is not None:
        yield from _implied(condition, (node.end_byte, block.end_byte), holds=False)


def _asserted(statement: Node) -> Iterator[Narrowed]:
    """Yield what holds behind a call that ends the program, or the test, where it does not.

    ``assert($x instanceof Cart)``, ``self::assertInstanceOf(Cart::class, $x)``, ``Cart::assertInstanceOf($x)`` and
    ``Assert::isInstanceOf($x, Cart::class)``.
    """
    call, block = statement.named_children[0], statement.parent
    if block is None:
        return
    between = (statement.end_byte, block.end_byte)
    name = text_of(call.child_by_field_name("function") or call.child_by_field_name("name"))
    first, second = (argument(call.child_by_field_name("arguments"), position) for position in range(2))
    if name in CONDITIONED:
        yield from _implied(first, between, holds=True)
        return
    value, class_ = (first, second) if name == "isInstanceOf" else (second, first)
    written = named_class(class_) if class_ is not None else ""
    scope = call.child_by_field_name("scope")
    if value is None and scope is not None and scope.type in NAMES:
        value, written = first, text_of(scope)
    if value is not None and value.type == "variable_name" and written:
        yield Narrowed(text_of(value), written, between)


def _implied(condition: Node | None, between: tuple[int, int], *, holds: bool) -> Iterator[Narrowed]:
    """Yield the variables whose class is known where a condition holds, or where it does not."""
    waiting = [(condition, holds)]
    for _ in range(MOST_PARTS):
        node, holds = waiting.pop() if waiting else (None, holds)
        if node is None:
            return
        operator = _operator(node)
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if node.type == "parenthesized_expression" and node.named_children:
            waiting.append((node.named_children[0], holds))
        elif node.type == "unary_op_expression" and operator == "!":
            waiting.append((node.child_by_field_name("argument"), not holds))
        elif JOINTS.get(operator) is holds:
            waiting += [(left, holds), (right, holds)]
        elif operator == "instanceof" and holds and _is_plain(left, right):
            yield Narrowed(text_of(left), text_of(right), between)


def _operator(node: Node) -> str:
    """Return the operator of an expression; words of PHP have no case."""
    return text_of(node.child_by_field_name("operator")).lower()


def _is_plain(value: Node | None, class_: Node | None) -> bool:
    is_variable = value is not None and value.type == "variable_name"
    return is_variable and class_ is not None and class_.type in NAMES


def _leaves(body: Node | None) -> bool:
    """Return whether what follows a branch does not run after it."""
    if body is None:
        return False
    last = body.named_children[-1] if body.type == "compound_statement" and body.named_children else body
    is_plain = last.type == "expression_statement" and bool(last.named_children)
    return last.type in LEAVING or (is_plain and last.named_children[0].type == "throw_expression")
