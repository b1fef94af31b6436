"""Trigrams of a text as a small set of bits: which texts cannot contain a literal.

The bits are a Bloom filter with one hash function: a text may seem to contain a literal that it does not contain,
which costs a read, and never the other way round.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from search.exact.syntax import All, AnyOf, Need

_FEWEST_BITS, _MOST_BITS = 10, 21
"""Powers of two; a text has about a bit for each of its bytes, of which a fifth is then set."""

_MULTIPLIER = 0x9E3779B1
"""2**32 over the golden ratio (Knuth, The Art of Computer Programming 3, 6.4): spreads neighbours apart."""

_WORD = 0xFFFF_FFFF
_TRIGRAM = 3

_FOLDED = np.arange(256, dtype=np.uint32)
_FOLDED[ord("A") : ord("Z") + 1] += ord("a") - ord("A")

_FOLDS_TO_ASCII = (b"\xe2\x84\xaa", b"\xc5\xbf")
"""The Kelvin sign and the long s: the only letters beyond ASCII that equal ASCII ones when case is ignored."""

Holds = Callable[[bytes], bool]
"""Returns whether a text may match, from its trigrams."""


def trigrams_of(text: bytes) -> bytes:
    """Return the trigrams of a text in UTF-8, case ignored; empty if nothing can be ruled out for it."""
    if len(text) < _TRIGRAM or any(sign in text for sign in _FOLDS_TO_ASCII):
        return b""
    signs: npt.NDArray[np.uint32] = _FOLDED[np.frombuffer(text, np.uint8)]
    codes = signs[:-2] << 16 | signs[1:-1] << 8 | signs[2:]
    power = min(_MOST_BITS, max(_FEWEST_BITS, len(text).bit_length()))
    bits = np.zeros(1 << power, np.bool_)
    bits[(codes * np.uint32(_MULTIPLIER)) >> np.uint32(32 - power)] = True
    return np.packbits(bits, bitorder="little").tobytes()


def may_match(need: Need, *, folded: bool) -> Holds | None:
    """Return the test for the required text of a pattern; None if it rules out nothing.

    Args:
        need: what every match contains.
        folded: whether case is ignored; letters beyond ASCII are then left out.
    """
    match need:
        case str():
            return _literal(need, folded=folded)
        case All(parts):
            tests = [test for part in parts if (test := may_match(part, folded=folded)) is not None]
            return (lambda bits: all(test(bits) for test in tests)) if tests else None
        case AnyOf(parts):
            choices = [may_match(part, folded=folded) for part in parts]
            known = [test for test in choices if test is not None]
            return (lambda bits: any(test(bits) for test in known)) if len(known) == len(choices) else None


def _literal(literal: str, *, folded: bool) -> Holds | None:
    pieces = "".join(sign if sign.isascii() else "\0" for sign in literal).split("\0") if folded else [literal]
    hashes = [number for piece in pieces for number in _hashes(piece.encode("utf-8", "replace"))]
    if not hashes:
        return None

    def holds(bits: bytes) -> bool:
        if not bits:
            return True
        shift = 32 - (len(bits) * 8).bit_length() + 1
        return all(bits[number >> shift >> 3] >> (number >> shift & 7) & 1 for number in hashes)

    return holds


def _hashes(literal: bytes) -> list[int]:
    """Return the distinct 32-bit hashes of the trigrams of a literal."""
    signs = bytes(int(_FOLDED[sign]) for sign in literal)
    codes = (int.from_bytes(signs[at : at + _TRIGRAM], "big") for at in range(len(signs) - _TRIGRAM + 1))
    return list(dict.fromkeys(code * _MULTIPLIER & _WORD for code in codes))
