"""The types of a function's parameters, as the identifiers of overloads have them."""

import re
from collections.abc import Sequence
from functools import lru_cache

MAX_CHARS = 300
"""Longer lists are generated or hostile; such an overload has no separate node."""

_DEPTHS = {**dict.fromkeys("<([{", 1), **dict.fromkeys(">)]}", -1)}

_QUALIFIER = re.compile(r"(?:\w+(?:\.|::))+(?=\w)")
_PASSING = re.compile(r"^(?:ref|out|in|scoped|ref readonly) ")


def parameter_list(types: Sequence[str], type_parameters: int = 0) -> str:
    """Return ``(int,List<Order>)`` from types as written, without namespaces; empty where it is too long."""
    generic = f"`{type_parameters}" if type_parameters else ""
    listed = f"{generic}({','.join(_short(each) for each in types)})"
    return listed if len(listed) <= MAX_CHARS else ""


def _short(written: str) -> str:
    passing = _PASSING.match(written)
    way = passing.group() if passing else ""
    return way + _QUALIFIER.sub("", "".join(written[len(way) :].split()))


@lru_cache(maxsize=10_000)
def parameter_types(listed: str) -> tuple[str, ...]:
    """Return the types in a list as `parameter_list` writes it, without how they are passed."""
    inside = listed.partition("(")[2][:-1]
    return tuple(_PASSING.sub("", each) for each in split_arguments(inside)) if inside else ()


def split_arguments(text: str) -> list[str]:
    """Return the arguments between two brackets, split at the outermost commas."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += _DEPTHS.get(char, 0) if text[max(at - 1, 0) : at + 1] != "->" else 0
        if char == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()]
