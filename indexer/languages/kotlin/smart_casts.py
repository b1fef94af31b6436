"""Smart casts of Kotlin: where a value has the type that a condition tests (`if (shape is Circle)`)."""

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from indexer.facts.syntax import text_of
from indexer.languages.kotlin.expressions import MOST_STEPS, opened, type_in, written_type

_TESTED = frozenset(("identifier", "this_expression"))
_JUMPS = ("return", "throw", "break", "continue")


class Cast(NamedTuple):
    """A part of a file in which a name stands for a value of a type.

    Attributes:
        start: first byte of the part.
        end: byte behind it.
        name: of the value; ``this`` for that.
        type: as written.
    """

    start: int
    end: int
    name: str
    type: str


def casts(test: Node) -> Iterator[Cast]:
    """Yield the parts in which a value has the type of ``value is Type``, or of a case ``is Type ->``."""
    is_negated = any(each.type == "!is" for each in test.children)
    type_ = written_type(type_in(test) if test.type == "type_test" else test.child_by_field_name("right"))
    value = _subject(test) if test.type == "type_test" else test.child_by_field_name("left")
    if value is None or value.type not in _TESTED or value.named_children or not type_:
        return
    name = text_of(value).strip("`")
    parts = _parts(test, "||" if is_negated else "&&", is_negated=is_negated)
    yield from (Cast(start, end, name, type_) for start, end in parts)


def _subject(test: Node) -> Node | None:
    """Return the value or the new variable whose cases a type is one of; None where there are several values."""
    entry = test.parent
    whole = entry.parent if entry is not None else None
    subject = whole.named_child(0) if whole is not None else None  # a list of all cases for each would be slow
    is_subject = subject is not None and subject.type == "when_subject"
    if entry is None or subject is None or not is_subject or len(entry.children_by_field_name("condition")) > 1:
        return None
    declared = next((each for each in subject.named_children if each.type == "variable_declaration"), None)
    holder = declared if declared is not None else subject
    return opened(holder.named_children[0]) if holder.named_children else None


def _parts(test: Node, joining: str, *, is_negated: bool) -> Iterator[tuple[int, int]]:
    """Yield the bytes that run only where a test has the result that is wanted."""
    node, around = test, test.parent
    for _ in range(MOST_STEPS):
        if around is None or around.type not in {"parenthesized_expression", "binary_expression"}:
            break
        if around.type == "binary_expression":
            if text_of(around.child_by_field_name("operator")) != joining:
                return
            right = around.child_by_field_name("right")
            if right is not None and right.start_byte > node.start_byte:
                yield right.byte_range
        node, around = around, around.parent
    if around is None:
        return
    is_condition = node in around.children_by_field_name("condition")
    if around.type == "when_entry" and is_condition and not is_negated:
        if len(around.children_by_field_name("condition")) == 1:
            yield around.named_children[-1].byte_range
    elif around.type == "if_expression" and is_condition:
        yield from _branches(around, is_negated=is_negated)


def _branches(whole: Node, *, is_negated: bool) -> Iterator[tuple[int, int]]:
    """Yield the branch of ``if`` that runs, or what is behind one that leaves the code around."""
    _, *branches = whole.named_children
    has_other = any(each.type == "else" for each in whole.children)
    if not is_negated:
        yield from (each.byte_range for each in branches[: 1 if has_other or len(branches) == 1 else 0])
    elif has_other and len(branches) > 1:
        yield branches[-1].byte_range
    elif branches and _leaves(branches[0]) and whole.parent is not None and whole.parent.type == "block":
        yield whole.end_byte, whole.parent.end_byte


def _leaves(branch: Node) -> bool:
    """Return whether code ends with a jump."""
    last = branch.named_children[-1] if branch.type == "block" and branch.named_children else branch
    return text_of(last).startswith(_JUMPS)
