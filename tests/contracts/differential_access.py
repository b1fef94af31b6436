"""A core whose every question is asked within one access, whatever access the question names."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any

from search.ports import SearchCore
from search.retrieval.conditions import SECURITY_KEYS, filters_of
from search.types.filters import OWNER, Access, RowFilter

RIGHTS = ("tenant", "groups", "tags", "path_hash")
"""Columns of the conditions of an access."""


class Within:
    """Asks a core within an access.

    Args:
        core: answers.
        access: takes the place of that of each question; the owner's list of roots stays the owner's.
    """

    def __init__(self, core: SearchCore, access: Access) -> None:
        self._core = core
        self._access = access

    def __getattr__(self, operation: str) -> Callable[..., Any]:
        return partial(self._ask, operation)

    def _ask(self, operation: str, *arguments: object, **named: object) -> object:
        if operation == "roots" and arguments == (OWNER,):
            return self._core.roots(OWNER)
        named = {key: self._replaced(value) for key, value in named.items()}
        return getattr(self._core, operation)(*map(self._replaced, arguments), **named)

    def _replaced(self, value: Any) -> object:
        if isinstance(value, Access):
            return self._access
        if isinstance(value, RowFilter):
            others = [each for each in value.conditions if each.column not in RIGHTS]
            return self._access.row_filter().and_(*others)
        if isinstance(value, dict) and value.keys() & set(SECURITY_KEYS):
            return {key: each for key, each in value.items() if key not in SECURITY_KEYS} | filters_of(
                self._access
            )
        if is_dataclass(value) and not isinstance(value, type):
            names = {field.name for field in fields(value)} & {"access", "filters", "retrieval_filters"}
            return replace(value, **{name: self._replaced(getattr(value, name)) for name in names})
        return value
