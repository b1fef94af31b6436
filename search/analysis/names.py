"""Splitting identifiers and file names into the words they are made of."""

import posixpath
import re
import unicodedata

_PARTS = re.compile(
    r"""
      [A-Z]+(?=[A-Z][a-z])      # HTTP of HTTPServer
    | [A-Z]?[a-z]+
    | [A-Z]+
    | \d+
    | [^\W\d_A-Za-z]+           # letters of scripts without a case that code uses
    """,
    re.VERBOSE,
)

UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1780-\u17ff"  # Khmer
    "\u3005\u3040-\u30ff"  # Kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\uac00-\ud7af"  # Hangul, whose particles stick to the word
)
"""Scripts (inside a character class) that write no blank between words: pairs of characters stand for words."""

SOFT_HYPHEN = "\xad"
"""Where a word may be divided at the end of a line; it is seen nowhere else and is no part of the word."""

_UNSPACED_RUN = re.compile(f"[{UNSPACED}]+")
_LATIN_BLOCKS = (range(0x00C0, 0x0250), range(0x1E00, 0x1F00))
_LATIN_WITHOUT_DECOMPOSITION = {
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O",
    "đ": "d", "Đ": "D", "ł": "l", "Ł": "L", "þ": "th", "Þ": "TH", "ð": "d", "Ð": "D",
    "\N{LATIN SMALL LETTER DOTLESS I}": "i",
}  # fmt: skip


def _latin_folding() -> dict[int, str]:
    table = {ord(SOFT_HYPHEN): ""}
    table |= {ord(letter): plain for letter, plain in _LATIN_WITHOUT_DECOMPOSITION.items()}
    for block in _LATIN_BLOCKS:
        for code in block:
            base = unicodedata.normalize("NFD", chr(code))[0]
            if base.isascii():
                table[code] = base
    return table


_FOLDING = _latin_folding()


_NAMED_BY_FOLDER = frozenset({"__init__", "__main__", "index", "main", "mod", "lib", "readme", "init"})
"""File names that say nothing: the name of the folder is used instead."""


def stem_of(path: str) -> str:
    """Return what a file is called, without any extension; its folder's name where its own says nothing."""
    folder, name = posixpath.split(path)
    stem = name.split(".", 1)[0] or name.lstrip(".")
    return posixpath.basename(folder) if stem.lower() in _NAMED_BY_FOLDER and folder else stem


def folded(name: str) -> str:
    """Return a name without case and signs, by which ``StrCat`` and ``str_cat`` are one."""
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def fold(word: str) -> str:
    """Return the word with Latin letters bare of accents, without soft hyphens: ``Größe`` gives ``Grosse``.

    Compatibility forms such as full-width letters become ordinary ones. Other scripts keep their marks: there they
    make different letters.
    """
    return word if word.isascii() else unicodedata.normalize("NFKC", word).translate(_FOLDING)


def split_identifier(name: str) -> list[str]:
    """Return the lower-cased parts of a name, in order: ``HTTPServer2`` gives ``http``, ``server``, ``2``."""
    return [part.lower() for part in _PARTS.findall(fold(name))]


def part_spans(name: str) -> list[tuple[int, int]]:
    """Return the positions of the parts of an unfolded name; the ends are exclusive."""
    return [match.span() for match in _PARTS.finditer(name)]


def unspaced_runs(word: str) -> list[tuple[int, int]]:
    """Return the positions of runs of scripts without blanks in a word; the ends are exclusive."""
    return [] if word.isascii() else [match.span() for match in _UNSPACED_RUN.finditer(word)]
