"""Decodes bytes: byte order mark, UTF-8, UTF-16, the declared encoding, then the likeliest legacy encoding."""

import codecs
import re
from dataclasses import dataclass

from charset_normalizer import from_bytes

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""UTF-32 before UTF-16: its little-endian mark begins with that of UTF-16."""

_SAMPLE_BYTES = 65_536
"""Bytes that are enough to distinguish text from binary data and one encoding from another."""
_CONTROL_SHARE = 0.1
"""Text has line ends and tabs; a larger share of other control characters is data."""
_USUAL = (
    *("cp1252", "cp1250", "cp1251", "koi8_r", "cp932", "euc_jp", "gb18030", "big5", "cp949"),
    *("cp1253", "cp1254", "cp1255", "cp1256", "cp866", "iso2022_jp"),
)
"""Legacy encodings that files are in, the commonest first: it is taken where several fit equally well."""
CHARSETS = {
    77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gbk", 136: "cp950", 161: "cp1253",
    162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874",
    238: "cp1250", 255: "cp437",
}  # fmt: skip
"""Number of a font's character set -> encoding; all others have that of the document."""
_CONTROLS = bytes(range(1, 9)) + bytes(range(14, 27)) + bytes(range(28, 32))
_NAMED = re.compile(
    rb"""<meta[^>]{0,200}?charset=["']?(?P<page>[\w.:-]+)|\A<\?xml[^>]{0,200}?encoding=["'](?P<xml>[\w.:-]+)"""
    rb"""|\A(?:[^\n]{0,200}\n)?[^\S\n]*(?:\#|"|//|;|%)[^\n]{0,200}?coding[:=][^\S\n]*(?P<source>[\w.-]+)""",
    re.IGNORECASE,
)
"""What pages, XML and sources (Python, Emacs, Vim) say of their encoding."""
_NAMED_BYTES = 2_048
_LEGACY = ("iso8859", "cp", "koi8", "euc", "shift_jis", "gb", "big5", "mac", "tis", "hz", "johab", "ptcp", "kz")
"""Beginnings of the names of encodings that text is in; a codec such as base64 is none."""
_NUL_SHARE = 0.3
"""UTF-16 of Latin text has a zero in every other byte."""


@dataclass(frozen=True, slots=True)
class Decoded:
    r"""Text with ``\n`` line ends, and the encoding that it was in."""

    text: str
    encoding: str


def decode(data: bytes, *, override: str = "") -> Decoded | None:
    """Return the text of a file, None when it is binary. Never fails on text: bad bytes become U+FFFD.

    ``override`` names an encoding to use whatever the bytes look like; an unknown name is passed over.
    """
    if override and _is_known(override):
        return _decoded(data, override)
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data, encoding)
    wide = _utf16_without_mark(data[:_SAMPLE_BYTES])
    if wide:
        return _decoded(data, wide)
    if is_binary(data):
        return None
    try:
        return Decoded(_unix_lines(data.decode("utf-8")), "utf-8")
    except UnicodeDecodeError:
        return _as_named(data) or _decoded(data, _likeliest(data))


def _as_named(data: bytes) -> Decoded | None:
    """Return the text in the encoding that the file names, None when it names none or is in another."""
    match = _NAMED.search(data[:_NAMED_BYTES])
    name = match[match.lastgroup or ""].decode("ascii", "replace") if match else ""
    try:
        encoding = codecs.lookup(name).name
        encoding = "cp1252" if encoding == "iso8859-1" else encoding  # as browsers read it
        return Decoded(_unix_lines(data.decode(encoding)), encoding) if encoding.startswith(_LEGACY) else None
    except (LookupError, UnicodeError):
        return None


def is_binary(data: bytes) -> bool:
    """Tell data from text by its beginning: a NUL, or many control characters."""
    sample = data[:_SAMPLE_BYTES]
    if b"\0" in sample:
        return True
    return len(sample) - len(sample.translate(None, _CONTROLS)) > _CONTROL_SHARE * len(sample)


def _utf16_without_mark(sample: bytes) -> str:
    even, odd = sample[0::2], sample[1::2]
    if len(sample) < 4 or not odd:
        return ""
    if odd.count(0) > _NUL_SHARE * len(odd) and even.count(0) == 0:
        return "utf-16-le"
    if even.count(0) > _NUL_SHARE * len(even) and odd.count(0) == 0:
        return "utf-16-be"
    return ""


def _likeliest(data: bytes) -> str:
    """Return the encoding that fits best; mostly UTF-8 with a few bad bytes stays UTF-8.

    A short text fits many equally well: the library then names any of them, ``cp1250`` for a line of French.
    """
    beyond_ascii = [sign for sign in data[:_SAMPLE_BYTES].decode("utf-8", "replace") if sign > "\x7f"]
    if beyond_ascii.count("\ufffd") * 2 < len(beyond_ascii):
        return "utf-8"
    fitting = from_bytes(data[:_SAMPLE_BYTES], cp_isolation=list(_USUAL))
    best = fitting.best()
    if best is None:
        return _USUAL[0]
    equal = [match for match in fitting if (match.chaos, match.coherence) == (best.chaos, best.coherence)]
    named = {encoding for match in equal for encoding in match.could_be_from_charset}
    return next((encoding for encoding in _USUAL if encoding in named), best.encoding)


def _is_known(encoding: str) -> bool:
    try:
        codecs.lookup(encoding)
    except LookupError:
        return False
    return True


def _decoded(data: bytes, encoding: str) -> Decoded:
    return Decoded(_unix_lines(data.decode(encoding, "replace")), encoding)


def _unix_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def paired(text: str) -> str:
    """Return a text with surrogate pairs as characters; half a pair, which cannot be stored, becomes U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
