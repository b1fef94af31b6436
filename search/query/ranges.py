"""Values of the filters ``size:`` and ``changed:`` as ranges of numbers."""

import re
from datetime import UTC, date, datetime, timedelta

RANGE_EXAMPLES = {"size": "size:>100kb", "changed": "changed:7d"}
"""A value of each filter, for messages."""

RANGE_VALUES = {
    "size": ("<10kb", ">100kb", ">1mb"),
    "changed": ("today", "7d", "30d", "1y"),
}
"""Values that are offered while the filter is typed."""

_SIZE = re.compile(r"([<>])(\d{1,9}(?:\.\d{1,3})?)(b|kb|mb|gb)?", re.IGNORECASE)
_UNITS = {"": 1, "b": 1, "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000}
_AGO = re.compile(r"(\d{1,4})([dwmy])", re.IGNORECASE)
_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}
_DATE = re.compile(r"([<>]?)(\d{4})(?:-(\d\d))?(?:-(\d\d))?")
_DECEMBER = 12
_NANOSECONDS = 1_000_000_000

Range = tuple[int | None, int | None]
"""The least value, and the one from which on it is too much; None for no limit."""


def range_of(key: str, value: str, today: date) -> Range | None:
    """Return the bytes or nanoseconds since the epoch that a value means; None for a value that means none.

    ``size:`` takes ``>100kb`` or ``<1mb``. ``changed:`` takes ``today``, ``7d``, ``2w``, ``3m`` or ``1y`` for the
    time until now, and ``2026``, ``2026-03`` or ``2026-03-14``, also with ``<`` for before and ``>`` for since it.
    Days begin at midnight of this computer.
    """
    return _size(value) if key == "size" else _changed(value, today)


def _size(value: str) -> Range | None:
    match = _SIZE.fullmatch(value)
    if match is None:
        return None
    size = round(float(match[2]) * _UNITS[(match[3] or "").lower()])
    return (size + 1, None) if match[1] == ">" else (None, size)


def _changed(value: str, today: date) -> Range | None:
    ago = _AGO.fullmatch(value)
    if value.lower() == "today" or ago is not None:
        days = int(ago[1]) * _DAYS[ago[2].lower()] if ago is not None else 0
        return _start(max(date.min.toordinal() + 1, today.toordinal() - days)), None
    match = _DATE.fullmatch(value)
    if match is None:
        return None
    try:
        first = date(int(match[2]), int(match[3] or 1), int(match[4] or 1))
        following = _following(first, monthly=match[3] is not None, daily=match[4] is not None)
    except (ValueError, OverflowError):
        return None
    begin, end = _start(first.toordinal()), _start(following.toordinal())
    return {"": (begin, end), "<": (None, begin), ">": (begin, None)}[match[1]]


def _following(first: date, *, monthly: bool, daily: bool) -> date:
    """Return the day after a day, or the first one after a month or a year."""
    if daily:
        return first + timedelta(days=1)
    if monthly and first.month < _DECEMBER:
        return first.replace(month=first.month + 1)
    return date(first.year + 1, 1, 1)


def _start(ordinal: int) -> int:
    """Return the midnight at which a day begins here, in nanoseconds since the epoch."""
    day = date.fromordinal(ordinal)
    if day.year <= 1:
        return 0
    local = datetime(day.year, day.month, day.day).astimezone()
    return int((local - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds()) * _NANOSECONDS
