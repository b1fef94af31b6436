"""Presentations of PowerPoint 97 to 2003 as text: a heading for each slide, then its paragraphs (MS-PPT)."""

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from indexer.parsing.compound import CompoundFile
from indexer.parsing.converted import without_headings
from search.errors import BadInputError

_HEAD = struct.Struct("<HHI")
_CONTAINER = 0xF
_DOCUMENT, _LIST, _SLIDE_OF_LIST, _OFFSETS = 1000, 4080, 1011, 6002
_TEXT_KIND, _TEXT, _TEXT_IN_BYTES = 3999, 4000, 4008
_SLIDES, _NOTES = 0, 2
"""What a list in the document lists."""

_TITLES = (0, 6)
_MOST_DEPTH = 32
_ENCRYPTED = 0xF3D1C4DF
_OF_A_RUN = 20
"""Bits of a number of an object; those above it count the objects whose positions follow."""

_OF_A_FOOTER = "*0123456789 "
"""Signs of a note that is only the number of its page, for which ``*`` stands."""

_SIGNS = str.maketrans({"\x0b": " ", "\t": " ", "\xa0": " ", "\r": "\n"})


@dataclass(frozen=True, slots=True)
class _Record:
    kind: int
    instance: int
    start: int
    end: int
    is_container: bool


def old_slides_text(data: bytes, path: str) -> str:
    """Return the text of a presentation in the format that PowerPoint had before 2007.

    Raises:
        BadInputError: it is none, damaged or protected by a password.
    """
    file = CompoundFile(data, path, "a PowerPoint presentation")
    stream = file.read("PowerPoint Document")
    if not stream:
        raise file.damaged()
    user = file.read("Current User")
    if len(user) >= 16 and struct.unpack_from("<I", user, 12)[0] == _ENCRYPTED:
        raise BadInputError("document.password", path=path)
    top = list(_records(stream, 0, len(stream)))
    documents = [record for record in top if record.kind == _DOCUMENT and record.is_container]
    offsets = _offsets(stream, [record for record in top if record.kind == _OFFSETS])
    slides = _Slides(stream, offsets)
    blocks = [block for record in documents[-1:] for block in slides.blocks(record)]
    return "\n\n".join(blocks) or "\n".join(text for _, text in _texts(stream, top))


class _Slides:
    """The slides and notes that a document lists.

    Args:
        stream: the whole presentation.
        offsets: the position of each object by its number.
    """

    def __init__(self, stream: bytes, offsets: dict[int, int]) -> None:
        self._stream, self._offsets = stream, offsets
        self._read: set[int] = set()

    def blocks(self, document: _Record) -> Iterator[str]:
        """Yield the text of each slide, then the notes of each."""
        inside = list(_records(self._stream, document.start, document.end))
        lists = [record for record in inside if record.kind == _LIST]
        for number, texts in enumerate(self._listed(lists, _SLIDES), 1):
            title = next((" ".join(text.split()) for kind, text in texts if kind in _TITLES and text.strip()), "")
            body = dict.fromkeys(text for kind, text in texts if not title or kind not in _TITLES)
            heading = f"## Slide {number}: {title}" if title else f"## Slide {number}"
            yield "\n".join([heading, "", *map(without_headings, body)])
        notes = [text for texts in self._listed(lists, _NOTES) for _, text in texts if text.strip(_OF_A_FOOTER)]
        if notes:
            yield "\n".join(["## Notes", "", *map(without_headings, notes)])

    def _listed(self, lists: Iterable[_Record], what: int) -> Iterator[list[tuple[int, str]]]:
        """Yield the kinds and texts of each slide of a list: those in the list, then those in the slide itself."""
        for each in lists:
            if each.instance != what:
                continue
            texts: list[tuple[int, str]] = []
            own: list[tuple[int, str]] | None = None
            kind = -1
            for record in _records(self._stream, each.start, each.end):
                if record.kind == _SLIDE_OF_LIST:
                    if own is not None:
                        yield texts + own
                    texts, own = [], self._own_texts(record)
                kind = _kind_of(self._stream, record, kind)
                texts += [(kind, text) for text in _text_of(self._stream, record)]
            if own is not None:
                yield texts + own

    def _own_texts(self, record: _Record) -> list[tuple[int, str]]:
        raw = self._stream[record.start : min(record.start + 4, record.end)]
        offset = self._offsets.get(int.from_bytes(raw, "little"), -1)
        if offset < 0 or offset in self._read:
            return []
        self._read.add(offset)
        slide = next(_records(self._stream, offset, len(self._stream)), None)
        return list(_texts(self._stream, [slide])) if slide is not None else []


def _texts(stream: bytes, records: Iterable[_Record]) -> Iterator[tuple[int, str]]:
    """Yield kind and text of each text in some records."""
    kind = -1
    waiting = [iter(records)]
    while waiting:
        record = next(waiting[-1], None)
        if record is None:
            waiting.pop()
        elif record.is_container and len(waiting) < _MOST_DEPTH:
            waiting.append(_records(stream, record.start, record.end))
        else:
            kind = _kind_of(stream, record, kind)
            yield from ((kind, text) for text in _text_of(stream, record))


def _kind_of(stream: bytes, record: _Record, last: int) -> int:
    if record.kind != _TEXT_KIND:
        return last
    return int.from_bytes(stream[record.start : min(record.start + 4, record.end)], "little")


def _text_of(stream: bytes, record: _Record) -> Iterator[str]:
    if record.kind not in {_TEXT, _TEXT_IN_BYTES}:
        return
    raw = stream[record.start : record.end]
    text = raw.decode("utf-16-le", "replace") if record.kind == _TEXT else raw.decode("latin-1")
    lines = (" ".join(line.split()) for line in text.translate(_SIGNS).split("\n"))
    shown = "\n".join(filter(None, lines)).replace("\0", "")
    if shown:
        yield shown


def _records(stream: bytes, start: int, end: int) -> Iterator[_Record]:
    """Yield the records between two positions; the content of one that is longer ends there."""
    while start + _HEAD.size <= end:
        marks, kind, size = _HEAD.unpack_from(stream, start)
        begin = start + _HEAD.size
        start = min(end, begin + size)
        yield _Record(kind, marks >> 4, begin, start, marks & 0xF == _CONTAINER)


def _offsets(stream: bytes, records: Iterable[_Record]) -> dict[int, int]:
    """Return the positions of objects by their numbers; what was saved last counts."""
    offsets: dict[int, int] = {}
    for record in records:
        at, words = 0, (record.end - record.start) // 4
        numbers = struct.unpack_from(f"<{words}I", stream, record.start)
        while at < words:
            first, count = numbers[at] & ((1 << _OF_A_RUN) - 1), numbers[at] >> _OF_A_RUN
            run = numbers[at + 1 : at + 1 + count]
            offsets |= {first + index: offset for index, offset in enumerate(run)}
            at += 1 + len(run)
    return offsets
