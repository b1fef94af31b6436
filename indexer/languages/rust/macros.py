"""Items inside the braces of a macro, as in ``cfg_rt! { pub struct LocalSet { .. } }``.

The grammar sees nothing but tokens there. Where they read as items, the macro's name and braces are blanked out so
that every byte keeps its place, and the items are read as the macro most likely leaves them.
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.syntax import parse

_BRACED_MACRO = re.compile(rb"^[ \t]*\w[\w:]*![ \t]*\{", re.MULTILINE)
"""Beginning of a macro around items; most files have none and are not parsed a second time."""

_ITEMS = frozenset(
    f"{kind}_item"
    for kind in (
        "const",
        "enum",
        "foreign_mod",
        "function",
        "impl",
        "mod",
        "static",
        "struct",
        "trait",
        "type",
        "union",
    )
) | {"use_declaration", "extern_crate_declaration", "macro_definition", "macro_invocation"}
_BESIDE_ITEMS = frozenset(("attribute_item", "inner_attribute_item", "line_comment", "block_comment"))

_PLACES = frozenset(("source_file", "declaration_list"))
_DEEPEST = 3
"""Macros within each other, as ``cfg_net! { cfg_unix! { .. } }``."""

_NOT_A_LINE_BREAK = re.compile(rb"[^\r\n]")


def unwrapped(source: bytes) -> bytes:
    """Return Rust, in UTF-8, with blanks for macros around items; every other byte keeps its place."""
    for _ in range(_DEEPEST):
        if not (b"! {" in source or b"!{" in source) or not _BRACED_MACRO.search(source):
            break
        root = parse("rust", source)
        bodies = [body for body in _bodies(root) if _holds_items(source, body)] if root else []
        if not bodies:
            break
        for body in bodies:
            source = _blanked(source, body)
    return source


def _bodies(root: Node) -> Iterator[Node]:
    """Yield the content of macros that are used as items."""
    containers = [root]
    while containers:
        for node in containers.pop().named_children:
            if node.type == "macro_invocation":
                body = node.named_children[-1]
                if body.type == "token_tree" and body.text and body.text.startswith(b"{"):
                    yield body
            elif node.type in {"impl_item", "mod_item", "trait_item", "foreign_mod_item"}:
                inner = node.child_by_field_name("body")
                if inner is not None and inner.type in _PLACES:
                    containers.append(inner)


def _holds_items(source: bytes, body: Node) -> bool:
    root = parse("rust", source[body.start_byte + 1 : body.end_byte - 1])
    if root is None:
        return False
    kinds = {child.type for child in root.children}
    return not root.has_error and not kinds.isdisjoint(_ITEMS) and kinds <= _ITEMS | _BESIDE_ITEMS


def _blanked(source: bytes, body: Node) -> bytes:
    """Return the source without the macro's name, its opening and its closing brace, as long as before."""
    macro = body.parent
    start = macro.start_byte if macro is not None else body.start_byte
    opening = _NOT_A_LINE_BREAK.sub(b" ", source[start : body.start_byte + 1])
    inside = source[body.start_byte + 1 : body.end_byte - 1]
    return source[:start] + opening + inside + b" " + source[body.end_byte :]
