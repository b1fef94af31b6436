"""Filters on the size and the date of a file."""

from datetime import date, datetime

import pytest

from search.query.parse import parse
from search.query.ranges import range_of
from search.types.filters import Operator

TODAY = date(2026, 3, 14)


def midnight(year: int, month: int, day: int) -> int:
    return int(datetime(year, month, day).astimezone().timestamp()) * 1_000_000_000


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (">100kb", (100_001, None)),
        ("<1.5MB", (None, 1_500_000)),
        (">20", (21, None)),
        ("100kb", None),
        (">big", None),
        ("", None),
    ],
)
def test_sizes_have_a_side_and_a_unit(value: str, expected: object) -> None:
    assert range_of("size", value, TODAY) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("today", (midnight(2026, 3, 14), None)),
        ("7d", (midnight(2026, 3, 7), None)),
        ("1y", (midnight(2025, 3, 14), None)),
        ("2026-03", (midnight(2026, 3, 1), midnight(2026, 4, 1))),
        ("2025-12", (midnight(2025, 12, 1), midnight(2026, 1, 1))),
        ("<2026", (None, midnight(2026, 1, 1))),
        (">2026-02-03", (midnight(2026, 2, 3), None)),
        ("9999-12-31", None),
        ("2026-13", None),
        ("yesterday", None),
    ],
)
def test_dates_are_days_months_years_or_a_time_until_now(value: str, expected: object) -> None:
    assert range_of("changed", value, TODAY) == expected


def test_a_filter_that_means_no_range_is_reported_with_an_example() -> None:
    (problem,) = parse("lease size:100kb").problems
    assert problem.message.code == "query.bad_range"
    assert "size:>100kb" in str(problem.message.values)
    (several,) = parse("lease changed:7d,2w").problems
    assert several.message.code == "query.bad_range"


def test_a_negated_filter_keeps_what_is_outside() -> None:
    (condition,) = parse("lease -size:>1kb").ranges
    assert condition.operator is Operator.NOT_WITHIN
    assert condition.values == ("1001", "")
