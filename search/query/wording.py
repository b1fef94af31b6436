"""Determines whether a question is worded for documents or for code."""

import re

from search.analysis.stopwords import CONTRACTIONS
from search.query.parse import ParsedQuery

_WORD = re.compile(r"[a-z']+")

_APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"

_EXPLAINS = re.compile(
    r"how\s+(?!(?:"
    r"do|does|did|am|is|are|was|were|be|has|have|had|can|could|may|might|must|shall|should|will|would|\w+n't"
    r"|to|about|come|else|not|many|much|often|long|large|big|small|fast|slow|far|deep|high|old|new|good|well|safe"
    r"|easy|hard|soon|late|\w+ly"
    r")\b)\w",
    re.IGNORECASE,
)
"""Start of a phrase that could title an explanation ("how requests are retried").

People rather ask "how are requests retried" and "how fast is a retry"."""

_PERSONAL = frozenset(("i", "my", "me", "we", "our", "you", "your", "don't", "dont", "can", "should"))
"""Words of questions about what to do; ``which`` is missing because it asks for code as often."""

_USAGE = frozenset(
    (
        *("install", "installed", "installing", "installation", "setup", "build", "building", "run", "docker"),
        *("deploy", "deploying", "deployment", "hosting", "hosted", "production", "requirement", "requirements"),
        *("supported", "recommend", "recommended", "release", "released", "releases", "changelog", "backwards"),
        *("upgrade", "upgrading", "migrate", "migrating", "migration", "contribute", "contributing"),
        *("contribution", "contributor", "contributors", "maintainer", "maintainers", "community"),
        *("communities", "fork", "pull", "licence", "license", "tutorial", "guide", "howto", "faq", "docs"),
        *("document", "documents", "documented", "documentation", "sample", "samples", "example", "examples"),
    )
)
"""Words about using a program, which documents describe.

Words that may be the subject of a program, such as ``backup`` or ``version``, decide nothing and are missing."""

_CONSTRUCTION = frozenset(
    (
        *("implement", "implements", "implemented", "implementation", "implementations", "internal", "internals"),
        *("class", "classes", "function", "functions", "method", "methods"),
        *("struct", "structs", "enum", "trait", "traits", "typeclass"),
        *("logic", "algorithm", "algorithms", "mechanism", "abstraction", "pipeline", "pipelines"),
        *("lifecycle", "handle", "handles", "handler", "handlers", "handling", "hook", "hooks", "callback"),
        *("callbacks", "adapter", "adapters", "wrapper", "wrappers", "middleware", "iterator", "iterators"),
        *("factory", "builder", "resolver", "resolvers", "resolution", "dispatch", "dispatches", "dispatcher"),
        *("dispatching", "parse", "parses", "parser", "parsers", "parsing", "serialize", "serializes"),
        *("serializer", "serialization", "deserialization", "encoder", "encoding", "decoder", "decoding"),
        *("conversion", "generation", "construction", "initialization", "execution", "representation"),
        *("definition", "definitions"),
    )
)
"""Words about the construction of a program, which code shows.

``code``, ``type``, ``interface``, ``source`` and ``module`` are missing: users ask for an exit code, a content
type, the language of the interface, a data source or their own module just as often."""

_OF_SENTENCES = frozenset(
    (
        *("i", "my", "me", "we", "our", "you", "your", "it", "its", "he", "she", "they", "their", "this", "that"),
        *("these", "those", "not", "no", "never", "without", "when", "while", "although", "though", "but"),
        *("still", "again", "after", "before", "if", "what", "which", "who", "whose", "where", "why"),
        *("does", "do", "did", "is", "are", "was", "were", "been", "has", "have", "had", "gets", "get", "got"),
        *("can", "cannot", "could", "will", "would", "may", "might", "shall", "should", "must"),
    )
)
"""Words that sentences have and headings seldom: pronouns, auxiliary verbs, and what joins, asks or denies.

So are all words that end as "doesn't" does."""


def is_heading(query: ParsedQuery) -> bool:
    """Return whether the query is worded like a heading: "retries of requests", "how requests are retried".

    Only English is recognised; words of other languages count as a heading.
    """
    words = _words(query)
    is_sentence = not words.isdisjoint(_OF_SENTENCES | CONTRACTIONS) or any(word.endswith("n't") for word in words)
    return not is_sentence or bool(_EXPLAINS.match(query.words))


def query_wording(query: ParsedQuery) -> int:
    """Return how far the wording favours code (up to 2) or documents (down to -2); 0 if it favours neither.

    Only English is recognised. Words of other languages count as a topic, like most searches; topics favour code.
    """
    words = _words(query)
    about_use, about_construction = bool(words & _USAGE), bool(words & _CONSTRUCTION)
    if words & _PERSONAL:
        return -2 if about_use and not about_construction else -1
    if about_use:
        return 0 if about_construction else -1
    return 2 if about_construction or _EXPLAINS.match(query.words) else 1


def _words(query: ParsedQuery) -> frozenset[str]:
    return frozenset(_WORD.findall(query.words.lower().replace(_APOSTROPHE, "'")))
