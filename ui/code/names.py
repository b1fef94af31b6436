"""Names of definitions for display: the member with its type; namespaces are in the tooltip."""

import re

from search.types.ids import path_and_name
from search.types.results import ChunkHit
from ui.i18n.language import translate

_PARTS = {"class": 1, "function": 2}
"""Parts of a qualified name that are shown, by the kind of the chunk."""

_WHOLE = frozenset({"section", "table", "view", "file"})
"""Kinds in whose names a dot separates nothing."""

_PAGED = (".pdf", ".pptx", ".odp", ".fodp", ".odg", ".fodg", ".ppt", ".pps")
"""Endings of files whose pages or slides the index numbers in headings of its own, in English."""

_NUMBERED = re.compile(r"(?:^|(?<= > ))(Page|Slide) (?=\d+(?:$|:| > ))")

_LEAST = 2
"""Names of so few parts are shown whole: a nested type needs the outer one."""


def name_path(chunk: ChunkHit) -> str:
    """Return the names or headings that lead to a chunk; ``Page 3`` of a PDF in the language of the window."""
    if not path_and_name(chunk.id)[0].lower().endswith(_PAGED):
        return chunk.header_path
    words = {"Page": translate("Page"), "Slide": translate("Slide")}
    return _NUMBERED.sub(lambda match: f"{words[match[1]]} ", chunk.header_path)


def short_name(name: str, kind: str) -> str:
    """Return ``Cart.Add`` for ``Shop.Orders.Cart.Add``; a heading or a short name as it is."""
    wanted = _PARTS.get(kind)
    if wanted is None or " " in name:
        return name
    joint = "::" if "::" in name else "."
    parts = name.split(joint)
    return name if len(parts) <= _LEAST else joint.join(parts[-wanted:])


def own_name(name: str, kind: str) -> str:
    """Return ``Add`` for the member ``Cart.Add``; a heading, a table or a route as it is."""
    if kind in _WHOLE or " " in name or "/" in name:
        return name
    return name.rpartition("::" if "::" in name else ".")[2]
