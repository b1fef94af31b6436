"""Documents of Word 6 to 2003 as text: paragraphs and tables in their order, then notes and margins (MS-DOC).

Word 6 and 95 wrote no table stream, and all text in bytes.
"""

import re
import struct
from collections.abc import Callable, Iterator

from indexer.parsing.compound import CompoundFile
from indexer.parsing.converted import without_headings
from indexer.parsing.decoding import CHARSETS, decode
from search.errors import BadInputError

_KIND = "a Word document"
_WORD_97 = 0xC1
_OF_WORD_6 = 0xA5DC
"""Beginning of a document of Word 6 or 95 in a language of bytes; those of East Asia have another."""
_IN_PIECES, _ENCRYPTED, _SECOND_TABLE = 0x0004, 0x0100, 0x0200
_PIECES, _PROPERTIES = 2, 1
_IN_BYTES = 0x40000000
"""Of a piece: its text has one byte for a character, in the encoding of Western Europe."""

_OF_A_MAC = 0x0100
_OF_A_LANGUAGE = 0x03FF
_ENCODINGS = {
    0x01: "cp1256", 0x02: "cp1251", 0x05: "cp1250", 0x08: "cp1253", 0x0D: "cp1255", 0x0E: "cp1250", 0x15: "cp1250",
    0x18: "cp1250", 0x19: "cp1251", 0x1A: "cp1250", 0x1B: "cp1250", 0x1F: "cp1254", 0x22: "cp1251", 0x23: "cp1251",
    0x24: "cp1250", 0x25: "cp1257", 0x26: "cp1257", 0x27: "cp1257", 0x2F: "cp1251",
}  # fmt: skip
"""Language of a document of Word 6 or 95 -> encoding; all others have that of Western Europe."""
_WESTERN = "cp1252"
_NEVER_SET = frozenset({0x00, 0x09})
"""Languages of a program and not of a text: none, and English."""
_OTHER_SCRIPTS = frozenset({"cp1251", "cp1253", "cp1255", "cp1256"})
_OF_ANOTHER_SCRIPT = re.compile(rb"[\xc0-\xff]{4}")
"""Letters beyond ASCII, as a word of Latin letters has no row of them."""
_LETTERS = re.compile(rb"[A-Za-z\xc0-\xff]")
_FEW = 0.02
"""Share of letters beyond ASCII in an English text, of names and foreign words."""
_SAMPLE_BYTES = 65_536

_INSTRUCTION = re.compile(r"\x13[^\x13-\x15]*\x14|[\x14\x15]|\x13")
"""Of a field what computes it; its result stays."""
_FIELD_ALONE = re.compile(r"\x13[^\x13-\x15]*\x15")
_CONTROLS = re.compile(r"[\x00-\x06\x08\x0e-\x1d\x1f]")
_END_OF_ROW = re.compile("\x07\x07+")
_SIGNS = str.maketrans({"\x0b": " ", "\x1e": "-", "\xa0": " ", "\t": " ", "\x0c": "\r", "\n": "\r"})


def old_word_text(data: bytes, path: str) -> str:
    """Return the text of a document in the format that Word had before 2007.

    Raises:
        BadInputError: it is no such document, is damaged or protected by a password.
    """
    file = CompoundFile(data, path, _KIND)
    document = file.read("WordDocument")
    try:
        magic, version, language, flags = struct.unpack_from("<HH2xH2xH", document)
        if flags & _ENCRYPTED:
            raise BadInputError("document.password", path=path)
        if version < _WORD_97:
            if magic != _OF_WORD_6:
                raise file.damaged()
            return _blocks(
                _text_in_bytes(document, _encoding(document, language), in_pieces=bool(flags & _IN_PIECES))
            )
        start, size = struct.unpack_from("<II", document, 0x01A2)
        table = file.read("1Table" if flags & _SECOND_TABLE else "0Table")
        return _blocks(_joined(document, table[start : start + size], _piece))
    except struct.error as error:
        raise file.damaged() from error


def _encoding(document: bytes, language: int) -> str:
    if struct.unpack_from("<H", document, 0x14)[0] == _OF_A_MAC:
        return "mac_roman"
    language &= _OF_A_LANGUAGE
    return _of_no_language(document) if language in _NEVER_SET else _ENCODINGS.get(language, _WESTERN)


def _of_no_language(document: bytes) -> str:
    """Return the encoding of a text that may be in any language: that of its fonts, or the likeliest."""
    start, end = struct.unpack_from("<II", document, 0x18)
    text = document[start : min(end, start + _SAMPLE_BYTES)]
    of_fonts = {CHARSETS.get(number, "") for number in _charsets(document)} & set(_ENCODINGS.values())
    if _OF_ANOTHER_SCRIPT.search(text):
        fitting = of_fonts & _OTHER_SCRIPTS or _OTHER_SCRIPTS
        likeliest = decode(_CONTROLS.sub("", text.decode("latin-1")).encode("latin-1"))
        if len(fitting) > 1 and likeliest is not None:
            fitting &= {likeliest.encoding}
    else:
        letters = _LETTERS.findall(text)
        beyond_ascii = sum(not letter.isascii() for letter in letters)
        fitting = of_fonts - _OTHER_SCRIPTS if beyond_ascii > _FEW * len(letters) else set()
    return next(iter(fitting)) if len(fitting) == 1 else _WESTERN


def _charsets(document: bytes) -> Iterator[int]:
    """Yield the numbers of the character sets of a document's fonts; each font begins with its size."""
    start, size = struct.unpack_from("<II", document, 0xD0)
    table = document[start : start + size]
    at = 2
    while at + 4 < len(table):
        yield table[at + 4]
        at += table[at] + 1


def _text_in_bytes(document: bytes, encoding: str, *, in_pieces: bool) -> str:
    """Return the raw text of a document of Word 6 or 95: one run, or pieces if its last save only added to it."""
    if in_pieces:
        start, size = struct.unpack_from("<II", document, 0x0160)
        return _joined(
            document,
            document[start : start + size],
            lambda whole, position, characters: whole[position : position + characters].decode(
                encoding, "replace"
            ),
        )
    start, end = struct.unpack_from("<II", document, 0x18)
    return document[start:end].decode(encoding, "replace")


def _joined(document: bytes, clx: bytes, piece: Callable[[bytes, int, int], str]) -> str:
    """Return the raw text: the pieces that the document consists of, in their order."""
    at = 0
    while at < len(clx) and clx[at] == _PROPERTIES:
        at += 3 + struct.unpack_from("<H", clx, at + 1)[0]
    if clx[at : at + 1] != bytes([_PIECES]):
        raise struct.error("there is no table of pieces")
    plan = clx[at + 5 : at + 5 + struct.unpack_from("<I", clx, at + 1)[0]]
    count = (len(plan) - 4) // 12
    ends = struct.unpack_from(f"<{count + 1}I", plan)
    texts, left = [], len(document)
    for index in range(count):
        position = struct.unpack_from("<I", plan, (count + 1) * 4 + index * 8 + 2)[0]
        characters = min(max(0, ends[index + 1] - ends[index]), left)
        left -= characters
        texts.append(piece(document, position, characters))
    return "".join(texts)


def _piece(document: bytes, position: int, characters: int) -> str:
    if position & _IN_BYTES:
        start = (position & ~_IN_BYTES) // 2
        return document[start : start + characters].decode(_WESTERN, "replace")
    return document[position : position + 2 * characters].decode("utf-16-le", "replace")


def _blocks(raw: str) -> str:
    """Return paragraphs and tables, apart by an empty line; a cell ends with a mark, a row with two."""
    text = _CONTROLS.sub("", _INSTRUCTION.sub("", _FIELD_ALONE.sub("", raw))).translate(_SIGNS)
    rows = _END_OF_ROW.sub("\r\x07\r", text)
    blocks: list[str] = []
    in_table = False
    for line in rows.split("\r"):
        shown = " | ".join(" ".join(cell.split()) for cell in line.split("\x07")).strip(" |")
        if not shown:
            continue
        is_row = "\x07" in line
        blocks.append("\n" if is_row and in_table else "\n\n")
        blocks.append(without_headings(shown))
        in_table = is_row
    return "".join(blocks[1:])
