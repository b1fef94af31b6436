"""Resolves links in a text. Pure."""

import posixpath
import re
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import unquote, urlsplit

_WEB = frozenset({"http", "https", "mailto"})
_WORD = re.compile(r"[^\w\- ]", re.UNICODE)


class LinkKind(StrEnum):
    """The target of a link."""

    WEB = "web"
    FILE = "file"
    ANCHOR = "anchor"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a link.

    Attributes:
        value: the address, or the path relative to the root.
        anchor: a heading in the file; may be empty.
    """

    kind: LinkKind
    value: str = ""
    anchor: str = ""


def target_of(link: str, path: str) -> Target:
    """Return the target of ``link`` in the file at ``path`` (relative to its root).

    Links out of the root, and links that are neither files nor web pages, are refused.
    """
    try:
        parts = urlsplit(link.strip())
    except ValueError:
        return Target(LinkKind.REFUSED)
    if parts.scheme in _WEB:
        return Target(LinkKind.WEB, link.strip())
    if parts.scheme or parts.netloc:
        return Target(LinkKind.REFUSED)
    if not parts.path:
        return (
            Target(LinkKind.ANCHOR, anchor=unquote(parts.fragment)) if parts.fragment else Target(LinkKind.REFUSED)
        )
    inside = path_inside(unquote(parts.path), path)
    if not inside:
        return Target(LinkKind.REFUSED)
    return Target(LinkKind.FILE, inside, unquote(parts.fragment))


def path_inside(link: str, path: str) -> str:
    """Return the path relative to the root that a link points to; empty if it leads out of the root."""
    start = "" if link.startswith("/") else posixpath.dirname(path)
    joined = posixpath.normpath(posixpath.join(start, link.replace("\\", "/").lstrip("/")))
    outside = joined in {"", ".", ".."} or joined.startswith(("../", "/")) or "\x00" in joined
    return "" if outside else joined


def is_remote(source: str) -> bool:
    """Return whether a picture is anywhere else than in a local file."""
    try:
        parts = urlsplit(source.strip())
    except ValueError:
        return True
    return bool(parts.scheme or parts.netloc)


def slug(title: str) -> str:
    """Return the anchor of a heading: lower case, hyphens for spaces, no other punctuation."""
    return _WORD.sub("", title.strip().lower()).replace(" ", "-")
