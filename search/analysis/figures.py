"""Amounts and dates of a query in all the ways in which documents write them: ``12483,75`` and ``12.483,75``.

Pure. The index has no terms of its own for them: a figure says which terms each of its forms leaves in a text, and
a pattern decides which of these texts have one of the forms.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from search.analysis.terms import query_terms

MOST_DIGITS = 15
"""A longer number is an identifier."""

_SURE_DIGITS = 4
"""Digits from which a number with a separator is an amount, rather than the version of something."""

_MONTHS = """
    january jan januar jänner janvier janv enero ene gennaio gen januari janeiro
    february feb februar feber février févr fév febrero febbraio februari fevereiro fev
    march mar märz mär mrz mars marzo maart mrt março
    april apr avril avr abril abr aprile
    may mai mayo maggio mag mei maio
    june jun juni juin junio giugno giu junho
    july jul juli juillet juil julio luglio lug julho
    august aug août agosto ago augustus
    september sep sept septembre septiembre settembre set setembro
    october oct oktober okt octobre octubre ottobre ott outubro out
    november nov novembre noviembre novembro
    december dec dezember dez décembre déc diciembre dic dicembre dezembro
"""
"""A line for each month: its names in English, German, French, Spanish, Italian, Dutch and Portuguese."""

_AMOUNT = re.compile(
    r"(?P<whole>[1-9]\d{0,2}(?P<group>[.,'\u2019])\d{3}(?:(?P=group)\d{3})*|0|[1-9]\d*)"
    r"(?:(?P<point>[.,])(?P<part>\d{1,6}))?"
)
_CURRENCIES = "€$£¥"
_AROUND = "\"'`,;:!?()[]"
_GROUPS = r"[.,'\u2019\u00a0\u2009\u202f ]"
_ENDS_EVEN = "(?:[.,](?:0+|[-\u2013\u2014]{1,2}))?"
"""What follows an amount without a fraction: ``,00`` and ``,-``."""

_ISO = re.compile(r"(?P<year>\d{4})(?P<sign>[-/.])(?P<month>\d{1,2})(?P=sign)(?P<day>\d{1,2})")
_COMPACT = re.compile(r"(?P<year>(?:19|20)\d\d)(?P<month>\d\d)(?P<day>\d\d)")
_SHORT = re.compile(r"(?P<first>\d{1,2})(?P<sign>[-/.])(?P<second>\d{1,2})(?P=sign)(?P<year>\d{4}|\d\d)")
_ORDINAL = "(?:\\.|st|nd|rd|th|er|\N{MASCULINE ORDINAL INDICATOR})?"
_DAY_FIRST = re.compile(
    rf"(?P<day>\d{{1,2}}){_ORDINAL}[\s-]*(?:(?:of|de|di)\s)?(?P<month>[^\W\d]+)[.,]{{0,2}}[\s-]*(?:del?\s)?(?P<year>\d{{4}})",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    rf"(?P<month>[^\W\d]+)[.\s]\s*(?P<day>\d{{1,2}}){_ORDINAL},?\s+(?P<year>\d{{4}})", re.IGNORECASE
)
_CENTURY = 100
_FIRST_OF_1900 = 70
"""A year of two digits from here on is one of the last century."""

_MOST_WORDS_OF_A_DATE = 5
"""``3 de mayo de 2019``."""


@dataclass(frozen=True, slots=True)
class Figure:
    """An amount or a date of a query.

    Attributes:
        typed: as it is typed.
        words: how many words of the query it takes.
        sure: whether it can hardly be anything else, such as a version; else only a text with another form counts
            where none has it as it is typed.
        term_groups: a text with one of the forms has all terms of one of these groups.
        pattern: matches every form.
    """

    typed: str
    words: int
    sure: bool
    term_groups: tuple[tuple[str, ...], ...]
    pattern: re.Pattern[str]


def figures_in(words: Sequence[str]) -> tuple[list[Figure], list[str]]:
    """Return the amounts and dates among the words of a query, and the other words, both in order."""
    figures: list[Figure] = []
    others: list[str] = []
    at = 0
    while at < len(words):
        figure = _figure_at(words[at : at + _MOST_WORDS_OF_A_DATE])
        if figure is None:
            others.append(words[at])
            at += 1
        else:
            figures.append(figure)
            at += figure.words
    return figures, others


def _figure_at(words: Sequence[str]) -> Figure | None:
    """Return the figure that the first of some words begin, the longest one."""
    for count in range(len(words), 1, -1):
        typed = " ".join(words[:count]).strip(_AROUND)
        if written := _written_date(typed):
            return _date_figure(typed, count, [written], sure=True)
    typed = words[0].strip(_AROUND)
    days = [written] if (written := _written_date(typed)) else list(numeric_dates(typed))
    if days:
        is_sure = re.search(r"\d{4}", typed) is not None and not typed.isdigit()
        return _date_figure(typed, 1, days, sure=is_sure)
    return _amount(typed.rstrip(".").strip(_CURRENCIES))


def _amount(typed: str) -> Figure | None:
    match = _AMOUNT.fullmatch(typed)
    if match is None or (match["group"] and match["group"] == match["point"]):
        return None
    digits = re.sub(r"\D", "", match["whole"])
    part = (match["part"] or "").rstrip("0")
    count = len(digits) + len(match["part"] or "")
    is_plain = typed.isdigit()
    if not (3 if match["part"] else _SURE_DIGITS) <= count <= MOST_DIGITS:
        return None
    first = len(digits) % 3 or 3
    groups = [digits[:first], *(digits[at : at + 3] for at in range(first, len(digits), 3))]
    before = r"(?<!\w)" + (r"(?<!\d[.,'\u2019])" if first == 3 else "")
    fraction = rf"[.,]{part}0*" if part else _ENDS_EVEN
    after = r"(?!\w)(?![.'\u2019]\d)" + ("" if part else r"(?!,\d)")
    pattern = re.compile(before + f"{_GROUPS}?".join(groups) + fraction + after)
    fractions = dict.fromkeys((part.ljust(2, "0") if part else "", part))
    spelled = [(*whole, fraction) for whole in ([digits], groups) for fraction in fractions]
    terms = (tuple(term for term in group if len(term) > 1) for group in spelled)
    is_sure = not is_plain and count >= _SURE_DIGITS
    return Figure(typed, 1, is_sure, tuple(dict.fromkeys(filter(None, terms))), pattern)


def numeric_dates(typed: str) -> Iterator[date]:
    """Yield the days that a date without the name of its month may mean; the day is before the month in Europe."""
    match = _ISO.fullmatch(typed) or _COMPACT.fullmatch(typed)
    if match is not None:
        yield from _valid(match["year"], match["month"], match["day"])
        return
    match = _SHORT.fullmatch(typed)
    if match is not None:
        yield from _valid(match["year"], match["second"], match["first"])
        if match["sign"] != "." and match["first"] != match["second"]:
            yield from _valid(match["year"], match["first"], match["second"])


def _written_date(typed: str) -> date | None:
    match = _DAY_FIRST.fullmatch(typed) or _MONTH_FIRST.fullmatch(typed)
    month = _month_numbers().get(match["month"].lower()) if match else None
    return next(_valid(match["year"], str(month), match["day"]), None) if match and month else None


def _valid(year: str, month: str, day: str) -> Iterator[date]:
    number = int(year)
    if len(year) == len("19"):
        number += 19 * _CENTURY if number >= _FIRST_OF_1900 else 20 * _CENTURY
    try:
        yield date(number, int(month), int(day))
    except ValueError:
        return


@cache
def _month_numbers() -> dict[str, int]:
    lines = enumerate(_MONTHS.strip().splitlines(), 1)
    return {name: number for number, line in lines for name in line.split()}


def _names_of(month: int) -> list[str]:
    return [name for name, number in _month_numbers().items() if number == month]


def _date_figure(typed: str, words: int, days: Sequence[date], *, sure: bool) -> Figure:
    groups = dict.fromkeys(group for day in days for group in _date_terms(day))
    pattern = re.compile("|".join(f"(?:{_date_pattern(day)})" for day in days), re.IGNORECASE)
    return Figure(typed, words, sure, tuple(groups), pattern)


def _date_terms(day: date) -> Iterator[tuple[str, ...]]:
    """Yield the terms of each form; a number of one digit is no term."""
    year, month, number = f"{day:%Y}", f"{day:%m}", f"{day:%d}"
    yield (f"{day:%Y%m%d}",)
    yield year, month, number
    yield year[2:], month, number
    days = [] if number.startswith("0") else [number]
    months = [] if month.startswith("0") else [month]
    for term in dict.fromkeys(term for name in _names_of(day.month) for term in query_terms(name)[:1]):
        yield year, term, *days
    yield year, *days, *months
    yield year[2:], *days, *months


def _date_pattern(day: date) -> str:
    years = rf"(?:{day:%Y}|{day:%y})"
    month, number, names = f"0?{day.month}", f"0?{day.day}", "|".join(_names_of(day.month))
    forms = (
        rf"{day:%Y}[-/.]{month}[-/.]{number}",
        f"{day:%Y%m%d}",
        rf"{number}\.\s?{month}\.\s?{years}",
        rf"{number}/{month}/{years}|{number}-{month}-{day:%Y}",
        rf"{month}/{number}/{years}|{month}-{number}-{day:%Y}",
        rf"{number}{_ORDINAL}[\s-]{{0,3}}(?:(?:of|de|di)\s)?(?:{names})[.,]{{0,2}}[\s-]{{0,3}}(?:del?\s)?{day:%Y}",
        rf"(?:{names})\.?\s{{1,3}}{number}{_ORDINAL},?\s{{1,3}}{day:%Y}",
    )
    return rf"(?<!\d)(?:{'|'.join(forms)})(?!\d)"
