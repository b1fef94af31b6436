"""Parts of a Word document in other formats, which Word converts when it opens the document.

Programs that make documents of pages or of other documents put them in this way; often nothing else has any text.
"""

import posixpath
import zipfile
from collections.abc import Callable

from indexer.parsing.archives import relations
from indexer.parsing.converted import without_headings
from indexer.parsing.decoding import decode
from indexer.parsing.hypertext import hypertext
from indexer.parsing.mail import archived_page_text
from indexer.parsing.rich_text import rich_text
from search.errors import BadInputError

MOST_CHUNKS = 200
"""Parts that are read, the first ones: each may be a whole document."""

_KIND = "/aFChunk"
"""How the type of a relation to such a part ends."""


def chunk_texts(archive: zipfile.ZipFile, document: str, word_text: Callable[[bytes, str], str]) -> dict[str, str]:
    """Return the texts of the parts of a document in other formats, by the ids of their relations.

    Args:
        archive: the document.
        document: its main part.
        word_text: gives the text of a part that is a Word document itself.
    """
    listed = {part: related for related, kind, part in relations(archive, document) if kind.endswith(_KIND)}
    parts = [part for part in listed if part in archive.NameToInfo][:MOST_CHUNKS]
    return {listed[part]: _text(part, archive.read(part), word_text) for part in parts}


def _text(part: str, data: bytes, word_text: Callable[[bytes, str], str]) -> str:
    """Return the text of a part, empty where it is damaged or in a format that is not read."""
    suffix = posixpath.splitext(part)[1].lower()
    try:
        if suffix == ".docx":
            return word_text(data, part)
        if suffix == ".rtf":
            return rich_text(data, part)
    except BadInputError:
        return ""
    if suffix in {".mht", ".mhtml"}:
        return archived_page_text(data)
    decoded = decode(data) if suffix in {".htm", ".html", ".xhtml", ".xml", ".txt"} else None
    if decoded is None:
        return ""
    return without_headings(decoded.text) if suffix == ".txt" else hypertext(decoded.text, part=True)
