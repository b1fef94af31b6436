"""Types of Rust that hold any number of values."""

import re

from tree_sitter import Node

from indexer.facts.containers import LIST
from indexer.facts.syntax import text_of
from indexer.facts.type_names import MAX_TYPE_CHARS, WRAPPERS, plain_type

ITERATING = frozenset(("drain", "into_iter", "iter", "iter_mut"))
"""Methods of a list that begin to give its elements."""

OF_LISTS = frozenset(
    (
        *("dedup_by", "dedup_by_key", "retain", "retain_mut", "sort_by", "sort_by_cached_key", "sort_by_key"),
        *("sort_unstable_by", "sort_unstable_by_key"),
    )
)
"""Methods of a list alone that hand its elements to a closure."""

OF_ITERATORS = frozenset(("fold", "max_by", "min_by", "try_fold"))
"""Methods of an iterator, and not of an option, that hand its elements to a closure."""

PLATFORM_PATH = re.compile(r"(?<![\w:])(?:(?:std|alloc|core)::(?:\w+::)*|(?:\w+::)+(?=Result<))")
"""Before the name of a type of the platform, or of a result that a library names: ``anyhow::Result<Item>``."""

_REFERENCE = re.compile(r"^(?:&\s*(?:'\w+\s+)?|mut\s+|dyn\s+)+")
_QUALIFIED = re.compile(
    r"<\s*(?:&\s*(?:'\w+\s+)?(?:mut\s+)?)?([A-Za-z_][\w:]*)(?:<[^<>]*>)?(?:\s+as\s[^<>]*(?:<[^<>]*>)?)?\s*>"
)
"""The beginning of ``<Store<Item> as Shop>::open``."""

_MOST_LINKS = 60
"""Calls of a chain that are looked at for the beginning of an iteration."""

_LIST = re.compile(
    r"(?:Vec|VecDeque|LinkedList|HashSet|BTreeSet|BinaryHeap|IndexSet)<(?P<argument>.+)>"
    r"|\[(?P<element>[^;\[\]]+)(?:;[^\[\]]*)?\]"
)


def list_type(text: str) -> str:
    """Return ``[]`` and the name of the elements' type of ``&mut Vec<Item>`` or ``[Item; 3]``; else empty."""
    text = PLATFORM_PATH.sub("", text) if len(text) <= MAX_TYPE_CHARS else ""
    while True:
        text = _REFERENCE.sub("", text)
        wrapped = WRAPPERS.match(text)
        if wrapped is None:
            break
        text = wrapped.group(1).partition(",")[0]
    elements = _LIST.fullmatch(text)
    return f"{LIST}{plain_type(elements['argument'] or elements['element'])}" if elements else ""


def without_arguments(path: str) -> str:
    """Return ``Store::open`` of ``Store::<Item>::open``, and ``Store`` of ``<Store<Item> as Shop>``."""
    qualified = _QUALIFIED.match(path)
    if qualified:
        path = f"{qualified.group(1)}{path[qualified.end() :]}"
    depth, retained = 0, []
    for sign in path:
        depth += sign == "<"
        if not depth:
            retained.append(sign)
        depth -= sign == ">" and depth > 0
    return "".join(retained).replace("::::", "::").removesuffix("::")


def iterates(node: Node | None) -> bool:
    """Return whether a chain of methods begins to give elements: an option has ``map`` as well."""
    for _ in range(_MOST_LINKS):
        if node is None or node.type != "call_expression":
            break
        function = node.child_by_field_name("function")
        if function is None or text_of(function.child_by_field_name("field")) in ITERATING:
            return function is not None
        node = function.child_by_field_name("value")
    return False
