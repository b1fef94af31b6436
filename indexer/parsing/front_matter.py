"""The metadata at the beginning of a document."""

import datetime as dt
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any

from indexer.types import FrontMatter
from search.types.files import Level

_BLOCK = re.compile(r"\A---[ \t]*\n(?P<body>.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TOML_BLOCK = re.compile(r"\A\+\+\+[ \t]*\n(?P<body>.*?)\n\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL)
_TOML_DATE = re.compile(r"^date[ \t]*=.*$", re.MULTILINE)
_HEADING = re.compile(r"^(?:\#[ \t]+(?P<hash>.+?)[ \t]*\#*|(?P<under>\S.*)\n(?:=+|-{3,}))[ \t]*$", re.MULTILINE)
MOST_CHARS = 16_384
"""A longer block is text, not front matter."""
MOST_BRACKETS = 200
"""More are no list that a person wrote; thousands of them nested take the YAML reader seconds."""
_NESTED = re.compile(r"(?:[-?][ \t]+){50}")
"""Lists in lists that no person wrote; thousands of them would end the process."""
_TITLE_CHARS = 300
_SUMMARY_CHARS = 1_000
_LEVELS = tuple(level.value for level in Level)


def front_matter(text: str) -> FrontMatter:
    """Return title, summary, date, type and level; a block that cannot be read says nothing.

    An impossible date is left out, and the rest of the block counts. Without a title the first top heading is it.
    """
    values = _values(text)
    return FrontMatter(
        title=_text(values, "title")[:_TITLE_CHARS] or first_heading(text),
        summary=(_text(values, "summary") or _text(values, "description"))[:_SUMMARY_CHARS],
        date=_date(values.get("date")),
        doc_type=(_text(values, "doc_type") or _text(values, "type")).lower(),
        level=_level(_text(values, "promotion_level")),
    )


def first_heading(text: str) -> str:
    """Return the first top heading of a Markdown or reStructuredText document, empty when there is none."""
    block = _BLOCK.match(text) or _TOML_BLOCK.match(text)
    match = _HEADING.search(text, block.end() if block else 0)
    return (match["hash"] or match["under"]).strip()[:_TITLE_CHARS] if match else ""


def _values(text: str) -> Mapping[object, object]:
    toml = _TOML_BLOCK.match(text)
    if toml is not None:
        return _toml_values(toml["body"])
    block = _BLOCK.match(text)
    if block is None or len(block["body"]) > MOST_CHARS or _is_deep(block["body"]):
        return {}
    yaml, loader = _reader()
    try:
        values = yaml.load(block["body"], Loader=loader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    return values if isinstance(values, dict) else {}


def _toml_values(body: str) -> Mapping[object, object]:
    if len(body) > MOST_CHARS or sum(map(body.count, "[{")) > MOST_BRACKETS:
        return {}
    for readable in (body, _TOML_DATE.sub("", body)):
        try:
            return dict(tomllib.loads(readable).items())
        except (tomllib.TOMLDecodeError, RecursionError):
            continue
    return {}


@cache
def _reader() -> tuple[ModuleType, type[Any]]:
    """Return the YAML library and its safe loader; an engine starts without them."""
    import yaml

    # the one written in C takes an eighth of the time and gives the same values
    loader: Any = type("Loader", (getattr(yaml, "CSafeLoader", yaml.SafeLoader),), {})
    loader.add_constructor("tag:yaml.org,2002:timestamp", _timestamp)
    return yaml, loader


def _timestamp(loader: Any, node: Any) -> object:
    """Return a date, or the text of an impossible one, such as 2024-13-99."""
    try:
        return loader.construct_yaml_timestamp(node)
    except ValueError:
        return loader.construct_scalar(node)


def _is_deep(body: str) -> bool:
    return body.count("[") + body.count("{") > MOST_BRACKETS or _NESTED.search(body) is not None


def _text(values: Mapping[object, object], key: str) -> str:
    value = values.get(key)
    return " ".join(str(value).split()) if isinstance(value, (str, int, float)) else ""


def _level(value: str) -> str:
    return value.lower() if value.lower() in _LEVELS else ""


def _date(value: object) -> str:
    """Return the date as ``YYYY-MM-DD``, empty when it is none."""
    if isinstance(value, dt.datetime):
        return value.date().isoformat()
    if isinstance(value, dt.date):
        return value.isoformat()
    try:
        return dt.date.fromisoformat(str(value)[:10]).isoformat()
    except ValueError:
        return ""
