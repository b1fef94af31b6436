"""Detects questions about what has to change, which a set of files answers rather than the best one."""

import re

from search.query.intent import looks_like_code
from search.query.parse import ParsedQuery

_ASKS = re.compile(
    r"^(?:adding|introducing|supporting|offering|allowing|bumping|raising|renaming|moving|dropping|removing|deleting)\b"
    r"|^(?:add|introduce|support|rename|move|drop|remove|delete) (?:the|an?) "
    r"|\b(?:"
    r"one more|new kind of|(?:add\w*|gets?|for|support\w*|offer\w*|introduc\w*) another"
    r"|(?:i|we|you) rename|get(?:ting)? rid|throw out"
    r"|touch(?:ed|es)?|must (?:change|follow|know|implement)|ha(?:s|ve) to (?:change|follow|know|go|be)"
    r"|what (?:else|breaks|changes)|needs? changing|where else|needed for|files to (?:change|edit)"
    r"|(?:are|is) (?:hit|affected)|no longer compile"
    r"|everywhere|everything that|every place|all places|places that|which (?:classes|files|scripts) "
    r")\b",
    re.IGNORECASE,
)
"""Wordings of a planned change; English only, as in `search.query.wording`."""

_AROUND = "`'\"()[]{}<>,;:!?"


def asks_what_changes(query: ParsedQuery) -> bool:
    """Return whether a question of several words asks what has to change; names in it do not count as words."""
    words = query.words.split()
    masked = " ".join("_" if _is_code(_bare(word)) and not word.isupper() else word for word in words)
    return len(words) > 1 and _ASKS.search(masked) is not None


def named_to_change(query: ParsedQuery) -> tuple[str, ...]:
    """Return the words of a question that may be the name of what changes, in order, without repeats.

    A word counts if it looks like code, is qualified, or is capitalised and not the first word.
    """
    words = [_bare(word) for word in query.words.split()]
    names = (word for index, word in enumerate(words) if word and _is_name(word, first=index == 0))
    return tuple(dict.fromkeys((*names, *query.symbols)))


def _bare(word: str) -> str:
    return word.strip(_AROUND).rstrip(".")


def _is_code(word: str) -> bool:
    return looks_like_code(word) or "." in word or "::" in word


def _is_name(word: str, *, first: bool) -> bool:
    return _is_code(word) or (word[0].isupper() and not first)
