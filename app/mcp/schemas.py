"""Schemas without what repeats them: a client sends the list of tools to its model with each conversation."""

from collections.abc import Collection
from typing import Any

_NAMED = ("properties", "$defs")
"""Objects whose keys are names of the schema's author, not words of JSON Schema."""


def without_titles(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema of arguments without titles, which only repeat the names in other letters."""
    return _without(schema, {"title"})


def outline(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an answer with its members alone; what they hold is named in the answer itself.

    A member that is an object, or a list of them, is only said to be that: an answer is read, not written, and its
    whole schema is two thirds of a list of tools.
    """
    definitions = schema.get("$defs", {})
    members = {name: _kind(part, definitions) for name, part in schema["properties"].items()}
    return {"type": "object", "properties": members, "required": schema.get("required", [])}


def _kind(part: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in part:
        return _kind(definitions[part["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in part:
        kinds = [_kind(choice, definitions).get("type") for choice in part["anyOf"]]
        return {"type": kinds} if all(isinstance(kind, str) for kind in kinds) else {}
    if isinstance(part.get("items"), dict):
        return {"type": "array", "items": _kind(part["items"], definitions)}
    return {key: part[key] for key in ("type", "enum") if key in part}


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
