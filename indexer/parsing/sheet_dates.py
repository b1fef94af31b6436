"""Dates and times of a workbook as ISO 8601: its cells hold numbers of days, and formats that say so."""

import datetime as dt
import re
from enum import StrEnum

from lxml import etree

from indexer.parsing.archives import local_name

_PLAIN = re.compile(r'"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]|am/pm|a/p|general', re.IGNORECASE)
"""Literal parts, colours, conditions and languages of a format, whose letters are not date codes."""

_DAYS = dt.date(1899, 12, 30)
"""Day 0, for all days after February 1900, which the program that began this took for a leap year."""
_LEAP_DAY = 60
_DAYS_OF_1904 = dt.date(1904, 1, 1)
_LAST_DAY = 2_958_465
"""The last day of the year 9999."""
_DAY_S = 86_400


class Shown(StrEnum):
    """The displayed parts of a number of days."""

    NUMBER = "number"
    DATE = "date"
    TIME = "time"
    BOTH = "both"
    DURATION = "duration"


_BUILT_IN = {
    **dict.fromkeys((*range(14, 18), *range(27, 32), 36, *range(50, 59)), Shown.DATE),
    **dict.fromkeys((*range(18, 22), *range(32, 36), 45, 47), Shown.TIME),
    22: Shown.BOTH,
    46: Shown.DURATION,
}
"""Formats that a workbook names by number alone; ECMA-376, 18.8.30."""


def formats_of(styles: "etree._Element | None") -> list[Shown]:
    """Return what each style of cells shows, by its number."""
    if styles is None:
        return []
    own = {
        element.get("numFmtId"): shown_by(element.get("formatCode") or "")
        for element in styles.iter()
        if local_name(element) == "numFmt"
    }
    listed = next((element for element in styles if local_name(element) == "cellXfs"), ())
    numbers = [style.get("numFmtId") or "0" for style in listed if local_name(style) == "xf"]
    return [own.get(number) or shown_by_number(_whole(number)) for number in numbers]


def shown_by_number(number: int) -> Shown:
    """Return what a format that a workbook names by its number alone displays."""
    return _BUILT_IN.get(number, Shown.NUMBER)


def shown_by(code: str) -> Shown:
    """Return what a format such as ``dd.mm.yyyy hh:mm`` displays; its first section is for positive numbers."""
    letters = set(_PLAIN.sub("", code.partition(";")[0]).lower())
    if "[" in letters:
        return Shown.DURATION
    time = bool(letters & {"h", "s"})
    date = bool(letters & {"y", "d"}) or ("m" in letters and not time)
    if date:
        return Shown.BOTH if time else Shown.DATE
    return Shown.TIME if time else Shown.NUMBER


def iso(value: str, shown: Shown, *, since_1904: bool) -> str:
    """Return a number of days as the date or time that its cell displays; other values are unchanged."""
    try:
        days = float(value)
    except ValueError:
        return value
    if shown is Shown.NUMBER or not 0 <= days <= _LAST_DAY:
        return value
    whole, seconds = divmod(round(days * _DAY_S), _DAY_S)
    if shown is Shown.DURATION:
        return _clock(whole * _DAY_S + seconds)
    if shown is Shown.TIME:
        return _clock(seconds)
    date = _date(whole, since_1904=since_1904)
    return f"{date} {_clock(seconds)}" if shown is Shown.BOTH else date


def _date(days: int, *, since_1904: bool) -> str:
    if since_1904:
        return (_DAYS_OF_1904 + dt.timedelta(days)).isoformat() if days < _LAST_DAY - 1_461 else str(days)
    return (_DAYS + dt.timedelta(days if days > _LEAP_DAY else days + 1)).isoformat()


def _clock(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    shown = f"{minutes // 60:02}:{minutes % 60:02}"
    return f"{shown}:{rest:02}" if rest else shown


def _whole(number: str) -> int:
    return int(number) if number.isdigit() else 0
