"""Long numbers that people write in groups or in one: IBANs, telephone and card numbers, ISBNs.

Pure. ``DE89370400440532013000`` and ``DE89 3704 0044 0532 0130 00`` are one code. In a text each group is a word
of its own, so a code says which words some of its spellings leave there, and a pattern decides.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from string import ascii_letters

from search.analysis.figures import Figure, numeric_dates
from search.analysis.terms import query_terms

MOST_WORDS = 10
"""Groups of a code; the longest IBAN has nine."""
_LEAST_DIGITS, _MOST_CHARACTERS = 9, 34
"""A shorter number, such as ``12 345``, is also an amount or a range; the longest IBAN has 34 characters."""
_IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}", re.IGNORECASE)
_NUMBER = re.compile(r"[A-Z]{0,2}\d{9,}", re.IGNORECASE)
"""Digits behind at most the letters of a country."""
_BEGINS_ANEW = re.compile(r"\(?\+|[A-Z]{2}\d{2}", re.IGNORECASE)
"""What begins a code of its own behind another: the number of a country, or an IBAN."""
_TELEPHONE = re.compile(r"\(?(?:\+|0)")
_SURELY_JOINED = re.compile(
    r"(?=(?:\d ?){9,15}$)0[\d ]+|(?=(?:\d ?){13}$)97[89][\d ]+|[13-9]\d{3}(?: \d{4}){3}|\d\d(?: \d{5}){5}"
)
"""Groups of a telephone number, an ISBN, a card or a Swiss reference, of which one may look like a year."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_MOST_OF_A_TELEPHONE, _MOST_OF_A_CARD = 15, 19
_LEAST_OF_A_LIST = 4
"""Digits from which a number and the next one, such as two ports, are a list."""
_SIGN = r"(?:[\s./\u2010-\u2013-]|\(0?\)?|\))"
_BETWEEN = f"{_SIGN}{{0,3}}"
"""Signs between two characters of a code, with the ``(0)`` of telephone numbers."""
_INSTEAD_OF_ZERO = rf"(?:(?:0|(?:\+|00)\d{{1,3}}){_BETWEEN}|\d{{1,3}}{_SIGN}{{1,3}})"
"""The first zero of a telephone number, or the number of a country."""
_SIGNS = re.compile(r"[\s+./()\u2010-\u2013-]+")
_AROUND = "\"'`,;:!?[]."
_LENGTHS_OF_FIRST, _LENGTHS_OF_LAST = range(2, 6), range(4, 9)
_BLOCKS = (3, 4)


def codes_in(words: Sequence[str]) -> list[Figure]:
    """Return the long codes among the words of a query, in order; each takes as many words as it can."""
    codes: list[Figure] = []
    at = 0
    while at < len(words):
        code = _code_at(words[at : at + MOST_WORDS])
        codes += [code] if code else []
        at += code.words if code else 1
    return codes


def _code_at(words: Sequence[str]) -> Figure | None:
    for count in range(len(words), 0, -1):
        if all(word.isupper() or any(map(str.isdigit, word)) for word in words[:count]):
            typed = " ".join(words[:count]).strip(_AROUND)
            groups = _groups(typed)
            if _is_code("".join(groups)) and (count == 1 or _are_joined(words[:count], groups)):
                terms = tuple(dict.fromkeys(_term_groups(groups)))
                return Figure(typed, count, sure=True, term_groups=terms, pattern=_pattern("".join(groups)))
    return None


def _groups(typed: str) -> list[str]:
    return [group for group in _SIGNS.split(typed.strip(_AROUND)) if group]


def _are_joined(words: Sequence[str], groups: Sequence[str]) -> bool:
    """Return whether words that could be one code are hardly several numbers, one after the other."""
    alone = ["".join(_groups(word)) for word in words]
    if sum(map(_is_code, alone)) > 1 or _IBAN.fullmatch(alone[0]):
        return False
    if any(_begins_anew(words, at) for at in range(1, len(words))):
        return False
    compact = "".join(groups)
    if "+" in words[0]:
        return len(compact) <= _MOST_OF_A_TELEPHONE
    if _IBAN.fullmatch(compact):
        return True
    if any(day for word in words for day in numeric_dates(word)):
        return False
    is_sure = _SURELY_JOINED.fullmatch(" ".join(groups)) is not None
    return is_sure or (len(compact) <= _MOST_OF_A_CARD and not _is_list(groups))


def _begins_anew(words: Sequence[str], at: int) -> bool:
    """Return whether a word begins a code of its own because those before it are one."""
    if not _is_code("".join(_groups(" ".join(words[:at])))):
        return False
    pattern = _TELEPHONE if _TELEPHONE.match(words[0]) else _BEGINS_ANEW
    return pattern.match(words[at]) is not None


def _is_list(groups: Sequence[str]) -> bool:
    """Return whether one of these groups is a year, or the number behind the one before it."""
    follow = (
        len(first) == len(second) >= _LEAST_OF_A_LIST and int(second) - int(first) == 1
        for first, second in pairwise(groups)
        if first.isdigit() and second.isdigit()
    )
    return any(map(_YEAR.fullmatch, groups)) or any(follow)


def _is_code(compact: str) -> bool:
    digits = sum(map(str.isdigit, compact))
    return (
        _LEAST_DIGITS <= digits <= len(compact) <= _MOST_CHARACTERS
        and compact.isascii()
        and (_IBAN.fullmatch(compact) or _NUMBER.fullmatch(compact)) is not None
    )


def _pattern(compact: str) -> re.Pattern[str]:
    inside = _BETWEEN.join(map(re.escape, _without_zero(compact)))
    zero = _INSTEAD_OF_ZERO if _without_zero(compact) != compact else ""
    return re.compile(rf"(?<!\w)(?<!\w[.,/-]){zero}{inside}(?!\w)(?![.,/-]\d)", re.IGNORECASE)


def _without_zero(compact: str) -> str:
    """Return a telephone number without its first zero, for which others write the number of the country."""
    return compact[1:] if compact[0] == "0" and compact[1] != "0" else compact


def _term_groups(groups: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the terms of each spelling: as typed, in one, in blocks, and the first and the last group alone."""
    compact = "".join(groups)
    yield _terms(groups)
    yield _terms([compact])
    rest = _without_zero(compact)
    head = len(rest) - len(rest.lstrip(ascii_letters))
    for size in _BLOCKS:
        for start in dict.fromkeys((0, head)):
            blocks = [rest[at : at + size] for at in range(start, len(rest), size)]
            yield _terms([rest[:start], *blocks])
    for end in (len(rest), len(rest) - 1):  # the last digit may stand alone, which is no term
        for first in _LENGTHS_OF_FIRST:
            for last in _LENGTHS_OF_LAST:
                yield _terms([rest[:first], rest[max(first, end - last) : end]])
    if rest != compact:
        for first in _LENGTHS_OF_FIRST:
            for last in _LENGTHS_OF_LAST:
                yield _terms([compact[: first + 1], rest[-last:]])


def _terms(groups: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(term for group in groups for term in query_terms(group)[:1]))
