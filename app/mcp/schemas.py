"""Schemas without what repeats them: a client sends the list of tools to its model with each conversation."""

from collections.abc import Collection
from typing import Any

_NAMED = ("properties", "$defs")
"""Objects whose keys are names of the schema's author, not words of JSON Schema."""


def without_titles(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema of arguments without titles, which only repeat the names in other letters."""
    return _without(schema, {"title"})


def without_texts(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema of an answer without titles and descriptions: an answer is read, not written."""
    return _without(schema, {"title", "description"})


def _without(schema: dict[str, Any], words: Collection[str]) -> dict[str, Any]:
    return {key: _inner(key, value, words) for key, value in schema.items() if key not in words}


def _inner(key: str, value: Any, words: Collection[str]) -> Any:
    if key in _NAMED:
        return {name: _without(part, words) for name, part in value.items()}
    if isinstance(value, dict):
        return _without(value, words)
    if isinstance(value, list):
        return [_without(part, words) if isinstance(part, dict) else part for part in value]
    return value
