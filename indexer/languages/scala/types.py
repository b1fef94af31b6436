"""Types of Scala as they are written: what they name, and what collections and effects hold."""

import re
from functools import lru_cache

from indexer.facts.containers import LIST, MAP
from indexer.facts.parameters import split_arguments
from indexer.facts.type_names import MAX_TYPE_CHARS, plain_type

_GENERIC = re.compile(r"([\w.]+)\[(.+)\]", re.DOTALL)
_MIXED = re.compile(r" (?:with|&) ")
_HOLDING = frozenset(
    (
        *("List", "Seq", "Vector", "Set", "Array", "IndexedSeq", "Iterable", "Iterator", "LazyList", "Stream"),
        *("ListBuffer", "ArrayBuffer", "Buffer", "Queue", "SortedSet", "Option", "Some", "Try", "Either"),
        *("Right", "Future", "NonEmptyList", "Chain", "IO", "Task", "ZIO", "Resource", "Eval"),
        *("ConnectionIO", "DBIO"),
    )
)
"""Types whose last argument is what ``map`` and loops give."""

_MAPS = frozenset(("Map", "SortedMap", "HashMap", "TrieMap"))


@lru_cache(maxsize=4096)
def type_name(text: str) -> str:
    """Return the name of a type, behind `LIST` or `MAP` where it holds values of it; else empty."""
    text = text.strip().removeprefix("=>").strip()
    if len(text) > MAX_TYPE_CHARS:
        return ""
    if text.endswith("*"):
        return f"{LIST}{plain_type(text[:-1])}"
    text = _MIXED.split(text, maxsplit=1)[0].removesuffix(".type")
    generic = _GENERIC.fullmatch(text)
    if generic is None:
        return plain_type(text)
    head = generic[1].rpartition(".")[2]
    if head in _HOLDING or head in _MAPS:
        last = split_arguments(generic[2])[-1:]
        inner = plain_type(last[0].partition("[")[0]) if last else ""
        return f"{LIST if head in _HOLDING else MAP}{inner}" if inner else ""
    return plain_type(generic[1])
