"""Detects sentences that are worded as a request for a change, as the subjects of commits and issues are."""

import re

from search.query.parse import ParsedQuery

_VERBS = (
    *("fix(?:e[sd])?", "add(?:s|ed)?", "remove[sd]?", "allow(?:s|ed)?", "update[sd]?", "support(?! for)"),
    *("prevent", "avoid", "handle", "ensure", "make", "don't", "do not", "improve", "correct", "respect"),
    *("ignore", "stop", "rename", "deprecate", "disable", "enable", "introduce", "drop", "treat", "skip"),
    *("accept", "move", "implement", "refactor", "simplify", "warn", "restore", "revert", "reduce", "raise"),
    *("emit", "preserve", "expose", "validate", "normali[sz]e", "adjust", "extend", "use", "return", "detect"),
    *("convert", "clean", "escape", "append", "exclude", "optimi[sz]e", "re-enable", "configure"),
)
"""First words of a request; English only, as in `search.query.wording`.

Words that as often begin a description are missing: "change", "document", "keep", "limit", "replace", "retry",
"set", "upgrade". Of 320 subjects of commits to the checking repositories 199 are requests, of our 360 questions 2.
"""
_SCOPE = r"(?:[\w./-]+(?:\([^)\n]*\))?!?:|\[[^\]\n]+\]:?) +"
"""What projects write before it: ``fix(parser):``, ``[docs]``, ``reverseproxy:``."""

_REQUEST = re.compile(rf"(?:{'|'.join(_VERBS)})\b(?= +\S+ +\S)", re.IGNORECASE)
_SCOPED = re.compile(rf"{_SCOPE}\S+ +\S+ +\S")


def requests_change(query: ParsedQuery) -> bool:
    """Return whether a typed sentence of at least three words is worded as a request for a change."""
    words = query.words.strip()
    return not words.endswith("?") and bool(_REQUEST.match(words) or _SCOPED.match(words))
