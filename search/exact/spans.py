"""All matches of a pattern in many texts, found in one pass by the RE2 of Arrow.

A match that Python asks for alone costs a microsecond or more. Here one pass over the texts writes two marks
around each match, and arrays of the positions of the marks say where the matches are.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Offsets = npt.NDArray[np.int64]

_MARKED = b"\xff\\0\xfe"
"""A match between two bytes that no valid UTF-8 has."""

_LESSER_MARK = 0xFE


@dataclass(frozen=True, slots=True)
class Spans:
    """Matches in several texts, in order.

    Attributes:
        texts: index of the text of each match.
        starts, ends: byte offsets in the joined texts; the end is exclusive.
    """

    texts: Offsets
    starts: Offsets
    ends: Offsets


def spans_of(joined: bytes, bounds: Offsets, pattern: bytes) -> Spans | None:
    """Return the matches of a regular expression in each text; None if Arrow does not take the pattern.

    Args:
        joined: valid UTF-8, all texts one after the other.
        bounds: where each text begins, and the end of the last one.
        pattern: for RE2, in UTF-8.
    """
    import pyarrow as pa  # only a search of lines needs it
    import pyarrow.compute as pc

    texts = pa.LargeStringArray.from_buffers(len(bounds) - 1, pa.py_buffer(bounds), pa.py_buffer(joined))
    try:
        marked = pc.replace_substring_regex(texts, pattern, _MARKED)
    except pa.ArrowInvalid:
        return None
    _, offsets, data = marked.buffers()
    if data is None or data.size == len(joined):
        none = np.zeros(0, np.int64)
        return Spans(none, none, none)
    marks = np.flatnonzero(np.frombuffer(data, np.uint8) >= _LESSER_MARK)
    unmarked = marks - np.arange(len(marks))
    texts_of_marks = np.searchsorted(np.frombuffer(offsets, np.int64), marks[0::2], side="right") - 1
    return Spans(texts_of_marks, unmarked[0::2], unmarked[1::2])
