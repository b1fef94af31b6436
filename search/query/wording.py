"""Whether a question is worded for documents or for code."""

import re

from search.query.parse import ParsedQuery

_WORD = re.compile(r"[a-z']+")

_TELLS_HOW = re.compile(
    r"how\s+(?!(?:"
    r"do|does|did|am|is|are|was|were|be|has|have|had|can|could|may|might|must|shall|should|will|would|\w+n't"
    r"|to|about|come|else|not|many|much|often|long|large|big|small|fast|slow|far|deep|high|old|new|good|well|safe"
    r"|easy|hard|soon|late|\w+ly"
    r")\b)\w",
    re.IGNORECASE,
)
"""Begins what could head an explanation ("how requests are retried"); a person asks "how are requests retried" and
"how fast is a retry"."""

_A_PERSONS = frozenset(("i", "my", "me", "we", "our", "you", "your", "don't", "dont", "can", "should"))
"""Words of somebody who wants to know what to do; ``which`` alone asks for code as often."""

_OF_USE = frozenset(
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
"""Words of what is done with a program, which documents tell.

Words that are some program's own subject, such as ``backup`` or ``version``, say nothing and are not here."""

_OF_CONSTRUCTION = frozenset(
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
"""Words of how a program is made, which code shows.

``code``, ``type``, ``interface``, ``source`` and ``module`` are not here: as often somebody who uses the program
asks for an exit code, a content type, the language of the interface, a data source or a module of hers."""


def query_wording(query: ParsedQuery) -> int:
    """Return how far the wording leans to code, from 2, to documents, to -2; 0 where it leans to neither.

    Only English is known: the words of other languages name a topic, as most searches do, and topics lean to code.
    """
    words = frozenset(_WORD.findall(query.words.lower()))
    of_use, of_construction = bool(words & _OF_USE), bool(words & _OF_CONSTRUCTION)
    if words & _A_PERSONS:
        return -2 if of_use and not of_construction else -1
    if of_use:
        return 0 if of_construction else -1
    return 2 if of_construction or _TELLS_HOW.match(query.words) else 1
