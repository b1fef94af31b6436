"""From a file on disk to its text: the one door to all formats."""

import hashlib
from collections.abc import Callable
from pathlib import Path

from indexer.discovery.languages import DOCUMENT_LANGUAGES, language_of
from indexer.parsing.decoding import Decoded, decode
from indexer.parsing.epub import epub_text
from indexer.parsing.front_matter import front_matter
from indexer.parsing.hypertext import hypertext, is_made_from_code
from indexer.parsing.notebook import notebook_text
from indexer.parsing.sheets import sheets_text
from indexer.parsing.slides import slides_text
from indexer.types import FoundFile, FrontMatter, ParsedFile, Skip

MOST_TEXT_CHARS = 4_000_000
"""What is longer is cut at a line: no person reads on, and every step after this one would wait for it."""

_LFS_POINTER = b"version https://git-lfs.github.com/spec/"
"""Stands in the place of a large file until Git LFS has fetched it."""


def _pdf_text(data: bytes, path: str) -> str:
    from indexer.parsing.pdf import pdf_text  # its library is for the process that reads documents

    return pdf_text(data, path)


def _word_text(data: bytes, path: str) -> str:
    from indexer.parsing.word import word_text

    return word_text(data, path)


_FROM_BYTES: dict[str, Callable[[bytes, str], str]] = {
    "docx": _word_text,
    "epub": epub_text,
    "pdf": _pdf_text,
    "pptx": slides_text,
    "xlsx": sheets_text,
}
"""Formats that are no plain text, each with what gives their text."""

_FROM_TEXT: dict[str, Callable[[str], str]] = {"html": hypertext, "notebook": notebook_text}
"""Formats whose plain text is not what a person reads."""


def has_own_parser(path: str) -> bool:
    """Return whether a file of this name is read by a library for its format, and not as text."""
    return language_of(path, "") in _FROM_BYTES


def parse_file(found: FoundFile, *, encoding: str = "") -> ParsedFile | Skip:
    """Return a file's text, or why it has none.

    ``encoding`` is that of plain text under this root, where the person named one.

    Raises:
        FileNotFoundError: it vanished.
        PermissionError: it may not be read.
        BadInputError: its format is damaged.
    """
    return parse(found.path, _content(found), encoding=encoding)


def _content(found: FoundFile) -> bytes:
    if found.data is not None:
        return found.data
    if found.blob:
        raise FileNotFoundError(f"git has no object {found.blob} any more, which is {found.path}")
    return Path(found.absolute).read_bytes()


def parse(path: str, data: bytes, *, encoding: str = "") -> ParsedFile | Skip:
    """Return the text of ``data``, which is the content of a file at ``path``.

    Raises:
        BadInputError: its format is damaged.
    """
    if not data.strip():
        return Skip("empty")
    if data.startswith(_LFS_POINTER):
        return Skip("lfs", "its content is in Git LFS and was not fetched")
    language = language_of(path, data[:200].decode("utf-8", "replace"))
    read = _read(path, data, language, encoding)
    if isinstance(read, Skip):
        return read
    text, truncated = _limited(read.text)
    return ParsedFile(
        path=path,
        language=language,
        text=text,
        encoding=read.encoding,
        content_hash=hashlib.blake2b(data, digest_size=16).hexdigest(),
        front_matter=front_matter(text) if language in DOCUMENT_LANGUAGES else FrontMatter(),
        truncated=truncated,
        generated=language == "html" and is_made_from_code(data),
    )


def _read(path: str, data: bytes, language: str, encoding: str) -> Decoded | Skip:
    converter = _FROM_BYTES.get(language)
    if converter is not None:
        text = converter(data, path)
        return Decoded(text, language) if text.strip() else Skip("no text")
    decoded = decode(data, override=encoding)
    if decoded is None:
        return Skip("binary")
    reader = _FROM_TEXT.get(language)
    return Decoded(reader(decoded.text), decoded.encoding) if reader else decoded


def _limited(text: str) -> tuple[str, str]:
    if len(text) <= MOST_TEXT_CHARS:
        return text, ""
    end = text.rfind("\n", 0, MOST_TEXT_CHARS)
    kept = text[: end if end > 0 else MOST_TEXT_CHARS]
    return kept, f"only the first {len(kept):,} of {len(text):,} characters are indexed"
