"""Whether a query looks something up by its name, path or identifier, rather than asking for it in words."""

import re

_NAME = re.compile(r"\S*[./\\_:#()<>\d]\S*|\S*[a-z][A-Z]\S*")
"""Characters of names, paths and identifiers that no plain word contains."""


def is_lookup(words: str) -> bool:
    """Return whether the words are nothing, or one name such as ``CartService``, ``src/cart.py`` or ``E1042``."""
    parts = words.split()
    return not parts or (len(parts) == 1 and _NAME.fullmatch(parts[0]) is not None)
