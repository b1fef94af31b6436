"""Ruby: what the nodes of the grammar say, without regard to where they stand."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.syntax import text_of

PATHS = frozenset(("constant", "scope_resolution"))
SYMBOLS = frozenset(("simple_symbol", "string", "delimited_symbol"))
STORED = frozenset(("instance_variable", "class_variable", "global_variable"))
"""Node types of variables that outlive a call."""

MOST_CHARS = 200
"""Of a name; a longer one is data."""

_PATH = re.compile(r"(?:::)?[A-Z]\w*(?:\s*::\s*[A-Z]\w*)*")
_JOINT = re.compile(r"\s*::\s*")
_WORD = re.compile(r"_+([a-zA-Z0-9])")
_NO_SINGULAR = re.compile(r"(?:ss|us|is|news|series|species)$")
_ODD_SINGULARS = {"people": "person", "men": "man", "women": "woman", "children": "child", "moves": "move"}


def constant_path(node: Node | None) -> str:
    """Return ``Shop::Cart`` as ``Shop.Cart`` and ``::Cart`` as it is; empty for anything else."""
    if node is None or node.type not in PATHS or node.end_byte - node.start_byte > MOST_CHARS:
        return ""
    return dotted_path(text_of(node))


def dotted_path(text: str) -> str:
    """Return the path of a constant with dots; ``::`` stays at its beginning, where it means the top."""
    if len(text) > MOST_CHARS or not _PATH.fullmatch(text):
        return ""
    absolute = "::" if text.startswith("::") else ""
    return absolute + _JOINT.sub(".", text.removeprefix("::"))


def literal(node: Node | None) -> str:
    """Return what a symbol or a string without interpolations says; empty for anything else."""
    if node is None or node.type not in SYMBOLS or node.end_byte - node.start_byte > MOST_CHARS:
        return ""
    if node.type == "simple_symbol":
        return text_of(node)[1:]
    kinds = {child.type for child in node.named_children}
    return "".join(text_of(child) for child in node.named_children) if kinds == {"string_content"} else ""


def listed(arguments: Node | None) -> Iterator[Node]:
    """Yield the arguments of a call that have no name."""
    for each in arguments.named_children if arguments is not None else ():
        if each.type not in {"pair", "block_argument", "comment"}:
            yield each


def options(arguments: Node | None) -> dict[str, Node]:
    """Return the arguments of a call that have a name, in whichever way it is written."""
    pairs: dict[str, Node] = {}
    for each in arguments.named_children if arguments is not None else ():
        key, value = each.child_by_field_name("key"), each.child_by_field_name("value")
        if each.type == "pair" and key is not None and value is not None:
            pairs[text_of(key).strip(":\"'")] = value
    return pairs


def names_in(node: Node | None) -> list[str]:
    """Return the names that a symbol, a string or a list of such gives."""
    if node is None:
        return []
    if node.type in {"symbol_array", "string_array"}:
        return [text_of(child) for child in node.named_children]
    if node.type == "array":
        return [name for child in node.named_children if (name := literal(child))]
    name = literal(node)
    return [name] if name else []


def class_name(name: str) -> str:
    """Return the class that ``order_item`` or ``shop/order_item`` stands for, with dots."""
    words = [_WORD.sub(lambda each: each[1].upper(), part) for part in name.split("/") if part]
    return ".".join(word[:1].upper() + word[1:] for word in words)


def singular(name: str) -> str:
    """Return the singular of the last word of ``order_items``, as English makes it."""
    head, joint, word = name.rpartition("_")
    if word in _ODD_SINGULARS:
        return f"{head}{joint}{_ODD_SINGULARS[word]}"
    if _NO_SINGULAR.search(word) or not word.endswith("s"):
        return name
    if word.endswith("ies") and len(word) > len("ties"):
        return f"{name[:-3]}y"
    return name[:-2] if re.search(r"(?:sses|shes|ches|xes|zes|statuses|buses|viruses)$", word) else name[:-1]
