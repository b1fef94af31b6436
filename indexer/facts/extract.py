"""The one door to facts: ``extract``, and how facts travel to the cache and back."""

from collections.abc import Callable
from functools import lru_cache, partial
from importlib import import_module

import msgspec
from msgspec.structs import replace
from tree_sitter import QueryError

from indexer.collector import collector_paused
from indexer.discovery.languages import MARKDOWN_LIKE
from indexer.facts.model import Definition, FileFacts
from indexer.facts.projects import project_facts
from indexer.types import ParsedFile

Extractor = Callable[[ParsedFile], FileFacts]
"""Those outside of `_WHOLE_ONLY` also take ``outline``."""

_OUTLINED = [
    "bash",
    "dart",
    "elixir",
    "haskell",
    "kotlin",
    "lua",
    "php",
    "powershell",
    "ruby",
    "scala",
    "swift",
    "zig",
]

EXTRACTORS = {
    "c": ("indexer.languages.c.extractor", "c_facts"),
    "cpp": ("indexer.languages.c.extractor", "c_facts"),
    "csharp": ("indexer.languages.csharp.extractor", "csharp_facts"),
    "go": ("indexer.languages.go.extractor", "go_facts"),
    **dict.fromkeys(("svelte", "vue"), ("indexer.languages.vue.extractor", "component_facts")),
    "java": ("indexer.languages.java.extractor", "java_facts"),
    "javascript": ("indexer.languages.javascript.extractor", "javascript_facts"),
    **dict.fromkeys(_OUTLINED, ("indexer.languages.outlined", "outlined_facts")),
    **dict.fromkeys(MARKDOWN_LIKE, ("indexer.languages.markdown.extractor", "markdown_facts")),
    "prisma": ("indexer.languages.prisma.extractor", "prisma_facts"),
    "python": ("indexer.languages.python.extractor", "python_facts"),
    "restructuredtext": ("indexer.languages.restructuredtext.extractor", "restructured_text_facts"),
    "rust": ("indexer.languages.rust.extractor", "rust_facts"),
    "sql": ("indexer.languages.sql.extractor", "sql_facts"),
    "tsx": ("indexer.languages.javascript.extractor", "typescript_facts"),
    "typescript": ("indexer.languages.javascript.extractor", "typescript_facts"),
    "xml": ("indexer.languages.xml.mybatis", "mybatis_facts"),
}
"""Language -> module and function; loaded when the first such file comes."""

OUTLINES = {
    "csharp": ("indexer.languages.csharp.outline", "csharp_outline"),
    "python": ("indexer.languages.python.outline", "python_outline"),
}
"""Language -> module and function that finds the definitions of a text without parsing it, or None if unsure."""

_WHOLE_ONLY = frozenset(("prisma", "restructuredtext", "xml"))
"""Languages whose definitions cost as much as all their facts."""

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(FileFacts)


@lru_cache
def _extractor(language: str, *, outline: bool) -> Extractor | None:
    entry = EXTRACTORS.get(language)
    if entry is None:
        return None
    function = getattr(import_module(entry[0]), entry[1])
    extractor: Extractor = partial(function, outline=True) if outline and language not in _WHOLE_ONLY else function
    return extractor


def extract(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of one file; a pure function of its path, language and text.

    A language without an extractor gives a file without definitions. What cannot be read is named in ``problems``.

    Args:
        parsed: the file.
        outline: definitions are enough; the rest is left out, which takes half of the time.
    """
    project = project_facts(parsed)
    if project is not None:
        return project
    extractor = _extractor(parsed.language, outline=outline)
    if extractor is None:
        return FileFacts(path=parsed.path, language=parsed.language)
    try:
        with collector_paused():
            return extractor(parsed)
    except QueryError as exc:
        problem = f"grammar: the query file of {parsed.language} does not fit the installed grammar: {exc}"
    except RecursionError:
        problem = f"nesting: {parsed.path} is nested too deeply to be read as {parsed.language}"
    return FileFacts(path=parsed.path, language=parsed.language, problems=(problem,))


def outlined(parsed: ParsedFile, facts: FileFacts) -> FileFacts:
    """Return whole facts with the definitions that an outline has, which are others where a file does not parse.

    So the chunks of a file are the same however much of it is read.
    """
    entry = OUTLINES.get(parsed.language)
    if entry is None:
        return facts
    outline: Callable[[str, str], list[Definition] | None] = getattr(import_module(entry[0]), entry[1])
    definitions = outline(parsed.text, parsed.path)
    return facts if definitions is None else replace(facts, definitions=tuple(definitions))


def encode(facts: FileFacts) -> bytes:
    """Return facts as bytes for the cache."""
    return _encoder.encode(facts)


def decode(data: bytes) -> FileFacts:
    """Return facts from the cache.

    Raises:
        msgspec.DecodeError: the bytes are of another version; extract again.
    """
    try:
        return _decoder.decode(data)
    except UnicodeDecodeError as error:
        raise msgspec.DecodeError(str(error)) from error
