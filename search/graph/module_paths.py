"""Modules by the paths of their files: ``src/shop/cart.py`` is ``shop.cart``, and ``shop/cart/mod.rs`` too."""

import re
from collections.abc import Sequence
from functools import lru_cache

from search.graph.spellings import LONGEST

_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)+")
STANDING_FOR_FOLDERS = frozenset({"__init__", "mod", "lib", "index", "main", "__main__"})
"""Files that stand for their folder."""
_NO_MODULES = frozenset({"src", "crate", "self", "super"})
"""A folder of sources between a project and its modules, and what Rust calls modules by their relation."""


def parts_of_name(text: str) -> tuple[str, ...]:
    """Return the parts of a dotted name; empty for any other text."""
    return tuple(text.split(".")) if len(text) <= LONGEST and _DOTTED.fullmatch(text) else ()


def is_file_of(module: Sequence[str], path: str) -> bool:
    """Return whether a file is that of a module: the end of its path without extension."""
    wanted, parts = _modules(module), _parts_of_path(path)
    return bool(wanted) and parts[-len(wanted) :] == wanted


def is_below(module: Sequence[str], path: str) -> bool:
    """Return whether a path has the parts of a module in order; a package exports what deeper files define."""
    remaining = iter(_parts_of_path(path))
    return all(part in remaining for part in _modules(module))


def _modules(names: Sequence[str]) -> tuple[str, ...]:
    folded = (name.casefold().replace("-", "_") for name in names)
    return tuple(name for name in folded if name not in _NO_MODULES)


@lru_cache(maxsize=4_000)
def _parts_of_path(path: str) -> tuple[str, ...]:
    *folders, file = path.split("/")
    stem = file.partition(".")[0]
    return _modules(folders if stem.casefold() in STANDING_FOR_FOLDERS and folders else (*folders, stem))
