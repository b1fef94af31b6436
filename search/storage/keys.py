"""Key columns derived from paths and lists, and the keys of caches."""

import hashlib
from collections.abc import Iterable

LIST_OPEN, LIST_CLOSE = "\x1e", "\x1f"
"""Delimiters of each list value in its key column, so that a substring search matches whole values only."""


def path_key(path: str) -> str:
    r"""Return ``path`` for matching without case: lower-cased, ``\`` as ``/``, ``//`` before and ``/`` behind."""
    inner = path.lower().replace("\\", "/").strip("/")
    return f"//{inner}/" if inner else "//"


def list_key(values: Iterable[str]) -> str:
    """Return the values with delimiters; an empty list gives an empty text."""
    return "".join(list_value_key(value) for value in values)


def list_value_key(value: str) -> str:
    """Return the part of `list_key` for this value; no other value contains it."""
    inner = value.replace("%", "%25").replace(LIST_OPEN, "%1E").replace(LIST_CLOSE, "%1F")
    return f"{LIST_OPEN}{inner}{LIST_CLOSE}"


def storable_text(text: str) -> str:
    r"""Return ``text`` as it can be stored: lone surrogates become ``\udcxx``."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def facts_key(content_hash: str, path: str, version: int) -> str:
    """Return the key of the facts of these bytes under this path, by this version of the extractors."""
    path_digest = hashlib.blake2b(path.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
    return f"{version}:{content_hash}:{path_digest}"
