"""Reads the output of a model: plain text, or a payload that looks like JSON."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import yaml

from search.errors import PipelineError

MAX_PAYLOAD_CHARS = 200_000
"""Largest answer of a router that is parsed; usual ones have a few hundred characters."""

_FENCE = re.compile(r"\A\s*```[A-Za-z0-9_-]*[ \t]*\n(?P<body>.*?)\n?[ \t]*```\s*\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ParsedPayload:
    """The query and the filters that a text asks for; the filters are not trusted."""

    query: str
    filters: Mapping[str, object] = field(default_factory=dict)


class JsonishQueryParser:
    """Reads plain text as the query itself, and text that starts as JSON as ``{"query": ..., "filters": {...}}``.

    JSON may be in a code fence, use single quotes and end lists with a comma. Keys beside ``query`` and
    ``filters`` count as filters.
    """

    def parse(self, text: str) -> ParsedPayload:
        """Return query and filters.

        Raises:
            PipelineError: the text starts as JSON and cannot be read, has no query, or is too long.
        """
        if len(text) > MAX_PAYLOAD_CHARS:
            raise PipelineError("pipeline.payload_too_long", count=len(text), limit=MAX_PAYLOAD_CHARS)
        fenced = _FENCE.match(text)
        body = (fenced["body"] if fenced else text).strip()
        if not body.startswith(("{", "[")):
            return ParsedPayload(body)
        return _payload(_read(body))


def _read(body: str) -> object:
    try:
        return json.loads(body)
    except ValueError:
        pass
    try:
        # YAML's flow style is JSON with single quotes and trailing commas
        return yaml.safe_load(body)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        first_line = str(error).splitlines()[0]
        raise PipelineError("pipeline.payload_unreadable", reason=first_line) from error


def _payload(value: object) -> ParsedPayload:
    if not isinstance(value, dict):
        raise PipelineError("pipeline.payload_no_object")
    query = value.get("query")
    if not isinstance(query, str):
        raise PipelineError("pipeline.payload_query", value=repr(query))
    filters = value.get("filters") or {}
    if not isinstance(filters, dict):
        raise PipelineError("pipeline.payload_filters", value=repr(filters))
    others = {str(key): item for key, item in value.items() if key not in {"query", "filters"}}
    return ParsedPayload(query.strip(), {**others, **{str(key): item for key, item in filters.items()}})
