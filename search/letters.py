"""Which letters of a name were typed, strictly, for lists in which a person looks for a name; and normal forms."""

import re
import unicodedata
from collections.abc import Sequence

_WORD_START = re.compile(r"(?<![^\W_])[^\W_]|(?<=[a-z\u00df-\u00ff])[A-Z\u00c0-\u00de]|[^\w\s]|_")


def normal_forms(text: str) -> tuple[str, ...]:
    """Return a text as typed, with composed and with decomposed letters, each once.

    File systems of macOS and some editors write an umlaut as two characters, keyboards as one.
    """
    return tuple(dict.fromkeys((text, *(unicodedata.normalize(form, text) for form in ("NFC", "NFD")))))


def matched_letters(typed: str, text: str) -> tuple[int, ...] | None:
    """Return the offsets of the typed letters in ``text``; None if they do not match.

    The letters are contiguous, or in pieces that each begin a word: ``rcr`` is in
    ``Rerank with cross-encoder``, but ``theme`` is not in ``Path from the tree's root``.
    """
    wanted, low = typed.lower().strip(), text.lower()
    start = low.find(wanted)
    starts = word_starts(text)
    if start >= 0:
        start = next((at for at in starts if low.startswith(wanted, at)), start)
        return tuple(range(start, start + len(wanted)))
    return _in_pieces(wanted.replace(" ", ""), low, starts)


def word_starts(text: str) -> list[int]:
    """Return where words begin, a sign being a word of its own: ``camelCase``, ``snake_case``, ``a/path``."""
    return [match.start() for match in _WORD_START.finditer(text)]


def begins_word(text: str, at: int) -> bool:
    """Return whether a word begins at an offset."""
    return _WORD_START.match(text, at) is not None


def spread(letters: Sequence[int]) -> int:
    """Return how many other letters stand between the first and the last of some offsets."""
    return letters[-1] - letters[0] - len(letters) + 1 if letters else 0


def _in_pieces(wanted: str, low: str, starts: Sequence[int]) -> tuple[int, ...] | None:
    """Return the first way to write ``wanted`` as beginnings of words in their order."""
    refused: set[tuple[int, int]] = set()

    def rest(done: int, after: int) -> tuple[int, ...] | None:
        """Return the offsets of the letters from ``done`` on, in words that begin at ``after`` or behind it."""
        if done == len(wanted):
            return ()
        if (done, after) in refused:
            return None
        for start in starts:
            longest = _shared(wanted, done, low, start) if start >= after else 0
            for length in range(longest, 0, -1):
                following = rest(done + length, start + length)
                if following is not None:
                    return (*range(start, start + length), *following)
        refused.add((done, after))
        return None

    return rest(0, 0)


def _shared(wanted: str, done: int, low: str, start: int) -> int:
    """Return how many letters from ``done`` on match at ``start``."""
    length = 0
    while done + length < len(wanted) and low[start + length : start + length + 1] == wanted[done + length]:
        length += 1
    return length
