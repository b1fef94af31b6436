"""Finds names by some of their letters among a million, in arrays that are prepared once."""

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
import numpy.typing as npt

from search.letters import begins_word, matched_letters, spread

MOST_CHECKED = 1_000
"""Names that are compared letter by letter for one text, the most important first: about 5 ms."""

MOST_LOOKED_INTO = 20_000
"""Names in which letters are looked for in one piece, the most important first: about 5 ms."""

_SPARE = 2
"""Matches that are ranked for each one that is returned."""

LEAST_INSIDE = 3
"""Letters from which a match inside a word counts: two letters are inside almost every name."""

_HEAD = 8
"""Letters of a name that one 64-bit number holds."""

_BLOCK = 1 << 16
"""Names whose letters are examined together while the arrays are built; limits the memory for that."""

Masks = npt.NDArray[np.uint64]
_SEPARATOR = b"\n"
_OTHER = 63
"""Bit of every byte that is no ASCII letter or digit and no underscore."""


def _classes() -> npt.NDArray[np.uint8]:
    """Return the bit, 0 to 63, of each byte."""
    table = np.full(256, _OTHER, np.uint8)
    for bit, sign in enumerate(b"abcdefghijklmnopqrstuvwxyz0123456789_"):
        table[sign] = bit
    table[ord("A") : ord("Z") + 1] = table[ord("a") : ord("z") + 1]
    return table


_CLASS = _classes()
_IN_WORD = np.array([byte >= 128 or chr(byte).isalnum() for byte in range(256)], np.bool_)
"""Whether a byte is part of a word."""


class NameMatcher:
    """Distinct names, the most important first.

    Three 64-bit sets of each name (its letters, those that begin its words, its pairs of letters) leave
    few names to compare letter by letter.

    Args:
        names: without line breaks; an answer lists equally good ones in this order.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        written = [name.encode("utf-8", "surrogatepass") for name in names]
        folded = [name.lower().encode("utf-8", "surrogatepass") for name in names]
        self._folded = _SEPARATOR.join((b"", *folded, b""))
        self._starts = np.zeros(len(names) + 1, np.int64)
        np.cumsum([len(name) + 1 for name in folded], out=self._starts[1:])
        self._starts += 1
        self._heads = _heads(folded)
        self._letters, self._initials, self._pairs = _masks(written)

    def __len__(self) -> int:
        return len(self._names)

    def find(self, text: str, most: int) -> list[int]:
        """Return the numbers of at most ``most`` names that have these letters, the best matches first.

        Equal names, then those that begin with the letters, have them in one piece at a word, at the beginnings of
        several words, inside a word.
        """
        wanted = text.strip().lower()
        if not wanted or not self._names:
            return []
        numbers = dict.fromkeys(self._beginning(wanted.encode("utf-8", "surrogatepass"), most))
        if len(numbers) < most:
            numbers |= dict.fromkeys(self._by_words((wanted,), most))
        if len(numbers) < most and len(wanted) >= LEAST_INSIDE:
            numbers |= dict.fromkeys(self._inside(wanted, most))
        return list(numbers)[:most]

    def find_all_parts(self, parts: Sequence[str], most: int) -> list[int]:
        """Return the numbers of at most ``most`` names in which each part has its letters, in any order."""
        wanted = [part.lower() for part in parts if part]
        return self._by_words(wanted, most)[:most] if wanted and self._names else []

    def _beginning(self, wanted: bytes, most: int) -> Iterator[int]:
        """Yield the names that equal the letters, then those that begin with them."""
        shift = np.uint64(8 * max(0, _HEAD - len(wanted)))
        numbers = np.flatnonzero(self._heads >> shift == _head(wanted) >> shift)
        lengths = self._starts[numbers + 1] - self._starts[numbers] - 1
        for tier, limit in ((numbers[lengths == len(wanted)], len(numbers)), (numbers, most)):
            starts = zip(tier.tolist(), self._starts[tier].tolist(), strict=True)
            yield from islice((number for number, at in starts if self._folded.startswith(wanted, at)), limit)

    def _by_words(self, parts: Sequence[str], most: int) -> list[int]:
        """Return names in which each part begins words: names that contain it in one piece come first."""
        candidates = np.arange(len(self._names))
        for part in parts:
            candidates = self._may_match(candidates, part)
        ranked: list[tuple[int, int]] = []
        for number in candidates[:MOST_CHECKED].tolist():
            name = self._names[number]
            letters = [matched_letters(part, name) for part in parts]
            if None not in letters:
                ranked.append((sum(_looseness(name, offsets or ()) for offsets in letters), number))
            if len(ranked) == _SPARE * most:
                break
        return [number for _, number in sorted(ranked)]

    def _may_match(self, numbers: npt.NDArray[np.int64], part: str) -> npt.NDArray[np.int64]:
        """Return those of some names that pass the sets of letters: more than really match."""
        classes = _classes_of(part.replace(" ", ""))
        bits = np.uint64(1) << classes.astype(np.uint64)
        whole = len(numbers) == len(self._names)
        initials, letters = self._initials, self._letters
        first, every = bits[0], np.bitwise_or.reduce(bits)
        if whole:
            numbers = np.flatnonzero((initials & first != 0) & (letters & every == every))
        else:
            numbers = numbers[(initials[numbers] & first != 0) & (letters[numbers] & every == every)]
        for before, after, bit in zip(classes[:-1], classes[1:], bits[1:], strict=True):
            pair = np.uint64(1) << _pair(before, after)
            numbers = numbers[(self._pairs[numbers] & pair) | (initials[numbers] & bit) != 0]
        return numbers

    def _inside(self, wanted: str, most: int) -> Iterator[int]:
        """Yield the first names that contain the letters in one piece."""
        letters = wanted.encode("utf-8", "surrogatepass")
        numbers = self._with_pairs(wanted)[:MOST_LOOKED_INTO]
        spans = zip(
            numbers.tolist(), self._starts[numbers].tolist(), self._starts[numbers + 1].tolist(), strict=True
        )
        find = self._folded.find
        yield from islice((number for number, start, end in spans if find(letters, start, end) >= 0), most)

    def _with_pairs(self, wanted: str) -> npt.NDArray[np.int64]:
        """Return names that have all pairs of these letters: more than those that contain them in one piece."""
        classes = _classes_of(wanted)
        pairs = np.bitwise_or.reduce(np.uint64(1) << _pair(classes[:-1], classes[1:]))
        return np.flatnonzero(self._pairs & pairs == pairs)


def _looseness(name: str, letters: Sequence[int]) -> int:
    """Return 0 for letters in one piece from the beginning of a word on, 1 for several pieces, 2 inside a word."""
    if spread(letters):
        return 1
    return 0 if not letters or begins_word(name, letters[0]) else 2


def _classes_of(text: str) -> npt.NDArray[np.uint8]:
    return _CLASS[np.frombuffer(text.encode("utf-8", "surrogatepass"), np.uint8)]


def _heads(folded: Sequence[bytes]) -> Masks:
    """Return the first letters of each name as a number of which the first letter is the highest byte."""
    padded = b"".join(name[:_HEAD].ljust(_HEAD, b"\0") for name in folded)
    return np.frombuffer(padded, ">u8").astype(np.uint64)


def _head(wanted: bytes) -> np.uint64:
    return np.uint64(int.from_bytes(wanted[:_HEAD].ljust(_HEAD, b"\0"), "big"))


def _pair(before: npt.NDArray[np.uint8], after: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
    """Return the bit, 0 to 63, of a pair of letters."""
    hashed = before.astype(np.uint64) * np.uint64(31) + after.astype(np.uint64) * np.uint64(17)
    return np.asarray(hashed & np.uint64(63))


def _masks(written: Sequence[bytes]) -> tuple[Masks, Masks, Masks]:
    """Return the sets of the letters, of the first letters of words and of the pairs of letters of each name."""
    blocks = [_masks_of(written[at : at + _BLOCK]) for at in range(0, len(written), _BLOCK)]
    none = np.zeros(0, np.uint64)
    letters, initials, pairs = zip(*blocks, strict=True) if blocks else ((none,), (none,), (none,))
    return np.concatenate(letters), np.concatenate(initials), np.concatenate(pairs)


def _masks_of(written: Sequence[bytes]) -> tuple[Masks, Masks, Masks]:
    text = np.frombuffer(_SEPARATOR.join((*written, b"")), np.uint8)
    starts = np.cumsum([0, *(len(name) + 1 for name in written[:-1])])
    unit, classes = np.uint64(1), _CLASS[text]
    bits = unit << classes.astype(np.uint64)
    before, class_before = np.roll(text, 1), np.roll(classes, 1)
    pairs = unit << _pair(class_before, classes)
    pairs[starts] = 0

    def union(values: Masks) -> Masks:
        return np.bitwise_or.reduceat(values, starts)

    return union(bits), union(np.where(_begins(text, before), bits, np.uint64(0))), union(pairs)


def _begins(text: npt.NDArray[np.uint8], before: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Return whether a word begins at each byte; bytes outside ASCII count, so that none is missed."""
    is_name, was_name = _IN_WORD[text], _IN_WORD[before]
    is_upper = (text >= ord("A")) & (text <= ord("Z"))
    was_lower = ((before >= ord("a")) & (before <= ord("z"))) | (before >= 128)
    begins = ~is_name | ~was_name | (is_upper & was_lower)
    return np.asarray(begins | (text >= 128) | (before >= 128))
