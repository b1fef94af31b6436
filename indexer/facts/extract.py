"""The one door to facts: ``extract``, and how facts travel to the cache and back."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace
from tree_sitter import QueryError

from indexer.collector import collector_paused
from indexer.facts.entries import load
from indexer.facts.model import Definition, FileFacts
from indexer.facts.projects import project_facts
from indexer.types import ParsedFile
from resources.languages import languages

EXTRACTED_LANGUAGES = frozenset(each.name for each in languages().values() if each.extractor)
"""Languages whose files have facts."""

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(FileFacts)


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
    language = languages().get(parsed.language)
    if language is None or not language.extractor:
        return FileFacts(path=parsed.path, language=parsed.language)
    extractor: Callable[..., FileFacts] = load(language.extractor)
    try:
        with collector_paused():
            return extractor(parsed, outline=True) if outline and language.reads_outline else extractor(parsed)
    except QueryError as exc:
        problem = f"grammar: the query file of {parsed.language} does not fit the installed grammar: {exc}"
    except RecursionError:
        problem = f"nesting: {parsed.path} is nested too deeply to be read as {parsed.language}"
    return FileFacts(path=parsed.path, language=parsed.language, problems=(problem,))


def outlined(parsed: ParsedFile, facts: FileFacts) -> FileFacts:
    """Return complete facts with the definitions of the outline, which differ where a file does not parse.

    The chunks of a file are then the same however much of it is read.
    """
    language = languages().get(parsed.language)
    if language is None or not language.outline_scanner:
        return facts
    scan: Callable[[str, str], list[Definition] | None] = load(language.outline_scanner)
    definitions = scan(parsed.text, parsed.path)
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
