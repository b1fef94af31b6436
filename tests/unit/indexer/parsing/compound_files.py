"""Writes the container of Office's old formats, and a Word document and an Outlook mail in it."""

import struct
from collections.abc import Mapping

SECTOR, SMALL, LIMIT = 512, 64, 4096
FREE, END, TABLE, NONE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF
FOLDER, STREAM, ROOT = 1, 2, 5


def compound(streams: Mapping[str, bytes]) -> bytes:
    """Return a file with these streams; a path has one folder at most."""
    small, small_table, starts = b"", [], {}
    for name, data in streams.items():
        if len(data) < LIMIT:
            starts[name] = len(small_table)
            small_table += _chain(len(small_table), -(-len(data) // SMALL))
            small += _padded(data, SMALL)
    sectors: list[bytes] = [b""]
    table = [TABLE]

    def add(data: bytes) -> int:
        start = len(sectors)
        count = -(-len(data) // SECTOR)
        table.extend(_chain(start, count))
        whole = _padded(data, SECTOR)
        sectors.extend(whole[at : at + SECTOR] for at in range(0, len(whole), SECTOR))
        return start if count else END

    for name, data in streams.items():
        if len(data) >= LIMIT:
            starts[name] = add(data)
    first_small = add(struct.pack(f"<{len(small_table)}I", *small_table))
    root = _entry("Root Entry", ROOT, add(small), len(small), child=1)
    first_entry = add(root + b"".join(_entries(streams, starts)))
    sectors[0] = struct.pack(f"<{SECTOR // 4}I", *table, *[FREE] * (SECTOR // 4 - len(table)))
    header = struct.pack(
        "<8s16xHHHHH6xIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        *(62, 3, 0xFFFE, 9, 6), *(0, 1, first_entry, 0, LIMIT, first_small, 1, END, 0),
    )  # fmt: skip
    return header + struct.pack("<109I", 0, *[FREE] * 108) + b"".join(sectors)


def _entries(streams: Mapping[str, bytes], starts: Mapping[str, int]) -> list[bytes]:
    folders = list(dict.fromkeys(name.partition("/")[0] for name in streams if "/" in name))
    plain = [name for name in streams if "/" not in name]
    ordered = [*folders, *plain, *(name for name in streams if "/" in name)]
    top = [*folders, *plain]
    entries = []
    for name in ordered:
        if name in folders:
            inside = [each for each in ordered if each.startswith(f"{name}/")]
            entries.append(
                _entry(name, FOLDER, 0, 0, right=_after(name, top, ordered), child=ordered.index(inside[0]) + 1)
            )
        else:
            folder = name.rpartition("/")[0]
            beside = [each for each in ordered if folder and each.startswith(f"{folder}/")] or top
            short, right = name.rpartition("/")[2], _after(name, beside, ordered)
            entries.append(_entry(short, STREAM, starts[name], len(streams[name]), right=right))
    return entries


def _after(name: str, beside: list[str], ordered: list[str]) -> int:
    following = beside[beside.index(name) + 1 :]
    return ordered.index(following[0]) + 1 if following else NONE


def _entry(name: str, kind: int, start: int, size: int, *, right: int = NONE, child: int = NONE) -> bytes:
    raw = name.encode("utf-16-le")
    return struct.pack(
        "<64sHBBIII16x4x8x8xIII", raw, len(raw) + 2, kind, 1, NONE, right, child, start, size, 0
    )  # fmt: skip


def _chain(start: int, count: int) -> list[int]:
    return [*range(start + 1, start + count), END] if count else []


def _padded(data: bytes, size: int) -> bytes:
    return data + bytes(-len(data) % size)


def old_word(*pieces: str, flags: int = 0x0200, version: int = 0xC1) -> bytes:
    """Return a document of Word 97 that consists of pieces, those of Western letters in bytes."""
    document = bytearray(1_024)
    ends, positions = [0], []
    for piece in pieces:
        in_bytes = piece.isascii()
        start = len(document)
        positions.append(start * 2 | 0x40000000 if in_bytes else start)
        document += piece.encode("cp1252" if in_bytes else "utf-16-le")
        document += bytes(len(document) % 2)
        ends.append(ends[-1] + len(piece))
    plan = struct.pack(f"<{len(ends)}I", *ends) + b"".join(
        struct.pack("<HIH", 0, position, 0) for position in positions
    )
    clx = b"\x01\x02\x00ab" + b"\x02" + struct.pack("<I", len(plan)) + plan
    struct.pack_into("<HH", document, 0, 0xA5EC, version)
    struct.pack_into("<H", document, 10, flags)
    struct.pack_into("<II", document, 0x01A2, 0, len(clx))
    return compound({"WordDocument": bytes(document), "1Table": clx})


def word_95(
    *pieces: bytes, language: int = 0x409, charset: int = 0, flags: int = 0, fonts: tuple[int, ...] = ()
) -> bytes:
    """Return a document of Word 95, in pieces if there are several; the last one comes first.

    The fonts are numbers of character sets.
    """
    document = bytearray(0x300)
    at, positions = len(document), {}
    for number, piece in reversed(list(enumerate(pieces))):
        positions[number] = at
        document += piece
        at += len(piece)
    struct.pack_into("<HH2xH2xH8xHxxII", document, 0, 0xA5DC, 104, language, flags, charset, 0x300, at)
    if len(pieces) > 1:
        ends = [sum(map(len, pieces[:number])) for number in range(len(pieces) + 1)]
        plan = struct.pack(f"<{len(ends)}I", *ends)
        plan += b"".join(struct.pack("<HIH", 0, positions[number], 0) for number in range(len(pieces)))
        clx = b"\x02" + struct.pack("<I", len(plan)) + plan
        struct.pack_into("<H", document, 10, flags | 4)
        struct.pack_into("<II", document, 0x160, at, len(clx))
        document += clx
    listed = b"".join(struct.pack("<BBHBB6s", 11, 0, 400, font, 0, b"Arial") for font in fonts)
    struct.pack_into("<II", document, 0xD0, len(document), 2 + len(listed))
    document += struct.pack("<H", 2 + len(listed)) + listed
    return compound({"WordDocument": bytes(document)})


def outlook(text: str = "The lease ends in May.", attached: tuple[tuple[str, bytes], ...] = ()) -> bytes:
    """Return a mail as Outlook saves it."""
    words = {"0037": "The lease", "0C1A": "Ann Ash", "5D01": "ann@a.example", "0E04": "Böhm", "1000": text}
    streams = {f"__substg1.0_{number}001F": value.encode("utf-16-le") for number, value in words.items()}
    sent = 131_000_000_000_000_000
    streams["__properties_version1.0"] = bytes(32) + struct.pack("<IIQ", 0x00390040, 6, sent)
    for index, (name, content) in enumerate(attached):
        folder = f"__attach_version1.0_#{index:08X}"
        streams[f"{folder}/__substg1.0_3707001F"] = name.encode("utf-16-le")
        streams[f"{folder}/__substg1.0_37010102"] = content
    return compound(streams)


def old_slides(*slides: tuple[str, ...], notes: str = "", encrypted: bool = False) -> bytes:
    """Return a presentation; the first text of each slide is its title, the last one is only in its drawing."""

    def record(kind: int, content: bytes, marks: int = 0) -> bytes:
        return struct.pack("<HHI", marks, kind, len(content)) + content

    def texts(values: tuple[str, ...], first: int) -> bytes:
        return b"".join(
            record(3999, struct.pack("<I", first if at == 0 else 1)) + record(4000, text.encode("utf-16-le"))
            for at, text in enumerate(values)
        )

    drawn = [record(1006, record(1036, texts(each[-1:], 4), 0xF), 0xF) for each in slides]
    offsets, at = [], 0
    for each in drawn:
        offsets.append(at)
        at += len(each)
    listed = b"".join(
        record(1011, struct.pack("<I", number)) + texts(each[:-1], 0) for number, each in enumerate(slides, 7)
    )
    lists = record(4080, listed, 0xF) + record(4080, record(1011, bytes(4)) + texts((notes,), 2), 0x2F)
    saved = record(6002, struct.pack(f"<{len(offsets) + 1}I", len(offsets) << 20 | 7, *offsets))
    user = struct.pack("<II", 20, 0xF3D1C4DF if encrypted else 0xE391C05F)
    stream = b"".join(drawn) + record(1000, lists, 0xF) + saved
    return compound({"PowerPoint Document": stream, "Current User": record(4086, user)})


def old_sheets(*rows: tuple[str | float, ...], protected: bool = False, sheet: str = "Terms") -> bytes:
    """Return a workbook with one sheet; the second style shows dates, and a text has one byte for a character."""

    def record(kind: int, content: bytes) -> bytes:
        return struct.pack("<HH", kind, len(content)) + content

    def cell(row: int, column: int, value: str | float) -> bytes:
        if isinstance(value, str):
            return record(0xFD, struct.pack("<HHHI", row, column, 0, texts.index(value)))
        return record(0x203, struct.pack("<HHHd", row, column, int(40_000 < value < 50_000), value))

    texts = list(dict.fromkeys(value for row in rows for value in row if isinstance(value, str)))
    shared = b"".join(struct.pack("<HB", len(text), 1) + text.encode("utf-16-le") for text in texts)
    begin, end = record(0x809, struct.pack("<HHI", 0x600, 5, 0)), record(0x0A, b"")
    listed = struct.pack("<IBBBB", 0, 0, 0, len(sheet), 0) + sheet.encode("latin-1")
    styles = record(0xE0, bytes(20)) + record(0xE0, struct.pack("<HH16x", 0, 14))
    table = record(0xFC, struct.pack("<II", len(texts), len(texts)) + shared)
    parts = (begin, record(0x2F, bytes(6)) if protected else b"", styles, record(0x85, listed), table, end)
    book = b"".join(parts)
    at = book.index(struct.pack("<HH", 0x85, 8 + len(sheet))) + 4
    book = book[:at] + struct.pack("<I", len(book)) + book[at + 4 :]
    cells = b"".join(cell(*position, value) for position, value in _placed(rows))
    return compound({"Workbook": book + begin + cells + end})


def _placed(rows: tuple[tuple[str | float, ...], ...]) -> list[tuple[tuple[int, int], str | float]]:
    return [((row, column), value) for row, cells in enumerate(rows) for column, value in enumerate(cells)]
