"""Kotlin: definitions, bases and imports of a file by its words, calls and variables by its syntax."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from indexer.facts.model import FileFacts
from indexer.facts.pieces import matches_by_piece
from indexer.facts.syntax import matches
from indexer.languages.kotlin.outline import Outlined, kotlin_outline
from indexer.languages.kotlin.placed import PlacedOutline
from indexer.languages.kotlin.reader import KotlinReader
from indexer.languages.kotlin.supertypes import TypeReader, package_of
from indexer.languages.kotlin.tokens import Token, tokens
from indexer.languages.outlined import outlined_facts
from indexer.types import ParsedFile


def kotlin_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a Kotlin file, with ``outline`` its definitions.

    Where brackets do not fit, only the definitions are known, from what parses.
    """
    words = list(tokens(parsed.text))
    package = package_of(words)
    outlined = kotlin_outline(parsed.text, words, parsed.path, package)
    if outlined is None:
        return outlined_facts(parsed, outline=True)
    if outline:
        return FileFacts(path=parsed.path, language=parsed.language, definitions=tuple(outlined.definitions))
    return _facts(parsed, words, outlined, package)


def _facts(parsed: ParsedFile, words: Sequence[Token], outlined: Outlined, package: str) -> FileFacts:
    """Return all facts of a file whose definitions are known."""
    source = parsed.text.encode("utf-8", "replace")
    read = TypeReader(parsed.text, words, outlined.definitions)
    spans = _in_bytes(parsed.text, outlined.spans)
    query_matches, broken = matches(parsed.language, source)
    if broken:
        query_matches = matches_by_piece(parsed.language, source, spans)
    placed = PlacedOutline(outlined.definitions, spans)
    returning = frozenset(each.owner for each in read.signatures if each.returns)
    imported = frozenset(each.source for each in read.imports)
    reader = KotlinReader(parsed, query_matches, placed, read.types, returning, imported)
    reader.read(query_matches)
    return replace(
        reader.facts(parsed, broken=broken),
        definitions=tuple(outlined.definitions),
        namespaces=(package,),
        imports=tuple(read.imports),
        signatures=tuple(read.signatures),
    )


def _in_bytes(text: str, spans: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """Return the spans of characters of a text as such of bytes."""
    if text.isascii():
        return spans
    positions = sorted({position for span in spans for position in span})
    in_bytes = dict(zip(positions, _lengths(text, positions), strict=True))
    return [(in_bytes[start], in_bytes[end]) for start, end in spans]


def _lengths(text: str, positions: Iterable[int]) -> Iterable[int]:
    """Yield how many bytes precede each of some positions in order."""
    before, length = 0, 0
    for position in positions:
        length += len(text[before:position].encode("utf-8", "replace"))
        before = position
        yield length
