"""Turns one file into its rows: parsing, facts, chunks, in this order."""

import os
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

import structlog

from indexer.chunking.chunks import chunks_of
from indexer.discovery.flags import text_flags
from indexer.discovery.labels import kind_of_file
from indexer.facts.extract import encode, extract, outlined
from indexer.facts.model import FileFacts
from indexer.facts.versions import extractor_version
from indexer.pipeline.planning import TOO_MUCH_MEMORY
from indexer.pipeline.ports import Depth, FileReader, LabelledFile, ReadFile, ReadRequest
from indexer.types import FileScope, ParsedFile, Skip
from search.errors import KnownError
from search.storage.keys import facts_key
from search.types.chunks import ChunkKind
from search.types.files import BY_WORD_ONLY, FileRecord, FileState, Flag, Root

MAX_REASON = 500
"""Characters of an error message that the manifest stores."""

BARREL_NAMES = frozenset({"__init__.py", "index.ts", "index.js", "index.tsx", "index.mjs", "mod.rs", "lib.rs"})
"""Files with these names that only import and define nothing re-export definitions of other files."""

_OF_FILE = tuple(each.name for each in fields(FileScope) if each.name not in {"repository", "branch", "path_hash"})
"""Columns of a scope that are those of the file; the others are those of its root."""

_log = structlog.get_logger(__name__)


@dataclass
class Reader:
    """`FileReader` for the formats and languages that Dowse supports.

    Attributes:
        follow_links: read the targets of links, as the listing of files does then; otherwise follow none.
    """

    follow_links: bool = False

    def read(self, root: Root, labelled: LabelledFile, known_hash: str, depth: Depth, /) -> ReadFile:
        """Return the rows of a file; see `FileReader.read`.

        Raises:
            FileNotFoundError: the file was deleted meanwhile.
            KnownError: it cannot be read; the message says why.
        """
        from indexer.parsing.parse import parse_file  # imported late: only reading a file needs its libraries

        parsed = parse_file(labelled.file, encoding=labelled.row.encoding, follow_links=self.follow_links)
        if isinstance(parsed, Skip):
            row = replace(labelled.row, state=FileState.SKIPPED, reason=parsed.reason, rule=parsed.rule)
            return ReadFile(row)
        if parsed.content_hash == known_hash:
            return ReadFile(labelled.row, unchanged=True)
        facts = _facts(parsed, outline=depth is Depth.TEXT and not _may_be_barrel(labelled.row))
        if depth is Depth.TEXT:
            return _cut(root, labelled, parsed, facts)
        whole = depth is Depth.WHOLE
        read = _cut(root, labelled, parsed, outlined(parsed, facts)) if whole else ReadFile(labelled.row)
        return replace(read, facts_key=_key(parsed), facts=encode(facts))


def _facts(parsed: ParsedFile, *, outline: bool) -> FileFacts:
    """Return the facts of a file. A minified one has none: its functions have names of one letter."""
    if parsed.minified:
        return FileFacts(path=parsed.path, language=parsed.language)
    return extract(parsed, outline=outline)


def _cut(root: Root, labelled: LabelledFile, parsed: ParsedFile, facts: FileFacts) -> ReadFile:
    row = indexed_row(labelled.row, parsed, facts)
    chunks = tuple(chunks_of(parsed, facts.definitions, scope_of(root, row)))
    if BY_WORD_ONLY.intersection(row.flags):
        chunks = tuple(replace(chunk, embed_text="", embed_hash="") for chunk in chunks)
    count = sum(chunk.kind is not ChunkKind.CARD for chunk in chunks)
    return ReadFile(replace(row, chunk_count=count), chunks)


def _key(parsed: ParsedFile) -> str:
    return facts_key(parsed.content_hash, parsed.path, extractor_version(parsed.language))


def indexed_row(row: FileRecord, parsed: ParsedFile, facts: FileFacts) -> FileRecord:
    """Return the row of a file whose text was read; its front matter takes precedence over rules."""
    front_matter = parsed.front_matter
    own = {Flag.BARREL.value} if _is_barrel(row, facts) else set()
    own |= {Flag.GENERATED.value} if parsed.generated else set()
    by_content = parsed.language in {"html", "mbox"} and row.language == "text"
    own |= {Flag.DOCUMENT.value} if by_content and Flag.TEST.value not in row.flags else set()
    return replace(
        row,
        state=FileState.TRUNCATED if parsed.truncated else FileState.INDEXED,
        reason=parsed.truncated,
        content_hash=parsed.content_hash,
        encoding=parsed.encoding,
        language=parsed.language,
        doc_type=front_matter.doc_type or _kind(row, parsed.language, by_content=by_content),
        level=front_matter.level or row.level,
        title=front_matter.title,
        summary=front_matter.summary,
        date=front_matter.date,
        char_count=len(parsed.text),
        line_count=parsed.text.count("\n") + 1,
        indexed_at=time.time(),
        flags=tuple(sorted({*row.flags, *own, *text_flags(parsed.text, parsed.language)})),
        definitions=tuple(dict.fromkeys(_searched_names(facts))),
    )


def _kind(row: FileRecord, language: str, *, by_content: bool) -> str:
    """Return the kind of a file; what a rule says of a page takes precedence over its content."""
    by_name = kind_of_file(row.path, row.language)
    return kind_of_file(row.path, language) if by_content and row.doc_type == by_name else row.doc_type


def _searched_names(facts: FileFacts) -> Iterator[str]:
    return (
        definition.name for definition in facts.definitions if definition.kind != "section" and definition.is_named
    )


def _may_be_barrel(row: FileRecord) -> bool:
    return row.path.rpartition("/")[2] in BARREL_NAMES


def _is_barrel(row: FileRecord, facts: FileFacts) -> bool:
    return _may_be_barrel(row) and bool(facts.imports) and not facts.definitions and not facts.calls


def scope_of(root: Root, row: FileRecord) -> FileScope:
    """Return the columns that every row of this file has."""
    values = {name: getattr(row, name) for name in _OF_FILE}
    return FileScope(repository=root.repository, branch=root.branch, path_hash=root.id, **values)


def attempt(reader: FileReader, root: Root, wanted: ReadRequest) -> ReadFile:
    """Return the reader's result; a file that it cannot read gets the state ``failed`` and the reason.

    Raises:
        FileNotFoundError: the file was deleted meanwhile.
    """
    labelled = wanted.labelled
    try:
        return reader.read(root, labelled, wanted.known_hash, wanted.depth)
    except FileNotFoundError:
        raise
    except Exception as exc:  # noqa: BLE001 -- the index worker's boundary: one bad file must not stop the others
        error = _sentence_on(exc)
        _log.warning("file_failed", path=labelled.row.path, error=error, exc_info=not isinstance(exc, KnownError))
        reason = error.removeprefix(f"{labelled.row.path} ")  # every message is shown with the path
        return ReadFile(replace(labelled.row, state=FileState.FAILED, reason=reason[:MAX_REASON]))


def _sentence_on(error: Exception) -> str:
    """Return a sentence about an error; for an unexpected one its type and location, as a report needs them."""
    match error:
        case KnownError():
            return str(error)
        case MemoryError():
            return TOO_MUCH_MEMORY
        case OSError() if error.strerror:
            return error.strerror
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{last.filename.replace(os.sep, '/').rpartition('/')[2]}:{last.lineno}"
    return f"an error in Dowse stopped its reading: {type(error).__name__} at {where}"
