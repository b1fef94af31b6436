"""Which way of searching the wording of a query asks for; no model is involved."""

import re

from search.agent.state import Intent
from search.query.graph_question import graph_question
from search.query.intent import looks_like_code
from search.query.parse import parse

_DEPENDS = re.compile(
    r"\b(?:depends?|dependenc(?:y|ies)|dependents?|callers?|calls|called by|used by|uses of|impact|affected)\b",
    re.IGNORECASE,
)
"""Words about relations between definitions, tables and files."""
_RESEMBLES = re.compile(r"\b(?:similar|resembl\w*|alike|something like|reminds?|analogous)\b", re.IGNORECASE)
"""Words that ask for a meaning and not for words."""
_QUALIFIED = re.compile(r"[^\W\d]\w*(?:(?:\.|::|->|#)[^\W\d]\w*)+(?:\(\))?")
"""A name with its owner, as in code: ``Cart.add``, ``std::vector``."""
_MOST_NAMES = 3
"""A longer query is a question, even if every word of it looks like code."""


def detected_intent(query: str) -> Intent:
    """Return ``graph``, ``bm25``, ``vector`` or ``hybrid``.

    A question about dependencies is for the graph. Names, error codes and phrases in quotes are looked up by word.
    A wish for something similar is answered by meaning. Every other question is answered by both.
    """
    parsed = parse(query)
    if graph_question(parsed) is not None or _DEPENDS.search(parsed.words):
        return "graph"
    words = parsed.words.split()
    named = bool(words) and len(words) <= _MOST_NAMES and all(map(_is_name, words))
    if parsed.phrases or parsed.symbols or named:
        return "bm25"
    return "vector" if _RESEMBLES.search(parsed.words) else "hybrid"


def _is_name(word: str) -> bool:
    return looks_like_code(word) or bool(_QUALIFIED.fullmatch(word))
