"""Determines what kind of answer a query asks for, from its words and filters."""

import re

from search.query.parse import ParsedQuery
from search.types.files import CHANGELOG, DATA, Flag
from search.types.filters import Operator

SIGILS = "@$"
"""What languages write before the name of a decorator or of a variable."""
_NAME = re.compile(rf"[{SIGILS}]?[^\W\d]\w*(?:(?:\.|::|->|#(?!L\d+$))[^\W\d]\w*)*(?:\(\)?)?")
"""One name as written in code, possibly qualified: ``Cart.add``, ``std::vector``, ``renew_lease()``, ``@cached``.

``cart.py#L88`` is a line of a file.
"""
_QUALIFIED = re.compile(r"[^\W\d]\w*(?:(?:\.|::|->|#|\\)[^\W\d]\w*)+")
_IDENTIFIER = re.compile(r"[^\W\d]\w*")
_MOST_WORDS_OF_NAMES = 2
"""A longer query is a question."""
_MIN_PLAIN_NAME = 3
"""Shorter plain words are hardly ever intended as a name."""

_ASKS_FOR = {
    Flag.TEST.value: frozenset(
        {"test", "tests", "testing", "unittest", "pytest", "spec", "specs", "fixture", "fixtures"}
    ),
    Flag.EXAMPLE.value: frozenset({"example", "examples", "sample", "samples", "demo", "demos", "tutorial"}),
    CHANGELOG: frozenset({"changelog", "release", "releases", "released", "version", "versions", "since"}),
    Flag.DOCUMENT.value: frozenset(
        {
            "docs",
            "documentation",
            "document",
            "readme",
            "guide",
            "guides",
            "changelog",
            "adr",
            "runbook",
            "manual",
            "wiki",
        }
    ),
}
"""Words that ask for a kind of file, which is then not demoted."""

_DATA_FILE = re.compile(r"\w\.(?:ya?ml|json|toml|xml|ini)\b|\bgo\.mod\b", re.IGNORECASE)
"""The name of a settings or data file. A language does not ask for one: "fix JSON parsing" wants code."""

_DOCUMENT_LANGUAGES = frozenset(
    {
        *("eml", "mbox", "msg", "doc"),
        *("markdown", "restructuredtext", "docx", "odt", "rtf", "pdf", "html", "text", "asciidoc", "org", "latex"),
        *("writerside", "dita", "docbook", "textile", "mediawiki", "texinfo", "rdoc", "pod"),
    }
)


def exact_name(query: ParsedQuery) -> str:
    """Return the name if the whole query is one name, without qualifiers and call brackets, else "".

    With ``sym:`` its value is the name, regardless of other words.
    """
    text = query.symbols[0] if query.symbols else query.words.strip()
    if not _NAME.fullmatch(text):
        return ""
    return str(_IDENTIFIER.findall(text)[-1])


def identifiers(query: ParsedQuery) -> tuple[str, ...]:
    """Return the words of the query that may be names of definitions, in order, without repeats.

    A word counts if it looks like code (inner capitals, underscores, digits). A plain word counts only in a
    query of a word or two: in a question "request" means requests, not a definition of that name (+0.013 NDCG@10).
    With ``sym:`` no other word counts.
    """
    words = [] if query.symbols else query.words.split()
    names = [name for word in (*words, *query.symbols) for name in _IDENTIFIER.findall(word)]
    plain = len(words) <= _MOST_WORDS_OF_NAMES
    return tuple(
        dict.fromkeys(name for name in names if looks_like_code(name) or (plain and len(name) >= _MIN_PLAIN_NAME))
    )


def qualified_names(query: ParsedQuery) -> frozenset[str]:
    """Return the last parts of the qualified names in a query: ``Changeset`` of ``Ecto.Changeset``."""
    names = [name for word in (query.words, *query.symbols) for name in _QUALIFIED.findall(word)]
    return frozenset(_IDENTIFIER.findall(name)[-1] for name in names)


def looks_like_code(name: str) -> bool:
    """Return whether a word is like ``renewLease``, ``renew_lease`` or ``http2``, unlike ``Lease``."""
    return "_" in name or any(sign.isdigit() for sign in name) or any(sign.isupper() for sign in name[1:])


def wanted_flags(query: ParsedQuery) -> frozenset[str]:
    """Return the kinds of file that are not demoted because the query names them or filters for them."""
    words = frozenset(word.lower().strip("?.,!") for word in query.words.split())
    by_word = {flag for flag, names in _ASKS_FOR.items() if words & names}
    by_name = {DATA} if _DATA_FILE.search(query.words) else set()
    return frozenset(by_word | by_name | _filtered_kinds(query))


def _filtered_kinds(query: ParsedQuery) -> set[str]:
    kinds: set[str] = set()
    for condition in query.conditions:
        if condition.column == "flags" and condition.operator is Operator.HAS_ANY:
            kinds.update(condition.values)
        if condition.column == "language" and condition.operator is Operator.IN:
            kinds.update({Flag.DOCUMENT.value} if _DOCUMENT_LANGUAGES.intersection(condition.values) else ())
        if condition.column in {"doc_type", "ext"} and condition.operator is Operator.IN:
            kinds.add(Flag.DOCUMENT.value)
        if condition.column == "path" and condition.operator is Operator.GLOB:
            kinds.update(_kinds_in_path(condition.values))
    return kinds


def _kinds_in_path(values: tuple[str, ...]) -> set[str]:
    parts = frozenset(part for value in values for part in re.split(r"[^a-z]+", value.lower()))
    return {flag for flag, names in _ASKS_FOR.items() if parts & names}
