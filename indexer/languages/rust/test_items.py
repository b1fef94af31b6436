"""Rust: which items of a file exist for tests alone."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.syntax import text_of

MARKING = frozenset(
    (
        *("test", "bench", "rstest", "fixture", "test_case", "test_matrix", "wasm_bindgen_test", "proptest"),
        "quickcheck",
    )
)
"""Last names of the attributes of functions that a run of tests calls: of the language and of its libraries."""

_HOLDERS = frozenset(("mod_item", "impl_item", "trait_item"))
_COMMENTS = frozenset(("line_comment", "block_comment"))
_MOST_CHARS = 2_000
"""Of an attribute that is read."""

_NAME = re.compile(r"#!?\[(?:\w+::)*(\w+)")
_CONDITION = re.compile(r"\"(?:[^\"\\]|\\.)*\"|(\w*)(\()|(\))|(\w+)")
"""A text, the beginning or the end of a list of conditions, or a word."""


class ItemsOfTests:
    """Knows which places of a file are inside of items for tests, ``#[cfg(test)] mod tests { }``."""

    def __init__(self, root: Node) -> None:
        self._spans = sorted(_spans(root))

    def has(self, node: Node) -> bool:
        """Return whether a definition is one of these items or inside of one."""
        at = bisect_right(self._spans, (node.start_byte, node.end_byte)) - 1
        return at >= 0 and node.start_byte < self._spans[at][1]


def _spans(root: Node) -> Iterator[tuple[int, int]]:
    """Yield where the items for tests begin and end; none is inside of another."""
    containers = [root]
    while containers:
        around, is_marked = containers.pop(), False
        for child in around.named_children:
            if child.type == "attribute_item":
                is_marked = is_marked or is_for_tests(text_of(child))
            elif child.type == "inner_attribute_item" and is_for_tests(text_of(child)):
                yield around.byte_range
                break
            elif child.type not in _COMMENTS:
                body = child.child_by_field_name("body") if child.type in _HOLDERS else None
                if is_marked:
                    yield child.byte_range
                elif body is not None:
                    containers.append(body)
                is_marked = False


def is_for_tests(attribute: str) -> bool:
    """Return whether an attribute says that an item is a test, or that only tests are compiled with it."""
    text = "".join(attribute[:_MOST_CHARS].split())
    name = _NAME.match(text)
    if name is None or name.group(1) != "cfg":
        return name is not None and name.group(1) in MARKING
    around: list[str] = []
    for token in _CONDITION.finditer(text, name.end()):
        if token.group(2):
            around.append(token.group(1))
        elif token.group(3):
            del around[-1:]
        elif token.group(4) == "test" and {"", "all"}.issuperset(around):
            return True
    return False
