"""C# that does not parse: the ways to read it that the grammar knows."""

import re

from indexer.languages.csharp.conditions import without_conditions

_CONDITIONAL_ASSIGNMENT = re.compile(
    rb"\?(?=(?:\.[A-Za-z_]\w*|\[[^\]\n]{0,200}\])(?:\.[A-Za-z_]\w*)*\s*(?:[-+*/%&|^]|\?\?|<<|>>)?=(?![=>]))"
)
"""The question mark of ``results?.Count = 1`` and ``queries?[id] = query``, which C# has since version 14."""


def readable(source: bytes) -> bytes:
    """Return a source without conditions of either kind, everything in its place."""
    return without_conditions(_CONDITIONAL_ASSIGNMENT.sub(b" ", source))
