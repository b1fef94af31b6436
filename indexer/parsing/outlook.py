"""Mails that Outlook saved as text, as other mails are (MS-OXMSG)."""

import datetime as dt
import re
import struct
from collections.abc import Iterator

from indexer.parsing.compound import CompoundFile
from indexer.parsing.decoding import decode
from indexer.parsing.mail import Mail, TextOf

_SUBJECT, _TEXT, _PAGE = "0037", "1000", "1013"
_SENDER, _SENDER_ADDRESS = "0C1A", "5D01"
_SHOWN = {"To": "0E04", "Cc": "0E03"}
_LONG_NAME, _SHORT_NAME, _CONTENT = "3707", "3704", "3701"
_ATTACHMENT = re.compile(r"(__attach_version1\.0_#[0-9A-Fa-f]{8}/)__")

_DATES = (0x00390040, 0x0E060040)
"""When it was sent, and when it arrived: properties with a time."""
_BEFORE_PROPERTIES = 32
_PROPERTY = struct.Struct("<I4xQ")
_SINCE = dt.datetime(1601, 1, 1, tzinfo=dt.UTC)
"""Times are in units of 100 nanoseconds since then."""


def outlook_text(data: bytes, path: str, text_of: TextOf) -> str:
    """Return the text of a mail in Outlook's format, and of what is attached.

    Raises:
        BadInputError: it is none, or damaged.
    """
    file = CompoundFile(data, path, "an Outlook mail")
    names = {value: _value(file, "", number) for value, number in _SHOWN.items()}
    sender, address = _value(file, "", _SENDER), _value(file, "", _SENDER_ADDRESS)
    sender = f"{sender} <{address}>" if address and address != sender else sender
    mail = Mail(
        subject=_value(file, "", _SUBJECT),
        headers=[("From", sender), *names.items(), ("Date", _date(file))],
        texts=[_value(file, "", _TEXT)],
        page=_page(file),
        attachments=list(_attachments(file)),
    )
    return mail.as_text(text_of)


def _value(file: CompoundFile, folder: str, number: str) -> str:
    """Return a property that is a text; Outlook writes it in UTF-16 or in the encoding of the computer."""
    wide = file.read(f"{folder}__substg1.0_{number}001F")
    if wide:
        return wide.decode("utf-16-le", "replace").rstrip("\0")
    decoded = decode(file.read(f"{folder}__substg1.0_{number}001E").rstrip(b"\0"))
    return decoded.text if decoded else ""


def _page(file: CompoundFile) -> str:
    decoded = decode(file.read(f"__substg1.0_{_PAGE}0102"))
    return decoded.text if decoded else _value(file, "", _PAGE)


def _date(file: CompoundFile) -> str:
    raw = file.read("__properties_version1.0")[_BEFORE_PROPERTIES:]
    values = dict(_PROPERTY.iter_unpack(raw[: len(raw) // _PROPERTY.size * _PROPERTY.size]))
    since = next((values[name] for name in _DATES if values.get(name)), 0)
    try:
        return (_SINCE + dt.timedelta(microseconds=since // 10)).strftime("%Y-%m-%d %H:%M") if since else ""
    except OverflowError:
        return ""


def _attachments(file: CompoundFile) -> Iterator[tuple[str, bytes]]:
    folders = dict.fromkeys(match[1] for name in sorted(file.names()) if (match := _ATTACHMENT.match(name)))
    for folder in folders:
        name = _value(file, folder, _LONG_NAME) or _value(file, folder, _SHORT_NAME)
        if name:
            yield name, file.read(f"{folder}__substg1.0_{_CONTENT}0102")
