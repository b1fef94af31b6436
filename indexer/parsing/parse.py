"""From a file on disk to its text: the one door to all formats."""

import re
from collections.abc import Callable

from indexer.discovery.flags import is_minified
from indexer.discovery.languages import DOCUMENT_LANGUAGES, is_plain_text, language_of
from indexer.discovery.opened_file import content_of
from indexer.parsing.c_headers import is_cplusplus_header
from indexer.parsing.cards import calendar_text, contacts_text
from indexer.parsing.compound import BEGINS as CONTAINER
from indexer.parsing.content_hash import hash_of
from indexer.parsing.converted import Converted
from indexer.parsing.decoding import decode
from indexer.parsing.entries import entries_text
from indexer.parsing.epub import epub_text
from indexer.parsing.front_matter import front_matter
from indexer.parsing.hypertext import hypertext, is_made_from_code, is_page
from indexer.parsing.mail import TextOf, archived_page_text, is_mailbox, mail_text, mailbox_text
from indexer.parsing.notebook import notebook_text
from indexer.parsing.old_sheets import old_sheets_text
from indexer.parsing.old_slides import old_slides_text
from indexer.parsing.old_word import old_word_text
from indexer.parsing.open_document import flat_document_text, open_document_text
from indexer.parsing.outlook import outlook_text
from indexer.parsing.rich_text import RICH_TEXT, rich_text
from indexer.parsing.sheets import sheets_text
from indexer.parsing.slides import slides_text
from indexer.parsing.sql_scripts import is_script
from indexer.types import FoundFile, FrontMatter, ParsedFile, Skip
from search.analysis.names import SOFT_HYPHEN
from search.errors import BadInputError

MOST_TEXT_CHARS = 4_000_000
"""A longer text is cut at the end of a line: no person reads on, and every later step would be slow."""

MOST_MINIFIED_CHARS = 200_000
"""The same for a minified script: its names are single letters, and its words repeat or are near its top."""

_IN_CONTAINERS = {"doc": "docx", "msg": "docx", "ppt": "pptx", "xls": "xlsx"}
"""Formats in the container of old Office, each with the one that its program saves in archives."""
_ARCHIVE = b"PK\x03\x04"
_FLAT = (".fodt", ".fods", ".fodp", ".fodg")
"""Endings of OpenDocument files that are no archives."""

_BY_BEGINNING = ((RICH_TEXT, "rtf"), (b"<", "html"))

_LFS_POINTER = b"version https://git-lfs.github.com/spec/"
"""Beginning of the pointer that replaces a large file until Git LFS has fetched it."""

_BEFORE_A_TAG = b"\xef\xbb\xbf \t\r\n"
_MOST_PAGE_BYTES = 20_000
"""Part of a file in which it is looked for prose between tags."""

_SOFT_HYPHEN = re.compile(rf"{SOFT_HYPHEN}|(?<=[^\W\d_])&(?:shy|#173|#[xX][aA][dD]);(?=[^\W\d_])")
"""As a character, and as Markdown writes it inside a word: a document is searched and shown without it."""

_INLINE_DATA = re.compile(r"(data:[\w.+/-]{1,80}(?:;[\w.+=-]{1,40}){0,4};base64,)[A-Za-z0-9+/=]{200,}")
"""A picture inside of a document, which editors of Markdown and notebooks write into the text."""

MOST_ROWS = 20_000
"""Rows that are read of a table in plain text, as of an Excel sheet: the rest is data."""


def _pdf_text(data: bytes, path: str) -> Converted:
    from indexer.parsing.pdf import pdf_text  # its library is for the process that reads documents

    return pdf_text(data, path)


def _word_text(data: bytes, path: str) -> Converted:
    from indexer.parsing.word import word_text

    return Converted(word_text(data, path))


def _open_document_text(data: bytes, path: str) -> Converted:
    is_archive = data.startswith(_ARCHIVE) or not path.lower().endswith(_FLAT)
    return open_document_text(data, path) if is_archive else flat_document_text(data, path)


_FROM_BYTES: dict[str, Callable[[bytes, str], Converted]] = {
    "doc": lambda data, path: Converted(old_word_text(data, path)),
    "docx": _word_text,
    "eml": lambda data, path: _from_mail("eml", data, path, _attached_text),
    "epub": lambda data, path: Converted(epub_text(data, path)),
    "ics": lambda data, _: Converted(calendar_text(_decoded(data))),
    "mbox": lambda data, path: _from_mail("mbox", data, path, _attached_text),
    "mhtml": lambda data, _: Converted(archived_page_text(data)),
    "odg": _open_document_text,
    "odp": _open_document_text,
    "ods": _open_document_text,
    "odt": _open_document_text,
    "msg": lambda data, path: _from_mail("msg", data, path, _attached_text),
    "pdf": _pdf_text,
    "ppt": lambda data, path: Converted(old_slides_text(data, path)),
    "pptx": lambda data, path: Converted(slides_text(data, path)),
    "rtf": lambda data, path: Converted(rich_text(data, path)),
    "vcf": lambda data, _: Converted(contacts_text(_decoded(data))),
    "xls": old_sheets_text,
    "xlsx": sheets_text,
    "zip": entries_text,
}
"""Formats that are no plain text, each with what gives their text."""


_FROM_MAIL: dict[str, Callable[[bytes, str, TextOf], Converted]] = {
    "eml": lambda data, _, text_of: Converted(mail_text(data, text_of)),
    "mbox": lambda data, _, text_of: mailbox_text(data, text_of),
    "msg": lambda data, path, text_of: Converted(outlook_text(data, path, text_of)),
}


def _decoded(data: bytes) -> str:
    decoded = decode(data)
    return decoded.text if decoded is not None else ""


def _from_mail(language: str, data: bytes, path: str, text_of: TextOf) -> Converted:
    return _FROM_MAIL[language](data, path, text_of)


def _attached_text(name: str, data: bytes) -> str:
    """Return the text of an attachment, empty where it has none; of a mail without what is attached to that."""
    language = language_of(name, "")
    is_document = is_plain_text(name) if language == "text" else language in DOCUMENT_LANGUAGES
    if not is_document and language not in _FROM_BYTES and language != "csv":
        return ""
    try:
        if language in _FROM_MAIL:
            return _from_mail(language, data, name, lambda _name, _data: "").text
        read = _converted(name, data, language, "")
    except BadInputError:
        return ""
    return "" if isinstance(read, Skip) else read[0].text


def _first_rows(text: str) -> Converted:
    rows = text.split("\n", MOST_ROWS)
    if not rows[MOST_ROWS:] or not rows[-1]:
        return Converted(text)
    count = MOST_ROWS + len(rows[-1].rstrip("\n").split("\n"))
    first_rows = "\n".join(rows[:MOST_ROWS])
    return Converted(first_rows, f"only the first {MOST_ROWS:,} of {count:,} rows are indexed")


_FROM_TEXT: dict[str, Callable[[str], Converted]] = {
    "csv": _first_rows,
    "html": lambda text: Converted(hypertext(text)),
    "notebook": lambda text: Converted(notebook_text(text)),
}
"""Formats whose plain text is not readable."""


def has_own_parser(path: str) -> bool:
    """Return whether a file of this name is read by a library for its format, and not as text."""
    return language_of(path, "") in _FROM_BYTES


def parse_file(file: FoundFile, *, encoding: str = "", follow_links: bool = False) -> ParsedFile | Skip:
    """Return a file's text, or why it has none.

    Args:
        file: as it was listed; what took its place since then is not read.
        encoding: that of plain text under this root, where the person named one.
        follow_links: whether it may be a link, or lie behind one.

    Raises:
        FileNotFoundError: it vanished.
        PermissionError: it may not be read.
        BadInputError: its format is damaged.
    """
    content = _content(file, follow_links=follow_links)
    return content if isinstance(content, Skip) else parse(file.path, content, encoding=encoding)


def _content(file: FoundFile, *, follow_links: bool) -> bytes | Skip:
    if file.data is not None:
        return file.data
    if file.blob:
        raise FileNotFoundError(f"git has no object {file.blob} any more, which is {file.path}")
    return content_of(file, follow_links=follow_links)


def parse(path: str, data: bytes, *, encoding: str = "") -> ParsedFile | Skip:
    """Return the text of ``data``, which is the content of a file at ``path``.

    Raises:
        BadInputError: its format is damaged.
    """
    if not data.strip():
        return Skip("empty")
    if data.startswith(_LFS_POINTER):
        return Skip("lfs", "its content is in Git LFS and was not fetched")
    language = _language(path, data, encoding)
    read = _converted(path, data, language, encoding)
    if isinstance(read, Skip):
        return read
    converted, encoding = read
    if is_script(converted.text, language):
        language = "sql"
    elif language == "c" and is_cplusplus_header(path, converted.text):
        language = "cpp"
    minified = is_minified(converted.text, language)
    whole = _readable(converted.text) if language in DOCUMENT_LANGUAGES else converted.text
    text, truncated = _limited(whole, MOST_MINIFIED_CHARS if minified else MOST_TEXT_CHARS)
    return ParsedFile(
        path=path,
        language=language,
        text=text,
        encoding=encoding,
        content_hash=hash_of(data),
        front_matter=front_matter(text) if language in DOCUMENT_LANGUAGES else FrontMatter(),
        truncated=truncated or converted.truncated,
        generated=minified or (language == "html" and is_made_from_code(data)),
        minified=minified,
    )


def _language(path: str, data: bytes, encoding: str) -> str:
    """Return the language by the name of a file, and by its content where names do not tell.

    Word saves rich text and new documents under the ending of old ones; other programs use both endings for text.
    """
    language = language_of(path, data[:200].decode("utf-8", "replace"))
    if language in _IN_CONTAINERS and not data.startswith(CONTAINER):
        kinds = ((_ARCHIVE, _IN_CONTAINERS[language]), *_BY_BEGINNING)
        plain = "csv" if language == "xls" else "text"
        return next((kind for beginning, kind in kinds if data.lstrip().startswith(beginning)), plain)
    is_unknown = language == "text" and not is_plain_text(path)
    if is_unknown and is_mailbox(data):
        return "mbox"
    return "html" if is_unknown and _is_page(data, encoding) else language


def _is_page(data: bytes, encoding: str) -> bool:
    """Return whether a file whose name does not tell its format is a page by what it contains."""
    if not data.lstrip(_BEFORE_A_TAG).startswith(b"<"):
        return False
    beginning = data if len(data) <= _MOST_PAGE_BYTES else data[:_MOST_PAGE_BYTES].rpartition(b"<")[0]
    decoded = decode(beginning, override=encoding)
    return decoded is not None and is_page(decoded.text)


def _converted(path: str, data: bytes, language: str, encoding: str) -> tuple[Converted, str] | Skip:
    """Return the text, and the encoding that it was in; a document's is named by its format."""
    converter = _FROM_BYTES.get(language)
    if converter is not None:
        converted = converter(data, path)
        return (converted, language) if converted.text.strip() else Skip("no text")
    decoded = decode(data, override=encoding)
    if decoded is None:
        return Skip("binary")
    reader = _FROM_TEXT.get(language, Converted)
    return reader(decoded.text), decoded.encoding


def _readable(text: str) -> str:
    """Return the text of a document without what a person does not read in it, on the same lines."""
    return _INLINE_DATA.sub(r"\1…", _SOFT_HYPHEN.sub("", text))


def _limited(text: str, most: int) -> tuple[str, str]:
    if len(text) <= most:
        return text, ""
    end = text.rfind("\n", most // 2, most)
    limited = text[: end if end > 0 else most]
    return limited, f"only the first {len(limited):,} of {len(text):,} characters are indexed"
