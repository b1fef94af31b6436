"""Mails and mailboxes as text: subject, people, date and text of each, then the texts of what is attached.

Parts of a mail are separated here: the reader of the standard library takes quadratic time for parts in parts.
"""

import binascii
import quopri
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime
from itertools import islice
from typing import TypeAlias

from indexer.parsing.converted import Converted, without_headings
from indexer.parsing.decoding import decode, paired
from indexer.parsing.hypertext import hypertext

TextOf: TypeAlias = Callable[[str, bytes], str]
"""Gives the text of an attachment, by its name and content; empty when it has none."""

MOST_ATTACHMENTS = 20
"""Attachments of a mail whose text is read; of all others only the names are."""

MOST_ATTACHMENTS_OF_A_BOX = 200
"""The same of all mails of a mailbox, the newest first."""

MOST_ATTACHED_BYTES_OF_A_BOX = 20_000_000
"""Their size: about as many bytes as are read in the time that a file has."""

MOST_MAILS = 50_000
"""Mails of a mailbox that are read: there may be millions of a few bytes."""

MOST_MAILBOX_CHARS = 3_900_000
"""Characters of a mailbox that are read, a little fewer than of any text."""

_MOST_DEPTH = 8
"""Parts in parts that are opened; deeper ones are no mail that a person sent."""

_MOST_PARTS = 1_000
"""Parts of a mail that are read, its attachments among them."""

_MOST_HEAD_BYTES = 32_768
_MOST_HEADER_CHARS = 4_000
_END_OF_HEAD = re.compile(rb"\r?\n\r?\n|\A\r?\n")
_START_OF_MAIL = re.compile(
    rb"(?:\A|\n)(?=From [^\n]{1,400}\d:\d\d(?::\d\d)?[^\n]{0,10} \d{4}\r?\n[A-Za-z-]{1,60}:)"
)
_FIRST_LINE = re.compile(rb"\AFrom [^\n]*\n")
_HEADING = re.compile(r"^(#{1,6})(?= )", re.MULTILINE)
_DEEPEST_HEADING = 6
_NO_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
_SHOWN = ("From", "To", "Cc")


@dataclass(slots=True)
class Mail:
    """What is shown of a mail.

    Attributes:
        subject: its heading.
        headers: name and value of each line below the subject.
        texts: what was written, in its parts.
        page: the same as HTML, which is read where there is no text.
        attachments: name and content of each.
    """

    subject: str = ""
    headers: list[tuple[str, str]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    page: str = ""
    attachments: list[tuple[str, bytes]] = field(default_factory=list)

    def as_text(self, text_of: TextOf) -> str:
        """Return the text of the mail and of what is attached, each attachment below a heading."""
        text = "\n\n".join(filter(str.strip, self.texts))
        body = text or hypertext(self.page, part=True)
        names = ", ".join(name for name, _ in self.attachments)
        lines = [f"{name}: {value}" for name, value in (*self.headers, ("Attachments", names)) if value]
        attached = (
            _attached(name, text_of(name, content)) for name, content in self.attachments[:MOST_ATTACHMENTS]
        )
        blocks = (f"# {self.subject or 'Mail'}", "\n".join(lines), without_headings(_tidy(body)), *attached)
        return "\n\n".join(filter(None, blocks))


def mail_text(data: bytes, text_of: TextOf) -> str:
    """Return the text of one mail."""
    return mail_of(data).as_text(text_of)


def is_mailbox(data: bytes) -> bool:
    """Return whether a file without an ending is a mailbox: it begins as one, and so do those of Thunderbird."""
    return _START_OF_MAIL.match(data) is not None


def mailbox_text(data: bytes, text_of: TextOf) -> Converted:
    """Return the texts of the mails of a mailbox, in their order; of a large one the last, which are new."""
    starts = [match.end() for match in _START_OF_MAIL.finditer(data)] or [0]
    limited = _LimitedAttachments(text_of)
    texts: list[str] = []
    characters = 0
    for start, end in zip(reversed(starts), (len(data), *starts[:0:-1]), strict=True):
        text = mail_text(_FIRST_LINE.sub(b"", data[start:end]), limited)
        characters += len(text) + 2
        if texts and (characters > MOST_MAILBOX_CHARS or len(texts) == MOST_MAILS):
            break
        texts.append(text)
    is_whole = len(texts) == len(starts)
    truncated = "" if is_whole else f"only the last {len(texts):,} of {len(starts):,} mails are indexed"
    return Converted("\n\n".join(reversed(texts)), truncated)


class _LimitedAttachments:
    """Gives the texts of the attachments of a mailbox, up to a limit: reading thousands would take minutes."""

    def __init__(self, text_of: TextOf) -> None:
        self._text_of = text_of
        self._count, self._bytes = MOST_ATTACHMENTS_OF_A_BOX, MOST_ATTACHED_BYTES_OF_A_BOX

    def __call__(self, name: str, content: bytes) -> str:
        """Return the text of an attachment; empty beyond the limit."""
        self._count -= 1
        self._bytes -= len(content)
        return self._text_of(name, content) if self._count >= 0 and self._bytes >= 0 else ""


def archived_page_text(data: bytes) -> str:
    """Return the text of a page that a browser saved as one file (MHTML), below its title and its address."""
    head, _ = _parts(data)
    address = _value(head, "Snapshot-Content-Location")
    mail = mail_of(data)
    page = hypertext(mail.page, part=True) if mail.page else "\n\n".join(mail.texts)
    title = f"# {mail.subject}" if mail.subject else ""
    return "\n\n".join(filter(None, (title, f"Address: {address}" if address else "", _tidy(page))))


def mail_of(data: bytes) -> Mail:
    """Return what is shown of a mail; what is damaged is read as far as it goes."""
    head, body = _parts(data)
    mail = Mail(
        subject=_value(head, "Subject"),
        headers=[*((name, _value(head, name)) for name in _SHOWN), ("Date", shown_date(_value(head, "Date")))],
    )
    for part in islice(_leaves(head, body), _MOST_PARTS):
        _add(*part, mail)
    return mail


def shown_date(written: str) -> str:
    """Return the date of a mail as ISO 8601 to the minute, in the sender's time; as it is if it is none."""
    try:
        return parsedate_to_datetime(written).strftime("%Y-%m-%d %H:%M")
    except (ValueError, TypeError, IndexError, OverflowError):
        return written


def _attached(name: str, text: str) -> str:
    if not text.strip():
        return ""
    deeper = _HEADING.sub(lambda marks: "#" * min(_DEEPEST_HEADING, len(marks[1]) + 2), text)
    return f"## {name}\n\n{deeper}"


def _tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")).strip()


def _parts(data: bytes) -> tuple[Message, bytes]:
    """Return the head of a mail or a part, and what follows it."""
    end = _END_OF_HEAD.search(data)
    head = data[: min(end.start() if end else len(data), _MOST_HEAD_BYTES)]
    return BytesHeaderParser().parsebytes(head), data[end.end() :] if end else b""


def _value(head: Message, name: str) -> str:
    """Return a header as people read it."""
    raw = " ".join(str(head.get(name, ""))[:_MOST_HEADER_CHARS].split())
    try:
        pieces = decode_header(raw)
    except (HeaderParseError, ValueError):
        return raw
    texts = (piece if isinstance(piece, str) else _as_text(piece, charset or "") for piece, charset in pieces)
    return " ".join("".join(texts).split())


def _as_text(data: bytes, charset: str) -> str:
    """Return a text in the encoding that the mail names, in the likeliest one if that is wrong."""
    try:
        return paired(data.decode(charset))
    except (LookupError, ValueError):
        decoded = decode(data)
    return decoded.text if decoded else ""


def _leaves(head: Message, body: bytes, depth: int = 0) -> Iterator[tuple[Message, bytes]]:
    """Yield the parts of a mail that have no parts."""
    is_divided = head.get_content_maintype() == "multipart" and depth < _MOST_DEPTH
    boundary = head.get_boundary() if is_divided else None
    if not boundary:
        yield head, body
        return
    for part in _between(body, boundary.encode("utf-8", "surrogateescape")):
        yield from _leaves(*_parts(part), depth + 1)


def _add(head: Message, body: bytes, mail: Mail) -> None:
    """Add a part to its mail: to the text, as the page or as an attachment."""
    kind, name = head.get_content_type(), _file_name(head)
    content = _decoded(body, str(head.get("Content-Transfer-Encoding", "")).strip().lower())
    charset = head.get_content_charset() or ""
    if kind == "message/rfc822":
        mail.attachments.append((name or "message.eml", content))
    elif name:
        mail.attachments.append((name, content))
    elif kind == "text/html":
        mail.page = mail.page or _as_text(content, charset)
    elif kind.startswith("text/"):
        mail.texts.append(_as_text(content, charset))


def _file_name(head: Message) -> str:
    try:
        raw = head.get_filename() or ""
    except (LookupError, ValueError, TypeError):
        return ""
    whole = Message()
    whole["Name"] = raw.replace("\r", "").replace("\n", "")
    return _value(whole, "Name").replace("\\", "/").rpartition("/")[2]


def _between(body: bytes, boundary: bytes) -> Iterator[bytes]:
    """Yield what stands between the lines with a boundary."""
    mark = re.compile(rb"(?:\A|\r?\n)--" + re.escape(boundary) + rb"(--)?[ \t]*(?=\r?\n|\Z)")
    start = -1
    for line in mark.finditer(body):
        if start >= 0:
            yield body[start : line.start()].removeprefix(b"\r").removeprefix(b"\n")
        start = line.end()
        if line[1]:
            return
    if 0 <= start < len(body):
        yield body[start:].removeprefix(b"\r").removeprefix(b"\n")


def _decoded(body: bytes, encoding: str) -> bytes:
    if encoding == "quoted-printable":
        return quopri.decodestring(body)
    if encoding != "base64":
        return body
    letters = _NO_BASE64.sub(b"", body)
    whole = letters[: len(letters) - (len(letters) % 4 == 1)]
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))
