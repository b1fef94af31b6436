"""Edits the filters of a query text, which facets and filter chips both use."""

from dataclasses import replace
from functools import lru_cache

from search.query.report import filter_line_start
from search.query.tokens import Token, TokenKind, tokens

_REMEMBERED_TEXTS = 8
"""Texts whose filters are cached: a window reads each key of the current and of the previous query."""


def filter_values(text: str, key: str) -> tuple[tuple[str, bool], ...]:
    """Return (value, negated) of every ``key:`` filter in the text, in order."""
    return tuple((value, token.negated) for token in _filters(text, key) for value in token.values)


def with_filter(text: str, key: str, value: str, *, negated: bool = False) -> str:
    """Return the text with ``key:value`` (or ``-key:value``) in it once; the opposite filter is removed.

    A value joins a filter of the same key and sign: ``ext:py`` and ``md`` become ``ext:py,md``.
    """
    cleared = without_filter(text, key, value)
    for token in _filters(cleared, key):
        if token.negated is negated:
            return _replaced(cleared, token, _source(key, (*token.values, value), negated=negated))
    separator = "\n" if filter_line_start(cleared) == len(cleared) > 0 else " "
    return f"{cleared.rstrip()}{separator}{_source(key, (value,), negated=negated)}".lstrip()


def without_filter(text: str, key: str, value: str | None = None) -> str:
    """Return the text without ``value`` in any ``key:`` filter; without all of them when ``value`` is None."""
    for token in reversed(_filters(text, key)):
        remaining = () if value is None else tuple(v for v in token.values if v != value)
        if remaining != token.values:
            text = _replaced(text, token, _source(key, remaining, negated=token.negated) if remaining else "")
    return text


def _filters(text: str, key: str) -> list[Token]:
    return [token for token in _all_filters(text) if token.key == key]


@lru_cache(maxsize=_REMEMBERED_TEXTS)
def _all_filters(text: str) -> tuple[Token, ...]:
    start = filter_line_start(text)
    filters = (token for token in tokens(text[start:]) if token.kind is TokenKind.FILTER)
    return tuple(replace(token, start=token.start + start, end=token.end + start) for token in filters)


def _replaced(text: str, token: Token, source: str) -> str:
    before, after = text[: token.start], text[token.end :]
    if source:
        return before + source + after
    joined = f"{before.rstrip()} {after.lstrip()}" if before.strip() and after.strip() else before + after
    return joined.strip()


def _source(key: str, values: tuple[str, ...], *, negated: bool) -> str:
    sign = "-" if negated else ""
    return f"{sign}{key}:{','.join(map(_quoted, values))}"


def _quoted(value: str) -> str:
    return f'"{value}"' if value.startswith(":") or any(sign in value for sign in ' ,"\t') else value
