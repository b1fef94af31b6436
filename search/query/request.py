"""Detects sentences that are worded as a request for a change, as the subjects of commits and issues are."""

import re

from search.query.parse import ParsedQuery

_VERBS = (
    *("fix(?:e[sd])?", "add(?:s|ed)?", "remove[sd]?", "allow(?:s|ed)?", "update[sd]?", "support(?! for)"),
    *(
        "prevent",
        "avoid",
        "handle",
        "ensure",
        "make",
        "don't",
        "do not",
        "improve",
        "correct",
        "respect",
        "ignore",
    ),
    *("stop", "rename", "deprecate", "disable", "enable", "introduce", "drop", "treat", "skip", "accept"),
    *("move", "implement", "refactor", "simplify", "warn", "restore", "revert", "reduce", "raise", "emit"),
    *("preserve", "expose", "validate", "normali[sz]e", "adjust", "extend", "use", "return", "detect"),
)
"""First words of a request; English only, as in `search.query.wording`.

Words that as often begin a description are missing: "change", "document", "keep", "set", "replace", "upgrade". Of
320 subjects of commits to the checking repositories 194 are requests, and of 360 questions of our own sets 2.
"""
_SCOPE = r"(?:[a-z]+(?:\([^)\n]*\))?!?: +|\[[^\]\n]+\] +|[\w./-]+: +)?"
"""What projects write before it: ``fix(parser):``, ``[docs]``, ``reverseproxy:``."""

_REQUEST = re.compile(rf"^{_SCOPE}(?:{'|'.join(_VERBS)})\b(?= +\S+ +\S)", re.IGNORECASE)
_CONVENTIONAL = re.compile(r"^(?:fix|feat|perf|refactor)(?:\([^)\n]*\))?!?: +\S+ +\S", re.IGNORECASE)


def requests_change(query: ParsedQuery) -> bool:
    """Return whether a typed sentence of at least three words is worded as a request for a change."""
    words = query.words.strip()
    return not words.endswith("?") and bool(_REQUEST.match(words) or _CONVENTIONAL.match(words))
